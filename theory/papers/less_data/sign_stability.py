"""Appendix A.2.2: an update of the input weights moves q in the direction of the output weight.

M is any symmetric matrix, so that its norm bounds all its quadratic forms; x^T y is a sum over the
d coordinates.
"""

from theory.argument_language import States
from theory.claim import Claim, ForAll, Source
from theory.language import DEFINES, eq
from theory.papers.less_data import sign_stability_argument as argument
from theory.papers.less_data.notation import a, d, eta, r, s
from theory.places import HERE

SETTING = {"appendix A.1": argument.MODEL}
LEMMA = {**SETTING, HERE: (argument.UNIT, *argument.STABLE)}
LAW = {"appendix A.1": argument.LAW[:1], HERE: argument.LAW[1:]}
AT = {a: 0, eta: 1}


def shown(proof):
    """Return an argument under the hypotheses of lemma 3, with a point that satisfies them."""
    return argument.with_point(proof, (*argument.MODEL, argument.UNIT, *argument.STABLE), AT)


LEM_3 = Claim(
    id="less-data/lem-3",
    title="q moves in the direction of the output weight",
    source=Source(appendix="appendix A.2.2, lemma 3"),
    words="While eta |a| times the norm of M is at most 1/2, an update of w leaves q or moves it "
    "in the direction of the sign of a.",
    printed=States(argument.pushed(argument.AFTER - argument.BEFORE), given=LEMMA),
    because={"": shown(argument.LEMMA_3)},
    uses=("less-data/eq-A.9#update", "less-data/lem-3-step-covariance"),
)

EQ_A_8 = Claim(
    id="less-data/eq-A.8",
    title="Higher moments of the input weights",
    source=Source(appendix="appendix A.2.2, (A.8)"),
    words="s = w^T M^2 w and r = w^T M^3 w.",
    printed=ForAll(
        says=DEFINES,
        given={HERE: (eq(s, argument.quadratic_of(2)), eq(r, argument.quadratic_of(3)))},
        instances={d: (1, 2)},
    ),
)

EQ_A_9 = Claim(
    id="less-data/eq-A.9",
    title="The change of q in one update",
    source=Source(appendix="appendix A.2.2, (A.9) and before it"),
    words="The new q is (q + 2 eta a s + eta^2 a^2 r) / (1 + 2 eta a q + eta^2 a^2 s); less the "
    "old one it is (2 eta a (s - q^2) + eta^2 a^2 (r - q s)) over the same denominator, which is "
    "positive.",
    printed={
        "new q": States(eq(argument.AFTER, argument.NUMERATOR / argument.DENOMINATOR), given=LEMMA),
        "positive denominator": States(argument.DENOMINATOR > 0, given=LEMMA),
        "update": States(argument.UPDATE, given=LEMMA),
    },
    because={
        "new q": shown(argument.A_9),
        "positive denominator": shown(argument.POSITIVE),
        "update": shown(argument.UPDATE_SHOWN),
    },
)

STEP_COVARIANCE = Claim(
    id="less-data/lem-3-step-covariance",
    title="Eigenvalues as a random variable",
    source=Source(appendix="appendix A.2.2, proof of lemma 3"),
    words="With the squared coordinates of w in the eigenbasis as probabilities s - q^2 is the "
    "variance of the eigenvalue, r - q s is E (Lambda - q)^2 (Lambda + q), and its size is at most "
    "twice the norm of M times the variance.",
    printed={
        "variance": States(argument.VARIANCE.says, given=LAW),
        "not negative": States(argument.MEAN_SQUARE - argument.MEAN**2 >= 0, given=LAW),
        "covariance": States(
            eq(
                argument.MEAN_CUBE - argument.MEAN * argument.MEAN_SQUARE,
                argument.over(argument.SKEW),
            ),
            given=LAW,
        ),
        "bound": States(argument.COVARIANCE_BOUND.says, given=LAW),
    },
    because={
        "variance": argument.with_law(argument.VARIANCE),
        "not negative": argument.with_law(argument.NOT_NEGATIVE),
        "covariance": argument.with_law(argument.COVARIANCE),
        "bound": argument.with_law(argument.COVARIANCE_BOUND),
    },
)
