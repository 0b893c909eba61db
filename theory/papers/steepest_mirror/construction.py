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
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Give, Lemma, Solve
from theory.binders import substitute
from theory.choices import Ambiguous
from theory.claim import ByHand, ByReading, Claim, ForAll, Instead, Source
from theory.existence import by_values
from theory.language import Head, Positive, StrictlyIncreasing, eq, function, reals
from theory.papers.steepest_mirror.coordinates import L_P, metric, q, rho, slope
from theory.papers.steepest_mirror.coordinates import mu as mu_of
from theory.places import HERE
from theory.quantifiers import Every, Some, denied, inhabited

r, mu, e, c, w, x = reals("r mu e c w x")
at_g = reals("g'_l")

FLOW = {**L_P, "appendix G: R'' > 0": (metric > 0,)}
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


SPEED, MIRROR_SPEED = speed_of_z(metric, slope, q), mirror_speed(metric, slope, q)
FLOW_OF_Z = ForAll(given=FLOW, says=eq(SPEED, -steepest(slope_in_z(metric, slope, q), q)))
LINE_COVERED = ForAll(given=(e >= 0,), says=sp.Eq(GAP(e, w), 0))
LINE_COVERED_FOR_SMALL_E = ForAll(
    given=(c >= 0,),
    where={e: sp.Rational(1, 2) - c},
    says=(1 + x**2) ** (-e) >= 1 / sp.sqrt(1 + x**2),
)


y, near, step, eps = reals("y delta_y h_y epsilon")
g_of, g_slope = function("g_R"), function("g_R'")


def close_by(says):
    """Return that something holds at every step that is small enough, for every epsilon."""
    at_a_step = Implies(And(sp.Ne(step, 0), sp.Abs(step) < near), says, evaluate=False)
    some = Some(near, And(near > 0, Every(step, at_a_step)))
    return Every(y, Every(eps, Implies(eps > 0, some, evaluate=False)))


def has_slope(map_, slope_of):
    """Return that a function is differentiable, with a derivative."""
    error = sp.Abs(map_(y + step) - map_(y) - step * slope_of(y))
    return close_by(error <= eps * sp.Abs(step))


MOVES_X = Every(y, eq(sp.Abs(g_slope(y)) ** q * rho(g_of(y)), 1))
MAP = Some(g_of, Some(g_slope, And(has_slope(g_of, g_slope), MOVES_X)))
INVERSE_MAP = Some(
    g_of,
    Some(
        g_slope,
        And(
            StrictlyIncreasing(g_of),
            has_slope(g_of, g_slope),
            Every(y, eq(sp.Abs(g_slope(y)) ** q, rho(y))),
        ),
    ),
)
LEGENDRE = {
    **L_P,
    "theorem G.1: R is Legendre on the line": (Positive(rho),),
    "definition 4.1: R is C^2": (close_by(sp.Abs(rho(y + step) - rho(y)) <= eps),),
}

THM_G_1 = Claim(
    id="steepest-mirror/thm-G.1",
    title="Every one-dimensional coercive steepest mirror flow is a reparameterised steepest flow",
    source=Source(appendix="theorem G.1"),
    words="For a coercive Legendre function there is a map g from R to R such that the steepest "
    "flow of f(g(w)) moves x = g(w) as the steepest mirror flow does.",
    printed=Ambiguous(
        "the theorem says coercive; definition 4.1 knows only inversely coercive",
        {
            "R'' is at least mu": States(
                MAP, given={**LEGENDRE, HERE: (mu_of > 0, Every(y, rho(y) >= mu_of))}
            ),
            "inversely coercive, definition 4.1": States(
                MAP, given={**LEGENDRE, HERE: (mu_of > 0, Every(y, 1 / rho(y) >= mu_of))}
            ),
        },
    ),
    lemmas={
        "flow of z": FLOW_OF_Z,
        "R'' at least mu: z rises at least at a fixed rate": ForAll(
            given=(mu > 0, r >= mu, q >= 1), says=slope_of_z(r, q) >= mu ** (1 / q)
        ),
        "inversely coercive: z takes every value for R'' = (1 + x^2)^(-e q)": LINE_COVERED,
        "the same for e <= 1/2": LINE_COVERED_FOR_SMALL_E,
    },
    because={
        "": ByHand(
            ("flow of z", "R'' at least mu: z rises at least at a fixed rate"),
            reading=("R'' is at least mu",),
        )
    },
    note="rho is R''. x = g(w) moves as the mirror flow does if |g'|^q rho(g) = 1. If R'' >= mu, "
    "z, the integral of rho^(1/q), takes every real value, and g is its inverse. If 1 / R'' >= mu "
    "it need not: for R'' = (1 + x^2)^(-q) z is arctan, and no g on all of R has the slope 1 + g^2 "
    "that the flow asks for.",
)

