"""Theorem E.2: gradient flow in closed form, and its loss between two sums of decaying parts.

theta_j(t) = theta_j* (1 - exp(-lambda_j t)), so that coordinate j adds lambda_j theta_j*^2
exp(-2 lambda_j t) / 2: at most C/2 j^-alpha exp(-2 c t j^-beta), and at least c/2 j^-alpha
exp(-2 C t j^-beta).
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import (
    Assume,
    Between,
    Choose,
    Cut,
    Generalise,
    Give,
    Known,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.language import eq, function, integers, reals
from theory.papers.signsgd_scaling import signal_sum_argument
from theory.papers.signsgd_scaling.integral_argument import HIGH, LOW
from theory.papers.signsgd_scaling.loss_argument import (
    FALLS,
    ONE,
    POSITIVE,
    g,
    hidden,
    lemma,
    n,
    v,
    y,
)
from theory.papers.signsgd_scaling.notation import (
    DIFFICULTY,
    GRADIENT_FLOW,
    POWER_LAWS,
    alpha,
    beta,
    d,
    eigenvalues,
    flow,
    flow_contribution,
    high,
    is_reached,
    j,
    low,
    reached,
    s,
    solves,
    t,
    target,
)
from theory.papers.signsgd_scaling.signal_argument import BY, has_power
from theory.papers.signsgd_scaling.signal_sum_argument import (
    IN_RANGE,
    K1,
    K2,
    LEAST,
    MOST,
    POSITIVE_LEAST,
    POSITIVE_MOST,
    N,
    at_least,
    at_most,
    decays_fast,
    high_part,
    lasts,
    low_part,
    of_parts,
    slow,
)
from theory.quantifiers import Some

LEMMAS = signal_sum_argument.LEMMAS
_a, _m, _r, _x = reals("a m r x")  # of the known facts
_SOLUTION, _SOLVABLE = "the solution of y' = r (a - y)", "a solution of y' = r (a - y)"

# -- the flow in closed form -----------------------------------------------------------------------

_lam, _optimum, _place, _left = reals("lambda_n theta_n place left")
_of_equation = {_m: sp.S.Zero, _r: _lam, _a: _optimum, function("f"): flow}
_solved = Put(Known(_SOLUTION), {**_of_equation, _x: t})
_follows = And(solves(flow, _lam, _optimum), eq(_place, flow(t)))
IN_CLOSED_FORM = Choose(
    Assume(Some(flow, _follows)),
    Solve(eq(_place, _optimum * (1 - sp.exp(-_lam * t))), (t >= 0, _follows), (_solved,)),
    flow,
)


# -- a coordinate's part ---------------------------------------------------------------------------

_square = Solve(
    eq(_lam * (_place - _optimum) ** 2 / 2, _lam * _optimum**2 * _left * _left / 2),
    (eq(_place, _optimum * (1 - _left)),),
)
OF_ONE = Cut(Put(_square, {_left: sp.exp(-_lam * t)}), (IN_CLOSED_FORM,))
_given = (*POWER_LAWS, GRADIENT_FLOW, d >= 1, t > 0)
_here = (*_given, *IN_RANGE)
_laws, _flows = (Specialise(Assume(every), n) for every in (POWER_LAWS[-1], GRADIENT_FLOW))
_part = Cut(
    Put(OF_ONE, {_lam: eigenvalues[n], _optimum: target[n], _place: reached[n]}),
    (Solve(is_reached(n), _here, (_flows,)), Solve(t >= 0, (t > 0,))),
)
ABOVE = {g: 2 * low, high_part: high / 2}
BELOW = {slow: 2 * high, low_part: low / 2}
_between = Solve(
    And(
        flow_contribution(n) <= high / 2 * n**-alpha * sp.exp(-2 * low * t * n**-beta),
        flow_contribution(n) >= low / 2 * n**-alpha * sp.exp(-2 * high * t * n**-beta),
    ),
    _here,
    (
        *(_part, _laws),
        Solve(
            And(
                2 * eigenvalues[n] * t >= 2 * low * t * n**-beta,
                2 * eigenvalues[n] * t <= 2 * high * t * n**-beta,
            ),
            _here,
            (_laws,),
        ),
        lemma(FALLS, {y: 2 * eigenvalues[n] * t, v: 2 * low * t * n**-beta}),
        lemma(FALLS, {y: 2 * high * t * n**-beta, v: 2 * eigenvalues[n] * t}),
        lemma(POSITIVE, {v: -2 * eigenvalues[n] * t}),
    ),
)

# -- the loss --------------------------------------------------------------------------------------

LOSS = sp.Sum(flow_contribution(j), (j, 1, d))
OVER = (t, d, eigenvalues, target, reached)
_index = integers("l")
_constants = POWER_LAWS[:-1]
_signs = Solve(
    And(beta > 0, *(sp.Gt(c, 0, evaluate=False) for c in (2 * low, 2 * high, low / 2, high / 2))),
    _constants,
)
_law = t**-s
_least, _most = substitute(LEAST, BELOW), substitute(MOST, ABOVE)


def _around_law(total, part, above, below, inside, signs):
    """Return that a sum of parts is at most one multiple of the law, and at least another.

    Args:
        total, part: the sum, and its part as a function of the index.
        above, below: what the constants are there.
        inside: that each part lies between its bounds.
        signs: that the constants are positive.
    """
    shown = of_parts(
        *(at_most(part), decays_fast(part), {**above, N: sp.S.Zero}),
        *(_given, (inside,), signs),
    )
    most = Solve(substitute(MOST, above) * _law >= total, (*_given, DIFFICULTY), (shown,))
    least = of_parts(at_least(part), lasts(part), below, _given, (inside,), signs)
    return most, least


LOSS_AT_MOST, LOSS_AT_LEAST = _around_law(LOSS, flow_contribution, ABOVE, BELOW, _between, _signs)

_abstract = Between(
    *(LOSS, _law, LOW, HIGH, OVER),
    (LOW > 0, HIGH > 0, t > 0, LOW * _law <= LOSS, HIGH * _law >= LOSS),
)
_rate = alpha / (2 * beta * low)
_with_constants = Cut(
    Put(_abstract, {LOW: _least, HIGH: _most}),
    (
        LOSS_AT_LEAST,
        LOSS_AT_MOST,
        Cut(Put(POSITIVE_LEAST, BELOW), (_signs,)),
        Cut(Put(POSITIVE_MOST, ABOVE), (_signs,)),
        Solve(
            And(
                *(sp.Ne(beta, 0), sp.Ne(low, 0), sp.Ne(alpha - 1, 0)),
                *(has_power(K1, -1 / beta), has_power(BY, 1 - alpha)),
                has_power(_rate, alpha / beta),
            ),
            (*_constants, K1 > 0),
        ),
    ),
)
ORDER = Cut(_with_constants, (Solve(t > 0, (K1 > 0, t >= K1)),))

# one coordinate with eigenvalue and target 1, at time 1

_AT = {_lam: ONE, _optimum: ONE, _place: 1 - sp.exp(-1), t: ONE}
POINT = {
    alpha: 3 * ONE,
    beta: 2 * ONE,
    s: ONE,
    low: ONE,
    high: ONE,
    d: ONE,
    t: ONE,
    **dict.fromkeys((eigenvalues, target), SequenceOf(ONE, _index)),
    reached: SequenceOf(1 - sp.exp(-1), _index),
}
_at_1 = substitute(solves(flow, _lam, _optimum), _AT)
_goes_there = substitute(Some(flow, _follows), _AT)
_THERE = Choose(
    Put(Known(_SOLVABLE), {_m: sp.S.Zero, _r: ONE, _a: ONE}),
    Give(
        Solve(_goes_there.body, (_at_1,), (Put(_solved, {_lam: ONE, _optimum: ONE, t: ONE}),)),
        _goes_there,
        flow,
    ),
    flow,
)


def _at_point(every, *using):
    """Argue that what is said of every coordinate holds of the one at the point."""
    return Generalise(Solve(substitute(every, POINT).body, (), using), j)


_HOLDS = (_at_point(GRADIENT_FLOW, _THERE), _at_point(POWER_LAWS[-1]))


def in_range_of_times(pair):
    """Return the arguments for the law of the loss, in both meanings of its hypotheses."""
    return hidden(pair, (K2, K1), ORDER, POINT, _HOLDS)


# -- the loss and the sum of decaying powers -------------------------------------------------------


def power_part(index):
    """Return j^-alpha exp(-2 t j^-beta), what coordinate j adds up to constants."""
    return index**-alpha * sp.exp(-2 * t * index**-beta)


POWER_SUM = sp.Sum(power_part(j), (j, 1, d))
_TWO = 2 * ONE
_EXACT_ABOVE, _EXACT_BELOW = {g: _TWO, high_part: ONE}, {slow: _TWO, low_part: ONE}
_exactly = Solve(And(power_part(n) <= power_part(n), power_part(n) >= power_part(n)), _here)
_exact_signs = Solve(And(beta > 0, *(sp.Gt(c, 0, evaluate=False) for c in (_TWO, ONE))), _constants)
_exact_least, _exact_most = substitute(LEAST, _EXACT_BELOW), substitute(MOST, _EXACT_ABOVE)
SUM_AT_MOST, SUM_AT_LEAST = _around_law(
    POWER_SUM, power_part, _EXACT_ABOVE, _EXACT_BELOW, _exactly, _exact_signs
)
_from_below, _to_above = reals("m_1 M_1")
_both = Between(
    *(LOSS, POWER_SUM, LOW / _to_above, HIGH / _from_below, OVER),
    (
        *(LOW > 0, HIGH > 0, _from_below > 0, _to_above > 0, t > 0),
        *(LOW * _law <= LOSS, HIGH * _law >= LOSS),
        *(_from_below * _law <= POWER_SUM, _to_above * _law >= POWER_SUM),
    ),
)
_exact_rate = substitute(alpha / (beta * g), _EXACT_ABOVE)
_joined = Cut(
    Put(
        _both,
        {LOW: _least, HIGH: _most, _from_below: _exact_least, _to_above: _exact_most},
    ),
    (
        *(LOSS_AT_LEAST, LOSS_AT_MOST, SUM_AT_LEAST, SUM_AT_MOST),
        Cut(Put(POSITIVE_LEAST, BELOW), (_signs,)),
        Cut(Put(POSITIVE_MOST, ABOVE), (_signs,)),
        Put(POSITIVE_LEAST, _EXACT_BELOW),
        Put(POSITIVE_MOST, _EXACT_ABOVE),
        Solve(
            And(
                *(sp.Ne(beta, 0), sp.Ne(low, 0), sp.Ne(alpha - 1, 0)),
                *(has_power(K1, -1 / beta), has_power(BY, 1 - alpha)),
                *(has_power(_rate, alpha / beta), has_power(_exact_rate, alpha / beta)),
            ),
            (*_constants, K1 > 0),
        ),
    ),
)


def as_a_sum(pair):
    """Return the arguments that the loss is of the order of the sum, in both meanings."""
    shown = Cut(_joined, (Solve(t > 0, (K1 > 0, t >= K1)),))
    return hidden(pair, (K2, K1), shown, POINT, _HOLDS)
