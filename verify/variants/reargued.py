"""Arguments for a mutant and against it, made from the one for the statement that was changed.

    for it        its own steps, the last of which ends at what the mutant says, strict ones beside
                  them where these hold (`strictly`); where they give a
                  value of which there is one, a larger or a smaller value may serve, too; and a
                  mean of indicators lies between 0 and 1, or is one of them (`probabilities`);
                  or of an order, with constants that are to serve in more (`weakened.uniform_in`)
    in cases      of a hypothesis that was dropped: its own steps where it holds, the solver where
                  it does not (`weakened.in_cases`)
    from before   with what its means were known to be before steps made that less (`earlier`)
    against it    at the values that meet the hypotheses the statement holds and the mutant fails;
                  or wherever they hold the last step shows that it fails, or some number does, or
                  what the statement says of a limit (`beyond`), or of what there is (`others`);
                  or near those values, where a hypothesis was dropped that alone is about a real,
                  or about a sequence

These are proposals: what they show the kernel concludes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import sympy as sp

from theory.argument_language import States
from theory.arguments import Argument, Choose, Cut, Generalise, Give, LastTerm, Met, Put, Solve
from theory.binders import SequenceOf, substitute, unbound
from theory.claim import Part
from theory.orders import Magnitude, Order
from theory.quantifiers import Every, Quantified, Some, denied, inhabited
from theory.sequences import Indicator
from verify.kernel.arguments.logic import term
from verify.kernel.conditions import conjuncts, is_sequence
from verify.variants.beyond import denials
from verify.variants.earlier import with_earlier_bounds
from verify.variants.others import not_all
from verify.variants.probabilities import KINDS, End, within
from verify.variants.strictly import Shown, with_strict_steps
from verify.variants.weakened import uniform_in

Near = Callable[[Any], Any]
NEAR: tuple[Near, ...] = (
    lambda v: v,
    lambda v: v + 1,
    lambda v: v / 2,
    lambda v: sp.Abs(v, evaluate=v.is_number) + 1,
    lambda v: -sp.Abs(v, evaluate=v.is_number) - 1,
    lambda v: 16 * (sp.Abs(v, evaluate=v.is_number) + 1),
)

NUMBERS = tuple(map(sp.Integer, (0, -1, 1, 2)))
DEEPEST = 2  # of the quantifiers that a number is put in


@dataclass(frozen=True)
class Ending:
    """How an argument is changed so that it may end at another conclusion.

    Args:
        near: what is given where there is to be something, made of what was given, in turn; the
            last of them serves what is deeper.
        ends: what is shown of the means of indicators in the conclusion.
        given: what a solver may assume after a step that is none by a solver.
    """

    near: tuple[Near, ...]
    ends: tuple[End, ...] = ()
    given: tuple[Any, ...] = ()

    @property
    def deeper(self) -> Ending:
        """The same inside of what is given."""
        return replace(self, near=self.near[1:] or self.near)


def _endings(says: Any, given: tuple[Any, ...]) -> Iterator[Ending]:
    """Yield endings: other values for all that is given, or for the one or the other of it."""
    same = NEAR[0]
    near: list[tuple[Near, ...]] = [(one,) for one in NEAR]
    if _gives_two(says):
        near += [pair for one in NEAR[1:] for pair in ((one, same), (same, one, same))]
    for ends in ((), *KINDS) if says.has(Indicator) else ((),):
        yield from (Ending(one, ends, given) for one in near)


def _gives_two(says: Any) -> bool:
    return isinstance(says, Some) and says.body.has(Some)


@dataclass(frozen=True)
class Proposal:
    """An argument that decides a mutant if it shows what it is for.

    Args:
        part: the statement that is argued about, with the argument.
        end: of the mutant, if the statement is proved, or refuted where that is the argument.
    """

    part: Part
    end: Literal["killed", "true"]


def proposals(part: Part, mutant: States, shown: Shown | None) -> Iterator[Proposal]:
    """Yield arguments about a mutant of a part.

    Args:
        part: the statement, and the argument for it; for a mutant with fewer hypotheses one that
            does not assume what was dropped.
        mutant: the changed statement.
        shown: whether an argument from the same leaves shows anything, if there is one.
    """
    argument, printed = part.because, part.statement
    if not isinstance(printed, States):
        return
    blank = replace(part, statement=mutant, because=None, against=None, instead=None)
    if isinstance(mutant.says, Order):
        if isinstance(argument, Argument) and isinstance(printed.says, Order):
            wider = uniform_in(argument, mutant.says.over - printed.says.over)
            yield Proposal(replace(blank, because=wider), "true")
        return
    changed, given = mutant.says != printed.says, tuple(conjuncts(mutant.given))
    if changed:
        for found in _by_numbers(mutant.says, given):
            yield Proposal(replace(blank, because=found), "true")
    if isinstance(argument, Argument):
        for found in _for_it(argument, printed, mutant, shown):
            yield Proposal(replace(blank, because=found), "true")
    if any(isinstance(g, Magnitude) for g in given):
        return
    if isinstance(argument, Met) and not changed:
        for found in _elsewhere(argument, printed, mutant):
            yield Proposal(replace(blank, against=found), "killed")
    if not changed:
        return
    if isinstance(argument, Met):
        against = _against(argument, printed, mutant)
        yield Proposal(replace(blank, against=against), "killed")
    contrary = replace(blank, statement=replace(mutant, says=denied(mutant.says)))
    for found in _contraries(argument, printed.says, contrary.statement, shown):
        yield Proposal(replace(contrary, because=found), "killed")


def _for_it(
    argument: Argument, printed: States, mutant: States, shown: Shown | None
) -> Iterator[Argument]:
    """Yield arguments for a mutant from the one for the statement, each once."""
    says, given = mutant.says, tuple(conjuncts(mutant.given))
    known: list[Argument] = [argument] if says == printed.says else []
    for ending in _endings(says, given):
        found = _ending_at(argument, says, ending)
        if found not in known:
            known.append(found)
            yield found
    if shown is None or says == printed.says:
        return
    if _strict_ones(says) - _strict_ones(printed.says):
        found = _strictly(argument, says, given, shown)
        if found not in known:
            yield found
    last = with_earlier_bounds(_solved(argument, printed.says, given), shown)
    yield _ending_at(last, says, Ending(NEAR[:1], given=given))


def _solved(argument: Argument, says: Any, given: tuple[Any, ...]) -> Argument:
    """Return an argument for a relation whose last step is one by a solver."""
    if isinstance(argument, Met):
        return replace(argument, of=_solved(argument.of, says, given))
    is_relation = isinstance(says, sp.core.relational.Relational)
    if not is_relation or isinstance(argument, (Solve, Cut, Choose)):
        return argument
    return Solve(says, given, (argument,))


def _strictly(argument: Argument, says: Any, given: tuple[Any, ...], shown: Shown) -> Argument:
    """Return an argument that ends at another conclusion, with strict steps beside its own."""
    return _ending_at(with_strict_steps(argument, shown), says, Ending(NEAR[:1], given=given))


def _strict_ones(says: Any) -> set[Any]:
    """Return the strict relations that stand in a condition."""
    return set(says.atoms(sp.Lt, sp.Gt))


def _contraries(
    argument: Any, printed: Any, contrary: Any, shown: Shown | None
) -> Iterator[Argument]:
    """Yield arguments that what is contrary to a mutant holds.

    Args:
        argument: for the statement, if there is one.
        printed: what the statement says.
        contrary: what denies the mutant, under its hypotheses.
        shown: whether an argument from the same leaves shows anything, if there is one.
    """
    says, given = contrary.says, tuple(conjuncts(contrary.given))
    point = argument.point if isinstance(argument, Met) else None
    own = argument.of if isinstance(argument, Met) else argument
    using = (own,) if isinstance(own, Argument) else ()
    if using and point is None:
        for ends in ((), *KINDS) if says.has(Indicator) else ((),):
            yield _ending_at(own, says, Ending(NEAR[:1], ends, given))
        if shown is not None and _strict_ones(says) - _strict_ones(printed):
            yield _strictly(own, says, given, shown)
    against = [
        found
        for depth in range(1, DEEPEST + 1)
        for numbers in _numbers_for(says)
        if len(numbers) <= depth
        for found in _serving(says, numbers, given, using, depth)
    ]
    if using:
        against += [*denials(says, printed, own, given), *not_all(says, printed, own, given)]
    yield from (found if point is None else Met(found, point) for found in against)


def _by_numbers(says: Any, given: tuple[Any, ...]) -> Iterator[Argument]:
    """Yield arguments that numbers serve where probabilities are related to what is to be some.

    They use no step of another argument, so that they are soon seen to fail.
    """
    if says.has(Some) and says.has(Indicator):
        for number in (*NUMBERS, *_where_bounds_vanish(says)):
            for ends in KINDS:
                yield from _serving(says, (number,), given, (), DEEPEST, ends)


def _where_bounds_vanish(says: Any) -> tuple[Any, ...]:
    """Return the positive numbers at which an even power of what there is some of vanishes.

    >>> x = sp.Symbol("x", real=True)
    >>> _where_bounds_vanish(Some(x, (1 - 4 * x**2 / 3) ** 2 <= 1))
    (sqrt(3)/2,)
    """
    bound = {e.args[0] for e in says.atoms(Some) if type(e.args[0]) is sp.Symbol}
    bases = {p.base for p in says.atoms(sp.Pow) if p.exp.is_Integer and p.exp % 2 == 0}
    polynomials = (b for b in bases if len(b.free_symbols) == 1 and b.free_symbols <= bound)
    squares = (b.as_poly() for b in polynomials if b.is_Add)
    roots = {r for p in squares if p is not None and p.degree() <= 2 for r in sp.real_roots(p)}
    return tuple(sorted((root for root in roots if root.is_positive), key=str))


def _serving(says: Any, numbers: tuple[Any, ...], *how: Any) -> Iterator[Argument]:
    """Yield the argument by numbers, if all terms in which they stand have values."""
    try:
        yield _by_values(says, numbers, *how)
    except TypeError:  # sympy refuses to compare what has no value
        return


def _numbers_for(says: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the numbers that are given in turn: each, or first the one of which it is for every.

    >>> x, y, z = sp.symbols("x y z", real=True)
    >>> list(_numbers_for(Every(x, Some(y, sp.And(y >= x, Some(z, z < y))))))[3:6]
    [(2,), (x, 0), (x, -1)]
    """
    if not says.has(Some):
        return
    yield from ((number,) for number in NUMBERS)
    if isinstance(says, Every) and type(says.args[0]) is sp.Symbol:
        yield from ((says.args[0], number) for number in NUMBERS)


