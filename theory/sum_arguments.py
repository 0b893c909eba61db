"""Arguments about sums from 1 to some integer: factors, several terms, few terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import AddUp, Argument, Induct, LastTerm, Put, Solve
from theory.binders import substitute, unbound
from theory.language import eq, integers, reals
from theory.sequences import Indicator


def combined(factors: Mapping[Any, Any]) -> Any:
    """Return the sum of terms with their factors."""
    return sp.Add(*(factor * term for term, factor in factors.items()))


def taken_out(
    terms: Mapping[Any, Any],
    index: Any,
    last: Any,
    given: tuple[Any, ...] = (),
    using: tuple[Argument, ...] = (),
) -> Put:
    """Argue that a sum from 1 to `last` of several terms with factors is that of their sums.

    Args:
        terms: the terms, each with its factor, which does not depend on the index.
        index, last: the number of a term in each sum, and how many there are, one or more.
        given, using: what shows that every term has a value, or every one up to `last`, if
            something of what is given speaks of `last`.
    """
    top = integers("last")
    factors = reals(f"c:{len(terms)}")
    values = dict(zip(factors, terms.values(), strict=True))
    is_bounded = last in unbound(And(*given))

    def totals(end: Any) -> list[Any]:
        return [sp.Sum(term, (index, 1, end)) for term in terms]

    def together(end: Any) -> Any:
        return sp.Sum(sp.Add(*map(sp.Mul, factors, terms)), (index, 1, end))

    def says(end: Any) -> Any:
        joined = sp.Add(*map(sp.Mul, factors, totals(end)))
        return eq(together(end), joined)

    def up_to(end: Any) -> Any:
        return Implies(end <= last, says(end), evaluate=False) if is_bounded else says(end)

    def parts(end: Any, *further: Any) -> tuple[LastTerm, ...]:
        sums = (together(end), *totals(end))
        within = (end <= last,) if is_bounded else ()
        return tuple(LastTerm(one, (*given, *within, *further), using) for one in sums)

    every: Argument = Induct(
        up_to(top),
        top,
        1,
        base=Solve(up_to(sp.S.One), given, parts(sp.S.One)),
        step=Solve(up_to(top + 1), (*given, top >= 1, up_to(top)), parts(top + 1, top >= 1)),
    )
    if is_bounded:
        every = Solve(says(last), (*given, last >= 1), (Put(every, {top: last}),))
        return Put(every, values)
    return Put(every, {top: last, **values})


def counted(term: Any, index: Any, last: Any, first: int = 1) -> Put:
    """Argue that a sum of equal terms, one or more, is one of them times their number."""
    top, c = integers("last"), reals("c")

    def total(end: Any) -> sp.Sum:
        return sp.Sum(c, (index, first, end))

    def says(end: Any) -> Any:
        return eq(total(end), c * (end + 1 - first))

    every = Induct(
        says(top),
        top,
        first,
        base=Solve(says(sp.Integer(first)), (), (LastTerm(total(sp.Integer(first))),)),
        step=Solve(
            says(top + 1),
            (top >= first, says(top)),
            (LastTerm(total(top + 1), (top >= first,)),),
        ),
    )
    return Put(every, {top: last, c: term})


def has_value(
    total: sp.Sum, given: tuple[Any, ...] = (), using: tuple[Argument, ...] = ()
) -> AddUp:
    """Argue that a sum over a range that is not empty has a value, as all of its terms have.

    Args:
        total: the sum.
        given, using: what shows that every term has a value.
    """
    ((index, low, high),) = total.limits
    inside = (sp.Ge(index, low, evaluate=False), sp.Le(index, high, evaluate=False))
    each = Solve(eq(total.function, total.function), (*given, *inside), using)
    return AddUp(each, index, low, high)


def written_out(total: sp.Sum) -> Solve:
    """Argue that a sum, or several in one another, from 1 to a number is that of its terms.

    Sums that stand in its terms have to be from 1 to a number, too.
    """
    (index, _, last), *outer = total.limits
    if not outer:
        parts = [sp.Sum(total.function, (index, 1, end)) for end in range(1, int(last) + 1)]
        terms = (substitute(total.function, {index: sp.Integer(n + 1)}) for n in range(len(parts)))
        steps = tuple(LastTerm(part, (), all_written_out(total.function)) for part in parts)
        return Solve(eq(total, sp.Add(*terms)), (), steps)
    (around, _, end), *further = outer
    inner = written_out(sp.Sum(total.function, (index, 1, last)))
    rest = sp.Sum(inner.says.args[1], (around, 1, end), *further)
    return Solve(
        eq(total, written_out(rest).says.args[1]),
        (),
        (AddUp(inner, around, 1, end), written_out(rest)),
    )


def all_written_out(formula: Any) -> tuple[Solve, ...]:
    """Argue of each sum in a formula, from 1 to a number, that it is that of its terms."""
    return tuple(map(written_out, sorted(formula.atoms(sp.Sum), key=str)))


def only_term(term: Any, index: Any, last: Any, at: Any, given: tuple[Any, ...], using: Any) -> Put:
    """Argue that a sum from 1 to `last` of terms that vanish but for one is that term.

    Args:
        term: the terms, each with a value.
        index, last: the number of a term, and how many there are, one or more.
        at: the number of the term that is left, between 1 and `last`.
        given, using: what shows that the other terms vanish.
    """
    top = integers("last")

    def whole(end: Any) -> Any:
        return sp.Sum(term, (index, 1, end))

    def says(end: Any) -> Any:
        return eq(whole(end), substitute(term, {index: at}) * Indicator(end >= at))

    def other(number: Any) -> tuple[Argument, ...]:
        return tuple(Put(fact, {index: number}) for fact in using)

    every = Induct(
        says(top),
        top,
        1,
        base=Solve(
            says(sp.S.One), (*given, at >= 1), (LastTerm(whole(sp.S.One)), *other(sp.S.One))
        ),
        step=Solve(
            says(top + 1),
            (*given, top >= 1, at >= 1, says(top)),
            (LastTerm(whole(top + 1), (top >= 1,)), *other(top + 1)),
        ),
    )
    return Put(every, {top: last})
