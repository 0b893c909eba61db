"""The argument that a finite trace does not fix the decay of the spectrum.

The eigenvalues 1 / (1 + j^2) have a trace of order 1 of at most 2, and no constant multiple of them
stays above 1 / j.
"""

import sympy as sp

from theory.arguments import Cut, Generalise, Put, Solve
from theory.binders import SequenceOf
from theory.existence import at_values, denial, given_by
from theory.language import integers, reals
from theory.papers.signsgd_scaling import notation as paper
from theory.papers.signsgd_scaling.loss_argument import by_index, n, next_term

C = reals("C_0")
m, _entry = integers("m l")
ONE = sp.S.One
VALUES = {
    paper.gamma: ONE,
    paper.Q: sp.Integer(2),
    paper.spectrum: SequenceOf(1 / (1 + _entry**2), _entry),
}


def _trace(top):
    """Return the trace of order 1 up to an index."""
    return sp.Sum(1 / (1 + paper.j**2), (paper.j, 1, top))


_bounded = by_index(
    _trace(n) <= 2 - 1 / n, (), (next_term(_trace, ONE),), (next_term(_trace, n + 1),)
)


def against(statement, *conditions):
    """Return the argument against the decay that is printed.

    Args:
        statement: what is printed.
        conditions: its hypotheses that speak of every index.
    """
    known = []
    for every in conditions:
        at = at_values(every, VALUES)
        symbol = at.args[0]
        known.append(Generalise(Solve(at.body, (), (Put(_bounded, {n: symbol}),)), symbol))

    def show(says):
        far = (m >= 2, m > C, C > 0)
        found = given_by(says, {paper.j: m}, far, tuple(known))
        large = sp.floor(C) + 2
        ends = Solve(sp.And(large >= 2, large > C), (C > 0,))
        return Cut(Put(found, {m: large}), (ends,))

    return denial([statement], {}, VALUES, C, show, side=1)
