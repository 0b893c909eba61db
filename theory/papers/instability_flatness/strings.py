"""Section F.4: finite sign strings, the steps of the proof of point-mass contraction.

The walk x_{i+1} = x_i + s_i alpha(x_i) reads a string of signs; Phi(x; s) is where it ends. A
string is negative if it ends below its start, from every start. H_j = s_0 + ... + s_j.
"""

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Part, Source
from theory.language import (
    DEFINES,
    Each,
    FunctionSymbol,
    Positive,
    StrictlyIncreasing,
    function,
    integers,
    reals,
    sequence,
)
from theory.papers.instability_flatness.contraction import BELOW, endpoints

alpha: FunctionSymbol = function("alpha")
phi: FunctionSymbol = function("phi")  # x -> Phi(x; sigma) for a string sigma
psi: FunctionSymbol = function("psi")
s, X, Y = sequence("s"), sequence("X"), sequence("Y")
x, x1, x2, y, z, u = reals("x x_1 x_2 y z u")
i, j, k, m, t, N, T, a, b = integers("i j k m t N T a b")

STEP_SIZE = (StrictlyIncreasing(alpha), Positive(alpha))


def signs(count):
    """Say that s_0 ... s_{count-1} are signs."""
    return Each(sp.Or(sp.Eq(s[j], 1), sp.Eq(s[j], -1)), (j, 0, count - 1))


def level(last):
    """Return H_last, the sum of the signs up to and with s_last."""
    return sp.Sum(s[i], (i, 0, last))


def walk(count):
    """Say that X_0 ... X_count is the walk along the signs."""
    return (signs(count), Each(sp.Eq(X[j + 1], X[j] + s[j] * alpha(X[j])), (j, 0, count - 1)))


# -- two steps -----------------------------------------------------------------------------------


def two_steps(name, sign):
    """Return the printed identity and sign for the string (sign, -sign)."""
    printed = sign * alpha(x) - sign * alpha(x + sign * alpha(x))
    return Part(
        name,
        ForAll(
            (alpha, x),
            says=sp.And(sp.Eq(x2 - x, printed), x2 - x < 0),
            given=STEP_SIZE,
            where={x1: x + sign * alpha(x), x2: x1 - sign * alpha(x1)},
        ),
    )


LEM_F_2 = Claim(
    id="instability-flatness/lem-F.2",
    title="Two opposite steps lead to the left",
    source=Source(appendix="appendix F.4, lemma F.2"),
    words="A step up and then down ends below the start, and so does a step down and then up.",
    statement=(two_steps("up, down", 1), two_steps("down, up", -1)),
    note="Appendix F.4 states of alpha only that it is finite and strictly increasing; that it is "
    "positive, as condition 5.3 has it, is needed.",
)

# -- zero-sum strings ----------------------------------------------------------------------------

ZERO_SUM = (m >= 1, signs(m), sp.Eq(level(m - 1), 0))
LENGTHS = {m: (2, 4, 6)}


def no_return(last):
    """Say that H_0 ... H_last are not zero."""
    return Each(sp.Ne(level(j), 0), (j, 0, last))


DEF_F_3 = Claim(
    id="instability-flatness/def-F.3",
    title="Primitive sign strings",
    source=Source(appendix="appendix F.4, definition F.3"),
    words="A string is primitive if no proper nonempty prefix has the sum zero; a primitive "
    "zero-sum string returns to zero only with its last sign.",
    statement=(
        Part("", ForAll((s, m), given=(*ZERO_SUM, no_return(m - 2)), says=DEFINES,
                        instances=LENGTHS)),
        Part(
            "range of the prefixes in the display",
            ForAll((s, m), given=(*ZERO_SUM, no_return(m - 2)), says=no_return(m - 1),
                   instances=LENGTHS),
            instead=Instead(
                ForAll((s, m), given=(*ZERO_SUM, no_return(m - 2)),
                       says=sp.And(no_return(m - 2), sp.Eq(s[0] + s[m - 1], 0)),
                       instances=LENGTHS),
                meant=Source(appendix="appendix F.4, definition F.3, in words"),
            ),
        ),
    ),
    note="The display lets j run up to m - 1, which is the whole string: then no zero-sum string "
    "would be primitive. The words leave out the whole string, and so must the display, j < m - 1.",
)  # fmt: skip


