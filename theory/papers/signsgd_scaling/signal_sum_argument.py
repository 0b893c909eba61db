"""Theorems E.2 and E.4: sums over coordinates j of parts that decay like j^-alpha exp(-t j^-beta).

from above      a part is at most A (alpha - 1) (j + J)^-alpha, J = max(1, m), where t = m^beta; the
                sum of that telescopes, and is at most A J^(1 - alpha); beside it there may be N
                j^-beta, of which the sum is at most N beta / (beta - 1)
from below      a part is never negative, and between J and 3 J, J = min(d/2, max(1, m)), at least
                L (3 J)^-alpha exp(-G W), where t J^-beta <= W
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Assume, Cut, Generalise, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.claim import ForAll
from theory.language import eq, integers, reals, sequence
from theory.papers.signsgd_scaling import integral_argument, scaling_sums_argument, signal_argument
from theory.papers.signsgd_scaling.integral_argument import K1, K2, h
from theory.papers.signsgd_scaling.loss_argument import (
    EXP_DECAYS,
    FALLS,
    ONE,
    POSITIVE,
    TELESCOPES,
    K,
    by_index,
    g,
    lemma,
    n,
    next_term,
    p,
    v,
    y,
)
from theory.papers.signsgd_scaling.notation import alpha, beta, d, j, t
from theory.papers.signsgd_scaling.scaling_sums_argument import (
    DECAYED,
    TELESCOPED,
    A,
    J,
    W,
    i,
    rate,
)
from theory.quantifiers import Every

part = sequence("part")
high_part, low_part, slow = reals("H L G")  # of what parts are at most and at least
N = reals("N")
m = signal_argument.m

AT_ONE, J_COORDINATES, ROOT_GROWS = "j and j + 1", "J coordinates", "powers of a larger number"
LAW = signal_argument.LAW
LEMMAS = {
    **{
        name: scaling_sums_argument.LEMMAS[name]
        for name in (
            *(FALLS, POSITIVE, "u exp(1 - u)", "a power of a number below 1"),
            *("a power of a product", "z by z^(beta/2)", "1 + z up to 1", "1 + z from 1 on"),
            *("Bernoulli", "a power of a quotient", "a power and the next"),
            *("the rate of a coordinate", "J and i"),
        )
    },
    **{
        name: signal_argument.LEMMAS[name]
        for name in (signal_argument.SMALLER, signal_argument.HALF_OF_D, LAW)
    },
    **{
        name: integral_argument.LEMMAS[name]
        for name in (integral_argument.ROOT, integral_argument.RISES, integral_argument.PRODUCT)
    },
    AT_ONE: ForAll(i**-alpha <= 2**alpha * (i + 1) ** -alpha, given=(i >= 1, alpha > 1)),
    J_COORDINATES: ForAll(
        sp.Eq(J * (3 * J) ** -alpha, 3**-alpha * J ** (1 - alpha)), given=(J > 0, alpha > 1)
    ),
}


def total(top):
    """Return the sum of the parts up to a coordinate."""
    return sp.Sum(part[j], (j, 1, top))


def of_every(condition):
    """Return that a condition holds for every coordinate."""
    return Every(j, Implies(And(j >= 1, j <= d), condition))


IN_RANGE = (n >= 1, n <= d)
POWERS = (alpha > 1, beta > 1)

# -- from above ------------------------------------------------------------------------------------

_signal, _noise = A * (alpha - 1) * (j + J) ** -alpha, N * j**-beta
SUMMABLE = of_every(part[j] <= _signal + _noise)
_given = (*POWERS, d >= 1, J >= 1, A >= 0, N >= 0, SUMMABLE)
_noises = N * (beta - n ** (1 - beta)) / (beta - 1)
_SO_FAR = Implies(
    n <= d,
    total(n) <= A * (J ** (1 - alpha) - (J + n) ** (1 - alpha)) + _noises,
    evaluate=False,
)
_next_noise = Solve(
    N * (n + 1) ** -beta <= substitute(_noises, {n: n + 1}) - _noises,
    (beta > 1, N >= 0, n >= 1),
    (Put(TELESCOPES, {p: beta - 1, y: n}),),
)


def _next(top):
    """Return what is needed of a coordinate for the sum up to it."""
    return (
        next_term(total, top),
        Put(Specialise(Assume(SUMMABLE), n), {n: top}),
        Put(TELESCOPED, {n: top}),
    )


SUM_AT_MOST = Solve(
    total(d) <= A * J ** (1 - alpha) + N * beta / (beta - 1),
    _given,
    (Put(by_index(_SO_FAR, _given, _next(ONE), (*_next(n + 1), _next_noise)), {n: d}),),
)

# parts that decay are such parts

_ratio = alpha / beta
K_SIGNAL = 2**alpha * (1 + (_ratio / g) ** _ratio)
PLACE = (J >= 1, sp.Or(J <= 1, eq(t, J**beta)))  # where the sum of such parts has its largest ones
RATE = (*POWERS, g > 0)
_decaying = n**-alpha * sp.exp(-g * t * n**-beta)
_has_value = Solve(2**alpha <= K_SIGNAL, RATE)
_decayed = Cut(
    Put(DECAYED, {beta: 2 * beta, rate: g, K: K_SIGNAL, i: n}),
    (Put(EXP_DECAYS, {beta: 2 * beta, p: _ratio, K: K_SIGNAL}), _has_value),
)
_one = Solve(
    _decaying <= K_SIGNAL * (n + J) ** -alpha,
    (*RATE, *PLACE, t > 0, n >= 1),
    (
        Solve(
            _decaying <= K_SIGNAL * (n + J) ** -alpha,
            (*RATE, J >= 1, eq(t, J**beta), n >= 1),
            (_decayed,),
        ),
        Solve(
            _decaying <= K_SIGNAL * (n + J) ** -alpha,
            (*RATE, J >= 1, J <= 1, t > 0, n >= 1),
            (lemma(AT_ONE, {i: n}), lemma(FALLS, {y: g * t * n**-beta, v: sp.S.Zero}), _has_value),
        ),
    ),
)
DECAYS_FAST = of_every(part[j] <= high_part * j**-alpha * sp.exp(-g * t * j**-beta) + N * j**-beta)
_FACTOR = high_part * K_SIGNAL / (alpha - 1)
_fast = (*RATE, *PLACE, t > 0, high_part > 0, N >= 0, DECAYS_FAST)
_of_one = substitute(part[n] <= _signal + _noise, {A: _FACTOR, j: n})
_summable = Solve(
    Implies(And(*IN_RANGE), _of_one, evaluate=False),
    _fast,
    (Specialise(Assume(DECAYS_FAST), n), _one),
)
_at_most = Cut(
    Put(SUM_AT_MOST, {A: _FACTOR}),
    (Generalise(Put(_summable, {n: j}), j), Solve(_FACTOR >= 0, (*RATE, high_part > 0))),
)
IS_M = (m > 0, eq(t, m**beta))
_J_is = (J >= 1, m <= J, sp.Or(J <= 1, m >= J))
_by_m = Solve(
    total(d) <= _FACTOR * m ** (1 - alpha) + N * beta / (beta - 1),
    (*RATE, *IS_M, *_J_is, high_part > 0, N >= 0, d >= 1, DECAYS_FAST),
    (
        Cut(_at_most, (Solve(PLACE[1], (*IS_M, *_J_is)),)),
        Solve(sp.Gt(_FACTOR, 0, evaluate=False), (*RATE, high_part > 0)),
        lemma(signal_argument.SMALLER, {v: m, h: J}),
    ),
)
_places = Solve(And(*(substitute(c, {J: sp.Max(1, m)}) for c in _J_is)), (m > 0,))
AT_MOST = Cut(Put(_by_m, {J: sp.Max(1, m)}), (_places,))

# -- from below ------------------------------------------------------------------------------------

LASTS = of_every(part[j] >= low_part * j**-alpha * sp.exp(-slow * t * j**-beta))
TAU = reals("tau")
_IS_TAU = eq(TAU, low_part * (3 * J) ** -alpha * sp.exp(-slow * W))
_WIDE = (J > 0, sp.Min(d, 2) <= 2 * J)  # so that what is below 2 J is, with the next, below 3 J
_lasting = (*POWERS, slow > 0, low_part > 0, t > 0, LASTS)
_at_n = Specialise(Assume(LASTS), n)
_not_negative = Solve(
    part[n] >= 0, (*_lasting, *IN_RANGE), (_at_n, lemma(POSITIVE, {v: -slow * t * n**-beta}))
)
_slow_enough = t * J**-beta <= W
_in_window = (*_lasting, *IN_RANGE, J > 0, _slow_enough, n >= J, n <= 3 * J, _IS_TAU)
_near = Solve(
    part[n] >= TAU,
    _in_window,
    (
        _at_n,
        Solve(
            slow * t * n**-beta <= slow * W,
            _in_window,
            (Solve(n**-beta <= J**-beta, (beta > 1, J > 0, n >= J)),),
        ),
        Solve(n**-alpha >= (3 * J) ** -alpha, (alpha > 1, n >= 1, n <= 3 * J)),
        lemma(FALLS, {y: slow * W, v: slow * t * n**-beta}),
        lemma(POSITIVE, {v: -slow * W}),
    ),
)
_positive = Solve(TAU >= 0, (low_part > 0, J > 0, _IS_TAU), (lemma(POSITIVE, {v: -slow * W}),))
_between = sp.Min(n, 2 * J) - sp.Min(n, J)
_window_sum = (*_lasting, *_WIDE, _slow_enough, _IS_TAU)


def _further(top):
    """Return what is needed of a coordinate for the sum up to it, from below."""
    return (
        next_term(total, top),
        Put(_not_negative, {n: top}),
        Put(_near, {n: top}),
        _positive,
    )


_window = by_index(
    Implies(n <= d, total(n) >= TAU * _between, evaluate=False),
    _window_sum,
    _further(ONE),
    _further(n + 1),
)
ON_A_WINDOW = Solve(
    total(d) >= 3**-alpha * low_part * sp.exp(-slow * W) * J ** (1 - alpha),
    (*_lasting, *_WIDE, _slow_enough, d >= 1, d >= 2 * J),
    (
        Put(_window, {n: d, TAU: _IS_TAU.rhs}),
        lemma(J_COORDINATES),
    ),
)

# where t is at least K_1 and at most K_2 d^beta

BY, END = signal_argument.BY, signal_argument.END
TIMES = signal_argument.TIMES
_J_is_low = (
    *(J > 0, d >= 2 * J, sp.Min(d, 2) <= 2 * J),
    *(sp.Or(d <= 2 * J, m <= J), sp.Or(J <= 1, m >= J)),
)
_placed = (*POWERS, *IS_M, *TIMES, *_J_is_low, d >= 1)
_in_reach = Solve(
    t * J**-beta <= END,
    _placed,
    (
        Solve(
            t * J**-beta <= 2**beta * K2,
            (*_placed, d <= 2 * J),
            (lemma(signal_argument.HALF_OF_D, {signal_argument.q: J, h: d}),),
        ),
        Solve(
            t * J**-beta <= 1,
            (*_placed, m <= J),
            (lemma(integral_argument.RISES, {v: m, h: J, p: beta}),),
        ),
    ),
)
_LEAST = 3**-alpha * low_part * sp.exp(-slow * END) * BY ** (1 - alpha)
_low_by_m = Solve(
    total(d) >= _LEAST * m ** (1 - alpha),
    (*_lasting, *_placed),
    (
        Cut(Put(ON_A_WINDOW, {W: END}), (_in_reach,)),
        Solve(BY * m >= J, _placed, (signal_argument.ABOVE,)),
        lemma(signal_argument.SMALLER, {v: J, h: BY * m}),
        lemma(integral_argument.PRODUCT, {v: BY, h: m, p: 1 - alpha}),
        lemma(POSITIVE, {v: -slow * END}),
    ),
)
_low_J = sp.Min(d / 2, sp.Max(1, m))
_low_places = Solve(And(*(substitute(c, {J: _low_J}) for c in _J_is_low)), (m > 0, d >= 1))
AT_LEAST = Cut(Put(_low_by_m, {J: _low_J}), (_low_places,))

# -- the order -------------------------------------------------------------------------------------

MOST, LEAST = _FACTOR, _LEAST
AT_MOST_IN_TIME = signal_argument.in_time(AT_MOST, _by_m.says)
AT_LEAST_IN_TIME = signal_argument.in_time(AT_LEAST, _low_by_m.says)
POSITIVE_LEAST = Solve(
    sp.Gt(LEAST, 0, evaluate=False),
    (*POWERS, K1 > 0, K2 > 0, low_part > 0),
    (lemma(POSITIVE, {v: -slow * END}),),
)
POSITIVE_MOST = Solve(sp.Gt(MOST, 0, evaluate=False), (*RATE, high_part > 0))


def of_parts(bound, every, term, values, given, using, signs):
    """Argue for a bound of a sum over coordinates, from that of a sum of any parts.

    Args:
        bound: argues for that.
        every: what it assumes of every part.
        term: returns the term of a coordinate by its index.
        values: of the factors and rates there; `signs` argues that they are positive.
        given, using: what shows this of coordinate n in the range of coordinates.
    """
    index = integers("l")
    own = {part: SequenceOf(term(index), index), **values}
    of_one = substitute(substitute(every, own).body.args[1], {j: n})
    shown = Solve(Implies(And(*IN_RANGE), of_one, evaluate=False), given, using)
    return Cut(Put(bound, own), (signs, Generalise(Put(shown, {n: j}), j)))
