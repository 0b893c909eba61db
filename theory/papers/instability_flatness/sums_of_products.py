"""Appendix E.6: the loss of a sum of products, (Theta_a + Theta_b)^q, with q even.

z' and z'' are the derivatives of the q-th power at the sum, the same for both products. Where the
appendix is about any two products, the smallest ones, of one parameter each, are looked at.
"""

import sympy as sp

from theory.choices import Ambiguous, Damaged
from theory.claim import Claim, ForAll, Instead, Missing, SameOrder, Source
from theory.language import Each, eq
from theory.papers.instability_flatness.polarity_notation import (
    ACROSS,
    APPENDIX_E_6,
    ddz,
    dz,
    gap_top,
    i,
    in_basis,
    lam,
    n,
    others,
    others_b,
    ratio,
    ti,
    tj,
    tk,
    vi,
    vj,
    vk,
)
from theory.papers.instability_flatness.products import (
    FIRST_NOT_ZERO,
    NOT_ZERO,
    OFF_DIAGONAL,
    ON_DIAGONAL,
    OUTPUT,
    D,
    mixed_entry,
    pure_entry,
)
from theory.places import HERE


def across_entry(a, rest_a, b, rest_b):
    """Return the entry of the Hessian for a parameter of each product."""
    return ACROSS(a, rest_a, b, rest_b, dz, ddz)


SQUARE = ddz * OUTPUT**2
SAME = "the case distinction for two parameters of one product"
HESSIAN = Claim(
    id="instability-flatness/txt-two-term-hessian",
    title="Hessian of a sum of two products",
    source=Source("", "appendix E.6, equation (E.4)"),
    words="Within a product the Hessian is that of a single one, z'' and z' being those at the "
    "sum; across the two it is z'' Theta_a Theta_b over both parameters.",
    printed={
        "one product, two parameters": ForAll(
            Damaged(
                SAME,
                {
                    "D over both parameters": eq(OFF_DIAGONAL, D / (ti * tj)),
                    "z'' Theta^2 over both parameters": eq(OFF_DIAGONAL, SQUARE / (ti * tj)),
                },
            ),
            given=NOT_ZERO,
        ),
        "one product, one parameter": ForAll(
            Damaged(
                SAME,
                {
                    "D over both parameters": eq(ON_DIAGONAL, D / ti**2 - dz * OUTPUT / ti**2),
                    "z'' Theta^2 over both parameters": eq(
                        ON_DIAGONAL, SQUARE / ti**2 + dz * OUTPUT / ti**2
                    ),
                },
            ),
            given=FIRST_NOT_ZERO,
        ),
        "across": ForAll(
            eq(
                across_entry(ti, others, tj, others_b),
                sp.Mul(ddz * ti * others * tj * others_b, 1 / (ti * tj), evaluate=False),
            ),
            given=NOT_ZERO,
        ),
    },
    uses=("instability-flatness/txt-dln-hessian-n",),
)

# -- a product of two parameters and another one ---------------------------------------------------

A, B = ti * tj, tk * others_b
ROW = (
    sp.Ne(ti, 0),
    sp.Ne(tj, 0),
    sp.Ne(tk, 0),
    eq(
        pure_entry(ti, tj) * vi
        + mixed_entry(ti, tj, sp.S.One) * vj
        + across_entry(ti, tj, tk, others_b) * vk,
        lam * vi,
    ),
)
RIGHT_SIDE = ((ddz * A**2 + dz * A) * (vi / ti + vj / tj) + ddz * A * B * (vk / tk)) / ti
CHARACTERISTIC = Claim(
    id="instability-flatness/txt-m-term-hessian",
    title="Characteristic equation of a sum of products",
    source=Source("", "appendix E.6, m terms, characteristic equation"),
    words="An eigenvector satisfies (lambda + z' / theta_k^2) v_k = the sums of v_j / theta_j of "
    "each product, weighted by D_a and D_ab, over theta_k.",
    printed=ForAll(eq((lam + dz / ti**2) * vi, RIGHT_SIDE), given={HERE: ROW}),
    instead=Instead(
        ForAll(eq((lam + dz * A / ti**2) * vi, RIGHT_SIDE), given={HERE: ROW}),
        meant=Source("", "appendix E.6, two terms"),
        words="with the factor Theta_a beside z'",
    ),
    note="For a product of two parameters beside one with any number, of which one is written out. "
    "The same factor is missing in the functions f of the page.",
)

