"""Appendix E.6: the loss of a sum of products, (Theta_a + Theta_b)^q, with q even.

z' and z'' are the derivatives of the q-th power at the sum, the same for both products. Where the
appendix is about any two products, the smallest ones, of one parameter each, are looked at.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Assume, Induct, LastTerm, Put, Solve, Specialise
from theory.choices import Ambiguous, Damaged
from theory.claim import ByReading, Claim, ForAll, Instead, Missing, SameOrder, Source
from theory.existence import by_values
from theory.language import eq, le, reals
from theory.much_larger import distance, fails, much, where_much_larger
from theory.papers.instability_flatness.polarity_notation import (
    ACROSS,
    APPENDIX_E_6,
    ddz,
    dz,
    gap_top,
    i,
    in_basis,
    k,
    lam,
    lam_next,
    n,
    others,
    others_b,
    ratio,
    theta_a,
    theta_b,
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
from theory.quantifiers import Every, Some


def across_entry(a, rest_a, b, rest_b):
    """Return the entry of the Hessian for a parameter of each product."""
    return ACROSS(a, rest_a, b, rest_b, dz, ddz)


SQUARE = ddz * OUTPUT**2
TWO, ONE = "one product, two parameters", "one product, one parameter"
CONSTANTS = Source("", "appendix E.6, two terms, D_a and the eigenvalue equation split by it")
HESSIAN = Claim(
    id="instability-flatness/txt-two-term-hessian",
    title="Hessian of a sum of two products",
    source=Source("", "appendix E.6, equation (E.4) and the case distinction below it"),
    words="Within a product the Hessian is z'' Theta_a^2 over both parameters; in the case "
    "distinction, not in (E.4), it has z' Theta_a theta_i^-2 besides on the diagonal. Across the "
    "two it is z'' Theta_a Theta_b over both parameters.",
    printed={
        TWO: ForAll(eq(OFF_DIAGONAL, SQUARE / (ti * tj)), given=NOT_ZERO),
        f"{ONE}, case distinction": ForAll(
            eq(
                ON_DIAGONAL,
                Damaged(
                    "the sign of the second term in the line for product a; it is + for b",
                    {
                        "+": SQUARE / ti**2 + dz * OUTPUT / ti**2,
                        "-": SQUARE / ti**2 - dz * OUTPUT / ti**2,
                    },
                ),
            ),
            given=FIRST_NOT_ZERO,
        ),
        f"{ONE}, (E.4)": ForAll(eq(ON_DIAGONAL, SQUARE / ti**2), given=FIRST_NOT_ZERO),
        "across": ForAll(
            eq(
                across_entry(ti, others, tj, others_b),
                sp.Mul(ddz * ti * others * tj * others_b, 1 / (ti * tj), evaluate=False),
            ),
            given=NOT_ZERO,
        ),
    },
    instead={
        TWO: Instead(
            ForAll(eq(OFF_DIAGONAL, D / (ti * tj)), given=NOT_ZERO),
            meant=CONSTANTS,
            words="D_a = z'' Theta_a^2 + z' Theta_a over both parameters",
        ),
        f"{ONE}, case distinction": Instead(
            ForAll(eq(ON_DIAGONAL, SQUARE / ti**2), given=FIRST_NOT_ZERO),
            meant=Source("", "appendix E.6, equation (E.4)"),
            words="no second term: Theta_a is linear in each parameter",
        ),
    },
    uses=("instability-flatness/txt-dln-hessian-n",),
    breaks_at="It is itself what is printed: off the diagonal both displays lack z' Theta_a over "
    "both parameters, and the case distinction has such a term on the diagonal, where there is "
    "none. The eigenvalue equation further on, with D_a, is right.",
    note="The lines of the case distinction are damaged; the one for b has two terms with a + "
    "between them, and so has the diagonal block for m terms. D_a = z'' Theta_a^2 + z' Theta_a is "
    "defined only after them.",
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
    breaks_at="It is itself a line of a derivation: the same line for two products has the factor.",
    note="For a product of two parameters beside one with any number, of which one is written out. "
    "The same factor is missing in the function f for m products.",
)

# -- one product much larger than the other, q = 2 -------------------------------------------------

LARGER = Missing("the same of products of more parameters")


def where_one_dominates(symbols, output_a, output_b, given, says):
    """Return what is said where product a is much larger than product b, neither of which is 0."""
    much_larger = (sp.Ne(output_b, 0), output_a**2 >= much * output_b**2)
    return where_much_larger(symbols, (*much_larger, *given), says)


SLOPE, CURVATURE = 2 * (ti + tj), sp.S(2)  # of the square, at the sum of two products
D_A, D_AB = CURVATURE * ti**2 + SLOPE * ti, CURVATURE * ti * tj


def largest_at_inverses(weight_a, weight_b):
    """Return that a weighted sum of v_j / theta_j is largest where v_j goes with 1 / theta_j."""
    largest = (weight_a / ti**2 + weight_b / tj**2) ** 2
    return where_one_dominates(
        (ti, tj, vi, vj),
        *(ti, tj, ()),
        (weight_a * vi / ti + weight_b * vj / tj) ** 2 * (ti**-2 + tj**-2)
        <= largest * (vi**2 + vj**2),
    )


def along(x, y):
    """Return v^T H v for v = (x, x, y) and the products theta_i theta_i and theta_j."""
    slope = 2 * (ti**2 + tj)
    return 2 * (2 * ti**2 + 2 * ti**2 + slope) * x**2 + 2 * y**2 + 8 * ti * x * y


def captures(inverse_b):
    """Return that at least a tenth of the largest curvature is along (1, 1) / theta_i and this.

    The product of two parameters has most of the gradient, whose parts are z' theta_i, twice, and
    z'.
    """
    return where_one_dominates(
        (ti, tj, vi, vj),
        *(ti**2, tj, (2 * ti**2 >= much,)),
        along(vi, vj) * (2 * ti**-2 + inverse_b**2)
        <= 10 * along(1 / ti, inverse_b) * (2 * vi**2 + vj**2),
    )


def argued(statement, number):
    """Argue for a statement by a number from which on it holds."""
    return by_values(statement.says, {much: sp.sympify(number)})


def largest_in_block():
    """Return the same of the two parameters of product a alone, whose weights are one D_a."""
    output = ti * tj
    weight = CURVATURE * output**2 + 2 * (output + tk) * output
    return where_one_dominates(
        (ti, tj, tk, vi, vj),
        *(output, tk, ()),
        (weight * vi / ti + weight * vj / tj) ** 2 * (ti**-2 + tj**-2)
        <= (weight / ti**2 + weight / tj**2) ** 2 * (vi**2 + vj**2),
    )


def over_parameters(all_of_them, block):
    """Return what is said of the parameters of both products, or of the dominant one."""
    return Ambiguous(
        "over which parameters C_1 is maximised: all, of which it is a sum, or those of the "
        "dominant block, from which the remark on Davis and Kahan has the optimizer",
        {BOTH: all_of_them, BLOCK: block},
    )


C_1 = "C_1, q = 2"
CAPTURED = "largest curvature of z = (vartheta_i^2 + vartheta_j)^2"
BOTH, BLOCK = "of both products", "of the dominant block"
WEIGHTED, UNWEIGHTED = "with D_a in one product and D_ab in the other", "without"
AT_WEIGHTS = {ti: much + 1, tj: 1, vi: 4 * much + 6, vj: 2 * much + 2}
OPTIMISER = Claim(
    id="instability-flatness/txt-two-term-optimizer",
    title="Which unit vector maximises C_1, two products",
    source=APPENDIX_E_6,
    words="C_1, which sums up the right side of the equation for an eigenvector, is largest among "
    "unit vectors where v_j is proportional to 1 / theta_j; this vector captures the direction of "
    "largest curvature where one product has most of the gradient.",
    printed={
        C_1: over_parameters(
            Ambiguous(
                "whether C_1 is a sum with weights E_j, as it is defined, or without, as it seems "
                "to stand where it is maximised",
                {
                    WEIGHTED: largest_at_inverses(D_A, D_AB),
                    UNWEIGHTED: largest_at_inverses(sp.S.One, sp.S.One),
                },
            ),
            largest_in_block(),
        ),
        CAPTURED: over_parameters(captures(1 / tj), captures(sp.S.Zero)),
        "other products": LARGER,
    },
    because={
        C_1: ByReading(
            {
                UNWEIGHTED: argued(largest_at_inverses(sp.S.One, sp.S.One), 1),
                BLOCK: argued(largest_in_block(), 1),
            }
        ),
        CAPTURED: ByReading({BLOCK: argued(captures(sp.S.Zero), 100)}),
    },
    against={
        C_1: ByReading({WEIGHTED: fails(largest_at_inverses(D_A, D_AB), AT_WEIGHTS)}),
        CAPTURED: ByReading({BOTH: fails(captures(1 / tj), {ti: 10 + much, tj: 1, vi: 1, vj: 0})}),
    },
    instead={
        C_1: ByReading(
            {
                WEIGHTED: Instead(
                    ForAll(
                        (D_A * vi / ti + D_AB * vj / tj) ** 2
                        <= ((D_A / ti) ** 2 + (D_AB / tj) ** 2) * (vi**2 + vj**2),
                        given={HERE: (sp.Ne(ti, 0), sp.Ne(tj, 0))},
                    ),
                    words="with the weights it is largest where v_j is proportional to E_j / "
                    "theta_j",
                )
            }
        ),
        CAPTURED: ByReading(
            {
                BOTH: Instead(
                    captures(sp.S.Zero),
                    because=argued(captures(sp.S.Zero), 100),
                    words="the vector of 1 / theta_j in the larger product and 0 in the other one "
                    "does",
                )
            }
        ),
    },
    breaks_at="Where C_1 is maximised over all parameters: the weights E_j of its definition are "
    "left out there. That the maximiser captures the direction of largest curvature is stated; the "
    "Davis-Kahan argument further on is for the eigenvector of the larger product alone.",
    note="C_1: one parameter each, or two in the block. z = (vartheta_i^2 + vartheta_j)^2: "
    "both parameters of the first product are vartheta_i. Captured is read as generously as can "
    "be: a tenth of the largest curvature. Of both products it fails: at vartheta_i = 1000, "
    "vartheta_j = 1 the vector of all 1 / vartheta_j is almost the direction of the second: the "
    "curvature is about 22, the largest about 6 10^6.",
)


def f(t, slope=dz):
    """Return f(t) = |t| (lambda + slope / t^2)."""
    return sp.Abs(t) * (lam + slope / t**2)


ENTRY = sp.S(2)  # every second derivative of the square of a sum of two parameters
EIGENVECTOR = tuple(eq(ENTRY * vi + ENTRY * vj, lam * of) for of in (vi, vj))
AT_TOP = (*EIGENVECTOR, lam > 0, sp.Ne(vj, 0))
NEARLY = sp.Rational(1, 10)


def as_f(product_i, product_j):
    """Return that the ratio of coordinates in two products is nearly one of values of f."""
    values = f(tj, SLOPE * product_j), f(ti, SLOPE * product_i)
    found, expected = sp.Abs(vi / vj), sp.Abs(values[0] / values[1])
    return where_one_dominates(
        (ti, tj, lam, vi, vj),
        *(ti, tj, (*AT_TOP, sp.Ne(values[1], 0))),
        sp.And(found <= (1 + NEARLY) * expected, expected <= (1 + NEARLY) * found),
    )


FACTOR, OF_PRODUCT = "the factor of z' in f", "the product that the parameter is of"
NO_FACTOR = "none, as for m terms"
PRODUCTS = {OF_PRODUCT: (ti, tj), NO_FACTOR: (1, 1)}
ONE_EACH = "one parameter each, q = 2"
AT_ONES = {ti: much + 12, tj: 1, lam: 4, vi: 1, vj: 1}
BETWEEN = Claim(
    id="instability-flatness/txt-R-interDLN",
    title="Ratio of coordinates across two products",
    source=Source("", "appendix E.6; appendix E.7, on the definitions before it"),
    words="The coordinates of the top eigenvector in two products, the first one much the larger, "
    "are to each other nearly as f of the other parameter, as if both had the same constant C.",
    printed={
        ONE_EACH: Damaged(FACTOR, {name: as_f(*of) for name, of in PRODUCTS.items()}),
        "other products": LARGER,
    },
    against={
        ONE_EACH: ByReading({name: fails(as_f(*of), AT_ONES) for name, of in PRODUCTS.items()})
    },
    instead={
        ONE_EACH: Instead(
            ForAll(eq(sp.Abs(vi / vj), 1), given={HERE: AT_TOP}),
            words="the ratio is 1, whatever the parameters are",
        )
    },
    breaks_at="In the consistency condition: its right side E (1 + A) is taken as one constant for "
    "both products when R is formed from it; by the definition of E_j each product has one of its "
    "own.",
    note="Each product has a constant C of its own. Nearly is read as up to a tenth. With one "
    "parameter each both rows of the equation are 2 v_i + 2 v_j = lambda v, so v is (1, 1) and the "
    "ratio is 1. The ratio of the values of f tends to 1/2 for theta_j = 1 and a large theta_i, "
    "and to 1/3 with the product that the parameter is of as the factor of z'.",
)

R_OF_RATIO = f(ratio * ti) / f(ti)
MOVING = (ti > 0, ratio > 0, lam > 0, dz > 0)


def grows(slope_a, slope_b):
    """Return that R(i, j) grows with r, theta_i and r theta_i being in products a and b."""
    says = sp.Derivative(f(ratio * ti, slope_b) / f(ti, slope_a), ratio) > 0
    moving = (sp.Ne(ti, 0), ratio > 0, lam > 0)
    above = (slope_a >= 0, slope_b >= 0, slope_b < lam * (ratio * ti) ** 2)
    return Ambiguous(
        "whether the parameters are above the critical value, as in appendix E.4",
        {
            "they are": ForAll(says, given={HERE: (*moving, *above)}),
            "it is not said here": ForAll(says, given={HERE: (*moving, sp.Ne(f(ti, slope_a), 0))}),
        },
    )


GROWS = Claim(
    id="instability-flatness/txt-dR-dr-positive",
    title="The ratio of coordinates grows with the ratio of the parameters",
    source=APPENDIX_E_6,
    words="R(i, j) = f(r theta_i) / f(theta_i), with the f of the product of each of the two "
    "parameters, has a positive derivative in r.",
    printed={
        "two products": Damaged(
            FACTOR, {OF_PRODUCT: grows(dz * theta_a, dz * theta_b), NO_FACTOR: grows(dz, dz)}
        ),
        "m products": grows(dz, dz),
    },
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
FALLING = Every(
    i,
    Implies(And(i >= 1, i <= n - 1), EIGENVALUES[i] >= EIGENVALUES[i + 1], evaluate=False),
)
BELOW_TOP = (n >= 2, FALLING, gap_top > EIGENVALUES[2])


def rest(last):
    """Return the sum of the squared coordinates but for the first."""
    return sp.Sum(in_basis[i] ** 2, (i, 2, last))


def residual(last):
    """Return the squared length of H v - lambda_1^(a) v, in the first coordinates."""
    return sp.Sum((EIGENVALUES[i] - gap_top) ** 2 * in_basis[i] ** 2, (i, 1, last))


def by_coordinates():
    """Argue by induction on coordinates: from the second one on each eigenvalue is as far off."""

    def up_to(last):
        least = le(EIGENVALUES[last], EIGENVALUES[2])
        says = And(least, (gap_top - EIGENVALUES[2]) ** 2 * rest(last) <= residual(last))
        return Implies(last <= n, says, evaluate=False)

    def parts(last, *given):
        return (LastTerm(rest(last), given), LastTerm(residual(last), given))

    two = sp.S(2)
    start = (*parts(two), LastTerm(residual(sp.S.One)))
    step = (*parts(k + 1, k >= 2), Specialise(Assume(FALLING), k))
    every = Induct(
        up_to(k),
        k,
        2,
        base=Solve(up_to(two), BELOW_TOP, start),
        step=Solve(up_to(k + 1), (*BELOW_TOP, k >= 2, up_to(k)), step),
    )
    return Put(every, {k: n})


# theta_i beside a product of three parameters theta_j, q = 2; vectors are (0-th, three others)

BLOCK_TOP = CURVATURE  # the Hessian of theta_i alone
TWO_OUTPUTS = (ti, tj**3)
ANY_VECTOR, SECOND = reals("x_0 x_1 x_2 x_3"), reals("e_0 e_1 e_2 e_3")
LEADING = (vi, vj, vk, sp.S.Zero)


def dot(one, other):
    """Return the scalar product of two vectors."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def image(x):
    """Return the Hessian of (theta_i + theta_j^3) ^ 2, in all four parameters, times a vector."""
    across, own, mixed = 2 * tj**2, 2 * tj**4, 4 * tj**4 + 2 * ti * tj
    rows = [[CURVATURE, *[across] * 3]]
    rows += [[across, *(own if other == one else mixed for other in range(3))] for one in range(3)]
    return [dot(row, x) for row in rows]


