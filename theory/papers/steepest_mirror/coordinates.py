"""The notation of the paper in one coordinate, and its parameters.

Products, norms and flows act coordinate by coordinate: an equation between vectors is one between
their coordinates l, for every l. What mixes coordinates is in `notation`, where vectors are
sequences.
"""

import sympy as sp

from theory.claim import Source
from theory.language import Head, function, integers, reals, sequence
from theory.notation import Named

q, p, m, alpha, lam = reals("q p m alpha lambda")
mu, B, Lam = reals("mu B Lambda")
loss, least = reals("f_x f_*")
slopes, entries, away = sequence("g"), sequence("h"), sequence("d")
x, x0, slope, z = reals("x_l x_l0 f'_l z")
metric, pull, force, speed, velocity = reals("R''_l h'_l M'_l dR'_l dx_l")
ENTRY = Head("Entry", "entry l of the inverse Hessian of a separable R where x_l = y")
rho = function("rho")
norm, clock = reals("N dtau")
factor_entry, factor_slope, factor_velocity = reals("w_il g_il dw_il")
other_step = sequence("u")
L = integers("L")

L_P = {"section 4: L_p steepest descent with 1/p + 1/q = 1": (q >= 1,)}
DEPTH = {"section 4: x = w_1 ... w_L": (L >= 1,)}
DEEP = {**L_P, **DEPTH}

_FLOW = Source("section 4, (3)")
_REGULARISER = Source("definition 4.15")

COORDINATES = (
    Named(q, "constant", "exponent of the steepest direction, 1/p + 1/q = 1", _FLOW),
    Named(p, "constant", "exponent of the norm of steepest descent", _FLOW),
    Named(m, "constant", "the metric exponent", Source("definition 4.12")),
    Named(alpha, "variable", "strength of the weight decay", Source("section 3", "appendix J")),
    Named(lam, "variable", "balance of the factors", Source("definition 4.6, theorem 4.8")),
    Named(mu, "variable", "coercivity constant", Source("definition 4.1")),
    Named(B, "variable", "bound on the slopes of f", Source("theorem 4.2")),
    Named(Lam, "variable", "constant of strong convexity, or of PL", Source("theorem 4.2")),
    Named(loss, "variable", "f(x)", Source("theorem 4.2")),
    Named(least, "variable", "f(x*), the least value of f", Source("theorem 4.2")),
    Named(slopes, "variable", "the gradient of f at x, entry by entry", Source("theorem 4.2")),
    Named(entries, "variable", "diagonal of the inverse Hessian of R", Source("definition 4.1")),
    Named(away, "variable", "x* - x, entry by entry", Source("theorem 4.2")),
    Named(x, "variable", "coordinate l of x; x itself in one dimension", _FLOW),
    Named(x0, "variable", "the same coordinate at the start", _FLOW),
    Named(z, "variable", "|w_1|^q in coordinate l", Source(appendix="proof of theorem E.3")),
    Named(slope, "variable", "the slope of f in coordinate l at x", _FLOW),
    Named(metric, "variable", "second derivative of R in coordinate l at x", _REGULARISER),
    Named(pull, "variable", "slope of the regulariser h in coordinate l at x", _REGULARISER),
    Named(force, "variable", "slope of M_reg in coordinate l at x", _REGULARISER),
    Named(norm, "variable", "the L_q norm of the gradient of f", Source(appendix="(7)")),
    Named(clock, "variable", "rate of the new time against the old", Source(appendix="B, (8)")),
    Named(factor_entry, "variable", "coordinate l of the factor w_i", Source("section 4, (5)")),
    Named(factor_slope, "variable", "slope of f(g(w)) in it", Source("section 4, (5)")),
    Named(factor_velocity, "variable", "its velocity", Source("section 4, (5)")),
    Named(other_step, "variable", "a direction", Source(appendix="(7)")),
    Named(velocity, "variable", "velocity of coordinate l of x", _FLOW),
    Named(ENTRY, "quantity", "entry of the inverse Hessian of R", Source("definition 4.1")),
    Named(rho, "variable", "R'' in one coordinate, as a function", _REGULARISER),
    Named(speed, "variable", "velocity of coordinate l of the gradient of R", _REGULARISER),
)


def steepest(gradient):
    """Return the steepest direction sign(g) |g|^(q-1) of (3), without its minus."""
    return sp.sign(gradient) * sp.Abs(gradient) ** (q - 1)


def inverse_metric(power, balance):
    """Return (14), an entry of the inverse Hessian of R, where |w_1|^q = power."""
    others = power + balance
    return others ** (L - 1) + (L - 1) * power * others ** (L - 2)


def eq(one, other):
    """Return an equation that sympy does not decide."""
    return sp.Eq(one, other, evaluate=False)
