"""An argument that assumes less of a real: that it is positive where it was to be at least 1.

Often that is all that the steps need, and what the other hypotheses say, if only because their
terms have values: of a bound that was dropped the strongest part is looked for that they imply, and
the argument, with its lemmas, assumes this part instead. What it shows then the kernel concludes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

import sympy as sp

from theory.argument_language import States
from theory.arguments import Argument, Cut, Lemma, Put, Solve
from theory.claim import Claim
from theory.normal_form import normal
from theory.statements import ForAll, Statement
from theory.well_formed import IllFormed
from verify.kernel.arguments.logic import term
from verify.kernel.conditions import all_of, conjuncts, ge, gt, unbound_in
from verify.variants.consequences import is_enough, says_positive

TURNED = {sp.Gt: sp.Lt, sp.Ge: sp.Le, sp.Lt: sp.Gt, sp.Le: sp.Ge, sp.Eq: sp.Eq, sp.Ne: sp.Ne}


class Bound(NamedTuple):
    """A condition on one symbol, and one that says less, which is assumed instead."""

    old: Any
    new: Any


@dataclass(frozen=True)
class Less:
    """An argument that assumes less, and lemmas that do, of which each may or may not hold.

    Args:
        argument: the argument.
        new: what is assumed instead of what was dropped.
        lemmas: by name, those that say so under less; where one of them does not hold, what the
            argument needs of it may still be the lemma as it was.
    """

    argument: Argument
    new: Any
    lemmas: Mapping[str, ForAll | States]


def assuming_less(
    claim: Claim, argument: Argument, mutant: ForAll | States, dropped: Any
) -> Iterator[Less]:
    """Yield arguments with a part of what was dropped, if that part goes without saying.

    Nothing is assumed instead if there is no such part; and if lemmas assume what was dropped, it
    may be enough that these do not.

    Args:
        claim: with the lemmas of the argument.
        argument: for the statement.
        mutant: the statement without a hypothesis.
        dropped: the hypothesis.
    """
    parts = parts_of(dropped, (*mutant.given, dropped))
    enough = next((part for part in parts if is_enough(mutant, part)), sp.true)
    known: Less | None = None
    for signs in (False, True):
        changed = _Changed(signs)
        found = changed.step(argument, (Bound(dropped, enough),))
        less = Less(found, enough, dict(_weaker_lemmas(claim, changed.lemmas)))
        if (enough != sp.true or less.lemmas) and less != known:
            yield less
        known = less


def with_lemmas(claim: Claim, lemmas: Mapping[str, Statement]) -> Claim | None:
    """Return a claim with other lemmas; `None` if they belong to a claim that it repeats."""
    try:
        return replace(claim, lemmas={**claim.lemmas, **lemmas}) if lemmas else claim
    except IllFormed:
        return None


def parts_of(bound: Any, given: Iterable[Any] = ()) -> Iterator[Any]:
    """Yield what a lower bound of a symbol, or its value, says of its sign, the strongest first.

    Args:
        bound: the condition.
        given: hypotheses that say where a value is positive.

    >>> x, y = sp.symbols("x y", real=True)
    >>> list(parts_of(x >= 1)), list(parts_of(x > 0)), list(parts_of(x <= 1))
    ([x > 0, Ne(x, 0), x >= 0], [Ne(x, 0), x >= 0], [])
    >>> list(parts_of(sp.Eq(x, y), [sp.Eq(x, y), y > 2]))
    [x > 0, Ne(x, 0), x >= 0]
    """
    if not isinstance(bound, (sp.Gt, sp.Ge, sp.Eq)):
        return
    symbol, least = bound.args
    if type(symbol) is not sp.Symbol:
        return
    if least.is_Rational:
        positive = bool(least > 0) or (least == 0 and isinstance(bound, sp.Gt))
        at_least_0 = bool(least >= 0)
    else:
        positive = at_least_0 = isinstance(bound, sp.Eq) and says_positive(given, symbol)
    weaker = [gt(symbol, 0), sp.Ne(symbol, 0, evaluate=False)] if positive else []
    weaker += [ge(symbol, 0)] if at_least_0 else []
    yield from (part for part in weaker if normal(part) != normal(bound))


@dataclass(frozen=True)
class _Changed:
    """Steps that assume less, by what they were and by the bounds, and what lemmas are to assume.

    Args:
        signs: whether steps show no more of numbers than that they are positive, where others are
            cut off which assume that these are at least some positive number.
        known: the steps.
        lemmas: by the name of a lemma, the bounds.
        kept: what the steps were, so that no other one has the identity of one of them.
    """

    signs: bool
    known: dict[tuple[int, tuple[Bound, ...]], Argument] = field(default_factory=dict)
    lemmas: dict[str, dict[Bound, None]] = field(default_factory=dict)
    kept: list[Argument] = field(default_factory=list)

    def step(self, argument: Argument, bounds: tuple[Bound, ...]) -> Argument:
        """Return a step in which less is assumed, as are its steps."""
        key = id(argument), bounds
        if key in self.known:
            return self.known[key]
        if isinstance(argument, Lemma):
            self.lemmas.setdefault(argument.name, {}).update(dict.fromkeys(bounds))
        inside = _within(argument, bounds) if isinstance(argument, Put) else bounds
        whole, signs = argument, _shown_bounds(argument) if self.signs else ()
        if isinstance(argument, Cut) and signs:
            inside = (*bounds, *signs)
            argument = replace(argument, by=tuple(_with_signs(one, signs) for one in argument.by))
        values = ((own.name, getattr(argument, own.name)) for own in fields(argument))
        new: dict[str, Any] = {
            name: _of_given(value, bounds)
            if name == "given"
            else self._part(value, inside if name == "of" else bounds)
            for name, value in values
        }
        differ = {name: one for name, one in new.items() if one is not getattr(argument, name)}
        found = replace(argument, **differ) if differ else argument
        self.known[key] = found
        self.kept.extend((whole, argument))
        return found

    def _part(self, value: Any, bounds: tuple[Bound, ...]) -> Any:
        if isinstance(value, Argument):
            return self.step(value, bounds)
        if not isinstance(value, tuple) or not any(isinstance(one, Argument) for one in value):
            return value
        found = tuple(self.step(v, bounds) if isinstance(v, Argument) else v for v in value)
        return value if all(a is b for a, b in zip(found, value, strict=True)) else found


def _shown_bounds(cut: Argument) -> tuple[Bound, ...]:
    """Return that a number is positive for each that is shown to be at least a positive one.

    >>> x, y = sp.symbols("x y", real=True)
    >>> _shown_bounds(Cut(Lemma("l"), (Solve(sp.And(x >= 1, y > 0), (x >= 2,)),)))
    (Bound(old=x >= 1, new=x > 0),)
    """
    if not isinstance(cut, Cut):
        return ()
    said = conjuncts(step.says for step in cut.by if isinstance(step, Solve))
    bounds = (part for part in said if isinstance(part, (sp.Gt, sp.Ge)) and _is_of_number(part))
    return tuple(Bound(part, gt(part.args[0], 0)) for part in bounds if part.args[1] > 0)


def _with_signs(step: Argument, bounds: tuple[Bound, ...]) -> Argument:
    """Return a step by a solver that shows the weaker ones of some conditions."""
    if not isinstance(step, Solve):
        return step
    parts = (step.says,)
    found = _of_given(parts, bounds)
    return step if found == parts else replace(step, says=all_of(found))


def _of_given(given: tuple[Any, ...], bounds: tuple[Bound, ...]) -> tuple[Any, ...]:
    """Return hypotheses with weaker ones instead of what was dropped, and of what that implies.

    >>> x = sp.Symbol("x", real=True)
    >>> _of_given((x > 1, x < 5, x > 0, x > 3), (Bound(x >= 2, x > 0),))
    (x > 0, x < 5, x > 0, x > 3)
    """
    parts = list(conjuncts(given))
    found = [next((b.new for b in bounds if _is_between(part, b)), part) for part in parts]
    return given if found == parts else tuple(conjuncts(found))


def _is_between(condition: Any, bound: Bound) -> bool:
    """Return whether a condition says no more than what was dropped, and more than what is left."""
    if normal(condition) == normal(bound.old):
        return True
    if bound.new == sp.true:
        return False
    new, old, part = (_low(one) for one in (bound.new, bound.old, condition))
    if new is None or old is None or part is None or len({new[0], old[0], part[0]}) > 1:
        return False
    return bool(new[1:] < part[1:] <= old[1:])


def _low(bound: Any) -> tuple[Any, Any, bool] | None:
    """Return the symbol of a bound, its end and whether it is strict, upper bounds turned round."""
    if not isinstance(bound, (sp.Gt, sp.Ge, sp.Lt, sp.Le)):
        return None
    symbol, end = bound.args
    if type(symbol) is not sp.Symbol or not end.is_Rational:
        return None
    is_low = isinstance(bound, (sp.Gt, sp.Ge))
    return (symbol if is_low else -symbol, end if is_low else -end, type(bound) in (sp.Gt, sp.Lt))


def _weaker_lemmas(
    claim: Claim, bounds: Mapping[str, Mapping[Bound, None]]
) -> Iterator[tuple[str, ForAll | States]]:
    """Yield the lemmas of a claim that assume what was dropped, with what is assumed instead."""
    for name, of_it in bounds.items():
        lemma = claim.lemmas.get(name)
        if isinstance(lemma, (ForAll, States)):
            given = tuple(conjuncts(lemma.given))
            found = _of_given(given, tuple(of_it))
            if found != given:
                yield name, replace(lemma, given=tuple(conjuncts(found)))


def _within(step: Put, bounds: tuple[Bound, ...]) -> tuple[Bound, ...]:
    """Return the bounds inside of what terms are put in: on symbols for multiples, too.

    >>> x, y = sp.symbols("x y", real=True)
    >>> _within(Put(Lemma("l"), {y: -x / 2, x: 7}), (Bound(x > 1, x > 0),))
    (Bound(old=y < -1/2, new=y < 0),)
    """
    put = frozenset(step.values)
    kept = [bound for bound in bounds if put.isdisjoint(unbound_in(bound))]
    of_numbers = [bound for bound in bounds if _is_of_number(bound.old)]
    for symbol, value in step.values.items():
        for bound in of_numbers if type(symbol) is sp.Symbol else ():
            own = _on_multiple(symbol, term(value), bound.old.args[0])
            if own is not None:
                kept.append(Bound(*map(own, bound)))
    return tuple(dict.fromkeys(kept))


def _is_of_number(condition: Any) -> bool:
    """Return whether a condition compares a symbol with a rational number."""
    if type(condition) not in TURNED:
        return False
    symbol, number = condition.args
    return type(symbol) is sp.Symbol and bool(number.is_Rational)


def _on_multiple(symbol: Any, value: Any, of: Any) -> Callable[[Any], Any] | None:
    """Return how a bound on a number reads for a symbol that stands for a c + b, a and b numbers.

    Args:
        symbol: what stands for it.
        value: what it stands for.
        of: the number.
    """
    if value.free_symbols != {of}:
        return None
    factor = value.diff(of)
    if not factor.is_Rational or factor == 0:
        return None
    rest = value.subs(of, 0)

    def read(bound: Any) -> Any:
        if bound == sp.true:
            return bound
        kind = type(bound) if factor > 0 else TURNED[type(bound)]
        return kind(symbol, factor * bound.args[1] + rest, evaluate=False)

    return read
