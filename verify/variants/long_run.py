"""What is said to hold from some number on, and in the long run does not.

"There is an s so that for every x >= s something holds" fails if that something fails at every
large x, whatever s is. Constants get values that satisfy the hypotheses, and x is the scale of a
ray, so that the leading terms of both sides decide (`paths.eventually`). That there is some y fails
in the long run if one of its lower bounds is beyond one of its upper bounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.binders import substitute, unbound
from theory.quantifiers import Every, Some
from verify.kernel.conditions import conjuncts, gt
from verify.variants.paths import NONE, SCALE, Path, eventually, rays, simplified

UP = (sp.Ge, sp.Gt)
COMPARED = (*UP, sp.Le, sp.Lt)
NUMBERS = tuple(map(sp.Rational, ("1", "1/2", "2", "-1", "-1/4")))


class _FromSomewhere(NamedTuple):
    """That something holds for every number, called `symbol`, from some number on."""

    symbol: Any
    says: Any


def fails_in_the_long_run(statement: States) -> str | None:
    """Return for which constants a statement fails in the long run, `None` if that is not seen.

    >>> x, s, a = sp.symbols("x s a", real=True)
    >>> def from_somewhere(says):
    ...     return States(Some(s, Every(x, Implies(x >= s, says, evaluate=False))), (sp.Eq(a, 2),))
    >>> fails_in_the_long_run(from_somewhere(x >= 2 * a * x - 5))
    'at every large x it fails, where a = 2'
    >>> fails_in_the_long_run(from_somewhere(x >= a))
    """
    limit = limit_of(statement.says)
    if limit is None:
        return None
    constants = unbound(statement.says).union(*map(unbound, statement.given))
    if not all(type(symbol) is sp.Symbol for symbol in constants):
        return None
    for path in rays(statement.given, constants, NONE):
        for point in _completed(path, constants):
            if _never(limit.says, Path((*point.values, (limit.symbol, SCALE)))):
                where = f", where {point}" if point.values else ""
                return f"at every large {limit.symbol} it fails{where}"
    return None


def _completed(path: Path, constants: frozenset[Any]) -> Iterator[Path]:
    """Yield a ray with numbers for what no hypothesis is about."""
    missing = sorted(constants - dict(path.values).keys(), key=str)
    for number in NUMBERS if missing else NUMBERS[:1]:
        yield Path((*path.values, *((symbol, number) for symbol in missing)))


def limit_of(says: Any) -> _FromSomewhere | None:
    """Return what is said of every real from some number on, if all of it is that."""
    if not isinstance(says, Some) or type(says.args[0]) is not sp.Symbol:
        return None
    start, body = says.args
    parts = [part for part in conjuncts((body,)) if isinstance(part, Every)]
    if len(parts) != 1:
        return None
    symbol, inner = parts[0].args
    if type(symbol) is not sp.Symbol or symbol.is_integer or not isinstance(inner, Implies):
        return None
    premise, then = inner.args
    if start in unbound(then) or not all(
        _is_from(part, symbol, start) for part in conjuncts((premise,))
    ):
        return None
    return _FromSomewhere(symbol, then)


def _is_from(part: Any, symbol: Any, start: Any) -> bool:
    """Return whether a premise says that a number is at least another one, or more than it."""
    return isinstance(part, UP) and part.args == (symbol, start)


def _never(says: Any, at: Path) -> bool:
    """Return whether a condition fails at every large scale."""
    if isinstance(says, Some) and type(says.args[0]) is sp.Symbol:
        symbol, body = says.args
        return _is_nowhere(symbol, body, at)
    if isinstance(says, And):
        return any(_never(part, at) for part in says.args)
    if isinstance(says, Relational):
        return eventually(says, at) is False
    return False


def _is_nowhere(symbol: Any, body: Any, at: Path) -> bool:
    """Return whether no number satisfies a condition at any large scale."""
    parts = list(conjuncts((body,)))
    if any(symbol not in unbound(part) and _never(part, at) for part in parts):
        return True
    bounds = [(kind, substitute(end, dict(at.values))) for kind, end in _bounds(parts, symbol)]
    if any(kind in UP and eventually(gt(end, 0), NONE) is True for kind, end in bounds):
        bounds += [one for part in parts if (one := _isolated(part, symbol, at)) is not None]
    lows = [end for kind, end in bounds if kind in UP]
    highs = [end for kind, end in bounds if kind not in UP]
    return any(eventually(gt(low, high), NONE) is True for low in lows for high in highs)


def _bounds(parts: list[Any], symbol: Any) -> Iterator[tuple[Any, Any]]:
    """Yield how a number is related to terms in which it does not stand."""
    for part in parts:
        if isinstance(part, COMPARED):
            for one in (part, part.reversed):
                if one.lhs == symbol and symbol not in unbound(one.rhs):
                    yield one.func, one.rhs


def _isolated(part: Any, symbol: Any, at: Path) -> tuple[Any, Any] | None:
    """Return how a positive number is related to a term, by a comparison of its powers.

    The factors of these must be positive at every large scale. So it is for y > 0

    >>> x, y = sp.symbols("x y", real=True)
    >>> _isolated(x / sp.sqrt(y) <= 3 * y, y, Path(((x, SCALE),)))
    (<class 'sympy.core.relational.GreaterThan'>, 3**(1/3)*scale**(2/3)/3)
    """
    if not isinstance(part, COMPARED) or symbol not in unbound(part):
        return None
    own = sp.Dummy("own", positive=True)
    sides = [at.at(substitute(side, {symbol: own})) for side in part.args]
    (left, one), (right, other) = (side.as_independent(own, as_Add=False) for side in sides)
    base, exponent = simplified(one / other).as_base_exp()
    positive = all(eventually(gt(factor, 0), NONE) is True for factor in (left, right))
    if not positive or base != own or not exponent.is_Rational:
        return None
    kind = part.func if exponent > 0 else part.reversed.func
    return kind, simplified((right / left) ** (1 / exponent))
