"""The arguments for corollary 5.5 and for what lemmas F.18, F.21 and F.22 say of laws."""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.arguments import Assume, Choose, Cut, Expect, Lemma, Put, Solve, Specialise
from theory.language import StrictlyIncreasing, eq, function, reals
from theory.papers.instability_flatness.notation import (
    ABOVE,
    BOUNDED_SLOPES,
    STEP_SIZE,
    F,
    P,
    a_minus,
    a_plus,
    after,
    alpha,
    m,
    m0,
    preimages,
    x,
    z,
)
from theory.quantifiers import Every, Some, median
from theory.sequences import Indicator, Law, Mean

LAW = Law(P)
HALF = sp.Rational(1, 2)
T = function("T")
BRANCHES = tuple(preimages)


def expected(term):
    """Return the mean of a term in x under the law of X_0."""
    return Mean(term, x, LAW)


def mass(condition):
    """Return the mass of X_0 where a condition on x holds."""
    return expected(Indicator(condition))


def is_median(point, of=lambda start: start):
    """Return that a point is a median of what X_0 is taken to."""
    return median(point, lambda y: mass(of(x) <= y), lambda y: mass(of(x) >= y)).args


def in_mean(says, given, using=(), bounded=()):
    """Argue for a relation at every x, and hence in the mean."""
    return Expect(Solve(says, given, using), x, LAW, bounded)


# -- one-sided limits ----------------------------------------------------------------------------

e, radius, near, q = reals("e r_e x_e q")


def limit(side, value):
    """Return that alpha has a limit at m_0, from the right (1) or from the left (-1)."""
    beside = sp.And(side * (near - m0) > 0, side * (near - m0) < radius)
    close = sp.Abs(alpha(near) - value) < e
    every = Every(near, Implies(beside, close, evaluate=False))
    return Every(e, Implies(e > 0, Some(radius, sp.And(radius > 0, every)), evaluate=False))


def _near_limit(side, value, says, given, point):
    """Argue from what alpha is near m_0, up to any e > 0."""
    lim = limit(side, value)
    some = lim.body.args[1]
    (every,) = (c for c in some.args[1].args if isinstance(c, Every))
    there = Solve(
        says, (*STEP_SIZE, *given, e > 0, *some.args[1].args), (Specialise(Assume(every), point),)
    )
    exists = Solve(some, (lim, e > 0), (Specialise(Assume(lim), e),))
    return Choose(exists, there, radius)


def beyond(side, value, at):
    """Argue how alpha compares with its one-sided limit at a point on that side, and at m_0."""
    lim, inside = limit(side, value), side * (q - m0) > 0
    half_way = m0 + side * radius / 2
    nearer = (sp.Min if side > 0 else sp.Max)(q, half_way)
    up_to = _near_limit(side, value, side * (alpha(q) - value) > -e, (inside,), nearer)
    weakly = Solve(
        side * (alpha(q) - value) >= 0,
        (*STEP_SIZE, lim, inside),
        (Put(up_to, {e: -side * (alpha(q) - value)}),),
    )
    return Solve(
        Implies(side * (at - m0) > 0, side * (alpha(at) - value) > 0, evaluate=False),
        (*STEP_SIZE, lim),
        (Put(weakly, {q: (at + m0) / 2}),),
    )


def at_median(side, value):
    """Argue how alpha at m_0 compares with its one-sided limit there."""
    lim = limit(side, value)
    beside = _near_limit(side, value, side * (value - alpha(m0)) > -e, (), m0 + side * radius / 2)
    return Solve(
        side * (value - alpha(m0)) >= 0,
        (*STEP_SIZE, lim),
        (Put(beside, {e: -side * (value - alpha(m0))}),),
    )


LIMITS = (limit(-1, a_minus), limit(1, a_plus))
LEFT, RIGHT = m0 - 2 * a_minus, m0 + 2 * a_plus
A, B = mass(x <= LEFT), mass(sp.And(x > LEFT, x <= m0))
C, D = mass(sp.And(x > m0, x <= RIGHT)), mass(x > RIGHT)
VISITED = (x, after(x, 1), after(x, -1))
SIDES = tuple(
    beyond(side, value, at) for side, value in ((-1, a_minus), (1, a_plus)) for at in VISITED
)
POSITIVE_LIMIT = Solve(a_minus > 0, (*STEP_SIZE, LIMITS[0]), (beyond(-1, a_minus, m0 - 1),))
ONE_SIDED = (*SIDES, at_median(-1, a_minus), at_median(1, a_plus), POSITIVE_LIMIT)

