"""Appendix E.4: the eigenvalue condition of n parameters and the approximate leading eigenvector.

The approximation maximises the sum of v_j / theta_j over unit vectors, at psi / theta_j.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Source
from theory.language import Each, eq
from theory.papers.instability_flatness.polarity_notation import (
    APPENDIX_E_4,
    NONE_IS_0,
    UNIT,
    ddz,
    deviation,
    dz,
    i,
    j,
    k,
    lam,
    n,
    total,
    v,
    vartheta,
)
from theory.papers.instability_flatness.products import mixed_entry, pure_entry
from theory.places import HERE

SIZES = {n: (1, 2)}
THETA = sp.Product(vartheta[i], (i, 1, n))
D = ddz * THETA**2 + dz * THETA


def entry(k, j):
    """Return entry k, j of the Hessian."""
    rest = THETA / vartheta[k]
    return sp.Piecewise(
        (pure_entry(vartheta[k], rest), sp.Eq(j, k)),
        (mixed_entry(vartheta[k], vartheta[j], rest / vartheta[j]), True),
    )


EIGENVECTOR = Each(eq(total(entry(k, j) * v[j]), lam * v[k]), (k, 1, n))
E_2 = Claim(
    id="instability-flatness/eq-E.2",
    title="Eigenvalue condition, coordinate by coordinate",
    source=Source("", "appendix E.4, equation (E.2)"),
    words="Each coordinate of an eigenvector, times lambda + z' Theta / theta_k^2 and theta_k, is "
    "one constant: D times the sum of v_j / theta_j.",
    printed=ForAll(
        Each(
            eq(
                (lam + dz * THETA / vartheta[k] ** 2) * v[k],
                D * total(v[j] / vartheta[j]) / vartheta[k],
            ),
            (k, 1, n),
        ),
        given={HERE: (n >= 2, NONE_IS_0, EIGENVECTOR)},
        instances={n: (2,)},
    ),
    uses=("instability-flatness/txt-dln-hessian-n",),
)

INVERSE_SQUARES = sp.Sum(vartheta[i] ** -2, (i, 1, n))
PSI = INVERSE_SQUARES ** sp.Rational(-1, 2)
NORMALISED = (n >= 1, NONE_IS_0)
HAS_PSI = {"equation (E.3), which has psi": (*NORMALISED, INVERSE_SQUARES > 0)}
OPTIMUM = Claim(
    id="instability-flatness/txt-opt-v-inverse",
    title="Which unit vector maximises C_1",
    source=Source("", "appendix E.4, equation (E.3)"),
    words="The sum of v_j / theta_j is largest at v_j = psi / theta_j, a unit vector, where it is "
    "1 / psi, and at no other unit vector.",
    printed={
        "unit vector": ForAll(
            eq(total((PSI / vartheta[j]) ** 2), 1),
            given={HERE: NORMALISED},
            instances=SIZES,
        ),
        "largest sum": ForAll(
            total(v[j] / vartheta[j]) ** 2 <= total(vartheta[j] ** -2),
            given={HERE: (*NORMALISED, UNIT)},
            instances=SIZES,
        ),
        "reached": ForAll(
            eq(total(PSI / vartheta[j] / vartheta[j]), 1 / PSI),
            given=HAS_PSI,
            instances=SIZES,
        ),
        "nowhere else": ForAll(
            Each(eq(v[j], PSI / vartheta[j]), (j, 1, n)),
            given={**HAS_PSI, HERE: (UNIT, eq(total(v[j] / vartheta[j]), 1 / PSI))},
            instances=SIZES,
        ),
    },
    note="That the largest sum is 1 / psi is said in squares. The constant D is absorbed; where "
    "it is negative, the opposite vector has the largest C_1.",
)

# -- deviations from it ----------------------------------------------------------------------------

BEST = PSI / vartheta[j]
A = total(BEST**2 * deviation[j])
B = total(BEST**2 * deviation[j] ** 2)
DEVIATES = {
    "appendix E.4, both vectors have length 1": (
        *NORMALISED,
        eq(total((BEST * (1 + deviation[j])) ** 2), 1),
    ),
}
BOUNDS = Claim(
    id="instability-flatness/txt-A-B",
    title="Bounds on the deviation",
    source=APPENDIX_E_4,
    words="For a unit vector with coordinates psi (1 + epsilon_k) / theta_k, B = -2 A, A^2 is at "
    "most B, and A lies between -2 and 0.",
    printed={
        "B": ForAll(eq(B, -2 * A), given=DEVIATES, instances=SIZES),
        "Cauchy-Schwarz": ForAll(A**2 <= B, given=DEVIATES, instances=SIZES),
        "A": ForAll(And(A >= -2, A <= 0), given=DEVIATES, instances=SIZES),
    },
)

COUPLING = D * total(BEST * (1 + deviation[j]) / vartheta[j])
EFFECT = Claim(
    id="instability-flatness/txt-C-with-A",
    title="C_1 with the deviation",
    source=Source("", "appendix E.4, effect on C_1"),
    words="With the deviation C_1 is D (1 + A) / psi, which is less than without it.",
    printed={
        "formula": ForAll(eq(COUPLING, D * (1 + A) / PSI), given=HAS_PSI, instances=SIZES),
        "less": ForAll(
            sp.Abs(COUPLING) <= sp.Abs(D / PSI), given=HAS_PSI | DEVIATES, instances=SIZES
        ),
    },
    uses=("instability-flatness/txt-A-B",),
    note="That it is less is said of its size, as the eigenvector has either sign; without a "
    "deviation it is equal. The page says about equal of the formula, which is exact.",
)

SMALL = Each(sp.Abs(deviation[j]) < 1, (j, 1, n))


def close(*given):
    """Return that the cosine of the angle between both vectors is positive."""
    return ForAll(
        total(BEST**2 * (1 + deviation[j])) > 0,
        given={
            **DEVIATES,
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
    uses=("instability-flatness/txt-A-B",),
    note="Close is said as generously as can be: the cosine of the angle between both, 1 + A, is "
    "positive. The bounds hold for every two unit vectors.",
)
