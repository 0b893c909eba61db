"""Section 5.3 and F.7: the shape of the law of X_t far from the mode of X_0.

f_t^(w)(x) = Pr(x <= X_t <= x + w) / w. With increasing maps T_+ and T_- the window [x, x + w] has
one interval as preimage under each sign string; where X_0 has constant density, the window's mass
is the mean length of these intervals.
"""

from itertools import product

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.hints import Keeps
from theory.language import (
    DEFINES,
    Each,
    integers,
    reals,
    sequence,
)
from theory.papers.instability_flatness.notation import STEP_SIZE, L, after, slope_bound

m, x, y, v, w, c, s = reals("m x y v w c s")


f, g = reals("f g")

ASM_5_7 = Claim(
    id="instability-flatness/asm-5.7",
    title="Unimodal start",
    source=Source("section 5.3"),
    words="X_0 has a density that does not fall before a mode and does not rise after it.",
    printed=ForAll(
        says=DEFINES,
        given=(f >= 0, g >= 0, x < y, sp.Or(y > m, f <= g), sp.Or(x < m, f >= g)),
    ),
    note="f and g are the density at x and y.",
)

# -- lemma F.18 ----------------------------------------------------------------------------------


def same_event(branch):
    """Return that T_ab(y) <= x exactly if y is at most the preimage v of x."""
    first, _ = branch
    middle_y, middle_v = after(y, first), after(v, first)
    return ForAll(
        given=(
            *STEP_SIZE,
            L > 0,
            L < 1,
            slope_bound(y, v),
            slope_bound(middle_y, middle_v),
            sp.Eq(after(v, *branch), x),
        ),
        says=sp.Or(sp.And(after(y, *branch) <= x, y <= v), sp.And(after(y, *branch) > x, y > v)),
    )


LEM_F_18 = Claim(
    id="instability-flatness/lem-F.18",
    title="The law after two steps",
    source=Source(appendix="appendix F.9, lemma F.18, (F.7)"),
    words="After two more steps the distribution function is the mean over the four two-step maps "
    "of the old one at the preimages.",
    printed=Missing("not yet from the page"),
    lemmas={
        "".join("+" if sign > 0 else "-" for sign in branch): same_event(branch)
        for branch in product((1, -1), repeat=2)
    },
    because={"": ByHand()},
    uses=("instability-flatness/lem-F.12",),
    note="Given the branch, X_2 <= x and Y <= preimage are the same event; each branch has "
    "probability 1/4. That x has a preimage is Lemma F.12.",
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

# alpha with the slope e up to a corner and s after it; f_t over the constant f_0 where no preimage
# is beyond the corner, and where the one under - ... - is, by its first step only

e, before, beyond = reals("e before beyond")
t = integers("t")
CORNER = ForAll(
    given=(t >= 1, e > 0, e <= s, s < 1),
    where={
        before: 1 / (1 - e**2) ** t,
        beyond: before + (1 / ((1 - s) * (1 - e) ** (t - 1)) - 1 / (1 - e) ** t) / 2**t,
    },
    says=beyond <= before,
    instances={t: (1, 2, 3, 4)},
)

near, far = reals("f_p1 f_r1"), reals("f_p2 f_r2")  # f_0 at the preimages of x_1 and of x_2
LINEAR_ALPHA = ForAll(
    given=(s > 0, s < 1, far[0] >= 0, far[1] >= 0, far[0] <= near[0], far[1] <= near[1]),
    says=far[0] / (1 + s) + far[1] / (1 - s) <= near[0] / (1 + s) + near[1] / (1 - s),
)

LEM_5_9 = Claim(
    id="instability-flatness/lem-5.9",
    title="Monotone outside a band",
    source=Source("section 5.3", "appendix F.7"),
    words="To the right of y_+(t), the image of the mode under t steps up, the density over "
    "windows does not rise; to the left of y_-(t) - w it does not fall.",
    printed={
        "right side, t = 1, quadratic alpha": DOES_NOT_RISE,
        "left side, t = 1, quadratic alpha": DOES_NOT_FALL,
        "right side, alpha with a corner": CORNER,
    },
    instead={
        "right side, t = 1, quadratic alpha": Instead(LINEAR_ALPHA),
    },
    uses=("instability-flatness/lem-F.12", "instability-flatness/lem-F.13"),
    note="The density itself, the limit of small windows, where that of X_0 is constant. The "
    "preimages of a sliding window do not keep their lengths: where alpha grows faster and faster, "
    "those under T_- get longer by more than those under T_+ get shorter. Lemma F.13 compares "
    "intervals of equal length, which the preimages have where alpha is linear. A density that "
    "falls slowly does as well as a constant one, and a rounded corner as well as a corner, which "
    "may lie as far from the mode as the band of time t asks for.",
    legend={
        p1: "the preimage of x_1 under T_+, where x_1 < x_2",
        p2: "the preimage of x_2 under T_+",
        r1: "the preimage of x_1 under T_-",
        r2: "the preimage of x_2 under T_-",
        c: "alpha at the mode 0",
        s: "the slope of alpha at the mode 0; in the last part beyond the corner",
        k: "half of alpha''",
        e: "the slope of alpha up to the corner",
        before: "the density of X_t over that of X_0 where no preimage is beyond the corner",
        beyond: "the same where the preimage under - ... - is beyond the corner",
        near[0]: "the density of X_0 at p_1",
        near[1]: "the density of X_0 at r_1",
        far[0]: "the density of X_0 at p_2",
        far[1]: "the density of X_0 at r_2",
    },
)

# -- the width of the band -----------------------------------------------------------------------

up, down, rise, fall, sup = (sequence(name) for name in ("u", "d", "a", "b", "S"))
i, j = integers("i j")
ONE_SUPREMUM = sp.Sum(sup[i], (i, 0, t - 1)) <= t * w
WIDTH = up[t] - down[t] <= 2 * sp.Sum(sup[i], (i, 0, t - 1))

WIDTH_BOUND = Claim(
    id="instability-flatness/lem-5.9-width",
    title="Width of the band",
    source=Source("section 5.3, (6)", "appendix F.7"),
    words="The band [y_-(t), y_+(t)] is at most twice the sum over the steps of the supremum of "
    "alpha over the band so far, and so at most 2 t times its supremum.",
    printed=Missing("not yet from the page"),
    lemmas={
        "sum of suprema": ForAll(
            given=(
                t >= 1,
                sp.Eq(up[0], down[0]),
                Each(sp.Eq(up[j + 1], up[j] + rise[j]), (j, 0, t - 1)),
                Each(sp.Eq(down[j + 1], down[j] - fall[j]), (j, 0, t - 1)),
                Each(rise[j] <= sup[j], (j, 0, t - 1)),
                Each(fall[j] <= sup[j], (j, 0, t - 1)),
            ),
            says=WIDTH,
            instances={t: (1, 2, 3)},
        ),
        "one supremum": ForAll(
            given=(t >= 1, Each(sup[j] <= w, (j, 0, t - 1))),
            says=ONE_SUPREMUM,
            instances={t: (1, 2, 3)},
        ),
    },
    because={
        "": ByHand(),
        "sum of suprema": Keeps(t, WIDTH),
        "one supremum": Keeps(t, ONE_SUPREMUM),
    },
    note="a_j and b_j are alpha at the ends of the band after j steps, S_j its supremum there. On "
    "all of R the supremum of alpha may be infinite, and the second bound empty.",
)
