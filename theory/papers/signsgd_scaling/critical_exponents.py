"""Equations (7) and (8): which sums of powers stay bounded when their number of terms grows.

sum_j j^-p <= 1 + 1 / (p - 1)     for p > 1
sum_j j^-p >= log(n + 1)          for p <= 1, up to n
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import (
    Assume,
    Cut,
    Generalise,
    Give,
    Integrate,
    LastTerm,
    Lemma,
    Put,
    Solve,
    Specialise,
    lemmas_of,
)
from theory.binders import SequenceOf, substitute
from theory.claim import ForAll
from theory.existence import at_values, by_values, given_at
from theory.language import eq, integers, reals
from theory.papers.signsgd_scaling.loss_argument import LEMMAS as OF_SUMS
from theory.papers.signsgd_scaling.loss_argument import (
    POSITIVE,
    POWER_SUM,
    by_index,
    n,
    next_term,
    power_sum,
)
from theory.papers.signsgd_scaling.loss_argument import p as above_1
from theory.papers.signsgd_scaling.notation import (
    Q,
    R,
    alpha,
    beta,
    d,
    eigenvalues,
    gamma,
    high,
    j,
    low,
    r,
    target,
)
from theory.quantifiers import Every, Some, denied, inhabited

v, y, p, factor, K = reals("v y p f K")
i = integers("i")
inner, start, end = reals("y_0 y_1 y_2")
ONE = sp.S.One
CONSTANTS = (low > 0, high >= low, alpha > 1, beta > 1)


def for_every_d(total, bound):
    """Return that sums stay below a bound, whatever the dimension is."""
    return Every(d, Implies(d >= 1, sp.Le(total(d), bound, evaluate=False), evaluate=False))


def for_every_j(*says):
    """Return what holds for every coordinate, whatever the dimension is."""
    return Every(j, Implies(j >= 1, And(*says), evaluate=False))


SIGNAL = eigenvalues[j] * target[j] ** 2
EIGENVALUES = for_every_j(low * j**-beta <= eigenvalues[j], eigenvalues[j] <= high * j**-beta)
SIGNALS = for_every_j(low * j**-alpha <= SIGNAL, high * j**-alpha >= SIGNAL)


def trace(last):
    """Return the trace of T^gamma."""
    return sp.Sum(eigenvalues[j] ** gamma, (j, 1, last))


TRACE_AT_MOST_Q = for_every_d(trace, Q)
TRACE_BOUNDED = Some(Q, And(Q > 0, TRACE_AT_MOST_Q))

SOURCE_POWER, CRITICAL = alpha - 2 * r * beta, (alpha - 1) / (2 * beta)


def source(last):
    """Return the sum of the source condition, of the squared coordinates of f over mu_j^(2r)."""
    return sp.Sum(SIGNAL / eigenvalues[j] ** (2 * r), (j, 1, last))


IN_RANGE = Some(R, And(R > 0, for_every_d(source, R**2)))
EXACTLY = And(
    Implies(SOURCE_POWER > 1, IN_RANGE, evaluate=False),
    Implies(IN_RANGE, SOURCE_POWER > 1, evaluate=False),
)
_every_less = Every(r, Implies(And(r >= 0, r < CRITICAL), IN_RANGE, evaluate=False))
_none_larger = Every(r, Implies(r > CRITICAL, denied(IN_RANGE), evaluate=False))
SUPREMUM = And(_every_less, _none_larger)
MAXIMUM = And(substitute(IN_RANGE, {r: CRITICAL}), _none_larger)

RISE, PRODUCT, LOGARITHM = "powers rise", "a power of a power", "the integral of 1 / y"
LOG_OF_2 = "log 2"
EXPONENT = "smaller exponents"
LEMMAS = {
    **{
        name: OF_SUMS[name]
        for name in ("Bernoulli", "a power of a quotient", "a power and the next", POSITIVE)
    },
    RISE: ForAll(v**p <= y**p, given=(v > 0, v <= y, p > 0)),
    PRODUCT: ForAll(
        eq((factor * v**-beta) ** p, factor**p * v ** (-beta * p)), given=(factor > 0, v > 0)
    ),
    LOGARITHM: ForAll(
        eq(sp.Integral(1 / inner, (inner, start, end)), sp.log(end) - sp.log(start)),
        given=(start > 0, end >= start),
    ),
    LOG_OF_2: ForAll(sp.Le(sp.log(2), 1, evaluate=False)),
    EXPONENT: ForAll(v**-p >= 1 / v, given=(v >= 1, p <= 1)),
}


def _harmonic(top):
    return power_sum(1, top)


def _quotient(given, bound, first, last):
    """Argue for a bound of the integral of 1 / y, which is a difference of logarithms."""
    positive = Solve(sp.Gt(first, 0, evaluate=False), given, (Put(Lemma(POSITIVE), {v: y}),))
    given = (last >= first, *given)
    inside = Solve(bound(1 / inner), (*given, inner >= first, inner <= last), (positive,))
    return (
        positive,
        Integrate(inside, inner, first, last, given, (positive,)),
        Put(Lemma(LOGARITHM), {start: first, end: last}),
    )


_log_step = Solve(
    sp.log(n + 2) <= sp.log(n + 1) + 1 / (n + 1),
    (n >= 1,),
    _quotient((n >= 1,), lambda f: f <= 1 / (n + 1), n + 1, n + 2),
)
_log_large = Solve(
    sp.log(v) >= y,
    (v >= sp.exp(y),),
    _quotient((), lambda f: f >= 0, sp.exp(y), v),
)
HARMONIC = by_index(
    _harmonic(n) >= sp.log(n + 1),
    (),
    (next_term(_harmonic, ONE), Lemma(LOG_OF_2)),
    (next_term(_harmonic, n + 1), _log_step),
)


def _compared(total, says, exponent, constant, given, using, more=()):
    """Argue that sums compare with those of powers, times a constant, as their terms do."""
    term = total(n).function
    each = Solve(says(term, constant * j**-exponent), (*given, j >= 1), (*using, *more))

    def last(top):
        there = () if top == 1 else (n >= 1,)
        return (
            LastTerm(total(top), (*given, *there), using),
            LastTerm(power_sum(exponent, top), there),
            Put(each, {j: top}),
        )

    return by_index(
        says(total(n), constant * power_sum(exponent, n)), given, last(ONE), last(n + 1)
    )


def bounded(total, exponent, constant, given, using):
    """Argue that sums stay below a constant, for terms below those of powers above 1."""
    given = (*given, exponent > 1)
    powers_of_j = power_sum(exponent, d)
    bound = constant * (1 + 1 / (exponent - 1))
    at_most = Solve(
        sp.Le(total(d), bound, evaluate=False),
        (*given, d >= 1),
        (
            Put(_compared(total, sp.Le, exponent, constant, given, using), {n: d}),
            Solve(
                powers_of_j <= 1 + 1 / (exponent - 1),
                (exponent > 1, d >= 1),
                (
                    Put(POWER_SUM, {above_1: exponent - 1, n: d}),
                    Solve(d ** -(exponent - 1) / (exponent - 1) >= 0, (exponent > 1, d >= 1)),
                ),
            ),
            Put(
                Solve(
                    total(d) <= factor * K,
                    (factor > 0, total(d) <= factor * powers_of_j, powers_of_j <= K),
                ),
                {factor: constant, K: 1 + 1 / (exponent - 1)},
            ),
            Solve(constant > 0, given),
        ),
    )
    body = for_every_d(total, bound).body
    return Generalise(Solve(body, given, (at_most,)), d), bound


def grows(total, exponent, constant, bound, given, using):
    """Argue that the exponent is above 1 if sums stay below a bound, of terms above powers."""
    given = (*given, bound > 0, for_every_d(total, bound))
    slow = (*given, exponent <= 1)
    large = sp.floor(sp.exp(bound / constant + 1)) + 1
    slower = Solve(
        constant * j**-exponent >= constant * j**-1,
        (*slow, j >= 1),
        (Put(Lemma(EXPONENT), {v: j, p: exponent}), Solve(constant > 0, given)),
    )
    harmonic, positive = _harmonic(d), Solve(constant > 0, given)
    at_least = Solve(
        sp.Ge(bound / constant, sp.log(d + 1), evaluate=False),
        (*slow, d >= 1),
        (
            Put(
                Solve(
                    sp.Ge(y / factor, sp.log(d + 1), evaluate=False),
                    (
                        *(factor > 0, y >= total(d), total(d) >= factor * harmonic),
                        harmonic >= sp.log(d + 1),
                    ),
                ),
                {factor: constant, y: bound},
            ),
            Put(_compared(total, sp.Ge, ONE, constant, slow, using, (slower,)), {n: d}),
            Put(HARMONIC, {n: d}),
            Specialise(Assume(for_every_d(total, bound)), d),
            positive,
        ),
    )
    end = Solve(
        And(large >= 1, large + 1 >= sp.exp(bound / constant + 1)),
        given,
        (Put(Lemma(POSITIVE), {v: bound / constant + 1}),),
    )
    return Solve(
        exponent > 1,
        given,
        (
            Cut(Put(at_least, {d: large}), (end,)),
            Put(_log_large, {v: large + 1, y: bound / constant + 1}),
            end,
            positive,
        ),
    )


def some(says, argument, given, value):
    """Argue that there is a bound from an argument for one."""
    at = substitute(says.body, {says.args[0]: value})
    return Give(Solve(at, given, (argument,)), says, value)


_eigenvalue = Specialise(Assume(EIGENVALUES), j)
_IN_7 = (low > 0, high >= low, beta > 1, EIGENVALUES, gamma > 0)
_powers = (
    _eigenvalue,
    Put(Lemma(RISE), {v: eigenvalues[j], y: high * j**-beta, p: gamma}),
    Put(Lemma(RISE), {v: low * j**-beta, y: eigenvalues[j], p: gamma}),
    *(Put(Lemma(PRODUCT), {factor: c, v: j, p: gamma}) for c in (low, high)),
)
_trace_bounded, TRACE_BOUND = bounded(trace, beta * gamma, high**gamma, _IN_7, _powers)
ABOVE = some(TRACE_BOUNDED, _trace_bounded, (*_IN_7, beta * gamma > 1), TRACE_BOUND)
NECESSARILY = grows(trace, beta * gamma, low**gamma, Q, _IN_7, _powers)


# -- at the critical source exponent, for lambda_j = 1 / (1 + j^2) and targets 1 -------------------

AT_CRITICAL = {
    alpha: sp.Integer(2),
    beta: sp.Integer(2),
    low: sp.Rational(1, 2),
    high: ONE,
    eigenvalues: SequenceOf(1 / (i**2 + 1), i),
    target: SequenceOf(ONE, i),
}
_no_maximum = at_values(denied(MAXIMUM), AT_CRITICAL)
_denied = at_values(denied(substitute(IN_RANGE, {r: CRITICAL})), AT_CRITICAL)


def _critical(top):
    return at_values(substitute(source(top), {r: CRITICAL}), AT_CRITICAL)


_share = sp.Rational(1, 2)
_grows = Solve(
    _critical(d) >= _share * sp.log(d + 1),
    (d >= 1,),
    (
        Put(_compared(_critical, sp.Ge, ONE, _share, (), ()), {n: d}),
        Put(HARMONIC, {n: d}),
    ),
)
_enough = R**2 / _share + 1
_many = sp.floor(sp.exp(_enough)) + 1
_end = Solve(
    And(sp.Ge(_many, 1, evaluate=False), _many + 1 >= sp.exp(_enough)),
    (),
    (Put(Lemma(POSITIVE), {v: _enough}),),
)
_beyond = Solve(
    _critical(_many) > R**2,
    (),
    (
        Cut(Put(_grows, {d: _many}), (_end,)),
        Cut(Put(_log_large, {v: _many + 1, y: _enough}), (_end,)),
    ),
)
_unbounded = by_values(_denied, {d: _many}, (), (_beyond, _end))
NO_MAXIMUM = given_at(
    inhabited(AT_CRITICAL, (*CONSTANTS, EIGENVALUES, SIGNALS, denied(MAXIMUM))),
    AT_CRITICAL,
    lambda says: by_values(says, {}, (), (_unbounded,)),
)
NO_MAXIMUM_LEMMAS = {name: LEMMAS[name] for name in lemmas_of(NO_MAXIMUM)}
