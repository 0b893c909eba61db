"""Sums over coordinates: the population matrix, and quadratic forms of what is put together.

Entry (i, j) of the population matrix is 1 for (1, 2) and (2, 1), else 0. A sum with the indicator
of one index is its term there.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.arguments import AddUp, Assume, Induct, LastTerm, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.existence import by_values, met
from theory.language import eq, integers, reals, sequence
from theory.papers.less_data.notation import d, i, j, other
from theory.quantifiers import Every, Some
from theory.sequences import Indicator
from theory.sum_arguments import combined

k, c = integers("k"), reals("c'")
p, p_rest = map(sequence, ("p", "p'"))
INSIDE = (d >= 2, i >= 1, i <= d)


def population(row, column):
    """Return an entry of the population matrix."""
    here, there = (And(eq(row, one), eq(column, 3 - one)) for one in (1, 2))
    return Indicator(Or(here, there))


def over(term, index=i):
    """Return a sum over all coordinates."""
    return sp.Sum(term, (index, 1, d))


def image(vector):
    """Return entry i of the population matrix times a vector."""
    return over(population(i, j) * vector[j], j)


def form(vector):
    """Return u^T M u for the population matrix."""
    return over(vector[i] * image(vector))


def square(vector):
    """Return the squared norm of a vector."""
    return over(vector[i] ** 2)


def counted_once(number, index):
    """Argue that an index is 1, or 2, once in 1, ..., k if k is not smaller."""

    def total(last):
        return sp.Sum(Indicator(eq(index, number)), (index, 1, last))

    base = tuple(LastTerm(total(last)) for last in range(1, number + 1))
    return Induct(
        eq(total(k), 1),
        k,
        number,
        base=Solve(eq(total(sp.Integer(number)), 1), (), base),
        step=Solve(
            eq(total(k + 1), 1),
            (k >= number, eq(total(k), 1)),
            (LastTerm(total(k + 1), (k >= 1,)),),
        ),
    )


def counts(index):
    """Argue that among 1, ..., d an index is 1 once, and 2 once."""
    return tuple(Put(counted_once(number, index), {k: d}) for number in (1, 2))


def _two():
    """Argue that the sum of c p_i + p'_i is c times that of p_i and that of p'_i."""
    scaled = sp.Sum(c * p[i] + p_rest[i], (i, 1, k))
    sums = (sp.Sum(p[i], (i, 1, k)), sp.Sum(p_rest[i], (i, 1, k)))

    def says(last):
        totals = [substitute(total, {k: last}) for total in (scaled, *sums)]
        return eq(totals[0], c * totals[1] + totals[2])

    def parts(last, *given):
        return tuple(LastTerm(substitute(e, {k: last}), given) for e in (scaled, *sums))

    base = Solve(says(sp.S.One), (), parts(sp.S.One))
    step = Solve(says(k + 1), (k >= 1, says(k)), parts(k + 1, k >= 1))
    return Induct(says(k), k, 1, base=base, step=step)


TWO_SUMS = _two()
_ZEROS = sp.Sum(0, (i, 1, k))
NO_SUM = Induct(
    eq(_ZEROS, 0),
    k,
    1,
    base=Solve(eq(substitute(_ZEROS, {k: sp.S.One}), 0), (), (LastTerm(sp.Sum(0, (i, 1, 1))),)),
    step=Solve(
        eq(substitute(_ZEROS, {k: k + 1}), 0),
        (k >= 1, eq(_ZEROS, 0)),
        (LastTerm(sp.Sum(0, (i, 1, k + 1)), (k >= 1,)),),
    ),
)


def linear(terms, index=i, last=d):
    """Argue that a sum of terms with factors is that of their sums, for terms with values.

    Args:
        terms: the terms, each with its factor, which does not depend on the index.
        index, last: the sums run from 1 to `last`, which is 1 or more.
    """
    (term, factor), *others = terms.items()
    here = Put(TWO_SUMS, _at(term, factor, combined(dict(others)), index, last))
    says = eq(
        sp.Sum(combined(terms), (index, 1, last)),
        combined({sp.Sum(e, (index, 1, last)): f for e, f in terms.items()}),
    )
    then = linear(dict(others), index, last) if others else Put(NO_SUM, {k: last})
    return Solve(says, (last >= 1,), (here, then))


def _at(term, factor, remaining, index, last):
    """Return what is put for the symbols of the sum of two sequences."""
    return {
        c: factor,
        p: SequenceOf(term, index),
        p_rest: SequenceOf(remaining, index),
        k: last,
    }


def image_of(vector):
    """Argue that M u has the entries u_2, u_1 and 0, ..., 0."""
    inside = (*INSIDE, j >= 1, j <= d)
    one, two = ({n: Indicator(eq(index, n)) for n in (1, 2)} for index in (i, j))
    factors = {two[2]: vector[2] * one[1], two[1]: vector[1] * one[2]}
    each = Solve(eq(population(i, j) * vector[j], combined(factors)), inside)
    says = eq(image(vector), vector[2] * one[1] + vector[1] * one[2])
    return Solve(says, INSIDE, (AddUp(each, j, 1, d), linear(factors, j), *counts(j)))


def form_of(vector):
    """Argue that u^T M u is 2 u_1 u_2."""
    both = vector[1] * vector[2]
    factors = {Indicator(eq(i, number)): both for number in (1, 2)}
    each = Solve(eq(vector[i] * image(vector), combined(factors)), INSIDE, (image_of(vector),))
    facts = (AddUp(each, i, 1, d), linear(factors, i), *counts(i))
    return Solve(eq(form(vector), 2 * both), (d >= 2,), facts)


def at_least_two(vector):
    """Argue that the squared norm is at least that of the first two entries."""
    factors = {Indicator(eq(i, number)): vector[number] ** 2 for number in (1, 2)}
    each = Solve(vector[i] ** 2 >= combined(factors), INSIDE)
    says = square(vector) >= vector[1] ** 2 + vector[2] ** 2
    return Solve(says, (d >= 2,), (AddUp(each, i, 1, d), linear(factors, i), *counts(i)))


# -- the spectrum of the population matrix ---------------------------------------------------------


def along(value):
    """Return that u is a multiple of e_1 + e_2 or, for -1, of e_1 - e_2."""
    vanishes = Implies(And(j >= 3, j <= d), eq(other[j], 0), evaluate=False)
    return (eq(other[1], value * other[2]), Every(j, vanishes))


ORTHOGONAL = (eq(other[1] + other[2], 0), eq(other[1] - other[2], 0))


def eigenvector(value):
    """Argue that M u is u, or -u."""
    elsewhere = Specialise(Assume(along(value)[-1]), i)
    given = (*INSIDE, *along(value))
    shown = Solve(eq(image(other), value * other[i]), given, (image_of(other), elsewhere))
    vector = SequenceOf((1 + value + (1 - value) * (3 - 2 * i)) / 2, i)
    return met(shown, given, {d: 2, i: 1, other: vector})


_orthogonal = (*INSIDE, *ORTHOGONAL)
NULL_VECTOR = met(
    Solve(eq(image(other), 0), _orthogonal, (image_of(other),)),
    _orthogonal,
    {d: 2, i: 1, other: SequenceOf(sp.S.Zero, i)},
)
_first_two = {Indicator(eq(i, number)): sp.Rational(1, 2) for number in (1, 2)}
_along_both = SequenceOf(sp.sqrt(2) * combined(_first_two), i)
_has_length_1 = Solve(
    eq(square(_along_both), 1),
    (d >= 2,),
    (
        AddUp(Solve(eq(_along_both[i] ** 2, combined(_first_two)), INSIDE), i, 1, d),
        linear(_first_two),
        *counts(i),
    ),
)
ATTAINED = Some(other, And(eq(square(other), 1), eq(sp.Abs(form(other)), 1)))
ATTAINED_SHOWN = by_values(
    ATTAINED, {other: _along_both}, (d >= 2,), (_has_length_1, form_of(_along_both))
)
NORM = Solve(sp.Abs(form(other)) <= square(other), (d >= 2,), (form_of(other), at_least_two(other)))
