"""Theorem 5.4 of the paper on instability: a walk from a point moves to the left; its argument.

X_{t+1} = X_t + s_t alpha(X_t) with fair signs s_t. A string s of t signs leads from u to
Phi(alpha, u, s, t), and F(alpha, u, t) is the share of strings that end at or below u. With a
primitive G of 1/alpha, G(X) - G(u) stays below the sum H of the signs so far, so that of a string
and its opposite one ends below u. At even times both strings that alternate do.
"""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.argument_language import States
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
from theory.language import (
    Head,
    Positive,
    StrictlyIncreasing,
    function,
    integers,
    reals,
    sequence,
)
from theory.quantifiers import Every
from theory.sequences import In, Indicator, Mean, Signs
from verify.evidence import Tier
from verify.kernel.arguments import Stated

alpha, G = function("alpha"), function("G")
u, m = reals("u m")
t, j, k, n, i = integers("t j k n i")
s = sequence("s")
PHI = Head("Phi", "where the walk from a point along a sequence of signs is")
SHARE = Head("F", "the share of strings of t signs whose walk ends at or below its start")
SUM = Head("H", "the sum of the first entries of a sequence")
HALF = sp.Rational(1, 2)
WALK = (StrictlyIncreasing(alpha), Positive(alpha))
OPPOSITE = SequenceOf(-s[i], i)


def eq(one, other):
    return sp.Eq(one, other, evaluate=False)


def end(string, time):
    return PHI(alpha, u, string, time)


def mean(condition, time=t):
    """Return the mean over all strings of so many signs of [condition(end of the walk)]."""
    return Mean(Indicator(condition(end(s, time))), s, Signs(time))


def below(x):
    return x <= u


def strictly_below(x):
    return x < u


DEFINITIONS = {
    "Phi, start": States(eq(end(s, 0), u)),
    "Phi, step": States(eq(end(s, j + 1), end(s, j) + s[j] * alpha(end(s, j))), (j >= 0,)),
    "H, start": States(eq(SUM(s, 0), 0)),
    "H, step": States(eq(SUM(s, j + 1), SUM(s, j) + s[j]), (j >= 0,)),
    "F": States(eq(SHARE(alpha, u, t), mean(below)), (t >= 0,)),
}
LEAVES = {
    **{Definition(name): Stated(says, Tier.EXACT) for name, says in DEFINITIONS.items()},
    **{Known(name): Stated(fact.statement, Tier.EXACT) for name, fact in KNOWN_FACTS.items()},
}
START, STEP, SUM_START, SUM_STEP, F = map(Definition, DEFINITIONS)
PRIMITIVE = Known("primitive of 1/alpha")
IS_PRIMITIVE = substitute(
    KNOWN_FACTS[PRIMITIVE.name].statement.says.args[1],
    {KNOWN_FACTS[PRIMITIVE.name].statement.says.args[0]: G},
)
(RISES_LESS,) = IS_PRIMITIVE.atoms(Every) - {
    e.args[1] for e in IS_PRIMITIVE.atoms(Every) if isinstance(e.args[1], Every)
}
STRING = In(s, Signs(t))


def less(x, y):
    """Argue that G rises from x to y by less than it would with the slope 1/alpha(x)."""
    return Specialise(Specialise(Assume(RISES_LESS), x), y)


# -- along every string ------------------------------------------------------------------------

KEPT = Implies(j <= t, G(end(s, j)) < G(u) + SUM(s, j), evaluate=False)
GIVEN = (*WALK, IS_PRIMITIVE, STRING)


def at(says, **values):
    return substitute(says, {globals()[name]: sp.sympify(v) for name, v in values.items()})


ALONG = Induct(
    KEPT,
    j,
    1,
    base=Solve(
        at(KEPT, j=1),
        GIVEN,
        (Put(STEP, {j: 0}), START, Put(SUM_STEP, {j: 0}), SUM_START, less(u, end(s, 1))),
    ),
    step=Solve(
        at(KEPT, j=j + 1),
        (*GIVEN, j >= 1, KEPT),
        (STEP, SUM_STEP, less(end(s, j), end(s, j + 1))),
    ),
)
OPPOSITE_SUM = eq(SUM(OPPOSITE, j), -SUM(s, j))
SUMS = Induct(
    OPPOSITE_SUM,
    j,
    0,
    base=Solve(at(OPPOSITE_SUM, j=0), (), (SUM_START, Put(SUM_START, {s: OPPOSITE}))),
    step=Solve(
        at(OPPOSITE_SUM, j=j + 1),
        (OPPOSITE_SUM, j >= 0),
        (SUM_STEP, Put(SUM_STEP, {s: OPPOSITE})),
    ),
)


