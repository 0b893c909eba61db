"""Theorem F.9 and steps of its proof, with the arguments for and against them.

While eta k <= c / (2 C) the first coordinate, which starts at sqrt(c / C) at least, keeps half of
that, and no coordinate gets further than eta k away: the loss lies between two constants, and so
does (1 - eta k)^2. After one step of size 1 the law is 0 and the loss is not.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Assume, Between, Generalise, Hide, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.claim import Claim, Source
from theory.existence import denial, given_by
from theory.language import eq, integers, reals
from theory.orders import LargeEnough, Magnitude, Order, SmallEnough
from theory.papers.signsgd_scaling import loss_argument
from theory.papers.signsgd_scaling.loss_argument import (
    AT_LEAST,
    AT_MOST,
    FIRST_STEP,
    NO_STEP,
    ONE,
    POWER_SUM,
    TAIL,
    by_index,
    lemma,
    n,
    next_term,
    p,
    power_sum,
    z,
)
from theory.papers.signsgd_scaling.notation import (
    OVER,
    PLACES,
    POWER_LAWS,
    SETTING,
    B,
    D,
    alpha,
    beta,
    contribution,
    d,
    eigenvalues,
    eta,
    expected_loss,
    high,
    j,
    k,
    lam,
    low,
    moment,
    sizes,
    target,
    up_to_constants,
    x,
)
from theory.places import HERE

LEMMAS = {
    name: statement
    for name, statement in loss_argument.LEMMAS.items()
    if name in (TAIL, "Bernoulli", "a power of a quotient", "a power and the next")
}
LAW = (1 - eta * k) ** 2
SAYS = Order(expected_loss(d), LAW, "same", OVER)

# -- where eta k is small enough -------------------------------------------------------------------

SHORT = low / (2 * high)
GIVEN = (*SETTING, *POWER_LAWS, sp.Le(eta * k, SHORT, evaluate=False))
LAWS = POWER_LAWS[-1]
IN_RANGE = (n >= 1, n <= d)
i = integers("i")


def of_coordinate(bound, index):
    """Return a bound of the second moment, of a coordinate, with the law of its size."""
    at = Put(bound, {lam: eigenvalues[index], x: -target[index]})
    return at, Specialise(Assume(LAWS), index)


LEAST = low**3 / (8 * high**2)
MOST = high * (1 + 1 / (alpha - 1)) + high * (1 + 1 / (beta - 1)) / 4


def _at_most(top):
    """Return the bound of the loss from above, by sums of powers."""
    return high * power_sum(alpha, top) + high * power_sum(beta, top) / 4


_half = sp.Rational(1, 2)
_far, _law_of_n = of_coordinate(AT_MOST, n)
_not_far = Solve(
    moment(-target[n], k, eigenvalues[n]) <= _half + 2 * target[n] ** 2,
    (*GIVEN, *IN_RANGE),
    (_far, _law_of_n),
)
_term = Solve(
    contribution(n) <= high * n**-alpha + high * n**-beta / 4,
    (*GIVEN, *IN_RANGE),
    (_not_far, _law_of_n),
)
_not_negative = Solve(contribution(n) >= 0, (*GIVEN, *IN_RANGE), of_coordinate(AT_LEAST, n))
_first = Solve(contribution(ONE) >= LEAST, GIVEN, of_coordinate(AT_LEAST, ONE))


def _next(top):
    """Return the last term of the loss and of the sums of powers."""
    totals = (expected_loss, lambda at: power_sum(alpha, at), lambda at: power_sum(beta, at))
    return [next_term(total, top) for total in totals]


FROM_ABOVE = by_index(
    Implies(n <= d, expected_loss(n) <= _at_most(n), evaluate=False),
    GIVEN,
    (*_next(ONE), Put(_term, {n: ONE})),
    (*_next(n + 1), Put(_term, {n: n + 1})),
)
FROM_BELOW = by_index(
    Implies(n <= d, expected_loss(n) >= LEAST, evaluate=False),
    GIVEN,
    (next_term(expected_loss, ONE), _first),
    (next_term(expected_loss, n + 1), Put(_not_negative, {n: n + 1})),
)
_at_most_order_1 = Solve(
    And(expected_loss(d) <= MOST, MOST > 0),
    GIVEN,
    (
        Put(FROM_ABOVE, {n: d}),
        *(Put(POWER_SUM, {p: exponent - 1, n: d}) for exponent in (alpha, beta)),
    ),
)
_law_up_to_1 = Solve(And(sp.Rational(1, 4) <= LAW, LAW <= 1, LEAST > 0), GIVEN)
_no_part = Solve(
    contribution(n) >= 0,
    (*SETTING, *POWER_LAWS, *IN_RANGE),
    of_coordinate(AT_LEAST, n),
)
FROM_FIRST = by_index(
    Implies(n <= d, expected_loss(n) >= contribution(ONE), evaluate=False),
    (*SETTING, *POWER_LAWS),
    (next_term(expected_loss, ONE),),
    (next_term(expected_loss, n + 1), Put(_no_part, {n: n + 1})),
)
_ones = SequenceOf(ONE, i)
_POINT = {eta: ONE, B: ONE, k: ONE, d: ONE, eigenvalues: _ones, target: _ones}
_VALUES = {alpha: sp.Integer(3), beta: sp.Integer(3), low: ONE, high: ONE}


def put_point(e):
    """Return a formula where one coordinate with eigenvalue and target 1 makes one step of 1."""
    return substitute(substitute(e, _VALUES), _POINT)


_laws_of_ones = Generalise(Solve(put_point(LAWS).body), j)


def same_order(task=(), large=()):
    """Return the argument for the law of the loss where eta k is small enough.

    Args:
        task: further hypotheses on the constants.
        large: terms that are large enough where they are at least 1/2.
    """
    return Hide(
        Between(
            *(expected_loss(d), LAW, LEAST, 4 * MOST, OVER),
            (*GIVEN, *task, *(sp.Ge(term, _half, evaluate=False) for term in large)),
            (_at_most_order_1, Put(FROM_BELOW, {n: d}), _law_up_to_1),
        ),
        {SmallEnough(eta * k): SHORT, **{LargeEnough(term): _half for term in large}},
        (
            Solve(SHORT > 0, (low > 0, high >= low)),
            *(Solve(sp.Gt(_half, 0, evaluate=False)) for _ in large),
        ),
        {**_VALUES, **_POINT, eta: _half},
        (_laws_of_ones,),
    )


# -- where eta k is at most any constant -----------------------------------------------------------

C = reals("K")
_root = sp.sqrt(2) / 2


def _sizes_1(statements):
    """Return the sizes of what is at most or at least of order 1: the constant is 1."""
    return {h: ONE for one in statements for h in one.given if isinstance(h, Magnitude)}


def _fails_at_1(statements, more, values=None):
    """Return the argument against laws: after one step of size 1 (1 - eta k)^2 is 0, not the error.

    Args:
        statements: of the loss or of the first coordinate.
        more: further facts.
        values: of further symbols.
    """
    before = [Put(NO_STEP, {x: at, lam: ONE, B: ONE, eta: ONE}) for at in (-2 * ONE, sp.S.Zero)]
    using = (
        *more,
        Put(FIRST_STEP, {x: -ONE, lam: ONE, B: ONE, eta: ONE, k: sp.S.Zero}),
        *before,
        _laws_of_ones,
        lemma(TAIL, {z: -_root}),
        lemma(TAIL, {z: _root}),
    )

    def show(says):
        return given_by(says, {**_POINT, **(values or {})}, (C > 0,), using)

    return denial(statements, _sizes_1(statements), _VALUES, C, show)


_LOSS_AT_POINT = next_term(lambda _: put_point(expected_loss(d)), ONE)


def loss_fails_at_1(statement):
    """Return the argument against an order of the loss whose constants are all 1."""
    return _fails_at_1([statement], (_LOSS_AT_POINT,))


BURNING_IN = tuple(States(SAYS, {**PLACES, HERE: short}) for short in sizes(small=(eta * k,)))

THM_F_9 = Claim(
    id="signsgd-scaling/thm-F.9",
    title="The burn-in phase",
    source=Source("section 3, theorem 3.1, first case", "appendix F.3.1, theorem F.9"),
    words="While eta k is below a constant the expected loss is of the order (1 - eta k)^2.",
    printed=up_to_constants(*BURNING_IN),
    lemmas=LEMMAS,
    because={"": same_order()},
    against={"": loss_fails_at_1(BURNING_IN[0])},
    uses=("signsgd-scaling/lem-H.3", "signsgd-scaling/thm-F.9-step-lattice"),
    note="Where eta k is at most c / (2 C) it is true without any probability, and says that the "
    "loss is of order 1. At eta k = 1 the law is 0 and the loss is not; beyond, the law grows. "
    "Theorem 3.1 states its cases for every step k; the last sentences of the proof take a "
    "constant below 1.",
)

# -- steps of the proof ----------------------------------------------------------------------------

_SHORT_RUN = (eta > 0, k >= 0, sp.Le(eta * k, sp.Rational(1, 2), evaluate=False))
_ORDER_1 = Order(LAW, ONE, "same", (eta, k))
THETA_1 = tuple(
    States(_ORDER_1, {"section 2": (eta > 0, k >= 0), HERE: short})
    for short in sizes(small=(eta * k,))
)


def vanishes_at_1(statement, values, point, using):
    """Return the argument against an order: after one step of size 1 the law is 0."""

    def show(says):
        return given_by(says, point, (C > 0,), using)

    return denial([statement], _sizes_1([statement]), values, C, show, side=1)


STEP_THETA_1 = Claim(
    id="signsgd-scaling/thm-F.9-step-theta1",
    title="The burn-in law is of order 1",
    source=Source(appendix="appendix F.3.1, proof of theorem F.9, last sentences"),
    words="While eta k is at most of order 1, (1 - eta k)^2 is of order 1.",
    printed=up_to_constants(*THETA_1),
    because={
        "": Hide(
            Between(LAW, ONE, sp.Rational(1, 4), 1, (eta, k), _SHORT_RUN),
            {SmallEnough(eta * k): sp.Rational(1, 2)},
            (Solve(sp.Gt(sp.Rational(1, 2), 0, evaluate=False)),),
            {eta: sp.Rational(1, 2), k: ONE},
        )
    },
    against={"": vanishes_at_1(THETA_1[0], {}, {eta: ONE, k: ONE}, ())},
    note="True for a constant below 1; at eta k = 1 the law is 0.",
)

_ERROR, _DISTANCE = "its error, in the mean square", "its distance"
FIRST = eigenvalues[1] * moment(-target[1], k, eigenvalues[1])
_FIRST_LAW = Order(FIRST, LAW, "same", OVER)
STEP_LATTICE_SAYS = tuple(
    States(_FIRST_LAW, {**PLACES, HERE: short}) for short in sizes(small=(eta * k,))
)
_AT_FIRST = {lam: eigenvalues[1], x: -target[1]}
_FIRST_LEAST = Put(AT_LEAST, _AT_FIRST)
_SQUARE = moment(-target[1], k, eigenvalues[1])
_ROOM = sp.Abs(target[1]) - eta * k  # how far the first coordinate stays from its target
_MIDDLE = {
    _ERROR: (_SQUARE, _ROOM**2, ONE, sp.Integer(9)),
    _DISTANCE: (_ROOM, 1 - eta * k, SHORT, 2 * high / low),
}
_MIDDLE_SAYS = {
    name: tuple(
        States(Order(left, law, "same", OVER), {**PLACES, HERE: short})
        for short in sizes(small=(eta * k,))
    )
    for name, (left, law, _, _) in _MIDDLE.items()
}
_start = Solve(
    sp.And(*(eigenvalues[1] > 0, sp.Abs(target[1]) >= low / high, sp.Abs(target[1]) <= high / low)),
    (*SETTING, *POWER_LAWS),
    (Specialise(Assume(LAWS), ONE),),
)


def _within_short(bounds, using):
    """Argue for an order where eta k is small enough."""
    return Hide(
        Between(*(*bounds, OVER, GIVEN, using)),
        {SmallEnough(eta * k): SHORT},
        (Solve(SHORT > 0, (low > 0, high >= low)),),
        {**_VALUES, **_POINT, eta: sp.Rational(1, 2)},
        (_laws_of_ones,),
    )


def _further_away(statement):
    """Argue against an order where |theta_1*| is 2 and a step of size 1 is made."""
    values = {**_VALUES, high: sp.Integer(4)}
    point = {**_POINT, target: SequenceOf(sp.Integer(2), i)}
    laws = Generalise(Solve(substitute(substitute(LAWS, values), point).body), j)

    def show(says):
        return given_by(says, point, (C > 0,), (laws,))

    return denial([statement], _sizes_1([statement]), values, C, show)


STEP_LATTICE = Claim(
    id="signsgd-scaling/thm-F.9-step-lattice",
    title="The first coordinate in the burn-in",
    source=Source(appendix="appendix F.3.1, proof of theorem F.9, lower bound"),
    words="While eta k is at most of order 1, the error of the first coordinate is of the order "
    "|delta_0| - eta k, which is of the order 1 - eta k, and lambda_1 E delta^2 of the order (1 - "
    "eta k)^2, which bounds the loss from below.",
    printed={
        **{name: up_to_constants(*both) for name, both in _MIDDLE_SAYS.items()},
        "first coordinate": up_to_constants(*STEP_LATTICE_SAYS),
        "loss": States(Order(expected_loss(d), FIRST, "at least", OVER), PLACES),
    },
    lemmas={TAIL: LEMMAS[TAIL]},
    because={
        _ERROR: _within_short(_MIDDLE[_ERROR], (_start, _FIRST_LEAST, Put(AT_MOST, _AT_FIRST))),
        _DISTANCE: _within_short(_MIDDLE[_DISTANCE], (_start,)),
        "first coordinate": _within_short(
            (FIRST, LAW, 2 * LEAST, 8 * high + 2 * high), (_first, Put(_term, {n: ONE}))
        ),
        "loss": Between(
            *(expected_loss(d), FIRST, sp.Rational(1, 2), None, OVER, (*SETTING, *POWER_LAWS)),
            (Put(FROM_FIRST, {n: d}),),
        ),
    },
    against={
        _ERROR: _fails_at_1([_MIDDLE_SAYS[_ERROR][0]], ()),
        _DISTANCE: _further_away(_MIDDLE_SAYS[_DISTANCE][0]),
        "first coordinate": _fails_at_1([STEP_LATTICE_SAYS[0]], ()),
    },
    note="After k steps an error has changed by eta k at most, whatever the noise. The page speaks "
    "of |delta_k| with high probability; here it is its mean square.",
)

# -- at a data budget ------------------------------------------------------------------------------

_BUDGET = eta * D / B
_OVER_DATA = (*OVER, D)
_OVER_STEPS = (eta, B, k, d, D)
_FULL_STEP = dict.fromkeys(_OVER_STEPS, ONE)
UNDERTRAINED = tuple(
    States(
        Order(expected_loss(d), LAW, "same", _OVER_DATA),
        {**PLACES, "appendix B.3": (eq(D, k * B),), HERE: short},
    )
    for short in sizes(small=(_BUDGET,))
)
_OF_ORDER_1 = tuple(
    States(
        Order(LAW, ONE, "same", _OVER_STEPS),
        {"section 2": SETTING, "appendix B.3": (eq(D, k * B),), HERE: short},
    )
    for short in sizes(small=(_BUDGET,))
)
_of_data = (*GIVEN[:-1], eq(D, k * B), sp.Le(_BUDGET, SHORT, evaluate=False))
_half_of_data = (*SETTING, eq(D, k * B), sp.Le(_BUDGET, sp.Rational(1, 2), evaluate=False))

TXT_BURNIN = Claim(
    id="signsgd-scaling/txt-burnin-undertrained",
    title="Under-trained in the burn-in",
    source=Source(appendix="appendix B.3.1"),
    words="Where eta K = eta D / B is at most of order 1, the loss is of the order (1 - eta K)^2, "
    "which is of order 1.",
    printed={
        "loss": up_to_constants(*UNDERTRAINED),
        "law": up_to_constants(*_OF_ORDER_1),
    },
    lemmas=LEMMAS,
    because={
        "loss": Hide(
            Between(
                *(expected_loss(d), LAW, LEAST, 4 * MOST, _OVER_DATA, _of_data),
                (
                    Solve(eta * k <= SHORT, _of_data),
                    Put(FROM_ABOVE, {n: d}),
                    Put(FROM_BELOW, {n: d}),
                    *(Put(POWER_SUM, {p: exponent - 1, n: d}) for exponent in (alpha, beta)),
                ),
            ),
            {SmallEnough(_BUDGET): SHORT},
            (Solve(SHORT > 0, (low > 0, high >= low)),),
            {**_VALUES, **_POINT, eta: sp.Rational(1, 2), D: ONE},
            (_laws_of_ones,),
        ),
        "law": Hide(
            Between(LAW, ONE, sp.Rational(1, 4), 1, _OVER_STEPS, _half_of_data),
            {SmallEnough(_BUDGET): sp.Rational(1, 2)},
            (Solve(sp.Gt(sp.Rational(1, 2), 0, evaluate=False)),),
            {**_FULL_STEP, eta: sp.Rational(1, 2)},
        ),
    },
    against={
        "loss": _fails_at_1([UNDERTRAINED[0]], (_LOSS_AT_POINT,), {D: ONE}),
        "law": vanishes_at_1(_OF_ORDER_1[0], {}, {eta: ONE, k: ONE, B: ONE, d: ONE, D: ONE}, ()),
    },
    uses=("signsgd-scaling/thm-F.9",),
    note="As theorem F.9, with K = D / B.",
)
