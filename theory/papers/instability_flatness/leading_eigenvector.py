"""Appendix E.4: the eigenvalue condition of n parameters and the approximate leading eigenvector.

The approximation maximises the sum of v_j / theta_j over unit vectors, at psi / theta_j.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ByReading, Claim, ForAll, Source
from theory.language import Each, eq
from theory.papers.instability_flatness import eigenvector_argument as argument
from theory.papers.instability_flatness.eigenvector_argument import (
    BEST,
    COUPLING,
    INVERSE_SQUARES,
    LENGTH,
    NORMALISED,
    PSI,
    A,
    B,
    D,
)
from theory.papers.instability_flatness.polarity_notation import (
    APPENDIX_E_4,
    NONE_IS_0,
    UNIT,
    deviation,
    in_all,
    j,
    k,
    n,
    total,
    v,
    vartheta,
)
from theory.places import HERE

E_2 = Claim(
    id="instability-flatness/eq-E.2",
    title="Eigenvalue condition, coordinate by coordinate",
    source=Source("", "appendix E.4, equation (E.2)"),
    words="Each coordinate of an eigenvector, times lambda + z' Theta / theta_k^2 and theta_k, is "
    "one constant: D times the sum of v_j / theta_j.",
    printed=States(in_all(argument.CONDITION, k), given={HERE: argument.EIGENVECTOR}),
    because={"": argument.CONDITION_SHOWN},
    uses=("instability-flatness/txt-dln-hessian-n",),
)

HAS_PSI = {"equation (E.3), which has psi": (*NORMALISED, INVERSE_SQUARES > 0)}
OPTIMUM = Claim(
    id="instability-flatness/txt-opt-v-inverse",
    title="Which unit vector maximises C_1",
    source=Source("", "appendix E.4, equation (E.3)"),
    words="The sum of v_j / theta_j is largest at v_j = psi / theta_j, a unit vector, where it is "
    "1 / psi, and at no other unit vector.",
    printed={
        "unit vector": States(eq(total(BEST**2), 1), given={HERE: NORMALISED}),
        "largest sum": States(
            argument.INVERSES**2 <= INVERSE_SQUARES, given={HERE: (*NORMALISED, UNIT)}
        ),
        "reached": States(eq(total(BEST / vartheta[j]), 1 / PSI), given=HAS_PSI),
        "nowhere else": States(
            in_all(eq(v[j], BEST)),
            given={**HAS_PSI, HERE: (UNIT, eq(argument.INVERSES, 1 / PSI))},
        ),
    },
    because={
        "unit vector": argument.HAS_LENGTH,
        "largest sum": argument.LARGEST,
        "reached": argument.REACHED,
        "nowhere else": argument.NOWHERE_ELSE,
    },
    note="That the largest sum is 1 / psi is said in squares. The constant D is absorbed; where "
    "it is negative, the opposite vector has the largest C_1.",
)

# -- deviations from it ----------------------------------------------------------------------------

DEVIATES = {"appendix E.4, both vectors have length 1": argument.DEVIATES}
SOME = "only where something deviates"


def at_two_coordinates(says):
    """Return what is said of A also where nothing deviates, looked at with two coordinates."""
    return ForAll(
        says,
        given={"appendix E.4, both vectors have length 1": (n >= 1, NONE_IS_0, eq(LENGTH, 1))},
        instances={n: (2,)},
    )


BOUNDS = Claim(
    id="instability-flatness/txt-A-B",
    title="Bounds on the deviation",
    source=APPENDIX_E_4,
    words="For a unit vector with coordinates psi (1 + epsilon_k) / theta_k, B = -2 A, A^2 is at "
    "most B, and A lies between -2 and 0; the total deviation A is negative.",
    printed={
        "B": States(eq(B, -2 * A), given=DEVIATES),
        "Cauchy-Schwarz": States(A**2 <= B, given=DEVIATES),
        "A": Damaged(
            "which of < and <= stands at either end; signs are lost in these lines",
            {
                "<=": States(And(A >= -2, A <= 0), given=DEVIATES),
                "<": at_two_coordinates(And(A > -2, A < 0)),
            },
        ),
        "negative": Ambiguous(
            "whether it is said where nothing deviates, too",
            {
                SOME: States(A < 0, given={**DEVIATES, HERE: argument.ONE_DEVIATES}),
                "always": at_two_coordinates(A < 0),
            },
        ),
    },
    because={
        "B": argument.B_IS,
        "Cauchy-Schwarz": argument.CAUCHY,
        "A": ByReading({"<=": argument.A_IS_BETWEEN}),
        "negative": ByReading({SOME: argument.A_IS_NEGATIVE}),
    },
    note="Without any deviation A is 0, and for the opposite vector, with every epsilon_k = -2, it "
    "is -2.",
)

EFFECT = Claim(
    id="instability-flatness/txt-C-with-A",
    title="C_1 with the deviation",
    source=Source("", "appendix E.4, effect on C_1"),
    words="With the deviation C_1 is D (1 + A) / psi, which is less than without it.",
    printed={
        "formula": States(eq(COUPLING, D * (1 + A) / PSI), given=HAS_PSI),
        "less": States(sp.Abs(COUPLING) <= sp.Abs(D / PSI), given=DEVIATES),
    },
    because={"formula": argument.COUPLING_SHOWN, "less": argument.LESS},
    uses=("instability-flatness/txt-A-B#A",),
    note="That it is less is said of its size, as the eigenvector has either sign; without a "
    "deviation it is equal. The page says about equal of the formula, which is exact.",
)

SMALL = Each(sp.Abs(deviation[j]) < 1, (j, 1, n))


def close(*given):
    """Return that the cosine of the angle between both vectors is positive."""
    return ForAll(
        total(BEST**2 * (1 + deviation[j])) > 0,
        given={
            "appendix E.4, both vectors have length 1": (n >= 1, NONE_IS_0, eq(LENGTH, 1)),
            "appendix E.4, the bounds on A": (A >= -2, A <= 0),
            HERE: given,
        },
        instances={n: (2,)},
    )


VALIDATES = Claim(
    id="instability-flatness/txt-A-B-step-validates",
    title="The bounds on A show that the approximation is good",
    source=APPENDIX_E_4,
    words="Since A lies between -2 and 0, the approximate eigenvector is close to the true one.",
    printed=Ambiguous(
        "whether the deviations are small beforehand",
        {"the bounds alone": close(), "they are small": close(SMALL)},
    ),
    uses=("instability-flatness/txt-A-B#A",),
    note="Close is said as generously as can be: the cosine of the angle between both, 1 + A, is "
    "positive. The bounds hold for every two unit vectors; small deviations are close without "
    "them.",
)
