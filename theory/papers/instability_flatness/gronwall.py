"""Section F.8: a discrete Gronwall inequality and what leans on it.

A non-negative sequence with p_0 = 0 and p_k <= A_k + L (p_0 + ... + p_{k-1}), A_k nondecreasing,
is bounded. The recursion q_k = A + L (q_1 + ... + q_{k-1}) has the solution A (1 + L)^(k-1),
which is the sharp bound.
"""

from fractions import Fraction
from itertools import accumulate

import sympy as sp

from theory.arguments import Lemma, Solve
from theory.claim import Claim, ForAll, Instead, Source
from theory.hints import Keeps, Try
from theory.language import Each, sequence
from theory.papers.instability_flatness.notation import (
    WALK_5_8,
    L,
    X,
    alpha,
    alpha_loc,
    i,
    j,
    k,
    kappa,
    level,
    m,
    n,
    reach,
    s,
    t,
    walk,
)
from theory.places import HERE
from theory.values import PiecewiseLinear

p, A = sequence("p"), sequence("A")

SETTING = (
    k >= 1,
    sp.Eq(p[0], 0),
    Each(p[j] >= 0, (j, 0, k)),
    Each(A[j] <= A[j + 1], (j, 1, k - 1)),
    Each(p[j] <= A[j] + L * sp.Sum(p[i], (i, 0, j - 1)), (j, 1, k)),
    L >= 0,
)
STEPS = {k: (1, 2, 3, 4, 5, 6)}
PAST = L * sp.Sum(p[i], (i, 0, k - 1)) <= A[k] * ((1 + L) ** (k - 1) - 1)
SHARP = Instead(
    ForAll(says=p[k] <= A[k] * (1 + L) ** (k - 1), given=SETTING, instances=STEPS),
    because=Keeps(k, PAST),
    words="the factor 1 / (1 - L) becomes (1 + L)^(k-1), which grows with k and is reached",
)

LEM_F_14 = Claim(
    id="instability-flatness/lem-F.14",
    title="Discrete Gronwall inequality",
    source=Source(appendix="appendix F.8, (F.5) and (F.6)"),
    words="A non-negative sequence bounded by a nondecreasing one plus L < 1 times the sum of its "
    "past stays below that sequence divided by 1 - L, and below a finite geometric sum.",
    printed={
        "bound (F.6)": ForAll(
            says=p[k] <= A[k] / (1 - L), given=(*SETTING, L < 1), instances=STEPS
        ),
        "finer bound": ForAll(
            says=p[k] <= A[k] * (1 - L**k) / (1 - L),
            given=(*SETTING, L < 1),
            instances=STEPS,
        ),
    },
    instead={
        "bound (F.6)": SHARP,
        "finer bound": SHARP,
    },
    breaks_at="In the comparison sequence. Its recursion gives q_j = A (1 + L)^(j-1); the proof "
    "puts the geometric sum of L^l for every q_i into it and finds that sum again for q_j, which "
    "is right for j = 1 and 2 only.",
    symbols={p: "the sequence that is bounded", A: "the nondecreasing sequence of its bound"},
)

