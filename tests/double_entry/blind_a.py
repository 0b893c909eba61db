"""Second entries of some claims of sections 5.3, F.3, F.10 and of theorem F.1, from the page.

What the language lacked, one line each:

- theorem F.1: a head for the trajectory of a sign flow, of n coordinates and L factors; so what
  theorem B.12 concludes of a limit point of the factors stands as a hypothesis, with the balance
  that the division by a norm that grows leaves.
- appendix F.10: a head for p_t; it is written out, and so is o(1) as r_t tends to 0.
"""

import sympy as sp
from sympy.logic.boolalg import And, Or

from tests.double_entry.instability_flatness import (
    EVEN,
    at_least,
    at_most,
    ge,
    gt,
    half,
    implies,
    le,
    lt,
)
from tests.double_entry.instability_flatness_2 import OF_DENSITY, m_t
from tests.double_entry.instability_flatness_3 import (
    BOUNDED_BELOW,
    DECAY,
    DOMINATION,
    F_4,
    FROM_LAW,
    envelope,
    in_mean,
    is_median,
    visited,
)
from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ForAll
from theory.language import eq, integers, reals, sequence
from theory.papers.instability_flatness.notation import (
    CDF,
    LEAST_SLOPE,
    MEDIAN,
    P,
    alpha,
    at_t,
    f,
    f_lambda,
    f_log,
    following,
    m,
    m_later,
    radius,
    t,
    u,
    x,
    y,
    z,
)
from theory.papers.steepest_mirror.coordinates import Y, samples
from theory.papers.steepest_mirror.coordinates import Z as data
from theory.papers.steepest_mirror.notation import L as depth
from theory.papers.steepest_mirror.notation import ell, i, in_all, j, n, product, w
from theory.papers.steepest_mirror.notation import x as limit
from theory.quantifiers import Every, Some, median
from theory.sequences import Indicator, Law, Mean

# -- steepest-mirror, theorem F.1 ------------------------------------------------------------------

scale, scale_w, size, size_w = reals("c_x c_w N_x N_w")
multipliers, multipliers_w = map(sequence, ("nu_x", "nu_w"))
number = integers("j'")
left_out = integers("i''")


def margin(point):
    """Return the margin of sample j for a point, given by its coordinates."""
    return Y[j] * sp.Sum(data[j, ell] * point(ell), (ell, 1, n))


def pull(by, at):
    """Return what the constraints with their multipliers pull coordinate l of x by."""
    return sp.Sum(by[number] * Y[number] * data[number, at], (number, 1, samples))


def sum_of_all(term):
    """Return the sum over factors and coordinates."""
    return sp.Sum(sp.Sum(term, (ell, 1, n)), (i, 1, depth))


def constraints(point, by):
    """Return feasibility, the signs of the multipliers, and complementary slackness."""
    of_sample = And(ge(margin(point), 1), by[j] >= 0, Or(eq(by[j], 0), eq(margin(point), 1)))
    return in_all(j, samples, of_sample)


def subgradient(value, force, norm):
    """Return that a force is 0, or that it pulls a coordinate of the largest size outwards."""
    return Or(eq(force, 0), And(force * value > 0, eq(sp.Abs(value), norm)))


def largest(bounded, reached, norm):
    """Return that a number is the largest size of coordinates."""
    return And(norm > 0, bounded, reached)


at_w = scale_w * w[i, ell]
rest = scale_w * w[left_out, ell]
other = sp.Product(rest, (left_out, 1, i - 1)) * sp.Product(rest, (left_out, i + 1, depth))
force_w = pull(multipliers_w, ell) * other


def both(says):
    """Return that something holds for every factor and coordinate."""
    return in_all(i, depth, in_all(ell, n, says))


