"""Theorem F.10 and a step of its proof as printed, and the arguments against them.

Let alpha = beta = 4, all targets be 1, eta = 1 and k = 2 h + 1. A coordinate that takes no wrong
step is at its target after every odd step. From 1 a step is wrong with probability q = erfc(r /
sqrt(2)) / 2, r = sqrt(lambda_j B), so that E delta_k^2 is at most 4 q (h + 1)^3, and lambda_j times
that at most 4 (h + 1)^3 / B, and the loss at most 2 (h + 1)^3 d / B. With d = m and B = m^2 this is
far below eta^2 = 1, with d = m^2 and B = m^6 far below eta / sqrt(B), too.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import Cut, Generalise, Induct, Known, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.claim import ByReading
from theory.existence import at_values, denial, given_at, given_by
from theory.language import integers, le, reals
from theory.orders import Magnitude, Order
from theory.papers.signsgd_scaling import loss_argument
from theory.papers.signsgd_scaling.loss_argument import (
    AT_MOST,
    CHANCE,
    FIRST_STEP,
    NO_STEP,
    ONE,
    POSITIVE,
    ROOT,
    TAIL,
    by_index,
    lemma,
    n,
    next_term,
    v,
)
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    DIFFICULTY,
    OVER,
    POWER_LAWS,
    SETTING,
    SOME_CONSTANT,
    B,
    alpha,
    beta,
    bounded_by,
    constants_serve,
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
    s,
    sizes,
    steps_up,
    target,
    x,
)
from theory.places import HERE
from theory.quantifiers import denied, inhabited

C, K = reals("C_0 K_0")
m, h, _entry = integers("m h l")
_X = reals("x")  # of the known fact
TWO = sp.Integer(2)
LEMMAS = {name: loss_argument.LEMMAS[name] for name in (TAIL, POSITIVE, "u exp(1 - u)")}

# -- what is printed -------------------------------------------------------------------------------

T = eta * sp.sqrt(B) * k
PLACES = {"section 2": SETTING, "assumptions 2.1 and B.3": (*POWER_LAWS, DIFFICULTY)}
_TASK = (*POWER_LAWS[:-1], DIFFICULTY)


_UP_TO_END = ((T, d ** (beta / 2)),)


def in_phase(
    left, right, relation="same", given=(), large=(), over=OVER, small=_UP_TO_END, task=()
):
    """Return that quantities are of an order in the unstable phase, in both meanings of it.

    Args:
        left, right, relation: of the order.
        given: further hypotheses.
        large: further terms that are at least of order 1.
        over: in what it is uniform, the innermost last.
        small: terms, each with what it is at most of the order of.
        task: further hypotheses on the constants.
    """
    large = (eta * k, eta * sp.sqrt(B), *large)
    here = (*task, *given, *sizes([term / limit for term, limit in small], large)[0])
    bounds = bounded_by(C, left, right, relation)
    limits = (
        *(le(K, term) for term in large),
        *(le(K * term, limit) for term, limit in small),
    )
    premises = (*SETTING, POWER_LAWS[-1], *given, *limits)
    return (
        States(Order(left, right, relation, over), {**PLACES, HERE: here}),
        States(
            constants_serve(K, C, premises, bounds, over),
            {"assumptions 2.1 and B.3": _TASK, HERE: task},
        ),
    )


LOSS = in_phase(expected_loss(d), T ** (-2 * s) + eta**2)
OF_COORDINATE = in_phase(
    moment(-target[j], k, eigenvalues[j]),
    eta**2,
    given=(j >= 1, j <= d),
    large=(eta * sp.sqrt(eigenvalues[j] * B),),
    over=(*OVER, j),
)

# -- a coordinate after an odd number of steps -----------------------------------------------------

_ALONE = (lam > 0, B >= 1)
WRONG = substitute(steps_up(x), {x: ONE})


def _after(start, steps):
    return substitute(moment(start, steps), {eta: ONE})


def _step_from(start, steps):
    return Put(FIRST_STEP, {x: start, eta: ONE, k: steps})


_bound = 4 * WRONG * (h + 1) ** 3
_both = And(*(_after(start, 2 * h + 1) <= _bound for start in (ONE, -ONE)))
_chance = Put(CHANCE, {x: ONE})
# how far a wrong step leads
_reached = [Put(AT_MOST, {x: start, eta: ONE, k: 2 * h + 2}) for start in (TWO, -TWO)]
_middle = Solve(
    _after(sp.S.Zero, 2 * h + 2) <= _bound,
    (*_ALONE, h >= 0, _both),
    (_step_from(sp.S.Zero, 2 * h + 1), Put(CHANCE, {x: sp.S.Zero})),
)
ODD = Induct(
    _both,
    h,
    0,
    base=Solve(
        substitute(_both, {h: sp.S.Zero}),
        _ALONE,
        (
            *(_step_from(start, sp.S.Zero) for start in (ONE, -ONE)),
            *(Put(NO_STEP, {x: start, eta: ONE}) for start in (-TWO, sp.S.Zero, TWO)),
        ),
    ),
    step=Solve(
        substitute(_both, {h: h + 1}),
        (*_ALONE, h >= 0, _both),
        (
            *(_step_from(start, 2 * h + 2) for start in (ONE, -ONE)),
            _middle,
            *_reached,
            _chance,
        ),
    ),
)
_square = lam * B / 2
RARE = Solve(
    lam * WRONG <= 1 / B,
    _ALONE,
    (
        Put(Known("erfc below exp(-z^2)"), {_X: ROOT / sp.sqrt(2)}),
        lemma("u exp(1 - u)", {v: -_square}),
        lemma(POSITIVE, {v: -_square}),
    ),
)
ARRIVED = Solve(
    lam * _after(-ONE, 2 * h + 1) / 2 <= 2 * (h + 1) ** 3 / B,
    (*_ALONE, h >= 0),
    (ODD, RARE),
)

# -- the loss at the point -------------------------------------------------------------------------

VALUES = {
    alpha: sp.Integer(4),
    beta: sp.Integer(4),
    s: sp.Rational(3, 4),
    low: sp.Rational(1, 4),
    high: ONE,
}
POINT = {
    eta: ONE,
    k: 2 * h + 1,
    eigenvalues: SequenceOf((1 + _entry**2) ** -2, _entry),
    target: SequenceOf(ONE, _entry),
}
FEW_COORDINATES, LARGE_BATCH = {d: m, B: m**2}, {d: m**2, B: m**6}


def at_point(e):
    """Return a formula at the point."""
    return at_values(substitute(e, VALUES), POINT)


def _loss(top):
    return at_point(expected_loss(top))


_WITHIN = (B >= 1, h >= 0)
_term = Put(ARRIVED, {lam: at_point(eigenvalues[n])})
FEW = by_index(
    _loss(n) <= 2 * (h + 1) ** 3 * n / B,
    _WITHIN,
    (next_term(_loss, ONE, _WITHIN), Put(_term, {n: ONE})),
    (next_term(_loss, n + 1, _WITHIN), Put(_term, {n: n + 1})),
)
_LAWS = Generalise(Solve(at_point(POWER_LAWS[-1]).body), j)

# -- the arguments against both meanings -----------------------------------------------------------


def fails(statements, using, more):
    """Return the arguments that both meanings of an order fail, the right side being too large.

    Args:
        statements: what `in_phase` returns.
        using: what is known of the left side at the point.
        more: values of further symbols there, of d and B among them.
    """
    any_constant, serves = statements
    point = {**POINT, **more}
    laws = Put(_LAWS, {d: more[d]})

    def after_one_step(says):
        """Argue that such a point breaks it with any constant, for h = 0 and a large m."""
        far, large = (m >= 2, m > 64 * C, C > 0), sp.floor(64 * C) + 2
        at_once = [Put(fact, {h: sp.S.Zero}) for fact in using]
        found = given_by(says, {**point, k: ONE}, far, (*at_once, laws))
        ends = Solve(And(large >= 2, large > 64 * C, sp.Ne(large, 0)), (C > 0,))
        return Cut(Put(found, {m: large}), (ends,))

    def after_many(there):
        """Argue the same for any limit of the hypotheses, with a large h and a larger m."""
        steps, cube = 2 * h + 1, (h + 1) ** 3
        own = (steps >= K, h >= 0, C > 0, K > 0)
        far = (m >= 2, m >= 2 * K * steps, m > 64 * C * cube)
        found = given_by(there, point, (*far, *own), (*using, laws))
        large = sp.floor(2 * K * steps + 64 * C * cube) + 2
        ends = Solve(And(large >= 2, large >= 2 * K * steps, large > 64 * C * cube), own)
        for_h = Cut(Put(found, {m: large}), (ends,))
        ends = Solve(And(2 * sp.floor(K) + 3 >= K, sp.floor(K) + 1 >= 0), (K > 0,))
        return Cut(Put(for_h, {h: sp.floor(K) + 1}), (ends,))

    def for_all_constants(every_limit):
        of_limit = every_limit.body.args[1]  # for every constant of the order
        there = of_limit.body.args[1]
        of_constant = Solve(of_limit.body, (K > 0,), (after_many(there),))
        return Generalise(Solve(every_limit.body, (), (Generalise(of_constant, C),)), K)

    wanted = inhabited(VALUES, (*serves.given, denied(serves.says)))
    limits = {g: ONE for g in any_constant.given if isinstance(g, Magnitude)}
    side = 0 if any_constant.says.relation == "at least" else 1
    return ByReading(
        {
            ANY_CONSTANT: denial([any_constant], limits, VALUES, C, after_one_step, side),
            SOME_CONSTANT: given_at(wanted, VALUES, for_all_constants),
        }
    )


def loss_fails(statements, sizes=None):
    """Return the arguments that both meanings of an order of the loss fail, at some d and B."""
    sizes = sizes or FEW_COORDINATES
    return fails(statements, (Put(FEW, {n: sizes[d], B: sizes[B]}),), sizes)


LOSS_FAILS = loss_fails(LOSS)
_first = Put(_term, {n: ONE, B: FEW_COORDINATES[B]})
COORDINATE_FAILS = fails(OF_COORDINATE, (_first,), {**FEW_COORDINATES, j: ONE})

# -- what the scaling law would have from below ----------------------------------------------------

NOT_BETTER = in_phase(expected_loss(d), T ** (-2 * s) + eta / sp.sqrt(B), "at least")
NOT_BETTER_FAILS = loss_fails(NOT_BETTER, LARGE_BATCH)
