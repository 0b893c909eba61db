"""Theorem 4.8 and its corollaries: a deep diagonal product under steepest flow is a mirror flow.

x = w_1 ... w_L, dw_i/dt = -sign(d_i f) |d_i f|^(q-1), 1/p + 1/q = 1, one coordinate (everything is
separable). Balance with respect to w_1: |w_i|^q - |w_1|^q = lambda for i >= 2, kept by the flow.
With z = |w_1|^q the factors are known, so the speed of x is a function of z and lambda; it is the
inverse metric 1/R'' if z is a function of x. Every balanced point has z >= 0, every z >= 0 occurs.
"""

from functools import cache

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.language import DEFINES, Head, eq, integers, reals
from theory.papers.steepest_mirror import balance_argument as balance
from theory.papers.steepest_mirror import products_argument as products
from theory.papers.steepest_mirror.coordinates import (
    DEEP,
    FAMILY,
    GAP,
    L_P,
    inverse_metric,
)
from theory.papers.steepest_mirror.coordinates import rho as metric_of_x
from theory.papers.steepest_mirror.coordinates import slope as slope_of_f
from theory.papers.steepest_mirror.coordinates import steepest as steepest_of
from theory.papers.steepest_mirror.coordinates import x as xl
from theory.places import HERE
from theory.quantifiers import Every, Some

q, slope, first, other = reals("q slope w_1 w_2")
z, z1, z2, lam, share = reals("z z_1 z_2 lambda rho")
rest, time = reals("s t")
L = integers("L")

VELOCITY = Head(
    "Velocity",
    "dx/dt at f'(x) = slope for a factor w_1 and L - 1 factors w_2; q, slope, L, w_1, w_2",
    latex=r"\dot x",
)
CONTRIBUTION = Head(
    "Contribution",
    "what one factor adds to dx/dt, c the product of the others; q, f'(x), c",
    latex=r"\dot x_w",
)
AFTER_REST = Head(
    "AfterRest",
    "dx/dt at f'(x) = -1 from a lambda-balanced start with w_1 = 0, after a time s "
    "with f'(x) = x; q, s, lambda, L",
    latex=r"\dot x_s",
)


# the domain of R: the real line, or the closed (B.9) or open (3.1) half line on the side of x_0
BREGMAN = Head(
    "Bregman", "1 if R on the line meets Definition B.9, else 0", latex=r"\mathbb 1_{B.9}"
)
BREGMAN_SIDE = Head(
    "BregmanSide",
    "1 if R on the half line of x_0 meets Definition B.9, else 0",
    latex=r"\mathbb 1_{B.9}^{+}",
)
LEGENDRE = Head(
    "Legendre", "1 if R on the line meets Definition 3.1, else 0", latex=r"\mathbb 1_{3.1}"
)
LEGENDRE_SIDE = Head(
    "LegendreSide",
    "1 if R on the half line of x_0 meets Definition 3.1, else 0",
    latex=r"\mathbb 1_{3.1}^{+}",
)
EXPONENT = Head("Exponent", "the metric exponent of Definition 4.12")
ONTO = Head("Onto", "1 if R' takes every real value, else 0", latex=r"\mathbb 1_{R'\ onto}")


# -- the objects, derived --------------------------------------------------------------------


def indicator(condition):
    """Return 1 where a condition holds, else 0."""
    return sp.Piecewise((1, condition), (0, True))


def steepest(q, partial):
    """Return dw/dt of a parameter with partial derivative `partial`."""
    return -sp.sign(partial) * sp.Abs(partial) ** (q - 1)


@cache
def contribution(q, slope, c):
    """Derive what one factor adds to dx/dt, by the chain rule for x = w c."""
    by_w = sp.diff(_W * _C, _W).subs(_C, c)
    return by_w * steepest(q, slope * by_w)


@cache
def velocity(q, slope, L, first, other):
    """Derive dx/dt for x = w_1 w_2^(L-1), the sum over a factor w_1 and L - 1 factors w_2."""
    one = contribution(q, slope, other ** (L - 1))
    return one + (L - 1) * contribution(q, slope, first * other ** (L - 2))


