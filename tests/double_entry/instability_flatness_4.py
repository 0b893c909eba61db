"""Second entries of section 5 and appendices F.3 to F.9 of the paper on instability."""

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.instability_flatness import (
    CONTROL,
    IN_A,
    IN_B,
    IN_C,
    IS_B,
    IS_C,
    after_two,
    at_most,
    ge,
    gt,
    half,
    implies,
    le,
    limit,
    lt,
    mass,
    no_plateau,
)
from tests.double_entry.instability_flatness_3 import (
    BOUNDED_BELOW,
    envelope,
    essential_supremum,
    in_mean,
    visited,
)
from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ForAll
from theory.language import Each, UnimodalDensity, eq
from theory.papers.instability_flatness.laws import VALLEY
from theory.papers.instability_flatness.notation import (
    CDF,
    FIRST_MODE,
    FIRST_OF_PREFIXES,
    LAST_MODE,
    LAST_OF_PREFIXES,
    LEAST_CDF,
    MEDIAN,
    PLATEAU,
    PREIMAGE,
    STEP_SIZE,
    F,
    L,
    N,
    X,
    Y,
    Z,
    a_minus,
    a_plus,
    alpha,
    alpha_loc,
    at_t,
    b,
    c,
    f,
    i,
    j,
    k,
    kappa,
    least,
    least_slope,
    level,
    m,
    m0,
    n,
    reach,
    s,
    t,
    w,
    walk,
    x,
    y,
    z,
)
from theory.quantifiers import Every, median

UNIMODAL = (*STEP_SIZE, *CONTROL, UnimodalDensity(f, m))

# -- modes and medians, appendix F.9 ---------------------------------------------------------------

EVEN = eq(sp.Mod(t, 2), 0)
first, last = FIRST_MODE(alpha, f, t), LAST_MODE(alpha, f, t)
first_ancestor, last_ancestor = FIRST_OF_PREFIXES(alpha, f, t), LAST_OF_PREFIXES(alpha, f, t)


# no valley between two points, which is what unimodal says
NO_VALLEY = le(VALLEY(alpha, f, t), 0)
NO_VALLEYS = Each(le(VALLEY(alpha, f, j), 0), (j, 1, t))
INDICES = {"0": (), "t, and each time before": (NO_VALLEYS,)}


def of_prefixes(says):
    """Return a statement about all prefixes of t - 2 signs, for both laws that are unimodal."""
    options = {
        name: ForAll(says, given=(*UNIMODAL, t >= 2, EVEN, *law), instances={t: (2, 4)})
        for name, law in INDICES.items()
    }
    return Damaged("of which X appendix F.9 says that its density is unimodal", options)


def preimage(mode, *signs):
    """Return the preimage of a mode of f_t under a two-step map."""
    return PREIMAGE(alpha, mode, *signs)


def cross(mode):
    """Return the preimages b and c of a mode."""
    return preimage(mode, 1, -1), preimage(mode, -1, 1)


def relation(make):
    """Return a statement with a sign that may have lost its bar."""
    signs = Damaged("the digital text has < for <=, too", {"<": make(lt), "<=": make(le)})
    return of_prefixes(signs)


STRADDLE = {
    "a, d": relation(
        lambda less: And(
            less(preimage(last, 1, 1), first_ancestor),
            less(last_ancestor, preimage(first, -1, -1)),
        )
    ),
    "b, c": relation(
        lambda less: And(
            less(sp.Min(*cross(last)), first_ancestor),
            less(last_ancestor, sp.Max(*cross(first))),
        )
    ),
}
BALANCE = of_prefixes(ge(LEAST_CDF(alpha, f, t, first), half))

m_t = MEDIAN(alpha, f, t)


def at_times(says, *given):
    """Return a statement about times, which the page restricts in the proof alone."""
    options = {
        name: ForAll(says, given=(*UNIMODAL, t >= 1, *times, *given), instances={t: (1, 2)})
        for name, times in {"any": (), "even, as in the proof": (EVEN,)}.items()
    }
    return Ambiguous("of which t it speaks", options)


MODE_AND_MEDIAN = {
    "at most": at_times(le(last, m_t)),
    "strict": at_times(lt(last, m_t), eq(PLATEAU(alpha, f, t), 0)),
}

# -- lemmas 5.9 and 5.10, corollary F.15 -----------------------------------------------------------


