"""More second entries of the paper on steepest mirror flows, written from the page."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.double_entry.steepest_mirror import (
    BREGMAN,
    B,
    Lam,
    alpha,
    balanced,
    but_one,
    lam,
    le,
    mu,
    named,
    q,
    slope,
    steep,
    x_l,
    z,
)
from tests.double_entry.steepest_mirror import COERCIVITY as COERCIVE
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.language import DEFINES, eq, reals
from theory.papers.steepest_mirror import notation as paper
from theory.papers.steepest_mirror.notation import L, ell, i, in_all, j, n, product, w, within
from theory.quantifiers import Every, Some

p, N, dtau, u, g, d, t, rho = named("p N dtau u g d t rho")
f_x, f_min, dx_l, P, P_ij, w_il = named("f_x f_* dx_l P P_ij w_il")
BREGMAN_SIDE, LEGENDRE, TOP = named("BregmanSide Legendre Top")
GAP, AFTER_REST = named("Gap AfterRest")
w_1 = reals("w_1")
metric_exponent = q * (L - 1) / L


def total(term):
    """Return the sum of a term over all coordinates."""
    return sp.Sum(term, (ell, 1, n))


# -- section 4, (3), and appendix B, (7) and (8) ---------------------------------------------------

DUAL = (n >= 1, N >= 0, eq(N**q, total(sp.Abs(g[ell]) ** q)))
CONJUGATE = (q > 1, p > 1, eq(1 / p + 1 / q, 1), sp.Ne(N, 0))  # of N = 0 no power has a value
STEEPEST = -steep(g[ell]) * N ** (2 - q)
SIGN_DUAL = (*DUAL, eq(q, 1))
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
away = total(d[ell] ** 2)
STRONGLY_CONVEX = (
    Lam > 0,
    sp.Ge(f_min, f_x + total(g[ell] * d[ell]) + Lam / 2 * away, evaluate=False),
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

# of a block with the entry P off its diagonal the least eigenvalue is minus the largest one for -P
EIGENVALUES = {
    "eigenvalues": ForAll(eq(TOP(P_ij), sp.sqrt(P_ij)), given=(sp.Ne(P_ij, 0),)),
    "indefinite": ForAll(
        And(-TOP(-P_ij) < 0, sp.Lt(0, TOP(P_ij), evaluate=False)), given=(sp.Ne(P_ij, 0),)
    ),
}

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
    "Bregman": is_one(BREGMAN(q, L, lam), *DEPTH, lam > 0, metric_exponent <= 1),
    "Legendre": is_one(LEGENDRE(q, L, lam), *DEPTH, lam > 0, metric_exponent <= 1),
    "two factors": ForAll(
        eq(1 / (z + lam + z), by_two),
        given=(q >= 1, lam > 0, z >= 0, eq(sp.Abs(x_l) ** q, z * (z + lam))),
    ),
    "appendix: Bregman": Ambiguous(
        "of which q the paper speaks",
        {
            "those of section 1": is_one(BREGMAN(q, L, lam), *DEPTH, lam > 0, q <= 2),
            "all of section 4": is_one(BREGMAN(q, L, lam), *DEPTH, lam > 0),
        },
    ),
    "appendix: Bregman from equal factors": Ambiguous(
        "on which domain, and of which q",
        {
            "R": is_one(BREGMAN(q, L, 0), *DEPTH, q <= 2),
            "the side of the start": is_one(BREGMAN_SIDE(q, L, 0), *DEPTH, q <= 2),
            "the side of the start, all q": is_one(BREGMAN_SIDE(q, L, 0), *DEPTH),
        },
    ),
}
first = sp.Abs(w[1, ell]) ** q
BALANCED = (q >= 1, L >= 1, lam >= 0, balanced_at(ell, lam))
EQ_14 = {
    "metric": States(
        eq(
            inverse_metric,
            (first + lam) ** (L - 1) + (L - 1) * first * (first + lam) ** (L - 2),
        ),
        given=(*BALANCED, sp.Or(L >= 2, first + lam > 0)),  # else it divides by 0
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
        given=(*DEPTH, sp.Ne(1 - metric_exponent, 0), x_l > 0),
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
BALANCED_START = {
    "coercivity": COERCIVE,
    "balanced in training": Ambiguous(
        SENSE,
        {
            "sign(0) = 0": KEPT,
            "Filippov": ForAll(eq(GAP(w_1, w_1 + lam, t), -lam), given=(w_1 >= 0, lam > 0, t >= 0)),
        },
    ),
}
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

ENTRIES = {
    "steepest-mirror/eq-3": FLOW_3,
    "steepest-mirror/thm-4.2-step-PL": PL,
    "steepest-mirror/thm-4.3-step-eigenvalues": EIGENVALUES,
    "steepest-mirror/eq-14": EQ_14,
    "steepest-mirror/thm-4.8-step-lower-bound": LOWER_BOUND,
    "steepest-mirror/thm-4.8-step-essential-smoothness": SMOOTH,
    "steepest-mirror/lem-4.5-step-factors": FACTORS,
    "steepest-mirror/thm-4.8": MIRROR,
    "steepest-mirror/cor-4.9": BALANCED_START,
    "steepest-mirror/cor-4.10": FROM_ZERO,
}
