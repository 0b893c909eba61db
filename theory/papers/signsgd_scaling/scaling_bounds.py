"""Bounds of the loss that theorem F.6 has by hand, and the terms of its laws.

From above the loss of a coordinate contracts, without assumption F.3. r = sqrt(lambda_j B) |delta|
moves by rho = eta sqrt(lambda_j B), towards 0 with probability (1 + e) / 2, e = erf(r / sqrt(2)).
With x = exp(r) and y = exp(rho), W = (x - 1)^2 / (2 x) is cosh(r) - 1 and becomes W(x / y) or
W(x y); it grows like r^2 / 2 near 0 and exponentially far away, as fast as the drift allows, so
that it contracts everywhere and no burn-in has to be waited for.
"""

import sympy as sp

from theory.claim import ForAll, SameOrder
from theory.hints import Hint, Keeps, Within
from theory.language import Each, integers, reals, sequence
from theory.statements import Statement

HALF, DRIFT = sp.Rational(1, 2), sp.Rational(2, 3)
r, rho, e, x, y, q, c = reals("r rho e x y q c")
alpha, beta, s, T, X, d, t, eta, B = reals("alpha beta s T X d t eta B")
J = reals("J")  # T^(2/beta), where T j^(-beta/2) is 1
mode = reals("j")
i, j, k = integers("i j k")
W = sequence("W")
POWERS = (alpha > 1, beta > 1)
SLOPE = sp.sqrt(2 / sp.pi)


def energy(z):
    """Return cosh(log z) - 1."""
    return (z - 1) ** 2 / (2 * z)


def kept(z):
    """Return cosh(rho) - DRIFT sinh(rho) for z = exp(rho): what a step leaves of the energy."""
    return (z + 1 / z) / 2 - DRIFT * (z - 1 / z) / 2


STEP = ((1 + e) * energy(x / y) + (1 - e) * energy(x * y)) / 2
CEILING = W[k] <= q**k * W[0] + (1 - q**k) / (1 - q) * c

ONE_STEP = {
    "upper bound: the drift for r <= 1, at least r / 3": ForAll(
        given=(r >= 0,), says=sp.erf(r / sp.sqrt(2)) >= SLOPE * r * sp.exp(-(r**2) / 2)
    ),
    "upper bound: the slope for r <= 1": ForAll(
        given=(r >= 0, r <= 1), says=SLOPE * sp.exp(-(r**2) / 2) >= DRIFT / 2
    ),
    "upper bound: the drift for r >= 1": ForAll(
        given=(r >= 1,), says=sp.erf(r / sp.sqrt(2)) >= DRIFT
    ),
    "upper bound: tanh(r / 2) is at most r / 2": ForAll(
        given=(r >= 0,), says=sp.exp(r) - 1 <= r * (sp.exp(r) + 1) / 2
    ),
    "upper bound: one step, with a drift of at least 2/3 tanh(r / 2)": ForAll(
        given=(x >= 1, y >= 1, e >= DRIFT * (x - 1) / (x + 1)),
        says=kept(y) * energy(x) + energy(y) >= STEP,
    ),
    "upper bound: after k steps": ForAll(
        says=CEILING,
        instances={k: (1, 2, 3)},
        given=(
            k >= 1,
            q > 0,
            q < 1,
            Each(W[i + 1] <= q * W[i] + c, (i, 0, k - 1)),
        ),
    ),
    "upper bound: W is at least r^2 / 2 and at most exp(r) r^2 / 2": ForAll(
        given=(r >= 0,),
        says=sp.And(r <= sp.exp(r / 2) - sp.exp(-r / 2), 1 - sp.exp(-r) <= r),
    ),
}

STABLE = {
    "upper bound: exp(rho)": ForAll(
        given=(rho >= 0,),
        says=sp.And(sp.exp(-rho) <= 1 - rho + rho**2 / 2, (1 - rho) * sp.exp(rho) <= 1),
    ),
    "upper bound: for rho <= 1/2 a step leaves at most 1 - rho / 4, and adds rho^2": ForAll(
        given=(
            rho >= 0,
            rho <= HALF,
            y >= 1,
            (1 - rho) * y <= 1,
            (1 - rho + rho**2 / 2) * y >= 1,
        ),
        says=sp.And(kept(y) <= 1 - rho / 4, energy(y) <= rho**2, 1 / y <= 1 - rho / 4),
    ),
    "upper bound: decay": ForAll(given=(rho >= 0,), says=1 - rho / 4 <= sp.exp(-rho / 4)),
}

UNSTABLE = {
    "upper bound: for rho >= 1/2, in units of 2 eta, a step leaves at most 4/5": ForAll(
        given=(y >= sp.Rational(8, 5), y <= sp.Rational(5, 3)),
        says=sp.And(kept(y) <= sp.Rational(4, 5), energy(y) <= sp.Rational(1, 7)),
    ),
}