def smoothed(at):
    """Return f_t^(w)."""
    return (CDF(alpha, f, t, at + w) - CDF(alpha, f, t, at)) / w


def end_of(sign):
    """Return that Y_t is where t steps with one sign lead from the mode."""
    return eq(Y[0], m), Each(eq(Y[j + 1], Y[j] + sign * alpha(Y[j])), (j, 0, t - 1))


WINDOW = (*UNIMODAL, t >= 1, w > 0, x < z)
ON_RIGHT, ON_LEFT = (*end_of(1), x >= Y[t]), (*end_of(-1), z <= Y[t] - w)
VARIED = no_plateau(sp.true)
AT_SIZE = {"instances": {t: (1, 2)}}
TWO_SIDED = {
    "right": ForAll(le(smoothed(z), smoothed(x)), given=(*WINDOW, *ON_RIGHT), **AT_SIZE),
    "left": ForAll(le(smoothed(x), smoothed(z)), given=(*WINDOW, *ON_LEFT), **AT_SIZE),
    "right, strict": States(lt(smoothed(z), smoothed(x)), given=(*WINDOW, *ON_RIGHT, VARIED)),
    "left, strict": States(lt(smoothed(x), smoothed(z)), given=(*WINDOW, *ON_LEFT, VARIED)),
}

# the neighbourhood is [m - R, m + R], where the increasing alpha is at most alpha(m + R)
LARGEST = (eq(alpha_loc, alpha(m + reach)), reach > alpha_loc * kappa * sp.sqrt(t))
half_width = 2 * alpha_loc * kappa * sp.sqrt(t) / (1 - L)
CONTAMINATION = 4 / w * sp.exp(-(kappa**2) / 2)
OUTSIDE = (*WINDOW, *LARGEST, kappa >= 1)
TAILS = {
    "right": ForAll(
        le(smoothed(z) - smoothed(x), CONTAMINATION),
        given=(*OUTSIDE, x > m + half_width),
        **AT_SIZE,
    ),
    "left": ForAll(
        ge(smoothed(z) - smoothed(x), -CONTAMINATION),
        given=(*OUTSIDE, z < m - half_width - w),
        **AT_SIZE,
    ),
}

# no valley between two points, or none beside the band
EVEN_TIMES = ForAll(NO_VALLEY, given=(*UNIMODAL, t >= 1, EVEN), instances={t: (2, 4)})
STAYS_UNIMODAL = {
    "no time named": Ambiguous(
        "what is said of the time and of the band",
        {
            "any": ForAll(NO_VALLEY, given=(*UNIMODAL, t >= 1), instances={t: (1, 2)}),
            "even": EVEN_TIMES,
            "what the lemmas say, on the right": TAILS["right"],
        },
    ),
    "even times": EVEN_TIMES,
}

# n is M_k(s), or more
SLOW = (*STEP_SIZE, *CONTROL)
PATH = (
    *(*SLOW, k >= 1, eq(X[0], m), *walk(k), n >= 0),
    Each(sp.Abs(level(j)) <= n, (j, 0, k - 1)),
)
NEARBY = (*PATH, *LARGEST, t >= k, kappa >= 1)
at_mode, nearby = alpha(m) * n / (1 - L), alpha_loc * n / (1 - L)


def path(says, given=PATH):
    """Return a statement about the path from the mode along a string."""
    return ForAll(says, given=given, instances={k: (1, 2)})


def all_within(bound):
    """Return that the path stays so close to the mode."""
    return Each(sp.Abs(X[j] - m) <= bound, (j, 0, k))


LOCAL = {
    "alpha(m*)": path(all_within(at_mode), NEARBY),
    "alpha(m*) and alpha_loc": path(le(at_mode, nearby), NEARBY),
    "alpha_loc": path(all_within(nearby), NEARBY),
}

TYPICAL = (
    *(*SLOW, *LARGEST, t >= 1, w > 0, kappa >= 1, eq(X[0], m), *walk(t)),
    Each(sp.Abs(level(j)) <= kappa * sp.sqrt(t), (j, 0, t - 1)),
)
moves_at_most = alpha_loc * kappa * sp.sqrt(t) / (1 - L)


def typical(says):
    """Return a statement about the end of a typical string."""
    return ForAll(says, given=TYPICAL, instances={t: (1, 2)})


