"""Appendix D, remark 4.4: saddle points of products in two coordinates, and the escape from them.

In coordinate c let u, v be two factors that vanish and P_c the product of the other ones, which
moves with further parameters (one of them, r_c, is enough); x_c = u_c v_c P_c. Two factors have no
P. The loss enters through its gradient G and its Hessian H at x = 0.
"""

from functools import cache
from itertools import product

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Source
from theory.language import DEFINES, Head, reals
from theory.papers.steepest_mirror.coordinates import (
    alpha,
    hull_velocity,
    others_of_two,
    q,
    shares_of,
    steepest,
    velocity_of,
)

G1, G2, P1, P2, H11, H12, H22 = reals("G_1 G_2 P_1 P_2 H_11 H_12 H_22")
JET = (G1, G2, H11, H12, H22)

SLOPE = Head("Slope", "largest partial derivative of the loss of the factors, in size")
NEGATIVE = Head(
    "Negative",
    "number of negative eigenvalues of the Hessian of the loss of the factors",
    latex="n_-",
)


def derivatives(gradient, others, hessian, decay):
    """Return the gradient and Hessian of f(prod w) + decay/2 |w|^2 where u = v = 0."""
    parameters: list[sp.Symbol] = []
    products: list[sp.Expr] = []
    point: dict[sp.Symbol, object] = {}
    for c, other in enumerate(others):
        factors = sp.symbols(f"u_{c} v_{c} r_{c}", real=True)[: 2 if other is None else 3]
        parameters += factors
        products.append(sp.Mul(*factors))
        point |= dict(zip(factors, (0, 0, other), strict=False))
    x = sp.Matrix(products)
    loss = gradient.dot(x) + x.dot(hessian * x) / 2 + decay / 2 * sum(w**2 for w in parameters)
    slopes = [sp.diff(loss, w).subs(point) for w in parameters]
    return slopes, sp.hessian(loss, parameters).subs(point)


def jet(*arguments):
    """Read (G, H, alpha) of two factors, (G, H, P, alpha) of more, or the same for n = 2."""
    if len(arguments) == 8:
        g1, g2, h11, h12, h22, *others, decay = arguments
        return sp.Matrix([g1, g2]), others, sp.Matrix([[h11, h12], [h12, h22]]), decay
    g, h, *others, decay = arguments
    return sp.Matrix([g]), others or [None], sp.Matrix([[h]]), decay


@cache
def slope(*arguments):
    return sp.Max(*(sp.Abs(entry) for entry in derivatives(*jet(*arguments))[0]))


@cache
def negative(*arguments):
    values = block_eigenvalues(derivatives(*jet(*arguments))[1])
    return sum(sp.Piecewise((1, value < 0), (0, True)) for value in values)


def block_eigenvalues(matrix):
    """Return the eigenvalues of a symmetric matrix that falls into blocks of size at most 2."""
    values = []
    for block in matrix.connected_components():
        part = matrix.extract(block, block)
        if part.rows == 1:
            values.append(part[0, 0])
            continue
        half = part.trace() / 2
        gap = sp.sqrt(((part[0, 0] - part[1, 1]) / 2) ** 2 + part[0, 1] ** 2)
        values += [half - gap, half + gap]
    return values


# -- definition D.1 ------------------------------------------------------------------------------

DEF_D_1 = Claim(
    id="steepest-mirror/def-D.1",
    title="Saddle point",
    source=Source(appendix="appendix D, definition D.1"),
    words="The gradient vanishes and some direction has negative curvature.",
    printed=ForAll(
        given=(sp.Eq(G1, 0), sp.Eq(G2, 0), sp.Or(H11 < 0, H22 < 0, H11 * H22 < H12**2)),
        says=DEFINES,
    ),
    note="Two parameters. Strict maxima count as saddle points.",
)

# -- theorem 4.3 in two coordinates ----------------------------------------------------------------

SADDLE = sp.And(sp.Eq(SLOPE(*JET, P1, P2, 0), 0), NEGATIVE(*JET, P1, P2, 0) >= 1)
STEEP = sp.Ne(G1**2 + G2**2, 0)

