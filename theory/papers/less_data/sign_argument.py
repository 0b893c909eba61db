"""The argument for lemma 2: a has the sign of any number that is not 0 with the probability 1/2.

As a is symmetric about 0 and never 0, it is positive and negative with one probability each. That
is so under the normal law N(0, 1/m), with which the paper starts.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Assume, Cut, Expect, Generalise, Known, Put, Solve, Specialise
from theory.existence import known_of, met
from theory.language import eq, reals
from theory.papers.less_data.notation import law_of_a, law_of_q, m, margin
from theory.quantifiers import Every
from theory.sequences import Indicator, Law, Mean

value, other = reals("v_a v_q")
HALF = sp.Rational(1, 2)


def chance(condition, law=law_of_a, of=value):
    """Return the probability of a condition on a number under a law."""
    return Mean(Indicator(condition), of, Law(law))


SYMMETRIC = Every(other, eq(chance(value <= -other), chance(value >= other)))
NEVER_0 = eq(chance(eq(value, 0)), 0)
GIVEN = (SYMMETRIC, NEVER_0, margin > 0)
SAME_SIGN = And(eq(sp.sign(value), sp.sign(other)), sp.Abs(other) >= margin)
_AS_LARGE = sp.Abs(other) >= margin
SAYS = eq(Mean(chance(SAME_SIGN), other, Law(law_of_q)), HALF * chance(_AS_LARGE, law_of_q, other))


def _expected(says, *given):
    """Argue from an equation between indicators for that between probabilities."""
    return Expect(Solve(says, given), value, Law(law_of_a))


_sides = (
    _expected(eq(Indicator(value > 0) + Indicator(value < 0) + Indicator(eq(value, 0)), sp.S.One)),
    *(
        _expected(eq(Indicator(weakly), Indicator(strictly) + Indicator(eq(value, 0))))
        for weakly, strictly in ((value >= 0, value > 0), (value <= 0, value < 0))
    ),
)
EACH_SIGN = Solve(
    And(eq(chance(value > 0), HALF), eq(chance(value < 0), HALF)),
    GIVEN[:2],
    (*_sides, Specialise(Assume(SYMMETRIC), sp.S.Zero)),
)
_GIVEN_Q = eq(chance(SAME_SIGN), HALF * Indicator(_AS_LARGE))


def _where(condition, found):
    """Argue for the probability given q, where it is that of a condition on a alone."""
    same = _expected(eq(Indicator(SAME_SIGN), found), condition, margin > 0)
    return Solve(_GIVEN_Q, (*GIVEN, condition), (same, EACH_SIGN))


GIVEN_Q = Solve(
    _GIVEN_Q,
    GIVEN,
    (
        _where(other >= margin, Indicator(value > 0)),
        _where(other <= -margin, Indicator(value < 0)),
        _where(sp.Abs(other) < margin, sp.S.Zero),
    ),
)
_SIGNS = Put(Known("a law with two values"), {reals("u"): -sp.S.One, reals("w"): sp.S.One})
_masses = known_of(_SIGNS, law_of_a).args[:2]
_each_mass = tuple(
    Specialise(Assume(every), place) for every in _masses for place in (other, -other, sp.S.Zero)
)
_no_mass = _expected(
    eq(
        Indicator(value >= 0) + Indicator(value <= 0),
        sp.S.One + Indicator(eq(value, 0)),
    )
)


def with_law(argument, given, values):
    """Return an argument with one that a sign, 1 or -1 alike, satisfies what is said of a."""
    return met(argument, given, values, (*_each_mass, _no_mass), {law_of_a: _SIGNS})


LEMMA_2 = with_law(Expect(GIVEN_Q, other, Law(law_of_q)), GIVEN, {margin: 1})

# -- the normal law --------------------------------------------------------------------------------

at, root = reals("v r_m")  # the root of m, under a name as sqrt(m) has no value for some m
_above = sp.erfc(at * root / sp.sqrt(2)) / 2  # Phi(-r_m v)
UP_TO = Every(at, eq(chance(value <= at), 1 - _above))
FROM_ON = Every(at, eq(chance(value >= at), _above))
NORMAL = (root > 0, eq(root**2, m), UP_TO, FROM_ON)


def _normal_at(*places):
    return tuple(
        Specialise(Assume(every), place)
        for every, place in zip((UP_TO, FROM_ON), places, strict=True)
    )


_symmetric = Generalise(Solve(SYMMETRIC.body, NORMAL, _normal_at(-other, other)), other)
_never_0 = Solve(NEVER_0, NORMAL, (_no_mass, *_normal_at(sp.S.Zero, sp.S.Zero)))


def if_normal(argument):
    """Return an argument on a symmetric law without mass at 0 as one on the normal law."""
    return Cut(argument, (_symmetric, _never_0))


_STANDARD = Put(Known("a normal law"), {reals("s"): sp.S.One})
_is_standard = tuple(Specialise(Assume(every), at) for every in known_of(_STANDARD, law_of_a).args)


def with_normal(argument, given, values):
    """Return an argument with one that there is a normal law, of the variance 1."""
    return met(argument, given, {m: 1, root: 1, **values}, _is_standard, {law_of_a: _STANDARD})
