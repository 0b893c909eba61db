"""Theorems E.2 and E.4: sums over coordinates j of parts that decay like j^-alpha exp(-t j^-beta).

from above      a part is at most A (alpha - 1) (j + J)^-alpha, J = max(1, m), where t = m^beta; the
                sum of that telescopes, and is at most A J^(1 - alpha); beside it there may be N
                j^-beta, of which the sum is at most N beta / (beta - 1)
from below      a part is never negative, and between J and 3 J, J = min(d/2, max(1, m)), at least
                L (3 J)^-alpha exp(-G W), where t J^-beta <= W
"""

from functools import partial

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Assume, Cut, Generalise, Put, Solve, Specialise
from theory.binders import substitute
from theory.claim import ForAll
from theory.language import eq, reals
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

high_part, low_part, slow = reals("H L G")  # of what parts are at most and at least
N = reals("N")
m = signal_argument.m

AT_ONE, J_COORDINATES = "j and j + 1", "J coordinates"
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


def total(term, top):
    """Return the sum of the parts up to a coordinate; `term` returns the part of one."""
    return sp.Sum(term(j), (j, 1, top))


def of_every(condition):
    """Return that a condition holds for every coordinate."""
    return Every(j, Implies(And(j >= 1, j <= d), condition))


IN_RANGE = (n >= 1, n <= d)
POWERS = (alpha > 1, beta > 1)


def _so_far(term, bound, given, first, then):
    """Argue for a bound of the sum up to coordinate n that it holds of the whole sum."""
    says = Implies(n <= d, bound, evaluate=False)
    one, more = (partial(total, term), n + 1)
    every = by_index(says, given, (next_term(one, ONE), *first), (next_term(one, more), *then))
    return Put(every, {n: d})


# -- from above ------------------------------------------------------------------------------------

_signal, _noise = A * (alpha - 1) * (j + J) ** -alpha, N * j**-beta
_part = _signal + _noise
_noises = N * (beta - n ** (1 - beta)) / (beta - 1)
_next_noise = Solve(
    N * (n + 1) ** -beta <= substitute(_noises, {n: n + 1}) - _noises,
    (beta > 1, N >= 0, n >= 1),
    (Put(TELESCOPES, {p: beta - 1, y: n}),),
)


_bound = A * (J ** (1 - alpha) - (J + n) ** (1 - alpha)) + _noises
_of_next, _bound_of_next = (substitute(e, {n: n + 1}) for e in (substitute(_part, {j: n}), _bound))
_rises = Solve(
    _of_next <= _bound_of_next - _bound,
    (*POWERS, J >= 1, A >= 0, N >= 0, n >= 1),
    (Put(TELESCOPED, {n: n + 1}), _next_noise),
)
_starts = Solve(
    sp.Le(substitute(_part, {j: ONE}), substitute(_bound, {n: ONE}), evaluate=False),
    (*POWERS, J >= 1, A >= 0, N >= 0),
    (Put(TELESCOPED, {n: ONE}),),
)
_so, _next, _most, _old, _new = reals("s_n t_n p_n b_n b_m")
_goes_on = Solve(
    Implies(n + 1 <= d, _so + _next <= _new, evaluate=False),
    (
        Implies(n <= d, _so <= _old, evaluate=False),
        Implies(And(n + 1 >= 1, n + 1 <= d), _next <= _most, evaluate=False),
        *(n >= 1, _most <= _new - _old),
    ),
)


def sum_at_most(term):
    """Argue for a bound of the sum where every part has one whose sum telescopes."""
    summable = of_every(term(j) <= _part)
    given = (*POWERS, d >= 1, J >= 1, A >= 0, N >= 0, summable)
    every = Specialise(Assume(summable), n)
    values = {_so: total(term, n), _next: term(n + 1), _most: _of_next}
    then = Cut(
        Put(_goes_on, {**values, _old: _bound, _new: _bound_of_next}),
        (Put(every, {n: n + 1}), _rises),
    )
    first = (Put(every, {n: ONE}), _starts)
    return Solve(
        total(term, d) <= A * J ** (1 - alpha) + N * beta / (beta - 1),
        given,
        (_so_far(term, total(term, n) <= _bound, given, first, (then,)),),
    )


# parts that decay are such parts