def wrapped(last):
    """Say that s_0 ... s_last wraps a zero-sum string and that the rest is one, too."""
    inner, rest = sp.Sum(s[i], (i, 1, last - 1)), sp.Sum(s[i], (i, last + 1, m - 1))
    return sp.And(sp.Eq(s[0] + s[last], 0), sp.Eq(inner, 0), sp.Eq(rest, 0))


LEM_F_4 = Claim(
    id="instability-flatness/lem-F.4",
    title="Generation of zero-sum strings",
    source=Source(appendix="appendix F.4, lemma F.4"),
    words="Every zero-sum string comes from the empty one by wrapping into opposite signs and by "
    "concatenation.",
    statement=ForAll(
        (s, m),
        says=sp.Not(Each(sp.Not(wrapped(j)), (j, 1, m - 1))),
        given=ZERO_SUM,
        instances={m: (2, 4, 6, 8)},
    ),
    uses=("instability-flatness/def-F.3",),
    note="The statement is the induction over the length: some s_j closes what s_0 opens, with "
    "zero-sum strings between and behind them, both shorter.",
)


def around(name, sign):
    """Return that (sign) sigma (-sign) is negative, for a negative string sigma."""
    start = x + sign * alpha(x)
    return Part(
        name,
        ForAll(
            (alpha, phi, x),
            says=z - sign * alpha(z) < x,
            given=(*STEP_SIZE, phi(start) < start),
            where={z: phi(start)},
        ),
    )


LEM_F_5 = Claim(
    id="instability-flatness/lem-F.5",
    title="Wrapping keeps a string negative",
    source=Source(appendix="appendix F.4, lemma F.5"),
    words="If a string is negative from everywhere, so is the string wrapped into opposite signs.",
    statement=(around("plus outside", 1), around("minus outside", -1)),
    note="phi(x) is the end of the inner string from x; of phi(x) < x only the start of the inner "
    "string is needed.",
)

LEM_F_6 = Claim(
    id="instability-flatness/lem-F.6",
    title="Appending keeps a string negative",
    source=Source(appendix="appendix F.4, lemma F.6"),
    words="A negative string followed by a pair of opposite signs, or by another negative string, "
    "is negative.",
    statement=(
        *(
            Part(
                name,
                ForAll(
                    (alpha, phi, x),
                    says=z - sign * alpha(z) < x,
                    given=(*STEP_SIZE, phi(x) < x),
                    where={z: phi(x) + sign * alpha(phi(x))},
                ),
            )
            for name, sign in (("then up, down", 1), ("then down, up", -1))
        ),
        Part(
            "then a negative string",
            ForAll((phi, psi, x), says=psi(phi(x)) < x,
                   given=(phi(x) < x, psi(phi(x)) < phi(x))),
        ),
    ),
    uses=("instability-flatness/lem-F.2",),
)  # fmt: skip

NONEMPTY_ZERO_SUM = (*STEP_SIZE, m >= 1, *walk(m), sp.Eq(level(m - 1), 0))
ANY_ZERO_SUM = (*STEP_SIZE, m >= 0, *walk(m), sp.Eq(level(m - 1), 0))

LEM_F_7 = Claim(
    id="instability-flatness/lem-F.7",
    title="Zero-sum strings are negative",
    source=Source(appendix="appendix F.4, lemma F.7"),
    words="Every zero-sum string ends below its start.",
    statement=(
        Part(
            "",
            ForAll((alpha, s, X, m), says=X[m] < X[0], given=NONEMPTY_ZERO_SUM, instances=LENGTHS),
            reading="nonempty strings",
        ),
        Part(
            "",
            ForAll((alpha, s, X, m), says=X[m] < X[0], given=ANY_ZERO_SUM,
                   instances={m: (0, 2, 4)}),
            reading="with the empty string, which lemmas F.4 and F.8 call zero-sum",
            instead=Instead(
                ForAll((alpha, s, X, m), says=X[m] <= X[0], given=ANY_ZERO_SUM,
                       instances={m: (0, 2, 4)}),
                meant=Source(appendix="appendix F.4, proof of lemma F.9"),
            ),
        ),
    ),
    uses=(
        "instability-flatness/lem-F.2",
        "instability-flatness/lem-F.4",
        "instability-flatness/lem-F.5",
        "instability-flatness/lem-F.6",
    ),
    note="The induction: a zero-sum string is a wrapped one followed by a zero-sum one (F.4), each "
    "empty or negative by induction; F.2 wraps the empty string, F.5 the others, F.6 appends.",
)  # fmt: skip

