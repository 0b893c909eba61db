"""Appendix B: the PL condition, flows without a gradient, and margins."""

import sympy as sp
from sympy.logic.boolalg import And, Not, Or

from theory.argument_language import States
from theory.arguments import AddUp, Assume, Generalise, Solve, Specialise
from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Missing, Source
from theory.existence import met
from theory.language import DEFINES, eq, integers, reals
from theory.papers.steepest_mirror import rates_argument as rates
from theory.papers.steepest_mirror.coordinates import (
    Lam,
    at,
    away,
    curvature,
    drawn,
    ell,
    loss,
    n,
    slope,
    slopes,
    values,
    velocity,
)
from theory.papers.steepest_mirror.coordinates import share as theta
from theory.places import HERE
from theory.quantifiers import Every
from theory.sum_arguments import counted

x, y, u, v, t, lip = reals("x y u v t Lambda")

DEF_B_2 = Claim(
    id="steepest-mirror/def-B.2",
    title="Polyak-Lojasiewicz condition",
    source=Source(appendix="appendix B, definition B.2"),
    words="Half the squared gradient is at least Lambda times the excess f - f*.",
    printed=ForAll(given=(lip > 0, v >= 0, u**2 / 2 >= lip * v), says=DEFINES),
    note="u is the size of the gradient, v the excess f - f*.",
)

f_y, f_z = values
SLOPE, AWAY = (sp.Sum(e, (ell, 1, n)) for e in (slopes[ell] * away[ell], away[ell] ** 2))


def above_tangent(value, step):
    """Return Lambda-strong convexity at z = theta x + (1 - theta) y, in the direction of x - y."""
    return sp.Ge(value, f_z + step * SLOPE + Lam / 2 * step**2 * AWAY, evaluate=False)


STRONG = (Lam > 0, above_tangent(loss, 1 - theta), above_tangent(f_y, -theta))
BETWEEN = (theta >= 0, theta <= 1)
CONVEX = sp.Le(f_z, theta * loss + (1 - theta) * f_y, evaluate=False)
_squares = AddUp(Solve(sp.Ge(away[ell] ** 2, 0, evaluate=False), (n >= 1,)), ell, 1, n)

STRONG_CONVEXITY = Claim(
    id="steepest-mirror/txt-strong-convexity-implies-PL",
    title="Strong convexity implies convexity and the Polyak-Lojasiewicz condition",
    source=Source(appendix="appendix B, before definition B.1"),
    words="A Lambda-strongly convex function is convex and satisfies the PL condition.",
    printed={
        "convexity": States(
            CONVEX,
            given={
                "section 3": (n >= 1,),
                "definition B.1": BETWEEN,
                HERE: STRONG,
            },
        ),
        "PL": States(rates.PL, given=rates.STRONGLY_CONVEX),
    },
    because={
        "convexity": Solve(
            CONVEX, (n >= 1, *BETWEEN, *STRONG), (_squares, counted(sp.S.Zero, ell, n))
        ),
        "PL": rates.PL_HOLDS,
    },
    note="Strong convexity is used at z = theta x + (1 - theta) y against x and y, with g the "
    "gradient at z and d = x - y; for PL at x against the minimiser.",
)

# -- flows without a gradient ----------------------------------------------------------------------

low, high = reals("a b")  # slopes on both sides of a kink

REM_B_5 = Claim(
    id="steepest-mirror/rem-B.5",
    title="Subdifferential flows",
    source=Source(appendix="appendix B, remark B.5"),
    words="Flows of non-smooth convex functions follow the convex subdifferential, those of "
    "Lipschitz functions the Clarke subdifferential.",
    printed=ForAll(
        given=(low <= high, low <= drawn, drawn <= high, eq(velocity, -drawn)), says=DEFINES
    ),
    note="One coordinate of a convex function with slopes a <= b on both sides of a point, where "
    "both subdifferentials are the interval from a to b.",
)


def sign_map(u):
    """Return that a number is in the set-valued sign of another one."""
    return Or(And(sp.Ne(u, 0), sp.Eq(drawn, sp.sign(u))), And(sp.Eq(u, 0), sp.Abs(drawn) <= 1))


def supports(u):
    """Return that a number is a subgradient of the size of a number, at another one."""
    return Every(y, sp.Ge(sp.Abs(y), sp.Abs(u) + drawn * (y - u), evaluate=False))


def are_signs(u):
    """Argue that such subgradients are signs, by three points."""
    points = tuple(Specialise(Assume(supports(u)), point) for point in (sp.S.Zero, u + 1, u - 1))
    return met(Solve(sign_map(u), (supports(u),), points), (supports(u),), {u: 0, drawn: 0})


SIGN_MAP, SUPPORTS = sign_map(at), supports(at)

