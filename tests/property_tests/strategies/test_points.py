"""Strategies keep what they promise, and find known counterexamples."""

from fractions import Fraction

import pytest
import sympy as sp

from property_tests.strategies.points import points
from property_tests.strategies.search import first
from theory.claim import ForAll
from theory.language import (
    DEFINES,
    Each,
    Lipschitz,
    Positive,
    StrictlyIncreasing,
    function,
    integers,
    reals,
    sequence,
)
from verify.truth import at, rationals_at


def chain():
    p, j, k = sequence("p"), *integers("j k")
    return ForAll(given=(Each(p[j] < p[j + 1], (j, 0, k - 1)),), says=DEFINES, instances={k: (6,)})


def bounded_sizes():
    x, y, a = reals("x y a")
    given = (a > 0, a * sp.Abs(x) <= 1, sp.Abs(y) < 2 + sp.Abs(x))
    return ForAll(given=given, says=DEFINES)


def between_two_bounds():
    a, b, v, w = reals("a b v w")
    given = (a <= v, v < b, v >= 0, sp.Eq(a + b + w, 1), w >= 0)
    return ForAll(given=given, says=DEFINES)


def walk_of_sum_zero():
    alpha, s, X, L = function("alpha"), sequence("s"), sequence("X"), reals("L")
    j, m = integers("j m")
    given = (
        StrictlyIncreasing(alpha),
        Positive(alpha),
        Lipschitz(alpha, L),
        L < 1,
        Each(sp.Or(sp.Eq(s[j], 1), sp.Eq(s[j], -1)), (j, 0, m - 1)),
        sp.Eq(sp.Sum(s[j], (j, 0, m - 1)), 0),
        Each(sp.Eq(X[j + 1], X[j] + s[j] * alpha(X[j])), (j, 0, m - 1)),
    )
    return ForAll(given=given, says=X[m] < X[0], instances={m: (4,)})


def one_sided_limits():
    alpha, x, y, z = function("alpha"), *reals("x y z")
    given = (StrictlyIncreasing(alpha), sp.Or(x >= y, alpha(x) < z), alpha(y) >= z, x < y)
    return ForAll(given=given, says=DEFINES)


def distances():
    f, x, y, z = function("f"), *reals("x y z")
    given = (sp.Abs(f(x) - f(y)) <= z * sp.Abs(x - y), z > 0)
    return ForAll(given=given, says=DEFINES)


DOMAINS = (
    chain,
    bounded_sizes,
    between_two_bounds,
    walk_of_sum_zero,
    one_sided_limits,
    distances,
)


@pytest.mark.parametrize("domain", DOMAINS)
def test_linear_bounds_are_met_by_construction(domain):
    ((_, statement), *_) = domain().expanded
    met = []

    def count(point):
        met.append(point is not None and at(statement, point, {}) is not None)
        return False

    first(points(statement, rationals_at), count, examples=60, seed=1)
    assert sum(met) == len(met) > 0


@pytest.mark.parametrize("seed", range(3))
def test_the_smallest_counterexample_is_found_and_repeats(seed):
    x, y = reals("x y")
    statement = ForAll(given=(x >= 0, y >= 0), says=x + y < 3)

    def breaks(point):
        return point is not None and point[x] + point[y] >= 3

    found = first(points(statement, rationals_at), breaks, examples=200, seed=seed)
    again = first(points(statement, rationals_at), breaks, examples=200, seed=seed)
    assert found == again
    assert found[x] + found[y] >= 3
    assert max(v.denominator for v in found.values()) == 1


def test_listed_values_are_drawn_by_construction():
    x, y = reals("x y")
    signs = tuple(sp.Or(sp.Eq(s, 1), sp.Eq(s, -1)) for s in (x, y))
    statement = ForAll(given=signs, says=DEFINES)
    drawn = set()
    first(
        points(statement, rationals_at),
        lambda point: bool(drawn.add((point[x], point[y]))),
        examples=60,
        seed=0,
    )
    assert drawn == {(Fraction(a), Fraction(b)) for a in (-1, 1) for b in (-1, 1)}
