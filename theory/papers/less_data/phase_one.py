"""Phase 1 as sequences: updates on fixed samples, and when the output weight is large enough."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.binders import SequenceOf
from theory.language import eq
from theory.papers.less_data import sign_stability_argument as model
from theory.papers.less_data.notation import (
    N,
    T,
    c0,
    clip,
    d,
    eta,
    gains,
    i,
    margin,
    norm,
    path,
    s_step,
    t,
    target,
)
from theory.quantifiers import Every, Some

__all__ = ["IN_TIME", "IN_TIME_OF_N", "KEPT", "LEMMA_4", "THEOREM_3", "T"]


def weights_at(step):
    """Return the input weights after a number of updates."""
    return SequenceOf(path[step, i], i)


def q_at(step):
    """Return q after a number of updates."""
    return model.quadratic(weights_at(step))


_moved = model.normalised(model.moved(weights_at(s_step), gains[s_step]))
_next_gain = eq(gains[s_step + 1], clip(gains[s_step] + eta / 2 * q_at(s_step)))
_next_weight = Every(
    i, Implies(And(s_step >= 0, i >= 1, i <= d), eq(path[s_step + 1, i], _moved[i]), evaluate=False)
)
UPDATES = (
    Every(s_step, Implies(s_step >= 0, _next_gain, evaluate=False)),
    Every(s_step, _next_weight),
    eq(model.dot(weights_at(0), weights_at(0)), 1),
)
STABLE = (eta > 0, eta * target * norm <= sp.Rational(1, 2))
GOOD = (gains[0] * q_at(0) > 0, sp.Abs(q_at(0)) >= margin, margin > 0)
BEFORE_END = Every(
    s_step, Implies(And(s_step >= 0, s_step <= t), sp.Abs(gains[s_step]) < target, evaluate=False)
)
FIRST = (
    T >= 0,
    sp.Abs(gains[T]) >= target,
    Every(
        s_step,
        Implies(And(s_step >= 0, s_step < T), sp.Abs(gains[s_step]) < target, evaluate=False),
    ),
)
KEPT = Implies(
    And(t >= 0, BEFORE_END),
    And(
        gains[t] * q_at(0) > 0,
        q_at(t) * q_at(0) > 0,
        sp.Abs(q_at(t)) >= sp.Abs(q_at(0)),
        sp.Abs(q_at(0)) >= margin,
    ),
    evaluate=False,
)
_PLACES = {
    "appendix A.1": (*model.MODEL, *UPDATES),
    "theorem 3": (target > 0, target <= 1),
}
LEMMA_4 = {**_PLACES, "lemma 4": (*GOOD, *STABLE)}
THEOREM_3 = {
    **_PLACES,
    "theorem 3, the good event": (
        *(gains[0] * q_at(0) > 0, sp.Abs(q_at(0)) >= c0 / sp.sqrt(N), N >= 1),
        *(c0 > 0, c0 < sp.sqrt(3) / 2),
    ),
    "theorem 3, the stability event": STABLE,
}


def _in_time(bound):
    """Return that |a_T| is at least a_* for some T up to a bound."""
    start = sp.Max(target - sp.Abs(gains[0]), 0)
    end = sp.ceiling(2 * start / (eta * bound))
    return Some(T, And(T >= 0, sp.Abs(gains[T]) >= target, end >= T))


IN_TIME = _in_time(margin)
IN_TIME_OF_N = _in_time(c0 / sp.sqrt(N))