def _by_values(
    says: Any,
    numbers: tuple[Any, ...],
    given: tuple[Any, ...],
    using: tuple[Argument, ...],
    depth: int,
    ends: tuple[End, ...] = (),
) -> Argument:
    """Argue for a condition by numbers, of which there are some; what is deeper is opaque.

    Args:
        says: the condition.
        numbers: one after the other; the last of them serves what is deeper.
        given, using: what a solver may use.
        depth: how many times they are put for what is to be some.
        ends: what is shown of the means of indicators, in which case all conditions on every
            member are looked into.
    """
    inside = partial(_by_values, numbers=numbers, using=using, depth=depth, ends=ends)
    if depth and isinstance(says, Some) and type(says.args[0]) is sp.Symbol:
        at = substitute(says.body, {says.args[0]: numbers[0]})
        deeper = numbers[1:] or numbers
        return Give(inside(at, given=given, numbers=deeper, depth=depth - 1), says, numbers[0])
    if isinstance(says, Every):
        return Generalise(inside(says.body, given=given), says.args[0])
    inner = [part for part in says.args if isinstance(part, Quantified)]
    opened = [part for part in inner if part.has(Some) or (ends and part.has(Indicator))]
    if (depth or ends) and isinstance(says, (sp.And, sp.Or)) and len(opened) == 1:
        others = (
            [part for part in says.args if part != opened[0]] if isinstance(says, sp.Or) else []
        )
        using = (*using, inside(opened[0], given=(*given, *map(denied, others))))
    elif isinstance(says, sp.And) and len(inner) == 1 and isinstance(inner[0], Every):
        using = (*using, inside(inner[0], given=given))
    return Solve(says, given, (*using, *within(says, given, ends)))


