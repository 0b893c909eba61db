"""Sums over factors or coordinates: equal terms, and a factor of all terms."""

import sympy as sp

from theory.arguments import Induct, LastTerm, Put, Solve
from theory.language import integers, reals
from theory.papers.steepest_mirror.coordinates import (
    eq,
    i,
)


def taken_out(terms, index, last, given=(), using=()):
    """Argue that a sum from 1 to `last` of several terms with factors is that of their sums.

    Args:
        terms: the terms, each with its factor, which does not depend on the index.
        index, last: the number of a term in each sum, and how many there are, one or more.
        given, using: what shows that every term has a value.
    """
    top = integers("last")
    factors = reals(f"c:{len(terms)}")

    def totals(end):
        return [sp.Sum(term, (index, 1, end)) for term in terms]

    def together(end):
        return sp.Sum(sp.Add(*map(sp.Mul, factors, terms)), (index, 1, end))

    def says(end):
        return eq(together(end), sp.Add(*map(sp.Mul, factors, totals(end))))

    def parts(end, *further):
        sums = (together(end), *totals(end))
        return tuple(LastTerm(one, (*given, *further), using) for one in sums)

    every = Induct(
        says(top),
        top,
        1,
        base=Solve(says(1), given, parts(1)),
        step=Solve(says(top + 1), (*given, top >= 1, says(top)), parts(top + 1, top >= 1)),
    )
    return Put(every, {top: last, **dict(zip(factors, terms.values(), strict=True))})


def counted(term, last):
    """Argue that a sum of equal terms is one of them times their number, one or more."""
    top, c = integers("last"), reals("c")

    def says(end):
        return eq(sp.Sum(c, (i, 1, end)), c * end)

    every = Induct(
        says(top),
        top,
        1,
        base=Solve(says(sp.S.One), (), (LastTerm(sp.Sum(c, (i, 1, 1))),)),
        step=Solve(
            says(top + 1),
            (top >= 1, says(top)),
            (LastTerm(sp.Sum(c, (i, 1, top + 1)), (top >= 1,)),),
        ),
    )
    return Put(every, {top: last, c: term})