REACHED = alpha_loc * n / (1 - L)
NEIGHBOURHOOD = (
    t >= k,
    kappa >= 1,
    sp.Eq(alpha_loc, alpha(m + reach)),
    alpha_loc * kappa * sp.sqrt(t) < reach,
)
PATH = {
    **WALK_5_8,
    HERE: (
        k >= 1,
        sp.Eq(X[0], m),
        *walk(k),
        n >= 0,
        Each(sp.Abs(level(j)) <= n, (j, 0, k - 1)),
    ),
}
NEARBY = {**PATH, "appendix F.8": NEIGHBOURHOOD}
LARGER = alpha(m) * n / (1 - L) <= REACHED
LARGER_NEARBY = Solve(LARGER, (*sum(WALK_5_8.values(), ()), k >= 1, n >= 0, *NEIGHBOURHOOD))
MOVED = X[k] - m
ALONG = alpha(m) * level(k - 1)
BEFORE = L * sp.Sum(sp.Abs(X[i] - m), (i, 0, k - 1))
STRAY = sp.Abs(MOVED - ALONG) <= BEFORE
GROWTH = n * (1 + L) ** (k - 1)
AT_MODE = ForAll(sp.Abs(MOVED) <= alpha(m) * GROWTH, given=PATH, instances={k: (1, 2, 3)})
GROWS = Keeps(k, sp.And(STRAY, alpha(m) * (GROWTH - n) >= BEFORE))
NEAR = sum(NEARBY.values(), ())
FROM_AT_MODE = Solve(
    sp.Abs(MOVED) <= alpha_loc * GROWTH,
    NEAR,
    (Lemma("distance from the mode"), Solve(alpha(m) <= alpha_loc, NEAR)),
)
WITH_GROWTH = "the factor 1 / (1 - L) becomes (1 + L)^(k-1), from lemma F.14 as it holds"
SHARP_AT_MODE = Instead(AT_MODE, because=GROWS, words=WITH_GROWTH)
SHARP_NEARBY = Instead(
    ForAll(FROM_AT_MODE.says, given=NEARBY, instances={k: (1, 2, 3)}),
    because=FROM_AT_MODE,
    words=WITH_GROWTH,
)


def within(bound):
    """Say that the walk is so near to the mode."""
    return Each(sp.Abs(X[j] - m) <= bound, (j, 0, k))


def along(step_size, *signs):
    """Return where the walk with this step size and these signs leads from 0."""
    places = list(accumulate(signs, lambda x, sign: x + sign * step_size(x), initial=Fraction(0)))
    walked = {X[number]: place for number, place in enumerate(places)}
    return {alpha: step_size, **walked, **{s[number]: sign for number, sign in enumerate(signs)}}


ALL_UP = {  # R is above 2 alpha(R)
    **along(PiecewiseLinear.through({0: 1}, "1/4", "1/4"), 1, 1, 1, 1),
    t: 4,
    L: sp.Rational(1, 4),
    m: 0,
    n: 4,
    kappa: 1,
    reach: 5,
    alpha_loc: sp.Rational(9, 4),
}
ALONG_PAIRS = along(PiecewiseLinear.through({-2: "24/25"}, "1/50", "1/50"), *5 * (-1, 1), -1)

COR_F_15 = Claim(
    id="instability-flatness/cor-F.15",
    title="Paths stay near the mode",
    source=Source(appendix="appendix F.8, corollary F.15"),
    words="Under a sign string the distance from the mode stays below alpha at the mode times the "
    "largest partial sum of signs over 1 - L, and below the same with the largest alpha nearby.",
    printed={
        "alpha at the mode": ForAll(
            within(alpha(m) * n / (1 - L)), given=NEARBY, instances={k: (1, 2, 3, 4)}
        ),
        "the largest alpha nearby is larger": ForAll(LARGER, given=NEARBY, instances={k: (1, 2)}),
        "the largest alpha nearby": ForAll(
            within(REACHED), given=NEARBY, instances={k: (1, 2, 3, 4, 11)}
        ),
    },
    lemmas={"distance from the mode": AT_MODE},
    because={
        "alpha at the mode": Try({**ALL_UP, k: 4}),
        "the largest alpha nearby": Try(
            {
                **ALONG_PAIRS,
                k: 11,
                t: 11,
                L: sp.Rational(1, 50),
                m: 0,
                n: 1,
                kappa: 1,
                reach: sp.Rational(18, 5),
                alpha_loc: sp.Rational(134, 125),
            }
        ),
        "the largest alpha nearby is larger": LARGER_NEARBY,
        "distance from the mode": GROWS,
    },
    instead={"alpha at the mode": SHARP_AT_MODE, "the largest alpha nearby": SHARP_NEARBY},
    uses=("instability-flatness/lem-F.14",),
    note="With all steps up the sum of k signs is k, and the distance grows like (1 + L)^k. With "
    "pairs -+ no partial sum exceeds 1, but each pair moves X left by L alpha and multiplies alpha "
    "by q = 1 - L^2. From alpha = 1 + x/50 five of them and a step down lead to 49 q^5 - 50 = "
    "-1.0979, and the bound is 268/245 = 1.0939. n is M_k(s), and N is [m - R, m + R], where the "
    "supremum of alpha is alpha(m + R).",
)
