"""Shapes of statements about all laws: means, probabilities and medians.

Half of what a shape makes is true, of every law under which its means have values; what is false is
false at a law with one or two atoms, if the shape does not say otherwise. They are no cases of the
soak, whose numbers they would change.
"""

from __future__ import annotations

from random import Random
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And

from tests.fuzz.case import Case, Shape
from theory.argument_language import States
from theory.language import function, reals
from theory.quantifiers import Every, Some
from theory.sequences import Indicator, Law, Mean

x, y, z, b, m = reals("x y z b m")
P, Q = function("P"), function("Q")
HALF = sp.Rational(1, 2)


def _rel(kind: Any, left: Any, right: Any) -> Any:
    return kind(left, right, evaluate=False)


def _mean(term: Any, variable: Any = x, law: Any = P) -> Any:
    return Mean(term, variable, Law(law))


def _chance(condition: Any, variable: Any = x, law: Any = P) -> Any:
    return _mean(Indicator(condition), variable, law)


def _factor(rng: Random, true: bool) -> Any:
    """Return a number that is at most 1, or more than 1."""
    return rng.choice((sp.S.One, HALF, sp.S.Zero) if true else (sp.Rational(11, 10), sp.Integer(2)))


def moments_of_a_law(rng: Random) -> Case:
    """A power mean is at least a lower one; with a factor above 1 it is not, for one atom."""
    true = rng.random() < 0.5
    centre, factor = sp.Integer(rng.randint(-2, 2)), _factor(rng, true)
    term = rng.choice((x - centre, (x - centre) ** 2, sp.Abs(x - centre), sp.exp(x)))
    says = _rel(sp.Ge, _mean(term**2), factor * _mean(term) ** 2)
    return Case("moments_of_a_law", States(says), true)


def strictly_for_a_law(rng: Random) -> Case:
    """An inequality between means is strict unless the law has one atom, which `given` may say."""
    true = rng.random() < 0.5
    kind = sp.Ge if true and rng.random() < 0.5 else sp.Gt
    spread = _rel(sp.Lt, _chance(_rel(sp.Eq, x, b)), 1)
    given = (Every(b, spread),) if true and kind is sp.Gt else ()
    left = rng.choice((_mean(x**2), _mean(x**2) + sp.exp(z) - sp.exp(z)))
    return Case("strictly_for_a_law", States(_rel(kind, left, _mean(x) ** 2), given), true)


def tails_of_a_law(rng: Random) -> Case:
    """Markov's and Chebyshev's inequality, with a factor that is too large, or without a sign."""
    true = rng.random() < 0.5
    factor = _factor(rng, true)
    variance = _mean(x**2) - _mean(x) ** 2
    signed = rng.choice((True, False)) if not true else True
    markov = States(
        _rel(sp.Ge, _mean(x), (factor if signed else 1) * b * _chance(_rel(sp.Ge, x, b))),
        (b > 0, *((_rel(sp.Eq, _chance(x < 0), 0),) if signed else ())),
    )
    chebyshev = States(
        _rel(sp.Ge, variance, factor * b**2 * _chance(_rel(sp.Ge, sp.Abs(x - m), b))),
        (b > 0, _rel(sp.Eq, m, _mean(x))),
    )
    return Case("tails_of_a_law", rng.choice((markov, chebyshev)), true)


def ends_of_a_probability(rng: Random) -> Case:
    """What is below, at and above a number: an atom may sit there."""
    true = rng.random() < 0.5
    below, at_most = _chance(x < b), _chance(_rel(sp.Le, x, b))
    above, at_least = _chance(x > b), _chance(_rel(sp.Ge, x, b))
    right = ((sp.Eq, below + at_least), (sp.Ge, at_most + at_least), (sp.Le, below + above))
    wrong = ((sp.Eq, at_most + at_least), (sp.Gt, at_most + at_least), (sp.Lt, below + above))
    kind, left = rng.choice(right if true else wrong)
    return Case("ends_of_a_probability", States(_rel(kind, left, sp.S.One)), true)


def medians_of_a_law(rng: Random) -> Case:
    """A median is no further from the mean than the standard deviation, and need not equal it."""
    true = rng.random() < 0.5
    median = (
        _rel(sp.Ge, _chance(_rel(sp.Le, x, m)), HALF),
        _rel(sp.Ge, _chance(_rel(sp.Ge, x, m)), HALF),
    )
    given = median if rng.random() < 0.5 else (And(*median, evaluate=False),)
    factor = rng.choice((sp.S.One, sp.Integer(2)) if true else (sp.Rational(9, 10), HALF))
    variance = _mean(x**2) - _mean(x) ** 2
    says = _rel(sp.Le, (_mean(x) - m) ** 2, factor * variance)
    return Case("medians_of_a_law", States(says, given), true)


def two_laws(rng: Random) -> Case:
    """A mean of a mean; the order does not matter, and a product comes apart."""
    true = rng.random() < 0.5
    off = sp.S.Zero if true else rng.choice((sp.S.One, HALF, _mean(x) ** 2 + 1))
    nested = _mean(_mean(x * y, y, Q))
    other = rng.choice((_mean(x) * _mean(y, y, Q), _mean(_mean(x * y, x, P), y, Q)))
    return Case("two_laws", States(_rel(sp.Eq, nested + off, other)), true)


def inverse_under_a_law(rng: Random) -> Case:
    """The mean of 1/x: it has no value with an atom at 0, and no sign without a hypothesis."""
    true = rng.random() < 0.5
    sure = _rel(sp.Eq, _chance(x > 0), 1)
    given = (sure,) if true else (rng.choice((_mean(x) > 0, _chance(x > 0) > HALF)),)
    says = rng.choice((_mean(1 / x) > 0, _rel(sp.Ge, _mean(x) * _mean(1 / x), 1)))
    return Case("inverse_under_a_law", States(says, given), true)


def only_atoms(rng: Random) -> Case:
    """True of every law with atoms and false of one with a density: never more than supported."""
    heavy = _rel(sp.Gt, _chance(_rel(sp.Eq, x, z)), 0)
    says = rng.choice((Some(z, heavy), Some(b, _rel(sp.Eq, _chance(_rel(sp.Le, x, b)), 1))))
    return Case("only_atoms", States(says), False)


SHAPES: tuple[Shape, ...] = (
    moments_of_a_law,
    strictly_for_a_law,
    tails_of_a_law,
    ends_of_a_probability,
    medians_of_a_law,
    two_laws,
    inverse_under_a_law,
    only_atoms,
)
