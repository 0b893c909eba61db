"""Section F.4: finite sign strings, the steps of the proof of point-mass contraction.

The walk x_{i+1} = x_i + s_i alpha(x_i) reads a string of signs; Phi(x; s) is where it ends. A
string is negative if it ends below its start, from every start. H_j = s_0 + ... + s_j.

Strings of any length are treated with a primitive G of 1/alpha, which every alpha has: a step to
the right raises G by less than 1 and one to the left lowers it by more than 1.
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Assume, Met, Put
from theory.choices import Ambiguous
from theory.claim import ByHand, ByReading, Claim, ForAll, Instead, Source
from theory.language import (
    DEFINES,
    Each,
    StrictlyIncreasing,
    eq,
    integers,
    reals,
)
from theory.papers.instability_flatness import string_argument as argument
from theory.papers.instability_flatness.notation import (
    GENERATED,
    STEP_SIZE,
    WALK,
    G,
    H,
    X,
    alpha,
    j,
    level,
    n,
    r,
    s,
    sigma,
    signs,
    tau,
    walk,
    x,
    y,
)
from theory.places import HERE
from theory.quantifiers import Some

x1, x2, h = reals("x_1 x_2 h")
m = integers("m")


def primitive(points, last):
    """Say that G has the slopes of a primitive of 1/alpha between successive points.

    1/alpha decreases, so its mean over [x, y] is below 1/alpha(x) and over [y, x] above it.
    """
    x_j, x_next = points[j], points[j + 1]
    return Each(alpha(x_j) * (G(x_next) - G(x_j)) < x_next - x_j, (j, 0, last - 1))


def along(count):
    """Return the hypotheses on a walk of so many signs, with a primitive of 1/alpha."""
    return (*STEP_SIZE, StrictlyIncreasing(G), *walk(count), primitive(X, count))


# -- two steps -----------------------------------------------------------------------------------

LEM_F_2 = Claim(
    id="instability-flatness/lem-F.2",
    title="Two opposite steps lead to the left",
    source=Source(appendix="appendix F.4, lemma F.2"),
    words="A step up and then down ends below the start, and so does a step down and then up.",
    printed={
        name: States(argument.two_steps(sign), given={**WALK, HERE: argument.signs_of(sign, -sign)})
        for name, sign in (("up, down", 1), ("down, up", -1))
    },
    because={"up, down": argument.TWO_STEPS[1], "down, up": argument.TWO_STEPS[-1]},
    note="Appendix F.4 states of alpha only that it is finite and strictly increasing; that it is "
    "positive, as the appendix says at its beginning and condition 5.3 has it, is needed.",
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
            because=Assume(no_return(m - 2)),
            words="j < m - 1 in the display, as the words beside it have it",
        ),
    },
    note="The display lets j run up to m - 1, which is the whole string: then no zero-sum string "
    "would be primitive. The words leave out the whole string, and so must the display, j < m - 1.",
    symbols={m: "length of the string"},
)

LEM_F_4 = Claim(
    id="instability-flatness/lem-F.4",
    title="Generation of zero-sum strings",
    source=Source(appendix="appendix F.4, lemma F.4"),
    words="Every zero-sum string comes from the empty one by wrapping into opposite signs and by "
    "concatenation.",
    printed=States(eq(GENERATED(s, n), 1), given={HERE: argument.zero_sum(s, n)}),
    lemmas={"first return": argument.FIRST_RETURN},
    because={"": ByHand(), "first return": argument.SAME_SIDE},
    uses=("instability-flatness/def-F.3",),
    note="By induction over the length: a zero-sum string has a first return T to the sum zero, "
    "its end at the latest; there s_T closes what s_0 opens, with a sum of zero between and hence "
    "behind, and both strings are shorter. No rule argues about all that operations generate. Of "
    "integers, H_j != 0 says H_j >= 1 or H_j <= -1.",
)

LEM_F_5 = Claim(
    id="instability-flatness/lem-F.5",
    title="Wrapping keeps a string negative",
    source=Source(appendix="appendix F.4, lemma F.5"),
    words="If a zero-sum string is negative from everywhere, so is the string wrapped into "
    "opposite signs.",
    printed={
        name: States(
            argument.end(argument.overset(sign, sigma, n), n + 2) < x,
            given={
                **WALK,
                HERE: (*argument.zero_sum(sigma, n), argument.negative(sigma, n)),
            },
        )
        for name, sign in (("plus outside", 1), ("minus outside", -1))
    },
    because={
        "plus outside": Met(argument.wrapped(1), argument.some_negative()),
        "minus outside": Met(argument.wrapped(-1), argument.some_negative()),
    },
    note="That the string has the sum zero is not needed, and its sign only where it starts.",
)

LEM_F_6 = Claim(
    id="instability-flatness/lem-F.6",
    title="Appending keeps a string negative",
    source=Source(appendix="appendix F.4, lemma F.6"),
    words="A negative zero-sum string followed by a pair of opposite signs, or by any finite "
    "concatenation of zero-sum strings, is negative.",
    printed={
        "a pair": States(
            argument.end(argument.BOTH, n + 2) < x,
            given={**WALK, HERE: (*argument.NEGATIVE_FIRST, *argument.zero_sum(tau, 2))},
        ),
        "zero-sum strings": States(
            argument.end(argument.BOTH, n + r) < x,
            given={**WALK, HERE: (*argument.NEGATIVE_FIRST, *argument.zero_sum(tau, r))},
        ),
    },
    because={
        "a pair": Put(argument.CONCATENATED, {r: 2}),
        "zero-sum strings": argument.CONCATENATED,
    },
    uses=("instability-flatness/lem-F.2",),
    note="A finite concatenation of zero-sum strings is one zero-sum string, tau. That the first "
    "string has the sum zero is not needed.",
)

NOT_EMPTY, EMPTY_TOO = "no empty string", "the empty one, too"
LEM_F_7 = Claim(
    id="instability-flatness/lem-F.7",
    title="Zero-sum strings are negative",
    source=Source(appendix="appendix F.4, lemma F.7"),
    words="Every zero-sum string ends below its start.",
    printed=Ambiguous(
        "whether the empty string is one, which lemma F.8 calls zero-sum, and with which the "
        "proof begins",
        {
            NOT_EMPTY: States(
                argument.end(s, n) < x, given={**WALK, HERE: (*argument.zero_sum(s, n), n >= 1)}
            ),
            EMPTY_TOO: States(
                argument.end(s, n) < x, given={**WALK, HERE: (*argument.zero_sum(s, n), n >= 0)}
            ),
        },
    ),
    because={
        "": ByReading({NOT_EMPTY: argument.falls(*STEP_SIZE, n >= 1, *argument.zero_sum(s, n))})
    },
    against={"": ByReading({EMPTY_TOO: argument.empty_stays()})},
    uses=(
        "instability-flatness/lem-F.2",
        "instability-flatness/lem-F.4",
        "instability-flatness/lem-F.5",
        "instability-flatness/lem-F.6",
    ),
    note='The empty string stays where it is; lemma F.9 uses this one with "if nonempty". What '
    "is proved for every length goes another way than the print: a primitive of 1/alpha rises by "
    "less than the sum of the signs.",
)

# -- negative sums -------------------------------------------------------------------------------

LEM_F_8 = Claim(
    id="instability-flatness/lem-F.8",
    title="First-passage decomposition",
    source=Source(appendix="appendix F.4, lemma F.8"),
    words="A string of sum -N < 0 is cut at the times T_k when its partial sums first reach -1, "
    "..., -N: a minus stands there, and the strings between have the sum zero.",
    printed={
        "first passages exist": States(
            Some(argument.T, argument.FIRST),
            given={
                HERE: (*argument.STRING, argument.NET, argument.k >= 1, argument.k <= argument.N)
            },
        ),
        "a minus stands there": States(
            argument.MINUS.says,
            given={HERE: (*argument.STRING, argument.k >= 1, argument.FIRST)},
        ),
        **{
            f"zero-sum strings {name}": States(between.says, given={HERE: between.given})
            for name, between in argument.BETWEEN.items()
        },
        "one after the other": States(
            argument.IN_ORDER.says, given={HERE: argument.IN_ORDER.given}
        ),
    },
    because={
        "first passages exist": argument.PASSES,
        "a minus stands there": argument.met(argument.MINUS),
        **{
            f"zero-sum strings {name}": argument.met(between, at=int("last" in name))
            for name, between in argument.BETWEEN.items()
        },
        "one after the other": argument.met(argument.IN_ORDER),
    },
    note="H(s, j) is the sum of the first j signs, H_{j-1} of the page; T_0 = -1, T_{N+1} = n, the "
    "length. The concatenation is the string itself: its minuses stand at T_1 < ... < T_N, and "
    "between two of them the sum is H(s, T_{k+1}) - H(s, T_k + 1).",
)

LEM_F_9 = Claim(
    id="instability-flatness/lem-F.9",
    title="Negative-sum strings are negative",
    source=Source(appendix="appendix F.4, lemma F.9"),
    words="Every string with a negative sum ends below its start.",
    printed=States(argument.end(s, n) < x, given={**WALK, HERE: (*argument.STRING, H(s, n) < 0)}),
    because={"": argument.NEGATIVE_SUM},
    uses=("instability-flatness/lem-F.7", "instability-flatness/lem-F.8"),
    note="x* of the page is Phi(x; S). Our proof is that of theorem 5.4, with a primitive of "
    "1/alpha; the printed one goes by pieces.",
)

STEP_PIECE = Claim(
    id="instability-flatness/lem-F.9-step-piece",
    title="The pieces of a string lead to the left one after the other",
    source=Source(appendix="appendix F.4, proof of lemma F.9"),
    words="A zero-sum piece does not lead up, and down if it is not empty; the minus after it "
    "leads down; so do all the pieces together.",
    printed={
        "zero-sum stage": States(
            sp.And(argument.end(s, n) <= x, sp.Implies(n >= 1, argument.end(s, n) < x)),
            given={**WALK, HERE: argument.zero_sum(s, n)},
        ),
        "isolated minus": ForAll(y - alpha(y) < y, given=WALK),
        "chain": States(argument.CHAIN.says, given={HERE: argument.CHAINED}),
    },
    because={"zero-sum stage": argument.PIECE, "chain": argument.CHAIN},
    uses=("instability-flatness/lem-F.7",),
    note="X[k] is the state before piece k, Y[k] behind it.",
)
