"""The printed proof of Theorem 4.8 (Theorem E.3), step by step; objects as in `mirror_maps`."""

from itertools import permutations

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import (
    Assume,
    Choose,
    Clause,
    Cut,
    Generalise,
    Give,
    Lemma,
    Put,
    Solve,
    Specialise,
)
from theory.binders import substitute
from theory.choices import Ambiguous
from theory.claim import ByHand, Claim, ForAll, Instead, Source
from theory.existence import given_by, met
from theory.language import eq, function, integers, reals
from theory.papers.steepest_mirror import products_argument as products
from theory.papers.steepest_mirror.coordinates import DEEP, inverse_metric
from theory.papers.steepest_mirror.coordinates import x as xl
from theory.papers.steepest_mirror.coordinates import x0 as xl0
from theory.papers.steepest_mirror.mirror_maps import (
    AT_ORIGIN,
    BALANCED,
    DEPTH,
    INVERSE_POWER,
    L,
    M,
    lam,
    power_of_x,
    q,
    share,
    speed_at,
    z,
)
from theory.places import HERE
from theory.quantifiers import Every, Some, denied, inhabited

x, x0, y = reals("x x_0 y")

CHAIN_RULE = Claim(
    id="steepest-mirror/thm-4.8-step-chain-rule",
    title="Velocity of the product by the chain rule",
    source=Source(appendix="proof of Theorem E.3, first display"),
    words="Each factor moves the product by the q-th power of the product of the others, against "
    "the sign of the slope.",
    printed=States(products.CHAIN_RULE_SAYS, given=DEEP),
    lemmas=products.CHAIN_LEMMA,
    because={"": products.CHAIN_RULE},
    note="In coordinate l: on the left the sum over the factors of their velocities by (5), times "
    "the products of the others, where the slope of f in a factor is that in x times this product.",
)


def power(z, balance=lam):
    """Return |x|^q of the product with |w_1|^q = z, as printed below (14)."""
    return z * (z + balance) ** (L - 1)


OF_X = sp.Abs(xl) ** q
ROOTS = {**DEEP, "theorem 4.8": (lam > 0,)}
IS_ROOT = (z >= 0, sp.Eq(OF_X, power(z)))
NO_OTHER = Every(y, Implies(And(y >= 0, sp.Eq(OF_X, power(y))), sp.Eq(y, z), evaluate=False))
INCREASES_TOO, IS_SOLUTION = "it increases with lambda = 0", "a solution with lambda = 0"
INCREASES = "the right side increases"
NONE_ELSE = Generalise(
    Solve(
        NO_OTHER.body,
        (q >= 1, L >= 1, lam > 0, *IS_ROOT),
        (Lemma(INCREASES), Put(Lemma(INCREASES), {y: z, z: y})),
    ),
    y,
)

UNIQUE_ROOT = Claim(
    id="steepest-mirror/thm-4.8-step-unique-root",
    title="|w_1|^q is a function of x",
    source=Source(appendix="proof of Theorem E.3, derivative of z (z + lambda)^(L-1)"),
    words="z (z + lambda)^(L-1) increases with z, so that one z belongs to each |x|; for lambda = "
    "0 it is |x|^(q/L).",
    printed={
        "derivative": ForAll(
            given={**ROOTS, HERE: (z >= 0,)},
            says=eq(sp.Derivative(power(z), z), inverse_metric(z, lam)),
        ),
        "it is positive": ForAll(given={**ROOTS, HERE: (z >= 0,)}, says=inverse_metric(z, lam) > 0),
        "one solution at most": States(NO_OTHER, given={**ROOTS, HERE: IS_ROOT}),
        "a solution": States(Some(z, And(*IS_ROOT)), given=ROOTS),
        "lambda = 0": ForAll(
            given={**DEEP, HERE: (z >= 0, sp.Eq(OF_X, power(z, 0)))},
            says=eq(z, sp.Abs(xl) ** (q / L)),
        ),
    },
    lemmas={
        IS_SOLUTION: ForAll(
            given=(q >= 1, L >= 1, sp.Ne(xl, 0)), says=eq(power(sp.Abs(xl) ** (q / L), 0), OF_X)
        ),
        INCREASES_TOO: ForAll(
            given=(L >= 1, z > 0, y > z), says=sp.Gt(power(y, 0), power(z, 0), evaluate=False)
        ),
        INCREASES: ForAll(given=(lam > 0, L >= 1, z >= 0, y > z), says=power(y) > power(z)),
        "zero at z = 0": ForAll(given=(lam > 0, L >= 1, sp.Eq(z, 0)), says=eq(power(z), 0)),
        "unbounded growth": ForAll(
            given=(lam > 0, L >= 1, z >= 0), says=power(z) >= z * lam ** (L - 1)
        ),
    },
    because={
        "one solution at most": NONE_ELSE,
        "lambda = 0": ByHand((IS_SOLUTION, INCREASES_TOO)),
        "a solution": ByHand(("zero at z = 0", "unbounded growth")),
    },
    note="A solution exists because the right side is continuous, zero at z = 0 and at least "
    "lambda^(L-1) z.",
)