_W, _C = reals("W C")


@cache
def after_rest(q, rest, lam, L):
    """Derive the speed at w_1 = 0 after a time s in which the slope was x itself.

    For q > 1 all partial derivatives vanish at x = 0 and the factors stand still. At q = 1 those
    of a later factor w_i, w_i times a square near w_1 = 0, have the sign of w_i on either side:
    the only Filippov velocity is -1, while w_1 is pushed back to 0 from both sides.
    """
    fallen = velocity(1, -1, L, 0, lam - rest)
    return sp.Piecewise((fallen, sp.Eq(q, 1)), (velocity(q, -1, L, 0, lam ** (1 / q)), True))


def speed_at(z, lam, L, q=None):
    """Return the inverse metric (14) as printed; it does not depend on q."""
    return (z + lam) ** (L - 1) + (L - 1) * z * (z + lam) ** (L - 2)


def power_of_x(z, lam, L):
    """Return |x|^q as printed below (14)."""
    return z * (z + lam) ** (L - 1)


def reach_at(z, lam, L, q):
    """Return |x| as a function of z."""
    return power_of_x(z, lam, L) ** (1 / sp.sympify(q))


def gradient_rate(z, lam, L, q):
    """Derive d R'/dz = R'' d|x|/dz."""
    return sp.diff(reach_at(z, lam, L, q), z) / speed_at(z, lam, L)


def distance_rate(z, lam, L, q, share):
    """Derive d D_R(x, y)/dz for y = x(z) and x = share * y: D_R has y-derivative (y - x) R''."""
    return (1 - share) * reach_at(z, lam, L, q) * gradient_rate(z, lam, L, q)


def order(expression, of, at_infinity):
    """Derive e in expression ~ of^e as `of` tends to infinity or 0, for sums of positive terms.

    The largest term of such a sum decides at infinity, the smallest power at 0.
    """
    if not expression.has(of):
        return sp.Integer(0)
    if expression.is_Mul:
        return sp.Add(*(order(a, of, at_infinity) for a in expression.args))
    if expression.is_Pow:
        return expression.exp * order(expression.base, of, at_infinity)
    if expression.is_Add:
        orders = {sp.expand(order(a, of, at_infinity)) for a in expression.args}
        return (sp.Max if at_infinity else sp.Min)(*orders)
    return sp.Integer(1)


_UNKNOWNS = sp.symbols("u a depth dual", positive=True)


@cache
def _order(rate, balanced, at_infinity):
    """Derive the order of a quantity in z, a formula in L and q, for lambda = 0 or lambda > 0."""
    u, a, depth, dual = _UNKNOWNS
    found = order(rate(u, 0 if balanced else a, depth, dual), u, at_infinity)
    return sp.factor(sp.simplify(found))


def _orders(rate, q, L, at_infinity):
    """Return both orders of a quantity at given q and L, for lambda = 0 and lambda > 0."""
    at = dict(zip(_UNKNOWNS[2:], (L, q), strict=True))
    return [_order(rate, b, at_infinity).subs(at, simultaneous=True) for b in (True, False)]


def _when(rate, q, L, lam, at_infinity, test):
    """Return when the order of a rate passes a test, lambda = 0 apart from lambda > 0."""
    equal, unequal = map(test, _orders(rate, q, L, at_infinity))
    if equal == unequal:
        return equal
    return sp.And(sp.Or(sp.Ne(lam, 0), equal), sp.Or(sp.Eq(lam, 0), unequal))


def _from_zero(z, lam, L, q):
    return distance_rate(z, lam, L, q, 0)


def metric_exponent(q, L, lam):
    """Derive the order of the inverse metric in |x| at infinity from the orders of both in z.

    They are the same for every lambda: far out z + lambda is of the order of z.
    """
    (equal, _), (reach, _) = _orders(speed_at, q, L, True), _orders(reach_at, q, L, True)
    return equal / reach


