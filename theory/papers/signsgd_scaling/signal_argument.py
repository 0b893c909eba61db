"""Bounds of the signal integral of lemma E.3, I = int_1^d f, f(j) = j^-alpha exp(-t j^-beta).

Those of the first two lines are of the integral from any place l >= 1 on, as in term A of theorem
F.6, where beta/2 stands for beta.

for every t > 0     f(j) <= K (j + m)^-alpha, where t = m^beta
on [q, 2 q]         f(j) >= (2 q)^-alpha exp(-y), where t q^-beta <= y
X = t d^-beta       f is up to constants d^(beta + 1 - alpha) times j^(-beta - 1) exp(-t j^-beta),
                    which has a primitive: on [d/2, d] from below, with the root of exp(-X) taken
                    out on [1, d] from above
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Between, Cut, Integrate, Put, Solve, Specialise, Split
from theory.binders import substitute
from theory.claim import ForAll
from theory.language import eq, reals
from theory.papers.signsgd_scaling import integral_argument as noise_bounds
from theory.papers.signsgd_scaling import loss_argument
from theory.papers.signsgd_scaling.integral_argument import (
    BELOW_1,
    HIGH,
    K1,
    K2,
    LOW,
    ONE,
    RISES,
    ROOT,
    b,
    h,
    i,
    lemma,
    m,
    p,
    q,
    u,
    v,
    y,
)
from theory.papers.signsgd_scaling.loss_argument import EXP_DECAYS, FALLS, POSITIVE, K, g
from theory.papers.signsgd_scaling.notation import DIFFICULTY, alpha, beta, d, s, t
from theory.rewriting import rewritten

first = reals("l")


def signal(low=ONE, high=d):
    """Return the signal integral."""
    return sp.Integral(i**-alpha * sp.exp(-t * i**-beta), (i, low, high))


PRIMITIVE, FROM_M_ON = "the primitive", "the integral from m on"
J_AND_M, RATIO, WINDOW = "j and m", "a power of m / j", "q on its window"
LAW, LATE_LAW = "m to the 1 - alpha", "the power of d"
SMALLER, HALF_OF_D = "larger numbers, negative powers", "q from d / 2 on"
NEAR_END, BEFORE_END, BY_RATIO = "powers of j near d", "powers of j up to d", "powers of j by d / j"
LARGER, HALF, SUM = "larger exponents", "a power of d / 2", "exp of a sum"
LEMMAS = {
    **{
        name: loss_argument.LEMMAS[name]
        for name in (
            FALLS,
            POSITIVE,
            "u exp(1 - u)",
            "a power of a number below 1",
            "a power of a product",
            "z by z^(beta/2)",
            "1 + z up to 1",
            "1 + z from 1 on",
        )
    },
    **{name: noise_bounds.LEMMAS[name] for name in (RISES, ROOT, BELOW_1, noise_bounds.PRODUCT)},
    PRIMITIVE: ForAll(
        eq(
            sp.Integral(i ** (-beta - 1) * sp.exp(-g * i**-beta), (i, y, h)),
            (sp.exp(-g * h**-beta) - sp.exp(-g * y**-beta)) / (beta * g),
        ),
        given=(y > 0, h >= y, beta > 0, g > 0),
    ),
    FROM_M_ON: ForAll(
        eq(
            sp.Integral((i + m) ** -alpha, (i, y, h)),
            ((y + m) ** (1 - alpha) - (h + m) ** (1 - alpha)) / (alpha - 1),
        ),
        given=(m > 0, y > 0, h >= y, alpha > 1),
    ),
    J_AND_M: ForAll(eq(i**-alpha * (1 + m / i) ** -alpha, (i + m) ** -alpha), given=(m > 0, i > 0)),
    RATIO: ForAll(eq(m**beta * i**-beta, (m / i) ** beta), given=(m > 0, i > 0)),
    WINDOW: ForAll(
        eq(q * (2 * q) ** -alpha, 2**-alpha * q ** (1 - alpha)), given=(q > 0, alpha > 0)
    ),
    HALF_OF_D: ForAll(q**-beta <= 2**beta * h**-beta, given=(h > 0, 2 * q >= h, beta > 0)),
    SMALLER: ForAll(h ** (1 - alpha) <= v ** (1 - alpha), given=(v > 0, h >= v, alpha > 1)),
    NEAR_END: ForAll(i**p >= 2**-p * h**p, given=(h > 0, 2 * i >= h, p >= 0)),
    BEFORE_END: ForAll(i**p >= h**p, given=(i > 0, h >= i, p <= 0)),
    BY_RATIO: ForAll(eq(i**p, h**p * (h / i) ** -p), given=(i > 0, h > 0)),
    LARGER: ForAll(v**p <= v**y, given=(v >= 1, p <= y)),
    HALF: ForAll(eq((h / 2) ** -beta, 2**beta * h**-beta), given=(h > 0,)),
    SUM: ForAll(eq(sp.exp(-v - y), sp.exp(-v) * sp.exp(-y))),
    LATE_LAW: ForAll(
        eq(h ** (-beta * (s - 1)), h ** (beta + 1 - alpha)),
        given=(h > 0, beta > 0, sp.Eq(s, (alpha - 1) / beta)),
    ),
    LAW: ForAll(
        eq((v ** (1 / beta)) ** (1 - alpha), v**-s),
        given=(v > 0, beta > 0, sp.Eq(s, (alpha - 1) / beta)),
    ),
}

# -- from above, for every t -----------------------------------------------------------------------

POWERS = (alpha > 1, beta > 0)
IS_M = (m > 0, eq(t, m**beta))
_p = alpha / beta
K_SIGNAL = 2**alpha * (1 + _p**_p)
_decays = Put(EXP_DECAYS, {beta: 2 * beta, g: ONE, p: _p, K: K_SIGNAL})
_each = Solve(
    i**-alpha * sp.exp(-t * i**-beta) <= K_SIGNAL * (i + m) ** -alpha,
    (*POWERS, *IS_M, i >= 1),
    (
        Solve(
            sp.exp(-t * i**-beta) <= K_SIGNAL * (1 + m / i) ** -alpha,
            (*POWERS, *IS_M, i >= 1),
            (Specialise(_decays, m / i), lemma(RATIO)),
        ),
        lemma(J_AND_M),
    ),
)
_at_d = (*POWERS, *IS_M, first >= 1, d >= first)
AT_MOST = Solve(
    signal(first) <= K_SIGNAL / (alpha - 1) * m ** (1 - alpha),
    _at_d,
    (
        Integrate(_each, i, first, d, _at_d),
        lemma(FROM_M_ON, {y: first, h: d}),
        lemma(SMALLER, {v: m, h: first + m}),
    ),
)

# -- from below, where t is at least K_1 and at most K_2 d^beta ------------------------------------

_f = i**-alpha * sp.exp(-t * i**-beta)
_at_most_power = Solve(
    _f <= i**-alpha, (i >= 1, *POWERS, t > 0), (lemma(BELOW_1, {v: t * i**-beta}),)
)
AT_MOST_POWERS = Integrate(_at_most_power, i, 1, d, (*POWERS, t > 0, d >= 1))
_positive = Solve(_f >= 0, (i >= 1, *POWERS), (lemma(POSITIVE, {v: -t * i**-beta}),))
_inside = (*POWERS, t > 0, i >= 1, q >= 1, i >= q, i <= 2 * q, t * q**-beta <= y)
_on_window = Solve(
    _f >= (2 * q) ** -alpha * sp.exp(-y),
    _inside,
    (
        Solve(And(t * i**-beta <= y, i**-alpha >= (2 * q) ** -alpha), _inside),
        lemma(FALLS, {y: y, v: t * i**-beta}),
        lemma(POSITIVE, {v: -y}),
    ),
)
_window = (*POWERS, t > 0, first >= 1, q >= first, 2 * q <= d, t * q**-beta <= y)
ON_A_WINDOW = Solve(
    signal(first) >= 2**-alpha * q ** (1 - alpha) * sp.exp(-y),
    _window,
    (
        Split(signal(first), q, _window),
        Split(signal(q), 2 * q, _window),
        Integrate(_positive, i, first, q, _window),
        Integrate(_on_window, i, q, 2 * q, _window),
        Integrate(_positive, i, 2 * q, d, _window),
        lemma(WINDOW),
    ),
)
TIMES = (K1 > 0, K2 > 0, t >= K1, sp.Le(t * d**-beta, K2, evaluate=False))
BY = sp.Max(1, K1 ** (-1 / beta))  # q is at most that times m
END = sp.Max(1, 2**beta * K2)
_q = sp.Max(1, sp.Min(m, d / 2))
_placed = (*POWERS, *IS_M, *TIMES, d >= 2)
_is_q = (q >= 1, 2 * q <= d, sp.Or(q <= 1, q <= m), sp.Or(q >= m, 2 * q >= d))
_from_K1 = (*POWERS, *IS_M, K1 > 0, t >= K1)
ABOVE = Solve(
    m * K1 ** (-1 / beta) >= 1,
    _from_K1,
    (
        Solve(
            m >= K1 ** (1 / beta),
            _from_K1,
            (lemma(ROOT, {v: K1, b: beta}), lemma(RISES, {v: m, h: K1 ** (1 / beta), p: beta})),
        ),
    ),
)
_near_end = Solve(t * q**-beta <= END, (*_placed, *_is_q), (lemma(HALF_OF_D, {h: d}),))
_where = Solve(And(t * q**-beta <= END, q <= BY * m), (*_placed, *_is_q), (ABOVE, _near_end))
_by_m = Solve(
    signal() >= 2**-alpha * u ** (1 - alpha) * sp.exp(-y) * m ** (1 - alpha),
    (*POWERS, t > 0, q >= 1, 2 * q <= d, t * q**-beta <= y, m > 0, u > 0, q <= u * m),
    (
        Put(ON_A_WINDOW, {first: ONE}),
        lemma(SMALLER, {v: q, h: u * m}),
        lemma(noise_bounds.PRODUCT, {v: u, h: m, p: 1 - alpha}),
        lemma(POSITIVE, {v: -y}),
    ),
)
LEAST = 2**-alpha * BY ** (1 - alpha) * sp.exp(-END)
_at_window = Cut(Put(_by_m, {u: BY, y: END}), (_where,))
AT_LEAST = Solve(signal() >= LEAST * m ** (1 - alpha), _placed, (Put(_at_window, {q: _q}),))

# -- late: X = t d^-beta is at least K_1 -----------------------------------------------------------

X = t * d**-beta
_LATE = (*POWERS, d >= 2, K1 > 0, sp.Ge(X, K1, evaluate=False))
_j = i ** (-beta - 1) * sp.exp(-g * i**-beta)
_end = d ** (beta + 1 - alpha)
_least_ratio = sp.Min(1, 2 ** (alpha - beta - 1))
_late_inside = (*_LATE, t > 0, i >= d / 2, i <= d)
_late_least = Solve(
    _f >= _least_ratio * _end * (i ** (-beta - 1) * sp.exp(-t * i**-beta)),
    _late_inside,
    (
        Solve(
            i**-alpha >= _least_ratio * _end * i ** (-beta - 1),
            _late_inside,
            (
                Solve(
                    i ** (beta + 1 - alpha) >= _least_ratio * _end,
                    _late_inside,
                    (
                        lemma(NEAR_END, {h: d, p: beta + 1 - alpha}),
                        lemma(BEFORE_END, {h: d, p: beta + 1 - alpha}),
                    ),
                ),
            ),
        ),
        lemma(POSITIVE, {v: -t * i**-beta}),
    ),
)
_half = (*_LATE, t > 0)
LATE_AT_LEAST = Solve(
    signal() >= _least_ratio * _end * (1 - sp.exp(-(2**beta - 1) * K1)) / (beta * t) * sp.exp(-X),
    _half,
    (
        Split(signal(), d / 2, _half),
        Integrate(_positive, i, 1, d / 2, _half),
        Integrate(_late_least, i, d / 2, d, _half),
        lemma(PRIMITIVE, {g: t, y: d / 2, h: d}),
        Solve(
            sp.exp(-t * (d / 2) ** -beta) <= sp.exp(-(2**beta - 1) * K1) * sp.exp(-X),
            _half,
            (
                Solve(
                    t * (d / 2) ** -beta >= (2**beta - 1) * K1 + X, _half, (lemma(HALF, {h: d}),)
                ),
                lemma(FALLS, {y: t * (d / 2) ** -beta, v: (2**beta - 1) * K1 + X}),
                lemma(SUM, {v: (2**beta - 1) * K1, y: X}),
            ),
        ),
    ),
)

_rate = K1 / 2
K_LATE = 2**alpha * (1 + (_p / _rate) ** _p)
_decays_late = Put(EXP_DECAYS, {beta: 2 * beta, g: _rate, p: _p, K: K_LATE})
_up_to_d = (*_LATE, t > 0, i >= 1, i <= d)
_ratio = d / i
_root = sp.exp(-t * i**-beta / 2)
_FACTOR = K_LATE * sp.exp(_rate)
_root_at_most = Solve(
    _root <= sp.exp(-X / 2) * sp.exp(_rate) * sp.exp(-_rate * _ratio**beta),
    _up_to_d,
    (
        Solve(
            t * i**-beta / 2 >= X / 2 - _rate + _rate * _ratio**beta,
            _up_to_d,
            (
                lemma(BY_RATIO, {h: d, p: -beta}),
                Solve(_ratio**beta >= 1, _up_to_d),
            ),
        ),
        lemma(FALLS, {y: t * i**-beta / 2, v: X / 2 - _rate + _rate * _ratio**beta}),
        lemma(SUM, {v: X / 2 - _rate, y: _rate * _ratio**beta}),
        lemma(SUM, {v: X / 2, y: -_rate}),
    ),
)
_power_at_most = Solve(
    i**-alpha <= _end * i ** (-beta - 1) * (1 + _ratio) ** alpha,
    _up_to_d,
    (
        Solve(
            i ** (beta + 1 - alpha) <= _end * (1 + _ratio) ** alpha,
            _up_to_d,
            (
                lemma(BY_RATIO, {h: d, p: beta + 1 - alpha}),
                Solve(
                    _ratio ** (alpha - beta - 1) <= (1 + _ratio) ** alpha,
                    _up_to_d,
                    (
                        lemma(LARGER, {v: _ratio, p: alpha - beta - 1, y: alpha}),
                        lemma(RISES, {v: _ratio, h: 1 + _ratio, p: alpha}),
                        Solve(_ratio >= 1, _up_to_d),
                    ),
                ),
            ),
        ),
    ),
)
_absorbed = Solve(
    (1 + _ratio) ** alpha * sp.exp(-_rate * _ratio**beta) <= K_LATE,
    _up_to_d,
    (Specialise(_decays_late, _ratio),),
)
_a, _e, _r, _w, _s, _x, _d, _l, _o = reals("a e r w s_1 x_1 d_1 l o")
_product = Solve(
    _a * _r * _r <= _s * _l * _o * _x * (_d * _r),
    (
        *(_a >= 0, _r >= 0, _x >= 0, _d >= 0, _w >= 0, _e >= 0, _s >= 0, _o >= 0, _l >= 0),
        *(_a <= _s * _d * _w, _r <= _x * _o * _e, _w * _e <= _l),
    ),
)
_most = Put(
    _product,
    {
        _a: i**-alpha,
        _r: _root,
        _s: _end,
        _l: K_LATE,
        _o: sp.exp(_rate),
        _x: sp.exp(-X / 2),
        _d: i ** (-beta - 1),
        _w: (1 + _ratio) ** alpha,
        _e: sp.exp(-_rate * _ratio**beta),
    },
)
_late_most = Solve(
    _f <= _end * _FACTOR * sp.exp(-X / 2) * (i ** (-beta - 1) * _root),
    _up_to_d,
    (
        *(_most, _power_at_most, _absorbed, _root_at_most),
        *(
            lemma(POSITIVE, {v: e})
            for e in (-t * i**-beta / 2, _rate, -X / 2, -_rate * _ratio**beta)
        ),
    ),
)
_of_root = sp.Integral(i ** (-beta - 1) * _root, (i, 1, d))
_whole = Solve(
    _of_root <= 2 / (beta * t) * sp.exp(-X / 2),
    _half,
    (lemma(PRIMITIVE, {g: t / 2, y: ONE, h: d}), lemma(POSITIVE, {v: -t / 2})),
)
_both_roots = Solve(
    signal() <= _s * _o * _w * _x**2,
    (
        *(_s >= 0, _o >= 0, _x >= 0, _of_root <= _w * _x),
        sp.Le(signal(), _s * _o * _x * _of_root, evaluate=False),
    ),
)
LATE_AT_MOST = Solve(
    signal() <= _end * _FACTOR * (2 / (beta * t)) * sp.exp(-X),
    _half,
    (
        Put(_both_roots, {_s: _end, _o: _FACTOR, _w: 2 / (beta * t), _x: sp.exp(-X / 2)}),
        Integrate(_late_most, i, 1, d, _half),
        _whole,
        *(lemma(POSITIVE, {v: e}) for e in (_rate, -X / 2)),
    ),
)

# -- the orders ------------------------------------------------------------------------------------

_M = t ** (1 / beta)


def in_time(argument, says):
    """Return an argument about m, which says this, with the root of t for it."""
    root = Solve(eq(t, _M**beta), (t > 0, beta > 0), (lemma(ROOT, {v: t, b: beta}),))
    of_root = Cut(Put(argument, {m: _M}), (Solve(_M > 0, (t > 0, beta > 0)), root))
    at_root = substitute(says, {m: _M})
    bound = rewritten(of_root, at_root, _M ** (1 - alpha), lemma(LAW, {v: t}))
    has_value = And(sp.Ne(beta, 0), sp.Or(t > 0, And(sp.Eq(t, 0), 1 / beta >= 0)))
    return Cut(bound, (Solve(has_value, (t > 0, beta > 0)),))


def _order(law, low, high, *using):
    """Argue for an order by constants that are put in at the end."""
    abstract = Between(
        *(signal(), law, LOW, HIGH, (t, d)),
        (
            *(t > 0, d >= 2, LOW > 0, HIGH > 0),
            sp.Ge(signal(), LOW * law, evaluate=False),
            sp.Le(signal(), HIGH * law, evaluate=False),
        ),
    )
    return Cut(Put(abstract, {LOW: low, HIGH: high}), using)


def has_power(base, exponent):
    """Return that a number has a power."""
    zero = And(sp.Eq(base, 0, evaluate=False), sp.Ge(exponent, 0, evaluate=False))
    return sp.Or(sp.Gt(base, 0, evaluate=False), zero)


AT_MOST_IN_TIME = in_time(AT_MOST, AT_MOST.says)
_root = v ** (1 / beta)
AT_LEAST_IN_TIME = rewritten(
    Put(ON_A_WINDOW, {q: _root}),
    substitute(ON_A_WINDOW.says, {q: _root}),
    _root ** (1 - alpha),
    lemma(LAW),
)
_FROM_ABOVE = K_SIGNAL / (alpha - 1)
EARLY_LAW = t**-s
EARLY = _order(
    *(EARLY_LAW, LEAST, _FROM_ABOVE),
    *(Put(AT_MOST_IN_TIME, {first: ONE}), in_time(AT_LEAST, AT_LEAST.says)),
    Solve(
        sp.Gt(LEAST, 0, evaluate=False),
        (*POWERS, K1 > 0, K2 > 0),
        (lemma(POSITIVE, {v: -END}),),
    ),
    Solve(_FROM_ABOVE > 0, POWERS),
    Solve(
        And(
            *(sp.Ne(beta, 0), sp.Ne(alpha - 1, 0), has_power(K1, -1 / beta)),
            *(has_power(BY, 1 - alpha), has_power(_p, _p)),
        ),
        (*POWERS, K1 > 0),
    ),
)
LATE_SIGNAL = t**-1 * d ** (-beta * (s - 1)) * sp.exp(-X)
LEAST_LATE = _least_ratio * (1 - sp.exp(-(2**beta - 1) * K1)) / beta
MOST_LATE = _FACTOR * 2 / beta
_late_given = (*_half, DIFFICULTY)
LATE = _order(
    *(LATE_SIGNAL, LEAST_LATE, MOST_LATE),
    Solve(
        signal() >= LEAST_LATE * LATE_SIGNAL, _late_given, (LATE_AT_LEAST, lemma(LATE_LAW, {h: d}))
    ),
    Solve(
        signal() <= MOST_LATE * LATE_SIGNAL, _late_given, (LATE_AT_MOST, lemma(LATE_LAW, {h: d}))
    ),
    Solve(LEAST_LATE > 0, (*POWERS, K1 > 0), (lemma(BELOW_1, {v: (2**beta - 1) * K1}),)),
    Solve(MOST_LATE > 0, (*POWERS, K1 > 0), (lemma(POSITIVE, {v: _rate}),)),
    Solve(And(sp.Ne(beta, 0), sp.Ne(K1, 0), has_power(_p / _rate, _p)), (*POWERS, K1 > 0)),
)
