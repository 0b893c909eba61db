"""The notation of section 5.3 and appendix F.4: the walk from a point and its law.

The walk is X_{t+1} = X_t + xi_t alpha(X_t) with fair signs xi_t, for any step size alpha.
F is its law from a point, CDF the one from a density f; P names any other law of X_0.

The definitions are what an argument may use of these quantities. H stands for a sum that the
appendix writes out.
"""

from itertools import product

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.argument_language import States
from theory.claim import Source
from theory.language import (
    Each,
    FunctionSymbol,
    Head,
    Lipschitz,
    Positive,
    RisesSmoothly,
    StrictlyIncreasing,
    eq,
    function,
    integers,
    reals,
    sequence,
)
from theory.notation import Named
from theory.papers.instability_flatness import polarity_notation
from theory.papers.instability_flatness.training_symbols import (
    ADAPTIVE,
    BULK,
    MINIBATCHES,
    SUBSPACES,
)
from theory.quantifiers import Every, Some
from theory.sequences import Indicator, Mean, Signs

alpha: FunctionSymbol = function("alpha")
L = reals("L")  # a bound on the slopes of alpha

STEP_SIZE = (StrictlyIncreasing(alpha), Positive(alpha))
WALK = {"condition 5.3 and equation (5)": STEP_SIZE}
BOUNDED_SLOPES = (L > 0, L < 1, Lipschitz(alpha, L), RisesSmoothly(alpha))
WALK_5_8 = {**WALK, "condition 5.8": BOUNDED_SLOPES}


def after(start, *signs, step=alpha):
    """Return Phi(start; signs), where the steps with these signs lead."""
    for sign in signs:
        start = start + sign * step(start)
    return start


def endpoints(step, start, steps):
    """Return the ends of all strings of so many signs."""
    return [after(start, *signs, step=step) for signs in product((1, -1), repeat=int(steps))]


def count(start, steps, condition, step=alpha):
    """Return how many of the 2^steps ends satisfy a condition."""
    ends = endpoints(step, start, steps)
    return sum(sp.Piecewise((1, condition(end)), (0, True)) for end in ends)


u, x, y, z, m = reals("u x y z m")
m_later = reals("m'")
w, slope, u1, v1, u2, v2 = reals("w alpha' u_1 v_1 u_2 v_2")
f: FunctionSymbol = function("f")
f_lambda: FunctionSymbol = function("f_lambda")
f_log: FunctionSymbol = function("f_logU")
eps, eps_u, c0, c1 = reals("epsilon epsilon_u c_0 c_1")
i, j, t, n, r, k, N, T, T_next, before = integers("i j t n r k N T_k T_{k+1} T'")
at_t, at_t_2 = function("m_t"), function("m_{t+2}")
G: FunctionSymbol = function("G")  # a primitive of 1/alpha, of which no claim of the paper speaks
s, sigma, tau = sequence("s"), sequence("sigma"), sequence("tau")

X, Y, Z, S = (sequence(name) for name in "XYZS")
highest = reals("alpha_max")
b, c, m0, least, least_slope = reals("b c m_0 alpha_min alpha'_min")
low, high = reals("x_low x_high")
P: FunctionSymbol = function("P")  # names the law of X_0
a_minus, a_plus = reals("a_- a_+")
radius = reals("r_t")
# R of appendix F.8 is R_loc, and that of appendix F.10 R_m
kappa, alpha_loc, reach, around = reals("kappa alpha_loc R_loc R_m")
farthest = reals("rho_0")
following = reals("x'")  # log U at a later time, x being log U_t
preimages = dict(zip(product((1, -1), repeat=2), reals("v_++ v_+- v_-+ v_--"), strict=True))


def signs(count):
    """Say that s_0 ... s_{count-1} are signs."""
    return Each(sp.Or(sp.Eq(s[j], 1), sp.Eq(s[j], -1)), (j, 0, count - 1))


def level(last):
    """Return H_last, the sum of the signs up to and with s_last."""
    return sp.Sum(s[i], (i, 0, last))


