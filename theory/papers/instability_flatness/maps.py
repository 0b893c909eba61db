"""Sections 5.3, F.7 and F.9: the maps T_+-(x) = x +- alpha(x) and the two-step kernel.

Where alpha has slopes between 0 and L < 1, both maps and all their compositions keep the order of
points.
"""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.language import (
    DEFINES,
    FunctionSymbol,
    Lipschitz,
    StrictlyIncreasing,
    function,
    reals,
)
from theory.papers.instability_flatness.notation import (
    STEP_SIZE,
    L,
    after,
    alpha,
    at_most_start,
    count,
)

tau: FunctionSymbol = function("tau")  # any composition T_s
x, y, z, w, h, C = reals("x y z w h C")

STEP = (*STEP_SIZE, L > 0, L < 1, Lipschitz(alpha, L))


# -- condition 5.8 and lemma F.12 ------------------------------------------------------------------

ASM_5_8 = Claim(
    id="instability-flatness/asm-5.8",
    title="Slopes of alpha below 1",
    source=Source("section 5.3, condition 5.8"),
    words="On the visited range alpha has slopes between 0 and a constant L < 1.",
    printed=ForAll(given=STEP, says=DEFINES),
    note="The condition also asks for a continuous, positive derivative: where a witness elsewhere "
    "has corners, rounding them keeps what fails, as it fails strictly. On all of R it goes "
    "together with alpha positive and strictly increasing, for instance for alpha(x) = L log(1 + "
    "exp(x)). The name speaks of the constant 1, the bound is strictly below it, which the maps "
    "need for being onto.",
)

a, b, c, d = reals("a b a' b'")  # ends of the preimages of [x, x + w] and of [y, y + w]
ENDS = (StrictlyIncreasing(tau), w > 0, *map(sp.Eq, map(tau, (a, b, c, d)), (x, x + w, y, y + w)))

LEM_F_12 = Claim(
    id="instability-flatness/lem-F.12",
    title="Order preservation and preimages",
    source=Source(appendix="appendix F.7, lemma F.12"),
    words="Both maps are strictly increasing with slopes in [1 - L, 1 + L]; so are the "
    "compositions, and the preimage of an interval of width w is one interval whose ends "
    "increase with it.",
    printed=Missing("not yet from the page"),
    lemmas={
        "slopes": ForAll(
            given=(*STEP, x < y),
            says=sp.And(
                *(
                    sp.And(
                        (1 - L) * (y - x) <= after(y, sign) - after(x, sign),
                        after(y, sign) - after(x, sign) <= (1 + L) * (y - x),
                    )
                    for sign in (1, -1)
                )
            ),
        ),
        "order, one further step": ForAll(
            given=(*STEP, x < y),
            says=sp.And(after(x, 1) < after(y, 1), after(x, -1) < after(y, -1)),
        ),
        "onto: every value lies between two others": ForAll(
            given=(*STEP, sp.Eq((1 - L) * h, sp.Abs(y) + alpha(0))),
            says=sp.And(
                *(sp.And(after(-h, sign) <= y, y <= after(h, sign)) for sign in (1, -1)),
            ),
        ),
        "preimage without gaps": ForAll(
            given=(StrictlyIncreasing(tau), a < z, z < b, x <= tau(a), tau(b) <= x + w),
            says=sp.And(x <= tau(z), tau(z) <= x + w),
        ),
        "ends of the preimages": ForAll(
            given=(*ENDS, x < y),
            says=sp.And(a < b, a < c, b < d),
        ),
    },
    because={"": ByHand()},
    uses=("instability-flatness/asm-5.8", "instability-flatness/lem-F.12-step-linear-bounds"),
    note="Slopes are those of chords. The second part is the induction step for compositions: x "
    "and y may be images under T_s. In the last two parts tau is any composition. The bound is "
    "read for all of R; with the visited range only, the preimages are intervals of that range "
    "and its ends may take the place of a(x), b(x).",
)


SPREAD = L * sp.Abs(x) + C


def bounded(line, low, **where):
    """Return that both maps stay above a line, or below it, for a constant C >= alpha(0)."""
    maps = (after(x, sign) for sign in (1, -1))
    return ForAll(
        given=(*STEP, C > 0, alpha(0) <= C),
        says=sp.And(*(line <= end if low else end <= line for end in maps)),
        **where,
    )


FAR_LEFT = {"where": {x: -2 * C / L}}

ONTO = Source(appendix="appendix F.7, proof of lemma F.12, where both maps are said to be onto")

STEP_LINEAR_BOUNDS = Claim(
    id="instability-flatness/lem-F.12-step-linear-bounds",
    title="Linear bounds on the one-step maps",
    source=Source(appendix="appendix F.7, proof of lemma F.12, display"),
    words="For some constant C, both maps stay between (1 - L) x - C and (1 + L) x + C.",
    printed={
        "lower bound at x = -2 C / L": bounded((1 - L) * x - C, low=True, **FAR_LEFT),
        "upper bound at x = -2 C / L": bounded((1 + L) * x + C, low=False, **FAR_LEFT),
    },
    instead={
        "lower bound at x = -2 C / L": Instead(bounded(x - SPREAD, low=True), meant=ONTO),
        "upper bound at x = -2 C / L": Instead(bounded(x + SPREAD, low=False), meant=ONTO),
    },
    uses=("instability-flatness/asm-5.8",),
    note="A negative x turns the two lines around: no C serves, because at x = -2 C / L the lower "
    "line is x + C, above x - alpha(x), and the upper one is x - C, below x + alpha(x), for every "
    "C > 0 and every positive alpha. With L |x| for L x, and C = alpha(0), the bounds hold for "
    "all x and both maps are onto all the same.",
)

