"""Section F.4: finite sign strings, the steps of the proof of point-mass contraction.

The walk x_{i+1} = x_i + s_i alpha(x_i) reads a string of signs; Phi(x; s) is where it ends. A
string is negative if it ends below its start, from every start. H_j = s_0 + ... + s_j.

Strings of any length are treated with a primitive G of 1/alpha, which every alpha has: a step to
the right raises G by less than 1 and one to the left lowers it by more than 1.
"""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.hints import Keeps
from theory.language import (
    DEFINES,
    Each,
    FunctionSymbol,
    StrictlyIncreasing,
    function,
    integers,
    reals,
    sequence,
)
from theory.papers.instability_flatness.notation import STEP_SIZE, alpha

phi: FunctionSymbol = function("phi")  # x -> Phi(x; sigma) for a string sigma
psi: FunctionSymbol = function("psi")
G: FunctionSymbol = function("G")  # a primitive of 1/alpha
s, X, Y = sequence("s"), sequence("X"), sequence("Y")
x, x1, x2, y, z, u, h = reals("x x_1 x_2 y z u h")
i, j, k, m, t, N, T = integers("i j k m t N T")


ALONG_SIGNS = {s: "the string of signs", X: "the walk along the string of signs"}


def signs(count):
    """Say that s_0 ... s_{count-1} are signs."""
    return Each(sp.Or(sp.Eq(s[j], 1), sp.Eq(s[j], -1)), (j, 0, count - 1))


def level(last):
    """Return H_last, the sum of the signs up to and with s_last."""
    return sp.Sum(s[i], (i, 0, last))


def walk(count):
    """Say that X_0 ... X_count is the walk along the signs."""
    return (signs(count), Each(sp.Eq(X[j + 1], X[j] + s[j] * alpha(X[j])), (j, 0, count - 1)))


def primitive(points, last):
    """Say that G has the slopes of a primitive of 1/alpha between successive points.

    1/alpha decreases, so its mean over [x, y] is below 1/alpha(x) and over [y, x] above it.
    """
    x_j, x_next = points[j], points[j + 1]
    return Each(alpha(x_j) * (G(x_next) - G(x_j)) < x_next - x_j, (j, 0, last - 1))


def along(count):
    """Return the hypotheses on a walk of so many signs, with a primitive of 1/alpha."""
    return (*STEP_SIZE, StrictlyIncreasing(G), *walk(count), primitive(X, count))


def falls(sums, says, shortest=1):
    """Return a statement on the walk along strings of m signs whose sum meets a condition."""
    return ForAll(
        says=sp.Implies(sums(level(m - 1)), says),
        given=(m >= shortest, *along(m)),
        instances={m: tuple(range(shortest, 6))},
    )


def falls_by(relation):
    """Return the hint that G rises by less, or by no more, than the sum of the signs."""
    return Keeps(m, relation(G(X[m]), G(X[0]) + level(m - 1)))


# -- two steps -----------------------------------------------------------------------------------


def two_steps(sign):
    """Return the printed identity and sign for the string (sign, -sign)."""
    printed = sign * alpha(x) - sign * alpha(x + sign * alpha(x))
    return ForAll(
        says=sp.And(sp.Eq(x2 - x, printed), x2 - x < 0),
        given=STEP_SIZE,
        where={x1: x + sign * alpha(x), x2: x1 - sign * alpha(x1)},
    )


LEM_F_2 = Claim(
    id="instability-flatness/lem-F.2",
    title="Two opposite steps lead to the left",
    source=Source(appendix="appendix F.4, lemma F.2"),
    words="A step up and then down ends below the start, and so does a step down and then up.",
    printed=Missing("not yet from the page"),
    lemmas={"up, down": two_steps(1), "down, up": two_steps(-1)},
    because={"": ByHand()},
    note="Appendix F.4 states of alpha only that it is finite and strictly increasing; that it is "
    "positive, as condition 5.3 has it, is needed.",
)

# -- zero-sum strings ----------------------------------------------------------------------------

ZERO_SUM = (m >= 1, signs(m), sp.Eq(level(m - 1), 0))
LENGTHS = {m: (2, 4, 6)}


def no_return(last):
    """Say that H_0 ... H_last are not zero."""
    return Each(sp.Ne(level(j), 0), (j, 0, last))


def avoids(values, last, forbidden):
    """Say that H_0 ... H_last, or another sequence of integers, avoid an integer."""
    return Each(sp.Or(values(j) >= forbidden + 1, values(j) <= forbidden - 1), (j, 0, last))