at_mode = T * mode ** (-beta / 2)
late_mode = X * (d / mode) ** (beta / 2)
steep = 2 * alpha / beta
after = t ** (2 / (beta - alpha))  # the last coordinate that has arrived, t a constant times eta k

SUMS = {
    "upper bound: signal of the first J = T^(2/beta) coordinates, each": ForAll(
        given=(T > 0, mode > 0, *POWERS),
        where={J: T ** (2 / beta)},
        says=sp.Eq(mode**-alpha * at_mode**-steep, J**-alpha),
    ),
    "upper bound: signal beyond": ForAll(
        given=(J >= 1, X >= 1, alpha > 1),
        says=sp.Eq(
            sp.Integral(mode**-alpha, (mode, J, J * X)),
            J ** (1 - alpha) * (1 - X ** (1 - alpha)) / (alpha - 1),
        ),
    ),
    "upper bound: signal from T = X d^(beta/2) on, each": ForAll(
        given=(X >= 1, d >= mode, mode >= 1, *POWERS),
        says=sp.Eq(
            mode**-alpha * late_mode ** (-1 - steep),
            d**-alpha * X ** (-1 - steep) * (mode / d) ** (beta / 2),
        ),
    ),
    "upper bound: signal from T = X d^(beta/2) on": ForAll(
        given=(X >= 1, d >= 1, *POWERS),
        says=sp.Eq(d * d**-alpha / X, d ** (-(alpha - 1) + beta / 2) / (X * d ** (beta / 2))),
    ),
}

NOT_ARRIVED = {
    "upper bound, alpha < beta: the second moment rises by eta^2 at most": ForAll(
        given=(r >= 0, eta >= 0, e >= 0),
        says=((1 + e) * (r - eta) ** 2 + (1 - e) * (r + eta) ** 2) / 2 <= r**2 + eta**2,
    ),
    "upper bound, alpha < beta: how many have arrived at the edge of the regime": ForAll(
        given=(alpha > 1, beta > alpha, t >= 1),
        says=sp.Eq((t * sp.sqrt(t ** (2 * alpha / (beta - alpha)))) ** (2 / beta), after),
    ),
    "upper bound, alpha < beta: noise of the others": ForAll(
        given=(x >= 0,), says=x <= (1 + x) * (1 - sp.exp(-x))
    ),
}

UPPER_BOUND = {**ONE_STEP, **STABLE, **UNSTABLE, **SUMS, **NOT_ARRIVED}
UPPER_BOUND_LEGEND = {
    rho: "eta sqrt(lambda_j B)",
    y: "exp(rho); where rho >= 1/2, in units of 2 eta, exp(1/2)",
    e: "mean of the sign of a step, towards 0: erf(r / sqrt(2))",
    W.label: "mean of cosh(r) - 1 after so many steps; for rho >= 1/2 r is |delta|/(2 eta)",
    X: "T d^(-beta/2); in the signal beyond J, d / J",
}
UPPER_BOUND_NOTE = (
    "Upper bound, without assumption F.3 or a bounded loss, for |theta_j| <= eta k / 8: W = "
    "cosh(r) - 1 with x = exp(r), y = exp(rho), rho = eta sqrt(lambda_j B), falls in the mean to "
    "(1 - rho/4) W + rho^2 for rho <= 1/2, so that E r^2 is at most r_0^2 exp(r_0 - rho k / 4) + 8 "
    "rho (1 - exp(-rho k)), and r_0 <= rho k / 8. For larger rho the same W of |delta| / (2 eta) "
    "falls to 4/5 W + 1/7 (exp(1/2) is 1.65), which leaves E delta^2 at a constant times eta^2. "
    "Summed over j, with exp(-x) at most a constant times x^-p as in (40) and sums as in lemma "
    "E.1, this is the signal; the noise is term C. For alpha < beta coordinates with larger "
    "targets keep theta_j^2 + k eta^2 at most; at the edge of the regime B is t^(2 alpha / (beta - "
    "alpha)), t = eta k / 8. The constant that bounds eta k from below has to be large enough, "
    "given alpha, beta and the one that bounds eta sqrt(B): at eta k = 1/2 and alpha = beta the "
    "law fails. "
)

# -- lower bound -----------------------------------------------------------------------------------

