"""Section 4 (weight decay), Table 1 and appendix E: what decoupled decay does on the manifold.

A product x = w_1 ... w_L moves by steepest descent with decoupled decay of strength 1,
dw_i = -sign(G_i) |G_i|^(q-1) dt - w_i dt with G_i = f'(x) x / w_i. On the balanced manifold,
|w_1| = ... = |w_L| = |x|^(1/L), each factor contributes the same to dx. Dividing dx by the inverse
metric leaves the steepest direction and a second term, the slope of the manifold regulariser M.
Everything is separable, so that one coordinate x stands for all n; g is f'(x).
"""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Missing, Source
from theory.language import DEFINES, integers, reals

x, g, q, r, h, t, w, u, m, e = reals("x g q r h t w u m e")
L = integers("L")

DEPTH = (L >= 2,)
GEOMETRY = (L >= 2, q >= 1)  # L_p steepest descent, 1/p + 1/q = 1, p from 1 to infinity


def steepest(gradient, q):
    """Return the steepest direction sign(g) |g|^(q-1)."""
    return sp.sign(gradient) * sp.Abs(gradient) ** (q - 1)


def factor_share(factor, others, g, q, decay):
    """Derive what one factor adds to dx/dt: dx/dw_i is the product of the other factors."""
    return others * (-steepest(g * others, q) - decay * factor)


def balanced_flow(x, g, L, q, decay):
    """Derive dx/dt on the balanced manifold, where all L factors add the same."""
    size = sp.Abs(x) ** (1 / L)
    return L * factor_share(size, sp.sign(x) * sp.Abs(x) ** (1 - 1 / L), g, q, decay)


SIZE, FACTORS = sp.Symbol("|x|", positive=True), sp.Symbol("n", positive=True, integer=True)


def inverse_metric(x, L, q):
    """Derive 1 / R''(x), an even function: what multiplies the steepest direction."""
    speed = -balanced_flow(SIZE, sp.Integer(1), FACTORS, q, 0)
    return sp.powsimp(speed).subs({SIZE: sp.Abs(x), FACTORS: L})


def manifold_slope(x, L, q):
    """Derive M'(x), an odd function: what is left of -R''(x) dx/dt when the loss is flat."""
    metric = inverse_metric(SIZE, FACTORS, q)
    slope = sp.expand(-balanced_flow(SIZE, sp.Integer(0), FACTORS, q, 1) / metric)
    return sp.sign(x) * sp.powsimp(slope).subs({SIZE: sp.Abs(x), FACTORS: L})


def decay_on_manifold(x, L):
    """Derive half the squared norm of L factors of equal size |x|^(1/L)."""
    return L * (sp.Abs(x) ** (1 / L)) ** 2 / 2


def metric_exponent(L, q):
    """Return m = q (L - 1) / L, written with 1 / L, which keeps sums of exponents simple."""
    return q * (1 - 1 / L)


def exponent(L, q):
    """Return 2 - m, the exponent of the printed regulariser."""
    return 2 - metric_exponent(L, q)


def penalty(x, e):
    """Return the L_e penalty with unit slope at |x| = 1: |x|^e / e, and log|x| for e = 0."""
    return sp.log(sp.Abs(x)) if e == 0 else sp.Abs(x) ** e / e


def regulariser(x, L, q):
    """Return the printed regulariser a) of Theorem 4.16."""
    return L / (L * (2 - q) + q) * sp.Abs(x) ** exponent(L, q)


def integral_slope(r, h):
    """Differentiate M(x) = int^x R''(u) h'(u) du and write r, h for R'', h' at x."""
    u, c = sp.symbols("u c", real=True)
    curvature, penalty_slope = sp.Function("R2"), sp.Function("h1")
    integral = sp.Integral(curvature(u) * penalty_slope(u), (u, c, x))
    return sp.diff(integral, x).subs({curvature(x): r, penalty_slope(x): h})