# -- negative sums -------------------------------------------------------------------------------


def first_passage(at, depth):
    """Say that H_at = -depth, and no H before."""
    return (sp.Eq(level(at), -depth), Each(sp.Ne(level(j), -depth), (j, 0, at - 1)))


LEM_F_8 = Claim(
    id="instability-flatness/lem-F.8",
    title="First-passage decomposition",
    source=Source(appendix="appendix F.4, lemma F.8"),
    words="A string of sum -N < 0 is cut at the times T_k when its partial sums first reach -1, "
    "..., -N: a minus stands there, and the strings between have the sum zero.",
    statement=(
        Part(
            "every level down to -N is reached",
            ForAll((s, m, k), given=(m >= 1, k >= 1, k <= m, signs(m), level(m - 1) <= -k),
                   says=sp.Not(Each(sp.Ne(level(j), -k), (j, 0, m - 1))),
                   instances={m: (1, 2, 3, 4, 5), k: (1, 2, 3, 4, 5)}),
        ),
        Part(
            "a minus stands there",
            ForAll((s, T), given=(T >= 0, signs(T + 1), k >= 1, *first_passage(T, k)),
                   where={k: -level(T)},
                   says=sp.And(sp.Eq(s[T], -1), sp.Eq(level(T - 1), -(k - 1))),
                   instances={T: (0, 1, 2, 3, 4, 5, 6)}),
        ),
        Part(
            "zero-sum strings between",
            ForAll((s, a, b),
                   given=(a >= -1, b > a, signs(b + 1), k >= 0, *first_passage(a, k),
                          *first_passage(b, k + 1)),
                   where={k: -level(a)},
                   says=sp.Eq(sp.Sum(s[i], (i, a + 1, b - 1)), 0),
                   instances={a: (-1, 0, 1, 2), b: (0, 1, 2, 3, 4, 5)}),
        ),
    ),
    note="T_k = a and T_{k+1} = b, with T_0 = -1 and H_{-1} = 0; signs behind b play no part. The "
    "last piece, behind T_N, has the sum -N - (-N).",
)  # fmt: skip

PIECES = (
    N >= 1,
    Each(Y[k] <= X[k], (k, 0, N - 1)),
    Each(sp.Eq(X[k + 1], Y[k] - alpha(Y[k])), (k, 0, N - 1)),
    Y[N] <= X[N],
)

LEM_F_9 = Claim(
    id="instability-flatness/lem-F.9",
    title="Negative-sum strings are negative",
    source=Source(appendix="appendix F.4, lemma F.9"),
    words="Every string with a negative sum ends below its start.",
    statement=(
        Part(
            "from the pieces",
            ForAll((alpha, X, Y, N), says=Y[N] < X[0], given=(*STEP_SIZE, *PIECES),
                   instances={N: (1, 2, 3, 4, 5, 6)}),
        ),
        Part(
            "along the walk",
            ForAll((alpha, s, X, m), says=X[m] < X[0],
                   given=(*STEP_SIZE, m >= 1, *walk(m), level(m - 1) < 0),
                   instances={m: (1, 2, 3, 4, 5)}),
        ),
    ),
    uses=("instability-flatness/lem-F.7", "instability-flatness/lem-F.8"),
    note="Piece k leads from X_k to Y_k and is empty or negative by F.7; a minus leads on to "
    "X_{k+1}.",
)  # fmt: skip

STEP_PIECE = Claim(
    id="instability-flatness/lem-F.9-step-piece",
    title="A zero-sum piece and a minus lead to the left",
    source=Source(appendix="appendix F.4, proof of lemma F.9"),
    words="An empty or negative string and then a minus end below the start.",
    statement=ForAll(
        (alpha, phi, x),
        says=y - alpha(y) < x,
        given=(*STEP_SIZE, phi(x) <= x),
        where={y: phi(x)},
    ),
    uses=("instability-flatness/lem-F.7",),
)

# -- the law of the walk -------------------------------------------------------------------------

AT_MOST_ZERO = sp.Sum(sp.binomial(t, i) / 2**t, (i, 0, sp.floor(t / 2)))  # i pluses
WALK_FROM_U = (*STEP_SIZE, t >= 1)

