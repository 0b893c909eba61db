"""The arguments for lemmas 10 and 12: a, q and the signal of the population have one sign.

X = T / sqrt(N) of N samples, T the sum of Z - mu, has the mean 0, the mean of X^2 is v >= 1 for a
unit vector w, and that of X^4 at most 1696. A polynomial of degree 4 that is at most 0 below 1/100
and at most 1 everywhere then has a mean of 1/8000 or more: that is how probable X >= 1/100 is. If
mu = 2 w_1 w_2 is positive, q is at least as large as q - mu; random labels are as if mu were 0.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.arguments import Average, Cut, Expect, Put, Solve
from theory.binders import substitute
from theory.existence import by_values
from theory.language import eq, reals
from theory.papers.less_data import moment_argument as moment
from theory.papers.less_data import sign_argument as sign
from theory.papers.less_data import sphere_argument as sphere
from theory.papers.less_data import start_argument as start
from theory.papers.less_data.block_argument import MU
from theory.papers.less_data.moment_argument import ALL, Q, mean
from theory.papers.less_data.notation import N, c, c0, d, p_all, universal, w, x
from theory.sequences import In, Indicator, Law, Mean, Signs

SIZES = (d >= 3, N >= 1)
LEVEL = sp.Rational(1, 100)
LARGE, FOURTH = sp.Integer(2000), sp.Integer(1696)
LEAST = sp.Rational(1, 8000)

size, happens = reals("t_n i_n")
_POLYNOMIAL = 24 * size + size**2 - size**4 / (2 * FOURTH) - sp.Rational(1, 4)
_two_values = Or(eq(happens, 0), eq(happens, 1))
_if_not = Implies(eq(happens, 0), size < LEVEL, evaluate=False)
_each = Solve(
    LARGE * happens >= _POLYNOMIAL,
    (_two_values, _if_not),
    (
        Solve(_POLYNOMIAL <= LARGE),
        Solve(_POLYNOMIAL <= 0, (size < LEVEL,)),
    ),
)

# -- for one w -------------------------------------------------------------------------------------

_STRING = In(x, Signs(N * d))
IS_ABOVE = Indicator(LEVEL / sp.sqrt(N) <= Q - MU)
_X = ALL / sp.sqrt(N)
_known = (*moment.OF_SUM, moment.SUM_HAS_VALUE)
_below = Solve(size / sp.sqrt(N) < LEVEL, (N >= 1, size / N < LEVEL / sp.sqrt(N)))
_AT = {size: _X, happens: IS_ABOVE}
_conditions = (
    Solve(substitute(_two_values, _AT), SIZES, _known),
    Solve(substitute(_if_not, _AT), SIZES, (Put(_below, {size: ALL}), *_known)),
)
_in_each = Cut(Put(_each, _AT), _conditions)
_averaged = Average(
    Solve(
        24 * ALL / sp.sqrt(N) + ALL**2 / N - ALL**4 / (2 * FOURTH * N**2) - sp.Rational(1, 4)
        <= LARGE * IS_ABOVE,
        (*SIZES, _STRING),
        (_in_each, *_known),
    ),
    x,
    using=(moment.ONE_FITS,),
)
_UNIT = sphere.SPHERE.unit(w)
_GIVEN = (*SIZES, _UNIT)
_second = Solve(mean(ALL**2) / N >= 1, _GIVEN, (moment.MOMENTS, moment.BOUNDS))
_fourth = Solve(mean(ALL**4) / N**2 <= FOURTH, _GIVEN, (moment.MOMENTS,))
ONE_SIDED = Solve(
    mean(IS_ABOVE) >= LEAST,
    _GIVEN,
    (_averaged, moment.MOMENTS, _second, _fourth),
)

# -- q itself --------------------------------------------------------------------------------------

_FITS = moment.ONE_FITS
_IS_LARGE = Indicator(LEVEL / sp.sqrt(N) <= Q)
_from_deviation = Average(
    Solve(_IS_LARGE >= IS_ABOVE, (*SIZES, _STRING, MU >= 0), (moment.SUM_HAS_VALUE,)),
    x,
    using=(_FITS,),
)
_is_large = Solve(mean(_IS_LARGE) >= LEAST, (*_GIVEN, MU >= 0), (ONE_SIDED, _from_deviation))
_RANDOM_STRING = In(x, start.RANDOM_STRINGS)
_RANDOM_FITS = Put(_FITS, {d: start.WIDER})
_RANDOM_IS_LARGE = Indicator(LEVEL / sp.sqrt(N) <= start.Q_RANDOM)
_same_event = Average(
    Solve(
        eq(substitute(IS_ABOVE, start.SMALLER), _RANDOM_IS_LARGE),
        (*SIZES, _RANDOM_STRING),
        (start.SAME_SUM,),
    ),
    x,
    using=(_RANDOM_FITS,),
)
_random_is_large = Solve(
    Mean(_RANDOM_IS_LARGE, x, start.RANDOM_STRINGS) >= LEAST,
    _GIVEN,
    (Put(ONE_SIDED, start.SMALLER), start.SAME_NORM, _same_event),
)

# -- with the sign of a, and w on the sphere -------------------------------------------------------

A, OF_A = sign.value, start.OF_A
SIGNAL = sphere.POPULATION


def signs(level):
    """Return the events of lemma 10: one sign, and sizes."""
    return And(
        eq(sp.sign(A), sp.sign(Q)),
        eq(sp.sign(Q), sp.sign(MU)),
        sp.Abs(Q) >= level / sp.sqrt(N),
        sp.Abs(MU) >= 3 / (4 * d),
        w[1] ** 2 + w[2] ** 2 <= 1 / d,
    )


def random_signs(level):
    """Return the events of lemma 12."""
    return And(
        eq(sp.sign(A), sp.sign(start.Q_RANDOM)),
        sp.Abs(start.Q_RANDOM) >= level / sp.sqrt(N),
        sp.sign(A) * MU >= 3 / (4 * d),
        w[1] ** 2 + w[2] ** 2 <= 1 / d,
    )


def _given_w(events, strings):
    return Mean(sign.chance(events), x, strings)


def _probable(events, is_large, strings, fits, large, value):
    """Argue for the probability of events.

    Args:
        events: the events.
        is_large: the indicator that q is at least `LEVEL` over sqrt(N).
        strings: the samples.
        fits: the argument that there are some.
        large: the argument for the probability that q is, given w.
        value: the argument that q has a value.
    """
    law, string = Law(sign.law_of_a), In(x, strings)
    here = (*SIZES, SIGNAL)
    both = Indicator(events) >= Indicator(A > 0) * is_large
    of_a = Expect(Solve(both, here, (value,)), A, law)
    half = sign.chance(events) >= is_large / 2
    given_x = Solve(half, (*here, *OF_A, string), (of_a, sign.EACH_SIGN, value))
    possible = Solve(Indicator(events) >= 0, (*SIZES, string), (value,))
    given_w = Solve(
        _given_w(events, strings) >= LEAST / 2 * Indicator(SIGNAL),
        (*SIZES, *OF_A, _UNIT),
        (
            Average(given_x, x, using=(fits,)),
            Average(Expect(possible, A, law), x, using=(fits,)),
            large,
        ),
    )
    return Solve(
        Mean(_given_w(events, strings), w, sphere.SPHERE) >= LEAST / 2 * sphere.P_POP,
        (*SIZES, *OF_A),
        (
            Expect(given_w, w, sphere.SPHERE, (Solve(d >= 1, SIZES),)),
            sphere.POPULATION_SHOWN,
        ),
    )


_RANDOM_VALUE = Solve(eq(start.Q_RANDOM, start.Q_RANDOM), SIZES, (start.SAME_SUM,))
PROBABLE = _probable(signs(LEVEL), _IS_LARGE, Signs(N * d), _FITS, _is_large, moment.SUM_HAS_VALUE)
RANDOM_PROBABLE = _probable(
    random_signs(LEVEL),
    _RANDOM_IS_LARGE,
    start.RANDOM_STRINGS,
    _RANDOM_FITS,
    _random_is_large,
    _RANDOM_VALUE,
)


p_random = reals("p_rand")


def _there_are(constant, least, events, strings, shown):
    """Return that there are a level and a probability for all sizes and laws, and the argument."""
    happens = Mean(_given_w(events(constant), strings), w, sphere.SPHERE) >= least
    says = universal({constant: constant > 0, least: least > 0}, happens, (*SIZES, *OF_A))
    values = {constant: LEVEL, least: LEAST / 2 * sphere.P_POP}
    return says, by_values(says.says, values, (), (shown,))


LEMMA_10, LEMMA_10_SHOWN = _there_are(c0, p_all, signs, Signs(N * d), PROBABLE)
LEMMA_12, LEMMA_12_SHOWN = _there_are(
    c, p_random, random_signs, start.RANDOM_STRINGS, RANDOM_PROBABLE
)
