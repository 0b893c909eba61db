"""Appendix B: the PL condition, flows without a gradient, and margins."""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Missing, Source
from theory.language import DEFINES, integers, reals
from theory.papers.steepest_mirror.projection import END, START, bregman, dot

x, y, s, u, v, lip = reals("x y s u v Lambda")

DEF_B_2 = Claim(
    id="steepest-mirror/def-B.2",
    title="Polyak-Lojasiewicz condition",
    source=Source(appendix="appendix B, definition B.2"),
    words="Half the squared gradient is at least Lambda times the excess f - f*.",
    printed=ForAll(given=(lip > 0, v >= 0, u**2 / 2 >= lip * v), says=DEFINES),
    note="u is the size of the gradient, v the excess f - f*.",
)

STRONG_CONVEXITY = Claim(
    id="steepest-mirror/txt-strong-convexity-implies-PL",
    title="Strong convexity implies the Polyak-Lojasiewicz condition",
    source=Source(appendix="appendix B, before definition B.1"),
    words="A Lambda-strongly convex function satisfies the PL condition with the same constant.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(
                lip > 0,
                bregman(END, START)
                >= lip / 2 * dot(*([a - b for a, b in zip(END.at, START.at, strict=True)],) * 2),
            ),
            says=dot(START.slope, START.slope) / 2 >= lip * (START.value - END.value),
        ),
    },
    because={"": ByHand()},
    note="R stands for f and e for its minimiser. Two variables lose nothing: the gradient at s "
    "and e - s span a plane.",
)

# -- flows without a gradient ----------------------------------------------------------------------

low, high = reals("a b")  # slopes on both sides of a kink
h, t = reals("h t")

REM_B_5 = Claim(
    id="steepest-mirror/rem-B.5",
    title="Subdifferential flows",
    source=Source(appendix="appendix B, remark B.5"),
    words="Flows of non-smooth convex functions follow the convex subdifferential, those of "
    "Lipschitz functions the Clarke subdifferential.",
    printed=Missing("not yet from the page"),
    lemmas={
        "a kink: limits of slopes are subgradients": ForAll(
            given=(low <= s, s <= high),
            says=sp.Max(low * y, high * y) >= s * y,
        ),
        "a kink: subgradients are between limits of slopes": ForAll(
            given=(low <= high, high >= s, sp.Max(-low, -high) >= -s),
            says=sp.And(low <= s, s <= high),
        ),
    },
    because={"": ByHand()},
    note="One variable, f(y) = max(a y, b y) with a <= b, at its kink 0: for convex functions both "
    "notions agree.",
)

# the set-valued sign: which s belong to sign(u)
PRINTED_SIGN = sp.Or(sp.And(sp.Ne(u, 0), sp.Eq(s, sp.sign(u))), sp.And(sp.Eq(u, 0), sp.Abs(s) <= 1))
CLOSED_SIGN = sp.And(sp.Abs(s) <= 1, sp.Eq(s * u, sp.Abs(u)))


def supports(v):
    """Say that s is a slope of support of |.| at u, tested at v."""
    return sp.Abs(v) >= sp.Abs(u) + s * (v - u)


slope = h * x + v  # f'(x) for f(x) = h x^2 / 2 + v x
NORM = sp.Function("N", real=True)  # N(x) = |f'(x)|
AT_GRADIENT = "subdifferential of the norm, taken at the gradient"

REM_B_6 = Claim(
    id="steepest-mirror/rem-B.6",
    title="The sign map as a Clarke subdifferential",
    source=Source(appendix="appendix B, remark B.6"),
    words="The set-valued sign of the gradient is the Clarke subdifferential of the L1 norm of the "
    "gradient, so that sign flow is a differential inclusion.",
    printed=Missing("not yet from the page"),
    lemmas={
        "every sign is a subgradient": ForAll(given=(PRINTED_SIGN,), says=supports(v)),
        "every subgradient is a sign": ForAll(
            given=tuple(supports(v) for v in (0, u + 1, u - 1)), says=PRINTED_SIGN
        ),
        "away from its zeros": ForAll(
            given=(sp.Ne(slope, 0),),
            where={NORM(x): sp.Abs(slope)},
            says=sp.Eq(sp.Derivative(NORM(x), x), sp.sign(slope)),
        ),
        "away from its zeros, instead": ForAll(
            given=(sp.Ne(slope, 0),),
            where={NORM(x): sp.Abs(slope)},
            says=sp.Eq(sp.Derivative(NORM(x), x), h * sp.sign(slope)),
        ),
    },
    because={
        "": ByHand(
            (
                "every sign is a subgradient",
                "every subgradient is a sign",
            )
        )
    },
    note="One coordinate. The remark introduces the norm as a function of u and then writes its "
    "subdifferential with u = grad f(x) put in; as a function of x it picks up the Hessian.",
    legend={
        s: "number asked to be a sign of u and a subgradient of |.| at u",
        h: "second derivative of f = h x^2/2 + v x",
        v: "slope of that f at 0; in the first part any other argument of |.|",
    },
)

WELL_POSED = Claim(
    id="steepest-mirror/rem-B.6-well-posed",
    title="Sign flow as a differential inclusion",
    source=Source(appendix="appendix B, remark B.6, last sentence"),
    words="Filippov's theory covers the inclusion whenever the gradient is locally Lipschitz.",
    printed=Missing("not yet from the page"),
    lemmas={
        "solutions exist: values bounded and convex, graph closed": ForAll(
            says=sp.Or(
                sp.And(PRINTED_SIGN, CLOSED_SIGN),
                sp.And(sp.Not(PRINTED_SIGN), sp.Not(CLOSED_SIGN)),
            ),
        ),
        "nothing leaves a critical point": ForAll(
            given=(t > 0, CLOSED_SIGN.subs({u: h * s * t, s: -s}, simultaneous=True)),
            says=sp.Eq(s, 0),
        ),
        "nothing leaves a critical point, instead": ForAll(
            given=(
                t > 0,
                h > 0,
                CLOSED_SIGN.subs({u: h * s * t, s: -s}, simultaneous=True),
            ),
            says=sp.Eq(s, 0),
        ),
    },
    because={"": ByHand(("solutions exist: values bounded and convex, graph closed",))},
    note="One coordinate. |s| <= 1 and s u = |u| are closed conditions and linear in s where u is "
    "given, which is what Filippov's existence theorem needs; the right-hand side itself is not "
    "Lipschitz. For the other reading: f(x) = h x^2 / 2 from 0, where x = 0 always is a solution, "
    "against x = s t; section 4 says that solutions need not be unique.",
    legend={
        s: "velocity of a solution x = s t from 0; in the first part a candidate for the sign of u",
        h: "second derivative of f = h x^2/2",
    },
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
