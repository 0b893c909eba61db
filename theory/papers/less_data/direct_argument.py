"""Section 4.2: how many updates lemma 6 asks for where phase 1 is skipped.

With a the size of a_0 and x = d / epsilon, at least 6, and alpha_0^2 at least 1 / (4 d)

    T_2 <= 1 + 2 / (eta a) log(4 x) <= sqrt(m) log(x) (2 + 6 / (E K))    if sqrt(m) a >= K, eta >= E
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Between, Cut, Hide, Lemma, Put, Solve
from theory.claim import ForAll
from theory.language import eq, reals
from theory.orders import Large, Order
from theory.papers.less_data.notation import T2, a, alpha0, d, eps, eta, m, q
from theory.places import HERE

HALF = sp.Rational(1, 2)
K, E, x, y = reals("K_a E_eta x_d y_d")
_NOT_SMALL, _TYPICAL = Large(eta), Large(sp.sqrt(m) * a)
SIZES = {
    "theorem 1": (d >= 3, m > d, eta > 0, _NOT_SMALL),  # eta is of the order 1
    "lemma 6": (
        eta <= HALF,
        *(a > 0, q > 0),  # a is |a_0|, and q, times its sign
        *(eps > 0, eps < HALF),
        eq(T2, sp.ceiling(2 / (eta * a) * sp.log(1 / (alpha0**2 * eps)))),
    ),
    "lemma 9, its event": (alpha0 > 0, alpha0**2 >= 1 / (4 * d)),
}
BOUND = sp.sqrt(m) * sp.log(d / eps)
_OVER = (T2, a, q, alpha0, d, eps, eta, m)
IN_ORDER = States(Order(T2, BOUND, "at most", _OVER), given={**SIZES, HERE: (_TYPICAL,)})

FOUR, FROM_BELOW, MONOTONE = (
    "the logarithm of four times a number",
    "the logarithm from below",
    "a larger number has a larger logarithm",
)
LEMMAS = {
    FOUR: ForAll(sp.log(4 * x) <= 3 * sp.log(x), given=(x >= 2,)),
    FROM_BELOW: ForAll(sp.log(x) >= 1 - 1 / x, given=(x >= 1,)),
    MONOTONE: ForAll(sp.log(y) <= sp.log(x), given=(y > 0, y <= x)),
}

_GIVEN = (
    *(condition for some in SIZES.values() for condition in some if condition != _NOT_SMALL),
    *(E > 0, eta >= E, K > 0, sp.sqrt(m) * a >= K),
)
_RANGE = (d >= 3, eps > 0, eps < HALF)
_ratio = Solve(sp.And(d / eps >= 2, d / eps >= 1, eps / d <= HALF), _RANGE)
_start = 1 / (alpha0**2 * eps)
_in_range = Solve(
    sp.And(_start > 0, _start <= 4 * d / eps),
    (*_RANGE, *SIZES["lemma 9, its event"]),
    (Solve(4 * d * alpha0**2 >= 1, (d >= 3, *SIZES["lemma 9, its event"])),),
)
_log_start = Cut(Put(Lemma(MONOTONE), {y: _start, x: 4 * d / eps}), (_in_range,))
_four = Cut(Put(Lemma(FOUR), {x: d / eps}), (_ratio,))
_half = Solve(
    sp.log(d / eps) >= HALF, _RANGE, (Cut(Put(Lemma(FROM_BELOW), {x: d / eps}), (_ratio,)), _ratio)
)

_log, _root, _short, _steps = reals("Lambda_d r_m l_0 n_2")
_NUMBERS = (
    *(E > 0, eta >= E, a > 0, K > 0, _root >= 1, _root * a >= K),
    *(_log >= HALF, _short <= 3 * _log),
    _steps <= 1 + 2 / (eta * a) * _short,
)
_inverse = (Solve(1 / a <= _root / K, _NUMBERS), Solve(1 / eta <= 1 / E, _NUMBERS))
_in_numbers = Solve(
    _steps <= (2 + 6 / (E * K)) * _root * _log,
    _NUMBERS,
    (
        Solve(2 / (eta * a) * _short <= 6 / (eta * a) * _log, _NUMBERS),
        Solve(
            6 / (eta * a) * _log <= 6 / (E * K) * _root * _log,
            _NUMBERS,
            (Solve(1 / (eta * a) <= _root / (E * K), _NUMBERS, _inverse),),
        ),
        Solve(2 * _root * _log >= 1, _NUMBERS),
    ),
)
_AT = {_log: sp.log(d / eps), _root: sp.sqrt(m), _short: sp.log(_start), _steps: T2}
_shown = Cut(
    Put(_in_numbers, _AT),
    (
        Solve(sp.sqrt(m) >= 1, _GIVEN),
        _half,
        Solve(sp.log(_start) <= 3 * sp.log(d / eps), _GIVEN, (_log_start, _four)),
        Solve(1 + 2 / (eta * a) * sp.log(_start) >= T2, _GIVEN),
    ),
)
_POINT = {
    d: sp.Integer(3),
    m: sp.Integer(4),
    **dict.fromkeys((eta, E, a, q), HALF),
    eps: sp.Rational(1, 4),
    **dict.fromkeys((alpha0, K), sp.S.One),
    T2: sp.ceiling(8 * sp.log(4)),
}
IN_ORDER_SHOWN = Hide(
    Between(T2, BOUND, None, 2 + 6 / (E * K), _OVER, _GIVEN, (_shown,)),
    {_NOT_SMALL: E, _TYPICAL: K},
    (),
    _POINT,
)
