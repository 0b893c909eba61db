"""Section 5.3 and F.10: the median at even times.

In the steps and the lemmas alpha(x) = c + s x is linear on the visited range and X_0 has a density
that falls in one step, so that everything is a rational function; its mode is left of its median,
as the proof asks of every even time.
"""

from functools import partial
from itertools import combinations, product

import sympy as sp

from theory.argument_language import States
from theory.arguments import Solve
from theory.binders import substitute
from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source, Special
from theory.existence import by_values
from theory.hints import Try
from theory.language import eq, reals
from theory.papers.instability_flatness import examples_argument, laws, mass_argument
from theory.papers.instability_flatness.laws import (
    BRANCHES,
    HALF,
    LINEAR,
    c,
    preimage,
    s,
    two_steps,
)
from theory.papers.instability_flatness.notation import (
    BOUNDED_SLOPES,
    IMAGE,
    LEAST_SLOPE,
    STEP_SIZE,
    WALK_5_8,
    L,
    after,
    alpha,
    around,
    f,
)
from theory.papers.instability_flatness.notation import MEDIAN as MEDIAN_HEAD
from theory.places import HERE
from theory.quantifiers import Every, Some
from theory.values import PiecewiseLinear

implied = partial(sp.Implies, evaluate=False)
x, h, k, width, m, z, r, p, q, rho = reals("x h k ell m z r p q r'")

# -- a density of height h on [0, 1] and k <= h on [1, 1 + ell] ------------------------------------

FALLING_LAW = {
    h: "the density of X_0 on [0, 1]",
    k: "the density of X_0 on [1, 1 + ell]",
    width: "the law of X_0 ends at 1 + ell",
    c: "alpha at 0",
    s: "the slope of alpha, which is linear",
}
FALLING = (h > 0, k > 0, k <= h, width > 0, sp.Eq(h + k * width, 1), h >= HALF)
MEDIAN = 1 / (2 * h)  # in [0, 1], as h >= 1/2
ALPHA = c + s * MEDIAN


def falling_cdf(x):
    """Return Pr(X_0 <= x)."""
    return sp.Piecewise((0, x <= 0), (h * x, x <= 1), (h + k * (x - 1), x <= 1 + width), (1, True))


def mass(first, last):
    """Return Pr(first < X_0 <= last)."""
    return falling_cdf(last) - falling_cdf(first)


def cdf_after(steps, x):
    """Return Pr(X_t <= x) as the mean over the sign strings of the law of X_0 at preimages."""
    strings = list(product((1, -1), repeat=steps))
    return sum(falling_cdf(preimage(string, x)) for string in strings) / len(strings)


def falling(says, *given):
    return ForAll(given=(*FALLING, *LINEAR, *given), says=says)


FLAT = (preimage((1, 1), MEDIAN) >= 0, preimage((-1, -1), MEDIAN) <= 1)
ONE_LAW = {
    h: sp.Rational(3, 5),
    k: sp.Rational(1, 100),
    width: 40,
    c: sp.Rational(1, 4),
    s: sp.Rational(1, 4000),
}
DROP = MEDIAN - p * ALPHA * s

