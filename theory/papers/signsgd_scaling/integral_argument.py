"""Bounds of the integrals over coordinates, for any exponent b: lemmas E.3, E.5, F.7 and F.8.

The noise is f(j) = j^-b (1 - exp(-x)), x = T j^-b. It is never negative, at most j^-b, and at most
T j^(-2 b). On [q, 2 q] it is at least (2 q)^-b (1 - exp(-y)), where y is x at the end.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Between, Cut, Integrate, Known, Lemma, Put, Solve, Split
from theory.binders import substitute
from theory.claim import ForAll
from theory.language import eq, reals
from theory.papers.signsgd_scaling.notation import along, d
from theory.rewriting import rewritten

i = along
T, b, m, q, y, v, p, h, base = reals("T b m q y v p h x")
ONE = sp.S.One


def noise(power, time, low=ONE, high=d):
    """Return the noise integral for eigenvalues j^(-power)."""
    return sp.Integral(i**-power * (1 - sp.exp(-time * i**-power)), (i, low, high))


def powers(exponent, low, high):
    """Return the integral of j^(-exponent)."""
    return sp.Integral(i**-exponent, (i, low, high))


POSITIVE, AT_MOST_X, GROWS = "exp is positive", "1 - exp(-x) is at most x", "1 - exp(-x) grows"
BELOW_1, HALVES, FALLS = "exp falls below 1", "powers of 1/2", "powers fall"
SMALL_POWER, LARGE_POWER, LOGARITHM = "powers below 1", "powers above 1", "the power 1"
LEMMAS = {
    POSITIVE: ForAll(sp.Gt(sp.exp(v), 0, evaluate=False)),
    AT_MOST_X: ForAll(1 - sp.exp(-v) <= v),
    GROWS: ForAll(1 - sp.exp(-v) >= 1 - sp.exp(-y), given=(v >= y,)),
    BELOW_1: ForAll(sp.exp(-v) < 1, given=(v > 0,)),
    HALVES: ForAll(2**-v < 1, given=(v > 0,)),
    FALLS: ForAll(h**-p <= v**-p, given=(v > 0, h >= v, p > 0)),
    SMALL_POWER: ForAll(
        eq(powers(p, y, h), (h ** (1 - p) - y ** (1 - p)) / (1 - p)),
        given=(p > 0, p < 1, y > 0, h >= y),
    ),
    LARGE_POWER: ForAll(
        eq(powers(p, y, h), (y ** (1 - p) - h ** (1 - p)) / (p - 1)),
        given=(p > 1, y > 0, h >= y),
    ),
    LOGARITHM: ForAll(eq(powers(1, y, h), sp.log(h) - sp.log(y)), given=(y > 0, h >= y)),
}


def lemma(name, values=None):
    """Return a lemma, at some values."""
    return Put(Lemma(name), values) if values else Lemma(name)


# -- the integrand ---------------------------------------------------------------------------------

_f, _x = i**-b * (1 - sp.exp(-T * i**-b)), T * i**-b
POSITIVE_TIME = (T > 0, b > 0)
_inside = (i >= 1, *POSITIVE_TIME)
_most = Solve(_f <= i**-b, _inside, (lemma(POSITIVE, {v: -_x}),))
_late = Solve(_f <= T * i ** (-2 * b), _inside, (lemma(AT_MOST_X, {v: _x}),))
_not_negative = Solve(_f >= 0, _inside, (lemma(GROWS, {v: _x, y: sp.S.Zero}),))
_least = Solve(
    _f >= i**-b * (1 - sp.exp(-y)),
    (*_inside, T * h**-b >= y, i <= h),
    (Solve(_x >= y, (*_inside, T * h**-b >= y, i <= h)), lemma(GROWS, {v: _x})),
)
_beyond = Solve(
    _f >= (2 * q) ** -b * (1 - sp.exp(-y)),
    (*_inside, q >= 1, i >= q, i <= 2 * q, y >= 0, T * (2 * q) ** -b >= y),
    (
        Put(_least, {h: 2 * q}),
        lemma(GROWS, {v: y, y: sp.S.Zero}),
        Solve(i**-b >= (2 * q) ** -b, (b > 0, i >= 1, i <= 2 * q)),
    ),
)

# -- the integral ----------------------------------------------------------------------------------

_at_d = (*POSITIVE_TIME, d >= 1)
NOT_NEGATIVE = Integrate(_not_negative, i, 1, d, _at_d)
AT_MOST_POWERS = Integrate(_most, i, 1, d, _at_d)
AT_LEAST_POWERS = Solve(
    noise(b, T) >= (1 - sp.exp(-y)) * powers(b, 1, d),
    (*_at_d, T * d**-b >= y),
    (Integrate(Put(_least, {h: d}), i, 1, d, _at_d),),
)
_MIDDLE = (*POSITIVE_TIME, m >= 1, m <= d)
IN_TWO_PARTS = Solve(
    noise(b, T) <= powers(b, 1, m) + T * powers(2 * b, m, d),
    _MIDDLE,
    (
        Split(noise(b, T), m, _MIDDLE),
        Integrate(_most, i, 1, m, _MIDDLE),
        Integrate(_late, i, m, d, _MIDDLE),
    ),
)
_WINDOW = (*POSITIVE_TIME, q >= 1, 2 * q <= d, y >= 0, T * (2 * q) ** -b >= y)
ON_A_WINDOW = Solve(
    noise(b, T) >= q * (2 * q) ** -b * (1 - sp.exp(-y)),
    _WINDOW,
    (
        Split(noise(b, T), q, _WINDOW),
        Split(noise(b, T, q, d), 2 * q, _WINDOW),
        Integrate(_not_negative, i, 1, q, _WINDOW),
        Integrate(_beyond, i, q, 2 * q, _WINDOW),
        Integrate(_not_negative, i, 2 * q, d, _WINDOW),
    ),
)

# -- lemma F.8: b between 1/2 and 1, T = m^b -------------------------------------------------------

u, w = reals("u w")
RISES, SHRINKS, ROOT, ROOT_OF_RATIO, PRODUCT, WINDOW, SCALED = (
    "powers rise",
    "powers of a number up to 1",
    "(v^(1/b))^b",
    "(v^(1/b))^(1 - b)",
    "powers of a product",
    "q on its window",
    "T on its window",
)
LEMMAS |= {
    RISES: ForAll(v**p <= h**p, given=(v > 0, v <= h, p > 0)),
    SHRINKS: ForAll(v**p <= v**h, given=(v > 0, v <= 1, p >= h)),
    ROOT: ForAll(eq((v ** (1 / b)) ** b, v), given=(v > 0, b > 0)),
    ROOT_OF_RATIO: ForAll(eq((v ** (1 / b)) ** (1 - b), v ** (1 / b - 1)), given=(v > 0, b > 0)),
    PRODUCT: ForAll(eq((v * h) ** p, v**p * h**p), given=(v > 0, h > 0)),
    WINDOW: ForAll(eq(q * (2 * q) ** -b, 2**-b * q ** (1 - b)), given=(q > 0, b > 0)),
    SCALED: ForAll(eq(m**b * (2 * m) ** -b, 2**-b), given=(m > 0, b > 0)),
}
_HALF = sp.Rational(1, 2)
FLAT = (b > _HALF, b < 1)
IS_M = (m > 0, eq(T, m**b))
MOST_OF_FLAT = 1 / (1 - b) + 1 / (2 * b - 1)
_grows = noise(b, T) <= MOST_OF_FLAT * m ** (1 - b)
_flat = (*FLAT, *IS_M, d >= 1)
FLAT_AT_MOST = Solve(
    _grows,
    _flat,
    (
        Solve(
            noise(b, T) <= m ** (1 - b) / (1 - b) + m ** (1 - b) / (2 * b - 1),
            (*_flat, m >= 1, m <= d),
            (
                IN_TWO_PARTS,
                lemma(SMALL_POWER, {p: b, y: ONE, h: m}),
                lemma(LARGE_POWER, {p: 2 * b, y: m, h: d}),
                Solve(T * m ** (1 - 2 * b) <= m ** (1 - b), _flat),
            ),
        ),
        Solve(
            noise(b, T) <= m ** (1 - b) / (1 - b),
            (*_flat, m >= d),
            (
                AT_MOST_POWERS,
                lemma(SMALL_POWER, {p: b, y: ONE, h: d}),
                lemma(RISES, {v: d, h: m, p: 1 - b}),
            ),
        ),
        Solve(
            noise(b, T) <= m ** (1 - b) / (2 * b - 1),
            (*_flat, m <= 1),
            (
                Integrate(_late, i, 1, d, _at_d),
                lemma(LARGE_POWER, {p: 2 * b, y: ONE, h: d}),
                Solve(
                    m ** (1 - b) >= T,
                    (*_flat, m <= 1),
                    (lemma(SHRINKS, {v: m, p: b, h: 1 - b}),),
                ),
            ),
        ),
    ),
)
LEAST_OF_FLAT = 2**-b * (1 - sp.exp(-y)) * u ** (1 - b)
_near_m = (*FLAT, *IS_M, *_WINDOW[2:], u > 0, q >= u * m)
FLAT_AT_LEAST = Solve(
    noise(b, T) >= LEAST_OF_FLAT * m ** (1 - b),
    _near_m,
    (
        ON_A_WINDOW,
        lemma(WINDOW),
        lemma(PRODUCT, {v: u, h: m, p: 1 - b}),
        lemma(RISES, {v: u * m, h: q, p: 1 - b}),
        lemma(GROWS, {v: y, y: sp.S.Zero}),
    ),
)

# where T is at least K_1 and at most K_2 d^b, or such constants serve

K1, K2 = reals("K_1 K_2")
M = T ** (1 / b)
TIMES = (K1 > 0, K2 > 0, T >= K1, sp.Le(T * d**-b, K2, evaluate=False))
_BY = sp.Min(1, K2 ** (-1 / b) / 2)
_END = 2**-b * sp.Min(1, K1)
_placed = (*FLAT, *IS_M, *TIMES, d >= 2, q >= 1, 2 * q <= d, q >= sp.Min(m, d / 2))
_window = Solve(
    sp.And(_BY > 0, _END >= 0, q >= _BY * m, T * (2 * q) ** -b >= _END),
    (*_placed, sp.Or(q <= 1, q <= m)),
    (
        Solve(
            m <= K2 ** (1 / b) * d,
            (*FLAT, *IS_M, *TIMES, d >= 2),
            (
                lemma(PRODUCT, {v: K2 ** (1 / b), h: d, p: b}),
                lemma(ROOT, {v: K2}),
                lemma(RISES, {v: K2 ** (1 / b) * d, h: m, p: b}),
            ),
        ),
        lemma(SCALED),
    ),
)
_q = sp.Max(1, sp.Min(m, d / 2))
LEAST_EARLY = 2**-b * (1 - sp.exp(-_END)) * _BY ** (1 - b)
_at_window = Cut(Put(FLAT_AT_LEAST, {u: _BY, y: _END}), (_window,))
_at_q = Solve(
    noise(b, T) >= LEAST_EARLY * m ** (1 - b),
    (*FLAT, *IS_M, *TIMES, d >= 2),
    (Put(_at_window, {q: _q}),),
)
FLAT_LAW = T ** (1 / b - 1)


def in_time(argument):
    """Return an argument about m with the root of T for it."""
    root = Cut(
        Put(argument, {m: M}),
        (
            Solve(M > 0, (T > 0, b > 0)),
            Solve(eq(T, M**b), (T > 0, b > 0), (lemma(ROOT, {v: T}),)),
        ),
    )
    has_value = sp.And(sp.Ne(b, 0), sp.Or(T > 0, sp.And(sp.Eq(T, 0), 1 / b >= 0)))
    says = substitute(argument.says, {m: M})
    bound = rewritten(root, says, M ** (1 - b), lemma(ROOT_OF_RATIO, {v: T}))
    return Cut(bound, (Solve(has_value, (T > 0, b > 0)),))


FLAT_EARLY = tuple(map(in_time, (FLAT_AT_MOST, _at_q)))
LEAST_IS_POSITIVE = Solve(
    LEAST_EARLY > 0,
    (*FLAT, K1 > 0, K2 > 0),
    (
        Solve(And(_BY > 0, _END > 0, _BY ** (1 - b) > 0), (*FLAT, K1 > 0, K2 > 0)),
        lemma(BELOW_1, {v: _END}),
    ),
)
LOW, HIGH = reals("low high")
_law = Between(
    *(noise(b, T), FLAT_LAW, LOW, HIGH, (T, d)),
    (
        *(T > 0, b > 0, LOW > 0, HIGH > 0, sp.Ge(noise(b, T), LOW * FLAT_LAW, evaluate=False)),
        sp.Le(noise(b, T), HIGH * FLAT_LAW, evaluate=False),
    ),
)
HAVE_VALUES = And(
    *(sp.Ne(b, 0), sp.Ne(1 - b, 0), sp.Ne(2 * b - 1, 0)),
    sp.Or(K2 > 0, And(sp.Eq(K2, 0), -1 / b >= 0)),
    sp.Or(_BY > 0, And(1 - b >= 0, sp.Eq(_BY, 0))),
)
FLAT_ORDER = Cut(
    Put(_law, {LOW: LEAST_EARLY, HIGH: MOST_OF_FLAT}),
    (
        *(*FLAT_EARLY, LEAST_IS_POSITIVE, Solve(MOST_OF_FLAT > 0, FLAT)),
        Solve(HAVE_VALUES, (*FLAT, K2 > 0)),
    ),
)
LATE = (K1 > 0, sp.Ge(T * d**-b, K1, evaluate=False))
LEAST_OF_WEIGHT = 1 - sp.exp(-K1)
LEAST_LATE = LEAST_OF_WEIGHT * (1 - 2 ** (b - 1)) / (1 - b)
_weighed = Put(AT_LEAST_POWERS, {y: K1})
FLAT_LATE = Solve(
    sp.And(
        noise(b, T) <= d ** (1 - b) / (1 - b),
        noise(b, T) >= LEAST_LATE * d ** (1 - b),
    ),
    (*FLAT, *LATE, d >= 2),
    (
        AT_MOST_POWERS,
        _weighed,
        lemma(SMALL_POWER, {p: b, y: ONE, h: d}),
        lemma(GROWS, {v: K1, y: sp.S.Zero}),
        lemma(RISES, {v: 2 * ONE, h: d, p: 1 - b}),
        Solve(T > 0, (b > 0, d >= 2, *LATE)),
    ),
)

# -- lemma E.5: b above 1 --------------------------------------------------------------------------

HALVED, LOG_OF_3 = "the bracket is at least 1/2", "log 3"
LEMMAS |= {
    HALVED: ForAll(v ** (1 / b - 1) <= _HALF, given=(b > 1, v >= 2 ** (b / (b - 1)))),
    LOG_OF_3: ForAll(sp.log(v) >= 1, given=(v >= 3,)),
}
FIRST_TWO = Put(ON_A_WINDOW, {q: ONE})
STEEP_START = 2 ** (b / (b - 1)) + 2**b
_STEEP = (b > 1, T > 0, d >= 2)
_all = Solve(
    noise(b, T) <= 1 / (b - 1),
    _STEEP,
    (AT_MOST_POWERS, lemma(LARGE_POWER, {p: b, y: ONE, h: d})),
)
STEEP_LAW = 1 - T ** (1 / b - 1)
STEEP_LEAST = 2**-b * (1 - sp.exp(-1))
STEEP_EARLY = Solve(
    sp.And(noise(b, T) <= 2 / (b - 1) * STEEP_LAW, noise(b, T) >= STEEP_LEAST * STEEP_LAW),
    (*_STEEP, T >= STEEP_START),
    (
        Solve(
            noise(b, T) >= STEEP_LEAST,
            (*_STEEP, T >= STEEP_START),
            (Put(FIRST_TWO, {y: ONE}),),
        ),
        _all,
        lemma(HALVED, {v: T}),
        lemma(BELOW_1, {v: ONE}),
    ),
)
STEEP_LATE = Solve(
    sp.And(noise(b, T) <= 1 / (b - 1), noise(b, T) >= 2**-b * LEAST_OF_WEIGHT),
    (*_STEEP, *LATE),
    (_all, Put(FIRST_TWO, {y: K1})),
)
POWER_OF_LAST = "(v^(1/b - 1))^b"
OF_LAST = {POWER_OF_LAST: ForAll(eq((v ** (1 / b - 1)) ** b, v ** (1 - b)), given=(v > 0, b > 0))}
_last = d ** (1 / b - 1)  # x, of which d^(1 - b) is the power x^b
STEEP_FROM_1 = Solve(
    sp.And(
        noise(b, T) <= b / (b - 1) * (1 - _last),
        noise(b, T) >= LEAST_OF_WEIGHT / (b - 1) * (1 - _last),
    ),
    (b > 1, T > 0, d >= 1, *LATE),
    (
        AT_MOST_POWERS,
        _weighed,
        lemma(LARGE_POWER, {p: b, y: ONE, h: d}),
        lemma(POWER_OF_LAST, {v: d}),
        Put(Known("Bernoulli's inequality"), {base: _last - 1, p: b}),
        lemma(SHRINKS, {v: _last, p: b, h: ONE}),
        lemma(FALLS, {v: ONE, h: d, p: 1 - 1 / b}),
        lemma(BELOW_1, {v: K1}),
    ),
)

# -- lemma F.7: b = 1 ------------------------------------------------------------------------------

LOG_AT_MOST = Solve(
    noise(1, T) <= 2 * sp.log(T),
    (T >= 3, d >= T),
    (
        Put(IN_TWO_PARTS, {b: ONE, m: T}),
        lemma(LOGARITHM, {y: ONE, h: T}),
        lemma(LARGE_POWER, {p: 2 * ONE, y: T, h: d}),
        lemma(LOG_OF_3, {v: T}),
    ),
)
_UP_TO_T = (T >= 1, d >= T)
LOG_AT_LEAST = Solve(
    noise(1, T) >= (1 - sp.exp(-1)) * sp.log(T),
    _UP_TO_T,
    (
        Split(noise(1, T), T, _UP_TO_T),
        Integrate(Put(_least, {b: ONE, h: T, y: ONE}), i, 1, T, _UP_TO_T),
        Integrate(Put(_not_negative, {b: ONE}), i, T, d, _UP_TO_T),
        lemma(LOGARITHM, {y: ONE, h: T}),
    ),
)
LOG_LATE = Solve(
    sp.And(noise(1, T) <= sp.log(d), noise(1, T) >= LEAST_OF_WEIGHT * sp.log(d)),
    (d >= 1, K1 > 0, sp.Ge(T / d, K1, evaluate=False)),
    (
        Put(AT_MOST_POWERS, {b: ONE}),
        Put(AT_LEAST_POWERS, {b: ONE, y: K1}),
        lemma(LOGARITHM, {y: ONE, h: d}),
    ),
)