DEF_4_15 = Claim(
    id="steepest-mirror/def-4.15",
    title="On-manifold regulariser",
    source=Source("definition 4.15"),
    words="The slope of the on-manifold regulariser M is R'' h'; the gradient of R follows the "
    "steepest direction less that slope.",
    printed=Missing("not yet from the page"),
    lemmas={
        "definition": ForAll(
            given=(
                r > 0,
                q >= 1,
                sp.Eq(t, integral_slope(r, h)),
                sp.Eq(u, -steepest(g, q) - t),
            ),
            says=DEFINES,
        ),
        "the decay of (5) on balanced factors is h' = L x": ForAll(
            given=(*GEOMETRY, sp.Ne(x, 0)),
            where={r: 1 / inverse_metric(x, L, q), h: L * x},
            says=sp.Eq(r * balanced_flow(x, g, L, q, 1), -steepest(g, q) - integral_slope(r, h)),
        ),
    },
    because={"": ByHand(("the decay of (5) on balanced factors is h' = L x",))},
    note="One coordinate; r, h, g, t and u stand for R'', h', f', M' and the speed of R' at x. The "
    "definition does not say how h enters the flow; decoupled decay enters beside the steepest "
    "direction. A coupled h, inside the gradient, fits only for q = 2.",
)

STEP_METRIC = Claim(
    id="steepest-mirror/lem-4.13-step-metric",
    title="Metric of balanced products",
    source=Source("proof of lemma 4.13, step 1", "proof of lemma E.4"),
    words="At lambda = 0 the inverse metric is L |x|^m with m = q (L-1)/L.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(*GEOMETRY, sp.Ne(x, 0)),
            where={m: metric_exponent(L, q)},
            says=sp.Eq(balanced_flow(x, g, L, q, 0), -L * sp.Abs(x) ** m * steepest(g, q)),
        ),
    },
    because={"": ByHand()},
    note="The inverse metric is what multiplies the steepest direction in the flow of x.",
)

THM_4_16 = Claim(
    id="steepest-mirror/thm-4.16",
    title="Manifold regulariser of decoupled weight decay",
    source=Source("theorem 4.16", "theorem E.5"),
    words="From a balanced start, decoupled decay of strength one acts like the regulariser "
    "|x|^(2-m) / (2-m), where m = q (L-1)/L is the metric exponent, and like log|x| for m = 2.",
    printed=Missing("not yet from the page"),
    lemmas={
        "a) m other than 2, main text": ForAll(
            given=(*GEOMETRY, sp.Ne(x, 0), sp.Ne(q * (L - 1), 2 * L)),
            says=sp.Eq(sp.Derivative(regulariser(x, L, q), x), manifold_slope(x, L, q)),
        ),
        "b) m = 2, main text": ForAll(
            given=(*DEPTH, sp.Ne(x, 0)),
            where={q: 2 * L / (L - 1)},
            says=sp.Eq(sp.Derivative(sp.log(sp.Abs(x)), x), manifold_slope(x, L, q)),
        ),
        "b) m = 2, 1 <= q <= 2, the family that section 1 studies": ForAll(
            given=(*GEOMETRY, q <= 2, sp.Eq(q * (L - 1), 2 * L), sp.Ne(x, 0)),
            says=sp.Eq(sp.Derivative(sp.log(sp.Abs(x)), x), manifold_slope(x, L, q)),
        ),
    },
    because={
        "": ByHand(
            (
                "a) m other than 2, main text",
                "b) m = 2, main text",
            )
        )
    },
    uses=("steepest-mirror/def-4.15", "steepest-mirror/lem-4.13-step-metric"),
    whole_proof=True,
    note="Regularisers are compared by their slopes on both sides of 0, where both are 0 if m < "
    "2. m = 2 means q = 2 L / (L - 1) > 2, that is p < 2: no depth reaches case b) inside the "
    "family 1 <= q <= 2. The statement leaves the strength alpha of the decay at 1.",
)

OTHERS = sp.sign(u) * sp.Abs(w) ** (L - 1)

STEP_FLOW = Claim(
    id="steepest-mirror/thm-4.16-step-flow",
    title="Flow of the product under decoupled decay",
    source=Source("proof of theorem 4.16", "proof of theorem E.5"),
    words="With balanced factors the product moves with speed L |x|^m against the steepest "
    "direction and decays with rate L.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(*GEOMETRY, w > 0),
            where={x: sp.sign(u) * sp.sign(w) * sp.Abs(w) ** L, m: metric_exponent(L, q)},
            says=sp.Eq(
                L * factor_share(w, OTHERS, g, q, 1), -L * sp.Abs(x) ** m * steepest(g, q) - L * x
            ),
        ),
    },
    because={"": ByHand()},
    uses=("steepest-mirror/lem-4.5",),
    note="A factor w contributes one L-th of the printed flow, and so does each of the L. The "
    "others together have the size |w|^(L-1) and the sign of u.",
)

