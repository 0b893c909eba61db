"""The end of the proof of lemma 7: what the sizes of the output weights add up to in phase 1."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Assume, Induct, LastTerm, Put, Rewrite, Solve, Specialise
from theory.binders import substitute
from theory.language import eq, le
from theory.papers.less_data.drift_argument import (
    BOUND,
    EARLIER,
    EXCESS,
    FEW,
    GIVEN,
    MOST_STEPS,
    before,
    in_phase_1,
)
from theory.papers.less_data.notation import T, eta, gains, margin, norm, s_step, t, target

LONGEST = 2 * target * EXCESS / (eta * margin) + target


def _added_up(step):
    """Return what the sizes of the output weights before a step add up to."""
    return sp.Sum(sp.Abs(gains[s_step]), (s_step, 0, step - 1))


def _at_most(step):
    return Implies(before(step), _added_up(step) <= step * target, evaluate=False)


def _last(step, *given):
    """Argue with the last term of the sum, which is before the end of phase 1."""
    below = Specialise(Assume(before(step)), step - 1)
    return LastTerm(_added_up(step), given), below


_step = Solve(
    _at_most(t + 1).args[1],
    (t >= 1, _at_most(t), before(t + 1)),
    (EARLIER, *_last(t + 1, t >= 1)),
)
_from_1_on = Induct(
    _at_most(t),
    t,
    1,
    base=Solve(
        substitute(_at_most(t), {t: sp.S.One}),
        (),
        (Solve(_added_up(sp.S.One) <= target, (before(sp.S.One),), _last(sp.S.One)),),
    ),
    step=Solve(_at_most(t + 1), (t >= 1, _at_most(t)), (_step,)),
)
_says = _added_up(T) <= T * target
_empty = Solve(le(_added_up(sp.S.Zero), 0), (), (LastTerm(_added_up(sp.S.Zero)),))
_no_more = Solve(eq(-sp.S.One, T - 1), (eq(T, 0),))
_none = Rewrite(_empty, _no_more, le(_added_up(t + 1), 0), t)
_within = Solve(
    _says,
    GIVEN,
    (
        Solve(_says, (*GIVEN, T >= 1), (Put(_from_1_on, {t: T}),)),
        Solve(_says, (*GIVEN, eq(T, 0)), (_none,)),
    ),
)
SUM_OF_GAINS = And(_says, T * target <= LONGEST)
ADDED_UP = in_phase_1(
    SUM_OF_GAINS,
    _within,
    Solve(T * target <= MOST_STEPS * target, GIVEN, (FEW,)),
    Solve(eq(MOST_STEPS * target, LONGEST), (eta > 0, margin > 0)),
)
EXPANDED = eq(4 * eta * norm * LONGEST, BOUND)
EXPANDED_SHOWN = in_phase_1(EXPANDED)
