"""Equation (6) and theorem E.4: the loss of SGD between sums of decaying parts, up to its noise.

With T = eta k coordinate j adds at most C/2 j^-alpha exp(-2 c T j^-beta) and C/2 j^-beta eta / B to
the loss, and at least c/2 j^-alpha exp(-4 C T j^-beta), by (14) and (15), where eta C is at most
1/2. The first coordinate adds at least c (1 - exp(-2 c T)) / 4 times eta / B.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Assume, Clause, Cut, Put, Solve, Specialise
from theory.binders import substitute
from theory.papers.signsgd_scaling import signal_sum_argument
from theory.papers.signsgd_scaling.loss_argument import FALLS, ONE, POSITIVE, g, lemma, n, v, y
from theory.papers.signsgd_scaling.notation import (
    DIFFICULTY,
    POWER_LAWS,
    SETTING,
    B,
    alpha,
    beta,
    d,
    eigenvalues,
    eta,
    high,
    k,
    lam,
    low,
    s,
    sgd,
    sgd_loss,
    t,
    target,
    x,
)
from theory.papers.signsgd_scaling.signal_sum_argument import (
    IN_RANGE,
    K1,
    MOST,
    N,
    at_least,
    at_least_the_first,
    at_most,
    decays_fast,
    high_part,
    lasts,
    low_part,
    of_parts,
    slow,
)

LEMMAS = signal_sum_argument.LEMMAS
HALF = sp.Rational(1, 2)
LOSS = sgd_loss(d)
T = eta * k
UNIT = eta / B
STEADY = sp.Le(eta, 1 / (2 * high), evaluate=False)

# -- a coordinate ----------------------------------------------------------------------------------

_rate = eta * lam
_stable = (eta > 0, lam > 0, B >= 1, k >= 0, _rate <= HALF)
_fast, _slow = sp.exp(-4 * _rate * k), sp.exp(-2 * _rate * k)
_closed = (
    Clause("signsgd-scaling/eq-14", "in closed form"),
    *(Clause("signsgd-scaling/eq-15", f"power, at {end}") for end in ("least", "most")),
)
_EXACT = Solve(
    And(
        sgd(k) <= x**2 * _slow + UNIT,
        sgd(k) >= x**2 * _fast,
        sgd(k) >= (1 - _slow) * UNIT / 2,
    ),
    _stable,
    (
        *_closed,
        lemma(POSITIVE, {v: -4 * _rate * k}),
        lemma(FALLS, {y: 2 * _rate * k, v: sp.S.Zero}),
    ),
)


def term_of(index):
    """Return what a coordinate adds to the loss."""
    return eigenvalues[index] * sgd(k, eigenvalues[index], -target[index]) / 2


_given = (*SETTING, *POWER_LAWS, STEADY)
_here = (*_given, *IN_RANGE)
_laws = Specialise(Assume(POWER_LAWS[-1]), n)
_at_n = {lam: eigenvalues[n], x: -target[n]}
_is_stable = Solve(
    And(*(substitute(c, _at_n) for c in _stable)),
    _here,
    (_laws, Solve(And(n**-beta <= 1, n**-beta > 0), (n >= 1, beta > 1))),
)
_of_n = Cut(Put(_EXACT, _at_n), (_is_stable,))
_slows, _fastest = 2 * low * T * n**-beta, 4 * high * T * n**-beta
_own_slow, _own_fast = 2 * eta * eigenvalues[n] * k, 4 * eta * eigenvalues[n] * k
_at_most = Solve(
    term_of(n) <= high / 2 * n**-alpha * sp.exp(-_slows) + high / 2 * UNIT * n**-beta,
    _here,
    (
        *(_of_n, _laws, _is_stable),
        Solve(_own_slow >= _slows, _here, (_laws,)),
        lemma(FALLS, {y: _own_slow, v: _slows}),
        lemma(POSITIVE, {v: -_own_slow}),
    ),
)
_at_least = Solve(
    term_of(n) >= low / 2 * n**-alpha * sp.exp(-_fastest),
    _here,
    (
        *(_of_n, _laws, _is_stable),
        Solve(_own_fast <= _fastest, _here, (_laws,)),
        lemma(FALLS, {y: _fastest, v: _own_fast}),
        lemma(POSITIVE, {v: -_own_fast}),
    ),
)

# -- the loss --------------------------------------------------------------------------------------

ABOVE = {g: 2 * low, high_part: high / 2}
BELOW = {slow: 4 * high, low_part: low / 2}
_OF_NOISE = high / 2 * UNIT
_constants = POWER_LAWS[:-1]
_signs = Solve(
    And(
        *(sp.Gt(c, 0, evaluate=False) for c in (*ABOVE.values(), *BELOW.values(), beta)),
        _OF_NOISE >= 0,
    ),
    (*_constants, *SETTING),
)


def _of_loss(bound, every, values, one):
    return of_parts(bound(term_of), every(term_of), {t: T, **values}, _given, (one,), _signs)


MOST_NOISE = high * beta / (2 * (beta - 1))
LEAST_NOISE = low * (1 - sp.exp(-2 * low * K1)) / 4
LOSS_AT_MOST = Solve(
    substitute(MOST, ABOVE) * T**-s + MOST_NOISE * UNIT >= LOSS,
    (*_given, DIFFICULTY, T > 0),
    (_of_loss(at_most, decays_fast, {**ABOVE, N: _OF_NOISE}, _at_most),),
)
SIGNAL_AT_LEAST = _of_loss(at_least, lasts, BELOW, _at_least)
_own_first = 2 * eta * eigenvalues[1] * k
_since = (K1 > 0, T >= K1)
_first = Solve(
    term_of(ONE) >= LEAST_NOISE * UNIT,
    (*_given, *_since),
    (
        *(Put(fact, {n: ONE}) for fact in (_of_n, _laws, _is_stable)),
        Solve(_own_first >= 2 * low * K1, (*_given, *_since), (Put(_laws, {n: ONE}),)),
        lemma(FALLS, {y: _own_first, v: 2 * low * K1}),
        lemma(FALLS, {y: 2 * low * K1, v: sp.S.Zero}),
    ),
)
NOISE_AT_LEAST = Solve(
    LOSS >= LEAST_NOISE * UNIT,
    (*_given, *_since),
    (
        _first,
        _of_loss(at_least_the_first, lasts, BELOW, _at_least),
        Solve(T > 0, _since),
    ),
)