def _smooth_at_0(q, L, lam):
    """Decide whether R' converges at 0, so that R is C^1 across it."""
    return _when(gradient_rate, q, L, lam, False, lambda e: e > -1)


def _bounded(q, L, lam):
    """Decide whether the level sets of D_R(x, .) are bounded.

    D_R(0, .) is the integral of `distance_rate` and must diverge far out (order at least -1);
    another first argument changes the rate by a factor between 1/2 and 3/2 there.
    """
    return _when(_from_zero, q, L, lam, True, lambda e: e >= -1)


@cache
def bregman(q, L, lam):
    """Decide Definition B.9 for R with 1/R'' as in (14) on the line: C^1 at 0, bounded."""
    return indicator(sp.And(_smooth_at_0(q, L, lam), _bounded(q, L, lam)))


@cache
def bregman_side(q, L, lam):
    """Decide Definition B.9 on a half line, which is closed if R, as D_R(0, .), is finite at 0."""
    closed = _when(_from_zero, q, L, lam, False, lambda e: e > -1)
    return indicator(sp.And(closed, _bounded(q, L, lam)))


@cache
def onto(q, L, lam):
    """Decide whether R' takes every value: R' is monotone and its integral diverges far out."""
    unbounded = _when(gradient_rate, q, L, lam, True, lambda e: e >= -1)
    return sp.Piecewise((1, unbounded), (0, True))


@cache
def legendre(q, L, lam):
    """Decide Definition 3.1 on the line, which has no boundary: R must be differentiable at 0."""
    return indicator(_smooth_at_0(q, L, lam))


@cache
def legendre_side(q, L, lam):
    """Decide Definition 3.1 on a half line: R' diverges at 0, its only boundary point."""
    return indicator(_when(gradient_rate, q, L, lam, False, lambda e: e <= -1))


# -- hypotheses ------------------------------------------------------------------------------

DEPTH = (q >= 1, L >= 2)
BALANCED = (z >= 0, lam > 0)
FACTORS = (*DEPTH, other > sp.Abs(first))
M = q * (L - 1) / L  # the metric exponent, m in the paper
RESTED = (L >= 2, rest >= 0, rest < lam)
METRIC = {lam: sp.Abs(other) ** q - sp.Abs(first) ** q, z: sp.Abs(first) ** q}
AT_ORIGIN = {z: sp.Integer(0)}
INVERSE_POWER = power_of_x(z, lam, L) ** (-(L - 1) / L)  # |x|^(-m)
STEP = -sp.sign(slope) * sp.Abs(slope) ** (q - 1)
NO_DECAY = (sp.Eq(balance.alpha, 0),)
BALANCES = {**DEEP, "section 4, any two factors": balance.WHICH}
SENSE = (
    "the flow is printed with a sign, of which sign(0) = 0, and can be interpreted in the sense of "
    "Filippov, with velocities from all around a point"
)
SIGN_OF_0, FILIPPOV = "with sign(0) = 0", "in the sense of Filippov"
KEPT, MIRROR_FLOW = f"lambda stays that of the start, {SIGN_OF_0}", "steepest mirror flow"
NO_CONDITION = "Bregman without a condition on m, appendix"
AT_LAMBDA_0 = f"{NO_CONDITION}, lambda = 0"
ON_R, ON_SIDE, EVERY_Q = (
    "on R",
    "on the side of x_0, q in [1, 2]",
    "on the side of x_0, every q >= 1",
)
FOLLOWS = Implies(
    products.BALANCED,
    eq(metric_of_x(products.x_of()) * products.BY_CHAIN_RULE, -steepest_of(slope_of_f)),
    evaluate=False,
)


APPENDIX = "appendix, without a condition on q (L-1)/L"


# -- the theorem -----------------------------------------------------------------------------

OF_BALANCED = {**DEEP, "theorem 4.8": (lam > 0,)}
ON_BALANCED_SET = {**DEEP, "theorem E.3": (lam >= 0,), HERE: (products.BALANCED,)}
WITH_VALUE = {"where (14) has a value": (products.HAS_VALUE,)}