KKT_OF_FACTORS = Some(
    scale_w,
    Some(
        multipliers_w,
        Some(
            size_w,
            And(
                scale_w > 0,
                constraints(lambda at: scale_w**depth * product(w, depth, at), multipliers_w),
                largest(
                    both(le(sp.Abs(at_w), size_w)),
                    Some(
                        i,
                        Some(
                            ell,
                            And(
                                *(i >= 1, i <= depth, ell >= 1, ell <= n),
                                eq(sp.Abs(at_w), size_w),
                            ),
                        ),
                    ),
                    size_w,
                ),
                both(subgradient(at_w, force_w, size_w)),
                eq(sum_of_all(sp.Abs(force_w)), size_w),
            ),
        ),
    ),
)
at_x = scale * limit[ell]
KKT = Some(
    scale,
    Some(
        multipliers,
        Some(
            size,
            And(
                scale > 0,
                constraints(lambda at: scale * limit[at], multipliers),
                largest(
                    in_all(ell, n, le(sp.Abs(at_x), size)),
                    Some(ell, And(ell >= 1, ell <= n, eq(sp.Abs(at_x), size))),
                    size,
                ),
                in_all(ell, n, subgradient(at_x, pull(multipliers, ell), size)),
                eq(
                    sp.Sum(sp.Abs(pull(multipliers, ell)), (ell, 1, n)),
                    sp.S(2) / depth * size ** (sp.S(2) / depth - 1),
                ),
            ),
        ),
    ),
)
BALANCED = in_all(
    i, depth, in_all(j, depth, in_all(ell, n, eq(sp.Abs(w[i, ell]), sp.Abs(w[j, ell]))))
)
MARGIN = States(
    KKT,
    given=(
        *(n >= 1, samples >= 1, depth >= 1),
        in_all(j, samples, Or(eq(Y[j], 1), eq(Y[j], -1))),
        KKT_OF_FACTORS,
        BALANCED,
        in_all(ell, n, eq(limit[ell], product(w, depth, ell))),
    ),
)

# -- instability-flatness, appendix F.10, part (b) -------------------------------------------------

reach, error, near = reals("R e r_e")
share = CDF(alpha, f, t, m_t + radius) - CDF(alpha, f, t, m_t - radius)
slope_below = LEAST_SLOPE(alpha, m_t, reach)
threshold = m_t - share * alpha(m_t) * slope_below
AROUND = (*OF_DENSITY, eq(sp.Mod(t, 2), 0), t >= 0, gt(alpha(m_t), 0), gt(slope_below, 0))
IN_A = le(sp.Abs(x - m_t), radius)
WIDE = (
    *(radius > 0, gt(reach, alpha(m_t))),
    Every(
        y,
        implies(
            le(sp.Abs(y - m_t), radius),
            And(m_t - reach <= y - alpha(y), y + alpha(y) <= m_t + reach),
        ),
    ),
)


def up_to_o_1(left, right, at_least=False):
    """Return that left <= right + o(1) as r_t -> 0, R fixed; for x in A where x stands in it."""
    says = implies(
        And(IN_A, gt(share, 0)),
        left(right + error) if at_least else le(left, right + error),
    )
    for_all = Every(radius, implies(And(radius > 0, radius < near), Every(x, says)))
    some = Some(near, And(near > 0, for_all))
    return Every(error, implies(error > 0, some))


STEP_LOCAL = {
    "two steps": States(
        le(m, x - alpha(x) * slope_below),
        given=(*AROUND, *WIDE, IN_A, is_median(m, x, 2)),
    ),
    "of second order": States(
        up_to_o_1(x - alpha(x) * slope_below, m_t - alpha(m_t) * slope_below + (x - m_t)),
        given=(*AROUND, gt(reach, alpha(m_t))),
    ),
    "F_{t+2}(z_p)": States(
        up_to_o_1(lambda level: ge(CDF(alpha, f, t + 2, level), half), threshold, True),
        given=(*AROUND, gt(reach, alpha(m_t))),
    ),
    "m_{t+2}": States(
        up_to_o_1(MEDIAN(alpha, f, t + 2), threshold), given=(*AROUND, gt(reach, alpha(m_t)))
    ),
    "r_t -> 0": ForAll(
        ge(
            CDF(alpha, f, t + 2, m_t - share * alpha(m_t) * LEAST_SLOPE(alpha, m_t, radius)),
            half,
        ),
        given=(
            *(*OF_DENSITY, eq(sp.Mod(t, 2), 0), t >= 0, radius > 0, gt(share, 0)),
            *(gt(alpha(m_t), 0), gt(LEAST_SLOPE(alpha, m_t, radius), 0)),
        ),
        instances={t: (0, 2)},
    ),
}