def is_eigenvector(x, eigenvalue):
    """Return that a vector is an eigenvector of the Hessian."""
    rows = (eq(row, eigenvalue * one) for row, one in zip(image(x), x, strict=True))
    return (*rows, dot(x, x) > 0)


def next_largest():
    """Return that there are only lam and lam_next as two largest eigenvalues, v being of lam."""
    length, x = dot(LEADING, LEADING), ANY_VECTOR
    below = le(
        length * dot(image(x), x),
        lam_next * length * dot(x, x) + (lam - lam_next) * dot(LEADING, x) ** 2,
    )
    reached = And(eq(dot(SECOND, LEADING), 0), *is_eigenvector(SECOND, lam_next))
    for one, other in zip(reversed(x), reversed(SECOND), strict=True):
        below, reached = Every(one, below), Some(other, reached)
    return (lam >= lam_next, below, reached)


DISTURBED = (
    3 * (CURVATURE * tj**2) ** 2
)  # the squared length of what the rest makes of (1, 0, 0, 0)
IMBALANCE = where_one_dominates(
    (ti, tj, lam, lam_next, vi, vj, vk),
    *TWO_OUTPUTS,
    (*is_eigenvector(LEADING, lam), *next_largest()),
    (BLOCK_TOP - lam_next) ** 2 * (vj**2 + vk**2) <= DISTURBED * dot(LEADING, LEADING),
)
OTHER_LEADS = {
    ti: -much - 10,
    tj: 1,
    **dict.fromkeys((lam, lam_next), 2 * much + 18),
    **dict(zip(LEADING[:3], (0, 1, -1), strict=True)),
    **dict(zip(SECOND, (0, 1, 1, -2), strict=True)),
}
GAP, NO_GAP = "with lambda_1^(a) above lambda_2", "where Theta_a^2 is much larger than Theta_b^2"
OF_COORDINATES = States(
    (gap_top - EIGENVALUES[2]) ** 2 * rest(n) <= residual(n),
    given={HERE: (*BELOW_TOP, eq(sp.Sum(in_basis[i] ** 2, (i, 1, n)), 1))},
)

