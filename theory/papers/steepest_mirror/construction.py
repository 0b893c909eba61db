"""Appendix G: a one-dimensional steepest mirror flow as a steepest flow in another parameter.

The flow d(R'(x)) = -sign(g) |g|^(q-1) dt, g = f'(x), becomes a steepest flow of z -> f(x(z)) in
z = int^x (R'')^(1/q). r and g stand for R'' and f' at x. Whether x = g(z) is defined for every real
z depends on how far z reaches. Two families show what can happen:

    on R        R'' = (1 + x^2)^(-e q), e >= 0, strictly convex and smooth on R, hence Legendre,
                with 1 / R'' >= 1
    on (0, 1)   R'' = (x (1 - x))^(-e), e >= 1, strictly convex with a slope that diverges at both
                ends, hence Legendre, with R'' >= 4^e >= 4
"""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.language import Head, reals

r, g, q, mu, e, c, h, w, x = reals("r g q mu e c h w x")

AT_X = {r: "R'' at x", g: "slope of f at x, not the map g of the theorem"}
FLOW = (r > 0, q >= 1)
GAP = Head("gap", "distance from w to the values of the integral of (1 + u^2)^(-e) from 0; e, w")
GAP_BETWEEN = Head(
    "gap_01",
    "distance from w to the values on (0, 1) of the integral of (u (1 - u))^(-a) from 1/2; a, w",
)


def steepest(gradient, q):
    """Return the steepest direction sign(g) |g|^(q-1)."""
    return sp.sign(gradient) * sp.Abs(gradient) ** (q - 1)


def slope_of_z(r, q):
    """Derive dz/dx by differentiating z = int^x R''(u)^(1/q) du, with r for R''(x)."""
    u, start = sp.symbols("u start", real=True)
    curvature = sp.Function("R2")
    return sp.diff(sp.Integral(curvature(u) ** (1 / q), (u, start, x)), x).subs(curvature(x), r)


def mirror_speed(r, g, q):
    """Derive dx/dt from R'' dx/dt = -sign(g) |g|^(q-1)."""
    return -steepest(g, q) / r


def speed_of_z(r, g, q):
    """Derive dz/dt by the chain rule."""
    return slope_of_z(r, q) * mirror_speed(r, g, q)


def slope_in_z(r, g, q):
    """Derive d/dz f(x(z)) by the chain rule."""
    return g / slope_of_z(r, q)


def gap(e, w):
    """Return how far w is from the interval z(R); its half length is a beta integral."""
    half = sp.sqrt(sp.pi) * sp.gamma(e - sp.Rational(1, 2)) / (2 * sp.gamma(e))
    return sp.Piecewise((0, e <= sp.Rational(1, 2)), (sp.Max(0, sp.Abs(w) - half), True))


def gap_between(a, w):
    """Return how far w is from the interval z((0, 1)); its length is a beta integral."""
    half = sp.gamma(1 - a) ** 2 / (2 * sp.gamma(2 - 2 * a))
    return sp.Piecewise((0, a >= 1), (sp.Max(0, sp.Abs(w) - half), True))


FLOW_OF_Z = ForAll(given=FLOW, says=sp.Eq(speed_of_z(r, g, q), -steepest(slope_in_z(r, g, q), q)))
LINE_COVERED = ForAll(given=(e >= 0,), says=sp.Eq(GAP(e, w), 0))
LINE_COVERED_FOR_SMALL_E = ForAll(
    given=(c >= 0,),
    where={e: sp.Rational(1, 2) - c},
    says=(1 + x**2) ** (-e) >= 1 / sp.sqrt(1 + x**2),
)


