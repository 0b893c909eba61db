"""Section 5.3 and F.7: the shape of the law of X_t far from the mode of X_0.

f_t^(w)(x) = Pr(x <= X_t <= x + w) / w. With increasing maps T_+ and T_- the window [x, x + w] has
one interval as preimage under each sign string; where X_0 has constant density, the window's mass
is the mean length of these intervals.
"""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.argument_language import States
from theory.arguments import Met
from theory.claim import Claim, ForAll, Instead, Source
from theory.hints import Try
from theory.language import (
    DEFINES,
    Each,
    UnimodalDensity,
    eq,
    integers,
    reals,
)
from theory.papers.instability_flatness import (
    examples_argument,
    laws,
    mass_argument,
    width_argument,
)
from theory.papers.instability_flatness.notation import (
    CDF,
    WALK,
    WALK_5_8,
    F,
    L,
    Y,
    alpha,
    count,
    f,
    j,
    u,
    z,
)
from theory.places import HERE
from theory.quantifiers import Every, Some
from theory.values import PiecewiseLinear

m, x, y, y_2, w, c, s = reals("m x y y' w c s")
t = integers("t")
HALF = sp.Rational(1, 2)


ASM_5_7 = Claim(
    id="instability-flatness/asm-5.7",
    title="Unimodal start",
    source=Source("section 5.3, condition 5.7"),
    words="X_0 has a density that does not fall before a mode and does not rise after it.",
    printed=ForAll(DEFINES, given=(UnimodalDensity(f, m),)),
)

# -- lemma F.18 ----------------------------------------------------------------------------------


LEM_F_18 = Claim(
    id="instability-flatness/lem-F.18",
    title="The law after two steps",
    source=Source(appendix="appendix F.9, lemma F.18, (F.7)"),
    words="After two more steps the distribution function is the mean over the four two-step maps "
    "of the old one at the preimages.",
    printed=States(
        mass_argument.DECOMPOSED,
        given={
            **WALK_5_8,
            HERE: mass_argument.IS_PREIMAGE,
        },
    ),
    lemmas={
        "F_2 is a probability": ForAll(
            sp.And(F(alpha, x, z, 2) >= 0, F(alpha, x, z, 2) <= 1), given=WALK
        ),
        "the kernel": ForAll(
            eq(F(alpha, x, z, 2), count(x, 2, lambda end: end <= z) / 4), given=WALK
        ),
    },
    because={"": examples_argument.with_preimages(mass_argument.DECOMPOSITION)},
    uses=("instability-flatness/lem-F.12",),
    note="P is the law of Y = T_s(X_0) for a prefix s, z the point x of the page, and v_+- and so "
    "on its preimages, which it has by lemma F.12. G is the distribution function of Y.",
)

# -- lemma 5.9 with alpha(x) = c + s x + k x^2 on the visited range, which starts at the mode 0 ---

k, p1, p2, r1, r2 = reals("k p_1 p_2 r_1 r_2")


def curve(x):
    """Return the quadratic alpha."""
    return c + s * x + k * x**2


def density(p, r):
    """Return f_1 over the constant f_0, at the image of p under T_+ and of r under T_-."""
    slope = sp.diff(curve(x), x)
    return (1 / (1 + slope.subs(x, p)) + 1 / (1 - slope.subs(x, r))) / 2


SLOPE_AT_END = sp.diff(curve(x), x).subs(x, r2)
DOES_NOT_RISE = ForAll(
    given=(
        p1 >= 0,
        p2 > p1,
        r1 > p1,
        r2 > r1,
        r2 > p2,
        c > 0,
        s > 0,
        k >= 0,
        SLOPE_AT_END < 1,
        sp.Eq(p1 + curve(p1), r1 - curve(r1)),
        sp.Eq(p2 + curve(p2), r2 - curve(r2)),
    ),
    says=density(p2, r2) <= density(p1, r1),
)


