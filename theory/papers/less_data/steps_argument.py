"""The denial that the steps of phase 1 grow with the samples: a run with one step for every N.

In R^2, and with each of the four inputs N / 4 times, M is that of the population, (0, 1; 1, 0).
From w_0 = (1, 1) / sqrt(2), where q = 1, w does not move, and a = 1/10 + t / 4 until it is 1.
"""

import sympy as sp

from theory.arguments import Between, Clause, Solve
from theory.binders import SequenceOf, substitute
from theory.existence import by_values, denial, given_by
from theory.papers.less_data import growth_argument as growth
from theory.papers.less_data import phase_one as phase
from theory.papers.less_data.notation import (
    N,
    T,
    c0,
    d,
    eta,
    gains,
    i,
    j,
    limit,
    moment,
    norm,
    path,
    t,
    target,
)
from theory.quantifiers import Some
from theory.sum_arguments import all_written_out

FIXED = {
    d: sp.Integer(2),
    eta: sp.Rational(1, 2),
    target: sp.Rational(1, 5),
    c0: sp.Rational(1, 2),
}
RUN = {
    N: 4 * sp.ceiling(limit**2 + 1),
    T: sp.S.One,
    norm: sp.S.One,
    moment: SequenceOf(sp.Abs(i - j), i, j),
    path: SequenceOf(1 / sp.sqrt(2), t, i),
    gains: SequenceOf(sp.Min(1, sp.Rational(1, 10) + t / 4), t),
}


def _spelled(formula):
    """Argue what the sums in a formula are, and those in the two terms of each."""
    terms = (
        substitute(outer.function, {outer.limits[0][0]: sp.Integer(at)})
        for outer in sorted(formula.atoms(sp.Sum), key=str)
        for at in (1, 2)
    )
    return tuple(dict.fromkeys(fact for one in (formula, *terms) for fact in all_written_out(one)))


def _shown(there):
    """Argue that the run is one with fewer steps than the constant asks for."""
    condition = there
    while isinstance(condition, Some):
        condition = condition.body
    parts = (substitute(part, RUN) for part in condition.args)
    facts = tuple(by_values(part, {}, (limit > 0,), _spelled(part)) for part in parts)
    return given_by(there, RUN, (limit > 0,), facts)


_TIME = Clause("less-data/eq-A.6", "time")
_MOST = 2 * target / (eta * c0) + 1
_start = sp.Max(target - sp.Abs(gains[0]), 0)


def at_most_root(statement):
    """Argue that the steps of phase 1 are at most of the order sqrt(N), by (A.6)."""
    given = (eta > 0, target > 0, c0 > 0, N >= 1)
    start = Solve(_start * sp.sqrt(N) <= target * sp.sqrt(N), given)
    most = Solve(_MOST * sp.sqrt(N) >= growth.END_OF_N, given, (start,))
    shown = Between(
        *(T, sp.sqrt(N), None, _MOST, tuple(sorted(statement.says.over, key=str))),
        statement.given,
        (growth.no_later(phase.IN_TIME_OF_N, growth.END_OF_N, _TIME), most),
    )
    return growth.with_run(shown, statement.given, {c0: sp.Rational(1, 2), N: 1, T: 0})


def grow_not(statement):
    """Argue against a statement that the steps of phase 1 are of the order sqrt(N)."""
    return denial([statement], {}, FIXED, limit, _shown, side=1)
