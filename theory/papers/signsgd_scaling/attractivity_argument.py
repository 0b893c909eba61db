"""Assumption F.3 contradicts (18): an error may leave every bounded region.

From delta_0 with delta_0 + n eta > r_j it does so in n steps upwards, if not before, each of which
has a positive probability.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import (
    Assume,
    Contradictory,
    Definition,
    Generalise,
    Give,
    Induct,
    Put,
    Solve,
    Specialise,
)
from theory.binders import substitute
from theory.existence import by_values
from theory.language import eq, reals
from theory.papers.signsgd_scaling.loss_argument import CHANCE, ROOT, TAIL, lemma, z
from theory.papers.signsgd_scaling.loss_argument import LEMMAS as OF_LOSS
from theory.papers.signsgd_scaling.notation import (
    B,
    K,
    delta,
    escapes,
    eta,
    k,
    lam,
    later,
    radius,
    steps_up,
    x,
)
from theory.quantifiers import Every, Some, inhabited

LEMMAS = {TAIL: OF_LOSS[TAIL]}
_GIVEN = (eta > 0, lam > 0, B >= 1)
_AT_ONCE, _AT_START, _LATER = map(
    Definition,
    (
        "a start outside",
        "a start inside, before the first step",
        "a start inside, and the first step",
    ),
)
_CHANCE = escapes(radius, k)


def _by_steps(body, step):
    """Argue by induction over the steps that something holds for every start."""
    every = Every(x, body)
    before = [Specialise(Assume(every), at) for at in (x - eta, x + eta)]
    at_0, next_one = (substitute(body, {k: steps}) for steps in (sp.S.Zero, k + 1))
    start = (Put(_AT_ONCE, {k: sp.S.Zero}), _AT_START)
    return Specialise(
        Induct(
            every,
            k,
            0,
            base=Generalise(Solve(at_0, _GIVEN, start), x),
            step=Generalise(
                Solve(
                    next_one,
                    (*_GIVEN, k >= 0, every),
                    (Put(_AT_ONCE, {k: k + 1}), _LATER, CHANCE, *before, *step),
                ),
                x,
            ),
        ),
        x,
    )


_up, _near, _far = reals("p a b")
_mix = {_up: steps_up(x), _near: escapes(radius, k, x - eta), _far: escapes(radius, k, x + eta)}
_mean = (1 - _up) * _near + _up * _far
_not_below = Solve(_mean >= 0, (_up >= 0, _up <= 1, _near >= 0, _far >= 0))
_above = Solve(_mean > 0, (_up > 0, _up <= 1, _near >= 0, _far > 0))
_not_negative = _by_steps(_CHANCE >= 0, (Put(_not_below, _mix),))
_tail = lemma(TAIL, {z: x * ROOT / sp.sqrt(2)})
_positive = _by_steps(
    Implies(x + k * eta > radius, _CHANCE > 0, evaluate=False),
    (
        Put(_not_negative, {x: x - eta}),
        Solve(sp.Gt(steps_up(x), 0, evaluate=False), _GIVEN, (_tail,)),
        Put(_above, _mix),
    ),
)

HALF_WIDTH = 1 / sp.sqrt(lam * B)  # r_j
NEVER = Every(later, Implies(later >= 0, eq(escapes(HALF_WIDTH, later, delta), 0), evaluate=False))
_enough = sp.floor((HALF_WIDTH + sp.Abs(delta)) / eta) + 1
_at = {x: delta, radius: HALF_WIDTH, k: _enough}
_chance = escapes(HALF_WIDTH, _enough, delta)
_escapes = Solve(_chance > 0, _GIVEN, (Put(_positive, _at),))
NOTHING = Contradictory(
    Solve(_chance <= 0, (*_GIVEN, NEVER), (Specialise(Assume(NEVER), _enough),)), _escapes
)

MAY_ESCAPE = Some(later, And(later >= 0, escapes(HALF_WIDTH, later, delta) > 0))
_found = And(_enough >= 0, _chance > 0)
MAY_ESCAPE_SHOWN = Solve(
    MAY_ESCAPE,
    _GIVEN,
    (Give(Solve(_found, _GIVEN, (_escapes, Solve(HALF_WIDTH > 0, _GIVEN))), MAY_ESCAPE, _enough),),
)

# from 0 with eta = r_j / 2 one step ends inside
MIDDLE = {eta: sp.S.Half, B: sp.S.One, lam: sp.S.One, delta: sp.S.Zero, K: sp.S.One}
_of_middle = {radius: sp.S.One, lam: sp.S.One, B: sp.S.One, eta: sp.S.Half}
_inside = [Put(_AT_START, {**_of_middle, x: at}) for at in (sp.S.Half, -sp.S.Half)]
_one_step = Put(_LATER, {**_of_middle, x: sp.S.Zero, k: sp.S.Zero})


def stays(given):
    """Argue that values which satisfy hypotheses have no chance to escape in one step."""
    says = inhabited((*MIDDLE, later), (*given, escapes(HALF_WIDTH, later, delta) <= 0))
    return by_values(says, {**MIDDLE, later: sp.S.One}, (), (_one_step, *_inside))
