"""Two events that happen together, each with a known probability, by what chance decides, V.

An event is that a function of V is at least 1, or that another one is at most a bound.
"""

from typing import Any

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Argument, Assume, Expect, Known, Put, Solve, Specialise
from theory.existence import known_of, met
from theory.language import eq, reals
from theory.papers.less_data.notation import CHANCE, PR_NORM, B, N, V, d, delta, norm_at
from theory.quantifiers import Every
from theory.sequences import Indicator, Law, Mean

u, w = reals("u w")


def chance(condition):
    """Return the probability of a condition on what chance decides."""
    return Mean(Indicator(condition), V, Law(CHANCE))


WITHIN = norm_at(V) <= B
BOUNDED = (chance(WITHIN) >= 1 - delta,)  # as lemma 5 has it
most = reals("x_M")
IS_NORM = Every(most, eq(chance(norm_at(V) <= most), PR_NORM(d, N, most)))  # that of N samples
SHARES = (delta > 0, delta < 1)


def event(happens):
    """Return the condition that an event happens."""
    return happens(V) >= 1


def happens_with(happens, least):
    """Return that an event has at least a probability."""
    return (chance(event(happens)) >= least,)


def together(happens, least, also, given=()):
    """Argue that an event and another condition, which a bound of the norm gives, both hold.

    Args:
        happens: the event.
        least: its probability, at least.
        also: the condition on V.
        given: under which WITHIN gives it.
    """
    first, both = event(happens), And(event(happens), also)
    pointwise = Solve(
        Indicator(both) >= Indicator(first) + Indicator(WITHIN) - 1,
        given,
        (Solve(also, (*given, WITHIN)),),
    )
    return Solve(
        chance(both) >= least - delta,
        (*given, *happens_with(happens, least), *BOUNDED),
        (Expect(pointwise, V, Law(CHANCE)),),
    )


def as_probable(condition, within, given, values):
    """Argue that a condition which the bound of the norm gives is at least as probable.

    Args:
        condition: the condition on V.
        within: the argument for it, under WITHIN and `given`.
        given: what is known of the numbers.
        values: some that satisfy this, beside those of the bound and of delta.
    """
    pointwise = Solve(Indicator(condition) >= Indicator(WITHIN), given, (within,))
    shown = Solve(
        chance(condition) >= 1 - delta, (*given, *BOUNDED), (Expect(pointwise, V, Law(CHANCE)),)
    )
    return with_bound(shown, (*given, *BOUNDED), values)


_SURE = Put(Known("a law with two values"), {u: sp.S.Zero, w: sp.S.Zero})
_STEPS = Known("a positive function that increases, with slope 1/2 from 0 on")


def _at_zero(of, condition, side):
    """Argue that a condition on a function of V that holds on one side of 0 is sure."""
    known = known_of(_STEPS, of)
    (linear,) = (part for part in known.args if isinstance(part, Every))
    values = tuple(Specialise(Assume(linear), point) for point in (V, sp.S.Zero))
    inside = Solve(Indicator(side) <= Indicator(condition), (known,), values)
    return Expect(inside, V, Law(CHANCE))


_sure = tuple(Specialise(Assume(every), sp.S.Zero) for every in known_of(_SURE, CHANCE).args[:2])
_BOUND_IS_SURE = (*_sure, _at_zero(norm_at, norm_at(V) <= 1, V <= 0))


def with_bound(argument, given, values):
    """Return an argument with one that there is a bound of the norm that is sure."""
    point = {B: 1, delta: sp.Rational(1, 2), **values}
    functions: dict[Any, Argument] = {CHANCE: _SURE, norm_at: _STEPS}
    return met(argument, given, point, _BOUND_IS_SURE, functions)


def with_chance(argument, given, happens, least, values):
    """Return an argument on an event, with that there is one that is sure, and a bound as well."""
    using = (*_BOUND_IS_SURE, _at_zero(happens, event(happens), V >= 0))
    point = {B: 1, least: sp.Rational(1, 2), delta: sp.Rational(1, 2), **values}
    functions: dict[Any, Argument] = {CHANCE: _SURE, happens: _STEPS, norm_at: _STEPS}
    return met(argument, given, point, using, functions)