STEP_MIRROR = Claim(
    id="steepest-mirror/thm-4.16-step-mirror-form",
    title="Mirror form of the decayed flow",
    source=Source(appendix="proof of theorem E.5"),
    words="Divided by the inverse metric, the decay of the product becomes x |x|^(-m).",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(*GEOMETRY, sp.Ne(x, 0)),
            where={m: metric_exponent(L, q)},
            says=sp.Eq(
                balanced_flow(x, g, L, q, 1) / inverse_metric(x, L, q),
                -(steepest(g, q) + x * sp.Abs(x) ** (-m)),
            ),
        ),
    },
    because={"": ByHand()},
    uses=("steepest-mirror/lem-4.13-step-metric",),
)

STEP_INTEGRAL = Claim(
    id="steepest-mirror/thm-4.16-step-integral",
    title="Integral of the decay term",
    source=Source(appendix="proof of theorem E.5"),
    words="The antiderivative of x |x|^(-m) is |x|^(2-m) / (2-m) in the printed form, and log|x| "
    "for m = 2.",
    printed=Missing("not yet from the page"),
    lemmas={
        "m other than 2": ForAll(
            given=(*GEOMETRY, sp.Ne(x, 0), sp.Ne(q * (L - 1), 2 * L)),
            where={m: metric_exponent(L, q)},
            says=sp.Eq(sp.Derivative(regulariser(x, L, q), x), sp.Abs(x) ** (-m) * x),
        ),
        "m = 2": ForAll(
            given=(sp.Ne(x, 0),),
            where={m: sp.Integer(2)},
            says=sp.Eq(sp.Derivative(sp.log(sp.Abs(x)), x), sp.Abs(x) ** (-m) * x),
        ),
    },
    because={"": ByHand()},
)

EX_4_17 = Claim(
    id="steepest-mirror/ex-4.17",
    title="When the manifold regulariser is the L_1 norm",
    source=Source("example 4.17"),
    words="Gradient flow on two factors has |x| as manifold regulariser; at depth L the exponent "
    "is 1 exactly for q = L/(L-1), so that sign flow reaches it only as L grows without bound.",
    printed=Missing("not yet from the page"),
    lemmas={
        "gradient flow, depth two": ForAll(
            given=(sp.Ne(x, 0),),
            where={L: sp.Integer(2), q: sp.Integer(2)},
            says=sp.Eq(sp.Derivative(sp.Abs(x), x), manifold_slope(x, L, q)),
        ),
        "L_1 at q = L/(L-1)": ForAll(
            given=(*DEPTH, sp.Ne(x, 0)),
            where={q: L / (L - 1)},
            says=sp.Eq(sp.Derivative(sp.Abs(x), x), manifold_slope(x, L, q)),
        ),
        "at no other q": ForAll(
            given=(*DEPTH, sp.Eq(exponent(L, q), 1)),
            says=sp.Eq(q, L / (L - 1)),
        ),
        "sign flow, finite depth": ForAll(
            given=DEPTH, where={q: sp.Integer(1)}, says=exponent(L, q) > 1
        ),
        "sign flow, growing depth": ForAll(
            given=DEPTH, where={q: sp.Integer(1)}, says=sp.Eq(exponent(L, q) - 1, 1 / L)
        ),
    },
    because={"": ByHand()},
    uses=("steepest-mirror/thm-4.16",),
)

TABLE = (  # q and the decoupled exponents at L = 2 and L = infinity; exponent 0 stands for log
    (sp.Integer(1), (sp.Rational(3, 2), sp.Integer(1))),
    (sp.Rational(3, 2), (sp.Rational(5, 4), sp.Rational(1, 2))),
    (sp.Integer(2), (sp.Integer(1), sp.Integer(0))),
)


def row(q, e, at, value):
    """Return the condition that q and e are those of one row."""
    return sp.And(sp.Eq(q, at), sp.Eq(e, value))


LOG_LIMIT = ForAll(
    given=DEPTH,
    where={x: sp.exp(t)},
    says=sp.And(
        t <= penalty(x, 2 / sp.S(L)) - penalty(1, 2 / sp.S(L)),
        penalty(x, 2 / sp.S(L)) - penalty(1, 2 / sp.S(L)) <= t * x ** (2 / sp.S(L)),
    ),
)

