"""When the second moment of a linear system with noise stays bounded: where rho < 2.

V_(k+1) = (1 - rho)^2 V_k + eta^2 Var(zeta). For rho < 2 no V_k is above V_0 + eta^2 Var(zeta) /
(1 - (1 - rho)^2); from rho = 2 on each step adds eta^2 Var(zeta) at least.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Assume, Choose, Generalise, Give, Induct, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.existence import met
from theory.language import eq, le, reals
from theory.papers.signsgd_scaling.notation import (
    B,
    eta,
    i,
    lam,
    moments,
    spread,
)
from theory.papers.signsgd_scaling.recurrence_argument import RHO
from theory.quantifiers import Every, Some

bound = reals("C_0")
STEP = Every(
    i,
    Implies(
        i >= 0, eq(moments[i + 1], (1 - RHO) ** 2 * moments[i] + eta**2 * spread), evaluate=False
    ),
)
SYSTEM = (spread > 0, moments[0] >= 0, STEP)
GIVEN = (eta > 0, B >= 1, lam > 0, *SYSTEM)
_below = Every(i, Implies(i >= 0, le(moments[i], bound), evaluate=False))
BOUNDED = Some(bound, _below)
STABLE = And(Implies(RHO < 2, BOUNDED, evaluate=False), Implies(BOUNDED, RHO < 2, evaluate=False))

_next = Specialise(Assume(STEP), i)


def _always(says, *given):
    """Argue by induction that something holds of the moment after every number of steps."""
    return Induct(
        says,
        i,
        0,
        base=Solve(substitute(says, {i: sp.S.Zero}), (*GIVEN, *given)),
        step=Solve(substitute(says, {i: i + 1}), (*GIVEN, *given, i >= 0, says), (_next,)),
    )


_most = moments[0] + eta**2 * spread / (1 - (1 - RHO) ** 2)
_stays = _always(le(moments[i], _most), RHO < 2)
_at_most = substitute(_below, {bound: _most})
_bounded = Give(Generalise(Solve(_at_most.body, (*GIVEN, RHO < 2), (_stays,)), i), BOUNDED, _most)
_added = eta**2 * spread
_grows = _always(sp.Ge(moments[i], i * _added, evaluate=False), RHO >= 2)
_beyond = sp.floor(sp.Abs(bound) / _added) + 1
_small = Choose(
    Assume(BOUNDED),
    Solve(
        RHO < 2, (*GIVEN, _below), (Put(_grows, {i: _beyond}), Specialise(Assume(_below), _beyond))
    ),
    bound,
)
_ones = {**dict.fromkeys((eta, B, lam, spread), 1), moments: SequenceOf(sp.S.One, i)}
SHOWN = met(Solve(STABLE, GIVEN, (_bounded, _small)), GIVEN, _ones)