def _ending_at(argument: Argument, says: Any, ending: Ending) -> Argument:
    """Return an argument that ends at another conclusion."""
    if isinstance(argument, Met):
        return Met(_ending_at(argument.of, says, ending), argument.point)
    if isinstance(argument, Give) and isinstance(says, Some):
        symbol, body = says.args
        value = term(argument.value)
        value = value if is_sequence(value) else ending.near[0](value)
        inner = _ending_at(argument.of, substitute(body, {symbol: value}), ending.deeper)
        return Give(inner, says, value)
    if isinstance(argument, Generalise) and isinstance(says, Every):
        symbol, body = says.args
        of_own = substitute(body, {symbol: argument.symbol})
        return Generalise(_ending_at(argument.of, of_own, ending), argument.symbol)
    if isinstance(argument, Choose):
        return Choose(argument.exists, _ending_at(argument.then, says, ending), argument.symbol)
    if isinstance(argument, Cut):
        return Cut(_ending_at(argument.of, says, ending), argument.by)
    if isinstance(argument, Solve):
        steps = _each_ending_at(argument.using, says, ending)
        using = tuple(_in_its_place(step, argument.says, says, ending) for step in steps)
        using += within(says, argument.given, ending.ends)
        return argument if argument.says == says else Solve(says, argument.given, using)
    return Solve(says, ending.given, (argument, *within(says, ending.given, ending.ends)))