THM_5_12 = Claim(
    id="instability-flatness/thm-5.12",
    title="The median falls at even times",
    source=Source("section 5.3", "appendix F.10"),
    words="From a unimodal law and with a 1-Lipschitz alpha the median of an even time does not "
    "rise within two steps, and falls by at least p alpha(m) times the least slope of alpha near "
    "m, p being the probability of that neighbourhood.",
    printed={"(a)": laws.MEDIAN_FALLS, "(b)": laws.MEDIAN_DROPS},
    special={"(a), mode at most the median": Special((laws.MODE_FIRST,), {laws.t: 0}, "(a)")},
    lemmas={
        "t = 0, a density that falls": falling(cdf_after(2, MEDIAN) >= HALF),
        "t = 0, a constant density where two steps reach": falling(
            cdf_after(2, MEDIAN) >= HALF, *FLAT
        ),
        "t = 2, one law": ForAll(
            given=(sp.Eq(cdf_after(2, m), HALF),),
            where=ONE_LAW,
            says=cdf_after(4, m) >= HALF,
        ),
        "quantified drop, a constant density": ForAll(
            given=(*LINEAR, h >= HALF, h <= 1, p > 0, p <= 1),
            says=sum(h * preimage(branch, DROP) for branch in BRANCHES) / 4 >= HALF,
        ),
    },
    instead={"(a)": laws.INSTEAD_COR_5_5},
    because={"(a)": laws.MEDIAN_RISES, "(b)": laws.MEDIAN_STAYS_ABOVE},
    uses=(
        "instability-flatness/prop-5.11",
        "instability-flatness/lem-F.22#images of the median",
        "instability-flatness/lem-F.22#mean over all four branches",
        "instability-flatness/thm-5.12-step-local",
        "instability-flatness/lem-5.9-claim-consequence#appendix F.10, even times",
        "instability-flatness/lem-5.9#right side",
        "instability-flatness/lem-5.9#left side",
        "instability-flatness/lem-5.10",
    ),
    breaks_at="Where lemma F.22 is applied: three branches give 3/8 of the mass, and the mean over "
    "all four is below 1/2, although the mode is left of the median as lemma F.22 asks.",
    note="Where alpha is almost constant two steps spread the law almost evenly, which moves the "
    "median of a density that falls there to the right. 'With high probability' adds nothing: a "
    "median m_t is a number. What holds instead is corollary 5.5 for X_t: no less mass within 2 "
    "alpha(m_t) above m_t than below. So it does where the density is constant as far as two steps "
    "reach. m is a mode of X_0.",
    symbols=FALLING_LAW,
)

WHP = Claim(
    id="instability-flatness/thm-5.12-wording-whp",
    title="With high probability",
    source=Source("sections 5.3 and 5.4", "appendix F.3 and F.10"),
    words="The medians of even times fall with high probability; so is the law unimodal.",
    printed=Missing(
        "of what event the probability is, and as what it becomes high: medians and laws of X_t "
        "are numbers and functions, not random"
    ),
)

# -- the steps of the proof of (b) -----------------------------------------------------------------


def slope_at_least(radius, one, two):
    """Return that alpha has a chord of slope q or more if both points are within radius of m."""
    return sp.Or(
        sp.Abs(one - m) > radius,
        sp.Abs(two - m) > radius,
        sp.Abs(alpha(two) - alpha(one)) >= q * sp.Abs(two - one),
    )


def two_step_bound(radius, *given):
    """Return that T_+- and T_-+ move x left by at least alpha(x) times the least slope q."""
    points = (x, after(x, 1), after(x, -1), m - radius, m + radius)
    return ForAll(
        given=(
            *STEP_SIZE,
            *BOUNDED_SLOPES,
            r > 0,
            q > 0,
            sp.Abs(x - m) <= r,
            *(slope_at_least(radius, one, two) for one, two in combinations(points, 2)),
            *given,
        ),
        says=sp.And(after(x, 1, -1) <= x - alpha(x) * q, after(x, -1, 1) <= x - alpha(x) * q),
    )


REACH = (r <= around, sp.Abs(after(x, 1) - m) <= around, sp.Abs(after(x, -1) - m) <= around)

UP_FROM = IMAGE(alpha, laws.m_t + laws.radius, 1)  # the farthest that a step from the window leads
LEAST_AROUND = LEAST_SLOPE(alpha, laws.m_t, around)
LOCAL_DROP = laws.WITHIN * (laws.UP - laws.m_t) * LEAST_AROUND
WITHIN_REACH = (laws.radius > 0, UP_FROM - laws.m_t <= around)

# what is o(1) as r -> 0 is less than every e > 0 where r is small enough
error, near = reals("e r_e")
CLOSE = sp.Abs(x - laws.m_t) <= laws.radius
TO_MEDIAN = (
    x - alpha(x) * LEAST_AROUND
    <= laws.m_t - alpha(laws.m_t) * LEAST_AROUND + (x - laws.m_t) + error
)
_SMALL = sp.And(laws.radius > 0, laws.radius < near)
_NEAR = Every(laws.radius, implied(_SMALL, Every(x, implied(CLOSE, TO_MEDIAN))))
UP_TO_O_1 = Every(error, implied(error > 0, Some(near, sp.And(near > 0, _NEAR))))
AROUND_MEDIAN = (*laws.LIPSCHITZ, *laws.AT_EVEN_TIMES, LEAST_AROUND > 0, alpha(laws.m_t) < around)


def of_radius(term, radius):
    """Return a term for another window around the median."""
    return substitute(term, {laws.radius: radius})


LARGER_DROP = of_radius(LOCAL_DROP, rho) >= LOCAL_DROP
SMALLER = (rho > 0, rho < laws.radius)


