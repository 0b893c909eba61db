"""Section 5.3, F.5 to F.10: any step size and any unimodal law, piecewise linear and exact.

X_{t+1} = X_t + xi_t alpha(X_t), where X_0 has the unimodal density f with the mode m. The
statements hold or fail for step sizes with corners and for densities with corners, which smooth
ones approach as closely as one likes.
"""

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Source
from theory.hints import Try
from theory.language import Head, UnimodalDensity, reals
from theory.papers.instability_flatness.notation import (
    BOUNDED_SLOPES,
    CDF,
    IMAGE,
    LEAST_SLOPE,
    MEDIAN,
    PREIMAGE,
    STEP_SIZE,
    WALK_5_8,
    L,
    alpha,
    f,
    m,
    radius,
    t,
    x,
)
from theory.places import HERE
from theory.values import PiecewiseLinear

HALF = sp.Rational(1, 2)

VALLEY = Head(
    "Valley",
    "the largest min(f_t(x), f_t(z)) - f_t(y) for x <= y <= z, where f_t is the density of X_t",
)
END = Head("End", "the essential supremum of X_0")
RATE = Head(
    "Rate",
    "the least alpha times the least slope of alpha, over the interval of what is "
    "visited before time t",
    latex="c_{#3}",
)

ANY_LAW = (*STEP_SIZE, UnimodalDensity(f, m))
LIPSCHITZ = (*ANY_LAW, *BOUNDED_SLOPES)
SETTING = {**WALK_5_8, "condition 5.7": (UnimodalDensity(f, m),)}
EVEN = sp.Eq(sp.Mod(t, 2), 0)


def law(t, x):
    """Return Pr(X_t <= x)."""
    return CDF(alpha, f, t, x)


def lipschitz(says, *given):
    """Return a statement about any 1-Lipschitz alpha and any unimodal law."""
    return ForAll(given=(*LIPSCHITZ, *given), says=says)


# -- a linear step size alpha(x) = c + s x on the visited range -----------------------------------

c, s, low, high = reals("c s low high")
LINEAR = (c > 0, s > 0, s < 1)
LINEAR_STEP = {c: "alpha at 0", s: "the slope of alpha, which is linear"}
SHORT_LAW = {low: "the left end of the law of X_0", high: "the right end of the law of X_0"}
BRANCHES = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def step(sign, x):
    """Return T_+ or T_- at x."""
    return x + sign * (c + s * x)


def back(sign, y):
    """Return the inverse of T_+ or T_- at y."""
    return (y - sign * c) / (1 + sign * s)


def two_steps(branch, x):
    """Return T_ab at x."""
    return step(branch[1], step(branch[0], x))


def preimage(branch, y):
    """Return the inverse of T_s at y, for a sign string s of any length."""
    for sign in reversed(branch):
        y = back(sign, y)
    return y


# -- corollary 5.5 ---------------------------------------------------------------------------------

IN_A = law(0, x - 2 * alpha(x))
IN_B = law(0, x) - IN_A
IN_C = law(0, x + 2 * alpha(x)) - law(0, x)

COR_5_5 = Claim(
    id="instability-flatness/cor-5.5-any-law",
    title="Mass conditions for the median after two steps, any unimodal law",
    source=Source("section 5.3, corollary 5.5", "appendix F.5"),
    words="Two steps after a unimodal law, at least the mass A + 3B/4 + C/4 lies at or below m_0, "
    "and more than up to now if B < C.",
    printed={
        "bound": ForAll(
            given=ANY_LAW,
            says=law(2, x) >= IN_A + sp.Rational(3, 4) * IN_B + IN_C / 4,
        ),
        "if B < C": ForAll(given=(*ANY_LAW, IN_B < IN_C), says=law(2, x) > law(0, x)),
    },
    note="x is m_0; the bound holds at any point. If B < C, Pr(X_2 <= x) is above Pr(X_0 <= x), "
    "which is at least 1/2 at a median. There is no Lipschitz condition, and alpha is continuous.",
)

# -- theorem 5.6 -----------------------------------------------------------------------------------

THM_5_6 = Claim(
    id="instability-flatness/thm-5.6-any-law",
    title="A median falls below a line, any unimodal law",
    source=Source("section 5.3, theorem 5.6", "appendix F.6"),
    words="At even times t at least half the mass lies at or below b - t c / 2, where b is the "
    "right end of the law of X_0 and c the least alpha times its least slope.",
    printed=ForAll(
        given=(*ANY_LAW, t >= 2, EVEN),
        says=law(t, END(f) - RATE(alpha, f, t) * t / 2) >= HALF,
        instances={t: (2, 4)},
    ),
    note="A consequence of (i) and (ii), for some median of X_t, at the times 2 and 4 and where "
    "X_0 is unimodal; (i) itself is refuted.",
)