# -- two products of one parameter each, q = 2 -----------------------------------------------------

ONE_EACH = (sp.Ne(ti, 0), sp.Ne(tj, 0), eq(ddz, 2), eq(dz, 2 * (ti + tj)))
D_A, D_AB = ddz * ti**2 + dz * ti, ddz * ti * tj
LARGER = Missing("the same of products of more parameters")
OPTIMISER = Claim(
    id="instability-flatness/txt-two-term-optimizer",
    title="Which unit vector maximises C_1, two products",
    source=APPENDIX_E_6,
    words="The sum of E_j v_j / theta_j, with E_j = D_a in one product and D_ab in the other, is "
    "largest among unit vectors where v_j is proportional to 1 / theta_j.",
    printed={
        "one parameter each, q = 2": ForAll(
            (D_A * vi / ti + D_AB * vj / tj) ** 2 * (ti**-2 + tj**-2)
            <= (D_A / ti**2 + D_AB / tj**2) ** 2,
            given={HERE: (*ONE_EACH, eq(vi**2 + vj**2, 1))},
        ),
        "other products": LARGER,
    },
    instead={
        "one parameter each, q = 2": Instead(
            ForAll(
                (D_A * vi / ti + D_AB * vj / tj) ** 2 <= (D_A / ti) ** 2 + (D_AB / tj) ** 2,
                given={HERE: (*ONE_EACH, eq(vi**2 + vj**2, 1))},
            ),
            words="it is largest where v_j is proportional to E_j / theta_j",
        )
    },
    note="In squares, so that the sign of the vector does not matter. The weights E_j do not drop "
    "out of a sum as a common factor does.",
)


def f(t):
    """Return f(t) = |t| lambda + z' / |t|."""
    return sp.Abs(t) * lam + dz / sp.Abs(t)


EIGENVECTOR = (
    eq(pure_entry(ti, sp.S.One) * vi + across_entry(ti, 1, tj, 1) * vj, lam * vi),
    eq(across_entry(ti, 1, tj, 1) * vi + pure_entry(tj, sp.S.One) * vj, lam * vj),
)
BETWEEN = Claim(
    id="instability-flatness/txt-R-interDLN",
    title="Ratio of coordinates across two products",
    source=APPENDIX_E_6,
    words="The coordinates of the top eigenvector in two products are to each other as f of the "
    "other parameter, as if both had the same constant C.",
    printed={
        "one parameter each, q = 2": ForAll(
            eq(sp.Abs(vi / vj), sp.Abs(f(tj) / f(ti))),
            given={
                HERE: (*ONE_EACH, *EIGENVECTOR, lam > 0, sp.Ne(vj, 0), sp.Ne(f(ti), 0)),
            },
        ),
        "other products": LARGER,
    },
    note="Each product has a constant of its own. With one parameter each the eigenvector is (1, "
    "1), whatever the parameters are.",
)

R_OF_RATIO = f(ratio * ti) / f(ti)
MOVING = (ti > 0, ratio > 0, lam > 0, dz > 0)
GROWS = Claim(
    id="instability-flatness/txt-dR-dr-positive",
    title="The ratio of coordinates grows with the ratio of the parameters",
    source=APPENDIX_E_6,
    words="R(i, j) = f(r theta_i) / f(theta_i) has a positive derivative in r.",
    printed=Ambiguous(
        "whether the parameters are above the critical value, as in appendix E.4",
        {
            "they are": ForAll(
                sp.Derivative(R_OF_RATIO, ratio) > 0,
                given={HERE: (*MOVING, dz < lam * (ratio * ti) ** 2)},
            ),
            "it is not said here": ForAll(
                sp.Derivative(R_OF_RATIO, ratio) > 0, given={HERE: MOVING}
            ),
        },
    ),
    uses=("instability-flatness/txt-R-interDLN",),
    note="lambda and z' are kept fixed, as the page does. With one parameter each, both 1/2, and "
    "q = 2, lambda is 4 and z' is 2, and the derivative is negative.",
)


