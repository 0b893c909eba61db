"""Second entries of section 3, lemma 4.13 and appendix G, written from the page."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.double_entry.steepest_mirror import (
    BREGMAN,
    BREGMAN_SIDE,
    ROWS,
    divergence,
    interpolates,
    lam,
    le,
    limit,
    mu,
    named,
    q,
    slope,
    steep,
    x_l,
)
from tests.double_entry.steepest_mirror_2 import (
    LEGENDRE,
    is_none,
    is_one,
    metric_exponent,
    rho,
    total,
)
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.language import Positive, eq, function, reals
from theory.papers.steepest_mirror import notation as paper
from theory.papers.steepest_mirror.notation import L, ell, n, within
from theory.quantifiers import Every, Some

x_l0, m_l, w_l, metric = named("x_l0 m_l w_l R''_l")
K, R_x, R_e, R_y, r_x, r_e, point = named("k_Z R_x R_e R_y r_x r_e x'")
LEGENDRE_SIDE, EXPONENT = named("LegendreSide Exponent")

# -- example 3.2 and theorem 3.4 -------------------------------------------------------------------

moved = x_l * sp.log((m_l + w_l) / (m_l - w_l))
inner, root = x_l * sp.asinh(x_l / lam), sp.sqrt(x_l**2 + 2 * lam**2)


def of_gradient_flow(entropy):
    """Return that R'' is 1 / (m^2 + w^2), which is the speed of x = m w for a slope of -1."""
    return ForAll(
        eq(sp.Derivative(entropy, x_l, x_l), 1 / (m_l**2 + w_l**2)),
        given=(sp.Abs(w_l) < m_l, eq(lam, m_l**2 - w_l**2), eq(x_l, m_l * w_l)),
    )


HYPERBOLIC = Ambiguous(
    "how far the sum goes",
    {
        "to the end": of_gradient_flow((inner - root - moved) / 2),
        "over its first term": of_gradient_flow(inner / 2 - root - moved),
    },
)


def tangent(base, base_value, slopes, at):
    """Return the value at a point of the tangent of R at a base point."""
    return base_value + total(slopes[ell] * (at[ell] - base[ell]))


def lies_above(value, at, base, base_value, slopes):
    """Return that a strictly convex R lies above a tangent, at every other point."""
    on_it = tangent(base, base_value, slopes, at)
    differs = Some(ell, And(within(ell, n), sp.Ne(at[ell], base[ell])))
    strictly = Implies(differs, sp.Gt(value, on_it, evaluate=False), evaluate=False)
    return And(sp.Ge(value, on_it, evaluate=False), strictly)


CONVEX = (
    lies_above(R_y, point, limit, R_e, r_e),
    lies_above(R_e, limit, paper.x, R_x, r_x),
    lies_above(R_y, point, paper.x, R_x, r_x),
    lies_above(R_x, paper.x, limit, R_e, r_e),
)
MINIMUM = States(
    le(divergence(R_e, limit), divergence(R_y, point)),
    given=(n >= 1, K >= 1, *CONVEX, interpolates(limit), ROWS),
)

# -- lemma 4.13 ------------------------------------------------------------------------------------

BALANCED_DEPTH = (q >= 1, L >= 2)
JOINED = (x_l * sp.log(x_l / x_l0) - x_l) / L  # of both signs
POWER = (
    sp.Abs(x_l) ** (2 - metric_exponent) / (q / L - q + 2)
    - x_l * x_l0 * sp.Abs(x_l0) ** (q * (1 / L - 1))
) / (L - (L - 1) * q)


def is_mirror_map(value, *given):
    """Return that a term has second derivative 1 / (L |x|^m)."""
    of_metric = 1 / (L * sp.Abs(x_l) ** metric_exponent)
    return ForAll(eq(sp.Derivative(value, x_l, x_l), of_metric), given=(*BALANCED_DEPTH, *given))


def starts_flat(value, *given):
    """Return that the slope of a term vanishes at the start."""
    flat = eq(sp.Derivative(value, x_l), 0)
    return ForAll(flat, given=(*BALANCED_DEPTH, eq(x_l, x_l0), *given))


ON_ITS_SIDE = (eq(metric_exponent, 1), x_l * x_l0 > 0)
ANYWHERE = (q <= 2, sp.Ne(metric_exponent, 1), sp.Ne(x_l, 0), sp.Ne(x_l0, 0))
AT_ONE = (*BALANCED_DEPTH, eq(metric_exponent, 1))
BELOW = (*BALANCED_DEPTH, metric_exponent < 1)
ABOVE = (*BALANCED_DEPTH, metric_exponent > 1)


def none_above(line, side):
    """Return that a map has a property on no domain."""
    on_a_domain = {"line": is_none(line, *ABOVE), "side": is_none(side, *ABOVE)}
    return Ambiguous("the domain for m > 1", on_a_domain)


CLOSED_FORMS = {
    "m = 1": is_mirror_map(JOINED, *ON_ITS_SIDE),
    "m = 1, start": starts_flat(JOINED, *ON_ITS_SIDE),
    "m != 1": is_mirror_map(POWER, *ANYWHERE),
    "m != 1, start": starts_flat(POWER, *ANYWHERE),
    "Bregman at 1": is_one(BREGMAN_SIDE(q, L, 0), *AT_ONE),
    "exponent at 1": ForAll(eq(EXPONENT(q, L, 0), metric_exponent), given=AT_ONE),
    "Bregman below 1": is_one(BREGMAN(q, L, 0), *BELOW),
    "exponent below 1": ForAll(eq(EXPONENT(q, L, 0), metric_exponent), given=BELOW),
    "not above 1": none_above(BREGMAN(q, L, 0), BREGMAN_SIDE(q, L, 0)),
    "Legendre at 1": is_one(LEGENDRE_SIDE(q, L, 0), *AT_ONE),
    "Legendre below 1": is_one(LEGENDRE(q, L, 0), *BELOW),
    "not Legendre above 1": none_above(LEGENDRE(q, L, 0), LEGENDRE_SIDE(q, L, 0)),
}


def of_lemma(at):
    """Return R of the lemma."""
    logarithmic = (at * sp.log(at) - at - at * sp.log(x_l0)) / L
    size = sp.Abs(at) ** (2 - metric_exponent) / (q / L - q + 2)
    power = (size - at * x_l0 * sp.Abs(x_l0) ** (q * (1 / L - 1))) / (L - (L - 1) * q)
    return sp.Piecewise((logarithmic, eq(metric_exponent, 1)), (power, True))


low, high, theta = reals("y' z' theta'")


def strictly_convex(domain):
    """Return that R is strictly convex on a domain."""
    mixed = of_lemma(theta * low + (1 - theta) * high)
    below = sp.Lt(mixed, theta * of_lemma(low) + (1 - theta) * of_lemma(high), evaluate=False)
    inside = And(domain(low), domain(high), sp.Ne(low, high), theta > 0, theta < 1)
    return Every(low, Every(high, Every(theta, Implies(inside, below, evaluate=False))))


def needs(domain):
    """Return that strict convexity on a domain needs m < 1."""
    return States(
        metric_exponent < 1, given=(q >= 1, L >= 2, sp.Ne(x_l0, 0), strictly_convex(domain))
    )


STRICTLY_CONVEX = {
    "needs m < 1": Ambiguous(
        "where R is strictly convex",
        {
            "on the domain of the lemma": needs(
                lambda point: sp.Or(sp.Ne(metric_exponent, 1), point * x_l0 > 0)
            ),
            "on its side": needs(lambda point: point * x_l0 > 0),
            "on the line": needs(lambda point: sp.Ge(point**2, 0, evaluate=False)),
        },
    ),
    "then Legendre": is_one(LEGENDRE(q, L, 0), q >= 1, L >= 2, metric_exponent < 1),
}

# -- theorem G.1 -----------------------------------------------------------------------------------

at, step, error, near = reals("y' h' epsilon' delta'")
new, new_speed = map(function, ("g'", "dg'"))


def tends(given, says):
    """Return that something holds for every step that is small enough, for every error."""
    then = Every(step, Implies(And(given, sp.Abs(step) < near), says, evaluate=False))
    some = Some(near, And(near > 0, then))
    return Every(at, Every(error, Implies(error > 0, some, evaluate=False)))


away_from_tangent = sp.Abs(new(at + step) - new(at) - step * new_speed(at))
DERIVATIVE = tends(sp.Ne(step, 0), away_from_tangent <= error * sp.Abs(step))
CONTINUOUS = tends(sp.Ne(step, 0), sp.Abs(rho(at + step) - rho(at)) <= error)
MOVES_X = Every(at, eq(sp.Abs(new_speed(at)) ** q * rho(new(at)), 1))
LEGENDRE_ON_LINE = (q >= 1, Positive(rho), CONTINUOUS, mu > 0)


def reparameterised(coercive):
    """Return that there is a map g along which the steepest flow is the mirror flow."""
    some = Some(new, Some(new_speed, And(DERIVATIVE, MOVES_X)))
    return States(some, given=(*LEGENDRE_ON_LINE, Every(at, coercive)))


REPARAMETERISED = Ambiguous(
    "coercive",
    {"R''": reparameterised(rho(at) >= mu), "its inverse": reparameterised(1 / rho(at) >= mu)},
)
new_slope = slope / metric ** (1 / q)
speed_of_new = metric ** (1 / q) * (-steep(slope) / metric)
printed_speed = -(metric ** (1 / q - 1 - (q - 1) / q)) * steep(new_slope)
EXPONENT_OF_METRIC = {
    "middle": ForAll(eq(speed_of_new, printed_speed), given=(q >= 1, metric > 0)),
    "last": ForAll(eq(speed_of_new, -steep(new_slope)), given=(q >= 1, metric > 0)),
}

ENTRIES = {
    "steepest-mirror/lem-4.13-step-strict-convexity": STRICTLY_CONVEX,
    "steepest-mirror/thm-3.4": MINIMUM,
    "steepest-mirror/thm-G.1": REPARAMETERISED,
    "steepest-mirror/thm-G.1-step-exponent": EXPONENT_OF_METRIC,
    "steepest-mirror/lem-4.13": CLOSED_FORMS,
    "steepest-mirror/ex-3.2": HYPERBOLIC,
}
