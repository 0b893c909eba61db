"""That no constants serve, seen along rays.

"There are constants K, C > 0 so that for all x, y something holds" fails if for each K and C there
are x, y with which it fails. So it is if along a ray, whatever K and C are, all premises hold at
every large scale and what is concluded from them fails. What is chosen before such a constant is a
number; what is for every number after it may move along the ray, or be made of the constant.

A constant that is to be positive, or negative, is a dummy with that sign; what else is said of it
is left out, so that it is refuted for more of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.binders import substitute, unbound
from theory.quantifiers import Every, Quantified, Some
from verify.kernel.conditions import conjuncts
from verify.variants.orders import first_steps
from verify.variants.paths import Path, eventually, rays

SIGNS: Mapping[Any, int] = {sp.Gt: 1, sp.Lt: -1}
NUMBERS = (sp.Rational(1, 8), sp.Integer(8))  # tried, too, for what comes before constants
FIRST, RAYS = 4, 30  # rays of each start: these, and as many if some of these decide something


@dataclass(frozen=True)
class _Inside:
    """What is said of all numbers after constants have been chosen.

    Args:
        says: what is concluded.
        given: the hypotheses and premises.
        every: what is for every number, each with how many constants were chosen before it.
        constants: symbol -> what stands for it, in the order in which they are chosen.
    """

    says: Any
    given: tuple[Any, ...]
    every: Mapping[Any, int] = field(default_factory=dict)
    constants: Mapping[Any, Any] = field(default_factory=dict)

    @property
    def dummies(self) -> tuple[Any, ...]:
        """The positive numbers of which the constants are made."""
        return tuple(d for term in self.constants.values() for d in term.free_symbols)

    @property
    def free(self) -> frozenset[Any]:
        """What gets a value along a ray."""
        found = frozenset().union(unbound(self.says), *map(unbound, self.given))
        return found - frozenset(self.dummies)

    def is_fixed(self, symbol: Any) -> bool:
        """Return whether a symbol has a value before the last constant is chosen."""
        return self.every.get(symbol, 0) < len(self.constants)


def no_constants_serve(statement: States, definitions: Iterable[States] = ()) -> str | None:
    """Return along which ray a statement fails whatever its constants are, `None` if none is seen.

    Args:
        statement: the statement.
        definitions: of the paper's notation: they say what heads are along the ray.

    >>> x, y, n = sp.symbols("x y n", real=True)
    >>> far = Every(x, Every(y, Implies((x >= n) & (y > 1), x <= y, evaluate=False)))
    >>> no_constants_serve(States(Some(n, And(n > 0, far, evaluate=False))))
    'for no n > 0 it holds: not where x = scale**2, y = sqrt(scale)'
    """
    known = tuple(definitions)
    for inside in _opened(_Inside(statement.says, tuple(conjuncts(statement.given)))):
        for start in _starts(inside):
            for most in (FIRST, RAYS):
                paths = tuple(_rays(inside, start, most))
                ends = [eventually(first_steps(p.at(inside.says), known), p) for p in paths]
                if False in ends:
                    return _in_words(inside, paths[ends.index(False)])
                if all(end is None for end in ends):
                    break
    return None


def _in_words(inside: _Inside, path: Path) -> str:
    values = ", ".join(f"{s} = {v}" for s, v in path.values if s not in inside.dummies)
    negative = {s for s, c in inside.constants.items() if c.could_extract_minus_sign()}
    signs = (f"{s} {'<' if s in negative else '>'} 0" for s in inside.constants)
    return f"for no {' and '.join(signs)} it holds: not where {values}"


def _opened(inside: _Inside) -> Iterator[_Inside]:
    """Yield what a statement says inside of its constants, for each of its parts."""
    says = inside.says
    if isinstance(says, Quantified) and says.args[0] in {*inside.every, *inside.constants}:
        return  # one name for two things
    if isinstance(says, Every):
        symbol, body = says.args
        every = {**inside.every, symbol: len(inside.constants)}
        yield from _opened(replace(inside, says=body, every=every))
    elif isinstance(says, Implies):
        premise, then = says.args
        given = (*inside.given, *conjuncts((premise,)))
        yield from _opened(replace(inside, says=then, given=given))
    elif isinstance(says, And):
        for part in says.args:
            yield from _opened(replace(inside, says=part))
    elif isinstance(says, Some):
        symbol, body = says.args
        signs = (_sign(part, symbol) for part in _parts(body))
        sign = next(filter(None, signs), 0)
        if sign and type(symbol) is sp.Symbol:
            constant = sign * sp.Dummy(str(symbol), positive=True)
            found = {**inside.constants, symbol: constant}
            body = And(*(p for p in conjuncts((body,)) if not _sign(p, symbol)), evaluate=False)
            says = substitute(body, {symbol: constant})
            yield from _opened(replace(inside, says=says, constants=found))
    elif inside.constants and isinstance(says, Relational):
        yield inside


def _parts(body: Any) -> Iterator[Any]:
    """Yield conditions that have to hold together, those under quantifiers, too."""
    for part in conjuncts((body,)):
        yield part
        if isinstance(part, Quantified):
            yield from _parts(part.body)


def _sign(condition: Any, symbol: Any) -> int:
    """Return 1 or -1 if a condition says that a symbol is positive or negative, otherwise 0."""
    is_sign = type(condition) in SIGNS and condition.args == (symbol, 0)
    return SIGNS[type(condition)] if is_sign else 0


def _starts(inside: _Inside) -> Iterator[Path]:
    """Yield from where rays go on: constants stay what they are, and what comes before is a number.

    The ray gives that a value, too, but small and large numbers are tried by themselves.
    """
    dummies = tuple((d, d) for d in inside.dummies)
    yield Path(dummies)
    first = sorted((s for s in inside.every if inside.is_fixed(s)), key=str)
    if first and all(type(symbol) is sp.Symbol and not symbol.is_integer for symbol in first):
        yield from (Path((*dummies, *((s, number) for s in first))) for number in NUMBERS)


def _rays(inside: _Inside, start: Path, most: int) -> Iterator[Path]:
    """Yield rays on which all premises hold, and all that is chosen before a constant is fixed."""
    fixed = frozenset(s for s in inside.free if inside.is_fixed(s))
    for path in rays(inside.given, fixed, start, most=most):
        missing = sorted(inside.free - dict(path.values).keys(), key=str)
        if any(type(symbol) is not sp.Symbol for symbol in missing):
            continue
        for value in (sp.S.One, sp.S.NegativeOne) if missing else (sp.S.One,):
            there = Path((*path.values, *((symbol, value) for symbol in missing)))
            in_turn = all(_is_in_turn(symbol, own, inside) for symbol, own in there.values)
            if in_turn and all(map(there.is_constant, fixed)):
                yield there


def _is_in_turn(symbol: Any, value: Any, inside: _Inside) -> bool:
    """Return whether a value is made of constants only that are chosen before it is."""
    before = frozenset(inside.dummies[: inside.every.get(symbol, 0)])
    return symbol in inside.dummies or frozenset(inside.dummies) & unbound(value) <= before