moment = sequence("m")
FLOOR = moment[k] >= q**k * moment[0] + (1 - q**k) / (1 - q) * eta**2
LOWER_BOUND = {
    "lower bound: the drift is below its slope at 0": ForAll(
        given=(r >= 0,), says=sp.sqrt(2 / sp.pi) * r >= sp.erf(r / sp.sqrt(2))
    ),
    "lower bound: after k steps": ForAll(
        says=FLOOR,
        instances={k: (1, 2, 3)},
        given=(
            k >= 1,
            q > 0,
            q < 1,
            Each(moment[j + 1] >= q * moment[j] + eta**2, (j, 0, k - 1)),
        ),
    ),
    "lower bound: signal of the coordinates from J/2 to J, r <= 2^(beta/2)": ForAll(
        given=(beta > 1, r >= 0, r <= 2 ** (beta / 2)),
        says=sp.exp(-4 * r) >= sp.exp(-4 * 2 ** (beta / 2)),
    ),
    "lower bound: noise, q^k is at most exp(-rho k)": ForAll(
        given=(r >= 0,), says=1 - 2 * sp.sqrt(2 / sp.pi) * r <= sp.exp(-r)
    ),
    "lower bound: noise where q <= 1/2, a step away or from far": ForAll(
        given=(eta > 0, x >= 0),
        says=sp.And(
            (x + eta) ** 2 >= eta**2, sp.Or(x <= 3 * eta / 2, (x - eta) ** 2 >= eta**2 / 4)
        ),
    ),
    "lower bound: late signal of the coordinates from d/2 to d, T = X d^(beta/2)": ForAll(
        given=(x >= 1, d >= x, 2 * x >= d, beta > 1),
        says=(d / x) ** (beta / 2) <= 2 ** (beta / 2),
    ),
    "lower bound: J such coordinates": ForAll(
        given=(alpha > 1, beta > 1, T >= 1),
        where={J: T ** (2 / beta)},
        says=sp.Eq(J * J**-alpha, T ** (-2 * (alpha - 1) / beta)),
    ),
}

# -- the laws themselves ---------------------------------------------------------------------------

G, M, Y = reals("G M Y")  # sqrt(B) / eta, T^(2s), T^(1 - 2/beta)


def first_law(time):
    """Return (24) below T = d^(beta/2)."""
    return time ** (-2 * s) + (1 - time ** -(1 - 2 / beta)) / G


def late_signal(time, dimension):
    """Return the signal of (24) beyond T = d^(beta/2), with 1 for the constant in the exponent."""
    decay = time / dimension ** (beta / 2)
    return time**-1 * dimension ** (-beta / 2 * (2 * s - 1)) * sp.exp(-decay)


def second_law(time, dimension):
    """Return (24) beyond T = d^(beta/2)."""
    return late_signal(time, dimension) + 1 / G


BRACKET = SameOrder(1 / M + (1 - 1 / Y) / G, 1 / M + 1 / G, (M >= 1, G >= 1, Y >= 2), (M, G, Y))
BRACKET_CONSTANTS = Within(HALF, 1)
BRACKET_NEAR_ZERO = ForAll(
    given=(M >= 1, c >= M, G >= 1, Y >= 1),
    says=(1 / M + 1 / G) / (1 + c) <= 1 / M + (1 - 1 / Y) / G,
)
LAW_TERMS = {
    M: "inverse of the signal, T^(2s)",
    G: "inverse of the noise, sqrt(B) / eta",
    Y: "the power T^(1 - 2/beta)",
}
BOUND_TERMS = {
    r: "sqrt(lambda_j B) |delta|; in the signal T j^(-beta/2), in q^k rho, next to eta |delta|",
    x: "exp(r) in one step; |delta| next to eta; next to d a coordinate; last T j^(-beta/2)",
    moment.label: "second moment of a coordinate, E delta_k^2",
    q: "share of m that a step leaves at least, and of W at most",
    c: "what a step adds to W at most; with M and Y a bound of M or, at d^(beta/2), exp(-1)",
    J: "the coordinate T^(2/beta)",
    t: "eta k; in the upper bound eta k / 8",
}

BY_HAND: dict[str, Statement] = {
    **LOWER_BOUND,
    **UPPER_BOUND,
    "beta > 2: without the correction, Y >= 2": BRACKET,
    "beta > 2: without the correction, Y and M near 1": BRACKET_NEAR_ZERO,
    "beta > 2: both cases agree where they meet, signal": ForAll(
        given=(d >= 1, beta > 2, s > 0),
        where={T: d ** (beta / 2)},
        says=sp.Eq(late_signal(T, d), T ** (-2 * s) * sp.exp(-1)),
    ),
    "beta > 2: both cases agree where they meet": SameOrder(
        1 / M + (1 - 1 / Y) / G,
        c / M + 1 / G,
        (M >= 1, G >= 1, Y >= 2),
        (M, G, Y),
        constants={c: (sp.Rational(1, 3),)},
        given=(c > 0, c <= 1),
    ),
    "where the burn-in of the first B^(1/alpha) coordinates ends": ForAll(
        given=(alpha > 1, beta > 1, B >= 1, t > 0),
        says=sp.Eq(
            t * B ** ((alpha - beta) / (2 * alpha)),
            t * sp.sqrt(B) / B ** (beta / (2 * alpha)),
        ),
    ),
}
BY_HAND_HINTS: dict[str, Hint] = {
    "lower bound: after k steps": Keeps(k, FLOOR),
    "upper bound: after k steps": Keeps(k, CEILING),
    "beta > 2: without the correction, Y >= 2": BRACKET_CONSTANTS,
    "beta > 2: both cases agree where they meet": Within(HALF, 1 / c),
}
