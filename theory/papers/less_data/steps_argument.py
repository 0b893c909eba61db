"""The denial that the steps of phase 1 grow with the samples: a run with one step for every N.

In R^2, and with each of the four inputs N / 4 times, M is that of the population, (0, 1; 1, 0).
From w_0 = (1, 1) / sqrt(2), where q = 1, w does not move, and a = 1/10 + t / 4 until it is 1.
"""

import sympy as sp

from theory.arguments import (
    Argument,
    Assume,
    Between,
    Choose,
    Clause,
    LastTerm,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.existence import by_values, denial, given_by
from theory.language import integers
from theory.papers.less_data import phase_one as phase
from theory.papers.less_data.growth_argument import with_run
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
    """Argue what the sums in a formula are, each of them of two terms, from the inside."""
    found: list[Argument] = []
    sums = formula.atoms(sp.Sum)
    for outer in [s for s in sums if s.function.has(sp.Sum)]:
        index = outer.limits[0][0]
        sums |= substitute(outer.function, {index: sp.S.One}).atoms(sp.Sum)
        sums |= substitute(outer.function, {index: sp.Integer(2)}).atoms(sp.Sum)
    for some in sorted(sums, key=lambda s: (s.function.has(sp.Sum), str(s))):
        index, low, high = some.limits[0]
        for last in (high, low):
            found.append(LastTerm(sp.Sum(some.function, (index, low, last)), (), tuple(found)))
    return tuple(found)


def _shown(there):
    """Argue that the run is one with fewer steps than the constant asks for."""
    condition = there
    while isinstance(condition, Some):
        condition = condition.body
    parts = (substitute(part, RUN) for part in condition.args)
    facts = tuple(by_values(part, {}, (limit > 0,), _spelled(part)) for part in parts)
    return given_by(there, RUN, (limit > 0,), facts)


_reached = integers("t_r")
_start = sp.Max(target - sp.Abs(gains[0]), 0)
_BOUND = sp.ceiling(2 * _start * sp.sqrt(N) / (eta * c0))
_MOST = 2 * target / (eta * c0) + 1
_no_later = Solve(
    _BOUND >= T,
    (*phase.FIRST, substitute(phase.IN_TIME_OF_N.body, {T: _reached})),
    (Specialise(Assume(phase.FIRST[-1]), _reached),),
)


def at_most_root(statement):
    """Argue that the steps of phase 1 are at most of the order sqrt(N), by (A.6)."""
    given = (eta > 0, target > 0, c0 > 0, N >= 1)
    start = Solve(_start * sp.sqrt(N) <= target * sp.sqrt(N), given)
    most = Solve(_MOST * sp.sqrt(N) >= _BOUND, given, (start,))
    shown = Between(
        *(T, sp.sqrt(N), None, _MOST, tuple(sorted(statement.says.over, key=str))),
        statement.given,
        (Choose(Clause("less-data/eq-A.6", "time"), _no_later, _reached), most),
    )
    return with_run(shown, statement.given, {c0: sp.Rational(1, 2), N: 1, T: 0})


def grow_not(statement):
    """Argue against a statement that the steps of phase 1 are of the order sqrt(N)."""
    return denial([statement], {}, FIXED, limit, _shown, side=1)