ROOT = (-lam + sp.sqrt(lam**2 + 4 * OF_X)) / 2
depth = integers("L_two")  # of (14) in the display for two factors
BALANCED_OR_EQUAL = (z >= 0, lam >= 0)  # theorem E.3 admits lambda = 0

APPENDIX_METRIC = Claim(
    id="steepest-mirror/thm-4.8-step-appendix-metric",
    title="Inverse metric at depth 2, as the proof writes it",
    source=Source(appendix="proof of Theorem E.3, last display of its first part"),
    words="At depth 2 the inverse metric is 2 |w_1|^q + lambda, and a square root of lambda^2 and "
    "|x|^q.",
    printed={
        "a root of the quadratic": ForAll(
            given=(q >= 1, lam >= 0, sp.Eq(z, ROOT)),
            says=And(z >= 0, sp.Eq(power_of_x(z, lam, 2), OF_X)),
        ),
        "the sole one that is not negative": ForAll(
            given=(q >= 1, z >= 0, lam >= 0, sp.Eq(OF_X, power_of_x(z, lam, 2))),
            says=sp.Eq(z, ROOT),
        ),
        "2 |w_1|^q + lambda": ForAll(
            given=BALANCED_OR_EQUAL,
            says=eq(speed_at(z, lam, depth), 2 * z + lam),
            where={depth: sp.Integer(2)},
        ),
        "square root": ForAll(
            given=BALANCED_OR_EQUAL,
            says=sp.Eq(speed_at(z, lam, 2), sp.sqrt(lam**2 + power_of_x(z, lam, 2))),
        ),
    },
    instead={
        "square root": Instead(
            ForAll(
                given=BALANCED_OR_EQUAL,
                says=sp.Eq(speed_at(z, lam, 2), sp.sqrt(lam**2 + 4 * power_of_x(z, lam, 2))),
            ),
            meant=Source("Theorem 4.8", "Theorem E.3"),
        ),
    },
    note="|x|^q stands as its value z (z + lambda) with z = |w_1|^q. In (14) at L = 2 the "
    "power 0 of z + lambda is 1, also of 0.",
)

