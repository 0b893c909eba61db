"""Appendices A.2.4 and A.5: how large the norm of the empirical moment matrix is.

A = y x x^T is that of one sample, M its mean, the population matrix, and X = A - M. That of two
matrices B is at most C is said of their quadratic forms, as is a bound of a norm.
"""

import sympy as sp

from theory.argument_language import States
from theory.claim import ByHand, Claim, ForAll, Source
from theory.papers.less_data import cube_argument as cube
from theory.papers.less_data import matrix_argument as argument
from theory.papers.less_data.notation import (
    PR_NORM,
    PR_NORM_RANDOM,
    C,
    N,
    d,
    delta,
    i,
    j,
    universal,
)

INSIDE = {"appendix A.1": argument.INSIDE}
OF_SAMPLE = {"appendix A.1": argument.SAMPLE}

STEP_SECOND_MOMENT = Claim(
    id="less-data/lem-5-step-second-moment",
    title="Second moments of one sample, as matrices",
    source=Source(appendix="appendix A.2.4, proof of lemma 5"),
    words="A^2 is d x x^T, of the mean d I; the mean of X^2 is that of A^2 less M^2, at most d I; "
    "the norm of X is at most d + 1, so 2 d.",
    printed={
        "square": States(argument.SQUARE, given={"appendix A.1": (*argument.INSIDE, cube.CUBE)}),
        "second moment": States(argument.SECOND, given=INSIDE),
        "variance": States(argument.VARIANCE, given=INSIDE),
        "at most d I": States(argument.AT_MOST, given={"appendix A.1": (d >= 2,)}),
        "norm": States(argument.BOUNDED, given=OF_SAMPLE),
        "at most 2 d": ForAll(d + 1 <= 2 * d, given={"appendix A.1": (d >= 2,)}),
    },
    because={
        "square": argument.with_sample(
            argument.SQUARE_SHOWN, (*argument.INSIDE, cube.CUBE), {i: 1, j: 1}
        ),
        "second moment": argument.SECOND_SHOWN,
        "variance": argument.VARIANCE_SHOWN,
        "at most d I": argument.AT_MOST_SHOWN,
        "norm": argument.with_sample(argument.BOUNDED_SHOWN, argument.SAMPLE, {}),
    },
    uses=("less-data/eq-M-population#entries", "less-data/eq-M-population#norm"),
)

LOG = sp.log(2 * d / delta)
GIVEN = (d >= 2, N >= 1, delta > 0, delta < 1)


def deviation(constant):
    """Return a multiple of the bound of matrix Bernstein."""
    return constant * (sp.sqrt(d * LOG / N) + d * LOG / N)


def norm_bound(constant):
    """Return B of lemma 5 and corollary 4."""
    return 1 + deviation(constant)


def of_bernstein(largest):
    """Return the bound of matrix Bernstein itself, for summands of at most some norm."""
    return sp.sqrt(2 * d * LOG / N) + sp.Rational(2, 3) * largest * LOG / N


ITSELF = "with the constants of matrix Bernstein"
SERVES = (
    "By J. A. Tropp, User-friendly tail bounds for sums of random matrices, theorem 1.4, C = "
    "sqrt(2) serves for all N and d; that theorem is not among the known facts, and what is tried "
    "is its own bound, sqrt(2 d L / N) + 2 R L / (3 N) for summands of the norm R, "
)

AS_BERNSTEIN = ForAll(
    PR_NORM(d, N, 1 + of_bernstein(d + 1)) >= 1 - delta,
    given=GIVEN,
    instances={d: (2, 3), N: (1, 2, 20)},
)

LEM_5 = Claim(
    id="less-data/lem-5",
    title="Bound of the norm of the moment matrix",
    source=Source(appendix="appendix A.2.4, lemma 5"),
    words="With the probability 1 - delta the norm of the empirical moment matrix is at most 1 + C "
    "(sqrt(d L / N) + d L / N) for L = log(2 d / delta), with a universal constant C.",
    printed=universal({C: C > 0}, PR_NORM(d, N, norm_bound(C)) >= 1 - delta, GIVEN),
    lemmas={ITSELF: AS_BERNSTEIN},
    because={"": ByHand((ITSELF,))},
    uses=("less-data/lem-5-step-second-moment", "less-data/eq-M-population#norm"),
    note=f"{SERVES}at up to 20 samples of up to 3 inputs. No norm exceeds d; for N = 20 "
    "the bound is below d where delta is 1/2.",
)

COR_6 = Claim(
    id="less-data/cor-6",
    title="The same bound with random labels",
    source=Source(appendix="appendix A.5, corollary 6"),
    words="With random labels the norm of the empirical moment matrix is O(sqrt(d L / N) + d L / "
    "N) with the probability 1 - delta, L = log(2 d / delta).",
    printed=universal({C: C > 0}, PR_NORM_RANDOM(d, N, deviation(C)) >= 1 - delta, GIVEN),
    lemmas={
        ITSELF: ForAll(
            PR_NORM_RANDOM(d, N, of_bernstein(d)) >= 1 - delta,
            given=GIVEN,
            instances={d: (2, 3), N: (1, 2, 8)},
        )
    },
    because={"": ByHand((ITSELF,))},
    uses=("less-data/lem-5-step-second-moment#second moment",),
    note=f"{SERVES}at up to 8 samples of up to 3 inputs. No norm exceeds d; for N = 8 "
    "the bound is below d where delta is 1/4.",
)