TWO_COORDINATES = Claim(
    id="steepest-mirror/ours-thm-4.3-two-coordinates",
    title="Saddle points of products in two coordinates",
    source=Source("section 4, theorem 4.3", "appendix D, theorem D.2"),
    words="The same in one or two coordinates, from the derivatives of f at 0 and the products of "
    "the factors that do not vanish.",
    printed={
        "the other factors vanish in no coordinate": ForAll(
            given=(STEEP, sp.Ne(P1, 0), sp.Ne(P2, 0)), says=SADDLE
        ),
        "two factors, one coordinate": ForAll(
            given=(sp.Ne(G1, 0),),
            says=sp.And(sp.Eq(SLOPE(G1, H11, 0), 0), NEGATIVE(G1, H11, 0) >= 1),
        ),
        "the other factors vanish where f has no slope": ForAll(
            says=SADDLE, given=(sp.Ne((G1 * P1) ** 2 + (G2 * P2) ** 2, 0),)
        ),
    },
    lemmas={
        "the other factors are not the zero vector": ForAll(
            given=(STEEP, sp.Ne(P1**2 + P2**2, 0)), says=SADDLE
        ),
    },
    note="What is shown apart is what theorem 4.3 says if `w_k != 0` is read of the vector.",
    symbols={
        G1: "slope of f in x_1 at x = 0",
        H11: "second derivative of f in x_1 at x = 0",
        P1: "product of the other factors in x_1",
    },
)

TOP = Head("Top", "largest eigenvalue of the Hessian of u v a at u = v = 0", latex=r"\lambda_+")


def top(other):
    """Return the largest eigenvalue of the block that the proof looks at."""
    return sp.Max(*block_eigenvalues(sp.Matrix([[0, other], [other, 0]])))


INDEFINITE = "the block is indefinite"

STEP_EIGENVALUES = Claim(
    id="steepest-mirror/thm-4.3-step-eigenvalues",
    title="Eigenvalues of a block of the Hessian of a product",
    source=Source(appendix="appendix D, proof of theorem D.2, last display"),
    words="The block of two vanishing factors is indefinite; its eigenvalues are plus and minus "
    "the square root of the product of the other factors.",
    printed={
        "the eigenvalues": ForAll(
            given=(sp.Ne(others_of_two, 0),),
            says=sp.Eq(TOP(others_of_two), sp.sqrt(others_of_two)),
        ),
        INDEFINITE: ForAll(
            given=(sp.Ne(others_of_two, 0),),
            says=sp.And(TOP(others_of_two) > 0, TOP(-others_of_two) > 0),
        ),
    },
    instead={
        "the eigenvalues": Instead(
            ForAll(says=sp.Eq(TOP(others_of_two), sp.Abs(others_of_two))),
            words="the eigenvalues are plus and minus the product itself",
        )
    },
    note="In coordinate l, the larger of the two eigenvalues. They are plus and minus the product, "
    "so the block is indefinite, which is all that the proof needs; of a negative product the root "
    "is not real. With the product turned over the block is that of the other sign.",
)

# -- speed where w_1 = 0; k is the product of the other factors, lambda^(L-1) if all are lambda ----

g, h, other, s, k, y, q1, q2 = reals("g h w_3 s k y q_1 q_2")
SMALLER_Q = (q1 >= 1, q2 > q1)


START_SPEED = Head(
    "StartSpeed",
    "|dx/dt| where w_1 = 0, of the slope in x, the product of the other factors and q",
    latex=r"|\dot x|",
)


@cache
def start_speed(slope_of_x, others, power):
    """Derive |dx/dt| where w_1 = 0: the product of the other factors times |dw_1/dt|.

    Written for positive slopes; dx/dt turns over with the slope.
    """
    a, b = sp.symbols("a b", positive=True)
    speed = sp.Abs(b * steepest(a * b).subs(q, power))
    return speed.subs({a: slope_of_x, b: others}, simultaneous=True)


def coercivity(others, power):
    """Return the inverse metric at the start: the speed of x where the slope is 1."""
    b = sp.symbols("b", positive=True)
    return sp.powsimp(start_speed(1, b, power)).subs(b, others)


def coercive(relation, *given):
    """Return that smaller q has the larger coercivity (sp.Gt), or not a smaller one (sp.Ge)."""
    says = relation(coercivity(k, q1), coercivity(k, q2))
    return ForAll(given=(k > 0, *given, *SMALLER_Q), says=says)


# -- remark 4.4 ----------------------------------------------------------------------------------

OF_S = (sp.Ne(g, 0),)  # the slope of f at x = 0, as theorem 4.3 has it
u, v, du, dv, dw3 = reals("u v du dv dw_3")
AT_S = (sp.Eq(u, 0), sp.Eq(v, 0), sp.Ne(other, 0))
SIDES = tuple((*signs, other) for signs in product((1, -1), repeat=2))  # near (0, 0, w_3)
shares = reals("a_1 a_2 a_3 a_4")
HULL = (*(share >= 0 for share in shares), sp.Eq(sum(shares), 1))


