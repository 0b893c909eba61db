"""Second entries of section 5 and appendix F of the paper on instability."""

import sympy as sp
from sympy.logic.boolalg import And, Or

from tests.double_entry.instability_flatness import (
    IN_A,
    IN_B,
    IN_C,
    IS_B,
    IS_C,
    MASSES,
    after_two,
    ge,
    gt,
    half,
    implies,
    le,
    lt,
    mass,
    no_plateau,
)
from tests.double_entry.instability_flatness_2 import (
    AT_EVEN,
    OF_DENSITY,
    ORDERED,
    median_within,
)
from tests.double_entry.instability_flatness_3 import (
    BOUNDED_BELOW,
    GLOBAL,
    TIMES,
    down,
    envelope,
    essential_supremum,
    gap,
    in_mean,
    of_walk,
    up,
    visited,
)
from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ForAll
from theory.language import eq, function, reals
from theory.papers.instability_flatness.notation import (
    ABOVE,
    CDF,
    FIRST_MODE,
    FIRST_OF_PREFIXES,
    IMAGE,
    LAST_MODE,
    LAST_OF_PREFIXES,
    LEAST_CDF,
    LEAST_SLOPE,
    MEDIAN,
    PHI,
    PLATEAU,
    PREIMAGE,
    F,
    H,
    L,
    N,
    P,
    Z,
    a_plus,
    after,
    alpha,
    alpha_loc,
    at_t,
    b,
    c,
    c0,
    c1,
    derivative,
    eps,
    f,
    f_lambda,
    f_log,
    highest,
    j,
    k,
    kappa,
    least,
    least_slope,
    m,
    m0,
    radius,
    reach,
    s,
    t,
    u,
    w,
    x,
    y,
    z,
)
from theory.quantifiers import Every, Some, median
from theory.sequences import In, Law, Mean, Signs

# -- theorem 5.6 (iii) and its outline -------------------------------------------------------------

FROM_ZERO = Damaged("> or >= before 0", {">": t > 0, ">=": t >= 0})
EVEN_TIME = (FROM_ZERO, eq(sp.Mod(t, 2), 0))
median_of_start = median(m0, lambda point: mass(x <= point), lambda point: mass(x >= point))
CROSSING = (
    *BOUNDED_BELOW,
    eq(c, least * least_slope),
    c > 0,
    essential_supremum(x, b),
    median_of_start,
    eq(N, sp.ceiling((b - m0) / c)),
)
FINITE_CROSSING = {
    "crossing": States(
        le(Z[2 * N], m0),
        given=(*CROSSING, eq(t, 2 * N), FROM_ZERO, visited(t, in_mean), *envelope(at_t, t)),
    ),
    "after it": States(
        le(Z[t], m0 - (t - 2 * N) / 2 * c),
        given=(*CROSSING, *EVEN_TIME, t >= 2 * N, visited(t, in_mean), *envelope(at_t, t)),
    ),
}

IN_TURN = (*BOUNDED_BELOW, eq(sp.Mod(t, 2), 0), t >= 0, visited(t + 2, in_mean))
at_once_later = median(
    y,
    lambda point: in_mean(F(alpha, x, point, t + 2)),
    lambda point: in_mean(ABOVE(alpha, x, point, t + 2)),
)
DECREASE = {
    "dominated": States(le(m, Z[t]), given=(*IN_TURN, *envelope(at_t, t), of_walk)),
    "decrease": Ambiguous(
        "whether medians that decrease may stay",
        {
            name: States(less(y, m), given=(*IN_TURN, of_walk, at_once_later))
            for name, less in (("no", lt), ("yes", le))
        },
    ),
}

# -- corollary 5.5 in words ------------------------------------------------------------------------

LESS = {"left": lt, "not right": le}
CONTRACTS = "whether a median that contracts moves"
more_below = Ambiguous(
    "the mass on each side, or close to the median",
    {"each side": gt(mass(x < m0), mass(x > m0)), "close": gt(IS_B, IS_C)},
)
CONTRACTS_LEFTWARD = Ambiguous(
    CONTRACTS,
    {
        name: States(implies(after_two, less(m, m0)), given=(*MASSES, more_below))
        for name, less in LESS.items()
    },
)
IN_D = x > m0 + 2 * a_plus
BELOW = "whether below m_0 is at most m_0"
REGIONS = {"A": IN_A, "B": IN_B, "C": IN_C, "D": IN_D}