# -- lemma F.18 ------------------------------------------------------------------------------------

PREIMAGES = [PREIMAGE(alpha, x, *signs) for signs in ((1, 1), (1, -1), (-1, 1), (-1, -1))]

LEM_F_18 = Claim(
    id="instability-flatness/lem-F.18-any-law",
    title="The law after two steps, any unimodal law",
    source=Source(appendix="appendix F.9, lemma F.18, (F.7)"),
    words="After two more steps the distribution function is the mean over the four two-step maps "
    "of the old one at the preimages.",
    printed=ForAll(
        sp.Eq(law(t + 2, x), sum(law(t, point) for point in PREIMAGES) / 4),
        given=(*LIPSCHITZ, t >= 0, EVEN),
        instances={t: (0, 2)},
    ),
    uses=("instability-flatness/lem-F.12",),
)

MODE_FIRST = law(0, m) <= HALF  # the mode of X_0 is at most its median

# -- theorem 5.12 and lemma F.22 -------------------------------------------------------------------

m_t = MEDIAN(alpha, f, t)
UP = IMAGE(alpha, m_t, 1)  # the median plus alpha there
WITHIN = law(t, m_t + radius) - law(t, m_t - radius)  # p_t
DROP = WITHIN * (UP - m_t) * LEAST_SLOPE(alpha, m_t, radius)
AT_EVEN_TIMES = (t >= 0, EVEN)


def half_the_mass(level, *given):
    """Return that some median of X_{t+2} is at or below a level, at even times."""
    return ForAll(law(t + 2, level) >= HALF, given=(*given, *AT_EVEN_TIMES), instances={t: (0, 2)})


MEDIAN_FALLS = half_the_mass(m_t, *LIPSCHITZ)
FROM_0_TO_2 = {  # an alpha that is almost constant
    t: 0,
    L: HALF,
    m: 0,
    alpha: PiecewiseLinear.through({-7: "12/25"}, "1/100", "1/100"),
}
MEDIAN_RISES = Try(
    {**FROM_0_TO_2, f: PiecewiseLinear.through({-1: 0, 0: "2/3", 1: "1/3", 2: 0}, 0, 0)}
)
MEDIAN_STAYS_ABOVE = Try({**MEDIAN_RISES.point, radius: 1})
FROM_QUARTER = {  # where the median is 1/4
    **FROM_0_TO_2,
    f: PiecewiseLinear.through({-1: 0, 0: "15/22", 1: "7/22", 2: 0}, 0, 0),
}
STEEP = (UP - m_t > 0, LEAST_SLOPE(alpha, m_t, radius) > 0)
MEDIAN_DROPS = half_the_mass(m_t - DROP, *LIPSCHITZ, *STEEP, radius > 0, WITHIN > 0)
TWO_STEPS_AWAY = 2 * alpha(m_t)
NO_LESS_ABOVE = (  # B <= C around the median
    law(t, m_t) - law(t, m_t - TWO_STEPS_AWAY) <= law(t, m_t + TWO_STEPS_AWAY) - law(t, m_t)
)
INSTEAD_COR_5_5 = Instead(
    half_the_mass(m_t, *ANY_LAW, NO_LESS_ABOVE),
    words="if F_t(m_t) - F_t(m_t - 2 alpha(m_t)) <= F_t(m_t + 2 alpha(m_t)) - F_t(m_t), by "
    "corollary 5.5",
)

m_0 = MEDIAN(alpha, f, 0)
NEAREST = sp.Max(IMAGE(alpha, m_0, -1, 1), IMAGE(alpha, m_0, 1, -1))


mode, z_star = reals("m^* z_*")


def four_branches(bound):
    """Return that the mean over the four branches of the mass at or below z_* is at least this.

    The mass of T_s(X_0) up to z_* is that of X_0 up to T_s^(-1)(z_*); m^* is a mode of X_0.
    """
    masses = [law(0, PREIMAGE(alpha, z_star, *signs)) for signs in BRANCHES]
    return ForAll(
        sum(masses) / 4 >= bound,
        given={**WALK_5_8, HERE: (UnimodalDensity(f, mode), law(0, mode) <= HALF)},
        where={z_star: NEAREST},
    )
