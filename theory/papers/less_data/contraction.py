"""Appendix A.3: the population phase turns w towards u_a, the eigenvector of the sign of a.

c, b and v are the overlaps of w with u_a and u_-a and the norm of the rest, so that c^2 + b^2 + v^2
is 1 and sign(a) q = c^2 - b^2. An update multiplies c by 1 + eta |a|, b by 1 - eta |a| and v by 1,
and divides by the norm, which leaves r = sqrt(b^2 + v^2) / |c| alone. Here a is |a|.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import Cut, Put, Solve
from theory.choices import Ambiguous
from theory.claim import ByReading, Claim, ForAll, Instead, Source
from theory.existence import met
from theory.hints import Try
from theory.language import eq, reals
from theory.papers.less_data import contraction_argument as argument
from theory.papers.less_data.contraction_argument import UNIT
from theory.papers.less_data.neuron import BEST
from theory.papers.less_data.neuron import UNIT as UNIT_WEIGHTS
from theory.papers.less_data.notation import (
    T2,
    a,
    a_next,
    across,
    alpha,
    best1,
    best2,
    clip,
    eps,
    eta,
    gains,
    opposite,
    q,
    rest,
    step_size,
    u_side,
    w1,
    w2,
)
from theory.places import HERE

SAME_SIGN = (eq(q, u_side**2 - opposite**2), q > 0, a > 0)
RATE = (eta > 0, eta <= sp.Rational(1, 2))
COORDINATES = "the proof of lemma 6, w in coordinates"
START = {HERE: (*RATE, *SAME_SIGN), COORDINATES: UNIT}
OVERLAPS = {HERE: (*RATE, a > 0, u_side**2 > opposite**2), COORDINATES: UNIT}
AFTER_PROJECTION = {"the proof of lemma 6": (a <= 1,)}
AT_MOST_ONE = {**OVERLAPS, **AFTER_PROJECTION}
PROJECTED = {**START, **AFTER_PROJECTION}
IN_PROOF = {"lemma 6": OVERLAPS[HERE], COORDINATES: UNIT, **AFTER_PROJECTION}
AFTER = clip(a + eta / 2 * q)
# the sign of q after an update, before which the norm has been left out
Q_AFTER = ((1 + eta * a) * u_side) ** 2 - ((1 - eta * a) * opposite) ** 2


def ratio(of_opposite, of_across, of_u):
    """Return what is orthogonal to u_a over the overlap with it."""
    return sp.sqrt(of_opposite**2 + of_across**2) / sp.Abs(of_u)


def of_overlap(size):
    """Return r_t for a unit vector w by alpha_t, the size of its overlap with u_a."""
    return sp.sqrt(1 - size**2) / size


GROWN, SHRUNK = (1 + eta * a) * u_side, (1 - eta * a) * opposite
NORM = sp.sqrt(GROWN**2 + SHRUNK**2 + across**2)
NOW = ratio(opposite, across, u_side)
NEXT = ratio(SHRUNK, across, GROWN)
NORMALISED = ratio(SHRUNK / NORM, across / NORM, GROWN / NORM)
R_NOW, R_NEXT = of_overlap(sp.Abs(u_side)), of_overlap(sp.Abs(GROWN) / NORM)


def monotone(given):
    """Return that an update keeps the signs of both and does not make |a| smaller."""
    return ForAll(says=And(AFTER > 0, Q_AFTER > 0, a <= AFTER), given=given)


def contracts(given):
    """Return that an update divides r by 1 + eta |a|, at least."""
    return ForAll(says=R_NOW / (1 + eta * a) >= R_NEXT, given=given)


def no_slower(given):
    """Return that the second update divides r_1 by no less than 1 + eta |a_0|."""
    return ForAll(
        says=NEXT / (1 + eta * a_next) <= NEXT / (1 + eta * a),
        given={**given, "appendix A.1, (A.3)": (eq(a_next, AFTER),)},
    )


WHICH_START = (
    "whether a_0 is any number but 0, as where section 4.2 skips phase 1, or a weight to which "
    "the updates project, as the setup in appendix A.1 has it and the proof takes for granted"
)
ANY_START, PROJECTED_START = "any number but 0", "a projected weight, so that |a_0| is at most 1"


def of_start(any_start, projected):
    """Return a part of the lemma by what a_0 may be."""
    return Ambiguous(WHICH_START, {ANY_START: any_start, PROJECTED_START: projected})


def bounded(statement, because=None):
    """Return what holds instead for any a_0 that is not 0, as printed for one after projection."""
    better = Instead(statement, words="missing hypothesis: |a_0| is at most 1", because=because)
    return ByReading({ANY_START: better})


FACTOR = "factor of the start"
HALF = sp.Rational(1, 2)
NEGATIVE_FACTOR = {
    a: 5,
    eta: HALF,
    u_side: sp.Rational(4, 5),
    opposite: sp.Rational(3, 5),
    across: 0,
}
CLIPPED_DOWN = {
    a: 2,
    a_next: 1,
    eta: HALF,
    u_side: sp.Rational(4, 5),
    opposite: 0,
    across: sp.Rational(3, 5),
    q: sp.Rational(16, 25),
}
ONE_UPDATE = {
    T2: 1,
    gains[0]: 24,
    gains[1]: 1,
    eta: HALF,
    u_side: sp.Rational(3, 5),
    opposite: 0,
    across: sp.Rational(4, 5),
    eps: sp.Rational(1, 128),
}

LEM_6 = Claim(
    id="less-data/lem-6",
    title="Population contraction",
    source=Source(appendix="appendix A.3, lemma 6"),
    words="If eta is at most 1/2 and the signs of a and q agree at the start, population updates "
    "keep them and |a| does not fall; each divides r by 1 + eta |a_t|, so by 1 + eta |a_0|; after "
    "2 / (eta |a_0|) log(1 / (alpha_0^2 epsilon)) of them alpha^2 is at least 1 - epsilon.",
    printed={
        "sign stability and monotonicity": of_start(monotone(START), monotone(PROJECTED)),
        "contraction": of_start(contracts(OVERLAPS), contracts(AT_MOST_ONE)),
        FACTOR: of_start(no_slower(START), no_slower(PROJECTED)),
        "time": of_start(argument.IN_TIME, argument.OF_PROJECTED),
    },
    lemmas=argument.LEMMAS,
    because={
        "contraction": ByReading({ANY_START: Try(NEGATIVE_FACTOR)}),
        FACTOR: ByReading({ANY_START: Try(CLIPPED_DOWN)}),
        "time": ByReading({ANY_START: Try(ONE_UPDATE), PROJECTED_START: argument.IN_TIME_SHOWN}),
    },
    instead={
        "sign stability and monotonicity": bounded(monotone(PROJECTED)),
        "contraction": bounded(contracts(AT_MOST_ONE)),
        FACTOR: bounded(no_slower(PROJECTED)),
        "time": bounded(argument.OF_PROJECTED, argument.IN_TIME_SHOWN),
    },
    uses=("less-data/lem-3", "less-data/eq-A.11", "less-data/lem-6-step-log"),
    breaks_at="For any a_0, in its first line, which takes |a_t| <= 1 for every t: clipping gives "
    "this from t = 1 on, and an |a_0| above 1 is clipped down to 1 in the first update.",
    note="Phase 2 starts from a clipped a after an update of phase 1; section 4.2 cites the lemma "
    "also for a start without phase 1, where a_0 is normal and |a_0| may exceed 1: then |a| falls "
    "in the first update. The first three parts are those of one update, or the second one, after "
    "which the hypotheses hold again. alpha_0 is |c_0|, a is |a|; products leave out norms.",
)

EQ_A_11 = Claim(
    id="less-data/eq-A.11",
    title="One update of the ratio",
    source=Source(appendix="appendix A.3, (A.11)"),
    words="An update takes r to sqrt((1 - eta |a|)^2 b^2 + v^2) / ((1 + eta |a|) |c|), at most "
    "r / (1 + eta |a|).",
    printed={
        "of the normalised w": ForAll(eq(R_NEXT, NORMALISED), given=IN_PROOF),
        "without the norm": ForAll(eq(NORMALISED, NEXT), given=IN_PROOF),
        "bound": ForAll(NOW / (1 + eta * a) >= NEXT, given=IN_PROOF),
        "of r": ForAll(eq(NOW / (1 + eta * a), R_NOW / (1 + eta * a)), given=IN_PROOF),
    },
    note="What is called a here is |a| of the page, positive by the hypothesis of lemma 6; that it "
    "is at most 1 the proof says before.",
)

STEP_LOG = Claim(
    id="less-data/lem-6-step-log",
    title="A lower bound of the logarithm",
    source=Source(appendix="appendix A.3, end of the proof of lemma 6"),
    words="log(1 + x) is at least x / (1 + x), and that at least x / 2, for x = eta |a| up to 1.",
    printed={
        "logarithm": ForAll(
            says=sp.log(1 + step_size) >= step_size / (1 + step_size),
            given=(step_size > 0, step_size <= 1),
        ),
        "half": ForAll(
            says=step_size / (1 + step_size) >= step_size / 2,
            given=(step_size > 0, step_size <= 1),
        ),
    },
)

square = reals("y'")
OVERLAP = w1 * best1 + w2 * best2
DISTANCE = (w1 - best1) ** 2 + (w2 - best2) ** 2 + rest**2
CLOSE = {
    "appendix A.1": (UNIT_WEIGHTS, *BEST),
    "lemma 6": (alpha >= 0, eps > 0, eps < sp.Rational(1, 2)),
    HERE: (eq(alpha, OVERLAP), alpha**2 >= 1 - eps),
}
_close = tuple(condition for some in CLOSE.values() for condition in some)
_squares = tuple(
    Solve(eq(weight**2, sp.Rational(1, 2)), (size,))
    for weight, size in zip((best1, best2), BEST, strict=True)
)
_from_overlap = Solve(eq(DISTANCE, 2 - 2 * alpha), _close, _squares)
_at_most_1 = Solve(alpha <= 1, _close, (_from_overlap, Solve(DISTANCE >= 0)))
_up_to_1 = (alpha >= 0, alpha <= 1, alpha**2 >= 1 - eps)
_small = Cut(Solve(2 - 2 * alpha <= 2 * eps, _up_to_1), (_at_most_1,))
_far = sp.sqrt(square) <= sp.sqrt(2) * sp.sqrt(eps)
_of_square = (eq(square, 2 - 2 * alpha), alpha <= 1, 2 - 2 * alpha <= 2 * eps, eps > 0)
IN_ORDER = Cut(
    Put(Solve(_far, _of_square), {square: DISTANCE}), (_from_overlap, _at_most_1, _small)
)
AT_ONE = {weight: 1 / sp.sqrt(2) for weight in (w1, w2, best1, best2)}

EPS_CONVERSION = Claim(
    id="less-data/txt-eps-conversion",
    title="From the overlap to the distance",
    source=Source("theorem 1", "appendices A.1 and A.3, lemma 6"),
    words="alpha^2 at least 1 - epsilon makes the distance of w from a minimiser at most of the "
    "order sqrt(epsilon).",
    printed=States(sp.sqrt(DISTANCE) <= sp.sqrt(2) * sp.sqrt(eps), given=CLOSE),
    because={"": met(IN_ORDER, _close, {**AT_ONE, rest: 0, alpha: 1, eps: sp.Rational(1, 4)})},
    note="sqrt(2) is a constant that serves. alpha is the size of the overlap, so the overlap with "
    "one of the two opposite minimisers along u_a.",
)
