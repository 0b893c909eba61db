"""Second entries of the paper on steepest mirror flows, written from the page."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll, Missing
from theory.language import DEFINES, eq, reals
from theory.papers.steepest_mirror import notation as paper
from theory.papers.steepest_mirror.notation import NOTATION, L, ell, i, in_all, j, n, product, w
from theory.quantifiers import Every, Some, denied
from theory.sequences import Indicator

NAMED = {str(entry.thing): entry.thing for entry in NOTATION}


def named(names):
    """Return what the paper's notation calls by these names."""
    return [NAMED[name] for name in names.split()]


q, m, alpha, lam, mu, B, Lam, t, z = named("q m alpha lambda mu B Lambda t z")
x_l, slope, w_il, g_il, dw_il, speed = named("x_l f'_l w_il g_il dw_il dR'_l")
BREGMAN, BREGMAN_SIDE = named("Bregman BregmanSide")
FAMILY = (q >= 1, q <= 2)  # the optimizers of the introduction
depth_exponent = q * (L - 1) / L


def steep(of):
    """Return sign(s) |s|^(q-1)."""
    return sp.sign(of) * sp.Abs(of) ** (q - 1)


def le(one, other):
    """Return an inequality that sympy does not decide."""
    return sp.Le(one, other, evaluate=False)


# -- section 4, (4) and (5) ------------------------------------------------------------------------

MIRROR_FLOW = ForAll(DEFINES, given=(q >= 1, eq(speed, -steep(slope))))
FACTOR_FLOW = ForAll(DEFINES, given=(q >= 1, eq(dw_il, -steep(g_il) - alpha * w_il)))

# -- theorem 4.2, the last two displays of the proof -----------------------------------------------

D, E, E_0 = reals("D E E_0")  # |x - x*|^2, f(x) - f(x*), the same at the start
STRONG = (Lam > 0, D >= 0, le(Lam * D / 2, E))
bound = sp.exp(-t * mu * B ** (q - 2) * Lam)
DISTANCE = {
    "distance": ForAll(le(D, Lam / 2 * E), given=STRONG),
    "in time": ForAll(
        le(D, Lam / 2 * bound),
        given=(*STRONG, *FAMILY, mu > 0, B > 0, t >= 0, le(E, E_0 * bound)),
    ),
}

# -- theorem 4.3 -----------------------------------------------------------------------------------

FIRST_OR_ALL = Ambiguous(
    "i and j are printed as members of [n], where L factors have numbers",
    {"[L]": paper.TWO_FACTORS, "[n]": And(paper.TWO_FACTORS, i <= n, j <= n)},
)
NOT_ZERO = Ambiguous(
    "w_k != 0 of a vector",
    {"in every coordinate": paper.OTHERS_IN_EVERY_COORDINATE, "as one": paper.OTHERS_NOT_ZERO},
)
IN_S = (paper.STEEP, FIRST_OR_ALL, paper.vanishes(i), paper.vanishes(j), NOT_ZERO)
IS_SADDLE = paper.saddle_of_factors(w)
SADDLES = {
    "the points of S": States(IS_SADDLE, given=IN_S),
    "are new": States(denied(paper.saddle(paper.g(w))), given=IN_S),
    "those of f": Ambiguous(
        "whether each w with w_1 ... w_L = x is a saddle point, or there is one",
        {
            "each": States(IS_SADDLE, given=(paper.STEEP, paper.saddle(paper.g(w)), L >= 1)),
            "one": States(
                Some(w, And(paper.is_point(w, paper.x), IS_SADDLE)),
                given=(paper.STEEP, paper.saddle(paper.x), L >= 1),
            ),
        },
    ),
}

# -- theorem 4.8, the proof for two factors and the lower bound ------------------------------------

TWO_FACTORS = (q >= 1, z >= 0, lam >= 0)
root = (-lam + sp.sqrt(lam**2 + 4 * sp.Abs(x_l) ** q)) / 2
POWER_OF_X = eq(sp.Abs(x_l) ** q, z * (z + lam))
DEPTH_TWO = {
    "the root": ForAll(eq(z, root), given=(*TWO_FACTORS, POWER_OF_X)),
    "it is one": ForAll(And(z >= 0, POWER_OF_X), given=(q >= 1, lam >= 0, eq(z, root))),
    "the metric": ForAll(eq((z + lam) + z, 2 * z + lam), given=TWO_FACTORS),
    "in x": ForAll(eq(2 * z + lam, sp.sqrt(lam**2 + z * (z + lam))), given=(z >= 0, lam >= 0)),
}

# -- corollary 4.9 ---------------------------------------------------------------------------------