RANGE = Claim(
    id="steepest-mirror/thm-4.8-step-range",
    title="Range of the inverse metric",
    source=Source(appendix="proof of Theorem E.3, second part"),
    words="The inverse metric ranges over [lambda^(q(L-1)), infinity), the metric over the "
    "reciprocals, its upper end excluded.",
    printed={
        "lower end is attained": ForAll(
            given=(*DEPTH, lam > 0),
            where=AT_ORIGIN,
            says=sp.Eq(speed_at(z, lam, L), lam ** (q * (L - 1))),
        ),
        "lower end is a bound": ForAll(
            given=(*DEPTH, *BALANCED),
            says=speed_at(z, lam, L) >= lam ** (q * (L - 1)),
        ),
        "metric below its upper end": ForAll(
            given=(*DEPTH, *BALANCED),
            says=1 / speed_at(z, lam, L) < lam ** (-q * (L - 1)),
        ),
    },
    instead={
        "lower end is attained": Instead(
            ForAll(
                given=(L >= 2, lam > 0),
                where=AT_ORIGIN,
                says=sp.Eq(speed_at(z, lam, L), lam ** (L - 1)),
            ),
            meant=Source("Corollary 4.9"),
        ),
        "lower end is a bound": Instead(
            ForAll(
                given=(*BALANCED, L >= 2),
                says=speed_at(z, lam, L) >= lam ** (L - 1),
            ),
            meant=Source("Corollary 4.9"),
        ),
        "metric below its upper end": Instead(
            ForAll(
                given=(*BALANCED, L >= 2),
                says=1 / speed_at(z, lam, L) <= lam ** (1 - L),
            ),
            meant=Source("Corollary 4.9"),
        ),
    },
    note="lambda is the balance of q-th powers here; lambda^(q(L-1)) belongs to Corollary 4.10, "
    "where lambda is the size of a factor. The upper end of the metric is attained, at x = 0. "
    "The range of the inverse is printed without the exponent -1, as far as the text can be read.",
)

ON_ROOT = (q >= 1, L >= 1, lam > 0, z > 0, sp.Eq(OF_X, power(z)))
ABOVE_POWER = sp.Ge(1 / inverse_metric(z, lam), sp.Abs(xl) ** -M, evaluate=False)
_at_two = {q: 2, L: 2, lam: 3, z: 1, xl: 2}
TWO_IS_TOO_FAR = given_by(
    inhabited(tuple(_at_two), (*ON_ROOT, denied(ABOVE_POWER))),
    {symbol: sp.Integer(value) for symbol, value in _at_two.items()},
    (),
    (),
)

ON_BALANCED = {**ROOTS, HERE: (z > 0, sp.Eq(OF_X, power(z)))}
BY_SHARE, ROOT_OF, POWERS_RISE, POWER_OF_ROOT = (
    "by the ratio rho",
    "a power of a root",
    "powers of a larger number",
    "another power of a root",
)
SIZE_OF_X = power(z) ** (1 / q)
MENDED = ForAll(
    sp.Ge(1 / inverse_metric(z, lam), sp.Abs(xl) ** -M / (L + share), evaluate=False),
    given=ON_BALANCED,
    where={share: lam / z},
)
_root = Put(Lemma(ROOT_OF), {y: power(z)})
_size = Solve(
    eq(sp.Abs(xl), SIZE_OF_X),
    MENDED.given,
    (
        _root,
        *(
            Put(Lemma(POWERS_RISE), dict(zip((x, y), pair, strict=True)))
            for pair in permutations((sp.Abs(xl), SIZE_OF_X))
        ),
    ),
)
_power = Solve(
    eq(sp.Abs(xl) ** -M, INVERSE_POWER),
    MENDED.given,
    (_size, Put(Lemma(POWER_OF_ROOT), {y: power(z)})),
)
_metric, _factor = reals("b k")
_equals = Solve(_metric >= x / _factor, (_factor > 0, _metric >= y / _factor, eq(x, y)))
_parts = {_metric: 1 / inverse_metric(z, lam), _factor: L + lam / z}
_parts |= {x: sp.Abs(xl) ** -M, y: INVERSE_POWER}
_defined = (
    Solve(sp.Or(sp.Ne(z + lam, 0), sp.And(sp.Eq(z + lam, 0), sp.Ge(L - 1, 0))), MENDED.given),
    Solve(sp.Or(sp.Ne(z + lam, 0), sp.And(sp.Eq(z + lam, 0), sp.Ge(L - 2, 0))), MENDED.given),
    Solve(
        sp.Or(sp.Abs(xl) > 0, sp.And(sp.Eq(sp.Abs(xl), 0), sp.Ge(-M, 0))),
        MENDED.given,
        (_size, _root),
    ),
    Solve(sp.Or(power(z) > 0, sp.And(sp.Eq(power(z), 0), sp.Ge(-(L - 1) / L, 0))), MENDED.given),
    Solve(
        sp.Ne(inverse_metric(z, lam), 0), MENDED.given, (Clause(UNIQUE_ROOT.id, "it is positive"),)
    ),
    Solve(sp.And(L + lam / z > 0, sp.Ne(z, 0), sp.Ne(L, 0)), MENDED.given),
)
BY_RATIO = Cut(Put(_equals, _parts), (*_defined, Lemma(BY_SHARE), _power))

