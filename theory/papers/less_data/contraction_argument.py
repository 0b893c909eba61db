"""The last part of lemma 6, for all updates of phase 2, where |a_0| is at most 1.

After t updates c and b have got the factors P_t = prod (1 + eta a_s) and M_t = prod (1 - eta a_s),
and v has kept its size; the norms by which w is divided cancel in alpha_t. By induction

    a_0 <= a_t <= 1        P_t >= exp(t eta a_0 / 2) >= 1        M_t^2 <= 1

as 1 + x >= exp(x / 2) for x up to 1. So eps c^2 P_T^2 >= 1 >= b^2 M_T^2 + v^2 after T_2 updates.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Assume, Cut, Induct, Known, Lemma, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.claim import ForAll
from theory.existence import met
from theory.language import Each, eq, integers, reals, sequence
from theory.papers.less_data.notation import (
    T2,
    across,
    clip,
    eps,
    eta,
    gains,
    opposite,
    s_step,
    step_size,
    t,
    u_side,
)
from theory.places import HERE
from theory.quantifiers import Every

factor, m = integers("l_s m")
entries = sequence("a")
HALF = sp.Rational(1, 2)


def u_part(last):
    """Return c after a number of updates, but for the norms by which w is divided."""
    return u_side * sp.Product(1 + eta * gains[factor - 1], (factor, 1, last))


def opposite_part(last):
    """Return b after a number of updates, but for the same norms."""
    return opposite * sp.Product(1 - eta * gains[factor - 1], (factor, 1, last))


def squared_norm(last):
    """Return what c^2, b^2 and v^2 add up to, but for the same norms."""
    return u_part(last) ** 2 + opposite_part(last) ** 2 + across**2


def moved(step):
    """Return that a is what an update makes of it, by (A.3)."""
    q = (u_part(step) ** 2 - opposite_part(step) ** 2) / squared_norm(step)
    return eq(gains[step + 1], clip(gains[step] + eta / 2 * q))


CLOSE = u_part(T2) ** 2 >= (1 - eps) * squared_norm(T2)
ENOUGH = sp.ceiling(2 / (eta * gains[0]) * sp.log(1 / (u_side**2 * eps)))
UNIT = (eq(u_side**2 + opposite**2 + across**2, 1), across >= 0)
START = (
    *(eta > 0, eta <= HALF, gains[0] > 0, u_side**2 > opposite**2),
    *(eps > 0, eps < HALF, eq(T2, ENOUGH)),
)
PLACES = {HERE: START, "the proof of lemma 6, w in coordinates": UNIT}
UPDATES = "appendix A.1, (A.3)"
IN_TIME = ForAll(
    CLOSE,
    given={**PLACES, UPDATES: (Each(moved(s_step), (s_step, 0, T2 - 1)),)},
    instances={T2: (1, 2)},
)
_FOR_ALL = Every(s_step, Implies(And(s_step >= 0, s_step < T2), moved(s_step), evaluate=False))
OF_PROJECTED = States(
    CLOSE,
    given={**PLACES, "the proof of lemma 6": (gains[0] <= 1,), UPDATES: (_FOR_ALL,)},
)

# -- lemmas ----------------------------------------------------------------------------------------

y, z = reals("y_a z_a")
FACTOR, LONG = "factor of one update", "exponential of a logarithm"
NOT_NEGATIVE = "a logarithm that is not negative"


def _exponent(step, size=eta * gains[0]):
    """Return t x / 2."""
    return step * size / 2


def _grown(step, size=eta * gains[0]):
    """Return exp(t x / 2)."""
    return sp.exp(_exponent(step, size))


LEMMAS = {
    FACTOR: ForAll(
        _grown(t + 1, step_size) <= _grown(t, step_size) * (1 + step_size),
        given=(step_size > 0, step_size <= 1, t >= 0),
    ),
    LONG: ForAll(sp.exp(y) * z >= 1, given=(z > 0, y >= sp.log(1 / z))),
    NOT_NEGATIVE: ForAll(sp.log(1 / z) >= 0, given=(z > 0, z <= 1)),
}

# -- one update in numbers -------------------------------------------------------------------------

first, now, after, up, up_after, down, down_after, low, low_after = reals(
    "p_a p_b p_c p_d p_e p_f p_g p_h p_k"
)
_BEFORE = (first > 0, now >= first, now <= 1, up >= low, up >= 1, down**2 <= 1)
_OVERLAPS = (eta > 0, eta <= HALF, u_side**2 > opposite**2)
_u, _o = u_side * up, opposite * down
_q = (_u**2 - _o**2) / (_u**2 + _o**2 + across**2)
_NUMBERS = (
    *_OVERLAPS,
    *_BEFORE,
    eq(after, clip(now + eta / 2 * _q)),
    eq(up_after, up * (1 + eta * now)),
    eq(down_after, down * (1 - eta * now)),
    low_after <= low * (1 + eta * first),
)
_ahead = Solve(
    _u**2 > _o**2,
    (*_OVERLAPS, *_BEFORE),
    (
        Solve(_u**2 >= u_side**2, _BEFORE, (Solve(up**2 >= 1, _BEFORE),)),
        Solve(_o**2 <= opposite**2, _BEFORE),
    ),
)
_positive = Solve(_q > 0, (*_OVERLAPS, *_BEFORE), (_ahead,))
_rises = Solve(And(after >= first, after <= 1), _NUMBERS, (_positive,))
_factors = Solve(
    And(up * (1 + eta * now) >= up * (1 + eta * first), low * (1 + eta * first) <= up_after),
    _NUMBERS,
)
_in_numbers = Solve(
    And(after >= first, after <= 1, up_after >= low_after, up_after >= 1, down_after**2 <= 1),
    _NUMBERS,
    (
        _rises,
        _factors,
        Solve(up_after >= 1, _NUMBERS),
        Solve(
            down_after**2 <= 1,
            _NUMBERS,
            (Solve(And(1 - eta * now >= 0, (1 - eta * now) ** 2 <= 1), _NUMBERS),),
        ),
    ),
)

# -- all updates -----------------------------------------------------------------------------------

GIVEN = OF_PROJECTED.given


def _product(part, last):
    return next(one for one in part(last).args if isinstance(one, sp.Product))


def kept(step):
    """Return what is kept by the updates of phase 2."""
    grown, shrunk = (_product(part, step) for part in (u_part, opposite_part))
    return And(
        gains[step] >= gains[0],
        gains[step] <= 1,
        grown >= _grown(step),
        grown >= 1,
        shrunk**2 <= 1,
    )


def _until(step):
    return Implies(step <= T2, kept(step), evaluate=False)


_SEQUENCES = [SequenceOf(1 + sign * eta * gains[factor - 1], factor) for sign in (1, -1)]
_none = tuple(Put(Known("product of no terms"), {entries: one}) for one in _SEQUENCES)
_more = tuple(Put(Known("product with one more term"), {entries: one, m: t}) for one in _SEQUENCES)
_VALUES = {
    first: gains[0],
    now: gains[t],
    after: gains[t + 1],
    up: _product(u_part, t),
    up_after: _product(u_part, t + 1),
    down: _product(opposite_part, t),
    down_after: _product(opposite_part, t + 1),
    low: _grown(t),
    low_after: _grown(t + 1),
}
_THEN = (*GIVEN, t >= 0, _until(t), t + 1 <= T2)
_size = Solve(And(eta * gains[0] > 0, eta * gains[0] <= 1), GIVEN)
_low = Cut(Put(Lemma(FACTOR), {step_size: eta * gains[0]}), (_size,))
_update = Solve(moved(t), _THEN, (Specialise(Assume(_FOR_ALL), t),))
_each = tuple(Solve(substitute(one, _VALUES), _THEN, (_low, _update, *_more)) for one in _NUMBERS)
ALL_KEPT = Induct(
    _until(t),
    t,
    0,
    base=Solve(substitute(_until(t), {t: sp.S.Zero}), GIVEN, _none),
    step=Solve(
        _until(t + 1),
        _THEN[:-1],
        (Solve(kept(t + 1), _THEN, (Cut(Put(_in_numbers, _VALUES), _each),)),),
    ),
)

# -- the last of them ------------------------------------------------------------------------------

_share = u_side**2 * eps
_some_share = Solve(And(_share > 0, _share <= 1), GIVEN)
_late = Solve(
    _exponent(T2) >= sp.log(1 / _share),
    GIVEN,
    (_size, _some_share),
)
_long = Cut(Put(Lemma(LONG), {y: _exponent(T2), z: _share}), (_some_share, _late))
_not_negative = Solve(T2 >= 0, GIVEN, (_size, _some_share, Put(Lemma(NOT_NEGATIVE), {z: _share})))
_all = Cut(Put(ALL_KEPT, {t: T2}), (_not_negative,))
_end = (
    *(eps > 0, eps < HALF, up >= low, up >= 1, down**2 <= 1, low * _share >= 1),
    *UNIT,
)
_in_the_end = Solve(
    _u**2 >= (1 - eps) * (_u**2 + _o**2 + across**2),
    _end,
    (
        Solve(up * up * _share >= 1, _end, (Solve(up * _share >= 1, _end),)),
        Solve(_o**2 + across**2 <= 1, _end, (Solve(_o**2 <= opposite**2, _end),)),
    ),
)
_LAST = {
    up: _product(u_part, T2),
    down: _product(opposite_part, T2),
    low: _grown(T2),
}
_shown = Cut(
    Put(_in_the_end, _LAST),
    tuple(Solve(substitute(one, _LAST), GIVEN, (_all, _long)) for one in _end),
)
_RUN = {
    gains: SequenceOf(sp.S.One, t),
    eta: HALF,
    u_side: sp.Rational(4, 5),
    opposite: 0,
    across: sp.Rational(3, 5),
    eps: sp.Rational(1, 4),
    T2: 8,
}
IN_TIME_SHOWN = met(_shown, GIVEN, _RUN)