THM_G_1 = Claim(
    id="steepest-mirror/thm-G.1",
    title="Every one-dimensional coercive steepest mirror flow is a reparameterised steepest flow",
    source=Source(appendix="theorem G.1"),
    words="For a coercive Legendre function there is a map g from R to R such that the steepest "
    "flow of f(g(w)) moves x = g(w) as the steepest mirror flow does.",
    printed=Missing("not yet from the page"),
    lemmas={
        # mu-coercive: R'' >= mu; dom R = R, as in definition 4.1
        "flow of z, mu-coercive": FLOW_OF_Z,
        "dom R = R: g is defined on all of R": ForAll(
            given=(mu > 0, r >= mu, q >= 1),
            says=slope_of_z(r, q) >= mu ** (1 / q),
        ),
        # any domain that definition 3.1 allows; g invertible, as in the proof
        "dom R = (0, 1): z is onto R, so that g is invertible on R": ForAll(
            given=(e >= 1, q >= 1, q <= 2), says=sp.Eq(GAP_BETWEEN(e / q, w), 0)
        ),
        "dom R = (0, 1): z is onto R, so that g is invertible on R, instead": ForAll(
            given=(c >= 0, q >= 1, q <= 2, h >= 0, sp.Eq(x * (1 - x) * (4 + h), 1)),
            where={e: q * (1 + c)},
            says=(4 + h) ** (e / q) >= 4 + h,
        ),
        # inversely mu-coercive, definition 4.1: 1 / R'' >= mu
        "flow of z, inversely mu-coercive": FLOW_OF_Z,
        "g is defined on all of R": LINE_COVERED,
        "g is defined on all of R, instead": LINE_COVERED_FOR_SMALL_E,
    },
    because={
        "": ByHand(
            (
                "flow of z, mu-coercive",
                "dom R = R: g is defined on all of R",
                "flow of z, inversely mu-coercive",
            )
        )
    },
    note="The theorem says coercive; definition 4.1 knows only inversely coercive, for functions "
    "on all of R. If R'' >= mu on R, z has a slope of at least mu^(1/q) and takes every real "
    "value. On a smaller domain it need not: R'' = 1/(x (1-x)) is Legendre on (0, 1) and at least "
    "4, but for q = 2 the values of z = arcsin(2 x - 1) fill an interval of length pi; in that "
    "family every value is taken for e >= q, where z rises at least as log(x/(1-x)), whose slope "
    "1/(x (1-x)) is 4 + h. A g that is not invertible still exists there: (1 + sin w) / 2, or "
    "constant beyond the ends, since its slope (g (1-g))^(e/q) tends to 0. If 1 / R'' >= "
    "mu it need not on R either: for R'' = (1 + x^2)^(-q), that is e = 1, z is arctan, and no g on "
    "all of R has the slope (1 + g^2) that the flow asks for. g is then defined on the open "
    "interval of the values of z, which is R if the integral of (R'')^(1/q) diverges at both ends; "
    "in the family that holds for e <= 1/2, where the slope of z is at least that of arsinh. For "
    "products e is below 1/2. There R'' tends to 0 far out: only the second reading covers the "
    "mirror maps of products.",
    legend={**AT_X, e: "exponent: R'' = (x (1 - x))^(-e) on (0, 1), R'' = (1 + x^2)^(-e q) on R"},
)

ALL_FLOWS = Claim(
    id="steepest-mirror/txt-all-flows-reparameterise",
    title="Every separable steepest mirror flow comes from a reparameterisation",
    source=Source("section 4, after (5)", "appendix G, before theorem G.1"),
    words="Without any condition on its curvature, every separable steepest mirror flow is the "
    "steepest flow of some reparameterisation.",
    printed=Missing("not yet from the page"),
    lemmas={
        "flow of z": FLOW_OF_Z,
        "z is invertible": ForAll(given=(r > 0, q >= 1), says=slope_of_z(r, q) > 0),
        "g is defined on all of R, g on all of R, as in theorem G.1": LINE_COVERED,
        "g is defined on all of R, g on all of R, as in theorem G.1, instead": (
            LINE_COVERED_FOR_SMALL_E
        ),
    },
    because={"": ByHand(("flow of z", "z is invertible"))},
    uses=("steepest-mirror/thm-G.1",),
    note="Separable: one coordinate at a time, R'' > 0. Theorem G.1, to which the sentence points, "
    "assumes coercivity and asks for g on all of R; on the open interval of the values of z "
    "neither is needed. On all of R it fails for R'' = (1 + x^2)^(-e q) with e > 1/2, where z "
    "stays bounded.",
    legend={**AT_X, e: "exponent in R'' = (1 + x^2)^(-e q), a metric on all of R"},
)

STEP_SIGN = Claim(
    id="steepest-mirror/thm-G.1-step-sign",
    title="Speed of z",
    source=Source(appendix="proof of theorem G.1"),
    words="The speed of z is minus the slope of z times the speed of x, and minus (R'')^(1/q-1) "
    "times the steepest direction.",
    printed={
        "in terms of dx": ForAll(
            given=FLOW,
            says=sp.Eq(speed_of_z(r, g, q), -(r ** (1 / q)) * mirror_speed(r, g, q)),
        ),
        "in terms of the gradient": ForAll(
            given=FLOW,
            says=sp.Eq(speed_of_z(r, g, q), -(r ** (1 / q - 1)) * steepest(g, q)),
        ),
    },
    instead={
        "in terms of dx": Instead(
            ForAll(
                given=FLOW,
                says=sp.Eq(
                    speed_of_z(r, g, q),
                    r ** (1 / q) * mirror_speed(r, g, q),
                    evaluate=False,
                ),
            ),
            meant=Source(appendix="proof of theorem G.1, the definition of z and the next step"),
        ),
    },
    legend=AT_X,
)


def with_exponent(exponent):
    """Return the statement that the speed of z is -(R'')^exponent times the steepest direction."""
    direction = steepest(slope_in_z(r, g, q), q)
    says = sp.Eq(speed_of_z(r, g, q), -(r**exponent) * direction)
    return ForAll(given=FLOW, says=says)


STEP_EXPONENT = Claim(
    id="steepest-mirror/thm-G.1-step-exponent",
    title="Exponent of R'' after the change of variables",
    source=Source(appendix="proof of theorem G.1"),
    words="In the gradient with respect to z, the speed of z carries (R'')^(1/q - 1 - (q-1)/q).",
    printed=with_exponent(1 / q - 1 - (q - 1) / q),
    instead=Instead(
        with_exponent(1 / q - 1 + (q - 1) / q),
        meant=Source(appendix="proof of theorem G.1, the last member of the same display"),
    ),
    note="The gradient with respect to x is (R'')^(1/q) times that with respect to z; its power q "
    "- 1 adds (q-1)/q to the exponent, which makes it 0, as the last member says.",
    legend=AT_X,
)