other, factor = sp.symbols("j' k'", integer=True)


def but_one(number):
    """Return the product of all factors but one."""
    kept = Indicator(sp.Ne(factor, number, evaluate=False))
    return sp.Product(w[factor, ell] * kept + Indicator(eq(factor, number)), (factor, 1, L))


def balanced(by):
    """Return that all factors but w_1 have |w_j|^q - |w_1|^q equal to the balance."""
    away = And(j >= 1, j <= L, sp.Ne(j, 1))
    gap = eq(sp.Abs(w[j, ell]) ** q - sp.Abs(w[1, ell]) ** q, by)
    return in_all(ell, n, Every(j, Implies(away, gap, evaluate=False)))


entry = sp.Sum(sp.Abs(but_one(other)) ** q, (other, 1, L))
squares = paper.over_coordinates(paper.x[ell] ** 2, ell)
COERCIVITY = States(
    sp.Ge(paper.over_coordinates(entry * paper.x[ell] ** 2, ell), lam ** (L - 1) * squares),
    given=(n >= 1, q >= 1, L >= 1, lam > 0, balanced(lam)),
)

# -- corollary 4.14 --------------------------------------------------------------------------------


def is_bregman(exponent, depth, balance, *given):
    """Return that R is Bregman on the line."""
    return ForAll(eq(BREGMAN(exponent, depth, balance), 1), given=given)


def no_bregman(exponent, depth, balance, *given):
    """Return that it is not."""
    return ForAll(eq(BREGMAN(exponent, depth, balance), 0), given=given)


VALID = {
    "p = 2, two factors": is_bregman(2, 2, lam, lam > 0),
    "p = 2, two factors, lambda = 0": ForAll(
        eq(BREGMAN_SIDE(q, L, 0), 1), given=(eq(q, 2), eq(L, 2))
    ),
    "p = 2, more": no_bregman(2, L, lam, lam > 0, L >= 3),
    "p = 2, more, lambda = 0": no_bregman(2, L, 0, L >= 3),
    "p = infinity": is_bregman(1, L, lam, lam > 0, L >= 2),
    "p = infinity, lambda = 0": is_bregman(1, L, 0, L >= 2),
    "p < 2": no_bregman(q, L, lam, lam > 0, q > 2, L >= 2),
    "p < 2, lambda = 0": no_bregman(q, L, 0, q > 2, L >= 2),
}

# -- theorem 4.16 and corollary E.6 ----------------------------------------------------------------


def regulariser(at, exponent=depth_exponent):
    """Return one coordinate of M_reg where m is not 2."""
    return L / (L * (2 - q) + q) * sp.Abs(at) ** (2 - exponent)


def regularises(value, *given):
    """Return that a term has the slope R'' h', with R'' = 1/(L |x|^m) and h' = L x."""
    of_h = L * x_l / (L * sp.Abs(x_l) ** depth_exponent)
    return ForAll(
        eq(sp.Derivative(value, x_l), of_h),
        given=(q >= 1, L >= 2, sp.Ne(x_l, 0), eq(m, depth_exponent), *given),
    )


MANIFOLD = {
    "a": regularises(regulariser(x_l), sp.Ne(m, 2)),
    "b": regularises(sp.log(sp.Abs(x_l)), eq(m, 2)),
}
y = reals("y")
at_w = product(w, L, ell)
weights = sp.Sum(w[i, ell] ** 2 / 2, (i, 1, L), (ell, 1, n))
ZERO = (n >= 1, q >= 1, L >= 1, balanced(sp.S.Zero))
regularised = sp.Piecewise((regulariser(y), sp.Ne(L * (2 - q) + q, 0)), (sp.log(sp.Abs(y)), True))
matched = Implies(sp.Ne(y, 0), eq(L / 2 * sp.Abs(y) ** (2 / L), regularised), evaluate=False)
DECAY = {
    "equal": States(eq(weights, sp.Sum(regulariser(at_w), (ell, 1, n))), given=(*ZERO, eq(q, 2))),
    "the norm": States(
        eq(weights, sp.Sum(L / 2 * sp.Abs(at_w) ** (2 / L), (ell, 1, n))), given=ZERO
    ),
    "for no other q": Ambiguous(
        "how many factors",
        {
            name: States(eq(q, 2), given=(q >= 1, sp.Ge(L, least), Every(y, matched)))
            for name, least in (("two", 2), ("one", 1))
        },
    ),
}

# -- table 1 ---------------------------------------------------------------------------------------

size = sp.Abs(x_l)
epsilon, K_0 = reals("epsilon K_0")