def f_along(t):
    """Return f(t), one parameter each, q = 2: lambda is 4 and z' is 2 (1 + r_k) theta_i."""
    return 4 * t + 2 * (1 + ratio) * ti


SCALE = Claim(
    id="instability-flatness/txt-dR-dtheta-zero",
    title="Only the ratio of the parameters matters",
    source=APPENDIX_E_6,
    words="With their ratio held fixed, R(i, j) does not depend on the size of the parameters.",
    printed={
        "one parameter each, q = 2": Ambiguous(
            "what else is held fixed; in f, z' has the product as a factor for two terms and none "
            "for m terms",
            {
                "lambda and z', as for m terms": ForAll(
                    eq(sp.Derivative(R_OF_RATIO, ti), 0), given={HERE: MOVING}
                ),
                "nothing, with the factor of two terms": ForAll(
                    eq(sp.Derivative(f_along(ratio * ti) / f_along(ti), ti), 0),
                    given={HERE: (ti > 0, ratio > 0)},
                ),
            },
        ),
        "other products": LARGER,
    },
    note="With lambda and z' fixed, |t| lambda and z' / |t| scale differently. Where all "
    "parameters are scaled together and z is a power of the sum, lambda theta_i and "
    "z' Theta_a / theta_i have one degree.",
)

# -- the eigenvector of the larger product ---------------------------------------------------------

EIGENVALUES = sp.IndexedBase(sp.Symbol("lambda_i", real=True))
REST = sp.Sum(in_basis[i] ** 2, (i, 2, n))
RESIDUAL = sp.Sum((EIGENVALUES[i] - gap_top) ** 2 * in_basis[i] ** 2, (i, 1, n))
DAVIS_KAHAN = Claim(
    id="instability-flatness/txt-davis-kahan-form",
    title="Angle between the eigenvectors of a block and of the whole",
    source=Source("", "appendix E.6, Davis-Kahan"),
    words="The sine of the angle is at most the length of what the rest of the Hessian makes of "
    "the block's eigenvector, over the gap of its eigenvalue to the second one of the Hessian.",
    printed=ForAll(
        (gap_top - EIGENVALUES[2]) ** 2 * REST <= RESIDUAL,
        given={
            "the eigenvalues are in order": (
                n >= 2,
                Each(EIGENVALUES[i] >= EIGENVALUES[i + 1], (i, 1, n - 1)),
            ),
            HERE: (gap_top > EIGENVALUES[2], eq(sp.Sum(in_basis[i] ** 2, (i, 1, n)), 1)),
        },
        instances={n: (2, 3)},
    ),
    note="In squares, and in the basis of the Hessian's eigenvectors: there the sine is the "
    "length of all coordinates but the first, and the residual is lambda_i - lambda_1^(a) times "
    "coordinate i.",
)


def order(right, relation):
    """Return that 2, an entry of the Hessian of one parameter each, is of an order."""
    return SameOrder(sp.S(2), right, regime=(ratio >= 1,), variables=(ti, ratio), relation=relation)


def of_products(statement):
    """Return the readings of an order: of any products, or with all their parameters constant."""
    return Ambiguous(
        "whether the parameters of the products are constants of the orders",
        {
            "no": statement,
            "yes": Missing("orders in products that grow while their parameters are constants"),
        },
    )


ORDERS = Claim(
    id="instability-flatness/txt-davis-kahan-orders",
    title="Orders of the disturbance and of the gap",
    source=Source("", "appendix E.6, Davis-Kahan"),
    words="If one product is much larger, the disturbance of its eigenvector is at most of the "
    "order of Theta_a Theta_b, and its eigenvalue at least of the order of Theta_a^2.",
    printed={
        "disturbance": of_products(order(ti**2 / ratio, "at most")),
        "eigenvalue": of_products(order(ti**2, "at least")),
        "other products": LARGER,
    },
    note="With one parameter each, r_k their ratio, and q = 2 all entries of the Hessian are 2, "
    "so that the disturbance and the block's eigenvalue are 2, whatever the products are.",
)