STEP_MASS = Claim(
    id="instability-flatness/thm-5.4-step-mass",
    title="Probability below the start and of a sum of at most zero",
    source=Source(appendix="appendix F.4, density contraction"),
    words="X_t < u has the probability of S_t < 0 plus that of S_t = 0.",
    statement=ForAll((alpha, u, t), says=sp.Eq(BELOW(alpha, u, t), AT_MOST_ZERO),
                     given=WALK_FROM_U, instances={t: (1, 2, 3, 4)}),
    instead=Instead(
        ForAll((alpha, u, t), says=BELOW(alpha, u, t) >= AT_MOST_ZERO, given=WALK_FROM_U,
               instances={t: (1, 2, 3, 4)}),
    ),
    uses=("instability-flatness/lem-F.7", "instability-flatness/lem-F.9"),
    note="Strings of a positive sum may end below u, too: up, down, up does if alpha is 1, 2, 1/2 "
    "at 0, 1, -1 and u = 0. Up to t = 2 the two sides are equal. The theorem needs only the "
    "inequality.",
)  # fmt: skip

OPPOSITE = {x1: u + alpha(u), x2: u - alpha(u)}
AT_X = {x1: x + alpha(x), x2: x - alpha(x)}
up_down, down_up, down_down = x1 - alpha(x1), x2 + alpha(x2), x2 - alpha(x2)
d1, d2, d3, eps = reals("delta_1 delta_2 delta_3 epsilon")
GAPS = {d1: alpha(x1) - alpha(u), d2: alpha(u) - alpha(x2), d3: alpha(u) + alpha(x2)}
two_step_mass = (
    sum(sp.Piecewise((1, end <= u - eps), (0, True)) for end in endpoints(alpha, u, 2)) / 4
)
SMALL = (*STEP_SIZE, eps > 0, eps < sp.Min(d1, d2, d3))
THREE = sp.And(up_down < u - eps, down_up < u - eps, down_down < u - eps)

OUTLINE = Claim(
    id="instability-flatness/thm-5.4-outline",
    title="Outline of point-mass contraction",
    source=Source(appendix="appendix F.3"),
    words="Every string of a sum of at most zero ends below its start; of the four strings of two "
    "signs three do, so that F_2(u - epsilon) >= 3/4 for small epsilon.",
    statement=(
        Part(
            "strings of a sum of at most zero",
            ForAll((alpha, s, X, m), says=X[m] < X[0],
                   given=(*STEP_SIZE, m >= 1, *walk(m), level(m - 1) <= 0),
                   instances={m: (1, 2, 3, 4, 5)}),
        ),
        Part(
            "three of four",
            ForAll((alpha, u), given=STEP_SIZE, where=OPPOSITE,
                   says=sp.And(up_down < u, down_up < u, down_down < u)),
        ),
        Part(
            "two steps",
            ForAll((alpha, u, eps), says=two_step_mass >= sp.Rational(3, 4), given=SMALL,
                   where={**OPPOSITE, **GAPS}),
        ),
    ),
    uses=("instability-flatness/lem-F.7", "instability-flatness/lem-F.9"),
    note="Small is below the epsilon_u of proposition F.10.",
)  # fmt: skip

PROP_F_10 = Claim(
    id="instability-flatness/prop-F.10",
    title="Two-step contraction with a gap",
    source=Source(appendix="appendix F.4, proposition F.10"),
    words="Some epsilon_u > 0, the least of three gaps, has F_2(u - epsilon) >= 3/4 below it, and "
    "three of the four strings of two signs end below u - epsilon.",
    statement=(
        Part(
            "the gaps are positive",
            ForAll((alpha, u), says=sp.Min(d1, d2, d3) > 0, given=STEP_SIZE,
                   where={**OPPOSITE, **GAPS}),
        ),
        Part(
            "the gaps are those of the three strings",
            ForAll((alpha, u), given=STEP_SIZE, where={**OPPOSITE, **GAPS},
                   says=sp.And(sp.Eq(u - up_down, d1), sp.Eq(u - down_up, d2),
                               sp.Eq(u - down_down, d3))),
        ),
        Part(
            "mass",
            ForAll((alpha, u, eps), says=two_step_mass >= sp.Rational(3, 4), given=SMALL,
                   where={**OPPOSITE, **GAPS}),
        ),
        Part(
            "three strings",
            ForAll((alpha, u, eps), says=THREE, given=SMALL, where={**OPPOSITE, **GAPS}),
        ),
    ),
)  # fmt: skip