_ratio = alpha / beta
K_SIGNAL = 2**alpha * (1 + (_ratio / g) ** _ratio)
MOST = high_part * K_SIGNAL / (alpha - 1)
PLACE = (J >= 1, sp.Or(J <= 1, eq(t, J**beta)))  # where the sum of such parts has its largest ones
RATE = (*POWERS, g > 0)
_decaying = n**-alpha * sp.exp(-g * t * n**-beta)
_has_value = Solve(2**alpha <= K_SIGNAL, RATE)
DECAYED_PART = Cut(
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
            (DECAYED_PART,),
        ),
        Solve(
            _decaying <= K_SIGNAL * (n + J) ** -alpha,
            (*RATE, J >= 1, J <= 1, t > 0, n >= 1),
            (lemma(AT_ONE, {i: n}), lemma(FALLS, {y: g * t * n**-beta, v: sp.S.Zero}), _has_value),
        ),
    ),
)
POSITIVE_MOST = Solve(sp.Gt(MOST, 0, evaluate=False), (*RATE, high_part > 0))
IS_M = (m > 0, eq(t, m**beta))
_J_is = (J >= 1, m <= J, sp.Or(J <= 1, m >= J))
_places = Solve(And(*(substitute(c, {J: sp.Max(1, m)}) for c in _J_is)), (m > 0,))


def decays_fast(term):
    """Return that every part is at most what decays, and a noise."""
    signal = high_part * j**-alpha * sp.exp(-g * t * j**-beta)
    return of_every(term(j) <= signal + N * j**-beta)


def summed(term, values, given, using):
    """Argue for the bound of the sum at some values of A, and of J and N.

    Args:
        term: returns the part of a coordinate.
        values: these.
        given, using: what shows the bound of part n.
    """
    of_n = substitute(term(n) <= _signal + _noise, {**values, j: n})
    shown = Solve(Implies(And(*IN_RANGE), of_n, evaluate=False), given, using)
    return Cut(Put(sum_at_most(term), values), (Generalise(Put(shown, {n: j}), j),))


def at_most(term):
    """Argue for a bound of the sum by a power of t, where every part is at most what decays."""
    decays = decays_fast(term)
    of_J = summed(
        term,
        {A: MOST},
        (*RATE, *PLACE, t > 0, high_part > 0, N >= 0, decays),
        (Specialise(Assume(decays), n), _one),
    )
    says = total(term, d) <= MOST * m ** (1 - alpha) + N * beta / (beta - 1)
    by_m = Solve(
        says,
        (*RATE, *IS_M, *_J_is, high_part > 0, N >= 0, d >= 1, decays),
        (
            Cut(of_J, (Solve(And(PLACE[1], MOST >= 0), (*RATE, *IS_M, *_J_is, high_part > 0)),)),
            POSITIVE_MOST,
            lemma(signal_argument.SMALLER, {v: m, h: J}),
        ),
    )
    return signal_argument.in_time(Cut(Put(by_m, {J: sp.Max(1, m)}), (_places,)), says)


# -- from below ------------------------------------------------------------------------------------