def pair(condition):
    """Argue that of a string and its opposite one end satisfies the condition."""
    says = Indicator(condition(end(s, t))) + Indicator(condition(end(OPPOSITE, t))) >= 1
    ends = Put(ALONG, {j: t})
    using = (ends, Put(ends, {s: OPPOSITE}), Put(SUMS, {j: t}))
    return Choose(PRIMITIVE, Solve(says, (*GIVEN, t >= 1), using), G)


def turned(condition, time=t):
    """Argue that the mean is the same over the opposite strings."""
    return Reindex(mean(condition, time), OPPOSITE, OPPOSITE, given=(time >= 0,))


EVERY_TIME = Solve(
    SHARE(alpha, u, t) >= HALF, (*WALK, t >= 1), (Average(pair(below), s), turned(below), F)
)

# -- even times ----------------------------------------------------------------------------------

PARITY = 1 - 2 * (i - 2 * sp.floor(i / 2))
ALTERNATING = SequenceOf(
    sp.Piecewise((PARITY, (i >= 0) & (i < 2 * n)), (0, True), evaluate=False), i
)


def falls(string):
    """Argue that a string that alternates leads to the left at every even time."""
    says = Implies(k <= n, end(string, 2 * k) < u, evaluate=False)

    def steps(*times):
        return tuple(Put(STEP, {s: string, j: time}) for time in times)

    return Put(
        Induct(
            says,
            k,
            1,
            base=Solve(at(says, k=1), (*WALK, n >= 1), (*steps(0, 1), Put(START, {s: string}))),
            step=Solve(
                at(says, k=k + 1),
                (*WALK, n >= 1, says, k >= 1),
                steps(2 * k, 2 * k + 1),
            ),
        ),
        {k: n},
    )


def strictly(condition):
    """Argue that the mean over a string and its opposite is larger than 1 at the time 2n."""
    both = falls(ALTERNATING), falls(substitute(OPPOSITE, {s: ALTERNATING}))
    return Average(Put(pair(condition), {t: 2 * n}), s, strict_at=ALTERNATING, using=both)


AT_TWICE = Solve(
    SHARE(alpha, u, 2 * n) > HALF,
    (*WALK, n >= 1),
    (strictly(below), turned(below, 2 * n), Put(F, {t: 2 * n})),
)
IS_EVEN = eq(sp.Mod(t, 2), 0)
EVEN_TIMES = Solve(
    SHARE(alpha, u, t) > HALF,
    (*WALK, t >= 1, IS_EVEN),
    (Put(AT_TWICE, {n: sp.floor(t / 2)}),),
)

# -- medians at even times -----------------------------------------------------------------------


def above(x):
    return x >= m


def at_most(x):
    return x <= m


MEDIAN = (mean(above, 2 * n) >= HALF, mean(at_most, 2 * n) >= HALF)


def if_not(time):
    """Argue that no string ends below u and at or above m, if m is not below u."""
    says = 1 - Indicator(strictly_below(end(s, time))) >= Indicator(above(end(s, time)))
    return Solve(says, (In(s, Signs(time)), m >= u, time >= 1))


MEDIANS = Solve(
    m < u,
    (*WALK, n >= 1, *MEDIAN),
    (strictly(strictly_below), turned(strictly_below, 2 * n), Average(if_not(2 * n), s)),
)

CLAUSES = {
    "every time": (EVERY_TIME, (*WALK, t >= 1), SHARE(alpha, u, t) >= HALF),
    "even times": (EVEN_TIMES, (*WALK, t >= 1, IS_EVEN), SHARE(alpha, u, t) > HALF),
    "medians": (MEDIANS, (*WALK, n >= 1, *MEDIAN), m < u),
}