def walk(count):
    """Say that X_0 ... X_count is the walk along the signs."""
    return (signs(count), Each(sp.Eq(X[j + 1], X[j] + s[j] * alpha(X[j])), (j, 0, count - 1)))


GENERATED = Head(
    "Generated", "1 if n signs come from none by finitely many Overset and Add, else 0"
)
PHI = Head("Phi", "where the walk that starts at u is after t steps along the signs s", r"\Phi")
F = Head("F", "Pr(X_t <= x) for the walk that starts at u", r"F_{#4}(#3 \mid X_0 = #2)")
ABOVE = Head(
    "Above", "Pr(X_t >= x) for the walk that starts at u", r"\Pr(X_{#4} \ge #3 \mid X_0 = #2)"
)
H = Head("H", "the sum of the first j signs of s")
SUM_BELOW = Head("S_below", "Pr(S_t < 0), S_t being the sum of t signs", r"\Pr(S_{#1} < 0)")
SUM_ZERO = Head("S_zero", "Pr(S_t = 0)", r"\Pr(S_{#1} = 0)")
CDF = Head("CDF", "Pr(X_t <= x), where X_0 has the density f", r"F_{#3}(#4)")
MEDIAN = Head("Median", "the least median of X_t", r"m_{#3}")
IMAGE = Head("Image", "where steps with these signs lead from x", r"T_{#3*}(#2)")
FIRST_MODE = Head(
    "FirstMode", "the least point where the density of X_t is largest", r"\min m^*_{#3}"
)
LAST_MODE = Head(
    "LastMode", "the largest point where the density of X_t is largest", r"\max m^*_{#3}"
)
ESS_SUP = Head("EssSup", "the essential supremum of X_t", r"\operatorname{ess\,sup} X_{#3}")
ESS_INF = Head("EssInf", "the essential infimum of X_t", r"\operatorname{ess\,inf} X_{#3}")
EXPECTED = Head("Expected", "the mean of X_t", r"\mathbb{E} X_{#3}")
MOMENT = Head("Moment", "the k-th central moment of X_t", r"\mu_{#4}(X_{#3})")
FIRST_OF_PREFIXES = Head(
    "FirstOfPrefixes",
    "the least point where the density of T_s(X_0) is largest, for any s of t - 2 signs",
    latex=r"\min_s m^*_{#3 \mid s}",
)
LAST_OF_PREFIXES = Head(
    "LastOfPrefixes",
    "the largest point where the density of T_s(X_0) is largest, for any s of t - 2 signs",
    latex=r"\max_s m^*_{#3 \mid s}",
)
LEAST_CDF = Head(
    "LeastCDF",
    "the least Pr(X_t <= x), X_0 having the density f and the first t - 2 signs being those of s, "
    "for any s",
    latex=r"\min_s F_{#3 \mid s}(#4)",
)
PLATEAU = Head(
    "Plateau",
    "1 if the density of X_t is constant on an interval of positive length that has the least "
    "median of X_t in it or as an end, else 0",
)
PREIMAGE = Head("Preimage", "the point that steps with these signs take to x", r"T_{#3*}^{-1}(#2)")
LEAST_SLOPE = Head(
    "LeastSlope", "the least slope of alpha within r of x", r"\min_{|y - #2| \le #3} #1'(y)"
)
REACH = Head(
    "Reach",
    "Pr(max |S_k| >= n over k <= t) for the simple random walk S",
    latex=r"\Pr(\max_{k \le #1} |S_k| \ge #2)",
)


along_v1 = tuple(
    function(f"L^({order})") for order in range(7)
)  # the loss on the line through theta


def continuous(of, at):
    """Return that a function is continuous at a point."""
    eps, within, h = reals("e r_e h_e")
    close = Implies(sp.Abs(h) < within, sp.Abs(of(at + h) - of(at)) < eps, evaluate=False)
    some = Some(within, sp.And(within > 0, Every(h, close)))
    return Every(eps, Implies(eps > 0, some, evaluate=False))