# -- instability-flatness, appendix F.3, the envelope ----------------------------------------------

of_walk = median(m, lambda point: at_most(point, t), lambda point: at_least(point, t))
of_walk_later = median(
    m_later, lambda point: at_most(point, t + 2), lambda point: at_least(point, t + 2)
)
DECREASES = {
    name: States(
        make(m_later, m), given=(*FROM_LAW, visited(t + 2, in_mean), of_walk, of_walk_later)
    )
    for name, make in {"strictly": lt, "weakly": le}.items()
}
first = reals("m_0")
LATER = States(
    Some(
        u,
        Every(
            t,
            implies(
                And(t >= u, *EVEN, *envelope(at_t, t), visited(t, in_mean)),
                Every(m, implies(of_walk, lt(m, first))),
            ),
        ),
    ),
    given=(
        *BOUNDED_BELOW,
        median(first, lambda point: at_most(point, 0), lambda point: at_least(point, 0)),
    ),
)
OUTLINE_OF_ENVELOPE = {
    "each ancestor": F_4["step"],
    "by c": F_4["floor"],
    "the envelope": DECAY["a step"],
    "dominated": DOMINATION["medians"],
    "decrease": Ambiguous(
        "when the medians are smaller", {**DECREASES, "than the first one, in the end": LATER}
    ),
}

# -- instability-flatness, equation (5) ------------------------------------------------------------

rate, limit_of_rate, sign = reals("eta C xi")
noise = reals("zeta")


def surplus(at, of_noise):
    """Return delta_t = eta f_lambda(U_t) - C_t + zeta_t where log U_t is given."""
    return rate * f_lambda(sp.exp(at)) - limit_of_rate + of_noise


def average(at):
    """Return alpha(x) = E[f_logU(delta_t) | X_t = x]."""
    return Mean(f_log(surplus(at, noise)), noise, Law(P))


C_3 = Every(
    y,
    Every(z, implies(And(y > 0, y < z), And(gt(f_log(y), 0), lt(f_log(y), f_log(z))))),
)
C_4 = Every(y, Every(z, implies(And(y > 0, y < z), lt(f_lambda(y), f_lambda(z)))))


def at_which(make, *points):
    """Return a statement about alpha at some points, which the page does not restrict."""
    unstable = [eq(Mean(Indicator(surplus(at, noise) > 0), noise, Law(P)), 1) for at in points]
    options = {"all": (), "of which the surplus is positive": tuple(unstable)}
    return Ambiguous("which states", {name: make(more) for name, more in options.items()})


RISES = Damaged(
    "< or <= between the expected sharpnesses",
    {
        "<": C_4,
        "<=": Every(y, Every(z, implies(And(y > 0, y < z), le(f_lambda(y), f_lambda(z))))),
    },
)
CONDITIONS = (rate > 0, C_3, RISES, eq(Mean(noise, noise, Law(P)), 0))
IS_SIGN = Or(eq(sign, 1), eq(sign, -1))
RANDOM_WALK = {
    "the update": States(
        eq(following, x + sign * average(x)),
        given=(
            *CONDITIONS,
            IS_SIGN,
            gt(surplus(x, noise), 0),
            eq(following, x + sign * f_log(surplus(x, noise))),
        ),
    ),
    "positive": at_which(lambda more: States(gt(average(x), 0), given=(*CONDITIONS, *more)), x),
    "finite": at_which(
        lambda more: States(eq(average(x), average(x)), given=(*CONDITIONS, *more)), x
    ),
    "increasing": at_which(
        lambda more: States(lt(average(x), average(y)), given=(*CONDITIONS, x < y, *more)), x, y
    ),
}

BLIND = {
    "steepest-mirror/thm-F.1": MARGIN,
    "instability-flatness/thm-5.12-step-local": STEP_LOCAL,
    "instability-flatness/thm-5.6-outline": OUTLINE_OF_ENVELOPE,
    "instability-flatness/eq-5": RANDOM_WALK,
}
ENTRIES: dict[str, object] = {}