# -- case C of the proof -------------------------------------------------------------------------

RIGHT_LIMIT = LIMITS[1]
IN_C = (x > m0, x <= RIGHT)
_ABOVE = tuple(beyond(1, a_plus, at) for at in (x, after(x, -1)))
_OF_C = (*STEP_SIZE, RIGHT_LIMIT, *IN_C)
_TWICE = after(x, -1, -1)
REACHES = Solve(m0 >= _TWICE, _OF_C, _ABOVE)
FROM_C = Solve(
    F(alpha, x, m0, 2) >= sp.Rational(1, 4), _OF_C, (REACHES, Lemma("from the end of two steps"))
)


def above_limit(less):
    """Argue that alpha is above its limit, or not below it."""
    return Solve(less(a_plus, alpha(x)), _OF_C, _ABOVE)


# -- corollary 5.5 -------------------------------------------------------------------------------

AFTER_TWO = expected(F(alpha, x, m0, 2))
BOUND = A + 3 * B / 4 + C / 4
GIVEN = (*STEP_SIZE, *LIMITS)
REGIONS = ("from A", "from B", "from C")
PROBABILITY = Put(Lemma("F_2 is a probability"), {z: m0})
_SHARE = (
    Indicator(x <= LEFT)
    + 3 * Indicator(sp.And(x > LEFT, x <= m0)) / 4
    + Indicator(sp.And(x > m0, x <= RIGHT)) / 4
)
AT_LEAST = Solve(
    AFTER_TWO >= BOUND,
    GIVEN,
    (
        in_mean(
            F(alpha, x, m0, 2) >= _SHARE,
            GIVEN,
            (*map(Lemma, REGIONS), PROBABILITY, *ONE_SIDED),
            (PROBABILITY,),
        ),
    ),
)
MEDIAN = is_median(m0)
PARTS = in_mean(
    eq(Indicator(x <= LEFT) + Indicator(sp.And(x > LEFT, x <= m0)), Indicator(x <= m0)),
    (a_minus > 0,),
)
MORE_THAN_HALF = Solve(
    AFTER_TWO > HALF, (*GIVEN, *MEDIAN, B < C), (AT_LEAST, PARTS, POSITIVE_LIMIT)
)
AT_LEAST_HALF = Solve(
    AFTER_TWO >= HALF, (*GIVEN, *MEDIAN, B <= C), (AT_LEAST, PARTS, POSITIVE_LIMIT)
)
BELOW, ABOVE_MEDIAN = mass(x < m0), mass(x > m0)
IN_A, IN_B, IN_D = (x <= LEFT,), (x > LEFT, x <= m0), (x > RIGHT,)
FROM_START = F(alpha, x, m0, 2) >= HALF
FROM_D = Solve(F(alpha, x, m0, 2) >= 0, (*GIVEN, *IN_D), (PROBABILITY,))


def half_from(region, lemma):
    """Argue that half of the mass from a region is at or below m_0 after two steps."""
    return Solve(FROM_START, (*GIVEN, *region), (Lemma(lemma), *ONE_SIDED))


_ALL = in_mean(
    eq(
        Indicator(x <= LEFT)
        + Indicator(sp.And(x > LEFT, x <= m0))
        + Indicator(sp.And(x > m0, x <= RIGHT))
        + Indicator(x > RIGHT),
        1,
    ),
    (a_minus > 0, a_plus > 0),
)
FAR_BELOW = Solve(
    AFTER_TWO > HALF,
    (*GIVEN, *MEDIAN, A > D),
    (AT_LEAST, PARTS, _ALL, POSITIVE_LIMIT, at_median(1, a_plus)),
)
LATER = (expected(F(alpha, x, m, 2)) >= HALF, expected(ABOVE(alpha, x, m, 2)) >= HALF)
IS_LATER_MEDIAN = sp.And(*LATER)
ABOVE_AT = Put(Lemma("Pr(X_2 >= m) is a probability"), {m: m0})
STRICTLY_FROM = ("not below from A", "not below from B", "not below from C")
MEDIANS = Solve(
    Implies(IS_LATER_MEDIAN, m < m0, evaluate=False),
    (*GIVEN, *MEDIAN, B < C),
    (
        PARTS,
        POSITIVE_LIMIT,
        in_mean(
            ABOVE(alpha, x, m0, 2) <= 1 - _SHARE,
            GIVEN,
            (*map(Lemma, STRICTLY_FROM), ABOVE_AT, *ONE_SIDED),
            (ABOVE_AT,),
        ),
        in_mean(
            ABOVE(alpha, x, m, 2) <= ABOVE(alpha, x, m0, 2),
            (*STEP_SIZE, m >= m0),
            (Lemma("from m_0 on"),),
            (ABOVE_AT, Lemma("Pr(X_2 >= m) is a probability")),
        ),
    ),
)
AT_OR_BELOW = Solve(
    Implies(IS_LATER_MEDIAN, m <= m0, evaluate=False), (*GIVEN, *MEDIAN, B < C), (MEDIANS,)
)