# -- a uniform gap -------------------------------------------------------------------------------

c0, c1, far = reals("c_0 c_1 x_-")
CONSTANTS = (c0 > 0, c1 > 0)


def rises(left, right):
    """Say that alpha grows at the rate c_1 at least between two points, whichever is left."""
    grows = alpha(right) - alpha(left) - c1 * (right - left)
    return sp.And(
        sp.Implies(left <= right, grows >= 0),
        sp.Implies(right <= left, grows <= 0),
    )


def visited(steps, end):
    """Say that the bounds hold at X_0 ... X_end and between them (up to 4 steps)."""
    return (
        *CONSTANTS,
        Each(alpha(X[j]) >= c0, (j, 0, end)),
        *(Each(rises(X[j], X[j + gap]), (j, 0, end - gap)) for gap in (1, 2, 3, 4)),
        *walk(steps),
    )


EVERYWHERE = (*CONSTANTS, *walk(t), alpha(X[0]) >= c0, alpha(far) >= c0,
              sp.Eq(c1 * (X[0] - far), alpha(X[0])), rises(far, X[0]))  # fmt: skip
TIMES = {t: (2, 4)}
RATES = {**TIMES, c1: (sp.Rational(1, 4), sp.Rational(1, 2))}
DROP = c0 * c1 * t / 2
UNMATCHED = {k: -level(t - 1)}
EVEN = (t >= 2, sp.Eq(sp.Mod(t, 2), 0))


def gap(range_of_x, says, *given, instances=TIMES):
    """Return that the walk has a drop at even times, with the bounds on a range of x."""
    return ForAll((alpha, s, X, c0, c1, far, eps, t), says=says, where=UNMATCHED,
                  given=(*EVEN, *range_of_x, *given), instances=instances)  # fmt: skip


CASES = (
    ("sum zero", X[t] <= X[0] - DROP, (sp.Eq(k, 0),)),
    ("negative sum", X[t] <= X[0] - DROP - c0 * k, (k > 0,)),
    ("gap", X[t] < X[0] - eps, (k >= 0, eps > 0, eps < DROP)),
)
SUM_ZERO = CASES[0]

PROP_F_11 = Claim(
    id="instability-flatness/prop-F.11",
    title="Uniform gap under global lower bounds",
    source=Source(appendix="appendix F.4, proposition F.11"),
    words="With alpha >= c_0 and alpha' >= c_1 every string of t signs with the sum zero drops by "
    "(t/2) c_1 c_0 at least, with a negative sum by c_0 more for each unmatched minus; so "
    "F_t(u - epsilon) >= 1/2 + Pr(S_t = 0)/2 for smaller epsilon.",
    statement=(
        *(
            Part(
                name,
                gap(EVERYWHERE, says, *given),
                reading="bounds on all of R",
                instead=Instead(gap(visited(t, t), says, *given, instances=RATES)),
            )
            for name, says, given in CASES
        ),
        Part(
            "probability of a sum of at most zero",
            ForAll((t,), given=EVEN, instances={t: (2, 4, 6, 8, 10)},
                   says=sp.Eq(AT_MOST_ZERO,
                              sp.Rational(1, 2) + sp.binomial(t, t / 2) / 2 ** (t + 1))),
            reading="bounds on all of R",
        ),
        Part(
            SUM_ZERO[0],
            gap(visited(t, t - 1), SUM_ZERO[1], *SUM_ZERO[2], instances=RATES),
            reading="bounds at X_0, ..., X_{t-1}, where the steps start",
            instead=Instead(gap(visited(t, t), SUM_ZERO[1], *SUM_ZERO[2], instances=RATES)),
        ),
    ),
    uses=("instability-flatness/prop-F.11-step-greedy",),
    note="On all of R the two bounds exclude each other: with alpha' >= c_1 alpha is at most 0 "
    "at x_- = u - alpha(u)/c_1. What is found to hold instead asks for the bounds only at the "
    "points of the walk up to X_t and on the slopes between them. The end X_t is needed: "
    "without it up, up, down, down may drop by less than 2 c_1 c_0.",
)  # fmt: skip

FOUR = (*visited(4, 4), *(sp.Eq(s[j], sign) for j, sign in enumerate((1, 1, -1, -1))))
PLUSES = sp.Sum((1 + s[i]) / 2, (i, 0, t - 1))  # every pair of opposite signs has one