LOWER_BOUND = Claim(
    id="steepest-mirror/thm-4.8-step-lower-bound",
    title="Lower bound on the metric",
    source=Source(appendix="proof of Theorem E.3, display for essential smoothness"),
    words="R''(y) is at least |y|^(-m), m = q (L-1)/L, so that R' grows at least like the "
    "integral of that power, |x|^(1-m) / (1-m).",
    printed={
        "bound": ForAll(ABOVE_POWER, given=ON_BALANCED),
        "integral": ForAll(
            given={
                **DEEP,
                "where the printed value is defined": (sp.Ne(1 - M, 0),),
                HERE: (xl > 0,),
            },
            says=eq(sp.Derivative(xl ** (1 - M) / (1 - M), xl), xl**-M),
        ),
    },
    lemmas={
        BY_SHARE: ForAll(
            given=(z > 0, lam > 0, L >= 1),
            where={share: lam / z},
            says=1 / inverse_metric(z, lam) >= INVERSE_POWER / (L + share),
        ),
        ROOT_OF: ForAll(
            sp.And(y ** (1 / q) > 0, eq((y ** (1 / q)) ** q, y)), given=(q >= 1, y > 0)
        ),
        POWERS_RISE: ForAll(x**q < y**q, given=(q >= 1, x > 0, y > x)),
        POWER_OF_ROOT: ForAll(
            eq((y ** (1 / q)) ** -M, y ** (-(L - 1) / L)), given=(q >= 1, L >= 1, y > 0)
        ),
    },
    instead={
        "bound": Instead(
            MENDED,
            because=BY_RATIO,
            words="a factor 1 / (L + rho) in front of the power; the integral of it diverges for "
            "the same m, so that the proof goes on as before",
        )
    },
    against={"bound": TWO_IS_TOO_FAR},
    note="For L >= 2 the left side, R''(x_l), is at most |x_l|^(-m) / L by the inequality of "
    "arithmetic and geometric means; for L = 1 both sides are 1. A factor 1 / (L + rho) is "
    "missing, rho = lambda / |w_1|^q, which is at least 1 / (L + 1) from some |x_l| on: the "
    "integral diverges for the same m, and the proof of theorem 4.8 uses no more. At m = 1 "
    "the printed integral divides by 0; it is log x_l.",
    symbols={share: "the ratio of lambda and |w_1|^q"},
)

# the integral of |y|^(-m) from 1 to x, and that its square grows beyond every level
EXPONENT = q * (L - 1) / L
INTEGRAL = sp.Piecewise(
    (sp.log(xl), sp.Eq(EXPONENT, 1)),
    ((xl ** (1 - EXPONENT) - 1) / (1 - EXPONENT), True),
    evaluate=False,
)
level, far, e, top = reals("K X e b")
BEYOND = Implies(sp.Ge(xl, far), level <= INTEGRAL**2, evaluate=False)
DIVERGES = Every(level, Some(far, Every(xl, BEYOND)))
STAYS_SMALL = EXPONENT <= 1


def reaches(where_it_does, *using, case):
    """Argue that the square of the integral grows beyond a level from a point on."""
    (some,) = (part for part in (DIVERGES.body,))
    at = substitute(BEYOND, {far: where_it_does})
    beyond = Solve(at, (*DEEP_GIVEN, case), using)
    there = Give(Generalise(beyond, xl), some, where_it_does)
    return Generalise(Solve(some, (*DEEP_GIVEN, case), (there,)), level)