SAME_SIDE = sp.And(
    s[0] * level(T) >= 0, s[0] * (level(T) - s[T]) >= 0, sp.Or(sp.Eq(s[0], 1), sp.Eq(s[0], -1))
)
INNER = level(T) - s[0] - s[T]
FIRST_RETURN = ForAll(
    says=sp.Implies(sp.Eq(level(T), 0), sp.And(sp.Eq(s[0] + s[T], 0), sp.Eq(INNER, 0))),
    given=(T >= 0, signs(T + 1), avoids(level, T - 1, 0)),
    instances={T: (0, 1, 2, 3, 4, 5)},
)

DEF_F_3 = Claim(
    id="instability-flatness/def-F.3",
    title="Primitive sign strings",
    source=Source(appendix="appendix F.4, definition F.3"),
    words="A string is primitive if no proper nonempty prefix has the sum zero; a primitive "
    "zero-sum string returns to zero only with its last sign.",
    printed={
        "": ForAll(given=(*ZERO_SUM, no_return(m - 2)), says=DEFINES, instances=LENGTHS),
        "range of the prefixes in the display": ForAll(
            given=(*ZERO_SUM, no_return(m - 2)),
            says=no_return(m - 1),
            instances=LENGTHS,
        ),
    },
    instead={
        "range of the prefixes in the display": Instead(
            ForAll(
                given=(*ZERO_SUM, no_return(m - 2)),
                says=no_return(m - 2),
                instances=LENGTHS,
            ),
            meant=Source(appendix="appendix F.4, definition F.3, in words"),
        ),
    },
    note="The display lets j run up to m - 1, which is the whole string: then no zero-sum string "
    "would be primitive. The words leave out the whole string, and so must the display, j < m - 1.",
)

LEM_F_4 = Claim(
    id="instability-flatness/lem-F.4",
    title="Generation of zero-sum strings",
    source=Source(appendix="appendix F.4, lemma F.4"),
    words="Every zero-sum string comes from the empty one by wrapping into opposite signs and by "
    "concatenation.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": FIRST_RETURN,
    },
    because={"": ByHand(), "as encoded": Keeps(T, SAME_SIDE)},
    uses=("instability-flatness/def-F.3",),
    note="The statement is the induction over the length: a zero-sum string has a first return T "
    "to the sum zero, its end at the latest; there s_T closes what s_0 opens, with a sum of zero "
    "between and hence behind, and both strings are shorter. Of integers, H_j != 0 says H_j >= 1 "
    "or H_j <= -1.",
)


def around(sign):
    """Return that (sign) sigma (-sign) is negative, for a negative string sigma."""
    start = x + sign * alpha(x)
    return ForAll(
        says=z - sign * alpha(z) < x,
        given=(*STEP_SIZE, phi(start) < start),
        where={z: phi(start)},
    )


LEM_F_5 = Claim(
    id="instability-flatness/lem-F.5",
    title="Wrapping keeps a string negative",
    source=Source(appendix="appendix F.4, lemma F.5"),
    words="If a string is negative from everywhere, so is the string wrapped into opposite signs.",
    printed=Missing("not yet from the page"),
    lemmas={"plus outside": around(1), "minus outside": around(-1)},
    because={"": ByHand()},
    note="phi(x) is the end of the inner string from x; of phi(x) < x only the start of the inner "
    "string is needed.",
)

LEM_F_6 = Claim(
    id="instability-flatness/lem-F.6",
    title="Appending keeps a string negative",
    source=Source(appendix="appendix F.4, lemma F.6"),
    words="A negative string followed by a pair of opposite signs, or by another negative string, "
    "is negative.",
    printed=Missing("not yet from the page"),
    lemmas={
        **{
            name: ForAll(
                says=z - sign * alpha(z) < x,
                given=(*STEP_SIZE, phi(x) < x),
                where={z: phi(x) + sign * alpha(phi(x))},
            )
            for name, sign in (("then up, down", 1), ("then down, up", -1))
        },
        "then a negative string": ForAll(
            says=psi(phi(x)) < x, given=(phi(x) < x, psi(phi(x)) < phi(x))
        ),
    },
    because={"": ByHand()},
    uses=("instability-flatness/lem-F.2",),
)

ANY_ZERO_SUM = (*STEP_SIZE, m >= 0, *walk(m), sp.Eq(level(m - 1), 0))