def _in_its_place(step: Argument, old: Any, says: Any, ending: Ending) -> Argument:
    """Return a step; one that ends where the argument does, as one of its cases may, ends anew."""
    if _concluded(step) != old:
        return step
    if not isinstance(step, Put):
        return _ending_at(step, says, ending)
    fits = substitute(says, _put_for(step)) == says
    return replace(step, of=_in_its_place(step.of, old, says, ending)) if fits else step


def _concluded(step: Argument) -> Any:
    """Return what a step says that it ends at, `None` where that is not written down."""
    if isinstance(step, (Solve, Give)):
        return step.says
    if isinstance(step, Choose):
        return _concluded(step.then)
    if isinstance(step, Put):
        of = _concluded(step.of)
        return None if of is None else substitute(of, _put_for(step))
    return None


def _put_for(step: Put) -> dict[Any, Any]:
    """Return what is put for symbols, as terms: an argument may have plain numbers there."""
    return {symbol: term(value) for symbol, value in step.values.items()}


def _each_ending_at(steps: tuple[Argument, ...], says: Any, ending: Ending) -> Iterator[Argument]:
    """Yield steps; those for conditions with quantifiers end at what takes the place of these."""
    parts = list(_with_quantifiers(says))
    kinds = tuple(Generalise if isinstance(part, Every) else Give for part in parts)
    of_them = [step for step in steps if isinstance(step, (Generalise, Give))]
    if tuple(map(type, of_them)) != kinds:
        yield from steps
        return
    there = iter(parts)
    for step in steps:
        yield _ending_at(step, next(there), ending) if step in of_them else step


def _with_quantifiers(says: Any) -> Iterator[Any]:
    """Yield the conditions with quantifiers that have to be shown, of an implication its own.

    >>> x, y = sp.symbols("x y", real=True)
    >>> list(_with_quantifiers(sp.And(x > 0, sp.Implies(x > 1, Some(y, y > x)))))
    [for some y: y > x]
    """
    for part in conjuncts((says,)):
        if isinstance(part, sp.Implies):
            yield from _with_quantifiers(part.args[1])
        elif isinstance(part, Quantified):
            yield part


