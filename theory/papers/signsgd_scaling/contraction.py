"""How the loss of a coordinate of SignSGD contracts: an upper bound without assumption F.3.

r = sqrt(lambda_j B) |delta| moves by rho = eta sqrt(lambda_j B), towards 0 with probability (1 +
e) / 2, e = erf(r / sqrt(2)). With x = exp(r) and y = exp(rho), W = (x - 1)^2 / (2 x) is cosh(r) - 1
and becomes W(x / y) or W(x y); it grows like r^2 / 2 near 0 and exponentially far away, as fast as
the drift allows, so that it contracts everywhere and no burn-in has to be waited for.
"""

import sympy as sp

from theory.claim import ForAll
from theory.language import Each, integers, reals, sequence

HALF, DRIFT = sp.Rational(1, 2), sp.Rational(2, 3)
r, rho, e, x, y, q, c = reals("r rho e x y q c")
alpha, beta, T, J, X, d, t, eta = reals("alpha beta T J X d t eta")
mode = reals("j")
i, k = integers("i k")
moment = sequence("W")
POWERS = (alpha > 1, beta > 1)
SLOPE = sp.sqrt(2 / sp.pi)


def energy(z):
    """Return cosh(log z) - 1."""
    return (z - 1) ** 2 / (2 * z)


def kept(z):
    """Return cosh(rho) - DRIFT sinh(rho) for z = exp(rho): what a step leaves of the energy."""
    return (z + 1 / z) / 2 - DRIFT * (z - 1 / z) / 2


STEP = ((1 + e) * energy(x / y) + (1 - e) * energy(x * y)) / 2
CEILING = moment[k] <= q**k * moment[0] + (1 - q**k) / (1 - q) * c

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
        given=(k >= 1, q > 0, q < 1, Each(moment[i + 1] <= q * moment[i] + c, (i, 0, k - 1))),
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
    moment.label: "mean of cosh(r) - 1 after so many steps; for rho >= 1/2 r is |delta|/(2 eta)",
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
