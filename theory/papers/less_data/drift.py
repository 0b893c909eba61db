"""Appendices A.4.1 and A.4.2: what phase 1 changes of w, and the alignment that is left.

Only the first two input weights matter for the overlap with the population eigenvectors; Delta_1
and Delta_2 are what phase 1 adds to them, of which the norm of all changes is a bound.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import Cut, Put, Solve
from theory.binders import substitute
from theory.claim import Claim, ForAll, Source
from theory.existence import met
from theory.language import eq, reals
from theory.papers.less_data import drift_argument as argument
from theory.papers.less_data import normalisation_argument as normalisation
from theory.papers.less_data import phase_one as phase
from theory.papers.less_data.notation import (
    PR_OVERLAP,
    PR_SHARE,
    T,
    d,
    delta_1,
    delta_2,
    drift,
    eta,
    margin,
    norm,
    side,
    target,
    w1,
    w2,
)
from theory.papers.less_data.notation import a0 as start
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

SUM = 2 * target * sp.Max(target - start, 0) / (eta * margin) + target
BOUND = 8 * norm / margin * target * sp.Max(target - start, 0) + 4 * eta * norm * target
IN_TIME = {
    "lemma 4": (
        eta > 0,
        margin > 0,
        target > 0,
        norm >= 0,
        T >= 0,
        2 * sp.Max(target - start, 0) / (eta * margin) + 1 >= T,
    )
}

EQ_A_12 = Claim(
    id="less-data/eq-A.12",
    title="Drift of the input weights in phase 1",
    source=Source(appendix="appendix A.4.1, (A.12) and the end of the proof of lemma 7"),
    words="T_* steps, each of at most 4 eta a_* times the norm of M, add up to at most 8 |M| / q_* "
    "a_* (a_* - |a_0|)_+ + 4 eta |M| a_*.",
    printed={
        "sum of the output weights": ForAll(says=T * target <= SUM, given=IN_TIME),
        "drift": ForAll(says=4 * eta * norm * (T * target) <= BOUND, given=IN_TIME),
        "the same": ForAll(
            says=eq(4 * eta * norm * SUM, BOUND), given={"lemma 4": (eta > 0, margin > 0)}
        ),
    },
    uses=("less-data/lem-4#time", "less-data/lem-7-step-normalisation"),
)

LEM_7 = Claim(
    id="less-data/lem-7",
    title="Bound of the drift of the input weights in phase 1",
    source=Source(appendix="appendix A.4.1, lemma 7"),
    words="Under the assumptions of lemma 4 phase 1 changes the input weights by at most 8 |M| / "
    "q_* a_* (a_* - |a_0|)_+ + 4 eta |M| a_*.",
    printed=States(
        argument.DRIFT.says,
        given={**phase.LEMMA_4, "theorem 3, the definition of T_*": phase.FIRST},
    ),
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
    printed=ForAll(
        says=along(w1 + delta_1, w2 + delta_2) ** 2
        >= sp.Max(sp.Abs(along(w1, w2)) - drift, 0) ** 2,
        given={
            "the sign of the output weight": (SIDE,),
            HERE: (drift >= 0, delta_1**2 + delta_2**2 <= drift**2),
        },
    ),
    uses=("less-data/eq-A.12",),
)

LEM_9 = Claim(
    id="less-data/lem-9",
    title="Alignment at the start",
    source=Source(appendix="appendix A.4.2, lemma 9"),
    words="For w uniform on the sphere |<w, u>| is at least 1 / (2 sqrt(d)) with a probability "
    "that is bounded from below for all d >= 2.",
    printed=ForAll(
        says=PR_OVERLAP(d, 1 / (2 * sp.sqrt(d))) >= HALF,
        given={HERE: (d >= 2,)},
        instances={d: (2, 3, 4, 5, 10, 100)},
    ),
    note="1/2 is a constant that serves.",
)

MARGIN = (
    d >= 3,
    sp.Abs(2 * w1 * w2) >= 3 / (4 * d),
    w1**2 + w2**2 <= 1 / d,
    delta_1**2 + delta_2**2 <= 1 / (16 * d),
)
CLOSE = (sp.sqrt(3) / 2 - sp.Rational(1, 4)) / sp.sqrt(d)

PLACES = {"lemma 10": MARGIN[:1], HERE: MARGIN[1:]}
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
            given={**PLACES, "the sign of q_pop": SIDED[-2:]},
        ),
        "at least half": ForAll(says=1 / (2 * sp.sqrt(d)) <= CLOSE, given={"lemma 10": (d >= 3,)}),
    },
    because={"overlap": met(FAR, SIDED, POINT)},
)

radius, angle = reals("r_2 c_2")

STEP_RADIAL = Claim(
    id="less-data/lem-10-step-radial",
    title="The radial and the angular event",
    source=Source(appendix="appendix A.4.2, proof of lemma 10"),
    words="r^2 from 9 / (10 d) to 1 / d and |cos 2 theta| at least 5/6 make |q_pop| at least 3 / "
    "(4 d); the former has a probability bounded from below for all d >= 3.",
    printed={
        "inside": ForAll(
            says=radius * angle >= 3 / (4 * d),
            given={
                HERE: (d >= 3, radius >= sp.Rational(9, 10) / d, radius <= 1 / d),
                "the angular event": (angle >= sp.Rational(5, 6), angle <= 1),
            },
        ),
        "radial probability": ForAll(
            says=PR_SHARE(d, 1 / d) - PR_SHARE(d, sp.Rational(9, 10) / d) >= sp.Rational(1, 50),
            given={HERE: (d >= 3,)},
            instances={d: (3, 4, 5, 10, 100)},
        ),
    },
    note="1/50 is a constant that serves for the dimensions that are tried.",
    legend={radius: "r^2", angle: "|cos 2 theta|"},
)

first, sigma, K, chance = reals("m_X sigma K P_X")
THETA = 1 / (4 * sp.sqrt(2) * sp.sqrt(K))
SIZES = (sigma > 0, K >= 1)

STEP_ONE_SIDED = Claim(
    id="less-data/lem-10-step-one-sided",
    title="One-sided anti-concentration",
    source=Source(appendix="appendix A.4.2, proof of lemma 10"),
    words="If X has the mean 0, the variance sigma^2 and E X^4 at most K sigma^4, then E X_+ is at "
    "least sigma / (2^(3/2) sqrt(K)), and X >= theta sigma has the probability theta^2 for theta "
    "= 1 / (2^(5/2) sqrt(K)).",
    printed={
        "positive part": ForAll(
            says=first / 2 >= sigma / (2 * sp.sqrt(2) * sp.sqrt(K)),
            given={
                "interpolation of the moments": (first > 0, K * first**2 >= sigma**2),
                HERE: SIZES,
            },
        ),
        "probability": ForAll(
            says=chance >= THETA**2,
            given={
                "Cauchy and Schwarz": (
                    chance >= 0,
                    2 * THETA * sigma <= THETA * sigma + sigma * sp.sqrt(chance),
                ),
                HERE: SIZES,
            },
        ),
    },
    note="E X_+ is half of E |X|, as the mean is 0.",
    legend={
        first: "E |X|",
        sigma: "standard deviation of X",
        K: "bound of E X^4 / sigma^4",
        chance: "Pr(X >= theta sigma), theta = 1 / (2^(5/2) sqrt(K))",
    },
)