def half_below(region):
    """Return that half of the mass from a region is below m_0 after two steps."""
    options = {
        "yes": States(ge(F(alpha, x, m0, 2), half), given=(*MASSES, region)),
        "no": States(ge(1 - ABOVE(alpha, x, m0, 2), half), given=(*MASSES, region)),
    }
    return Ambiguous(BELOW, options)


EACH_REGION = {
    **{name: half_below(region) for name, region in REGIONS.items()},
    "median": States(implies(after_two, le(m, m0)), given=MASSES),
}

# -- appendix F.7 to F.9 ---------------------------------------------------------------------------

UNIMODAL = (*OF_DENSITY, L > 0)
PREFIXED = (*OF_DENSITY, t >= 2, eq(sp.Mod(t, 2), 0))
EVEN_INSTANCES = {t: (2, 4)}
first, last = FIRST_MODE(alpha, f, t), LAST_MODE(alpha, f, t)
ancestor = FIRST_OF_PREFIXES(alpha, f, t), LAST_OF_PREFIXES(alpha, f, t)


def preimage(mode, *signs):
    """Return the preimage of a mode of f_t under a two-step map."""
    return PREIMAGE(alpha, mode, *signs)


def of_prefixes(says):
    """Return a statement about all prefixes of t - 2 signs."""
    return ForAll(says, given=PREFIXED, instances=EVEN_INSTANCES)


def cross(mode):
    """Return the preimages b and c of a mode."""
    return preimage(mode, 1, -1), preimage(mode, -1, 1)


STRADDLE = {
    "a": of_prefixes(lt(preimage(last, 1, 1), ancestor[0])),
    "d": of_prefixes(lt(ancestor[1], preimage(first, -1, -1))),
    "least of b, c": of_prefixes(le(sp.Min(*cross(last)), ancestor[0])),
    "largest of b, c": of_prefixes(le(ancestor[1], sp.Max(*cross(first)))),
}
BALANCE = of_prefixes(ge(LEAST_CDF(alpha, f, t, first), half))

m_t = MEDIAN(alpha, f, t)
AT_TIMES = {
    "any t >= 0": (t >= 0,),
    "t >= 1, as around it": (t >= 1,),
    "even t >= 2, as in the proof": (t >= 2, eq(sp.Mod(t, 2), 0)),
}


def at_times(says):
    """Return a statement about times, which the page does not restrict."""
    options = {
        name: ForAll(says, given=(*OF_DENSITY, *times), instances={t: (0, 1, 2)})
        for name, times in AT_TIMES.items()
    }
    return Ambiguous("of which t it speaks", options)


MODE_AND_MEDIAN = {
    "at most": at_times(le(last, m_t)),
    "strict": at_times(Or(lt(last, m_t), eq(PLATEAU(alpha, f, t), 1))),
}

left_end, right_end = PHI(alpha, m, down, t), PHI(alpha, m, up, t)
WINDOW = (*OF_DENSITY, t >= 1, w > 0, x < y)


def smoothed(at):
    """Return w f_t^(w)."""
    return CDF(alpha, f, t, at + w) - CDF(alpha, f, t, at)


ON_LEFT, ON_RIGHT = y <= left_end - w, x >= right_end
VARIED = no_plateau(sp.true)
TWO_SIDED = {
    "left": States(le(smoothed(x), smoothed(y)), given=(*WINDOW, ON_LEFT)),
    "right": States(ge(smoothed(x), smoothed(y)), given=(*WINDOW, ON_RIGHT)),
    "left, strict": States(lt(smoothed(x), smoothed(y)), given=(*WINDOW, ON_LEFT, VARIED)),
    "right, strict": States(gt(smoothed(x), smoothed(y)), given=(*WINDOW, ON_RIGHT, VARIED)),
}


def supremum(value, inside=None):
    """Return that a number is the least upper bound of alpha, on a set if one is given."""
    above, reached = alpha(x) <= value, alpha(x) > y
    if inside is not None:
        above, reached = implies(inside, above), And(inside, reached)
    return And(Every(x, above), Every(y, implies(y < value, Some(x, reached))))