STEP_GREEDY = Claim(
    id="instability-flatness/prop-F.11-step-greedy",
    title="Pairs of opposite signs and what they contribute",
    source=Source(appendix="appendix F.4, proof of proposition F.11"),
    words="The signs fall into t/2 pairs of opposite signs, next to each other, and each pair "
    "contributes a drop of c_1 c_0 at least.",
    statement=(
        Part(
            "up, down, side by side",
            ForAll((alpha, x, c0, c1), says=up_down.subs(u, x) - x <= -c0 * c1, where=AT_X,
                   given=(*CONSTANTS, alpha(x) >= c0, rises(x, x1))),
        ),
        Part(
            "down, up, side by side",
            ForAll((alpha, x, c0, c1), says=down_up.subs(u, x) - x <= -c0 * c1, where=AT_X,
                   given=(*CONSTANTS, alpha(x) >= c0, rises(x2, x))),
        ),
        Part(
            "the outer pair of up, up, down, down",
            ForAll((alpha, s, X, c0, c1), says=alpha(X[0]) - alpha(X[3]) <= -c0 * c1, given=FOUR,
                   instances={c1: RATES[c1]}),
            instead=Instead(
                ForAll((alpha, s, X, c0, c1), says=X[4] - X[0] <= -2 * c0 * c1, given=FOUR,
                       instances={c1: RATES[c1]}),
            ),
        ),
        Part(
            "t/2 pairs",
            ForAll((s, t), given=(*EVEN, signs(t), k >= 0), where=UNMATCHED,
                   says=sp.Eq(PLUSES, t / 2), instances={t: (2, 4, 6)}),
            instead=Instead(
                ForAll((s, t), given=(*EVEN, signs(t), k >= 0), where=UNMATCHED,
                       says=sp.Eq(PLUSES, (t - k) / 2), instances={t: (2, 4, 6)}),
            ),
        ),
    ),
    note="In up, up, down, down only the inner signs stand side by side; the outer ones are not "
    "matched at the same state, and their own contribution may be smaller than c_1 c_0. There "
    "are (t - |S_t|)/2 pairs: none in two downs. The bounds of the proposition then need another "
    "argument for nested pairs and for negative sums.",
)  # fmt: skip

# -- section 5.3 ---------------------------------------------------------------------------------

MARTINGALE = Claim(
    id="instability-flatness/txt-martingale",
    title="A martingale that leans to the left",
    source=Source("section 5.3, before theorem 5.4"),
    words="The mean of X_{t+1} given X_t is X_t; of two opposite steps the one down starts "
    "further to the right and is larger.",
    statement=(
        Part(
            "mean of a step",
            ForAll((alpha, x), given=STEP_SIZE, where={x1: x + alpha(x), x2: x - alpha(x)},
                   says=sp.Eq((x1 + x2) / 2, x)),
        ),
        Part(
            "up, down",
            ForAll((alpha, x), given=STEP_SIZE, where={x1: x + alpha(x)},
                   says=sp.And(x1 > x, alpha(x1) > alpha(x))),
        ),
        Part(
            "down, up",
            ForAll((alpha, x), given=STEP_SIZE, where={x2: x - alpha(x)},
                   says=sp.And(x > x2, alpha(x) > alpha(x2))),
        ),
    ),
    note="A martingale needs E|X_t| to be finite, which is so from a point; from a law it is a "
    "further assumption.",
)  # fmt: skip

V, W = function("V"), function("W")

KERNEL = Claim(
    id="instability-flatness/txt-kernel",
    title="Kernel of t steps",
    source=Source("section 5.3, notation"),
    words="One step has mass 1/2 at either end; t steps have mass 2^-t at the end of each string.",
    statement=ForAll(
        (alpha, V, W, x, t),
        given=(*STEP_SIZE, t >= 1, *(sp.Eq(V(e), W(e) / 2 ** (t - 1)) for e in (x1, x2))),
        where=AT_X,
        says=sp.Eq((V(x1) + V(x2)) / 2, (W(x1) + W(x2)) / 2**t),
    ),
    note="W(x) is the sum of a test function over the ends of all strings of t - 1 signs from x, "
    "V(x) its mean under K^(t-1)(x, .), where K^(0)(x, .) = delta_x; one more step goes in front. "
    "All strings occur, so the order of composition does not matter.",
)