# -- lemma F.21 ----------------------------------------------------------------------------------

UNDER_MAP = Solve(
    sp.And(*(mass(relation(T(x), T(m))) >= HALF for relation in (sp.Le, sp.Ge))),
    (StrictlyIncreasing(T), *is_median(m)),
    tuple(
        in_mean(
            eq(Indicator(relation(T(x), T(m))), Indicator(relation(x, m))),
            (StrictlyIncreasing(T),),
        )
        for relation in (sp.Le, sp.Ge)
    ),
)

# -- lemmas F.18 and F.22 ------------------------------------------------------------------------

SETTING = (*STEP_SIZE, *BOUNDED_SLOPES)
IS_PREIMAGE = tuple(eq(after(v, *signs), z) for signs, v in preimages.items())
TWO_MORE = expected(F(alpha, x, z, 2))
DECOMPOSED = eq(TWO_MORE, sum(mass(x <= v) for v in preimages.values()) / 4)
_by_branches = in_mean(
    eq(F(alpha, x, z, 2), sum(Indicator(after(x, *s) <= z) for s in BRANCHES) / 4),
    STEP_SIZE,
    (Lemma("the kernel"),),
    (Lemma("F_2 is a probability"),),
)
_two, *_signed = reals("p_2 p_++ p_+- p_-+ p_--")
_below = reals("q_++ q_+- q_-+ q_--")
_MEANS = {
    _two: TWO_MORE,
    **{p: mass(after(x, *s) <= z) for p, s in zip(_signed, BRANCHES, strict=True)},
    **{p: mass(x <= v) for p, v in zip(_below, preimages.values(), strict=True)},
}
DECOMPOSITION = Cut(
    Put(
        Solve(
            eq(_two, sum(_below) / 4),
            (eq(_two, sum(_signed) / 4), *map(eq, _signed, _below)),
        ),
        _MEANS,
    ),
    (
        _by_branches,
        Solve(sp.And(*(eq(p, p) for p in _MEANS.values())), STEP_SIZE, (_by_branches,)),
        *(
            in_mean(
                eq(Indicator(after(x, *signs) <= z), Indicator(x <= v)),
                (*SETTING, eq(after(v, *signs), z)),
            )
            for signs, v in preimages.items()
        ),
    ),
)
THREE = ((-1, -1), (-1, 1), (1, -1))
NEAREST = sp.Max(after(m, -1, 1), after(m, 1, -1))
OF_BRANCHES = [mass(after(x, *signs) <= z) for signs in THREE]
AT_NEAREST = (*SETTING, *is_median(m), eq(z, NEAREST))
_BRANCHES = tuple(
    in_mean(
        Indicator(after(x, *signs) <= z) >= Indicator(x <= m),
        (*SETTING, eq(z, NEAREST)),
    )
    for signs in THREE
)
EACH_BRANCH = Solve(sp.And(*(share >= HALF for share in OF_BRANCHES)), AT_NEAREST, _BRANCHES)
THREE_EIGHTHS = Solve(sp.Rational(3, 8) <= sum(OF_BRANCHES) / 4, AT_NEAREST, _BRANCHES)
OF_ALL = [*OF_BRANCHES, mass(after(x, 1, 1) <= z)]
FOUR_BRANCHES = Solve(
    sum(OF_ALL) / 4 >= sp.Rational(3, 8),
    AT_NEAREST,
    (*_BRANCHES, in_mean(Indicator(after(x, 1, 1) <= z) >= 0, ())),
)
