"""Appendices A.4.2, A.4.3 and A.5: the signs and the alignment at the start are right together.

G_sign and P_0 are the events of lemma 10, those of lemma 12 have random labels. V is what chance
decides at the start, the samples included, as one number with some law.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.claim import ByHand, Claim, ForAll, Source
from theory.papers.less_data import chance_argument as chance
from theory.papers.less_data import cube_argument as cube
from theory.papers.less_data import matrix_bound, moment_argument
from theory.papers.less_data import one_sided_argument as argument
from theory.papers.less_data.notation import (
    PR_ALIGNED,
    PR_ALIGNED_RANDOM,
    B,
    C,
    N,
    V,
    aligned,
    among,
    d,
    delta,
    norm_at,
    p_all,
    universal,
    w,
)

_K = 3**8
THETA = 1 / (4 * sp.sqrt(2) * sp.sqrt(_K))  # of the one-sided bound
P_POP = sp.Rational(1, 50) / 3  # of the radial event, and of the angular one
TRIED = {d: (3, 4, 5, 10), N: (1,)}

second, fourth = (N ** (power // 2) * cube.mean_of_q(power, 2 * w[1] * w[2]) for power in (2, 4))

STEP_FOURTH_MOMENT = Claim(
    id="less-data/lem-10-step-fourth-moment",
    title="Fourth moment of q less its mean",
    source=Source(appendix="appendix A.4.2, proof of lemma 10"),
    words="The bound of the fourth moment of lemma 1 also holds for sqrt(N) (q - mu), where mu = 2 "
    "w_1 w_2 is the mean.",
    printed=States(
        fourth <= _K * second**2,
        given={"appendix A.1": (d >= 2, N >= 1)},
    ),
    because={"": moment_argument.OF_DEVIATION},
    uses=("less-data/eq-A.7", "less-data/lem-1-step-mean"),
    note="Our proof is one by moments, as for (A.7), and has 1696 for 3^8.",
)

LEM_10 = Claim(
    id="less-data/lem-10",
    title="Signs and alignment at the start",
    source=Source(appendix="appendix A.4.2, lemma 10"),
    words="There are universal c_0 and p_all such that with at least the probability p_all a, q "
    "and q_pop have one sign, |q| >= c_0 / sqrt(N), |q_pop| >= 3 / (4 d) and |P_12 w| <= 1 / "
    "sqrt(d), for d >= 3.",
    printed=argument.LEMMA_10,
    lemmas={
        "the constants of the proof": ForAll(
            says=PR_ALIGNED(d, N, THETA * sp.sqrt(3) / 2) >= P_POP * THETA**2 / 2,
            given=among(TRIED),
            instances=TRIED,
        )
    },
    because={"": argument.LEMMA_10_SHOWN},
    uses=(
        "less-data/lem-10-step-radial",
        "less-data/lem-1-step-variance#on the event",
        "less-data/lem-10-step-fourth-moment",
        "less-data/lem-10-step-one-sided",
        "less-data/lem-2",
    ),
    note="The lemma names no law of a. Its proof has that a is symmetric about 0, and lemma 2 that "
    "it is never 0; both is so for N(0, 1/m) of section 4.2. Our proof has c_0 = 1/100; the "
    "auxiliary statement, by integrals for N = 1, has the constants of the proof, "
    "with 1/50 and 1/3 for the probabilities of the radial and the angular event.",
)

LEM_12 = Claim(
    id="less-data/lem-12",
    title="Signs and alignment at the start with random labels",
    source=Source(appendix="appendix A.5, lemma 12"),
    words="With random labels there are universal c_r and p_rand such that with at least the "
    "probability p_rand a and q have one sign, |q| >= c_r / sqrt(N), sign(a) q_pop >= 3 / (4 d) "
    "and |P_12 w| <= 1 / sqrt(d).",
    printed=argument.LEMMA_12,
    lemmas={
        "the constants of the proof": ForAll(
            says=PR_ALIGNED_RANDOM(d, N, 1 / sp.sqrt(2)) >= P_POP / (4 * _K) / 4,
            given=among(TRIED),
            instances=TRIED,
        )
    },
    because={"": argument.LEMMA_12_SHOWN},
    uses=("less-data/lem-10-step-radial", "less-data/cor-5", "less-data/eq-A.7"),
    note="Of the law of a is said what lemma 10 says, no more; random labels are as for corollary "
    "5; our proof has c_r = 1/100. In the auxiliary "
    "statement, by integrals for N = 1, p_rand is a quarter of p_pop p_r, as in the printed proof; "
    "c_r and p_r are those of corollary 5, 1 / sqrt(2) and 1 / (4 * 3^8); p_pop is as in lemma 10.",
)


ALIGNED = (p_all > 0, p_all < 1, *chance.happens_with(aligned, p_all), *chance.BOUNDED)


def both_within(bound):
    """Return that the events of lemma 10 happen while a bound of the norm holds."""
    return chance.chance(And(chance.event(aligned), norm_at(V) <= bound)) >= p_all - delta


FINAL_PROBABILITY = Claim(
    id="less-data/txt-final-probability",
    title="Lemma 10 and the bound of the norm together",
    source=Source("theorem 1", "appendix A.4.3"),
    words="The events of lemma 10 and the bound B of lemma 5 of the norm of the moment matrix hold "
    "together with at least the probability p_all - delta.",
    printed={
        "with the printed B": universal(
            {C: C > 0},
            both_within(matrix_bound.norm_bound(C)),
            (
                *(N >= 1, d >= 3, delta > 0, delta < 1, p_all > 0, p_all < 1),
                *(*chance.happens_with(aligned, p_all), chance.IS_NORM),
            ),
        ),
        "by lemmas 5 and 10": States(
            both_within(B),
            given={
                "theorem 1": (p_all > 0, p_all < 1),
                "lemma 10": chance.happens_with(aligned, p_all),
                "lemma 5": chance.BOUNDED,
            },
        ),
    },
    lemmas={matrix_bound.ITSELF: matrix_bound.AS_BERNSTEIN},
    because={
        "with the printed B": ByHand((matrix_bound.ITSELF,)),
        "by lemmas 5 and 10": chance.with_chance(
            chance.together(aligned, p_all, chance.WITHIN), ALIGNED, aligned, p_all, {}
        ),
    },
    uses=("less-data/lem-10", "less-data/lem-5"),
    note="p_all is the probability of lemma 10. By the second clause any B serves that bounds the "
    "norm with the probability 1 - delta. That the printed one does is lemma 5, which is only "
    "supported, and so is the first clause.",
)
