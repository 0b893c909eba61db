"""Appendices A.2.1 and A.5: moments and anti-concentration of q at the start of phase 1.

Z = y (w.x)^2 of one sample, x uniform on the cube; w is any unit vector, or uniform on the sphere.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ByReading, Claim, ForAll, Source
from theory.language import eq, reals
from theory.papers.less_data import cube_argument as cube
from theory.papers.less_data import moment_argument, sign_argument
from theory.papers.less_data import sphere_argument as sphere
from theory.papers.less_data import start_argument as start
from theory.papers.less_data.notation import (
    LEVEL,
    PR_Q,
    PR_Q_RANDOM,
    PR_SHARE,
    N,
    among,
    c,
    d,
    p_pz,
    share,
)
from theory.places import HERE

HALF = sp.Rational(1, 2)
SIZES = (N >= 1, d >= 3)
TRIED = {d: (3, 4, 5, 10), N: (1,)}

STEP_MEAN = Claim(
    id="less-data/lem-1-step-mean",
    title="Conditional mean of one sample",
    source=Source(appendix="appendix A.2.1, proof of lemma 1, step 1"),
    words="Given w, the mean of Z is 2 w_1 w_2.",
    printed=States(cube.MEAN, given={"appendix A.1": (d >= 2,)}),
    because={"": cube.MEAN_SHOWN},
)

STEP_VARIANCE = Claim(
    id="less-data/lem-1-step-variance",
    title="Conditional variance of one sample",
    source=Source(appendix="appendix A.2.1, proof of lemma 1, step 2"),
    words="Given a unit vector w, E Z^2 = 3 |w|^4 - 2 sum of w_i^4, which is at least 1, the "
    "variance is at least 1 - 4 w_1^2 w_2^2 and so 1 - (w_1^2 + w_2^2)^2, and at least 3/4 where "
    "w_1^2 + w_2^2 is at most 1/2.",
    printed={
        "second moment": States(cube.SECOND_OF_Z, given={"appendix A.1": (d >= 2,)}),
        "at least 1": States(cube.MEAN_SQUARE >= 1, given={"appendix A.1": cube.UNIT}),
        "variance": States(
            And(
                1 - 4 * cube.w[1] ** 2 * cube.w[2] ** 2 <= cube.VARIANCE,
                1 - 4 * cube.w[1] ** 2 * cube.w[2] ** 2 >= 1 - cube.HEAD**2,
            ),
            given={"appendix A.1": cube.UNIT},
        ),
        "on the event": States(
            sp.Rational(3, 4) <= cube.VARIANCE,
            given={"appendix A.1": cube.UNIT, HERE: (cube.HEAD <= HALF,)},
        ),
    },
    because={
        "second moment": cube.SECOND_OF_Z_SHOWN,
        "at least 1": cube.with_point(cube.AT_LEAST_ONE, cube.UNIT),
        "variance": cube.with_point(cube.VARIANCE_SHOWN, cube.UNIT),
        "on the event": cube.with_point(cube.ON_EVENT, (*cube.UNIT, cube.HEAD <= HALF)),
    },
    uses=("less-data/lem-1-step-mean",),
)

SHARE_TRIED = {d: (3, 4, 5, 6, 10)}

STEP_BETA = Claim(
    id="less-data/lem-1-step-beta",
    title="The event of lemma 1",
    source=Source(appendix="appendix A.2.1, proof of lemma 1, step 2"),
    words="On the sphere w_1^2 + w_2^2 has the law Beta(1, (d - 2)/2), so that it is at most 1/2 "
    "with the probability 1 - 2^-((d - 2)/2), at least 1 - 2^(-1/2).",
    printed={
        "law": States(sphere.LAW, given={HERE: sphere.LAW_SHOWN.given}),
        "probability": States(sphere.AT_HALF, given={HERE: (d >= 3,)}),
        "bound": ForAll(sphere.BOUND, given={HERE: (d >= 3,)}),
    },
    lemmas={
        "the law by integrals": ForAll(
            says=eq(PR_SHARE(d, share), 1 - (1 - share) ** ((d - 2) / sp.Integer(2))),
            given=(*among(SHARE_TRIED), share >= 0, share < 1),
            instances=SHARE_TRIED,
        ),
    },
    because={
        "law": sphere.LAW_SHOWN,
        "probability": sphere.AT_HALF_SHOWN,
        "bound": sphere.BOUND_SHOWN,
    },
    note="The law is nearly the known fact on which it rests, that of the length of a uniform unit "
    "vector in a plane, at a whole turn; shown here are that (w_1, w_2) is such a plane, the value "
    "at 1/2 and the bound. A lemma computes the law by integrals for five d.",
)

EQ_A_7 = Claim(
    id="less-data/eq-A.7",
    title="Fourth moment of q",
    source=Source(appendix="appendix A.2.1, (A.7)"),
    words="Given w, E q^4 is at most 3^8 (E q^2)^2, as q is of degree at most 4 in independent "
    "signs.",
    printed=States(
        cube.mean_of_q(4) <= 3**8 * cube.mean_of_q(2) ** 2,
        given={"appendix A.1": (d >= 2, N >= 1)},
    ),
    because={"": moment_argument.OF_Q},
    note="Of q the proof says that its degree is at most 4; it may be less. Our proof is one by "
    "moments: with E (w.x)^8 at most 105 |w|^8 it needs 5088 for 3^8, and no inequality of Bonami "
    "and Beckner.",
)

EXAMPLE = sp.sqrt(sp.Rational(3, 8))
level = reals("c_example")
AT_EXAMPLE = ForAll(
    says=eq(p_pz(level), (2 - sp.sqrt(2)) / (8 * sp.Integer(3) ** 8)), where={level: EXAMPLE}
)

STEP_EXAMPLE = Claim(
    id="less-data/lem-1-step-example",
    title="The level sqrt(3/8)",
    source=Source(appendix="appendix A.2.1, lemma 1"),
    words="p_PZ(sqrt(3/8)) = (2 - sqrt(2)) / (8 * 3^8).",
    printed=AT_EXAMPLE,
)

ONE_SAMPLE = ForAll(says=PR_Q(d, N, EXAMPLE) >= p_pz(EXAMPLE), given=among(TRIED), instances=TRIED)

LEM_1 = Claim(
    id="less-data/lem-1",
    title="Anti-concentration of q at the start",
    source=Source(appendix="appendix A.2.1, lemma 1"),
    words="For every number of samples and of inputs, 3 or more, |q| is at least c_0 / sqrt(N) "
    "with the probability p_PZ(c_0), for c_0 in (0, sqrt(3)/2); p_PZ(sqrt(3/8)) = (2 - sqrt(2)) / "
    "(8 * 3^8).",
    printed={
        "anti-concentration": Ambiguous(
            "for some c_0 in an interval, of which one is an example",
            {
                "for one of them": start.SOME_LEVEL,
                "for each of them": States(
                    start.probability(c) >= p_pz(c), given={HERE: (*SIZES, *LEVEL)}
                ),
            },
        ),
        "the example serves": States(
            start.probability(EXAMPLE) >= p_pz(EXAMPLE), given={HERE: SIZES}
        ),
        "its value": AT_EXAMPLE,
    },
    lemmas={"the law of one sample": ONE_SAMPLE},
    because={
        "anti-concentration": ByReading(
            {"for one of them": start.SOME_LEVEL_SHOWN, "for each of them": start.LEMMA_1}
        ),
        "the example serves": start.at_level(EXAMPLE),
    },
    uses=(
        "less-data/lem-1-step-mean",
        "less-data/lem-1-step-variance",
        "less-data/lem-1-step-beta",
        "less-data/eq-A.7",
    ),
    note="For every unit vector w the probability is at least (1 - c^2)^2 / 3^8, so that the law "
    "of w_1^2 + w_2^2 is not needed. The lemma, by integrals, is for N = 1, where |q| = (w.x)^2.",
)

AT_LEAST_RANDOM = ForAll(
    says=PR_Q_RANDOM(d, N, 1 / sp.sqrt(2)) >= p_pz(1 / sp.sqrt(2)),
    given=among(TRIED),
    instances=TRIED,
)

COR_5 = Claim(
    id="less-data/cor-5",
    title="Anti-concentration of q with random labels",
    source=Source(appendix="appendix A.5, corollary 5"),
    words="With random labels, too, there is a c_r such that |q| is at least c_r / sqrt(N) with "
    "the probability p_PZ(c_r), for every N and d, 3 or more.",
    printed=start.SOME_RANDOM_LEVEL,
    lemmas={"the law of one sample": AT_LEAST_RANDOM},
    because={"": start.COROLLARY_5},
    uses=("less-data/lem-1-step-variance",),
    note="The page asks of c_r only that it is positive, and with c_r = sqrt(3)/2 p_PZ is 0, so "
    "that nothing is said; here c_r is below that, as in lemma 1, from which p_PZ is. c_r = "
    "1/sqrt(2) is that of the proof. A random label is the product of two further signs of its "
    "sample, as if these were inputs of weight 0. The lemma, by integrals, is for N = 1.",
)

# -- the sign event --------------------------------------------------------------------------------

LEM_2 = Claim(
    id="less-data/lem-2",
    title="Equal signs at the start",
    source=Source(appendix="appendix A.2.1, lemma 2"),
    words="If a is independent of w and M, symmetric about 0 and never 0, then a and q have the "
    "same sign while |q| is at least q_* with half the probability that |q| is at least q_*.",
    printed=States(sign_argument.SAYS, given={HERE: sign_argument.GIVEN}),
    because={"": sign_argument.LEMMA_2},
)
