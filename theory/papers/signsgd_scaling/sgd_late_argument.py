"""The end of the proof of theorem E.4, with 2 and 4 in the exponents, and the argument against 2.

Two coordinates, alpha = beta = 2, lambda_1 = 1, lambda_2 = 1/4 and targets 1; eta = 1/m, k = m^2
and B = exp(m/2), so that eta k = m. The second coordinate alone keeps exp(-m/2 - 1/8) / 8 at least,
and the law is 3/m times exp(-m/2).
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import Argument, Clause, Cut, Generalise, LastTerm, Lemma, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.claim import ByReading, ForAll
from theory.existence import at_values, denial, given_at
from theory.language import eq, integers, reals
from theory.orders import Magnitude, Order
from theory.papers.signsgd_scaling import loss_argument
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
    constants_serve,
    d,
    eigenvalues,
    eta,
    high,
    j,
    k,
    lam,
    low,
    s,
    sgd,
    sizes,
    target,
    x,
)
from theory.places import HERE
from theory.quantifiers import Every, denied, inhabited

C, K, v, y = reals("C_0 K_0 v y")
m, _entry = integers("m l")
ONE, HALF = sp.S.One, sp.Rational(1, 2)
LOSS = sp.Sum(eigenvalues[j] * sgd(k, eigenvalues[j], -target[j]) / 2, (j, 1, d))
T = eta * k
END = T / d**beta
_in_range = And(j >= 1, j <= d)
STEP_SIZE = (
    eta <= HALF,
    Every(j, sp.Implies(_in_range, eta * eigenvalues[j] <= HALF, evaluate=False)),
)
TASK = (*POWER_LAWS[:-1], DIFFICULTY)
PROOF = "appendix E.2, after (14): eta <= 1/2"


def law(rate, relation):
    """Return the late law with a constant in its exponent, in both meanings of `late`."""
    right = T**-1 * d ** (-beta * (s - 1)) * sp.exp(-rate * T * d**-beta) + eta / B
    bound = {
        "at most": sp.Le(LOSS, C * right, evaluate=False),
        "at least": sp.Le(right, C * LOSS, evaluate=False),
    }[relation]
    late = sp.Ge(T, K * d**beta, evaluate=False)
    premises = (*SETTING, POWER_LAWS[-1], *STEP_SIZE, late)
    places = {
        "section 2": (*SETTING, DIFFICULTY),
        "assumptions 2.1 and B.3": POWER_LAWS,
        PROOF: STEP_SIZE,
        HERE: sizes(large=(END,))[0],
    }
    return (
        States(Order(LOSS, right, relation, OVER), places),
        States(constants_serve(K, C, premises, (bound,), OVER), {"assumptions 2.1 and B.3": TASK}),
    )


AT_MOST, AT_LEAST = law(2, "at most"), law(4, "at least")

# -- against the upper bound -----------------------------------------------------------------------

POWER, LOGARITHM = "a power as exp", "log near 1 from below"
EIGHTH, FROM_0 = "exp(-1/8)", "exp from 0 on"
LEMMAS = {
    **{name: loss_argument.LEMMAS[name] for name in (loss_argument.FALLS, loss_argument.POSITIVE)},
    POWER: ForAll(eq((1 - v) ** k, sp.exp(k * sp.log(1 - v))), given=(v >= 0, v <= HALF, k >= 0)),
    LOGARITHM: ForAll(sp.log(1 - v) >= -v - v**2, given=(v >= 0, v <= HALF)),
    EIGHTH: ForAll(sp.exp(-v - y) >= sp.exp(-v) / 2, given=(y <= ONE / 8,)),
    FROM_0: ForAll(sp.Ge(sp.exp(v), 1, evaluate=False), given=(v >= 0,)),
}
_VALUES = {**dict.fromkeys((alpha, beta), 2 * ONE), low: ONE, high: ONE, s: HALF}
_POINT = {
    eta: 1 / m,
    B: sp.exp(m / 2),
    k: m**2,
    d: 2 * ONE,
    eigenvalues: SequenceOf((7 - 3 * _entry) / 4, _entry),
    target: SequenceOf(ONE, _entry),
}
_rate = eta * lam
_stable = (eta > 0, lam > 0, B >= 1, k >= 0, _rate <= HALF)
_left = (1 - _rate) ** (2 * k)
_exponent = 2 * k * _rate + 2 * k * _rate**2
_is_left = Solve(
    And(_left >= 0, _left <= 1),
    _stable,
    (
        Clause("signsgd-scaling/eq-15", "power, at most"),
        Clause("signsgd-scaling/eq-15", "power, at least"),
        Put(Lemma(loss_argument.FALLS), {y: 2 * _rate * k, v: sp.S.Zero}),
        Put(Lemma(loss_argument.POSITIVE), {v: -4 * _rate * k}),
    ),
)
_kept = Solve(
    sp.Ge(_left, sp.exp(-_exponent), evaluate=False),
    _stable,
    (
        Put(Lemma(POWER), {v: _rate, k: 2 * k}),
        Put(Lemma(loss_argument.FALLS), {y: _exponent, v: -2 * k * sp.log(1 - _rate)}),
        Solve(
            _exponent >= -2 * k * sp.log(1 - _rate), _stable, (Put(Lemma(LOGARITHM), {v: _rate}),)
        ),
    ),
)
KEPT = Solve(
    sgd(k) >= x**2 * sp.exp(-y),
    (*_stable, y >= _exponent),
    (
        *(Clause("signsgd-scaling/eq-14", "in closed form"), _is_left, _kept),
        Put(Lemma(loss_argument.FALLS), {v: _exponent}),
    ),
)


def _at_point(e):
    return at_values(substitute(e, _VALUES), _POINT)


_long = (m >= 4,)
_batch = Solve(sp.Ge(_POINT[B], 1, evaluate=False), _long, (Put(Lemma(FROM_0), {v: m / 2}),))


def _of_coordinate(eigenvalue):
    """Return what is kept of a coordinate at the point."""
    exponent = 2 * m * eigenvalue + 2 * eigenvalue**2
    values = {x: -ONE, lam: eigenvalue, B: _POINT[B], k: m**2, eta: 1 / m, y: exponent}
    return Cut(Put(KEPT, values), (_batch,))


_sum = _at_point(LOSS)
_rest = sp.Sum(_sum.function, (j, 1, 1))
_loss = Solve(
    sp.Ge(_sum, sp.exp(-m / 2) / 16, evaluate=False),
    _long,
    (
        *(LastTerm(some, _long) for some in (_sum, _rest)),
        *map(_of_coordinate, (ONE, ONE / 4)),
        Put(Lemma(EIGHTH), {v: m / 2, y: ONE / 8}),
        Put(Lemma(loss_argument.POSITIVE), {v: -2 * m - 2}),
    ),
)
_law_at_point = 3 * sp.exp(-m / 2) / m
_above = Solve(
    sp.Gt(_sum, C * _law_at_point, evaluate=False),
    (*_long, C > 0, m > 48 * C),
    (_loss, Put(Lemma(loss_argument.POSITIVE), {v: -m / 2})),
)
_everywhere = tuple(
    Generalise(Solve(_at_point(every).body, _long), j) for every in (POWER_LAWS[-1], STEP_SIZE[-1])
)


def _fails(statements):
    """Return the arguments that the upper bound fails for any constants in its hypotheses."""
    any_constant, serves = statements

    def at_point(says, *more):
        given = (*_long, C > 0, m > 48 * C, *more)
        facts: tuple[Argument, ...] = (_above, _batch, *_everywhere)

        def part_shown(part):
            return Solve(part, given, facts if part.has(sp.Sum, sp.exp, Every) else ())

        def show(conditions):
            return Solve(conditions, given, tuple(map(part_shown, conditions.args)))

        return given_at(says, _POINT, show)

    def with_one(says):
        large = sp.floor(48 * C) + 4
        ends = Solve(And(large >= 4, large > 48 * C), (C > 0,))
        return Cut(Put(at_point(says), {m: large}), (ends,))

    def with_any(every_limit):
        of_limit = every_limit.body.args[1]
        large = sp.floor(48 * C + 4 * K) + 4
        ends = Solve(And(large >= 4, large > 48 * C, large >= 4 * K), (C > 0, K > 0))
        found = Cut(Put(at_point(of_limit.body.args[1], m >= 4 * K), {m: large}), (ends,))
        of_constant = Solve(of_limit.body, (K > 0,), (found,))
        return Generalise(Solve(every_limit.body, (), (Generalise(of_constant, C),)), K)

    wanted = inhabited(_VALUES, (*serves.given, denied(serves.says)))
    limits = {g: ONE for g in any_constant.given if isinstance(g, Magnitude)}
    return ByReading(
        {
            ANY_CONSTANT: denial([any_constant], limits, _VALUES, C, with_one),
            SOME_CONSTANT: given_at(wanted, _VALUES, with_any),
        }
    )


AGAINST = _fails(AT_MOST)