by_sum = alpha(m) * level(k - 1) + sp.Sum(s[i] * (alpha(X[i]) - alpha(m)), (i, 0, k - 1))
distances_before = sp.Sum(sp.Abs(X[i] - m), (i, 0, k - 1))
LOCALISED = {
    "d_k": path(eq(X[k] - m, by_sum)),
    "|d_k|": path(le(sp.Abs(X[k] - m), alpha(m) * n + L * distances_before)),
    "u_k": LOCAL["alpha(m*)"],
    "u_k, alpha_loc": LOCAL["alpha(m*) and alpha_loc"],
    "d_t": typical(le(sp.Abs(X[t] - m), moves_at_most)),
    "W_t": typical(lt(moves_at_most, half_width)),
    "band": typical(And(m - half_width - w <= X[t], X[t] <= m + half_width)),
}

# -- theorem 5.6 (iii) -----------------------------------------------------------------------------

of_start = median(m0, lambda point: mass(x <= point), lambda point: mass(x >= point))
everywhere = (
    Every(y, ge(alpha(y), least)),
    Every(y, Every(z, implies(y < z, ge(alpha(z) - alpha(y), least_slope * (z - y))))),
)
CROSSING = (
    *(*STEP_SIZE, least > 0, least_slope > 0, eq(c, least * least_slope), essential_supremum(x, b)),
    *(of_start, eq(N, sp.ceiling((b - m0) / c)), t >= 1, EVEN, *envelope(at_t, t)),
)
RANGES = {
    "up to time t": (*BOUNDED_BELOW[len(STEP_SIZE) :], visited(t, in_mean)),
    "everywhere": everywhere,
}


def crossed(says, when):
    """Return what is said of the envelope at some times, for each range of the least values."""
    options = {name: States(says, given=(*CROSSING, *of, when)) for name, of in RANGES.items()}
    return Ambiguous("over which range alpha_min and alpha'_min are the least values", options)


FINITE_CROSSING = {
    "at 2N": crossed(le(Z[t], m0), eq(t, 2 * N)),
    "from 2N on": crossed(le(Z[t], m0 - (t - 2 * N) / 2 * c), t >= 2 * N),
}

# -- corollary 5.5, in words and in outline --------------------------------------------------------

LIMITS = (*STEP_SIZE, limit(a_minus, -1), limit(a_plus, 1))
AROUND_MEDIAN = (*LIMITS, of_start)
IN_D = x > m0 + 2 * a_plus
SIDES = {
    "each": (mass(x < m0), mass(x > m0)),
    "close to the median": (mass(IN_B), mass(IN_C)),
    "far from it": (mass(IN_A), mass(IN_D)),
}
CONTRACTS = Ambiguous(
    "which mass below the median, and above it",
    {
        name: States(gt(at_most(m0, 2), half), given=(*AROUND_MEDIAN, gt(low, high)))
        for name, (low, high) in SIDES.items()
    },
)
REGIONS = {"A": IN_A, "B": IN_B, "C": IN_C, "D": IN_D}
EACH_REGION = {
    **{
        name: States(ge(F(alpha, x, m0, 2), half), given=(*LIMITS, region))
        for name, region in REGIONS.items()
    },
    "median": Ambiguous(
        "of which laws it is said",
        {
            "all": States(ge(at_most(m0, 2), half), given=AROUND_MEDIAN),
            "those of the corollary": States(
                implies(after_two, le(m, m0)), given=(*AROUND_MEDIAN, lt(IS_B, IS_C))
            ),
        },
    ),
}

ENTRIES = {
    "instability-flatness/cor-5.5-prose": CONTRACTS,
    "instability-flatness/cor-5.5-outline": EACH_REGION,
    "instability-flatness/prop-5.11": MODE_AND_MEDIAN,
    "instability-flatness/thm-5.6-iii": FINITE_CROSSING,
    "instability-flatness/lem-F.19": STRADDLE,
    "instability-flatness/lem-F.20": BALANCE,
    "instability-flatness/lem-5.9": TWO_SIDED,
    "instability-flatness/lem-5.9-claim-consequence": STAYS_UNIMODAL,
    "instability-flatness/lem-5.10": TAILS,
    "instability-flatness/cor-F.15": LOCAL,
    "instability-flatness/lem-5.10-step-localization": LOCALISED,
}