def local_drop(says, *given):
    """Return a statement about the drop at even times, q being the least slope within R."""
    return ForAll(
        says,
        given=(
            *laws.LIPSCHITZ,
            *laws.AT_EVEN_TIMES,
            *WITHIN_REACH,
            laws.WITHIN > 0,
            *given,
        ),
        instances={laws.t: (0, 2)},
    )


FLATTER_BELOW = Try(  # alpha is a hyperbola left of 0 and goes on as its tangent
    {
        alpha: PiecewiseLinear.through({0: 1}, "1/2", "1/2"),
        L: HALF,
        m: 1,
        r: 1,
        q: HALF,
        x: 1,
    }
)
LESS_WITHIN = Try(
    {
        laws.t: 0,
        L: HALF,
        laws.m: -1,
        around: 2,
        laws.radius: sp.Rational(27, 50),
        rho: HALF,
        alpha: PiecewiseLinear.through({-8: "7/10"}, "1/10", "1/10"),
        laws.f: PiecewiseLinear.through({-2: 0, -1: 1, 0: 0}, 0, 0),
    }
)
NO_HALF = Try({**laws.FROM_QUARTER, laws.radius: sp.Rational(1, 10), around: 1})

_NEAR_MEDIAN = Solve(
    alpha(laws.m_t) - alpha(x) <= laws.radius, (*laws.LIPSCHITZ, CLOSE, laws.radius > 0)
)
BY_CONTINUITY = by_values(UP_TO_O_1, {near: error / LEAST_AROUND}, AROUND_MEDIAN, (_NEAR_MEDIAN,))

STEP_LOCAL = Claim(
    id="instability-flatness/thm-5.12-step-local",
    title="The local drift of two steps, summed up",
    source=Source(appendix="appendix F.10, proof of theorem 5.12 (b)"),
    words="For x within r of the median m_t both mixed two-step maps end at most at x - alpha(x) q "
    "and so at most at m_t - alpha(m_t) q + (x - m_t) + o(1), q being the least slope of alpha "
    "nearby; z = m_t - p alpha(m_t) q + o(1) then has at least half the mass of X_{t+2} up to it; "
    "r -> 0 proves the drop by p alpha(m_t) q.",
    printed={
        "two steps from x": ForAll(
            sp.And(*(after(x, *s) <= x - alpha(x) * LEAST_AROUND for s in ((1, -1), (-1, 1)))),
            given=(*laws.LIPSCHITZ, *laws.AT_EVEN_TIMES, *WITHIN_REACH, CLOSE),
            instances={laws.t: (0, 2)},
        ),
        "from x to m": States(UP_TO_O_1, given=AROUND_MEDIAN),
        "half the mass": local_drop(laws.law(laws.t + 2, laws.m_t) >= HALF),
        "the next median": local_drop(MEDIAN_HEAD(alpha, f, laws.t + 2) <= laws.m_t),
        "r -> 0": laws.MEDIAN_DROPS,
    },
    lemmas={
        "two steps from x, slopes within r, slopes as in theorem 5.12": two_step_bound(r),
        "two steps from x, slopes within r, slopes as in theorem 5.12, instead": two_step_bound(
            around, *REACH
        ),
        "half the mass, with o(1) = L q r as for one x": local_drop(
            laws.law(laws.t + 2, laws.m_t - LOCAL_DROP + L * LEAST_AROUND * laws.radius) >= HALF
        ),
        "the same drop from a smaller window": local_drop(LARGER_DROP, *SMALLER),
        "the same drop from a smaller window, instead": local_drop(
            of_radius(laws.WITHIN, rho) <= laws.WITHIN, *SMALLER
        ),
    },
    because={
        "two steps from x, slopes within r, slopes as in theorem 5.12": FLATTER_BELOW,
        "two steps from x": ByHand(
            ("two steps from x, slopes within r, slopes as in theorem 5.12, instead",)
        ),
        "from x to m": BY_CONTINUITY,
        "half the mass": NO_HALF,
        "the next median": NO_HALF,
        "half the mass, with o(1) = L q r as for one x": NO_HALF,
        "r -> 0": laws.MEDIAN_STAYS_ABOVE,
        "the same drop from a smaller window": LESS_WITHIN,
    },
    instead={"half the mass": laws.INSTEAD_COR_5_5, "the next median": laws.INSTEAD_COR_5_5},
    uses=("instability-flatness/lem-F.22#mean over all four branches",),
    note="Since p and o(1) vanish with r, the line says no more than that half the mass of "
    "X_{t+2} is up to m_t. The mass up to m_t is the mean of those of the four branches, and that "
    "two of them move left does not make it half (lemma F.22). Theorem 5.12 takes the least slope "
    "within r; the two steps evaluate alpha at x + alpha(x), too.",
    symbols={
        rho: "a radius smaller than r",
    },
)

