"""More second entries of the paper on steepest mirror flows, written from the page."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.double_entry.steepest_mirror import (
    BREGMAN,
    BREGMAN_SIDE,
    ROWS,
    B,
    Lam,
    alpha,
    balanced,
    but_one,
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
    z,
)
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.language import DEFINES, Positive, function, reals
from theory.papers.steepest_mirror import notation as paper
from theory.papers.steepest_mirror.notation import (
    L,
    ell,
    eq,
    i,
    in_all,
    j,
    n,
    product,
    w,
    within,
)
from theory.quantifiers import Every, Some

p, N, dtau, u, g, h, d, delta, A = named("p N dtau u g h d delta A")
f_x, f_min, dx_l, dw_l, x_l0, m_l, w_l = named("f_x f_* dx_l dw_l x_l0 m_l w_l")
metric, rho, K, R_x, R_e, R_y, r_x, r_e, point = named("R''_l rho K R_x R_e R_y r_x r_e y")
LEGENDRE, LEGENDRE_SIDE, EXPONENT = named("Legendre LegendreSide Exponent")
TOP, P_ij, P, w_il, t, GAP, AFTER_REST = named("Top P_ij P w_il t Gap AfterRest")
metric_exponent = q * (L - 1) / L


def total(term):
    """Return the sum of a term over all coordinates."""
    return sp.Sum(term, (ell, 1, n))


# -- section 4, (3), and appendix B, (7) and (8) ---------------------------------------------------

DUAL = (n >= 1, N > 0, eq(N**q, total(sp.Abs(g[ell]) ** q)))
CONJUGATE = (q > 1, p > 1, eq(1 / p + 1 / q, 1))
STEEPEST = -steep(g[ell]) * N ** (2 - q)
SIGN_DUAL = (n >= 1, N > 0, eq(N, total(sp.Abs(g[ell]))))
SIGN_STEEPEST = -sp.sign(g[ell]) * N
IN_CUBE = in_all(ell, n, le(sp.Abs(u[ell]), N))


def is_least(direction):
    """Return that no direction u has a smaller inner product with g."""
    return le(total(direction * g[ell]), total(u[ell] * g[ell]))


FLOW_3 = {
    "(3)": ForAll(DEFINES, given=(q >= 1, eq(dx_l, -steep(slope)))),
    "(8) for L_p is allowed": States(
        eq(total(sp.Abs(STEEPEST) ** p), N**p), given=(*DUAL, *CONJUGATE)
    ),
    "(8) for L_p is least": States(
        is_least(STEEPEST),
        given=(*DUAL, *CONJUGATE, le(total(sp.Abs(u[ell]) ** p), N**p)),
    ),
    "(8) for p = infinity is allowed": States(
        in_all(ell, n, le(sp.Abs(SIGN_STEEPEST), N)), given=SIGN_DUAL
    ),
    "(8) for p = infinity is least": States(is_least(SIGN_STEEPEST), given=(*SIGN_DUAL, IN_CUBE)),
    "new time": ForAll(
        eq(dx_l / dtau, -steep(slope)),
        given=(q >= 1, N > 0, eq(dtau, N ** (2 - q)), eq(dx_l, -steep(slope) * N ** (2 - q))),
    ),
}

# -- theorem 4.2 -----------------------------------------------------------------------------------

squares = total(g[ell] ** 2)
speed_of_f = -total(g[ell] * h[ell] * steep(g[ell]))
COERCIVE = (n >= 1, q >= 1, mu > 0, in_all(ell, n, sp.Ge(h[ell], mu, evaluate=False)))
BOUNDED = (B > 0, in_all(ell, n, le(sp.Abs(g[ell]), B)))
away = total(d[ell] ** 2)
STRONGLY_CONVEX = (
    Lam > 0,
    sp.Ge(f_min, f_x + total(g[ell] * d[ell]) + Lam / 2 * away, evaluate=False),
)
THEOREM_4_2 = {
    "the loss decays": States(le(speed_of_f, 0), given=COERCIVE),
    "the integral, as a rate": States(
        le(squares, speed_of_f / (mu * B ** (q - 2))), given=(*COERCIVE, *BOUNDED)
    ),
    "linear rate": States(
        le(speed_of_f, -mu * B ** (q - 2) * Lam * (f_x - f_min)),
        given=(*COERCIVE, *BOUNDED, *STRONGLY_CONVEX),
    ),
}
POWER_OF_B = States(
    le(squares, total(B ** (q - 2) * sp.Abs(g[ell]) ** q)), given=(n >= 1, q >= 1, *BOUNDED)
)
PL = {
    "PL": States(
        sp.Ge(squares / 2, Lam * (f_x - f_min), evaluate=False), given=(n >= 1, *STRONGLY_CONVEX)
    ),
    "the rate": States(
        le(-mu * B ** (q - 2) * squares, -mu * B ** (q - 2) * Lam * (f_x - f_min)),
        given=(n >= 1, q >= 1, mu > 0, B > 0, *STRONGLY_CONVEX),
    ),
}

# -- theorem 4.3, the blocks of the Hessian --------------------------------------------------------

EIGENVALUES = ForAll(eq(TOP(P_ij), sp.sqrt(P_ij)), given=(sp.Ne(P_ij, 0),))

# -- lemma 4.5 -------------------------------------------------------------------------------------


def slope_in(number):
    """Return the slope of f(g(w)) in coordinate l of a factor."""
    return slope * but_one(number)


def velocity(number):
    """Return the velocity (5) of coordinate l of a factor."""
    return -steep(slope_in(number)) - alpha * w[number, ell]


def rate(number):
    """Return the derivative of |w_i|^q in coordinate l."""
    return q * steep(w[number, ell]) * velocity(number)


def force(number):
    """Return sign(w_i) |w_i|^(q-1) times the steepest direction of its slope."""
    return steep(w[number, ell]) * steep(slope_in(number))


gap = sp.Abs(w[i, ell]) ** q - sp.Abs(w[j, ell]) ** q
PAIR = (q >= 1, within(i, L), within(j, L))
BALANCE = States(eq(rate(i) - rate(j), -q * alpha * gap), given=PAIR)
at_w = product(w, L, ell)
of_factor = steep(w_il) * steep(slope * P)
middle = sp.sign(w_il) * sp.sign(P) * sp.Abs(P) ** (q - 1) * sp.sign(slope)
FACTORS = {
    "without the gradients": States(
        eq(rate(i) - rate(j), -force(i) + force(j) - q * alpha * gap), given=PAIR
    ),
    "signs": ForAll(eq(of_factor, middle), given=(q >= 1,)),
    "x": ForAll(eq(of_factor, steep(w_il * P) * steep(slope)), given=(q >= 1,)),
    "the rate": BALANCE,
}

# -- theorem 4.8 -----------------------------------------------------------------------------------

other = sp.Symbol("j'", integer=True)
inverse_metric = sp.Sum(sp.Abs(but_one(other)) ** q, (other, 1, L))
DEPTH = (q >= 1, L >= 1)


def is_one(head, *given):
    """Return that a map has a property."""
    return ForAll(eq(head, 1), given=given)


def is_none(head, *given):
    """Return that a map does not have a property."""
    return ForAll(eq(head, 0), given=given)


def balanced_at(at, by):
    """Return that all factors but w_1 have |w_j|^q - |w_1|^q equal to the balance, in one entry."""
    others = And(within(j, L), sp.Ne(j, 1))
    apart = eq(sp.Abs(w[j, at]) ** q - sp.Abs(w[1, at]) ** q, by)
    return Every(j, Implies(others, apart, evaluate=False))


def moved_by(number):
    """Return what the velocity of a factor adds to that of x."""
    return but_one(number) * -steep(slope_in(number))


of_x = sp.Sum(moved_by(other), (other, 1, L))
along = Implies(balanced_at(ell, lam), eq(rho(at_w) * of_x, -steep(slope)), evaluate=False)
KEPT = States(eq(rate(i), rate(j)), given=(*PAIR, L >= 1, eq(alpha, 0)))
rest = reals("s")
RESTED = (L >= 2, rest >= 0, rest < lam)
at_zero = lam ** (L - 1)  # the inverse metric where w_1 = 0
by_two = 1 / sp.sqrt(4 * sp.Abs(x_l) ** q + lam**2)
SENSE = "of sign flow where a factor and its slope vanish"
MIRROR = {
    "balance": KEPT,
    "mirror flow": Ambiguous(
        SENSE,
        {
            "sign(0) = 0": States(
                Some(rho, Every(w, Every(slope, along))), given=(*DEPTH, lam > 0)
            ),
            "Filippov": ForAll(eq(AFTER_REST(1, rest, lam, L), at_zero), given=RESTED),
        },
    ),
    "Bregman": is_one(BREGMAN(q, L, lam), q >= 1, L >= 2, lam > 0, metric_exponent <= 1),
    "Legendre": is_one(LEGENDRE(q, L, lam), q >= 1, L >= 2, lam > 0, metric_exponent <= 1),
    "two factors": ForAll(
        eq(1 / (z + lam + z), by_two),
        given=(q >= 1, lam > 0, z >= 0, eq(sp.Abs(x_l) ** q, z * (z + lam))),
    ),
    "appendix: Bregman": is_one(BREGMAN(q, L, lam), q >= 1, L >= 2, lam > 0),
}
first = sp.Abs(w[1, ell]) ** q
BALANCED = (q >= 1, L >= 1, lam > 0, balanced_at(ell, lam))
EQ_14 = {
    "metric": States(
        eq(
            inverse_metric,
            (first + lam) ** (L - 1) + (L - 1) * first * (first + lam) ** (L - 2),
        ),
        given=BALANCED,
    ),
    "x": States(eq(sp.Abs(at_w) ** q, first * (first + lam) ** (L - 1)), given=BALANCED),
}
by_root = (z + lam) ** (L - 1) + (L - 1) * z * (z + lam) ** (L - 2)
on_line = x_l ** (1 - metric_exponent) / (1 - metric_exponent)
LOWER_BOUND = {
    "the metric": ForAll(
        sp.Ge(1 / by_root, sp.Abs(x_l) ** (-metric_exponent), evaluate=False),
        given=(*DEPTH, lam > 0, z > 0, eq(sp.Abs(x_l) ** q, z * (z + lam) ** (L - 1))),
    ),
    "its integral": ForAll(
        eq(sp.Derivative(on_line, x_l), x_l ** (-metric_exponent)),
        given=(*DEPTH, sp.Ne(metric_exponent, 1), x_l > 0),
    ),
}
constant, far = reals("K' X'")
grown = sp.Piecewise(
    (sp.log(x_l), eq(metric_exponent, 1)),
    ((x_l ** (1 - metric_exponent) - 1) / (1 - metric_exponent), True),
    evaluate=False,
)
beyond = Every(x_l, Implies(sp.Ge(x_l, far), constant <= grown**2, evaluate=False))
diverges = Every(constant, Some(far, beyond))
SMOOTH = {
    "if": States(diverges, given=(*DEPTH, le(metric_exponent, 1))),
    "only if": States(le(metric_exponent, 1), given=(*DEPTH, diverges)),
}

# -- corollary 4.10 --------------------------------------------------------------------------------

others_at_start = Every(
    j, Implies(And(within(j, L), sp.Ne(j, 1)), eq(w[j, ell], lam), evaluate=False)
)
START = (in_all(ell, n, eq(w[1, ell], 0)), in_all(ell, n, others_at_start))
COERCIVITY = (n >= 1, *DEPTH, lam > 0, balanced(lam**q))
weighted = total(inverse_metric * paper.x[ell] ** 2)
least_metric = lam ** (q * (L - 1)) * total(paper.x[ell] ** 2)
FROM_ZERO = {
    "balanced at the start": States(balanced(lam**q), given=(n >= 1, *DEPTH, lam > 0, *START)),
    "balanced in training": Ambiguous(
        SENSE,
        {
            "sign(0) = 0": KEPT,
            "Filippov": ForAll(eq(GAP(0, lam, t), -lam), given=(lam > 0, t >= 0)),
        },
    ),
    "coercivity": States(sp.Ge(weighted, least_metric, evaluate=False), given=COERCIVITY),
    "the constant": States(
        in_all(ell, n, eq(inverse_metric, lam ** (q * (L - 1)))),
        given=(n >= 1, *DEPTH, lam > 0, *START),
    ),
}

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
            "on its side": needs(lambda point: point * x_l0 > 0),
            "on the line": needs(lambda point: sp.Ge(point**2, 0, evaluate=False)),
        },
    ),
    "then Legendre": is_one(LEGENDRE(q, L, 0), q >= 1, L >= 2, metric_exponent < 1),
}

# -- example 3.2 and theorem 3.4 -------------------------------------------------------------------

ENTROPY = (
    x_l * sp.asinh(x_l / lam)
    - sp.sqrt(x_l**2 + 2 * lam**2)
    - x_l * sp.log((m_l + w_l) / (m_l - w_l))
) / 2
GRADIENT_FLOW = (sp.Abs(w_l) < m_l, eq(lam, m_l**2 - w_l**2), eq(x_l, m_l * w_l))
HYPERBOLIC = {
    "metric": ForAll(
        eq(sp.Derivative(ENTROPY, x_l, x_l), 1 / (m_l**2 + w_l**2)), given=GRADIENT_FLOW
    ),
    "start": ForAll(eq(sp.Derivative(ENTROPY, x_l), 0), given=GRADIENT_FLOW),
}


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

# -- theorem F.1, the reduction --------------------------------------------------------------------

LARGEST = (
    delta > 0,
    Every(i, Implies(within(i, L), in_all(ell, n, le(sp.Abs(w[i, ell]), delta)), evaluate=False)),
    paper.somewhere(i, L, paper.somewhere(ell, n, eq(sp.Abs(w[i, ell]), delta))),
)
difference = (sp.Abs(w[i, ell]) - sp.Abs(w[j, ell])) / delta
in_x = sp.Abs(at_w) ** (2 / L)
SIGN_FLOW = (n >= 1, L >= 1, eq(q, 1), *LARGEST)
REDUCTION = {
    "balance of the directions": States(
        eq(difference, lam / delta),
        given=(*SIGN_FLOW, balanced(lam), within(i, L), within(j, L), within(ell, n)),
    ),
    "the objective": States(
        And(
            in_all(ell, n, le(in_x, delta**2)),
            paper.somewhere(ell, n, eq(in_x, delta**2)),
        ),
        given=(*SIGN_FLOW, balanced(0)),
    ),
    "the norm": States(
        And(
            in_all(ell, n, le(sp.Abs(at_w), delta**L)),
            paper.somewhere(ell, n, eq(sp.Abs(at_w), delta**L)),
        ),
        given=(*SIGN_FLOW, balanced(0)),
    ),
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
    "steepest-mirror/eq-3": FLOW_3,
    "steepest-mirror/thm-4.2-step-PL": PL,
    "steepest-mirror/thm-4.3-step-eigenvalues": EIGENVALUES,
    "steepest-mirror/eq-14": EQ_14,
    "steepest-mirror/thm-4.8-step-lower-bound": LOWER_BOUND,
    "steepest-mirror/thm-4.8-step-essential-smoothness": SMOOTH,
    "steepest-mirror/lem-4.13-step-strict-convexity": STRICTLY_CONVEX,
    "steepest-mirror/thm-3.4": MINIMUM,
    "steepest-mirror/thm-G.1": REPARAMETERISED,
    "steepest-mirror/thm-G.1-step-exponent": EXPONENT_OF_METRIC,
    "steepest-mirror/lem-4.5-step-factors": FACTORS,
    "steepest-mirror/thm-4.8": MIRROR,
    "steepest-mirror/cor-4.10": FROM_ZERO,
    "steepest-mirror/lem-4.13": CLOSED_FORMS,
}