AS_IN_4_1 = "R'' is positive: definition 4.1 inverts it"
AS_IN_3_1 = "R'' may be 0: definition 3.1 asks R to be strictly convex"
SLOPE_OF_MAP = Some(at_g, eq(sp.Abs(at_g) ** q * metric, 1))
CONVEX = (q >= 1, metric >= 0)
_SLOPE = 1 / metric ** (1 / q)
_at_slope = substitute(SLOPE_OF_MAP.body, {at_g: _SLOPE})
_positive = (metric > 0, q >= 1)
_shown = Solve(_at_slope, _positive, (Lemma("the slope of the map"),))
HAS_SLOPE = Solve(SLOPE_OF_MAP, _positive, (Give(_shown, SLOPE_OF_MAP, _SLOPE),))
AT_0 = {q: sp.Integer(2), metric: sp.S.Zero}
HAS_NO_SLOPE = by_values(inhabited((q, metric), (*CONVEX, denied(SLOPE_OF_MAP))), AT_0)

ALL_FLOWS = Claim(
    id="steepest-mirror/txt-all-flows-reparameterise",
    title="Every separable steepest mirror flow comes from a reparameterisation",
    source=Source("section 4, after (5)", "appendix G, before theorem G.1"),
    words="Every separable steepest mirror flow is the steepest flow of some reparameterisation, "
    "whose inverse is z, the integral of (R'')^(1/q).",
    printed={
        "there is z, its inverse": States(INVERSE_MAP, given=LEGENDRE),
        "it has a slope at every point": Ambiguous(
            "whether R'' may be 0: definitions 3.1 (Legendre) and 4.1 (inversely coercive) differ",
            {
                AS_IN_4_1: States(SLOPE_OF_MAP, given=FLOW),
                AS_IN_3_1: States(
                    SLOPE_OF_MAP,
                    given={**L_P, "definition 3.1: R is convex": (metric >= 0,)},
                ),
            },
        ),
    },
    lemmas={
        "flow of z": FLOW_OF_Z,
        "z is invertible": ForAll(given=(r > 0, q >= 1), says=slope_of_z(r, q) > 0),
        "the slope of the map": ForAll(given=(metric > 0, q >= 1), says=_at_slope),
    },
    because={
        "there is z, its inverse": ByHand(("flow of z", "z is invertible")),
        "it has a slope at every point": ByReading({AS_IN_4_1: HAS_SLOPE}),
    },
    against={"it has a slope at every point": ByReading({AS_IN_3_1: HAS_NO_SLOPE})},
    uses=("steepest-mirror/thm-G.1",),
    note="One coordinate of a separable R on the line, R'' continuous (rho). x = g(w) moves as the "
    "mirror flow does if |g'|^q R'' = 1. For R'' > 0 the inverse of g is z, with values in an open "
    "interval (theorem G.1). At R'' = 0, as for R = x^4 / 12 at 0, which is Legendre, no slope g' "
    "will do: z is invertible there, its inverse not differentiable, and section 3 has g in C^1.",
)

STEP_SIGN = Claim(
    id="steepest-mirror/thm-G.1-step-sign",
    title="Speed of z",
    source=Source(appendix="proof of theorem G.1"),
    words="The speed of z is minus the slope of z times the speed of x, and minus (R'')^(1/q-1) "
    "times the steepest direction.",
    printed={
        "in terms of dx": ForAll(given=FLOW, says=eq(SPEED, -(metric ** (1 / q)) * MIRROR_SPEED)),
        "in terms of the gradient": ForAll(
            given=FLOW, says=eq(SPEED, -(metric ** (1 / q - 1)) * steepest(slope, q))
        ),
    },
    instead={
        "in terms of dx": Instead(
            ForAll(given=FLOW, says=eq(SPEED, metric ** (1 / q) * MIRROR_SPEED)),
            meant=Source(appendix="proof of theorem G.1, the definition of z and the next step"),
            words="without the minus sign before (R'')^(1/q) dx",
        ),
    },
)


def with_exponent(exponent):
    """Return the statement that the speed of z is -(R'')^exponent times the steepest direction."""
    direction = steepest(slope_in_z(metric, slope, q), q)
    return ForAll(given=FLOW, says=eq(SPEED, -(metric**exponent) * direction))


MIDDLE, LAST = "with R'' and an exponent", "the last member, without R''"

STEP_EXPONENT = Claim(
    id="steepest-mirror/thm-G.1-step-exponent",
    title="Exponent of R'' after the change of variables",
    source=Source(appendix="proof of theorem G.1"),
    words="In the gradient with respect to z, the speed of z carries (R'')^(1/q - 1 - (q-1)/q), "
    "which is no factor.",
    printed={MIDDLE: with_exponent(1 / q - 1 - (q - 1) / q), LAST: FLOW_OF_Z},
    instead={
        MIDDLE: Instead(
            with_exponent(1 / q - 1 + (q - 1) / q),
            meant=Source(appendix="proof of theorem G.1, the last member of the same display"),
        )
    },
    note="The gradient with respect to x is (R'')^(1/q) times that with respect to z; its power q "
    "- 1 adds (q-1)/q to the exponent, which makes it 0, as the last member says.",
)
