"""Theorem E.4 from T = eta k = d^beta on: the loss of SGD between two exponentials and a noise.

With X = T d^-beta >= 1 the signal is at most d^(1 - alpha) exp(-c X) up to constants, and at least
d^(1 - alpha) exp(-2^(beta + 2) C X), as the coordinates from d/2 to d have it; d^(1 - alpha) is X
times T^-1 d^(-beta (s - 1)), and a power of X does not matter beside an exponential.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Between, Cut, Put, Solve
from theory.binders import substitute
from theory.language import eq, reals
from theory.orders import Theta
from theory.papers.signsgd_scaling import scaling_late_argument, sgd_sums_argument, signal_argument
from theory.papers.signsgd_scaling.integral_argument import BELOW_1, h
from theory.papers.signsgd_scaling.loss_argument import (
    EXP_DECAYS,
    FALLS,
    ONE,
    POSITIVE,
    K,
    g,
    lemma,
    n,
    p,
    v,
    y,
)
from theory.papers.signsgd_scaling.notation import (
    DIFFICULTY,
    OVER,
    POWER_LAWS,
    alpha,
    beta,
    d,
    high,
    low,
    s,
)
from theory.papers.signsgd_scaling.scaling_argument import LEAST, MOST, q
from theory.papers.signsgd_scaling.scaling_late_argument import FADES_BY_HALF, some_rate
from theory.papers.signsgd_scaling.scaling_sums_argument import DECAY, DECAYED, i, rate
from theory.papers.signsgd_scaling.sgd_sums_argument import (
    AT_LEAST,
    AT_MOST,
    BELOW,
    GIVEN,
    LEAST_NOISE,
    LOSS,
    MOST_NOISE,
    NOISE_AT_LEAST,
    UNIT,
    T,
    of_loss,
    term_of,
)
from theory.papers.signsgd_scaling.signal_argument import has_power
from theory.papers.signsgd_scaling.signal_sum_argument import (
    IN_RANGE,
    K1,
    K_SIGNAL,
    A,
    J,
    N,
    W,
    lasts,
    on_a_window,
    summed,
)

LEMMAS = {
    **sgd_sums_argument.LEMMAS,
    **{
        name: scaling_late_argument.LEMMAS[name]
        for name in ("exp of a sum", "exp of log", "log of exp", "log rises")
    },
    **{
        name: signal_argument.LEMMAS[name]
        for name in (signal_argument.LATE_LAW, signal_argument.HALF)
    },
}
X = T * d**-beta
PREFACTOR = T**-1 * d ** (-beta * (s - 1))
SIZE = d ** (1 - alpha)
_since = sp.Ge(X, 1, evaluate=False)
_late = (*GIVEN, DIFFICULTY, _since)
_in_time = Solve(
    And(T > 0, T >= 1, X > 0), (*GIVEN, _since), (Solve(d**beta >= 1, (d >= 1, beta > 1)),)
)

# -- from above ------------------------------------------------------------------------------------

_left = sp.exp(-low * X)
_DECAY = substitute(DECAY, {beta: 2 * beta, rate: low})
WEIGHT = (A >= 0, A * (alpha - 1) >= high / 2 * K, _DECAY)
_rate_of_n = 2 * low * T * n**-beta
_own = low * d**beta * n**-beta
_here = (*_late, *IN_RANGE)
_faster = Solve(
    _rate_of_n >= low * X + _own,
    _here,
    (Solve(And(n**-beta >= d**-beta, d**beta > 0, n**-beta > 0), (n >= 1, n <= d, beta > 1)),),
)
_c, _e, _i, _o, _p, _l = reals("c_0 e_0 i_0 o_0 p_0 l_0")
_one_at_most = Solve(
    _i * _e <= _c * _p * _l,
    (_e <= _l * _o, _i * _o <= _c * _p, _i >= 0, _l >= 0),
)
_decay = Solve(
    n**-alpha * sp.exp(-_rate_of_n) <= K * _left * (n + d) ** -alpha,
    (*_here, _DECAY),
    (
        Put(
            _one_at_most,
            {
                _i: n**-alpha,
                _e: sp.exp(-_rate_of_n),
                _l: _left,
                _o: sp.exp(-_own),
                _c: K,
                _p: (n + d) ** -alpha,
            },
        ),
        Solve(
            sp.exp(-_rate_of_n) <= _left * sp.exp(-_own),
            _here,
            (
                _faster,
                lemma(FALLS, {y: _rate_of_n, v: low * X + _own}),
                lemma("exp of a sum", {y: low * X, v: _own}),
            ),
        ),
        Put(DECAYED, {beta: 2 * beta, rate: low, i: n, J: d}),
        lemma(POSITIVE, {v: -low * X}),
    ),
)
_weighed = Solve(
    _i <= A * _l * (alpha - 1) * _p + _e,
    (
        *(_i <= high / 2 * _c + _e, _c <= K * _l * _p, A * (alpha - 1) >= high / 2 * K),
        *(_l >= 0, _p >= 0, high > 0),
    ),
)
_of_n = {
    _i: term_of(n),
    _l: _left,
    _p: (n + d) ** -alpha,
    _c: n**-alpha * sp.exp(-_rate_of_n),
    _e: high / 2 * UNIT * n**-beta,
}
_SIGNAL_AT_MOST = Solve(
    A * _left * SIZE + MOST_NOISE * UNIT >= LOSS,
    (*_late, *WEIGHT),
    (
        Cut(
            summed(
                term_of,
                {A: A * _left, J: d, N: high / 2 * UNIT},
                (*_late, *WEIGHT),
                (AT_MOST, _decay, Put(_weighed, _of_n), lemma(POSITIVE, {v: -low * X})),
            ),
            (
                Solve(A * _left >= 0, (*_late, A >= 0), (lemma(POSITIVE, {v: -low * X}),)),
                Solve(high / 2 * UNIT >= 0, GIVEN),
            ),
        ),
    ),
)

_x, _s, _h, _n = reals("x_0 s_0 h_0 n_0")
_is_product = eq(_p, _x * _s)
_SIZES = {_l: LOSS, _p: SIZE, _x: X, _s: PREFACTOR, _n: UNIT}
_product = Solve(
    And(*(substitute(c, _SIZES) for c in (_is_product, _s > 0, _n >= 0, _p > 0))),
    _late,
    (_in_time, lemma(signal_argument.LATE_LAW, {h: d})),
)
_fades = Solve(
    low * _x * sp.exp(-low * _x) <= 2 * sp.exp(-LEAST * _x),
    (low > 0, _x > 0, low >= 2 * LEAST),
    (
        Put(FADES_BY_HALF, {y: low * _x / 2, v: low * _x / 2}),
        lemma(FALLS, {y: low * _x / 2, v: LEAST * _x}),
    ),
)
_bound = Solve(
    _l <= MOST * (_s * _h + _n),
    (
        *(_l <= A * _e * _p + MOST_NOISE * _n, _is_product, low * _x * _e <= 2 * _h),
        *(A >= 0, low > 0, _s > 0, _n >= 0, _h > 0, MOST * low >= 2 * A, MOST >= MOST_NOISE),
    ),
)
_steady = sp.exp(-LEAST * X)
ABOVE_LATE = Cut(
    Put(_bound, {**_SIZES, _e: _left, _h: _steady}),
    (
        *(_SIGNAL_AT_MOST, _product, _in_time),
        Cut(Put(_fades, {_x: X}), (_in_time,)),
        lemma(POSITIVE, {v: -LEAST * X}),
    ),
)

# -- from below: the coordinates from d/2 to d -----------------------------------------------------

_half, _reach = d / 2, 2**beta * X
_kept = sp.exp(-4 * high * _reach)
_window = Cut(
    Put(of_loss(on_a_window, lasts, BELOW, AT_LEAST), {J: _half, W: _reach}),
    (
        Solve(And(_half > 0, sp.Min(d, 2) <= d, sp.Ge(d, d, evaluate=False)), (d >= 1,)),
        Solve(T * _half**-beta <= _reach, GIVEN, (lemma(signal_argument.HALF, {h: d}),)),
        _in_time,
    ),
)
_least_signal = Solve(
    _l >= 2 * LEAST * _s * _h,
    (
        *(_l >= low / 2 * _o * _e * _i, _i >= _p, _is_product, _e >= _h, low * _o >= 4 * LEAST),
        *(_h > 0, _o > 0, low > 0, _s > 0, _x >= 1, LEAST > 0),
    ),
)
_fast = sp.exp(-MOST * X)
_signal_at_least = Cut(
    Put(
        _least_signal,
        {
            **{symbol: _SIZES[symbol] for symbol in (_l, _p, _s, _x)},
            _e: _kept,
            _h: _fast,
            _i: _half ** (1 - alpha),
            _o: 3**-alpha,
        },
    ),
    (
        *(_window, _product),
        Solve(
            And(_half ** (1 - alpha) >= SIZE, 3**-alpha > 0),
            (d >= 1, alpha > 1),
            (lemma(signal_argument.SMALLER, {v: _half, h: d}),),
        ),
        Solve(
            _kept >= _fast,
            (*_late, 4 * high * 2**beta <= MOST),
            (_in_time, lemma(FALLS, {y: MOST * X, v: 4 * high * _reach})),
        ),
        lemma(POSITIVE, {v: -MOST * X}),
    ),
)
_NOISE = substitute(LEAST_NOISE, {K1: ONE})
_both = Solve(
    _l >= LEAST * (_s * _h + _n),
    (_l >= 2 * LEAST * _s * _h, _l >= _NOISE * _n, _NOISE >= 2 * LEAST, LEAST > 0, _n >= 0),
)
BELOW_LATE = Cut(
    Put(_both, {_l: LOSS, _s: PREFACTOR, _h: _fast, _n: UNIT}),
    (_signal_at_least, Cut(Put(NOISE_AT_LEAST, {K1: ONE}), (_in_time,)), _product),
)

# -- some rate between them ------------------------------------------------------------------------

NEEDED = (
    *(*WEIGHT, MOST * low >= 2 * A, MOST >= MOST_NOISE, 4 * high * 2**beta <= MOST),
    *(LEAST > 0, LEAST <= MOST, low >= 2 * LEAST, low * 3**-alpha >= 4 * LEAST),
    2 * LEAST <= _NOISE,
)
_rate_of_loss = Cut(
    some_rate(PREFACTOR, UNIT, X, LOSS), (ABOVE_LATE, BELOW_LATE, _product, _in_time)
)
WITH_SYMBOLS = Between(
    *(LOSS, PREFACTOR * sp.exp(-Theta(X)) + UNIT, LEAST, MOST, OVER),
    (*_late, *NEEDED),
    (_rate_of_loss,),
    quantity=q,
)

# constants that serve

_CHOSEN = {
    MOST: 1 + 2 * A / low + MOST_NOISE + 4 * high * 2**beta,
    LEAST: sp.Min(1, low / 2, low * 3**-alpha / 4, _NOISE / 2),
}
_constants = POWER_LAWS[:-1]
_sizes_serve = Solve(
    And(*(substitute(c, _CHOSEN) for c in NEEDED if c not in WEIGHT)),
    (*_constants, A >= 0),
    (
        lemma(BELOW_1, {v: 2 * low}),
        Solve(And(MOST_NOISE > 0, 3**-alpha > 0, 2**beta > 0), _constants),
    ),
)
_A, _ratio = high * K / (2 * (alpha - 1)), alpha / beta
_K = substitute(K_SIGNAL, {g: low})
_decays = Put(EXP_DECAYS, {beta: 2 * beta, g: low, p: _ratio, K: _K})
_with_A = Cut(
    Put(Cut(Put(WITH_SYMBOLS, _CHOSEN), (_sizes_serve,)), {A: _A}),
    (
        Solve(
            And(_A >= 0, sp.Ge(_A * (alpha - 1), high / 2 * K, evaluate=False)),
            (*_constants, K > 0),
        ),
    ),
)
_values = And(
    *(sp.Ne(e, 0) for e in (beta, low, 2 * alpha - 2, 2 * beta - 2)),
    has_power(_ratio / low, _ratio),
    *(2 * beta > 0, alpha > 0, eq(_ratio, _ratio), sp.Le(_K, _K, evaluate=False)),
)
ORDER = Cut(
    Cut(
        Put(_with_A, {K: _K}),
        (_decays, Solve(sp.Gt(_K, 0, evaluate=False), _constants)),
    ),
    (Solve(_values, _constants),),
)