def derivative(of, at, value):
    """Return that a function has a derivative at a point, and which."""
    eps, within, h = reals("e r_e h_e")
    close = sp.Abs(of(at + h) - of(at) - value * h) <= eps * sp.Abs(h)
    near = Every(h, Implies(sp.Abs(h) < within, close, evaluate=False))
    some = Some(within, sp.And(within > 0, near))
    return Every(eps, Implies(eps > 0, some, evaluate=False))


def end(string, time):
    """Return where the walk from u is."""
    return PHI(alpha, u, string, time)


def share(condition, time):
    """Return the share of all strings of so many signs whose end satisfies a condition."""
    return Mean(Indicator(condition(end(s, time))), s, Signs(time))


def share_of_sums(condition):
    """Return the share of the strings of t signs whose sum satisfies a condition."""
    return Mean(Indicator(condition(H(s, t))), s, Signs(t))


def probability(condition):
    """Return a head's definition: the share of sign strings whose end satisfies a condition."""

    def build(alpha, u, x, t):
        return count(u, t, lambda point: condition(point, x), alpha) / 2 ** int(t)

    return build


at_most = probability(lambda point, x: point <= x)
at_least = probability(lambda point, x: point >= x)


def at_most_start(start, time):
    """Return Pr(X_t <= X_0)."""
    return F(alpha, start, start, time)


def below_start(start, time):
    """Return Pr(X_t < X_0)."""
    return 1 - ABOVE(alpha, start, start, time)


DEFINITIONS = {
    "Phi at time 0": States(eq(end(s, 0), u)),
    "Phi after a step": States(
        eq(end(s, j + 1), end(s, j) + s[j] * alpha(end(s, j))), given=(j >= 0,)
    ),
    "F": States(eq(F(alpha, u, x, t), share(lambda point: point <= x, t)), given=(t >= 0,)),
    "Pr(X_t >= x)": States(
        eq(ABOVE(alpha, u, x, t), share(lambda point: point >= x, t)), given=(t >= 0,)
    ),
    "Pr(S_t < 0)": States(eq(SUM_BELOW(t), share_of_sums(lambda z: z < 0)), given=(t >= 0,)),
    "Pr(S_t = 0)": States(eq(SUM_ZERO(t), share_of_sums(lambda z: eq(z, 0))), given=(t >= 0,)),
    "H at time 0": States(eq(H(s, 0), 0)),
    "H after a step": States(eq(H(s, j + 1), H(s, j) + s[j]), given=(j >= 0,)),
}

