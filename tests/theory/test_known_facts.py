"""Known facts: each has a reference, and controls that share no code with the engine.

At its right control a fact holds wherever it is looked at. At its wrong one, which breaks one of
its hypotheses or is no such function, what it says fails; so the fact says no less than it should.
"""

import math
from itertools import pairwise

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import quad
from scipy.special import ndtri
from sympy.logic.boolalg import And, Implies, Or

from theory.argument_language import States
from theory.known_facts import KNOWN_FACTS
from theory.language import (
    Apply,
    Lipschitz,
    Positive,
    RisesSmoothly,
    StrictlyIncreasing,
    UnimodalDensity,
)
from theory.quantifiers import Every, Some
from theory.sequences import Indicator, Mean, Sphere

POINTS = (-3.0, -1.0, -0.5, 0.0, 0.25, 0.75, 1.0, 2.0, 5.0)
CLOSE = 1e-9
RELATIONS = {
    sp.Le: lambda a, b: a <= b + CLOSE,
    sp.Ge: lambda a, b: a >= b - CLOSE,
    sp.Lt: lambda a, b: a < b,
    sp.Gt: lambda a, b: a > b,
    sp.Eq: lambda a, b: math.isclose(a, b, abs_tol=CLOSE),
    sp.Ne: lambda a, b: a != b,
}
PAIRS = [(a, b) for a in POINTS for b in POINTS if a < b]


def number(e, at):
    """Return the value of a term at values of its symbols, functions and sequences by name."""
    if isinstance(e, Indicator):
        return float(holds(e.args[0], at))
    if isinstance(e, Mean) and isinstance(e.args[2], Sphere):
        body, symbol, sphere = e.args
        assert number(sphere.args[0], at) == 3
        return np.mean([number(body, {**at, str(symbol): vector}) for vector in on_sphere()])
    if isinstance(e, Mean):  # over a law: that of its quantile function at a uniform variable
        body, symbol, law = e.args
        quantile = at[str(law.args[0])]
        return mean_of_steps(lambda v: number(body, {**at, str(symbol): quantile(v)}))
    if isinstance(e, sp.Integral):
        symbol, low, high = e.limits[0]
        ends = number(low, at), number(high, at)
        return quad(lambda v: number(e.function, {**at, str(symbol): v}), *ends)[0]
    if isinstance(e, (sp.Sum, sp.Product)):
        symbol, low, high = e.limits[0]
        places = range(int(number(low, at)), int(number(high, at)) + 1)
        terms = [number(e.function, {**at, str(symbol): v}) for v in places]
        return math.fsum(terms) if isinstance(e, sp.Sum) else math.prod(terms)
    if isinstance(e, Apply):
        function, argument = e.args
        return at[str(function)](number(argument, at))
    if isinstance(e, sp.Indexed):
        return at[str(e.base)][int(number(e.indices[0], at))]
    if isinstance(e, sp.Symbol):
        return at[str(e)]
    if not e.args:
        return float(e)
    return float(e.func(*(sp.Float(number(argument, at), 30) for argument in e.args)))


def mean_of_steps(of):
    """Return the mean from 0 to 1 of a function with a few jumps that is constant between them."""
    total = 0.0
    for low, high in pairwise(np.arange(65) / 64):
        first, last, jump = of(low), of(high), high
        if first != last:
            start = low
            while jump - start > 1e-14:
                middle = (start + jump) / 2
                start, jump = (middle, jump) if of(middle) == first else (start, middle)
        total += first * (jump - low) + last * (high - jump)
    return total


def on_sphere():
    """Yield vectors with three entries in boxes of one area: the height is uniform, so the angle.

    Archimedes, On the Sphere and Cylinder.
    """
    for height in (np.arange(20) - 9.5) / 10:
        for angle in (np.arange(24) + 0.5) * math.pi / 12:
            radius = math.sqrt(1 - height**2)
            yield [math.nan, radius * math.cos(angle), radius * math.sin(angle), height]