# -- lemma F.13 ------------------------------------------------------------------------------------

f: FunctionSymbol = function("f")
F: FunctionSymbol = function("F")  # a primitive of f
u1, v1, u2, v2 = reals("u_1 v_1 u_2 v_2")
JS = (u2 >= u1, v2 >= v1, v1 >= u1, sp.Eq(v2 - u2, v1 - u1))
FIRST, SECOND = F(v1) - F(u1), F(v2) - F(u2)


def nonincreasing(points, strict=False):
    """Return that f is nonincreasing on these points, with the primitive F."""
    pairs = [(p, q) for p in points for q in points if p != q]
    if strict:
        bound = [sp.Or(sp.Eq(p, q), F(p) < F(q) + f(q) * (p - q)) for p, q in pairs]
    else:
        bound = [F(p) <= F(q) + f(q) * (p - q) for p, q in pairs]
    order = [sp.Or(p >= q, f(p) > f(q) if strict else f(p) >= f(q)) for p, q in pairs]
    return (*bound, *order)


POINTS = (u1, v1, u2, v2)
NO_PLATEAU = nonincreasing(POINTS, strict=True)
STRICTLY = ForAll(given=(*JS, *NO_PLATEAU, v1 > u1, u2 > u1), says=SECOND < FIRST)

LEM_F_13 = Claim(
    id="instability-flatness/lem-F.13",
    title="Comparison of integrals over equal lengths",
    source=Source(appendix="appendix F.7, lemma F.13"),
    words="Of two intervals of equal length the right one has the smaller integral of a "
    "nonincreasing function, strictly smaller if the intervals differ and f has no plateau.",
    printed=Missing("not yet from the page"),
    lemmas={
        "comparison, main text": ForAll(given=(*JS, *nonincreasing(POINTS)), says=SECOND <= FIRST),
        "strictly, without plateaus, intervals of positive length, as in the proof": STRICTLY,
        "strictly, without plateaus, single points count as intervals": ForAll(
            given=(*JS, *NO_PLATEAU, u2 > u1), says=SECOND < FIRST
        ),
        "strictly, without plateaus, single points count as intervals, instead": STRICTLY,
    },
    because={
        "": ByHand(
            (
                "comparison, main text",
                "strictly, without plateaus, intervals of positive length, as in the proof",
            )
        )
    },
    note="Both intervals are read inside [m, oo), where f is nonincreasing. The integrals are "
    "differences of F; that f is nonincreasing says that f(q) is the slope of a line above F at q. "
    "The symmetric case is the same with x for -x.",
    legend={
        F: "a primitive of f",
        u1: "the left end of the left interval",
        v1: "its right end",
        u2: "the left end of the right interval",
        v2: "its right end",
    },
)

# -- lemmas F.16 and F.17 --------------------------------------------------------------------------

HALF = sp.Rational(1, 2)

LEM_F_16 = Claim(
    id="instability-flatness/lem-F.16",
    title="Two-step contraction at a point",
    source=Source(appendix="appendix F.9, lemma F.16"),
    words="From any point x, two steps end at or below x with probability at least 1/2, strictly "
    "more unless alpha vanishes.",
    printed=Missing("not yet from the page"),
    lemmas={
        "1/2, as in theorem 5.4": ForAll(given=STEP_SIZE, says=at_most_start(x, 2) >= HALF),
        "strictly, 1/2, as in theorem 5.4": ForAll(
            given=STEP_SIZE, says=at_most_start(x, 2) > HALF
        ),
        "3/4": ForAll(given=STEP_SIZE, says=at_most_start(x, 2) >= sp.Rational(3, 4)),
        "strictly, 3/4": ForAll(given=STEP_SIZE, says=at_most_start(x, 2) > sp.Rational(3, 4)),
    },
    because={
        "": ByHand(
            (
                "1/2, as in theorem 5.4",
                "strictly, 1/2, as in theorem 5.4",
                "3/4",
            )
        )
    },
    uses=("instability-flatness/thm-5.4",),
    note="The printed fraction is hard to read; the proof refers to theorem 5.4, which gives 1/2. "
    "The exact value is 3/4: every path but ++ ends below x. alpha never vanishes under condition "
    "5.3, and where it did, all four paths would stay at x.",
)

u = reals("u")


def two_step(start):
    """Return K_2(start, (-oo, u]) by the definition of the kernel."""
    return count(start, 2, lambda end: end <= u) / 4


def kernels(says):
    """Return a statement on K_2(x, (-oo, u]) and K_2(y, (-oo, u]) for x < y."""
    return ForAll(given=(*STEP, x < y), says=says)


STOCHASTIC_ORDER = kernels(two_step(y) <= two_step(x))

LEM_F_17 = Claim(
    id="instability-flatness/lem-F.17",
    title="Monotone two-step kernel",
    source=Source(appendix="appendix F.9, lemma F.17"),
    words="For x < y two steps from x end stochastically below two steps from y; said to be the "
    "same as h_u(x) = K_2(x, (-oo, u]) nondecreasing in x.",
    printed={
        "stochastic order": STOCHASTIC_ORDER,
        "h_u is nondecreasing": kernels(two_step(x) <= two_step(y)),
    },
    instead={
        "h_u is nondecreasing": Instead(
            STOCHASTIC_ORDER,
            meant=Source(appendix="appendix F.9, lemma F.17, first sentence"),
            words="h_u is nonincreasing",
        ),
    },
    uses=("instability-flatness/asm-5.8", "instability-flatness/lem-F.12"),
    note="Larger points are less often at or below u, so the stochastic order says that h_u is "
    "nonincreasing; the proof repeats the turned word for the indicator of T_ab(x) <= u. The "
    "slopes of alpha are bounded by L < 1 throughout that section.",
)