DEEP_GIVEN = (q >= 1, L >= 1)
RATE = 1 - EXPONENT
NEED = sp.Abs(level) + 1
POWER_ABOVE, LOG_ABOVE, POWER_BELOW = (
    "a power from a point on",
    "the logarithm from a point on",
    "a power with a negative exponent",
)
START = (1 + e * top) ** (1 / e)
DIVERGENCE_LEMMAS = {
    "a power of a root": ForAll(eq(START**e, 1 + e * top), given=(e > 0, top >= 0)),
    "a root is positive": ForAll(START > 0, given=(e > 0, top >= 0)),
    LOG_ABOVE: ForAll(sp.log(xl) >= top, given=(xl >= sp.exp(top),)),
}
_above = Solve((xl**e - 1) / e >= top, (e > 0, top >= 0, y > 0, xl >= y, eq(y**e, 1 + e * top)))
ABOVE = Solve(
    (xl**e - 1) / e >= top,
    (e > 0, top >= 0, xl >= START),
    (Put(_above, {y: START}), Lemma("a power of a root"), Lemma("a root is positive")),
)
IF = Solve(
    DIVERGES,
    (*DEEP_GIVEN, STAYS_SMALL),
    (
        reaches(START.subs({e: RATE, top: NEED}), Put(ABOVE, {e: RATE, top: NEED}), case=RATE > 0),
        reaches(sp.exp(NEED), Put(Lemma(LOG_ABOVE), {top: NEED}), case=sp.Eq(EXPONENT, 1)),
    ),
)
BOUND = 1 / (EXPONENT - 1) ** 2 + 1
_below = Solve(((xl ** (-e) - 1) / (-e)) ** 2 <= 1 / e**2, (e > 0, xl >= 1))
_then = substitute(BEYOND, {level: BOUND})
_bounded = Solve(
    STAYS_SMALL,
    (*DEEP_GIVEN, sp.Ne(EXPONENT, 1), Every(xl, _then)),
    (
        Specialise(Assume(Every(xl, _then)), sp.Max(far, 1)),
        Put(_below, {e: -RATE, xl: sp.Max(far, 1)}),
    ),
)
ONLY_IF = Solve(
    STAYS_SMALL,
    (*DEEP_GIVEN, DIVERGES),
    (Choose(Specialise(Assume(DIVERGES), BOUND), _bounded, far),),
)

ESSENTIAL = Claim(
    id="steepest-mirror/thm-4.8-step-essential-smoothness",
    title="The squared integral of |y|^(-m) diverges if and only if m <= 1",
    source=Source(appendix="proof of Theorem E.3, 'diverges if and only if'"),
    words="The lower bound of the squared gradient of R, the squared integral of |y|^(-m), grows "
    "without bound if and only if m = q (L-1)/L <= 1.",
    printed={
        "if": States(DIVERGES, given={**DEEP, HERE: (STAYS_SMALL,)}),
        "only if": States(STAYS_SMALL, given={**DEEP, HERE: (DIVERGES,)}),
    },
    lemmas=DIVERGENCE_LEMMAS,
    because={
        "if": IF,
        "only if": met(ONLY_IF, (*DEEP_GIVEN, DIVERGES), {q: 1, L: 1}, (Put(IF, {q: 1, L: 1}),)),
    },
    uses=("steepest-mirror/thm-4.8-step-lower-bound#integral",),
    note="Of the display the integral is taken, from 1 to x > 0; the value that is printed for it "
    "divides by 0 at m = 1, where it is log x (see the lower bound). The proof infers essential "
    "smoothness; definition 3.1 asks nothing of the gradient at infinity, so that for "
    "lambda > 0 R is essentially smooth at every m.",
)


rho = function("rho")
END = Ambiguous(
    "the proof leaves the lower end of the integral open",
    {"the integral from 0": sp.S.Zero, "normalised as in lemma 4.13, R'(x_0) = 0": xl0},
)


def integral(last):
    """Return the integral of the metric up to a point."""
    return sp.Integral(rho(y), (y, END, last))


