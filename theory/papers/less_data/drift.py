"""Appendices A.4.1 and A.4.2: what phase 1 changes of w, and the alignment that is left.

Only the first two input weights matter for the overlap with the population eigenvectors; Delta_1
and Delta_2 are what phase 1 adds to them, of which the norm of all changes is a bound.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import Cut, Known, Put, Solve
from theory.binders import substitute
from theory.claim import Claim, ForAll, Source
from theory.existence import met
from theory.language import eq, reals
from theory.papers.less_data import drift_argument as argument
from theory.papers.less_data import excess_argument as excess
from theory.papers.less_data import gains_argument
from theory.papers.less_data import normalisation_argument as normalisation
from theory.papers.less_data import phase_one as phase
from theory.papers.less_data import sphere_argument as sphere
from theory.papers.less_data.notation import (
    PR_OVERLAP,
    PR_SHARE,
    among,
    angle,
    d,
    delta_1,
    delta_2,
    drift,
    radius,
    side,
    w1,
    w2,
    z_minus,
    z_plus,
)
from theory.places import HERE

HALF = sp.Rational(1, 2)
STEP_NORMALISATION = Claim(
    id="less-data/lem-7-step-normalisation",
    title="Normalising a sum with a unit vector",
    source=Source(appendix="appendix A.4.1, proof of lemma 7"),
    words="For a unit vector w and |u| up to 1/2 the normalised w + u is within 4 |u| of w.",
    printed=States(
        normalisation.SAYS,
        given={"appendix A.1": normalisation.GIVEN[:1], HERE: normalisation.GIVEN[1:]},
    ),
    because={"": normalisation.NORMALISED},
)

IN_PHASE_1 = {**phase.LEMMA_4, "theorem 3, the definition of T_*": phase.FIRST}
BOUNDED_DRIFT = States(argument.DRIFT.says, given=IN_PHASE_1)

EQ_A_12 = Claim(
    id="less-data/eq-A.12",
    title="Drift of the input weights in phase 1",
    source=Source(appendix="appendix A.4.1, (A.12) and the end of the proof of lemma 7"),
    words="The |a_t| before T_* add up to at most T_* a_*, and that is at most 2 a_* "
    "(a_* - |a_0|)_+ / (eta q_*) + a_*; w moves by at most 4 eta |M| times this, 8 |M| / q_* a_* "
    "(a_* - |a_0|)_+ + 4 eta |M| a_*.",
    printed={
        "sum of the output weights": States(gains_argument.SUM_OF_GAINS, given=IN_PHASE_1),
        "drift": BOUNDED_DRIFT,
        "the same": States(gains_argument.EXPANDED, given=IN_PHASE_1),
    },
    because={
        "sum of the output weights": gains_argument.ADDED_UP,
        "drift": argument.LEMMA_7,
        "the same": gains_argument.EXPANDED_SHOWN,
    },
    uses=("less-data/lem-4#time", "less-data/lem-7-step-normalisation"),
)

LEM_7 = Claim(
    id="less-data/lem-7",
    title="Bound of the drift of the input weights in phase 1",
    source=Source(appendix="appendix A.4.1, lemma 7"),
    words="Under the assumptions of lemma 4 phase 1 changes the input weights by at most 8 |M| / "
    "q_* a_* (a_* - |a_0|)_+ + 4 eta |M| a_*.",
    printed=BOUNDED_DRIFT,
    because={"": argument.LEMMA_7},
    uses=(
        "less-data/lem-4#time",
        "less-data/eq-A.12",
        "less-data/lem-7-step-normalisation",
    ),
)

SIDE = sp.Or(eq(side, 1), eq(side, -1))


def along(one, two):
    """Return the overlap of (one, two, ...) with (e_1 + s e_2) / sqrt(2)."""
    return (one + side * two) / sp.sqrt(2)


LEM_8 = Claim(
    id="less-data/lem-8",
    title="The overlap after phase 1",
    source=Source(appendix="appendix A.4.2, lemma 8"),
    words="If phase 1 changes w by at most epsilon_drift, then alpha_0^2 is at least the square of "
    "the positive part of |<w_0, u>| - epsilon_drift.",
    printed={
        "on the event": ForAll(
            says=along(w1 + delta_1, w2 + delta_2) ** 2
            >= sp.Max(sp.Abs(along(w1, w2)) - drift, 0) ** 2,
            given={
                HERE: (SIDE, drift >= 0, delta_1**2 + delta_2**2 <= drift**2),
            },
        ),
        "what epsilon_drift may be": BOUNDED_DRIFT,
    },
    because={"what epsilon_drift may be": argument.LEMMA_7},
    uses=("less-data/lem-7",),
)

OVERLAP_TRIED = {d: (2, 3, 4, 5, 10, 100)}

LEM_9 = Claim(
    id="less-data/lem-9",
    title="Alignment at the start",
    source=Source(appendix="appendix A.4.2, lemma 9"),
    words="For w uniform on the sphere |<w, u>| is at least 1 / (2 sqrt(d)) with a probability "
    "that is bounded from below for all d >= 2.",
    printed=sphere.LEMMA_9,
    lemmas={
        "1/2 serves": ForAll(
            PR_OVERLAP(d, 1 / (2 * sp.sqrt(d))) >= HALF,
            given=among(OVERLAP_TRIED),
            instances=OVERLAP_TRIED,
        )
    },
    because={"": sphere.LEMMA_9_SHOWN},
    note="The vector u is any unit vector of R^d. The lemma computes the law of the overlap by "
    "integrals, the argument has 1/6 for 1/2.",
)

MARGIN = (
    d >= 3,
    sp.Abs(2 * w1 * w2) >= 3 / (4 * d),
    w1**2 + w2**2 <= 1 / d,
    delta_1**2 + delta_2**2 <= 1 / (16 * d),
)
CLOSE = (sp.sqrt(3) / 2 - sp.Rational(1, 4)) / sp.sqrt(d)

PLACES = {"theorem 1": MARGIN[:1], HERE: MARGIN[1:]}
SIDED = (*MARGIN, SIDE, side * w1 * w2 > 0)
one, two, root = reals("p q r")
_kept = Solve(along(w1, w2) ** 2 >= 3 / (4 * d), SIDED)
_changed = Solve(along(delta_1, delta_2) ** 2 <= 1 / (16 * d), SIDED)
_near = (one**2 >= 3 / (4 * root**2), two**2 <= 1 / (16 * root**2), root > 0)
_third = Solve(sp.Abs(one + two) >= (sp.sqrt(3) / 2 - sp.Rational(1, 4)) / root, _near)
_root = Solve(And(eq(sp.sqrt(d) ** 2, d), sp.sqrt(d) > 0), (d >= 3,))
_at = {one: along(w1, w2), two: along(delta_1, delta_2), root: sp.sqrt(d)}
_far = Cut(
    Put(_third, _at),
    tuple(Solve(substitute(says, _at), SIDED, (_kept, _changed, _root)) for says in _near),
)
AFTER = along(w1, w2) + along(delta_1, delta_2)
FAR = Solve(sp.Abs(AFTER) >= CLOSE, SIDED, (_far,))
POINT = {d: 4, side: 1, w1: HALF / sp.sqrt(2), w2: HALF / sp.sqrt(2), delta_1: 0, delta_2: 0}

LEM_11 = Claim(
    id="less-data/lem-11",
    title="The drift keeps the population sign",
    source=Source(appendix="appendix A.4.2, lemma 11"),
    words="If |q_pop| is at least 3 / (4 d), |P_12 w| at most 1 / sqrt(d) and the drift at most 1 "
    "/ (4 sqrt(d)), then the sign of q_pop stays and the overlap with u_s is at least (sqrt(3)/2 - "
    "1/4) / sqrt(d), so 1 / (2 sqrt(d)).",
    printed={
        "sign": ForAll(
            says=(2 * w1 * w2) * (2 * (w1 + delta_1) * (w2 + delta_2)) > 0, given=PLACES
        ),
        "overlap": States(
            sp.Abs(AFTER) >= CLOSE,
            given={**PLACES, HERE: (*PLACES[HERE], *SIDED[-2:])},
        ),
        "at least half": ForAll(says=1 / (2 * sp.sqrt(d)) <= CLOSE, given={"theorem 1": (d >= 3,)}),
    },
    because={"overlap": met(FAR, SIDED, POINT)},
)

cosine = sp.Abs(sp.cos(2 * angle))
Q_POP = sp.Abs(z_plus**2 - z_minus**2)
AXES = (
    eq(z_plus, (w1 + w2) / sp.sqrt(2)),
    eq(z_minus, (w1 - w2) / sp.sqrt(2)),
    eq(radius, z_plus**2 + z_minus**2),
)
POLAR = (
    eq(z_plus, sp.sqrt(radius) * sp.cos(angle)),
    eq(z_minus, sp.sqrt(radius) * sp.sin(angle)),
)
EVENT = (radius >= sp.Rational(9, 10) / d, radius <= 1 / d, cosine >= sp.Rational(5, 6))
_IN_PARTS = (
    eq(sp.Abs(2 * w1 * w2), Q_POP),
    eq(Q_POP, radius * cosine),
    radius * cosine >= 3 / (4 * d),
    sp.sqrt(radius) <= 1 / sp.sqrt(d),
)
INSIDE = States(
    And(*_IN_PARTS),
    given={"theorem 1": (d >= 3,), HERE: (*AXES, *POLAR, *EVENT)},
)
ON_R = (d >= 3, *AXES, *POLAR, *EVENT)
_by_angle = Solve(
    eq(z_plus**2 - z_minus**2, radius * sp.cos(2 * angle)),
    (*AXES[2:], *POLAR),
    (Put(Known("the cosine of twice an angle"), {reals("x"): angle}),),
)
_product, _size, _large, _near_0 = _IN_PARTS
IN_P_0 = Solve(
    INSIDE.says,
    ON_R,
    (
        Solve(_product, AXES[:2]),
        Solve(_size, (d >= 3, *AXES[2:], *POLAR, *EVENT[:1]), (_by_angle,)),
        *(Solve(part, (d >= 3, *EVENT)) for part in (_large, _near_0)),
    ),
)
AT_R = {
    d: 4,
    angle: 0,
    radius: sp.Rational(1, 4),
    z_plus: HALF,
    z_minus: 0,
    w1: HALF / sp.sqrt(2),
    w2: HALF / sp.sqrt(2),
}

SHARE_TRIED = {d: (3, 4, 5, 10, 100)}

STEP_RADIAL = Claim(
    id="less-data/lem-10-step-radial",
    title="The radial and the angular event",
    source=Source(appendix="appendix A.4.2, proof of lemma 10"),
    words="r^2 from 9 / (10 d) to 1 / d and |cos 2 theta| at least 5/6 make |q_pop| at least 3 / "
    "(4 d); both events have a probability bounded from below for all d >= 3.",
    printed={
        "inside": INSIDE,
        "radial probability": sphere.RADIAL,
        "angular probability": sphere.ANGULAR,
    },
    lemmas={
        "1/50 serves": ForAll(
            PR_SHARE(d, 1 / d) - PR_SHARE(d, sp.Rational(9, 10) / d) >= sp.Rational(1, 50),
            given=among(SHARE_TRIED),
            instances=SHARE_TRIED,
        ),
    },
    because={
        "inside": met(IN_P_0, ON_R, AT_R),
        "radial probability": sphere.RADIAL_SHOWN,
        "angular probability": sphere.ANGULAR_SHOWN,
    },
    note="By the first clause |cos 2 theta| is |2 w_1 w_2| / (w_1^2 + w_2^2), which states the "
    "angular event; our proof has 1/12 for its probability and 1/60 for the radial one, for which "
    "the lemma has 1/50, by integrals.",
)

OF_X = {HERE: excess.GIVEN}

STEP_ONE_SIDED = Claim(
    id="less-data/lem-10-step-one-sided",
    title="One-sided anti-concentration",
    source=Source(appendix="appendix A.4.2, proof of lemma 10"),
    words="If X has the mean 0, the variance sigma^2 and E X^4 at most K sigma^4, then E X_+ is at "
    "least sigma / (2^(3/2) sqrt(K)), and X >= theta sigma has the probability theta^2 for theta "
    "= 1 / (2^(5/2) sqrt(K)).",
    printed={
        "positive part": States(excess.LARGE_PART, given=OF_X),
        "in two parts": States(excess.TWO_PARTS, given=OF_X),
        "probability": States(excess.PROBABLE, given=OF_X),
    },
    because={
        "positive part": excess.with_sign(excess.LARGE_PART_SHOWN),
        "in two parts": excess.with_sign(excess.TWO_PARTS_SHOWN),
        "probability": excess.with_sign(excess.PROBABLE_SHOWN),
    },
    note="E X_+ is half of E |X|, as the mean is 0, and |x| is at least 3 x^2 / (2 u) - x^4 / (2 "
    "u^3) for every u > 0.",
)