EQ_14 = Claim(
    id="steepest-mirror/eq-14",
    title="Inverse metric in terms of the first factor",
    source=Source(appendix="proof of Theorem E.3, (14)"),
    words="On the balanced set the inverse metric, the sum over all factors of the q-th power of "
    "the product of the others, is a function of |w_1|^q and lambda in each coordinate.",
    printed={
        "inverse metric": States(
            eq(products.all_moved(), inverse_metric(products.SIZE, lam)),
            given=ON_BALANCED_SET | WITH_VALUE,
        ),
        "product, below (14)": States(products.PRODUCT_SAYS, given=ON_BALANCED_SET),
    },
    lemmas=products.LEMMAS,
    because={
        "inverse metric": products.METRIC,
        "product, below (14)": products.power_of_all(),
    },
    uses=("steepest-mirror/lem-4.5", "steepest-mirror/thm-4.8-step-chain-rule"),
    note="Coordinate l of the diagonal, any number of factors of any signs. With lambda = 0 and "
    "w_1 = 0 the formula has 0^0 for two factors, which is 1 here, and 0 / 0 for a single one.",
)

THM_4_8 = Claim(
    id="steepest-mirror/thm-4.8",
    title="Deep diagonal products follow a steepest mirror flow",
    source=Source("Theorem 4.8", "Theorem E.3"),
    words="From a lambda-balanced start, dR'(x) is minus the steepest step of f for a separable R "
    "that depends on lambda, L and q only; R is Bregman and Legendre if q (L-1)/L <= 1, and its "
    "second derivative is explicit for L = 2.",
    printed={
        KEPT: States(balance.BALANCE_KEPT, given={**BALANCES, HERE: NO_DECAY}),
        MIRROR_FLOW: Ambiguous(
            SENSE,
            {
                SIGN_OF_0: States(
                    Some(metric_of_x, Every(products.w, Every(slope_of_f, FOLLOWS))),
                    given=OF_BALANCED,
                ),
                FILIPPOV: ForAll(
                    given={"theorem 4.8: w_1 = 0, after a rest at x = 0 of sign flow": RESTED},
                    says=sp.Eq(AFTER_REST(1, rest, lam, L), lam ** (L - 1)),
                ),
            },
        ),
        "Bregman if m <= 1": ForAll(
            given={**OF_BALANCED, HERE: (M <= 1,)}, says=sp.Eq(BREGMAN(q, L, lam), 1)
        ),
        "Legendre if m <= 1": ForAll(
            given={**OF_BALANCED, HERE: (M <= 1,)}, says=sp.Eq(LEGENDRE(q, L, lam), 1)
        ),
        "depth 2": ForAll(
            given={
                **L_P,
                "theorem 4.8": (lam > 0,),
                "(14)": (z >= 0,),
                "the proof of theorem E.3, L = 2": (sp.Eq(sp.Abs(xl) ** q, power_of_x(z, lam, 2)),),
            },
            says=sp.Eq(1 / speed_at(z, lam, 2), 1 / sp.sqrt(4 * sp.Abs(xl) ** q + lam**2)),
        ),
        NO_CONDITION: Ambiguous(
            "section 1 has a family with q in [1, 2], section 4 and corollary 4.14 others too",
            {
                "q in [1, 2]": ForAll(
                    given={**OF_BALANCED, **FAMILY},
                    says=sp.Eq(BREGMAN(q, L, lam), 1),
                ),
                "every q >= 1": ForAll(given=OF_BALANCED, says=sp.Eq(BREGMAN(q, L, lam), 1)),
            },
        ),
        AT_LAMBDA_0: Ambiguous(
            "at lambda = 0 lemma E.4 has R for m < 1 and the side of x_0 for m = 1 as the domain, "
            "and theorem E.3 names none",
            {
                ON_R: ForAll(given={**DEEP, **FAMILY}, says=sp.Eq(BREGMAN(q, L, 0), 1)),
                ON_SIDE: ForAll(given={**DEEP, **FAMILY}, says=sp.Eq(BREGMAN_SIDE(q, L, 0), 1)),
                EVERY_Q: ForAll(given=DEEP, says=sp.Eq(BREGMAN_SIDE(q, L, 0), 1)),
            },
        ),
    },
    lemmas={
        **balance.LEMMAS,
        "metric is a function of x": ForAll(
            given=(z1 >= 0, z2 > z1, lam > 0, L >= 2),
            says=power_of_x(z1, lam, L) < power_of_x(z2, lam, L),
        ),
        "mirror flow of factors of two sizes": ForAll(
            given=FACTORS,
            where=METRIC,
            says=sp.Eq(VELOCITY(q, slope, L, first, other) / speed_at(z, lam, L), STEP),
        ),
        "Bregman at every depth, lambda = 0, on the side of x_0": ForAll(
            given=DEPTH, says=sp.Eq(BREGMAN_SIDE(q, L, 0), 1)
        ),
        "Bregman at every depth, lambda = 0, on the side of x_0, instead": ForAll(
            given=DEPTH, says=sp.Eq(BREGMAN_SIDE(q, L, 0), indicator(M < 2))
        ),
    },
    because={
        KEPT: balance.KEPT,
        MIRROR_FLOW: ByHand(
            ("metric is a function of x", "mirror flow of factors of two sizes"),
            reading=(SIGN_OF_0,),
        ),
    },
    instead={
        NO_CONDITION: Instead(
            ForAll(
                given={**OF_BALANCED, HERE: (M <= 2,)},
                says=sp.Eq(BREGMAN(q, L, lam), 1),
            )
        ),
    },
    uses=(
        "steepest-mirror/lem-4.5",
        "steepest-mirror/eq-14",
        "steepest-mirror/thm-4.8-step-lower-bound",
        "steepest-mirror/thm-4.8-step-essential-smoothness",
    ),
    note="Appendix B and the proof of (13) mean flows in the sense of Filippov. From (0, lambda, "
    "...) with a slope that is 0 on x = 0 for a time s sign flow gets to (0, lambda - s, ...), and "
    "all later times have another R; f = x^2 u^2 / 2 - x v^2 + y, u and v the positive parts of "
    "y - 3/4 and 3/4 - y, has such a slope. Definition B.9 is met up to q (L-1)/L = 2 if lambda > "
    "0. rho is R''.",
    symbols={
        slope: "slope f'(x)",
        rest: "time for which the slope was f'(x) = x, which vanishes at x = 0",
    },
)