def gradient(x):
    """Return R' for q = 2, L = 2, normalised to vanish at x_0."""
    return (sp.asinh(2 * x / lam) - sp.asinh(2 * x0 / lam)) / 2


ODD = Claim(
    id="steepest-mirror/thm-4.8-step-odd",
    title="The gradient of R is odd",
    source=Source(appendix="proof of Theorem E.3, last paragraph"),
    words="The metric is even, so that its integral R' is odd.",
    printed=States(
        eq(integral(-xl), -integral(xl)), given={HERE: (Every(y, eq(rho(-y), rho(y))),)}
    ),
    lemmas={
        "q = 2, L = 2: antiderivative": ForAll(
            given=(lam > 0,),
            says=sp.Eq(sp.Derivative(gradient(x), x), 1 / sp.sqrt(4 * x**2 + lam**2)),
        ),
        "q = 2, L = 2: odd, normalised at x_0": ForAll(
            given=(lam > 0,), says=sp.Eq(gradient(-x), -gradient(x))
        ),
        "q = 2, L = 2: odd, the integral from 0": ForAll(
            given=(lam > 0, sp.Eq(x0, 0)), says=sp.Eq(gradient(-x), -gradient(x))
        ),
    },
    because={
        "": ByHand(
            ("q = 2, L = 2: antiderivative", "q = 2, L = 2: odd, the integral from 0"),
            reading=("the integral from 0",),
        )
    },
    note="rho stands for R'' in one coordinate. R'(x_0) = 0 is the normalisation of lemma 4.13, "
    "with which R' is not odd; R'(0) = 0 is the one that the proof needs. The range of R' is not "
    "affected.",
)

t, factor, dual = reals("t w R'")
ONE_FACTOR = sp.Max(0, 1 - t / 2) ** 2  # either factor of the coordinate, from (1, 1)
OF_PRODUCT = {  # R' for R'' = |x|^(-3/4) / 2
    factor: ONE_FACTOR,
    x: factor**2,
    dual: 2 * sp.Abs(x) ** sp.Rational(1, 4),
}


def falls(*given):
    """Return that R' falls at unit speed along the flow of two factors of one size."""
    return ForAll(given=(t >= 0, *given), says=sp.Eq(dual, 2 - t), where=OF_PRODUCT)


FROM_ZERO_BALANCE = Claim(
    id="steepest-mirror/thm-4.8-lambda-zero",
    title="Mirror flow from a start with lambda = 0",
    source=Source(appendix="Theorem E.3, which asks for lambda >= 0"),
    words="From factors of one size the flow is the mirror flow of the R with lambda = 0.",
    printed={
        "flow of the factors for q = 3/2, L = 2 and f = x": ForAll(
            given=(t >= 0, t < 2),
            says=sp.Eq(sp.Derivative(ONE_FACTOR, t), -sp.sqrt(ONE_FACTOR)),
        ),
        "R' falls at unit speed for q = 3/2, L = 2 and f = x": falls(),
    },
    instead={
        "R' falls at unit speed for q = 3/2, L = 2 and f = x": Instead(
            falls(t <= 2),
            words="until the factors reach 0, here up to t = 2; or ask for lambda > 0, as theorem "
            "4.8 does",
        ),
    },
    uses=("steepest-mirror/thm-4.8#steepest mirror flow", "steepest-mirror/lem-4.13"),
    symbols={
        factor: "either factor of the coordinate at time t, from 1",
        x: "the product of the two factors",
        dual: "the slope of R at that product",
    },
    note="Theorem 4.8 asks for lambda > 0. From w_1 = w_2 = 1 both factors are (1 - t/2)^2, x is "
    "their product and R'(x) = 2 x^(1/4) = 2 - t. At t = 2 both are 0 and may rest there for ever, "
    "while dR' = -dt goes on to negative x. From there another solution leaves along (a, -a), for "
    "which the law goes on to hold. Where q (L-1)/L >= 1 the point x = 0 is not reached.",
)