DOES_NOT_FALL = ForAll(
    given=(
        p1 < p2,
        p2 < 0,
        r1 < 0,
        p1 < r1,
        curve(p1) > 0,
        s > 0,
        k <= 0,
        sp.diff(curve(x), x).subs(x, p1) < 1,
        sp.Eq(p1 + curve(p1), r1 - curve(r1)),
    ),
    where={r2: 0, c: -(p2 + s * p2 + k * p2**2) / 2},  # T_+(p_2) = T_-(r_2)
    says=density(p1, r1) <= density(p2, r2),
)

near, far = reals("f_p1 f_r1"), reals("f_p2 f_r2")  # f_0 at the preimages of x_1 and of x_2
LINEAR_ALPHA = ForAll(
    given=(s > 0, s < 1, far[0] >= 0, far[1] >= 0, far[0] <= near[0], far[1] <= near[1]),
    says=far[0] / (1 + s) + far[1] / (1 - s) <= near[0] / (1 + s) + near[1] / (1 - s),
)


def window(at):
    """Return f_t^(w) at a point."""
    return (CDF(alpha, f, t, at + w) - CDF(alpha, f, t, at)) / w


def edge(sign):
    """Say that Y_0 ... Y_t are y_+ or y_- at the times 0 ... t."""
    return (sp.Eq(Y[0], m), Each(sp.Eq(Y[j + 1], Y[j] + sign * alpha(Y[j])), (j, 0, t - 1)))


y_plus, y_minus = reals("y_+ y_-")
f_w = sp.Function("f_t^(w)")


def right_of(end):
    """Say that two windows begin at or to the right of the end of the band, y_+(t)."""
    return (t >= 1, w > 0, *edge(1), end <= x, x < z)


def left_of(end):
    """Say that two windows end at or to the left of the end of the band, y_-(t)."""
    return (t >= 1, w > 0, *edge(-1), x < z, z <= end - w)


_differs = sp.And(y <= u, u <= y_2, sp.Ne(f(u), f(y)))
NO_PLATEAU = Every(y, Every(y_2, Implies(y < y_2, Some(u, _differs), evaluate=False)))


def outside(says, given, end):
    """Return a statement about the windows outside the band, of which Y_t is the end."""
    return ForAll(
        says,
        given={**laws.SETTING, HERE: given(end)},
        where={f_w(x): window(x), end: Y[t]},
        instances={t: (1, 2)},
    )


def strictly(says, given):
    """Return a statement about the same where the density has no plateau."""
    return States(says, given={**laws.SETTING, HERE: (*given, NO_PLATEAU)})


# alpha is a hyperbola up to 4 or -6 and goes on as its tangent there; 0 is the only mode

_TANGENT = {t: 1, L: HALF, m: 0, w: HALF, Y[0]: 0}
RIGHT_OF_THE_BAND = Try(
    {
        **_TANGENT,
        alpha: PiecewiseLinear.through({4: 2}, "1/2", "1/2"),
        f: PiecewiseLinear.through({-1: 0, 0: "3/20", 7: "1/10", 8: 0}, 0, 0),
        Y[1]: 1,
        x: 1,
        z: 2,
    }
)
LEFT_OF_THE_BAND = Try(
    {
        **_TANGENT,
        alpha: PiecewiseLinear.through({-6: 1}, "1/2", "1/2"),
        f: PiecewiseLinear.through({-12: 0, -11: "2/25", 0: "13/150", 1: 0}, 0, 0),
        Y[1]: -4,
        x: -7,
        z: -6,
    }
)

_SLOPES = (
    "The slope of a step back lies between 1/(1 + L) and 1 for T_+, between 1 and 1/(1 - L) for "
    "T_-, so that f times the slopes changes by (1 - L)^-t at most; integrate over the window. "
    "This is not checked step by step"
)