NEAR_MODE = And(m - reach <= x, x <= m + reach)
PATHS = (*ORDERED, k >= 1, In(s, Signs(k)))
far, largest = reals("e_1 M_k")  # bound below
sums_within = Every(j, implies(And(j >= 0, j <= k), sp.Abs(H(s, j)) <= largest))
sums_reach = Some(j, And(j >= 0, j <= k, eq(sp.Abs(H(s, j)), largest)))
moved = sp.Abs(PHI(alpha, m, s, j) - m)
no_further = Every(j, implies(And(j >= 0, j <= k), moved <= alpha(m) / (1 - L) * largest))
of_sums = And(sums_within, sums_reach)
LOCAL = {
    "u_k": States(Every(largest, implies(of_sums, no_further)), given=PATHS),
    "alpha_loc": States(
        Every(
            largest,
            implies(of_sums, alpha(m) / (1 - L) * largest <= alpha_loc / (1 - L) * largest),
        ),
        given=(*PATHS, reach > 0, supremum(alpha_loc, NEAR_MODE)),
    ),
}

ROOM = (kappa >= 1, reach >= alpha_loc * kappa * sp.sqrt(t), supremum(alpha_loc, NEAR_MODE))
width = 2 * alpha_loc * kappa * sp.sqrt(t) / (1 - L)
TYPICAL = (
    *ORDERED,
    *(t >= 1, w > 0, *ROOM, In(s, Signs(t))),
    Every(j, implies(And(j >= 0, j <= t), sp.Abs(H(s, j)) <= kappa * sp.sqrt(t))),
)
displaced = PHI(alpha, m, s, t) - m
moves_at_most = alpha_loc * kappa * sp.sqrt(t) / (1 - L)
LOCALISED = {
    "moved": States(le(sp.Abs(displaced), moves_at_most), given=TYPICAL),
    "width": States(le(moves_at_most, width), given=TYPICAL),
    "band": States(And(-width - w <= displaced, displaced <= width), given=TYPICAL),
}

CONTAMINATION = 4 / w * sp.exp(-(kappa**2) / 2)
MAIN = (*OF_DENSITY, t >= 1, w > 0, kappa >= 1, x < y)
density_rise = (smoothed(y) - smoothed(x)) / w
REVERSED = "which inequality is reversed"


def right_tail(of_alpha, *given):
    """Return the bound to the right of the band."""
    width = 2 * of_alpha * kappa * sp.sqrt(t) / (1 - L)
    return States(le(density_rise, CONTAMINATION), given=(*MAIN, *given, x > m + width))


def left_tail(of_alpha, *given):
    """Return the bound to the left of the band."""
    width = 2 * of_alpha * kappa * sp.sqrt(t) / (1 - L)
    options = {
        "of the densities": ge(density_rise, -CONTAMINATION),
        "the printed sign": ge(density_rise, CONTAMINATION),
    }
    made = {
        name: States(says, given=(*MAIN, *given, y < m - width - w))
        for name, says in options.items()
    }
    return Ambiguous(REVERSED, made)


at, near = reals("x_1 x_2")


def bound_of(value, inside):
    """Return that a number is the supremum of alpha on a set; x and y are taken."""
    below = Every(near, implies(near < value, Some(at, And(inside(at), alpha(at) > near))))
    return And(Every(at, implies(inside(at), alpha(at) <= value)), below)


OF_ALL = (bound_of(highest, lambda point: eq(point, point)),)
OF_NEAR = (
    reach >= alpha_loc * kappa * sp.sqrt(t),
    bound_of(alpha_loc, lambda point: And(m - reach <= point, point <= m + reach)),
)
TAILS = {
    "main text, right": right_tail(highest, *OF_ALL),
    "main text, left": left_tail(highest, *OF_ALL),
    "appendix, right": right_tail(alpha_loc, *OF_NEAR),
    "appendix, left": left_tail(alpha_loc, *OF_NEAR),
}