DAVIS_KAHAN = Claim(
    id="instability-flatness/txt-davis-kahan-form",
    title="Angle between the eigenvectors of a block and of the whole",
    source=Source("", "appendix E.6, Davis-Kahan"),
    words="The sine of the angle is at most the length of what the rest of the Hessian makes of "
    "the block's eigenvector, over the gap of its eigenvalue to the second one of the Hessian.",
    printed=Ambiguous(
        "whether the eigenvalue of the block is taken to be above the second one of the Hessian, "
        "as a spectral gap is, or only one product to be much larger than the others, as is said",
        {GAP: OF_COORDINATES, NO_GAP: IMBALANCE},
    ),
    because={"": ByReading({GAP: Solve(OF_COORDINATES.says, BELOW_TOP, (by_coordinates(),))})},
    against={"": ByReading({NO_GAP: fails(IMBALANCE, OTHER_LEADS)})},
    note="In squares, in the basis of the Hessian's eigenvectors: the sine is the length of all "
    "coordinates but the first, the residual lambda_i - lambda_1^(a) times coordinate i. Without "
    "the gap: a = (t), b = (1, 1, 1), q = 2 and t much below 0 have lambda_1^(a) = 2, lambda_2 = "
    "-2 (t + 1), the sine 1 and the residual 12^{1/2}.",
)