def _against(argument: Met, printed: States, mutant: States) -> Argument:
    """Return the argument that a mutant fails at the values that meet its hypotheses."""
    given = tuple(conjuncts(mutant.given))
    values = dict(_values(argument.point, frozenset().union(*map(unbound, given))))
    other = {symbol: value for symbol, value in values.items() if value != symbol}
    holds: Argument = argument.of
    if other:  # under all hypotheses, so that values may be put for all of their symbols
        holds = Put(Solve(printed.says, given, (argument.of,)), other)

    def last(step: Argument, condition: Any) -> Argument:
        own = (step.given, step.using) if isinstance(step, Solve) else ((), ())
        return Solve(condition, own[0], (step, holds, *own[1]))

    return _at_point(argument.point, inhabited(values, (*given, denied(mutant.says))), last)


def _elsewhere(argument: Met, printed: States, mutant: States) -> Iterator[Argument]:
    """Yield arguments that a mutant fails near the values that meet the hypotheses.

    What nothing that is left of the hypotheses is about may have any other value.
    """
    given = tuple(conjuncts(mutant.given))
    values = dict(_values(argument.point, frozenset().union(*map(unbound, printed.given))))
    left = frozenset[Any]().union(*map(unbound, given))

    def last(step: Argument, condition: Any) -> Argument:
        own = (step.given, step.using) if isinstance(step, Solve) else ((), ())
        sums = sorted(filter(_has_one_term, condition.atoms(sp.Sum)), key=str)
        return Solve(condition, own[0], (step, *own[1], *map(LastTerm, sums)))

    for symbol, value in values.items():
        is_real = type(symbol) is sp.Symbol and not symbol.is_integer
        if symbol in left or not (is_real or isinstance(value, SequenceOf)):
            continue
        for near in NEAR[1:]:
            moved = _with_value(argument.point, symbol, _moved(value, near))
            yield _at_point(moved, inhabited(values, (*given, denied(mutant.says))), last)


def _moved(value: Any, near: Near) -> Any:
    """Return a number near another one, or a sequence with such entries."""
    if not isinstance(value, SequenceOf):
        return near(value)
    return SequenceOf(near(value.args[0]), *value.args[1:])


def _has_one_term(e: sp.Sum) -> bool:
    """Return whether a sum has one index, with one value."""
    (_, *ends), *others = e.limits
    return not others and all(end.is_Integer for end in ends) and ends[0] == ends[-1]


def _with_value(point: Argument, symbol: Any, value: Any) -> Argument:
    """Return an argument that there is something, in which one thing has another value."""
    if isinstance(point, Choose):
        return replace(point, then=_with_value(point.then, symbol, value))
    if isinstance(point, Give) and point.says.args[0] == symbol:
        return replace(point, value=value)
    if isinstance(point, Give):
        return replace(point, of=_with_value(point.of, symbol, value))
    return point


def met_at(argument: Any, statement: States) -> dict[Any, Any]:
    """Return the values at which an argument says that the hypotheses of a statement hold."""
    if not isinstance(argument, Met):
        return {}
    free = frozenset().union(unbound(statement.says), *map(unbound, statement.given))
    return dict(_values(argument.point, free))


def _values(point: Argument, free: frozenset[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the values of free symbols at which an argument says that there is something."""
    while isinstance(point, (Choose, Give)):
        if isinstance(point, Give):
            symbol = point.says.args[0]
            if symbol not in free:
                return
            yield symbol, term(point.value)
        point = point.of if isinstance(point, Give) else point.then


def _at_point(point: Argument, says: Any, last: Callable[[Argument, Any], Argument]) -> Argument:
    """Return an argument that there is something of which more is said, by the same values."""
    if isinstance(point, Choose):
        return replace(point, then=_at_point(point.then, says, last))
    if isinstance(point, Give) and isinstance(says, Some) and says.args[0] == point.says.args[0]:
        symbol, body = says.args
        there = substitute(body, {symbol: term(point.value)})
        return Give(_at_point(point.of, there, last), says, point.value)
    return last(point, says)