LOWER, DOWN_UP, UP_DOWN, UPPER = BRANCHES
NEAREST = sp.Max(two_steps(DOWN_UP, MEDIAN), two_steps(UP_DOWN, MEDIAN))

AT_NEAREST = (
    *mass_argument.is_median(mass_argument.m),
    eq(mass_argument.z, mass_argument.NEAREST),
)
ALL_FOUR = "mean over all four branches"
BARELY_LESS = Try(
    {
        L: HALF,
        laws.mode: 0,
        alpha: PiecewiseLinear.through({-8: "97/100"}, "1/100", "1/100"),
        f: PiecewiseLinear.through(
            {-1: 0, 0: "16/43", 1: "72/215", "5/2": "36/215", "7/2": 0}, 0, 0
        ),
    }
)

LEM_F_22 = Claim(
    id="instability-flatness/lem-F.22",
    title="Three branches at the median",
    source=Source(appendix="appendix F.10, lemma F.22"),
    words="Three of the four two-step maps take the median m to the left; at the larger z_* of two "
    "of their images each of the three branches has at least half its mass below, and, if the mode "
    "m* is at most the median m_0 of X_0, so has the mean over all four.",
    printed={
        "images of the median": ForAll(
            given=STEP_SIZE,
            says=sp.And(
                after(m, *LOWER) < after(m, *DOWN_UP),
                after(m, *DOWN_UP) < m,
                after(m, *UP_DOWN) < m,
                sp.Max(after(m, *DOWN_UP), after(m, *UP_DOWN)) < m,
            ),
        ),
        "each of three branches": States(
            mass_argument.EACH_BRANCH.says,
            given={**WALK_5_8, HERE: AT_NEAREST},
        ),
        ALL_FOUR: laws.four_branches(HALF),
    },
    lemmas={
        "mean over all four branches, a density that falls": falling(cdf_after(2, NEAREST) >= HALF),
        "mean over all four branches, a density that falls, instead": falling(
            cdf_after(2, NEAREST) >= sp.Rational(3, 8)
        ),
    },
    because={"each of three branches": examples_argument.EACH_BRANCH, ALL_FOUR: BARELY_LESS},
    instead={
        ALL_FOUR: Instead(
            States(mass_argument.FOUR_BRANCHES.says, given={**WALK_5_8, HERE: AT_NEAREST}),
            because=examples_argument.FOUR_BRANCHES,
            words="at least 3/8, which three branches have, wherever the mode is; theorem 5.12 "
            "needs 1/2, and no repair is known that serves it",
        ),
    },
    uses=("instability-flatness/lem-F.21",),
    breaks_at="At its end: the three branches give 3/8 at least, and the pairing of points to the "
    "right and to the left of m that is to give the rest up to 1/2 is named and not carried out.",
    note="The branch ++ has no mass at or below z_* here, -+ and +- have a half, and -- has less "
    "than the whole: the mean is below 1/2. Pairing the points on both sides of the median does "
    "not help: where the density falls, what ++ carries away from below m outweighs what -- "
    "brings.",
    symbols={**FALLING_LAW, laws.z_star: "the larger of T_-+(m_0) and T_+-(m_0)"},
)

STEP_3_8 = Claim(
    id="instability-flatness/lem-F.22-step-3-8",
    title="Three branches contribute at least 3/8",
    source=Source(appendix="appendix F.10, proof of lemma F.22"),
    words="Three of four branches, each with at least half its mass, contribute at least 3/8.",
    printed=States(
        mass_argument.THREE_EIGHTHS.says,
        given={
            **WALK_5_8,
            "lemma F.22": mass_argument.is_median(mass_argument.m),
            HERE: (eq(mass_argument.z, mass_argument.NEAREST),),
        },
    ),
    because={"": examples_argument.THREE_EIGHTHS},
    note="z is z_*. 3/8 is less than the half that the lemma needs.",
)