def holds(condition, at):
    """Return whether a condition holds, of all values at some of them."""
    if isinstance(condition, (Every, Some)):
        symbol, body = condition.args
        if str(symbol) in at:
            return holds(body, at)
        found = (holds(body, {**at, str(symbol): v}) for v in POINTS)
        return all(found) if isinstance(condition, Every) else any(found)
    if isinstance(condition, (And, Or)):
        found = (holds(part, at) for part in condition.args)
        return all(found) if isinstance(condition, And) else any(found)
    if isinstance(condition, Implies):
        premise, then = condition.args
        return not holds(premise, at) or holds(then, at)
    if isinstance(condition, RisesSmoothly):
        function = at[str(condition.args[0])]
        before, after = (
            [(function(v + h) - function(v)) / h for v in POINTS] for h in (-1e-6, 1e-6)
        )
        return min(after) > 0 and all(abs(a - b) < 1e-4 for a, b in zip(before, after, strict=True))
    if isinstance(condition, UnimodalDensity):
        density, mode = at[str(condition.args[0])], number(condition.args[1], at)
        halves = quad(density, -math.inf, mode)[0], quad(density, mode, math.inf)[0]
        in_order = ((a, b) if b <= mode else (b, a) for a, b in PAIRS if b <= mode or mode <= a)
        rises = all(density(far) <= density(near) for far, near in in_order)
        return rises and min(map(density, POINTS)) >= 0 and math.isclose(sum(halves), 1)
    if isinstance(condition, (StrictlyIncreasing, Positive, Lipschitz)):
        function = at[str(condition.args[0])]
        if isinstance(condition, Positive):
            return all(function(v) > 0 for v in POINTS)
        slopes = [(function(b) - function(a)) / (b - a) for a, b in PAIRS]
        if isinstance(condition, StrictlyIncreasing):
            return min(slopes) > 0
        return max(map(abs, slopes)) <= number(condition.args[1], at) + CLOSE
    return RELATIONS[type(condition)](*(number(side, at) for side in condition.args))


def bent(x):
    return math.exp(x / 2) if x < 0 else 1 + x / 2


def steep(x):
    return math.exp(x) / 4 if x < 0 else (1 + x) / 4 + max(x - 1, 0.0) ** 2


def two_values(v):
    return 2.0 if v < 0.5 else -1.0


def three_values(v):
    return 2.0 if v < 0.5 else -1.0 if v < 0.625 else 0.0


def normal(deviation):
    """Return the quantile function of a normal law with the mean 0."""
    return lambda v: deviation * ndtri(v)


def logistic(x):
    return 1 / (1 + math.exp(-5 * x))


def tent(x):
    return 2 - abs(x - 0.75)


def falling(x):
    return math.exp(-x)


def decaying(x):
    """Return what solves y' = 3/4 (-1/2 - y), y(0) = 2: from 2 it goes to -1/2."""
    return 2.5 * math.exp(-0.75 * x) - 0.5


