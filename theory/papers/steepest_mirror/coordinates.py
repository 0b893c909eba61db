"""Coordinates, factors and parameters: what formulas of the paper are made of.

Products, norms and flows act coordinate by coordinate: an equation between vectors is one between
their coordinates l, for every l. Where coordinates mix, vectors are sequences: w[i, l] is
coordinate l of the factor w_i, and point[l] that of x.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.claim import Source
from theory.language import Head, function, integers, reals, sequence
from theory.notation import Named
from theory.quantifiers import Every

q, p, m, alpha, lam = reals("q p m alpha lambda")
mu, B, Lam = reals("mu B Lambda")
loss, least = reals("f_x f_*")
slopes, entries, away = sequence("g"), sequence("h"), sequence("d")
x, x0, slope, z = reals("x_l x_l0 f'_l z")
metric, pull, force, speed, velocity = reals("R''_l h'_l M'_l dR'_l dx_l")
ENTRY = Head("Entry", "entry l of the inverse Hessian of a separable R where x_l = y")
GAP = Head(
    "Gap",
    "|w_1| - |w_2| at time t of sign flow on f = x^2/2 from (a, b), no decay, in the sense of "
    "Filippov",
    latex=r"(|w_1|-|w_2|)_{x^2/2}",
)
rho = function("rho")
Z, Y, nu, other_point, end, r_start, r_end = map(
    sequence, ("Z", "Y", "nu", "x'", "e", "r_x", "r_e")
)
value_start, value_end, value_other = reals("R_x R_e R_y")
samples = integers("k_Z")
others, others_of_two, decayed, share, drawn = reals("P P_ij A theta s_l")
values = reals("f_y f_z")
at, curvature, time = reals("u_l f''_l t")
eta, alpha1, alpha2, beta1, beta2 = reals("eta alpha_1 alpha_2 beta_1 beta_2")
g1, g2, scale, total_gradient = reals("g_1 g_2 kappa g_t")
size_1, size_i, pull_of_x, delta, chance = reals("s_1 s_i x_f' delta Pr")
X, far, higher, larger_q = reals("X ell m' q'")
K = integers("L'")
first, second, d_first, d_second = reals("m_l w_l dm_l dw_l")
W1, W2, G = map(sequence, ("W_1", "W_2", "G"))
rows, inner, columns = integers("a b c")
norm, clock = reals("N dtau")
factor_entry, factor_slope, factor_velocity = reals("w_il g_il dw_il")
other_step = sequence("u")
n, L = integers("n L")
w, point = map(sequence, ("w", "x"))
i, j, k, ell, number = integers("i j k l m")
factor = integers("i'")  # bound in products alone

FAMILY = {"section 1: 1 <= q <= 2": (q <= 2,)}
L_P = {"section 4: L_p steepest descent with 1/p + 1/q = 1": (q >= 1,)}
DEPTH = {"section 4: x = w_1 ... w_L": (L >= 1,)}
DEEP = {**L_P, **DEPTH}

_FLOW = Source("section 4, (3)")
_REGULARISER = Source("definition 4.15")

COORDINATES = (
    Named(q, "constant", "exponent of the steepest direction, 1/p + 1/q = 1", _FLOW),
    Named(p, "constant", "exponent of the norm of steepest descent", _FLOW),
    Named(
        m,
        "constant",
        "the metric exponent",
        Source("definition 4.12, figure 2, theorem 4.16, sections 1 and 4"),
        also=(("the first mean of Adam", Source(appendix="algorithm 1")),),
    ),
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
    Named(first, "variable", "coordinate l of the factor m", Source("example 3.2")),
    Named(second, "variable", "coordinate l of the factor w", Source("example 3.2")),
    Named(d_first, "variable", "velocity of coordinate l of m", Source("section 3")),
    Named(d_second, "variable", "velocity of coordinate l of w", Source("section 3")),
    Named(W1, "variable", "the matrix W_1", Source(appendix="H")),
    Named(W2, "variable", "the matrix W_2", Source(appendix="H")),
    Named(G, "variable", "gradient of f at the product of the matrices", Source(appendix="H")),
    Named(rows, "constant", "number of rows of W_1", Source(appendix="definition H.1")),
    Named(inner, "constant", "number of columns of W_1", Source(appendix="definition H.1")),
    Named(columns, "constant", "number of columns of W_2", Source(appendix="definition H.1")),
    Named(X, "variable", "a level that x reaches", Source("figure 2")),
    Named(far, "variable", "log(1 / x_0)", Source("figure 2")),
    Named(higher, "constant", "a higher metric exponent", Source("figure 2")),
    Named(larger_q, "constant", "a larger q", Source("corollary 4.10")),
    Named(K, "constant", "a larger depth", Source("figure 2")),
    Named(eta, "variable", "learning rate", Source("section 3", "algorithm 1")),
    Named(alpha1, "variable", "coefficient of coupled decay", Source(appendix="algorithm 1")),
    Named(alpha2, "variable", "coefficient of decoupled decay", Source(appendix="algorithm 1")),
    Named(beta1, "variable", "rate of the first mean of Adam", Source(appendix="algorithm 1")),
    Named(beta2, "variable", "rate of the second mean of Adam", Source(appendix="algorithm 1")),
    Named(
        g1,
        "variable",
        "first gradient of a run",
        Source(appendix="algorithm 1, appendix A"),
        also=(("size of the first estimate of a gradient", Source(appendix="appendix I")),),
    ),
    Named(
        g2,
        "variable",
        "second gradient of a run",
        Source(appendix="algorithm 1, appendix A"),
        also=(("size of the second estimate of a gradient", Source(appendix="appendix I")),),
    ),
    Named(total_gradient, "variable", "gradient with decay", Source(appendix="algorithm 1")),
    Named(scale, "variable", "factor of all gradients", Source(appendix="appendix A")),
    Named(size_1, "variable", "|w_1| in one coordinate", Source(appendix="table 4")),
    Named(size_i, "variable", "|w_i| in one coordinate", Source(appendix="table 4")),
    Named(pull_of_x, "variable", "x f'(x) in one coordinate", Source(appendix="table 4")),
    Named(chance, "variable", "probability of the first estimate", Source(appendix="I")),
    Named(others, "variable", "product of all factors but one", Source(appendix="corollary E.6")),
    Named(others_of_two, "variable", "product of all factors but two", Source(appendix="D.2")),
    Named(decayed, "variable", "integral of the decay alpha so far", Source("lemma 4.5")),
    Named(share, "variable", "a number from 0 to 1", Source(appendix="definition B.1")),
    Named(values[0], "variable", "f(y)", Source(appendix="definition B.1")),
    Named(values[1], "variable", "f at theta x + (1 - theta) y", Source(appendix="definition B.1")),
    Named(drawn, "variable", "coordinate l of s", Source(appendix="remark B.6")),
    Named(at, "variable", "coordinate l of u", Source(appendix="remark B.6")),
    Named(curvature, "variable", "second derivative of f in coordinate l", Source(appendix="B.6")),
    Named(time, "variable", "time", Source("section 3")),
    Named(Z, "variable", "the data matrix, a row for each sample", Source("section 3")),
    Named(Y, "variable", "the targets", Source("section 3")),
    Named(nu, "variable", "how far the flow moves along each row of Z", Source("theorem 3.4")),
    Named(samples, "constant", "the number of samples", Source("section 3")),
    Named(other_point, "variable", "another point", Source(appendix="theorem B.10")),
    Named(end, "variable", "the limit of the flow", Source(appendix="theorem B.10")),
    Named(r_start, "variable", "gradient of R at the start", Source(appendix="theorem B.10")),
    Named(r_end, "variable", "gradient of R at the limit", Source(appendix="theorem B.10")),
    Named(value_start, "variable", "R at the start", Source(appendix="theorem B.10")),
    Named(value_end, "variable", "R at the limit", Source(appendix="theorem B.10")),
    Named(value_other, "variable", "R at another point", Source(appendix="theorem B.10")),
    Named(delta, "variable", "a bound on the size of factors", Source("section 4")),
    Named(norm, "variable", "the L_q norm of the gradient of f", Source(appendix="(7)")),
    Named(clock, "variable", "rate of the new time against the old", Source(appendix="B, (8)")),
    Named(factor_entry, "variable", "coordinate l of the factor w_i", Source("section 4, (5)")),
    Named(factor_slope, "variable", "slope of f(g(w)) in it", Source("section 4, (5)")),
    Named(factor_velocity, "variable", "its velocity", Source("section 4, (5)")),
    Named(other_step, "variable", "a direction", Source(appendix="(7)")),
    Named(velocity, "variable", "velocity of coordinate l of x", _FLOW),
    Named(ENTRY, "quantity", "entry of the inverse Hessian of R", Source("definition 4.1")),
    Named(GAP, "quantity", "balance along a sign flow", Source("lemma 4.5")),
    Named(rho, "variable", "R'' in one coordinate, as a function", _REGULARISER),
    Named(speed, "variable", "velocity of coordinate l of the gradient of R", _REGULARISER),
)


def steepest(gradient):
    """Return the steepest direction sign(g) |g|^(q-1) of (3), without its minus."""
    return sp.sign(gradient) * sp.Abs(gradient) ** (q - 1)


def velocity_of(weight, gradient):
    """Return dw/dt of (5): the steepest direction with decoupled weight decay."""
    return -steepest(gradient) - alpha * weight


def limit_velocity(weight, gradient_sign):
    """Return the limit at q = 1 of dw/dt from a side on which the gradient has a sign."""
    return velocity_of(weight, gradient_sign).subs({q: 1})


def hull_velocity(factors, slope, sides, shares):
    """Return a Filippov velocity at q = 1: limits from several sides, mixed with given shares.

    A side is a choice of signs of all factors nearby; there the gradient of a factor has the sign
    of the slope times those of the other factors.
    """
    return [
        sum(
            share * limit_velocity(weight, slope * sp.Mul(*side[:i], *side[i + 1 :]))
            for share, side in zip(shares, sides, strict=True)
        )
        for i, weight in enumerate(factors)
    ]


def shares_of(shares, sides):
    """Return in words of each share from which side of a point its velocity comes.

    Args:
        shares: symbols, one for each side.
        sides: of each side the signs of what has signs there, by name.
    """
    return {
        share: "share of the velocity from where "
        + ", ".join(f"{name} {'>' if sign > 0 else '<'} 0" for name, sign in side.items())
        for share, side in zip(shares, sides, strict=True)
    }


def inverse_metric(power, balance):
    """Return (14), an entry of the inverse Hessian of R, where |w_1|^q = power."""
    others = power + balance
    return others ** (L - 1) + (L - 1) * power * others ** (L - 2)


def within(index, last):
    """Return that an index is one of 1, ..., last."""
    return And(index >= 1, index <= last)


def in_all(index, last, condition):
    """Return that a condition holds for 1, ..., last."""
    return Every(index, Implies(within(index, last), condition, evaluate=False))


def product(factors, last, at):
    """Return the product of the first factors in one coordinate."""
    return sp.Product(factors[factor, at], (factor, 1, last))


def over_coordinates(term, *indices):
    """Return the sum of a term over all coordinates, for each of the indices, the first inmost."""
    for index in indices:
        term = sp.Sum(term, (index, 1, n))
    return term