# -- its corollaries -------------------------------------------------------------------------

IN_TRAINING = "balanced in training"


def kept_in_training(place, first, *given):
    """Return that training keeps the balance of a start.

    Args:
        place: of the claim.
        first: size of w_1 at the start, next to one other factor.
        given: hypotheses on it.
    """
    two = f"{place}: sign flow of two factors on x^2 / 2"
    return Ambiguous(
        SENSE,
        {
            SIGN_OF_0: States(balance.BALANCE_KEPT, given={**BALANCES, HERE: NO_DECAY}),
            FILIPPOV: ForAll(
                given={two: (*given, lam > 0, time >= 0)},
                says=sp.Eq(GAP(first, first + lam, time), -lam),
            ),
        },
    )


COR_4_9 = Claim(
    id="steepest-mirror/cor-4.9",
    title="Coercivity constant",
    source=Source("Corollary 4.9"),
    words="From a lambda-balanced start, whose balance training keeps, R is inversely coercive "
    "with the constant lambda^(L-1).",
    printed={
        IN_TRAINING: kept_in_training("corollary 4.9", first, first >= 0),
        "coercive": States(
            products.COERCIVE_FORM,
            given={
                "section 3": (products.n >= 1,),
                **DEEP,
                "theorem 4.8": (lam > 0,),
                HERE: (products.BALANCED_EVERYWHERE,),
            },
        ),
    },
    lemmas={**balance.LEMMAS, **products.COERCIVE_LEMMA},
    because={IN_TRAINING: balance.KEPT, "coercive": products.IS_COERCIVE},
    uses=("steepest-mirror/thm-4.8#steepest mirror flow",),
    note="Definition 4.1 with the inverse metric of (14), the sum over factors of the q-th power "
    "of the product of the others, in every coordinate. On f = x^2 / 2 sign flow from (1, 2) is at "
    "(0, 1) at time 1; in the sense of Filippov it slides to (0, 0), where the inverse metric "
    "|w_1| + |w_2| is 0, with sign(0) = 0 it rests.",
    symbols={first: "size of the smaller of two factors at the start"},
)