REM_B_6 = Claim(
    id="steepest-mirror/rem-B.6",
    title="The sign map as a Clarke subdifferential",
    source=Source(appendix="appendix B, remark B.6"),
    words="The set-valued sign of the gradient is the Clarke subdifferential of the L1 norm of the "
    "gradient, so that sign flow is a differential inclusion.",
    printed={
        "signs are subgradients": States(SUPPORTS, given={HERE: (SIGN_MAP,)}),
        "subgradients are signs": States(SIGN_MAP, given={HERE: (SUPPORTS,)}),
        "of the norm of the gradient": States(sign_map(slope), given={HERE: (supports(slope),)}),
    },
    because={
        "signs are subgradients": Generalise(Solve(SUPPORTS.body, (SIGN_MAP,)), y),
        "subgradients are signs": are_signs(at),
        "of the norm of the gradient": are_signs(slope),
    },
    note="One coordinate, and subgradients of a convex function, which Clarke's are for one "
    "(definition B.4 is not used). The remark has the norm as a function g of u, and the third "
    "clause takes u = f'(x). As a function of x, |f'(x)| has the slope f''(x) sign(f'(x)).",
)

RIGHT_SIDE = And(sp.Abs(drawn) <= 1, sp.Eq(drawn * at, sp.Abs(at)))

WELL_POSED = Claim(
    id="steepest-mirror/rem-B.6-well-posed",
    title="Sign flow as a differential inclusion",
    source=Source(appendix="appendix B, remark B.6, last sentence"),
    words="Sign flow is well-posed in the sense of Filippov for locally Lipschitz right sides.",
    printed=Ambiguous(
        "whether well-posed asks for existence alone or for uniqueness, too",
        {
            "a solution exists": Missing(
                "solutions of differential inclusions, and Filippov's theorem on them, as objects "
                "of the language"
            ),
            "and there is no other: x = s t leaves no critical point": ForAll(
                given={
                    HERE: (
                        t > 0,
                        eq(at, curvature * drawn * t),
                        Or(
                            And(sp.Ne(at, 0), sp.Eq(-drawn, sp.sign(at))),
                            And(sp.Eq(at, 0), sp.Abs(drawn) <= 1),
                        ),
                    ),
                },
                says=sp.Eq(drawn, 0),
            ),
        },
    ),
    lemmas={
        "values bounded and convex, graph closed": ForAll(
            says=Or(And(SIGN_MAP, RIGHT_SIDE), And(Not(SIGN_MAP), Not(RIGHT_SIDE)))
        ),
    },
    note="Filippov's theorem needs bounded convex values and a closed graph, which |s| <= 1 and s "
    "u = |u| have; the right-hand side itself is not Lipschitz. Uniqueness fails for f = -x^2 / 2, "
    "where x = s t leaves 0; section 4 says that solutions need not be unique.",
)

# -- margins ---------------------------------------------------------------------------------------

z1, z2, q, c, w, product = reals("z_1 z_2 q c w P")
p, N, x1, x2 = reals("p N x_1 x_2")
L = integers("L")

THM_B_12 = Claim(
    id="steepest-mirror/thm-B.12",
    title="Steepest flow on separable data ends at a KKT point of the margin problem",
    source=Source(appendix="appendix B, theorem B.12"),
    words="Limit points of the normalised steepest flow on the exponential loss of a homogeneous "
    "network point along KKT points of: least norm with all margins at least 1.",
    printed={
        "products are homogeneous: every factor adds one degree": ForAll(
            given=(c > 0, L >= 1),
            says=sp.Eq((c**L * product) * (c * w), c ** (L + 1) * (product * w)),
        ),
        "one linear sample, 1 < q: the steepest direction is a KKT point": ForAll(
            given=(q > 1, sp.Abs(z1) + sp.Abs(z2) > 0),
            where={
                N: sp.Abs(z1) ** q + sp.Abs(z2) ** q,
                p: q / (q - 1),
                x1: sp.sign(z1) * sp.Abs(z1) ** (q - 1) / N,
                x2: sp.sign(z2) * sp.Abs(z2) ** (q - 1) / N,
            },
            says=sp.And(
                sp.Eq(x1 * z1 + x2 * z2, 1),
                sp.Eq(
                    sp.sign(x1) * sp.Abs(x1) ** (p - 1) * z2,
                    sp.sign(x2) * sp.Abs(x2) ** (p - 1) * z1,
                ),
            ),
        ),
        "one linear sample, q = 1: the sign direction is shortest": ForAll(
            given=(x1 * z1 + x2 * z2 >= 1,),
            says=sp.Max(sp.Abs(x1), sp.Abs(x2)) * (sp.Abs(z1) + sp.Abs(z2)) >= 1,
        ),
        "all homogeneous networks and separable data": Missing(
            "formal content: limits of flows that diverge; the paper cites this theorem"
        ),
    },
    note="One linear sample: the flow moves along sign(z) |z|^(q-1), and the gradient of the "
    "squared L_p norm there is a multiple of z.",
)