TAU = reals("tau")
_IS_TAU = eq(TAU, low_part * (3 * J) ** -alpha * sp.exp(-slow * W))
_WIDE = (J > 0, sp.Min(d, 2) <= 2 * J)  # so that what is below 2 J is, with the next, below 3 J
_lasting = (*POWERS, slow > 0, low_part > 0, t > 0)
_positive = Solve(TAU >= 0, (low_part > 0, J > 0, _IS_TAU), (lemma(POSITIVE, {v: -slow * W}),))
_slow_enough = t * J**-beta <= W
_in_window = (*_lasting, n >= 1, J > 0, _slow_enough, n >= J, n <= 3 * J, _IS_TAU)
_near = Solve(
    low_part * n**-alpha * sp.exp(-slow * t * n**-beta) >= TAU,
    _in_window,
    (
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


def lasts(term):
    """Return that every part is at least what decays."""
    return of_every(term(j) >= low_part * j**-alpha * sp.exp(-slow * t * j**-beta))


def _not_negative(term):
    return Solve(
        term(n) >= 0,
        (*_lasting, *IN_RANGE, lasts(term)),
        (Specialise(Assume(lasts(term)), n), lemma(POSITIVE, {v: -slow * t * n**-beta})),
    )


_of_window = TAU * (sp.Min(n, 2 * J) - sp.Min(n, J))


def _lasts_inside(part):
    """Return that a part is not negative, and at least tau from J to 3 J."""
    return Implies(n <= d, And(part >= 0, sp.Or(n < J, n > 3 * J, part >= TAU)), evaluate=False)


_goes_on_inside = Solve(
    substitute(Implies(n <= d, _so + _next >= _of_window, evaluate=False), {n: n + 1}),
    (
        Implies(n <= d, _so >= _of_window, evaluate=False),
        substitute(_lasts_inside(_next), {n: n + 1}),
        *(n >= 1, *_WIDE, TAU >= 0),
    ),
)


def on_a_window(term):
    """Argue for a bound of the sum by its parts from J to 3 J."""
    given = (*_lasting, lasts(term), *_WIDE, _slow_enough, _IS_TAU)
    facts = (_not_negative(term), Specialise(Assume(lasts(term)), n), _near)
    first = tuple(Put(fact, {n: ONE}) for fact in facts)
    lasting = Put(Solve(_lasts_inside(term(n)), (*given, n >= 1), facts), {n: n + 1})
    then = Cut(
        Put(_goes_on_inside, {_so: total(term, n), _next: term(n + 1)}), (lasting, _positive)
    )
    bound = total(term, n) >= _of_window
    window = _so_far(term, bound, given, (*first, _positive), (then,))
    return Solve(
        total(term, d) >= 3**-alpha * low_part * sp.exp(-slow * W) * J ** (1 - alpha),
        (*_lasting, lasts(term), *_WIDE, _slow_enough, d >= 1, d >= 2 * J),
        (Put(window, {TAU: _IS_TAU.rhs}), lemma(J_COORDINATES)),
    )


def at_least_the_first(term):
    """Argue that the sum is at least its first part."""
    given = (*_lasting, lasts(term))
    so_far = _so_far(
        term, total(term, n) >= term(ONE), given, (), (Put(_not_negative(term), {n: n + 1}),)
    )
    return Solve(total(term, d) >= term(ONE), (*given, d >= 1), (so_far,))


# where t is at least K_1 and at most K_2 d^beta

BY, END = signal_argument.BY, signal_argument.END
TIMES = signal_argument.TIMES
LEAST = 3**-alpha * low_part * sp.exp(-slow * END) * BY ** (1 - alpha)
POSITIVE_LEAST = Solve(
    sp.Gt(LEAST, 0, evaluate=False),
    (*POWERS, K1 > 0, K2 > 0, low_part > 0),
    (lemma(POSITIVE, {v: -slow * END}),),
)
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
_low_J = sp.Min(d / 2, sp.Max(1, m))
_low_places = Solve(And(*(substitute(c, {J: _low_J}) for c in _J_is_low)), (m > 0, d >= 1))


def at_least(term):
    """Argue for a bound of the sum by a power of t, where every part is at least what decays."""
    says = total(term, d) >= LEAST * m ** (1 - alpha)
    by_m = Solve(
        says,
        (*_lasting, lasts(term), *_placed),
        (
            Cut(Put(on_a_window(term), {W: END}), (_in_reach,)),
            Solve(BY * m >= J, _placed, (signal_argument.ABOVE,)),
            lemma(signal_argument.SMALLER, {v: J, h: BY * m}),
            lemma(integral_argument.PRODUCT, {v: BY, h: m, p: 1 - alpha}),
            lemma(POSITIVE, {v: -slow * END}),
        ),
    )
    return signal_argument.in_time(Cut(Put(by_m, {J: _low_J}), (_low_places,)), says)


def of_parts(bound, every, values, given, using, signs):
    """Argue for a bound of a sum at some factors and rates.

    Args:
        bound: argues for it where it is known of every part that it decays.
        every: that this is so.
        values: of the factors and rates; `signs` argues that they are positive.
        given, using: what shows it of part n.
    """
    of_n = substitute(substitute(every, values).body.args[1], {j: n})
    shown = Solve(Implies(And(*IN_RANGE), of_n, evaluate=False), given, using)
    return Cut(Put(bound, values), (signs, Generalise(Put(shown, {n: j}), j)))