OF_THE_START = {"section 3": (products.n >= 1,), **DEEP, "corollary 4.10": (lam > 0,)}

COR_4_10 = Claim(
    id="steepest-mirror/cor-4.10",
    title="Coercivity from the start w_1 = 0, w_i = lambda",
    source=Source("Corollary 4.10"),
    words="That start is lambda^q-balanced, and the coercivity constant is lambda^(q(L-1)).",
    printed={
        "balance of the start": States(
            balance.START_BALANCED, given={**OF_THE_START, HERE: balance.AT_START}
        ),
        IN_TRAINING: kept_in_training("corollary 4.10", 0),
        "coercive": States(
            balance.START_COERCIVE,
            given={**OF_THE_START, "corollary 4.10, balanced": (balance.START_BALANCED,)},
        ),
        "no larger constant": States(
            balance.AT_ZERO, given={**OF_THE_START, HERE: balance.AT_START}
        ),
    },
    lemmas={**balance.LEMMAS, **balance.START_LEMMAS},
    because={
        "balance of the start": balance.IS_BALANCED,
        IN_TRAINING: balance.KEPT,
        "coercive": balance.IS_COERCIVE,
        "no larger constant": balance.IS_MET,
    },
    uses=("steepest-mirror/lem-4.5", "steepest-mirror/cor-4.9"),
    note="Equation (5) has weight decay, which the paragraph turns off; with decay the balance "
    "shrinks. The proof puts the start into (13), which is said to hold for all solutions in the "
    "sense of Filippov; there is one for f = x^2 / 2 from w_1 = 0: it leaves w_1 at rest and takes "
    "the other factor down. With sign(0) = 0 that factor rests, too. At w_1 = 0 the inverse metric "
    "is the constant.",
)

REM_4_11 = Claim(
    id="steepest-mirror/rem-4.11",
    title="Relation to smoothed sign descent",
    source=Source("Remark 4.11"),
    words="For q = 1 and L = 2 the mirror map has the structure of that of smoothed sign descent.",
    printed=Missing("the mirror map of the cited work, which the remark does not state"),
)

DEF_4_12 = Claim(
    id="steepest-mirror/def-4.12",
    title="Metric exponent",
    source=Source("Definition 4.12"),
    words="m is the metric exponent if the inverse metric over |x|^m tends to a positive constant "
    "as |x| grows.",
    printed=ForAll(given=(*DEPTH, lam >= 0, EXPONENT(q, L, lam) > 0), says=DEFINES),
)

EVERY_BALANCE = Claim(
    id="steepest-mirror/def-4.12-every-balance",
    title="The metric exponent does not depend on the balance",
    source=Source("section 4, Lemma 4.13", "proof of Lemma E.4"),
    words="The metric exponent is q (L-1)/L, for lambda = 0 and, as Figure 2 and Corollary 4.14 "
    "use it, for lambda > 0.",
    printed={
        "exponent": ForAll(given=(*DEPTH, lam >= 0), says=sp.Eq(EXPONENT(q, L, lam), M)),
        "the limit is L": ForAll(
            given=(z > 0, share >= 0, L >= 2),
            where={lam: share * z},
            says=sp.And(
                1 / speed_at(z, lam, L) <= INVERSE_POWER / L,
                1 / speed_at(z, lam, L) >= INVERSE_POWER / (L + share),
            ),
        ),
    },
    note="|x|^m is the power (L-1)/L of |x|^q = z (z + lambda)^(L-1); rho = lambda / z tends to 0 "
    "as |x| grows.",
)