def order(right, relation):
    """Return that 2, an entry of the Hessian of one parameter each, is of an order."""
    return SameOrder(sp.S(2), right, regime=(ratio >= 1,), variables=(ti, ratio), relation=relation)


ANY = "no"


def of_products(statement):
    """Return the readings of an order: of any products, or with all their parameters constant."""
    return Ambiguous(
        "whether the parameters of the products are constants of the orders",
        {
            ANY: statement,
            "yes": Missing("orders in products that grow while their parameters are constants"),
        },
    )


def as_small_as_one_likes(says, *given):
    """Return what holds at any distance where product a is much larger than product b."""
    symbols = (ti, tj, *((lam, vi, vj) if given else ()))
    there = where_one_dominates(symbols, ti, tj, given, says).says
    return States(Every(distance, Implies(distance > 0, there, evaluate=False)))


# with one parameter each, q = 2: the disturbance of the block's eigenvector, over its eigenvalue,
# and the share of the other product in the eigenvector of the whole
MUCH_SMALLER = as_small_as_one_likes(le(ENTRY, distance * ENTRY))
IS_CLOSE = as_small_as_one_likes(le(vj**2, distance * (vi**2 + vj**2)), *AT_TOP)
APART = {distance: sp.S.Half / 2, ti: much + 1, tj: 1}

ORDERS = Claim(
    id="instability-flatness/txt-davis-kahan-orders",
    title="Orders of the disturbance and of the gap",
    source=Source("", "appendix E.6, Davis-Kahan"),
    words="If one product is much larger, the disturbance of its eigenvector is at most of the "
    "order of Theta_a Theta_b, and its eigenvalue at least of the order of Theta_a^2; so its block "
    "dominates, and the eigenvector of the whole is close to that of the block.",
    printed={
        "disturbance": of_products(order(ti**2 / ratio, "at most")),
        "eigenvalue": of_products(order(ti**2, "at least")),
        "much smaller": of_products(MUCH_SMALLER),
        "close": of_products(IS_CLOSE),
        "other products": LARGER,
    },
    against={
        "much smaller": ByReading({ANY: fails(MUCH_SMALLER, APART)}),
        "close": ByReading({ANY: fails(IS_CLOSE, {**APART, lam: 4, vi: 1, vj: 1})}),
    },
    note="With one parameter each, r_k their ratio, and q = 2 all entries of the Hessian are 2, "
    "so that the disturbance and the block's eigenvalue are 2, whatever the products are, and both "
    "coordinates of the eigenvector are equal.",
)
