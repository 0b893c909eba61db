"""The union bound (33): the chance that some early coordinate does not burn in in time.

The noise of different coordinates is independent, so that the chance that the first n of them do is
a product, p_n with p_0 = 1. If each does with a probability of at least 1 - e_j, then 1 - p_n is at
most e_1 + ... + e_n.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Argument, Assume, Induct, LastTerm, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.claim import ByReading, ForAll
from theory.existence import at_values, by_values, given_at, met
from theory.language import eq, integers, le, reals, sequence
from theory.papers.signsgd_scaling import burn_in_argument as one
from theory.papers.signsgd_scaling.laws import CONSTANT, LIMIT, every, some
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    POWER_LAWS,
    B,
    alpha,
    arrives_between,
    away,
    beta,
    d,
    early,
    eigenvalues,
    eta,
    high,
    i,
    j,
    k,
    lam,
    largest_loss,
    law_of,
    loss_bound,
    low,
    radius,
    target,
    with_omega,
    x,
)
from theory.places import HERE
from theory.quantifiers import Every, denied, inhabited

p, n = sequence("p"), integers("n")
OWN, DISTANCE = eigenvalues[j], sp.Abs(target[j])
EDGE = 1 / sp.sqrt(OWN * B)  # r_j
_FIRST, _SIX = sp.S.One, sp.Integer(6)
_RANGE = And(j >= 1, j <= early)
_IN_TIME = arrives_between(
    DISTANCE / eta / CONSTANT, CONSTANT * DISTANCE / eta, EDGE, -target[j], OWN
)
_RARE = sp.exp(-DISTANCE / (CONSTANT * eta))
_OVER = (eta, B, eigenvalues, target, early, p)
OF_TASK = {"assumptions 2.1 and B.3": POWER_LAWS[:-1]}


def _of_all(condition):
    """Return that something holds for every early coordinate."""
    return Every(j, Implies(_RANGE, condition, evaluate=False))


def _premises(*large):
    """Return the hypotheses; `large` is what an early coordinate further satisfies."""
    return (
        *(eta > 0, B >= 1, early >= 1, le(early, LIMIT * B ** (1 / alpha))),
        *(le(eta * sp.sqrt(B), LIMIT), _of_all(And(OWN > 0, law_of(j), *large))),
        *(eq(p[0], 1), _of_all(eq(p[j], p[j - 1] * _IN_TIME))),
    )


def _failures(last):
    """Return that the chance of a failure up to a coordinate is at most the sum of the single ones.

    Args:
        last: the coordinate.
    """
    return le(1 - p[last], sp.Sum(_RARE, (j, 1, last)))


def _meanings(*large):
    """Return the bound for any constant in its hypotheses, and for one that serves."""
    holds = every(_OVER, Implies(And(*_premises(*large)), _failures(early), evaluate=False))
    holds = some((CONSTANT,), (CONSTANT > 0, holds))
    any_limit = Every(LIMIT, Implies(LIMIT > 0, holds, evaluate=False))
    return [States(says, OF_TASK) for says in (any_limit, some((LIMIT,), (LIMIT > 0, holds)))]


PRINTED = with_omega(_meanings, CONSTANT)

# -- some constants serve --------------------------------------------------------------------------

_SERVING = one.EARLY / (1 + high)
_AT = {LIMIT: _SERVING, CONSTANT: _SIX}
NO_MORE, POSITIVE = "a power of a number from 1 on is at most 1", "powers are positive"
LEMMAS = {
    **one.LEMMAS,
    **one.OF_POWERS,
    **one.BELOW_1,
    NO_MORE: ForAll(one.u**-alpha <= 1, given=(one.u >= 1, alpha > 1)),
    POSITIVE: ForAll(one.u**alpha > 0, given=(one.u >= 1, alpha > 0)),
}
_CONSTANTS = POWER_LAWS[:-1]
_OF_J = (
    *(*_CONSTANTS, eta > 0, B >= 1, j >= 1, OWN > 0, law_of(j)),
    *(le(j, _SERVING * B ** (1 / alpha)), le(eta * sp.sqrt(B), _SERVING)),
)
_root = Put(one.lemma(POSITIVE), {one.u: B, alpha: 1 / alpha})
_not_late = Solve(j <= one.LAST_EARLY, _OF_J, (_root,))
_signal = one.strong_signal(_OF_J, _not_late)
_short = Solve(eta <= EDGE, _OF_J, (Put(one.lemma(NO_MORE), {one.u: j, alpha: beta}),))
_TWICE_OUT = Solve(And(DISTANCE >= 2 * EDGE, eta <= EDGE), _OF_J, (_signal, _short))
_IN_TIME_OF_6 = substitute(_IN_TIME, {CONSTANT: _SIX})
_RARE_OF_6 = substitute(_RARE, {CONSTANT: _SIX})
_chance_of = And(away(radius, k) >= 0, away(radius, k) <= 1)
_CHANCES = one.by_steps(_chance_of, one.STEPS, (), (one.AT_ONCE,))
_ends = sp.ceiling(DISTANCE / eta / _SIX), sp.floor(_SIX * DISTANCE / eta) + 1
_OF_COORDINATE = {x: -target[j], lam: OWN, radius: EDGE}
_LIKELY = Solve(
    And(_IN_TIME_OF_6 <= 1, _IN_TIME_OF_6 >= 1 - _RARE_OF_6, _RARE_OF_6 <= 1),
    _OF_J,
    (
        _TWICE_OUT,
        Put(one.in_time((sp.Abs(x) >= 2 * radius,)), _OF_COORDINATE),
        *(Put(_CHANCES, {**_OF_COORDINATE, k: end}) for end in _ends),
        Put(one.lemma(one.STRICTLY), {one.v: DISTANCE / (_SIX * eta)}),
    ),
)


def _argued():
    """Return the bound with 6 for the constant, where coordinates are early enough, and why."""
    premises = tuple(substitute(e, _AT) for e in _premises())
    given = (*_CONSTANTS, *premises)
    every_j = tuple(e for e in premises if isinstance(e, Every))

    def says(last):
        bounds = And(p[last] >= 0, p[last] <= 1, substitute(_failures(last), _AT))
        return Implies(last <= early, bounds, evaluate=False)

    def of(last, *there):
        return (
            *(Specialise(Assume(e), last) for e in every_j),
            Put(_LIKELY, {j: last}),
            LastTerm(sp.Sum(_RARE_OF_6, (j, 1, last)), (eta > 0, *there)),
        )

    first = Solve(says(_FIRST), given, of(_FIRST))
    step = Solve(says(n + 1), (*given, says(n), n >= 1), of(n + 1, n >= 1))
    bound = Put(Induct(says(n), n, 1, base=first, step=step), {n: early})
    stated = States(substitute(_failures(early), _AT), {**OF_TASK, HERE: premises})
    return stated, met(Solve(stated.says, given, (bound,)), given, _EARLY, equal=_CHANCE), bound


# one coordinate from a distance of 64 steps, an eighth of sqrt(B) being 1
_TASK = {alpha: sp.Integer(2), beta: sp.Integer(2), low: _FIRST, high: _FIRST}
_ones = SequenceOf(_FIRST, i)
_EARLY = {
    **_TASK,
    eta: sp.Rational(1, 64),
    B: sp.Integer(64),
    early: _FIRST,
    eigenvalues: _ones,
    target: _ones,
}
_chance = reals("p_1")
_CHANCE = {_chance: at_values(_IN_TIME_OF_6, {**_EARLY, j: _FIRST})}
_EARLY[p] = SequenceOf(sp.Piecewise((1, eq(i, 0)), (_chance, True)), i)
WITH_6, WITH_6_SHOWN, _BOUND_OF_6 = _argued()

# -- no constant serves ----------------------------------------------------------------------------

_ONE_COORDINATE = {
    LIMIT: _FIRST,
    eta: 1 / (1 + CONSTANT),
    B: _FIRST,
    early: _FIRST,
    eigenvalues: _ones,
    target: _ones,
    p: SequenceOf(sp.Piecewise((1, eq(i, 0)), (0, True)), i),
}
_there = {x: -_FIRST, lam: _FIRST, B: _FIRST, eta: _ONE_COORDINATE[eta], radius: _FIRST}
_long = 1 + CONSTANT  # |theta_1*| / eta
_USING: tuple[Argument, ...] = (
    *(
        Put(one.AT_ONCE, {**_there, k: step})
        for step in (sp.ceiling(_long / CONSTANT) - 1, sp.floor(CONSTANT * _long))
    ),
    Put(one.lemma(one.STRICTLY), {one.v: _long / CONSTANT}),
    LastTerm(at_values(sp.Sum(_RARE, (j, 1, early)), _ONE_COORDINATE), (CONSTANT > 0,)),
)


def _none_serves(printed, task, point, using):
    """Argue against a bound in either size: a coordinate that starts at the edge of its region."""

    def fails(statement):
        denies = inhabited(task, (*statement.given, denied(statement.says)))
        return given_at(denies, task, lambda says: by_values(says, point, (), using))

    sizes = printed.options[ANY_CONSTANT].options
    return ByReading({(ANY_CONSTANT, size): fails(of) for size, of in sizes.items()})


AGAINST = _none_serves(PRINTED, _TASK, _ONE_COORDINATE, _USING)


# -- what the failures cost, (40) ------------------------------------------------------------------

LARGEST = largest_loss(d)  # what sup_k L(theta_k) is up to the step k
COST_OVER = (eta, B, k, d, eigenvalues, target, early, p)
_BOUNDED = {**OF_TASK, "theorem F.6": (loss_bound > 0,)}


def _of_theorem(limit, *large):
    """Return the hypotheses of theorem F.6 and of (33), the loss being bounded on every path."""
    return (
        *(eta > 0, B >= 1, k >= 1, early >= 1, early <= d, le(early, limit * B ** (1 / alpha))),
        *(le(eta * sp.sqrt(B), limit), le(LARGEST, loss_bound)),
        Every(j, Implies(And(j >= 1, j <= d), And(OWN > 0, law_of(j)), evaluate=False)),
        _of_all(And(le(DISTANCE, limit * eta * k), *large)),
        *(eq(p[0], 1), _of_all(eq(p[j], p[j - 1] * _IN_TIME))),
    )


def _cost_is_small(*large):
    """Return that the largest loss times the chance of a failure is at most of its order."""
    bound = le(LARGEST * (1 - p[early]), CONSTANT * sp.Sum(_RARE, (j, 1, early)))
    premises = _of_theorem(LIMIT, *large)
    holds = every(COST_OVER, Implies(And(*premises), bound, evaluate=False))
    holds = some((CONSTANT,), (CONSTANT > 0, holds))
    any_limit = Every(LIMIT, Implies(LIMIT > 0, holds, evaluate=False))
    return [States(says, _BOUNDED) for says in (any_limit, some((LIMIT,), (LIMIT > 0, holds)))]


COST = with_omega(_cost_is_small, CONSTANT)
BELOW_RECIPROCAL = "exp(-v) is at most 1 / (1 + v)"
COST_LEMMAS = {
    one.STRICTLY: one.BELOW_1[one.STRICTLY],
    BELOW_RECIPROCAL: ForAll((1 + one.v) * sp.exp(-one.v) <= 1, given=(one.v >= 0,)),
}
_TWO = sp.Integer(2)
_COST_TASK = {**_TASK, loss_bound: _TWO}
_many = sp.ceiling((1 + CONSTANT) ** 2)
_COSTLY = {**_ONE_COORDINATE, LIMIT: _TWO, eta: 1 / _many, k: _many, d: _FIRST}
_start = {**_there, eta: _COSTLY[eta]}
_COST_USING: tuple[Argument, ...] = (
    *(
        Put(one.AT_ONCE, {**_start, k: step})
        for step in (sp.ceiling(_many / CONSTANT) - 1, sp.floor(CONSTANT * _many))
    ),
    *(Put(one.lemma(name), {one.v: _many / CONSTANT}) for name in (one.STRICTLY, BELOW_RECIPROCAL)),
    LastTerm(at_values(sp.Sum(_RARE, (j, 1, early)), _COSTLY), (CONSTANT > 0,)),
    LastTerm(at_values(LARGEST, _COSTLY), (CONSTANT > 0,)),
)


COST_AGAINST = _none_serves(COST, _COST_TASK, _COSTLY, _COST_USING)  # in as many steps as it takes

COST_WITH_6 = States(
    LARGEST * (1 - p[early]) <= loss_bound * sp.Sum(_RARE_OF_6, (j, 1, early)),
    {**dict(WITH_6.places), "theorem F.6": (loss_bound > 0, le(LARGEST, loss_bound))},
)
_all_given = tuple(g for _, some_given in COST_WITH_6.places for g in some_given)
COST_WITH_6_SHOWN = met(
    Solve(COST_WITH_6.says, _all_given, (_BOUND_OF_6,)),
    _all_given,
    {**_EARLY, k: _FIRST, d: _FIRST, loss_bound: _TWO},
    (LastTerm(at_values(LARGEST, {**_EARLY, k: _FIRST, d: _FIRST})),),
    equal=_CHANCE,
)