LEM_5_9 = Claim(
    id="instability-flatness/lem-5.9",
    title="Monotone outside a band",
    source=Source("section 5.3", "appendix F.7"),
    words="To the right of y_+(t), the image of the mode under t steps up, the density over "
    "windows does not rise; to the left of y_-(t) - w it does not fall. It does so strictly if the "
    "density of X_0 has no plateau.",
    printed={
        "right side": outside(f_w(z) <= f_w(x), right_of, y_plus),
        "left side": outside(f_w(x) <= f_w(z), left_of, y_minus),
        "right side, strictly": strictly(window(z) < window(x), right_of(Y[t])),
        "left side, strictly": strictly(window(x) < window(z), left_of(Y[t])),
    },
    lemmas={
        "right side, t = 1, quadratic alpha": DOES_NOT_RISE,
        "left side, t = 1, quadratic alpha": DOES_NOT_FALL,
        "right side, t = 1, linear alpha": LINEAR_ALPHA,
    },
    because={"right side": RIGHT_OF_THE_BAND, "left side": LEFT_OF_THE_BAND},
    instead={
        "right side": Instead(
            outside((1 - L) ** t * f_w(z) <= f_w(x), right_of, y_plus),
            words="up to a factor (1 - L)^t. Why: from right of y_+ all strings of t steps lead "
            f"back to right of m, where f falls. {_SLOPES}",
        ),
        "left side": Instead(
            outside((1 - L) ** t * f_w(x) <= f_w(z), left_of, y_minus),
            words="up to a factor (1 - L)^t. Why: from left of y_- all strings of t steps lead "
            f"back to left of m, where f rises. {_SLOPES}",
        ),
    },
    uses=("instability-flatness/lem-F.12", "instability-flatness/lem-F.13"),
    breaks_at="Where lemma F.13 is applied to the preimages of a sliding window: it compares "
    "intervals of one length, and the lengths of the preimages change as the window slides.",
    note="No repair is known that keeps it monotone: where alpha grows faster and faster, the "
    "preimages of a sliding window under T_- get longer by more than those under T_+ get "
    "shorter. With affine alpha the density after one step is monotone (proved). Here 0 is the "
    "only mode. The strict parts are open: thin tails should break them, but a density without "
    "plateaus is positive on R; those tried end.",
    symbols={
        f_w(x): "Pr(x <= X_t <= x + w) / w",
        y_plus: "where t steps up lead from the mode m",
        y_minus: "where t steps down lead from the mode m",
        p1: "the preimage of x_1 under T_+, where x_1 < x_2",
        p2: "the preimage of x_2 under T_+",
        r1: "the preimage of x_1 under T_-",
        r2: "the preimage of x_2 under T_-",
        c: "alpha at the mode 0",
        s: "the slope of alpha at the mode 0",
        k: "half of alpha''",
        near[0]: "the density of X_0 at p_1",
        near[1]: "the density of X_0 at r_1",
        far[0]: "the density of X_0 at p_2",
        far[1]: "the density of X_0 at r_2",
    },
)

# -- the width of the band -----------------------------------------------------------------------

WIDTH_BOUND = Claim(
    id="instability-flatness/lem-5.9-width",
    title="Width of the band",
    source=Source("section 5.3, (6)", "appendix F.7"),
    words="The band [y_-(t), y_+(t)] is at most twice the sum over the steps of the supremum of "
    "alpha over the band so far, and so at most 2 t times its supremum.",
    printed={
        "sum of suprema": States(
            width_argument.WIDTH.says, given={**WALK, HERE: width_argument.RANGES}
        ),
        "one supremum": States(
            width_argument.ONE_SUPREMUM.says,
            given={**WALK, HERE: (*width_argument.RANGES, width_argument.OVERALL)},
        ),
    },
    because={
        "sum of suprema": Met(width_argument.WIDTH, width_argument.MET),
        "one supremum": Met(width_argument.ONE_SUPREMUM, width_argument.MET_OVERALL),
    },
    note="S[j] is the supremum of alpha over the range at step j. On all of R the supremum of "
    "alpha may be infinite, and the second bound empty.",
)