LEM_F_7 = Claim(
    id="instability-flatness/lem-F.7",
    title="Zero-sum strings are negative",
    source=Source(appendix="appendix F.4, lemma F.7"),
    words="Every zero-sum string ends below its start.",
    printed=Missing("not yet from the page"),
    lemmas={
        "nonempty strings": falls(lambda total: sp.Eq(total, 0), X[m] < X[0]),
        "with the empty string, which lemmas F.4 and F.8 call zero-sum": ForAll(
            says=X[m] < X[0], given=ANY_ZERO_SUM, instances={m: (0, 2, 4)}
        ),
        "with the empty string, which lemmas F.4 and F.8 call zero-sum, instead": falls(
            lambda total: sp.Eq(total, 0), X[m] <= X[0], shortest=0
        ),
    },
    because={
        "": ByHand(("nonempty strings",)),
        "nonempty strings": falls_by(sp.Lt),
        "with the empty string, which lemmas F.4 and F.8 call zero-sum, instead": falls_by(sp.Le),
    },
    uses=(
        "instability-flatness/lem-F.2",
        "instability-flatness/lem-F.4",
        "instability-flatness/lem-F.5",
        "instability-flatness/lem-F.6",
    ),
    note="The printed induction: a zero-sum string is a wrapped one followed by a zero-sum one "
    "(F.4), each empty or negative; F.2 wraps the empty string, F.5 the others, F.6 appends. What "
    "is proved for every length goes another way: G, a primitive of 1/alpha and no restriction, "
    "rises by less than the sum of the signs. An odd m has no zero-sum string.",
    legend=ALONG_SIGNS,
)

# -- negative sums -------------------------------------------------------------------------------


LEM_F_8 = Claim(
    id="instability-flatness/lem-F.8",
    title="First-passage decomposition",
    source=Source(appendix="appendix F.4, lemma F.8"),
    words="A string of sum -N < 0 is cut at the times T_k when its partial sums first reach -1, "
    "..., -N: a minus stands there, and the strings between have the sum zero.",
    printed=Missing("not yet from the page"),
    lemmas={
        "every level down to -N is reached": ForAll(
            given=(m >= 1, k >= 1, signs(m), avoids(level, m - 1, -k)),
            says=level(m - 1) > -k,
            instances={m: (1, 2, 3, 4)},
        ),
        "a minus stands there": ForAll(
            given=(T >= 0, signs(T + 1), k >= 1, avoids(level, T - 1, -k)),
            says=sp.Implies(
                sp.Eq(level(T), -k), sp.And(sp.Eq(s[T], -1), sp.Eq(level(T) - s[T], 1 - k))
            ),
            instances={T: (0, 1, 2, 3, 4)},
        ),
        "zero-sum strings between": ForAll(
            given=(
                T >= 0,
                signs(T + 1),
                k >= 0,
                sp.Eq(h, -k),
                avoids(lambda last: h + level(last), T - 1, -k - 1),
            ),
            says=sp.Implies(sp.Eq(h + level(T), -k - 1), sp.Eq(level(T) - s[T], 0)),
            instances={T: (0, 1, 2, 3, 4)},
        ),
    },
    because={
        "": ByHand(),
        "every level down to -N is reached": Keeps(m, level(m - 1) >= 1 - k),
        "a minus stands there": Keeps(T, level(T) - s[T] >= 1 - k),
        "zero-sum strings between": Keeps(T, h + level(T) - s[T] >= -k),
    },
    note="In the first two parts no H_j is -k for j up to m - 1, or up to T - 1. In the last h is "
    "H at T_k, and s_0, s_1, ... are the signs behind it, up to T_{k+1}. The last piece, behind "
    "T_N, has the sum -N - (-N). Of integers, H_j != -k says H_j >= 1 - k or H_j <= -k - 1.",
)

PIECES = (
    N >= 1,
    Each(Y[k] <= X[k], (k, 0, N)),
    Each(sp.Eq(X[k + 1], Y[k] - alpha(Y[k])), (k, 0, N - 1)),
)

LEM_F_9 = Claim(
    id="instability-flatness/lem-F.9",
    title="Negative-sum strings are negative",
    source=Source(appendix="appendix F.4, lemma F.9"),
    words="Every string with a negative sum ends below its start.",
    printed=Missing("not yet from the page"),
    lemmas={
        "from the pieces": ForAll(
            says=Y[N] < X[0],
            given=(*STEP_SIZE, *PIECES),
            instances={N: (1, 2, 3, 4, 5, 6)},
        ),
        "along the walk": falls(lambda total: total < 0, X[m] < X[0]),
    },
    because={
        "": ByHand(),
        "from the pieces": Keeps(N, Y[N] < X[0]),
        "along the walk": falls_by(sp.Lt),
    },
    uses=("instability-flatness/lem-F.7", "instability-flatness/lem-F.8"),
    note="Piece k leads from X_k to Y_k and is empty or negative by F.7; a minus leads on to "
    "X_{k+1}. G is a primitive of 1/alpha, as in F.7.",
)

STEP_PIECE = Claim(
    id="instability-flatness/lem-F.9-step-piece",
    title="A zero-sum piece and a minus lead to the left",
    source=Source(appendix="appendix F.4, proof of lemma F.9"),
    words="An empty or negative string and then a minus end below the start.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            says=y - alpha(y) < x,
            given=(*STEP_SIZE, phi(x) <= x),
            where={y: phi(x)},
        ),
    },
    because={"": ByHand()},
    uses=("instability-flatness/lem-F.7",),
)