distribution = lambda point: CDF(alpha, f, t, point)  # noqa: E731
middle = distribution((x + y) / 2)
mean_of_ends = (distribution(x) + distribution(y)) / 2
CONVEX = Every(x, Every(y, implies(And(x <= y, y <= z), le(middle, mean_of_ends))))
CONCAVE = Every(x, Every(y, implies(And(z <= x, x <= y), ge(middle, mean_of_ends))))
STAYS_UNIMODAL = States(Some(z, And(CONVEX, CONCAVE)), given=(*OF_DENSITY, *AT_EVEN))

# -- appendix F.10 ---------------------------------------------------------------------------------

step = IMAGE(alpha, m_t, 1) - m_t
flattest = LEAST_SLOPE(alpha, m_t, reach)
share = CDF(alpha, f, t, m_t + radius) - CDF(alpha, f, t, m_t - radius)
IN_WINDOW = (*OF_DENSITY, *AT_EVEN, radius > 0, reach > step, flattest > 0)
FROM_INSIDE = (
    *IN_WINDOW,
    And(x >= m_t - radius, x <= m_t + radius),
    Every(
        z,
        implies(
            And(z >= m_t - radius, z <= m_t + radius),
            And(after(z, -1) >= m_t - reach, after(z, 1) <= m_t + reach),
        ),
    ),
)
small = reals("r_0")
small_window = And(small > 0, Every(radius, implies(And(radius > 0, radius < small), share > 0)))
THRESHOLD = {
    "from a point": States(
        ge(F(alpha, x, x - alpha(x) * flattest, 2), half),
        given=FROM_INSIDE,
    ),
    "threshold": States(
        Every(
            eps,
            implies(
                eps > 0,
                Some(
                    small,
                    And(
                        small > 0,
                        Every(
                            radius,
                            implies(
                                And(radius > 0, radius < small),
                                ge(
                                    CDF(alpha, f, t + 2, m_t - share * step * flattest + eps),
                                    half,
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
        given=(*OF_DENSITY, *AT_EVEN, reach > step, flattest > 0),
    ),
}

WITH_HIGH_PROBABILITY = {
    "medians": median_within(m_t),
    "unimodal": STAYS_UNIMODAL,
}

# -- proposition F.11, step by step ----------------------------------------------------------------

end = PHI(alpha, u, s, t)
GREEDY = {
    "+-": States(
        And(
            le(after(x, 1, -1) - x, -c1 * alpha(x)),
            le(-c1 * alpha(x), -c1 * c0),
        ),
        given=GLOBAL,
    ),
    "-+": States(
        And(
            le(after(x, -1, 1) - x, -c1 * alpha(x)),
            le(-c1 * alpha(x), -c1 * c0),
        ),
        given=GLOBAL,
    ),
    "unmatched": States(le(-alpha(z), -c0), given=GLOBAL),
    "S_t = 0": States(le(end - u, -gap), given=(*GLOBAL, *TIMES, eq(H(s, t), 0))),
    "S_t < 0": States(
        le(end, u - gap - c0 * sp.Abs(H(s, t))), given=(*GLOBAL, *TIMES, lt(H(s, t), 0))
    ),
}

# -- section 5.2 and 5.3, the walk -----------------------------------------------------------------

eta, top, surplus, boundary, curvature, following, sign = reals("eta lambda delta C U x' xi")
next_state = sp.log(curvature) + sign * f_log(surplus)
of_surplus = Mean(f_log(eta * f_lambda(sp.exp(x)) - boundary + z), z, Law(P))
INCREASES = Every(x, Every(y, implies(x < y, lt(f_log(x), f_log(y)))))
MONOTONE = Every(x, Every(y, implies(And(x > 0, x < y), lt(f_lambda(x), f_lambda(y)))))
COUPLED = (
    *(eta > 0, curvature > 0, Or(eq(sign, 1), eq(sign, -1))),
    *(INCREASES, Every(x, f_log(x) > 0), MONOTONE, Every(x, eq(alpha(x), of_surplus))),
)
INTO_A_WALK = {
    "walk": States(
        eq(following, sp.log(curvature) + sign * alpha(sp.log(curvature))),
        given=(*COUPLED, eq(following, next_state)),
    ),
    "positive": States(alpha(x) > 0, given=COUPLED),
    "increasing": States(alpha(x) < alpha(y), given=(*COUPLED, x < y)),
}

# -- appendix F.1, the loss along a direction ------------------------------------------------------

along = function("l")  # the loss along v, whose derivatives have these names
orders = [along, *(function(f"l{order}") for order in range(1, 7))]
rho, h, bound, small_h = reals("rho h K r_0")
one, other = reals("p q")


def continuous(of):
    """Return that a function is continuous."""
    away, close = reals("e delta_")
    here = Every(other, implies(sp.Abs(other - one) < close, sp.Abs(of(other) - of(one)) < away))
    return Every(one, Every(away, implies(away > 0, Some(close, And(close > 0, here)))))


SIX_TIMES = (
    *(Every(one, derivative(orders[n], one, orders[n + 1](one))) for n in range(6)),
    continuous(orders[6]),
)
second_difference = along(rho) + along(-rho) - 2 * along(0)
second, fourth = orders[2](0), orders[4](0)
close_by = And(rho > 0, rho < small_h)


def near_zero(says):
    """Return that something holds for all small rho."""
    return Some(small_h, And(small_h > 0, Every(rho, implies(close_by, says))))


remainder = sp.Abs(second_difference - second * rho**2 - fourth * rho**4 / 12)
TAYLOR = States(Some(bound, near_zero(remainder <= bound * rho**6)), given=SIX_TIMES)


def measured(share):
    """Return that the quotient of (F.1) tends to |D^4 L| / 12."""
    quotient = sp.Abs(second_difference - share * second * rho**2) / rho**4
    close = sp.Abs(quotient - sp.Abs(fourth) / 12) < eps
    return States(Every(eps, implies(eps > 0, near_zero(close))), given=SIX_TIMES)


ENVELOPE_OF_FOURTH = Damaged(
    "the factor before lambda_1", {"1/2": measured(half), "1": measured(sp.S.One)}
)

a_of, b_of, c_of = function("H_11"), function("H_12"), function("H_22")


def eigenvalue(at):
    """Return the largest eigenvalue of a Hessian of two parameters along v."""
    return (a_of(at) + c_of(at) + sp.sqrt((a_of(at) - c_of(at)) ** 2 + 4 * b_of(at) ** 2)) / 2


difference = (eigenvalue(h) - 2 * eigenvalue(0) + eigenvalue(-h)) / h**2
of_line = (eq(a_of(one), orders[2](one)),)
FINITE_DIFFERENCE = States(
    Some(
        bound,
        Some(
            small_h,
            And(
                small_h > 0,
                Every(
                    h,
                    implies(And(h > 0, h < small_h), sp.Abs(difference - fourth) <= bound * h**2),
                ),
            ),
        ),
    ),
    given=(*SIX_TIMES, Every(one, *of_line), eq(b_of(0), 0), a_of(0) > c_of(0)),
)

BLIND = {
    "instability-flatness/thm-5.6-iii": FINITE_CROSSING,
    "instability-flatness/thm-5.6-outline": DECREASE,
    "instability-flatness/cor-5.5-prose": CONTRACTS_LEFTWARD,
    "instability-flatness/cor-5.5-outline": EACH_REGION,
    "instability-flatness/prop-5.11": MODE_AND_MEDIAN,
    "instability-flatness/lem-F.19": STRADDLE,
    "instability-flatness/lem-F.20": BALANCE,
    "instability-flatness/lem-5.9": TWO_SIDED,
    "instability-flatness/lem-5.9-claim-consequence": STAYS_UNIMODAL,
    "instability-flatness/cor-F.15": LOCAL,
    "instability-flatness/lem-5.10": TAILS,
    "instability-flatness/lem-5.10-step-localization": LOCALISED,
    "instability-flatness/thm-5.12-step-local": THRESHOLD,
    "instability-flatness/thm-5.12-wording-whp": WITH_HIGH_PROBABILITY,
    "instability-flatness/prop-F.11-step-greedy": GREEDY,
    "instability-flatness/eq-5": INTO_A_WALK,
    "instability-flatness/eq-F.1-taylor": TAYLOR,
    "instability-flatness/eq-F.1": ENVELOPE_OF_FOURTH,
    "instability-flatness/eq-F.2": FINITE_DIFFERENCE,
}
ENTRIES: dict = {}
