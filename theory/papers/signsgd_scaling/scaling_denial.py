"""The argument against theorem F.6 where its hypotheses admit every constant, beta > 2.

All targets are 1, alpha = beta = 4, and the coordinates have come half of the way: eta k = 1/2. So
the first one alone keeps the loss above 1/32. With eta sqrt(B) = 1 and T = k = m^2 the law is below
2 / m^2, so that for large m no constant bridges the two, with d = m coordinates.
"""

import sympy as sp

from theory.arguments import Cut, Generalise, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.claim import ForAll
from theory.existence import at_values, denial, given_by
from theory.language import integers, reals
from theory.papers.signsgd_scaling import loss_argument, notation
from theory.papers.signsgd_scaling.loss_argument import (
    AT_LEAST,
    ONE,
    POWER_SUM,
    TAIL,
    by_index,
    lemma,
    n,
    next_term,
    p,
    power_sum,
    v,
)
from theory.papers.signsgd_scaling.notation import (
    POWER_LAWS,
    B,
    alpha,
    beta,
    contribution,
    d,
    eigenvalues,
    eta,
    expected_loss,
    high,
    j,
    k,
    lam,
    low,
    s,
    target,
    x,
)

C = reals("K")
m, _entry = integers("m l")
LEMMAS = {
    **{
        name: loss_argument.LEMMAS[name]
        for name in (TAIL, "Bernoulli", "a power of a quotient", "a power and the next")
    },
    "a power of T": ForAll(v ** -sp.Rational(3, 2) <= 1 / v, given=(v >= 1,)),
}
VALUES = {
    alpha: sp.Integer(4),
    beta: sp.Integer(4),
    s: sp.Rational(3, 4),
    low: sp.Rational(1, 4),
    high: ONE,
}
POINT = {
    eta: 1 / (2 * m**2),
    B: 4 * m**4,
    k: m**2,
    d: m,
    eigenvalues: SequenceOf((1 + _entry**2) ** -2, _entry),
    target: SequenceOf(ONE, _entry),
}
HALFWAY, BOUND = sp.Rational(1, 2), sp.Integer(3)
LARGE_M = (m >= 1, m > 64 * C, C > 0)


def at_point(e):
    """Return a formula at the point."""
    return at_values(substitute(e, VALUES), POINT)


def _own(index):
    return at_point(eigenvalues[index])


def _from_below(index):
    """Return how far a coordinate is from its target at least."""
    at = {lam: _own(index), x: -ONE, B: POINT[B], eta: POINT[eta], k: m**2}
    return Put(AT_LEAST, at)


def _loss(top):
    return at_point(expected_loss(top))


def _largest(top):
    """Return the loss if every step leads away from the targets."""
    return at_point(notation.largest_loss(top))


_not_negative = Solve(at_point(contribution(n)) >= 0, (m >= 1, n >= 1), (_from_below(n),))
KEPT = by_index(
    _loss(n) >= sp.Rational(1, 32),
    (m >= 1,),
    (
        next_term(_loss, ONE, (m >= 1,)),
        Solve(at_point(contribution(ONE)) >= sp.Rational(1, 32), (m >= 1,), (_from_below(ONE),)),
    ),
    (next_term(_loss, n + 1, (m >= 1,)), Put(_not_negative, {n: n + 1})),
)
REACHED = by_index(
    _largest(n) <= power_sum(2, n) * sp.Rational(9, 8),
    (m >= 1,),
    (next_term(_largest, ONE, (m >= 1,)), next_term(lambda top: power_sum(2, top), ONE)),
    (next_term(_largest, n + 1, (m >= 1,)), next_term(lambda top: power_sum(2, top), n + 1)),
)
_USING = (
    Put(KEPT, {n: m}),
    Solve(_largest(m) <= BOUND, (m >= 1,), (Put(REACHED, {n: m}), Put(POWER_SUM, {p: 1, n: m}))),
    Generalise(Solve(at_point(POWER_LAWS[-1]).body), j),
    lemma("a power of T", {v: m**2}),
)


def _at_large_m(says):
    """Argue that there is such a point: m is the next integer after 64 K."""
    large = sp.floor(64 * C) + 1
    found = given_by(says, POINT, LARGE_M, _USING)
    ends = Solve(sp.And(large >= 1, large > 64 * C, sp.Ne(large, 0)), (C > 0,))
    return Cut(Put(found, {m: large}), (ends,))


def against(statements, sizes):
    """Return the argument against orders, with these constants in their hypotheses."""
    return denial(statements, sizes, VALUES, C, _at_large_m)