EQUATION_5 = Source("section 5.3, equation (5)")
THEOREM_5_4 = Source("section 5.3, theorem 5.4")
APPENDIX = Source("", "appendix F.4")
PROPOSITION_F_10 = Source("", "appendix F.4, proposition F.10")
PROPOSITION_F_11 = Source("", "appendix F.4, proposition F.11")
CONDITION_5_8 = Source("section 5.3, condition 5.8")
LEMMA_5_9 = Source("section 5.3, lemma 5.9")
LEMMA_F_18 = Source("", "appendix F.9, lemma F.18")
LEMMA_F_19 = Source("", "appendix F.9, lemma F.19")
LEMMA_F_20 = Source("", "appendix F.9, lemma F.20")
LEMMA_5_10 = Source("section 5.3, lemma 5.10")
PROPOSITION_5_11 = Source("section 5.3, proposition 5.11", "appendix F.9")
LEMMA_F_21 = Source("", "appendix F.10, lemma F.21")
LEMMA_F_13 = Source("", "appendix F.7, lemma F.13")
APPENDIX_F_1 = Source("", "appendix F.1")
APPENDIX_F_8 = Source("", "appendix F.8")
APPENDIX_F_11 = Source("", "appendix F.11")
EQUATION_F_5 = Source("", "(F.5) and (F.6)")
OF_THEOREM_5_6 = Source("theorem 5.6")
DENSITIES = Source(
    "condition 5.7, corollary 5.5, theorem 5.6, section 5.4",
    "appendices F.7, F.8, F.9 and F.10",
)
THEOREM_5_12 = Source("section 5.3, theorem 5.12", "appendix F.10")
LEMMA_F_22 = Source("", "appendix F.10, lemma F.22")
COROLLARY_5_5 = Source("section 5.3, corollary 5.5")
THEOREM_5_6 = Source("section 5.3, theorem 5.6")
SECTION_4 = Source("section 4.1.2")
SECTION_5_4 = Source("section 5.4")
SECTION_5 = Source("section 5.1")
EQUATION_4 = Source("section 5.2, equation (4)")
NOTATION = (
    Named(reals("eta"), "variable", "learning rate", SECTION_5),
    Named(reals("lambda"), "variable", "top eigenvalue of the Hessian", SECTION_5),
    Named(sequence("lambda_i"), "variable", "eigenvalues, the first one the largest", SECTION_5),
    Named(sequence("theta"), "variable", "parameters, along the eigenvectors", SECTION_5),
    Named(integers("d"), "variable", "number of parameters", SECTION_5),
    Named(reals("C"), "variable", "local stability limit", SECTION_5),
    Named(reals("delta"), "variable", "instability surplus", SECTION_5),
    Named(reals("g"), "variable", "norm of the gradient", SECTION_5),
    Named(
        reals("rho"),
        "variable",
        "what higher orders add to the loss in a step",
        SECTION_5,
        also=(("the distance from theta along v", Source("", "appendix F.1, equation (F.1)")),),
    ),
    Named(reals("theta_1"), "variable", "parameter along the top eigenvector", SECTION_5),
    Named(reals("xi"), "variable", "sign of a step", EQUATION_4),
    Named(following, "variable", "log U at a later time", Source("section 5.2, assumption 5.2")),
    Named(reals("U"), "variable", "higher-order curvature", EQUATION_4),
    Named(reals("V"), "variable", "a larger value of it", EQUATION_4),
    Named(f_log, "variable", "size of a step of log U, as a function of the surplus", EQUATION_4),
    Named(f_lambda, "variable", "expected sharpness, as a function of U", EQUATION_4),
    Named(
        reals("a"),
        "variable",
        "factor in the example",
        APPENDIX_F_1,
        also=(
            ("left end of an interval", Source("", "lemma F.12")),
            ("height of the curve that alpha is", APPENDIX_F_11),
        ),
    ),
    Named(reals("k_f"), "variable", "k in the example of appendix F.1", EQUATION_4),
    Named(alpha, "variable", "size of a step of the walk, as a function of its place", EQUATION_5),
    Named(t, "variable", "number of steps", EQUATION_5),
    Named(Z, "variable", "upper envelope of the medians", THEOREM_5_6),
    Named(m_later, "variable", "a median two steps later", THEOREM_5_6),
    Named(at_t, "variable", "a median of X_t from x, for every x", THEOREM_5_6),
    Named(at_t_2, "variable", "a median of X_{t+2} from x, for every x", THEOREM_5_6),
    Named(
        b,
        "variable",
        "essential supremum of X_0",
        THEOREM_5_6,
        also=(
            ("exponent in the example", APPENDIX_F_1),
            ("right end of an interval", Source("", "lemma F.12")),
        ),
    ),
    Named(c, "variable", "alpha_min alpha'_min", THEOREM_5_6),
    Named(least, "variable", "least value of alpha", THEOREM_5_6),
    Named(low, "variable", "left end of the visited range", THEOREM_5_6),
    Named(high, "variable", "right end of the visited range", THEOREM_5_6),
    Named(least_slope, "variable", "least slope of alpha", THEOREM_5_6),
    Named(m0, "variable", "a median of X_0", COROLLARY_5_5),
    Named(P, "variable", "the law of X_0, by its quantile function", COROLLARY_5_5),
    Named(a_minus, "variable", "limit of alpha at m_0 from the left", COROLLARY_5_5),
    Named(a_plus, "variable", "limit of alpha at m_0 from the right", COROLLARY_5_5),
    *(
        Named(v, "variable", f"preimage of z under the two-step map of {str(v)[2:]}", LEMMA_F_18)
        for v in preimages.values()
    ),
    Named(function("T"), "variable", "an increasing map", LEMMA_F_21),
    Named(
        L,
        "constant",
        "a bound on the slopes of alpha",
        Source("sections 5.3 and 5.4, condition 5.8", "appendix F"),
        also=(("how much of its past is added to the sequence", EQUATION_F_5),),
    ),
    Named(slope, "variable", "alpha'(x)", CONDITION_5_8),
    Named(z, "variable", "a third point", EQUATION_5),
    Named(S, "variable", "supremum of alpha over the range at each step", LEMMA_5_9),
    Named(highest, "variable", "supremum of alpha", LEMMA_5_9),
    Named(
        w,
        "variable",
        "width of a window, and a variable of integration",
        Source("section 5.3, lemmas 5.9 and 5.10", "appendix F"),
        also=(("the mass of X_0 at a point", OF_THEOREM_5_6),),
    ),
    Named(
        f,
        "variable",
        "density of X_0",
        Source("sections 5.3 and 5.4", "appendix F"),
        also=(("a function monotone on a half-line", Source("", "lemma F.13")),),
    ),
    Named(u1, "variable", "left end of the interval J_1", LEMMA_F_13),
    Named(v1, "variable", "right end of the interval J_1", LEMMA_F_13),
    Named(u2, "variable", "left end of the interval J_2", LEMMA_F_13),
    Named(v2, "variable", "right end of the interval J_2", LEMMA_F_13),
    Named(u, "variable", "where the walk starts", THEOREM_5_4),
    Named(x, "variable", "a point", THEOREM_5_4),
    Named(y, "variable", "another point", EQUATION_5),
    Named(
        m,
        "variable",
        "a median of the law",
        Source(
            "theorems 5.4 and 5.6, corollary 5.5",
            "appendices F.3, F.4, F.5 and F.6, lemmas F.21 and F.22",
        ),
        also=(("a mode of the density f", DENSITIES),),
    ),
    Named(
        eps,
        "variable",
        "how far below the start",
        Source("", "appendices F.3 and F.4"),
        also=(("what Adam adds to a denominator", Source("section 8.1", "appendices I and J")),),
    ),
    Named(eps_u, "variable", "how far below the start at least", PROPOSITION_F_10),
    Named(c0, "constant", "a lower bound of alpha", PROPOSITION_F_11),
    Named(c1, "constant", "a lower bound of the slopes of alpha", PROPOSITION_F_11),
    Named(
        j,
        "variable",
        "number of steps so far",
        Source("section 5.3", "appendix F"),
        also=(("a coordinate", Source("", "appendices I and J")),),
    ),
    Named(s, "variable", "a string of signs, one for each step", APPENDIX),
    Named(sigma, "variable", "another string of signs", APPENDIX),
    Named(tau, "variable", "a string of signs that is appended", APPENDIX),
    Named(
        n,
        "variable",
        "length of a string",
        Source("", "appendices F.3 and F.4"),
        also=(
            ("M_k(s), a bound on the sums of a string", APPENDIX_F_8),
            ("number of parameters", Source("", "appendices E.4, E.6 and E.7")),
            ("how many times two steps are taken", OF_THEOREM_5_6),
        ),
    ),
    Named(
        k,
        "variable",
        "number of a level that the sums of a string reach",
        Source("", "lemmas F.8 and F.9"),
        also=(
            ("a number of steps", APPENDIX_F_8),
            ("how many times two steps are taken", OF_THEOREM_5_6),
            ("a coordinate", Source("section 8.1", "appendices B.2, G, I and J")),
        ),
    ),
    Named(N, "variable", "how far the sum of a string is below zero", APPENDIX),
    Named(T, "variable", "where the sums of a string first reach -k", APPENDIX),
    Named(T_next, "variable", "where they first reach -(k + 1)", APPENDIX),
    Named(before, "variable", "a place before the one where they first do", APPENDIX),
    Named(r, "variable", "length of a string that is appended", APPENDIX),
    Named(F, "quantity", "distribution function of the walk", THEOREM_5_4),
    Named(ABOVE, "quantity", "probability that the walk is at or above a point", THEOREM_5_4),
    Named(X, "variable", "states of the walk before pieces of its string, or steps", APPENDIX),
    Named(Y, "variable", "states of the walk behind pieces of its string", APPENDIX),
    Named(
        GENERATED,
        "quantity",
        "whether a string comes from the empty one by Overset and Add",
        APPENDIX,
    ),
    Named(PHI, "quantity", "where the walk is after so many steps along a string", APPENDIX),
    Named(SUM_BELOW, "quantity", "probability that the sum of t signs is negative", APPENDIX),
    Named(SUM_ZERO, "quantity", "probability that the sum of t signs is zero", APPENDIX),
    Named(H, "quantity", "sum of the first signs of a string", APPENDIX),
    Named(REACH, "quantity", "probability that the walk S gets so far from 0", APPENDIX_F_8),
    Named(radius, "variable", "radius of a neighbourhood of the median", THEOREM_5_12),
    Named(CDF, "quantity", "distribution function of X_t, X_0 of the density f", THEOREM_5_12),
    Named(MEDIAN, "quantity", "median m_t of X_t, X_0 of the density f", THEOREM_5_12),
    Named(ESS_SUP, "quantity", "right end of the support of X_t", SECTION_5_4),
    Named(ESS_INF, "quantity", "left end of the support of X_t", SECTION_5_4),
    Named(MOMENT, "quantity", "central moments of X_t", SECTION_5_4),
    Named(EXPECTED, "quantity", "centre of mass of X_t", SECTION_5_4),
    Named(kappa, "variable", "factor of the band's width", LEMMA_5_10),
    Named(alpha_loc, "variable", "supremum of alpha over a neighbourhood of m*", APPENDIX_F_8),
    Named(reach, "variable", "R, radius of that neighbourhood", APPENDIX_F_8),
    Named(around, "variable", "R, a number above alpha(m_t)", THEOREM_5_12),
    Named(farthest, "variable", "the largest distance rho from theta", APPENDIX_F_1),
    Named(FIRST_MODE, "quantity", "the least global mode m_t* of X_t", PROPOSITION_5_11),
    Named(LAST_MODE, "quantity", "the largest global mode m_t* of X_t", PROPOSITION_5_11),
    Named(PLATEAU, "quantity", "whether f_t has a plateau at m_t", PROPOSITION_5_11),
    Named(FIRST_OF_PREFIXES, "quantity", "the least mode m_s* of a g_s", LEMMA_F_19),
    Named(LAST_OF_PREFIXES, "quantity", "the largest mode m_s* of a g_s", LEMMA_F_19),
    Named(PREIMAGE, "quantity", "preimage of a point under one-step maps in turn", LEMMA_F_19),
    Named(LEAST_CDF, "quantity", "the least F_t given a prefix s", LEMMA_F_20),
    *ADAPTIVE,
    *MINIBATCHES,
    *BULK,
    *SUBSPACES,
    Named(LEAST_SLOPE, "quantity", "least slope of alpha around the median", THEOREM_5_12),
    Named(reals("m^*"), "variable", "a mode of the density f", LEMMA_F_22),
    Named(IMAGE, "quantity", "image of a point under one-step maps in turn", LEMMA_F_22),
    *(
        Named(
            of,
            "variable",
            f"derivative of order {order} of the loss along v_1, at a distance from theta"
            if order
            else "the loss along v_1, at a distance from theta",
            APPENDIX_F_1,
        )
        for order, of in enumerate(along_v1)
    ),
    *polarity_notation.NOTATION,
)
