"""Theorem F.6: the loss after T = d^(beta/2), for any growth R of the noise.

With x = T d^(-beta/2) the signal is d^(1 - alpha) exp(-a x) up to constants, with one a from above
and another one from below, where coordinates from d/2 to d have it; a power of x does not matter.
So some q between multiples of x gives d^(1 - alpha) exp(-q) / x + R eta / sqrt(B).
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Cut, Give, Put, Solve
from theory.binders import substitute
from theory.claim import ForAll
from theory.language import eq, reals
from theory.papers.signsgd_scaling import scaling_argument
from theory.papers.signsgd_scaling.loss_argument import FALLS, POSITIVE, g, lemma, n, p, v, y
from theory.papers.signsgd_scaling.notation import DIFFICULTY, alpha, beta, d, low, s
from theory.papers.signsgd_scaling.scaling_argument import (
    AGE,
    LEAST,
    MOST,
    NOISE_AT_LEAST,
    SIGNAL_LEAST,
    STEP,
    loss,
    summable_by,
)
from theory.papers.signsgd_scaling.scaling_coordinate_argument import IN_RANGE, UNIT, T, W, f, h, i
from theory.papers.signsgd_scaling.scaling_noise_argument import MOST_NOISE, R, noises, omega
from theory.papers.signsgd_scaling.scaling_sums_argument import (
    LOSS_AT_MOST,
    SIGNAL_OF_LOSS,
    A,
    J,
    rate,
)
from theory.quantifiers import Some

q = reals("q_s")
LATE_SIGNAL = T**-1 * d ** (-beta / 2 * (2 * s - 1))
LEMMAS = {
    **scaling_argument.LEMMAS,
    "exp of a sum": ForAll(eq(sp.exp(-y - v), sp.exp(-y) * sp.exp(-v))),
    "d coordinates": ForAll(
        sp.Eq(h ** (-beta / 2 * (2 * s - 1)), h ** (1 - alpha) * h ** (beta / 2)),
        given=(h >= 1, beta > 1, sp.Eq(s, (alpha - 1) / beta)),
    ),
    "exp of log": ForAll(eq(sp.exp(sp.log(v), evaluate=False), v), given=(v > 0,)),
    "log of exp": ForAll(eq(sp.log(sp.exp(y), evaluate=False), y)),
}

# -- from above ------------------------------------------------------------------------------------

_late = (*STEP, d >= 1, alpha > 1, beta > 1, sp.Ge(AGE, 1, evaluate=False))
_faster = Solve(
    g * T * n ** (-beta / 2) >= rate * AGE + rate * d ** (beta / 2) * n ** (-beta / 2),
    (*_late, *IN_RANGE, rate > 0, 2 * rate <= g),
    (
        lemma("powers of an index fall", {i: d, J: n}),
        Solve(T * n ** (-beta / 2) >= d ** (beta / 2) * n ** (-beta / 2), (*_late, *IN_RANGE)),
    ),
)
_late_signals = summable_by(
    d,
    sp.exp(-rate * AGE),
    (sp.Ge(AGE, 1, evaluate=False),),
    (
        _faster,
        lemma(
            FALLS,
            {
                y: g * T * n ** (-beta / 2),
                v: rate * AGE + rate * d ** (beta / 2) * n ** (-beta / 2),
            },
        ),
        lemma("exp of a sum", {y: rate * AGE, v: rate * d ** (beta / 2) * n ** (-beta / 2)}),
    ),
)
_e, _x, _p, _s, _f = reals("e_0 x_0 p_0 s_0 f_0")
FADES_BY_HALF = Solve(
    y * sp.exp(-y - v) <= sp.exp(-v),
    (y >= 0,),
    (
        lemma("exp of a sum"),
        lemma("u exp(1 - u)", {v: 1 - y}),
        lemma(FALLS, {v: y - 1}),
        lemma(POSITIVE, {v: -v}),
    ),
)
_fades = Solve(
    rate * _x * sp.exp(-rate * _x) <= 2 * sp.exp(-LEAST * _x),
    (rate > 0, _x >= 1, rate >= 2 * LEAST),
    (
        Put(FADES_BY_HALF, {y: rate * _x / 2, v: rate * _x / 2}),
        lemma(FALLS, {y: rate * _x / 2, v: LEAST * _x}),
    ),
)
_is_product = eq(_p, _x * _s)
_late_signal = Solve(
    A * _e * _p <= MOST * _s * _f,
    (
        *(A >= 0, MOST * rate >= 2 * A, rate > 0, _x >= 1, _is_product),
        *(rate * _x * _e <= 2 * _f, _s > 0, _f > 0),
    ),
)

_time = reals("time")
_at_time = {
    _p: d ** (1 - alpha),
    _x: _time / d ** (beta / 2),
    _s: _time**-1 * d ** (-beta / 2 * (2 * s - 1)),
}
_of_late_signal = {_p: d ** (1 - alpha), _x: AGE, _s: LATE_SIGNAL}
_prefactor = Solve(
    And(*(substitute(c, _at_time) for c in (_is_product, _s > 0))),
    (_time > 0, d >= 1, beta > 1, DIFFICULTY),
    (lemma("d coordinates", {h: d}),),
)
_fading = sp.exp(-LEAST * AGE)
_left_of_A = A * sp.exp(-rate * AGE)
_l, _g = reals("l_0 g_0")
_signal_and_noise = Solve(
    _l <= MOST * (_g + UNIT * R),
    (
        *(*STEP, MOST_NOISE, R >= 0, f**2 * omega <= MOST, f >= 4),
        *(_l <= _p + f**2 * UNIT * noises(d), _p <= MOST * _g),
    ),
)
LATE_AT_MOST = Cut(
    Put(
        _signal_and_noise,
        {_l: loss, _p: _left_of_A * d ** (1 - alpha), _g: LATE_SIGNAL * _fading},
    ),
    (
        Cut(
            Put(LOSS_AT_MOST, {J: d, A: _left_of_A}),
            (
                _late_signals,
                Solve(_left_of_A >= 0, (*_late, A >= 0), (lemma(POSITIVE, {v: -rate * AGE}),)),
            ),
        ),
        Cut(
            Put(_late_signal, {_e: sp.exp(-rate * AGE), _f: _fading, **_of_late_signal}),
            (
                Cut(Put(_prefactor, {_time: T}), (Solve(T > 0, _late),)),
                Put(_fades, {_x: AGE}),
                lemma(POSITIVE, {v: -LEAST * AGE}),
            ),
        ),
    ),
)

# -- from below: the signal of coordinates from d/2 to d -------------------------------------------

_half = d / 2
_slow_enough = 2 ** (beta / 2) * AGE
_faster, _steady = sp.exp(-4 * f * _slow_enough), sp.exp(-MOST * AGE)
_b, _c, _h = reals("b_0 c_0 h_0")
_signal_near_d = Cut(
    Put(SIGNAL_OF_LOSS, {J: _half, W: _slow_enough}),
    (
        Solve(And(_half > 0, sp.Min(d, 2) <= d, sp.Ge(d, d, evaluate=False)), (d >= 1,)),
        Solve(
            T * _half ** (-beta / 2) <= _slow_enough,
            (*STEP, d >= 1, beta > 1),
            (lemma("a power of d/2", {h: d}),),
        ),
    ),
)
_kept = Solve(
    _b >= 2 * LEAST * _s * _f,
    (
        *(low > 0, _b >= low * _c * _e / 2, _c >= _h * _p, low * _h >= 8 * LEAST, LEAST > 0),
        *(_e >= _f, _f > 0, _p > 0, _is_product, _x >= 1, _s > 0, _c > 0),
    ),
)
_late_signal_kept = Cut(
    Put(
        _kept,
        {
            _b: loss,
            _c: _half * (3 * _half) ** -alpha,
            _e: _faster,
            _f: _steady,
            _h: 3**-alpha,
            **_of_late_signal,
        },
    ),
    (
        _signal_near_d,
        Cut(Put(_prefactor, {_time: T}), (Solve(T > 0, _late),)),
        Solve(
            _half * (3 * _half) ** -alpha >= 3**-alpha * d ** (1 - alpha),
            (d >= 1, alpha > 1),
            (
                lemma("J coordinates", {J: _half}),
                lemma("powers fall", {v: d, h: _half, p: alpha - 1}),
            ),
        ),
        Solve(And(_half * (3 * _half) ** -alpha > 0, d ** (1 - alpha) > 0), (d >= 1, alpha > 1)),
        Solve(
            low * 3**-alpha >= 8 * LEAST,
            (*SIGNAL_LEAST, f >= 4, alpha > 1),
            (lemma(FALLS, {y: 4 * f, v: 0}),),
        ),
        Solve(
            _faster >= _steady,
            (*_late, 4 * f * 2 ** (beta / 2) <= MOST),
            (lemma(FALLS, {y: MOST * AGE, v: 4 * f * _slow_enough}),),
        ),
        lemma(POSITIVE, {v: -MOST * AGE}),
    ),
)
_both = Solve(
    _l >= LEAST * (_g + UNIT * R),
    (*STEP, _l >= 2 * LEAST * _g, _l >= 2 * LEAST * UNIT * R, LEAST > 0),
)
LATE_AT_LEAST = Cut(
    Put(_both, {_l: loss, _g: LATE_SIGNAL * _steady}), (_late_signal_kept, NOISE_AT_LEAST)
)

# -- some rate between them ------------------------------------------------------------------------

_a, _n, _w = reals("a_0 n_0 w_0")


def _serves(of, signal, noise, age, value):
    """Return that a rate lies between multiples of an age, and gives a value up to constants."""
    law = signal * sp.exp(-of) + noise
    bounds = (LEAST * age <= of, of <= MOST * age, LEAST * law <= value, value <= MOST * law)
    return And(*bounds)


_says = Some(q, _serves(q, _s, _n, _x, _l))
_constants = (LEAST > 0, LEAST <= MOST, _s > 0, _n >= 0, _x > 0)
_between = (
    *(_w > 0, _w >= sp.exp(-MOST * _x), _w <= sp.exp(-LEAST * _x), eq(_l, MOST * (_s * _w + _n))),
)
_log_is_between = Solve(
    And(_a <= sp.log(v), sp.log(v) <= y),
    (v > 0, v >= sp.exp(_a), v <= sp.exp(y)),
    (
        lemma("log rises", {h: sp.exp(y)}),
        lemma("log rises", {v: sp.exp(_a), h: v}),
        lemma("log of exp"),
        lemma("log of exp", {y: _a}),
        lemma(POSITIVE, {v: _a}),
    ),
)
_exactly = Give(
    Solve(
        substitute(_says.body, {q: -sp.log(_w)}),
        (*_constants, *_between),
        (
            lemma("exp of log", {v: _w}),
            Put(_log_is_between, {v: _w, _a: -MOST * _x, y: -LEAST * _x}),
        ),
    ),
    _says,
    -sp.log(_w),
)
_least_of_all = (
    _l >= LEAST * (_s * sp.exp(-MOST * _x) + _n),
    _l <= MOST * (_s * sp.exp(-MOST * _x) + _n),
)
_slowest = Give(
    Solve(substitute(_says.body, {q: MOST * _x}), (*_constants, *_least_of_all)),
    _says,
    MOST * _x,
)
SOME_RATE = Solve(
    _says,
    (
        *(*_constants, _l >= LEAST * (_s * sp.exp(-MOST * _x) + _n)),
        _l <= MOST * (_s * sp.exp(-LEAST * _x) + _n),
    ),
    (
        _slowest,
        Put(_exactly, {_w: (_l / MOST - _n) / _s}),
        lemma(POSITIVE, {v: -MOST * _x}),
    ),
)


def some_rate(signal, noise, age, value):
    """Argue that some rate between multiples of an age gives a value up to constants."""
    return Put(SOME_RATE, {_s: signal, _n: noise, _x: age, _l: value})


SOME_RATE_OF_LOSS = Cut(
    some_rate(LATE_SIGNAL, UNIT * R, AGE, loss),
    (
        Cut(Put(_prefactor, {_time: T}), (Solve(T > 0, _late),)),
        Solve(AGE > 0, _late),
        Solve(UNIT * R >= 0, (*STEP, R >= 0)),
    ),
)