def moves_at_once(*given):
    """Return that no Filippov velocity at (u, v, w_3) = (0, 0, w_3) is zero, where q = 1."""
    return ForAll(
        given=(*OF_S, alpha > 0, sp.Ne(other, 0), *HULL, *given),
        where=dict(zip((du, dv, dw3), hull_velocity((0, 0, other), g, SIDES, shares), strict=True)),
        says=sp.Or(sp.Ne(du, 0), sp.Ne(dv, 0), sp.Ne(dw3, 0)),
    )


OUTWARDS = velocity_of(s, -g * sp.sign(g) * s)  # along w_1 = s, w_2 = -sign(g) s, where f = g x

TWO, THREE = "coupled, two factors", "coupled, more than two factors"
AT_REST = "decoupled, three factors, q = 1, every Filippov velocity"
AWAY = "decoupled, two factors, f = g x"


def no_escape(*given):
    """Return that nothing escapes along w_2 = -sign(g) w_1 from two factors that vanish."""
    return ForAll(given=(*OF_S, alpha > 0, q >= 1, q <= 2, s > 0, *given), says=OUTWARDS <= 0)


def none_negative(*given):
    """Return that no direction of two factors that vanish has negative curvature."""
    return ForAll(given=(*OF_S, alpha > 0, *given), says=sp.Eq(NEGATIVE(g, h, 2 * alpha), 0))


REM_4_4 = Claim(
    id="steepest-mirror/rem-4.4",
    title="Saddle points under weight decay",
    source=Source("section 4, remark 4.4"),
    words="Weight decay of either kind turns the points of S into points that are not saddle "
    "points; a larger q keeps the smaller metric near them.",
    printed={
        THREE: ForAll(
            given=(*OF_S, alpha > 0, sp.Ne(other, 0)),
            says=sp.Ne(SLOPE(g, h, other, 2 * alpha), 0),
        ),
        TWO: none_negative(),
        "decoupled, three factors, q > 1": ForAll(
            given=(*OF_S, alpha > 0, q > 1, *AT_S),
            says=sp.Ne(velocity_of(other, g * u * v), 0),
        ),
        AT_REST: moves_at_once(),
        AWAY: no_escape(),
        "smaller metric for larger q": coercive(sp.Gt, k < 1),
    },
    instead={
        TWO: Instead(
            none_negative(sp.Abs(g) <= 2 * alpha),
            words="for 2 alpha >= |f'(0)|, if there are two factors",
        ),
        AT_REST: Instead(
            moves_at_once(alpha * sp.Abs(other) > 1), words="for alpha |w_3| > 1, if q = 1"
        ),
        AWAY: Instead(
            no_escape(sp.Eq(q, 2), sp.Abs(g) <= alpha),
            words="for q = 2 and alpha >= |f'(0)|, if there are two factors",
        ),
    },
    uses=("steepest-mirror/def-D.1",),
    breaks_at="No proof is given: it is a remark, and the Hessian of two factors at 0, with 2 "
    "alpha on its diagonal and f'(0) beside it, decides.",
    note="For L = 2, S is the origin. There coupled decay alpha |w|^2 gives the Hessian ((2 alpha, "
    "f'(0)), (f'(0), 2 alpha)), so that 2 alpha >= |f'(0)| is needed. Decoupled decay -alpha w "
    "leaves the line w_2 = -sign(g) w_1 leading away, for q < 2 near enough. For L >= 3 the "
    "remark is right for coupled decay and for q > 1; at q = 1 a Filippov solution may rest at "
    "(0, 0, w_3) if alpha |w_3| <= 1.",
    symbols={
        g: "slope of f at x = 0",
        h: "second derivative of f at x = 0",
        u: "first factor that vanishes",
        v: "second factor that vanishes",
        other: "third factor",
        du: "velocity of the first factor that vanishes",
        dv: "velocity of the second one",
        dw3: "velocity of the third factor",
        **shares_of(shares, [dict(zip("uv", side, strict=False)) for side in SIDES]),
        s: "w_1 on the line w_2 = -sign(g) w_1, where its velocity is what is compared with 0",
        k: "product of the factors other than w_1",
        q1: "the smaller of two values of q",
        q2: "the larger of two values of q",
    },
)