TAB_1 = Claim(
    id="steepest-mirror/tab-1",
    title="Exponents under coupled and decoupled decay",
    source=Source("table 1"),
    words="Decoupled decay acts like the L_e penalty with e = 3/2, 5/4, 1 at depth two and 1, "
    "1/2, log at infinite depth for q = 1, 3/2, 2; coupled decay acts like L_1 and log for every "
    "q.",
    printed=Missing("not yet from the page"),
    lemmas={
        "decoupled, depth two": ForAll(
            given=(sp.Ne(x, 0),),
            where={L: sp.Integer(2)},
            says=sp.And(
                *(
                    sp.Eq(sp.Derivative(penalty(x, e), x), manifold_slope(x, L, q))
                    for q, (e, _) in TABLE
                )
            ),
        ),
        "decoupled, infinite depth: exponents": ForAll(
            given=(*DEPTH, sp.Or(*(row(q, e, at, last) for at, (_, last) in TABLE))),
            says=sp.Eq(exponent(L, q) - e, q / L),
        ),
        "decoupled, infinite depth: log for q = 2": LOG_LIMIT,
        "coupled, depth two": ForAll(
            where={x: u * w},
            says=sp.And(
                (u**2 + w**2) / 2 >= penalty(x, sp.Integer(1)),
                sp.Eq((w**2 + w**2) / 2, penalty(w * w, sp.Integer(1)), evaluate=False),
            ),
        ),
        "coupled, infinite depth: log": LOG_LIMIT,
    },
    because={"": ByHand()},
    uses=("steepest-mirror/thm-4.16", "steepest-mirror/txt-J-equivalence-step-least-decay"),
    note="An entry names a penalty up to a factor; here each has unit slope at |x| = 1. Infinite "
    "depth is the limit: the exponent at depth L exceeds the printed one by q / L, and for "
    "exponents 2 / L the penalty, less its value at 1, lies between t = log|x| and t |x|^(2/L). "
    "The coupled column speaks of the least decay among all factorisations of x, which is the "
    "same for every q and equals the penalty with exponent 2 / L at every depth.",
)

COR_E_6 = Claim(
    id="steepest-mirror/cor-E.6",
    title="Weight decay equals the manifold regulariser for q = 2 only",
    source=Source("section 4, after example 4.17", "corollary E.6"),
    words="On the balanced manifold half the squared weight norm is (L/2) |x|^(2/L), which is the "
    "manifold regulariser of decoupled decay for q = 2 and for no other q, whatever the constant.",
    printed=Missing("not yet from the page"),
    lemmas={
        "weight decay on the manifold": ForAll(
            given=DEPTH,
            where={x: sp.Abs(w) ** L},
            says=sp.Eq(L * w**2 / 2, L * sp.Abs(x) ** (2 / L) / 2),
        ),
        "equal for q = 2": ForAll(
            given=(*DEPTH, sp.Ne(x, 0)),
            where={q: sp.Integer(2)},
            says=sp.Eq(sp.Derivative(decay_on_manifold(x, L), x), manifold_slope(x, L, q)),
        ),
        "another power for every other q": ForAll(
            given=(*DEPTH, sp.Ne(q, 2)), says=sp.Ne(exponent(L, q), 2 / L)
        ),
    },
    because={"": ByHand()},
    uses=("steepest-mirror/thm-4.16",),
    note="w is any of the L factors of equal size. Two powers with different exponents are "
    "proportional on no interval, so that no constant makes them agree.",
)

STEP_COEFFICIENT = Claim(
    id="steepest-mirror/cor-E.6-step-coefficient",
    title="The coefficients agree only for q = 2",
    source=Source(appendix="proof of corollary E.6"),
    words="For L >= 2 the coefficients L/2 and L/(L(2-q)+q) are equal exactly if q = 2.",
    printed=Missing("not yet from the page"),
    lemmas={
        "only if": ForAll(
            given=(*DEPTH, sp.Eq(L / 2, L / (L * (2 - q) + q))),
            says=sp.Eq(q, 2),
        ),
        "if": ForAll(
            given=(*DEPTH, sp.Eq(q, 2)),
            says=sp.Eq(L / 2, L / (L * (2 - q) + q)),
        ),
    },
    because={"": ByHand()},
)