ONES = [math.nan, 2.0, -3.0, 0.5]
SECTOR = {"m": 3, "p": [math.nan, 1.0, 0.0, 0.0], "s": 0.75, "h": 0.25}
INSIDE = {"m": -3.0, "a": -3.0, "b": -0.5, "c": 2.0}
ROOF = {"p": -3.0, "m": 0.75, "q": 5.0, "a": -0.5, "b": 0.25, "c": 2.0}
BELOW = {"m": 5.0, "a": -3.0, "b": -0.5, "c": 2.0}
# name -> values at which it holds, and where there are some, values at which what it says fails
CONTROLS = {
    "the solution of y' = r (a - y)": (
        {"f": decaying, "m": 2.0, "a": -0.5, "r": 0.75, "x": 0.25},
        {"f": lambda x: x, "m": 0.0, "a": 1.0, "r": 1.0, "x": 0.75},
    ),
    "a solution of y' = r (a - y)": (
        {"f": decaying, "m": 2.0, "a": -0.5, "r": 0.75},
        {"f": decaying, "m": 2.0, "a": -0.5, "r": -0.75},
    ),
    "a law with two values": (
        {"P": two_values, "u": 2.0, "w": -1.0},
        {"P": lambda v: 2.0 if v < 0.25 else -1.0, "u": 2.0, "w": -1.0},
    ),
    "a law with three values": (
        {"P": three_values, "u": 2.0, "w": -1.0, "z": 0.0, "p": 0.5, "q": 0.125},
        {"P": three_values, "u": 2.0, "w": -1.0, "z": 0.0, "p": 0.75, "q": 0.5},
    ),
    "moments of a law with two values": (
        {"P": two_values, "u": 2.0, "w": -1.0},
        {"P": lambda v: 2.0 if v < 0.25 else -1.0, "u": 2.0, "w": -1.0},
    ),
    "a normal law": (
        {"P": normal(0.75), "s": 0.75},
        {"P": normal(0.75), "s": -0.75},
    ),
    "a power above 1 is strictly convex": (
        {"p": 1.5, "r": 0.25, "x": -1.0, "y": 2.0},
        {"p": 1.0, "r": 0.25, "x": 1.0, "y": 2.0},
    ),
    "Bernoulli's inequality": ({"p": 1.5, "x": -0.75}, {"p": 0.5, "x": 3.0}),
    "a power of a product": (
        {"p": -1.5, "x": 0.25, "y": 3.0, "u": 0.75},
        {"p": 1.5, "x": 0.25, "y": 3.0, "u": 1.0},
    ),
    "a unit vector that is orthogonal to another one": (
        {"m": 3, "p": [math.nan, 0.6, 0.8, 0.0], "q": [math.nan, 0.8, -0.6, 0.0]},
        {"m": 1, "p": [math.nan, 1.0], "q": [math.nan, -1.0]},
    ),
    "a uniform unit vector in a plane": (
        {**SECTOR, "q": [math.nan, 0.0, 1.0, 0.0]},
        {**SECTOR, "q": SECTOR["p"]},
    ),
    "a positive function that increases, with slope 1/2 from 0 on": (
        {"alpha": bent},
        {"alpha": lambda x: math.exp(x) if x < 0 else 1 + x / 2},
    ),
    "a positive function that increases, and steeply from 1 on": (
        {"alpha": steep},
        {"alpha": lambda x: steep(min(x, 1.0)) + max(x - 1, 0.0) / 4},
    ),
    "integrals of a function that does not rise: two intervals": (
        {"f": falling, **INSIDE},
        None,
    ),
    "integrals of a function that does not rise: bounds": (
        {"f": falling, **INSIDE},
        {"f": math.exp, **INSIDE},
    ),
    "integrals of a function that does not fall: two intervals": (
        {"f": math.exp, **BELOW},
        None,
    ),
    "integrals of a function that does not fall: bounds": (
        {"f": math.exp, **BELOW},
        {"f": falling, **BELOW},
    ),
    "integrals of a function that rises and then falls: two intervals": ({"f": tent, **ROOF}, None),
    "integrals of a function that rises and then falls: bounds": (
        {"f": tent, **ROOF, "l": 0.5, "h": 2.0},
        {"f": tent, **ROOF, "l": 1.75, "h": 2.0},
    ),
    "a function that falls everywhere": ({"f": falling}, {"f": lambda x: -(x**2)}),
    "a function that rises everywhere": ({"f": math.exp}, {"f": math.floor}),
    "the identity, cut off at two values": (
        {"f": lambda x: min(max(x, -1.0), 2.0), "u": -1.0, "w": 2.0},
        {"f": lambda x: x, "u": -1.0, "w": 2.0},
    ),
    "one value below a point and another one from there on": (
        {"f": lambda x: -1.0 if x < 0.5 else 2.0, "u": -1.0, "w": 2.0, "y": 0.5},
        {"f": lambda x: x, "u": -1.0, "w": 2.0, "y": 0.5},
    ),
    "a contraction has a fixed point": (
        {"alpha": lambda x: x / 2, "L": 0.5, "r": 1.0, "y": 1.0},
        {"alpha": lambda x: x, "L": 1.0, "r": 1.0, "y": 1.0},
    ),
    "sum of no terms": ({"a": ONES}, None),
    "product of no terms": ({"a": ONES}, None),
    "sum with one more term": ({"a": ONES, "m": 2}, None),
    "product with one more term": ({"a": ONES, "m": 2}, None),
    "the cosine falls": ({"x": 0.25, "y": 3.0}, {"x": -1.0, "y": 0.0}),
    "the cosine of twice an angle": ({"x": 0.75}, None),
    "erfc below exp(-z^2)": ({"x": 0.25}, {"x": -0.5}),
    "a positive function that increases up to 1": (
        {"alpha": logistic},
        {"alpha": lambda x: logistic(x) / 2},
    ),
    "a positive function that increases through given points": (
        {"alpha": bent, "a": [0.0, 1.0, 2.0], "b": [1.0, 1.5, 2.0], "m": 2, "r": 0.5},
        {"alpha": bent, "a": [0.0, 1.0, 2.0], "b": [1.0, 1.5, 2.0], "m": 2, "r": 0.75},
    ),
    "a density with one mode that is positive everywhere": (
        {"f": lambda x: math.exp(-abs(x)) / 2},
        {"f": lambda x: max(1 - abs(x), 0.0)},
    ),
    "a positive function that increases": ({"alpha": math.exp}, {"alpha": lambda x: x}),
    "primitive of 1/alpha": (
        {"alpha": math.exp, "G": lambda x: -math.exp(-x)},
        {"alpha": falling, "G": math.exp},
    ),
}


@pytest.mark.parametrize("name", KNOWN_FACTS)
def test_a_known_fact_has_a_reference(name):
    assert isinstance(KNOWN_FACTS[name].statement, States)
    assert len(KNOWN_FACTS[name].reference) > 20


def test_every_known_fact_has_controls():
    assert set(CONTROLS) == set(KNOWN_FACTS)


@pytest.mark.parametrize("name", CONTROLS)
def test_a_known_fact_holds_at_its_right_control(name):
    statement, (right, _) = KNOWN_FACTS[name].statement, CONTROLS[name]
    assert all(holds(given, right) for given in statement.given)
    assert holds(statement.says, right)


@pytest.mark.parametrize("name", [name for name, (_, wrong) in CONTROLS.items() if wrong])
def test_a_known_fact_fails_at_its_wrong_control(name):
    statement, (_, wrong) = KNOWN_FACTS[name].statement, CONTROLS[name]
    is_existence = isinstance(statement.says, Some) and not statement.given
    assert is_existence or not all(holds(given, wrong) for given in statement.given)
    assert not holds(statement.says, wrong)