def at_two(exponent, penalty):
    """Return that M_reg is a power of |x| for two factors."""
    says = eq(regulariser(x_l), L / (L * (2 - q) + q) * size**penalty)
    return ForAll(says, given=(eq(L, 2), eq(q, exponent)))


def vanishes_with_depth(term, *given):
    """Return that a term tends to 0 as the number of factors grows."""
    small = Every(L, Implies(And(L >= 1, L >= K_0), le(term, epsilon), evaluate=False))
    says = Every(epsilon, Implies(epsilon > 0, Some(K_0, small), evaluate=False))
    return States(says, given=given)


half, three_halves = sp.Rational(1, 2), sp.Rational(3, 2)
LOGARITHM = vanishes_with_depth(sp.Abs(L * (size ** (2 / L) - 1) / 2 - sp.log(size)), sp.Ne(x_l, 0))
TABLE_1 = {
    "decoupled, q = 1, L = 2": at_two(1, three_halves),
    "decoupled, q = 1, deep": vanishes_with_depth(sp.Abs(2 - (L - 1) / L - 1)),
    "decoupled, q = 1.5, L = 2": at_two(three_halves, sp.Rational(5, 4)),
    "decoupled, q = 1.5, deep": vanishes_with_depth(sp.Abs(2 - three_halves * (L - 1) / L - half)),
    "decoupled, q = 2, L = 2": at_two(2, 1),
    "decoupled, q = 2, deep": LOGARITHM,
    "coupled, L = 2": ForAll(eq(L * size ** (2 / L), 2 * size), given=(eq(L, 2),)),
    "coupled, deep": LOGARITHM,
}

# -- theorem B.10 ----------------------------------------------------------------------------------

R_x, R_e, R_y, r_x, r_e, limit, point, Z, Y, nu, K = named("R_x R_e R_y r_x r_e e x' Z Y nu k_Z")
start, sample = paper.x, paper.k


def apart(at, base):
    """Return that two points differ."""
    return Some(ell, And(ell >= 1, ell <= n, sp.Ne(at[ell], base[ell])))


def above_tangent(value, at, base, base_value, gradient):
    """Return that R lies above its tangent at a base point, by their Bregman divergence."""
    tangent = base_value + sp.Sum(gradient[ell] * (at[ell] - base[ell]), (ell, 1, n))
    strictly = sp.Gt(value, tangent, evaluate=False)
    return And(sp.Ge(value, tangent, evaluate=False), Implies(apart(at, base), strictly))


def divergence(value, at):
    """Return the Bregman divergence from the start."""
    return value - R_x - sp.Sum(r_x[ell] * (at[ell] - start[ell]), (ell, 1, n))


def interpolates(at):
    """Return that Z x = Y."""
    return in_all(sample, K, eq(sp.Sum(Z[sample, ell] * at[ell], (ell, 1, n)), Y[sample]))


ROWS = in_all(ell, n, eq(r_e[ell] - r_x[ell], sp.Sum(Z[sample, ell] * nu[sample], (sample, 1, K))))
PAIRS = (
    above_tangent(R_y, point, limit, R_e, r_e),
    above_tangent(R_e, limit, start, R_x, r_x),
    above_tangent(R_y, point, start, R_x, r_x),
    above_tangent(R_x, start, limit, R_e, r_e),
)
LIMIT = (n >= 1, K >= 1, *PAIRS, *map(interpolates, (limit, point)), apart(point, limit))
LEAST = sp.Lt(divergence(R_e, limit), divergence(R_y, point), evaluate=False)
PROJECTION = Ambiguous(
    "whether f depends on Z x alone, which the theorem does not say",
    {
        "any f": States(LEAST, given=LIMIT),
        "of Z x": Ambiguous(
            "whether R may be infinite, with a limit on the boundary of its domain",
            {
                "it is finite": States(LEAST, given=(*LIMIT, ROWS)),
                "on the boundary": Missing(
                    "the flow up to a limit on the boundary of the domain, where R has no gradient "
                    "and need not be strictly convex"
                ),
            },
        ),
    },
)

ENTRIES = {
    "steepest-mirror/eq-4": MIRROR_FLOW,
    "steepest-mirror/eq-5": FACTOR_FLOW,
    "steepest-mirror/thm-4.2-step-distance": DISTANCE,
    "steepest-mirror/thm-4.3": SADDLES,
    "steepest-mirror/thm-4.8-step-appendix-metric": DEPTH_TWO,
    "steepest-mirror/cor-4.14": VALID,
    "steepest-mirror/thm-4.16": MANIFOLD,
    "steepest-mirror/cor-E.6": DECAY,
    "steepest-mirror/tab-1": TABLE_1,
    "steepest-mirror/thm-B.10": PROJECTION,
}
