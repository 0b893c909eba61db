"""The argument for theorem 5.4.

G is a primitive of 1/alpha. Along every string of signs G(X_j) stays below G(u) plus the sum H of
the signs so far, and the sums of a string and its opposite cancel: of the two, one ends below u.
At even times both strings that alternate do, which makes the mean over all pairs larger than 1/2.
"""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.arguments import (
    Assume,
    Average,
    Choose,
    Definition,
    Induct,
    Known,
    Put,
    Reindex,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.known_facts import KNOWN_FACTS
from theory.language import eq, function, integers
from theory.papers.instability_flatness.notation import (
    ABOVE,
    DEFINITIONS,
    STEP_SIZE,
    SUM_BELOW,
    SUM_ZERO,
    F,
    H,
    alpha,
    end,
    j,
    m,
    s,
    share,
    share_of_sums,
    t,
    u,
    x,
)
from theory.quantifiers import Every, median
from theory.sequences import In, Indicator, Signs

G = function("G")
i, k, n = integers("i k n")
HALF = sp.Rational(1, 2)
(
    START,
    STEP,
    LAW,
    LAW_ABOVE,
    LAW_SUM_BELOW,
    LAW_SUM_ZERO,
    SUM_START,
    SUM_STEP,
) = map(Definition, DEFINITIONS)
OPPOSITE = SequenceOf(-s[i], i)

PRIMITIVE = Known("primitive of 1/alpha")
_symbol, _property = KNOWN_FACTS[PRIMITIVE.name].statement.says.args
IS_PRIMITIVE = substitute(_property, {_symbol: G})
(RISES_LESS,) = (e for e in IS_PRIMITIVE.args if isinstance(e, Every))


def less(one, other):
    """Argue that G rises between two points by less than it would with the slope 1/alpha(one)."""
    return Specialise(Specialise(Assume(RISES_LESS), one), other)


# -- along every string ------------------------------------------------------------------------

KEPT = Implies(j <= t, G(end(s, j)) < G(u) + H(s, j), evaluate=False)
GIVEN = (*STEP_SIZE, IS_PRIMITIVE, In(s, Signs(t)))
ALONG = Induct(
    KEPT,
    j,
    1,
    base=Solve(
        substitute(KEPT, {j: sp.Integer(1)}),
        GIVEN,
        (Put(STEP, {j: 0}), START, Put(SUM_STEP, {j: 0}), SUM_START, less(u, end(s, 1))),
    ),
    step=Solve(
        substitute(KEPT, {j: j + 1}),
        (*GIVEN, j >= 1, KEPT),
        (STEP, SUM_STEP, less(end(s, j), end(s, j + 1))),
    ),
)
OPPOSITE_SUM = eq(H(OPPOSITE, j), -H(s, j))
SUMS = Induct(
    OPPOSITE_SUM,
    j,
    0,
    base=Solve(
        substitute(OPPOSITE_SUM, {j: sp.Integer(0)}),
        using=(SUM_START, Put(SUM_START, {s: OPPOSITE})),
    ),
    step=Solve(
        substitute(OPPOSITE_SUM, {j: j + 1}),
        (OPPOSITE_SUM, j >= 0),
        (SUM_STEP, Put(SUM_STEP, {s: OPPOSITE})),
    ),
)


def at_most(point):
    """Return that a point lies at or below the start."""
    return point <= u


def below(point):
    """Return that a point lies below the start."""
    return point < u


def pair(condition):
    """Argue that of a string and its opposite one end satisfies the condition."""
    says = Indicator(condition(end(s, t))) + Indicator(condition(end(OPPOSITE, t))) >= 1
    ends = Put(ALONG, {j: t})
    using = (ends, Put(ends, {s: OPPOSITE}), Put(SUMS, {j: t}))
    return Choose(PRIMITIVE, Solve(says, (*GIVEN, t >= 1), using), G)


def turned(condition, time=t):
    """Argue that the share is the same among the opposite strings."""
    return Reindex(share(condition, time), OPPOSITE, OPPOSITE, given=(time >= 0,))


EVERY_TIME = Solve(
    F(alpha, u, u, t) >= HALF,
    (*STEP_SIZE, t >= 1),
    (Average(pair(at_most), s), turned(at_most), Put(LAW, {x: u})),
)

# -- even times ----------------------------------------------------------------------------------

IS_EVEN = eq(sp.Mod(t, 2), 0)
HALF_OF_T = {n: sp.floor(t / 2)}
_PARITY = 1 - 2 * (i - 2 * sp.floor(i / 2))
ALTERNATING = SequenceOf(
    sp.Piecewise((_PARITY, (i >= 0) & (i < 2 * n)), (0, True), evaluate=False), i
)


def falls(string):
    """Argue that a string that alternates leads to the left at every even time."""
    says = Implies(k <= n, end(string, 2 * k) < u, evaluate=False)

    def steps(*times):
        return tuple(Put(STEP, {s: string, j: time}) for time in times)

    every = Induct(
        says,
        k,
        1,
        base=Solve(
            substitute(says, {k: sp.Integer(1)}),
            (*STEP_SIZE, n >= 1),
            (*steps(0, 1), Put(START, {s: string})),
        ),
        step=Solve(
            substitute(says, {k: k + 1}),
            (*STEP_SIZE, n >= 1, says, k >= 1),
            steps(2 * k, 2 * k + 1),
        ),
    )
    return Put(every, {k: n})


def strictly(condition):
    """Argue that the mean over a string and its opposite is larger than 1 at the time 2n."""
    both = falls(ALTERNATING), falls(substitute(OPPOSITE, {s: ALTERNATING}))
    return Average(Put(pair(condition), {t: 2 * n}), s, strict_at=ALTERNATING, using=both)


EVEN_TIMES = Solve(
    F(alpha, u, u, t) > HALF,
    (*STEP_SIZE, t >= 1, IS_EVEN),
    (
        Put(
            Solve(
                F(alpha, u, u, 2 * n) > HALF,
                (*STEP_SIZE, n >= 1),
                (strictly(at_most), turned(at_most, 2 * n), Put(LAW, {x: u, t: 2 * n})),
            ),
            HALF_OF_T,
        ),
    ),
)


def is_median(time):
    """Return that m is a median of the law at a time."""
    return median(m, lambda x: F(alpha, u, x, time), lambda x: ABOVE(alpha, u, x, time)).args


NOT_BOTH = Solve(
    1 - Indicator(below(end(s, 2 * n))) >= Indicator(end(s, 2 * n) >= m),
    (In(s, Signs(2 * n)), m >= u, n >= 1),
)
MEDIANS = Solve(
    m < u,
    (*STEP_SIZE, t >= 1, IS_EVEN, *is_median(t)),
    (
        Put(
            Solve(
                m < u,
                (*STEP_SIZE, n >= 1, *is_median(2 * n)),
                (
                    strictly(below),
                    turned(below, 2 * n),
                    Average(NOT_BOTH, s),
                    Put(LAW_ABOVE, {x: m, t: 2 * n}),
                ),
            ),
            HALF_OF_T,
        ),
    ),
)

# -- the law of the sum of the signs -------------------------------------------------------------

BELOW = DEFINITIONS[LAW_SUM_BELOW.name].says.rhs
SYMMETRY = Solve(
    eq(SUM_BELOW(t), share_of_sums(lambda total: total > 0)),
    (t >= 1,),
    (
        LAW_SUM_BELOW,
        Reindex(BELOW, OPPOSITE, OPPOSITE, given=(t >= 1,)),
        Average(
            Solve(
                eq(Indicator(H(OPPOSITE, t) < 0), Indicator(H(s, t) > 0)),
                (In(s, Signs(t)), t >= 1),
                (Put(SUMS, {j: t}),),
            ),
            s,
        ),
    ),
)


def returns(string):
    """Argue that a string that alternates has the sum zero at every even time."""
    says = Implies(k <= n, eq(H(string, 2 * k), 0), evaluate=False)

    def steps(*times):
        return tuple(Put(SUM_STEP, {s: string, j: time}) for time in times)

    every = Induct(
        says,
        k,
        0,
        base=Solve(substitute(says, {k: sp.Integer(0)}), (n >= 1,), (Put(SUM_START, {s: string}),)),
        step=Solve(substitute(says, {k: k + 1}), (n >= 1, says, k >= 0), steps(2 * k, 2 * k + 1)),
    )
    return Put(every, {k: n})


SUM_IS_ZERO = Solve(
    SUM_ZERO(t) > 0,
    (t >= 1, IS_EVEN),
    (
        Put(
            Solve(
                SUM_ZERO(2 * n) > 0,
                (n >= 1,),
                (
                    Put(LAW_SUM_ZERO, {t: 2 * n}),
                    Average(
                        Solve(Indicator(eq(H(s, 2 * n), 0)) >= 0, (In(s, Signs(2 * n)), n >= 1)),
                        s,
                        strict_at=ALTERNATING,
                        using=(returns(ALTERNATING),),
                    ),
                ),
            ),
            HALF_OF_T,
        ),
    ),
)

_ONE_SIGN = Average(
    Solve(
        eq(Indicator(H(s, t) < 0) + Indicator(eq(H(s, t), 0)) + Indicator(H(s, t) > 0), 1),
        (In(s, Signs(t)), t >= 1),
    ),
    s,
)
AT_MOST_ZERO = Solve(
    sp.And(
        eq(SUM_BELOW(t) + SUM_ZERO(t), sp.Rational(1, 2) + SUM_ZERO(t) / 2),
        sp.Rational(1, 2) + SUM_ZERO(t) / 2 > sp.Rational(1, 2),
    ),
    (t >= 1, IS_EVEN),
    (SYMMETRY, LAW_SUM_BELOW, LAW_SUM_ZERO, _ONE_SIGN, SUM_IS_ZERO),
)
