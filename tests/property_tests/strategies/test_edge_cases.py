"""Edge cases find what random points miss, whatever the seed."""

import pytest
import sympy as sp

from property_tests.strategies.edge_cases import edge_points
from theory.claim import ForAll
from theory.language import (
    Lipschitz,
    Positive,
    StrictlyIncreasing,
    function,
    integers,
    reals,
)
from verify.evidence import Outcome
from verify.methods import METHODS
from verify.methods.task import Budget, Task
from verify.truth import rationals_at

R = sp.Rational
SEEDS = range(7)
a, b, p, x, y, z, t = reals("a b p x y z t")
n, m, i = integers("n m i")
f = function("f")


def search(statement, **options):
    return METHODS["search"].apply(Task(statement=statement, **options))


def at_least(left, right):
    """Return a relation that sympy does not decide on its own."""
    return sp.Ge(left, right, evaluate=False)


# each: hypotheses, a conclusion that is false at an edge, a true neighbour
TRAPS = {
    "upper end of a range": (
        (a > 0, b > 0, p > 0, p <= R(101, 100)),
        (a + b) ** p <= a**p + b**p,
        (a + b) ** p <= (a**p + b**p) * 2**p,
    ),
    "lower end, no round number": ((x >= R(7, 13), x <= 2), x > R(7, 13), x >= R(7, 13)),
    "two upper ends at once": (
        (x >= 0, x <= R(22, 7), y >= 0, y <= R(22, 7)),
        x + y < R(44, 7),
        x + y <= R(44, 7),
    ),
    "end through another unknown": ((x >= 0, x <= y, y <= R(13, 3)), x < R(13, 3), x <= R(13, 3)),
    "inside an open end": ((x > 0,), x > R(1, 5000), x > 0 * x),
    "small integer": ((n >= 0,), 2**n >= n**2, 3**n >= n**2),
    "pair of integers": (
        (n >= 1, m >= 1),
        sp.Ne(n**2 - 7 * m**2, 2),
        sp.Ne(n**2 - 7 * m**2, 3),
    ),
    "integer at its extremum": (
        (n >= -100,),
        n**2 - 79 * n + 1601 > 41,
        n**2 - 79 * n + 1601 >= 41,
    ),
    "upper end of many integers": ((n >= 0, n <= 1000, x >= 1), n < 999 + x, n <= 999 + x),
    "zero": ((), sp.Abs(x) + sp.Abs(y) > 0, at_least(sp.Abs(x) + sp.Abs(y), 0)),
    "two unknowns alike": ((), (x - y) ** 2 > 0, at_least((x - y) ** 2, 0)),
    "another one's end": (
        (x >= R(31, 10),),
        sp.Or(sp.Ne(y, R(31, 10)), x > y),
        sp.Or(sp.Ne(y, R(31, 10)), x >= y),
    ),
    "opposite unknowns": ((x > 1000,), sp.Ne(x + y, 0), sp.Or(sp.Ne(x + y, 0), y < -1000)),
    "beside a pole": (
        (x > 0, sp.Ne(x, 5000)),
        sp.atan(1 / (5000 - x)) > 0,
        sp.Ne(sp.atan(1 / (5000 - x)), 2),
    ),
    "pole of two unknowns": (
        (x > 0, sp.Ne(2 * x, 3 * y + 100)),
        1 / (2 * x - 3 * y - 100) < 50,
        sp.Ne(1 / (2 * x - 3 * y - 100), 0),
    ),
    "switch of cases": (
        (),
        sp.Piecewise((1, x < R(355, 113)), (0, sp.Eq(x, R(355, 113))), (2, True)) > 0,
        at_least(sp.Piecewise((1, x < R(355, 113)), (0, sp.Eq(x, R(355, 113))), (2, True)), 0),
    ),
    "zero of an absolute value": (
        (),
        sp.Abs(3 * x - R(41, 7)) > 0,
        at_least(sp.Abs(3 * x - R(41, 7)), 0),
    ),
    "switch of a maximum": (
        (),
        sp.Max(2 * x - 17, y) > sp.Min(2 * x - 17, y),
        sp.Max(2 * x - 17, y) >= sp.Min(2 * x - 17, y),
    ),
    "jump of a floor": ((x > 0,), sp.floor(x + R(1, 3)) < x + R(1, 3), sp.floor(x) < x + 1),
    "extremum": (
        (),
        (x - R(57, 10)) ** 2 + (y - 3) ** 2 > R(1, 100),
        at_least((x - R(57, 10)) ** 2 + (y - 3) ** 2, 0),
    ),
    "both sides equal": ((x > 0,), x / 7 + 7 / x > 2, x / 7 + 7 / x >= 2),
    "equality of a hypothesis": (
        (3 * x + 7 * y <= R(50, 3),),
        3 * x + 7 * y < R(50, 3),
        6 * x + 14 * y <= R(100, 3),
    ),
    "large": ((x > 0, y >= x), x * y < 10**5, x * y <= y**2),
    "zeroth power": ((n >= 0, x > 1), x**n > 1, x**n >= 1),
    "functions that are constant": (
        (Positive(f),),
        StrictlyIncreasing(f),
        sp.Or(StrictlyIncreasing(f), Positive(f)),
    ),
}


def statement_of(given, says):
    return ForAll(given=given, says=says)


@pytest.mark.parametrize("name", TRAPS)
def test_what_an_edge_case_shows_is_found_with_every_seed(name):
    given, false, _ = TRAPS[name]
    found = [search(statement_of(given, false), seed=seed) for seed in SEEDS]
    assert {evidence.outcome for evidence in found} == {Outcome.FAILS}
    assert len({str(evidence.witness) for evidence in found}) == 1


@pytest.mark.parametrize("name", TRAPS)
def test_its_true_neighbour_is_not_refuted_with_any_seed(name):
    given, _, true = TRAPS[name]
    found = {search(statement_of(given, true), seed=seed).outcome for seed in SEEDS}
    assert found == {Outcome.HOLDS}


def test_small_integers_are_tried_where_points_are_dear():
    """The integral diverges for x > 5/2; a third of the points would end before x = 3."""
    integral = sp.Integral((y - R(5, 2)) ** -2, (y, 0, x))
    says = sp.Implies(x > R(5, 2), sp.Eq(integral, x / (R(25, 4) - 5 * x / 2)))
    little = Budget(examples=20, rlimit=300_000, boxes=40, scale="quick")
    found = {search(ForAll(says=says), seed=s, budget=little).outcome for s in range(40)}
    assert found == {Outcome.UNKNOWN}


APART = {
    "an alternative": (sp.Or(x > 2, x < -2), sp.Or(x > 1, x < -1)),
    "a distance": (sp.Abs(x) >= 2,),
    "an implication": (sp.Implies(x <= 2, x < -2),),
    "an alternative of two unknowns": (x > y, sp.Or(x > y + 7, x + y < -5)),
}


@pytest.mark.parametrize("name", APART)
def test_no_edge_case_lies_between_the_intervals_that_are_left(name):
    given = APART[name]
    points = list(edge_points(ForAll(given=given, says=x > y), rationals_at, 20))
    assert len(points) == 20
    assert {bool(sp.And(*given).subs(point)) for point in points} == {True}


def test_ends_and_small_numbers_are_tried_between_which_a_range_has_a_gap():
    says = sp.Implies(sp.Ne(sp.log(2) * sp.log(sp.Abs(x) + 1), sp.log(6)), y <= 0)
    little = Budget(examples=20, rlimit=300_000, boxes=40, scale="quick")
    statement = ForAll(given=APART["an alternative"], says=says)
    found = {search(statement, seed=seed, budget=little).outcome for seed in range(20)}
    assert found == {Outcome.FAILS}


def test_the_walk_ends_where_alternatives_leave_out_every_integer():
    given = (sp.Or(sp.Eq(n**2, 2), sp.Eq(n**3, 5)),)
    assert list(edge_points(ForAll(given=given, says=n > 0), rationals_at, 20)) == []


@pytest.mark.parametrize("names", [("a1", "b2"), ("b2", "a1")])
def test_an_integer_is_never_tried_at_a_fraction_that_another_unknown_has(names):
    real, whole = reals(names[0]), integers(names[1])
    given = (whole > 0, real >= 0, whole < 3)
    found = search(ForAll(given=given, says=at_least(whole**2, whole)))
    assert found.outcome is Outcome.HOLDS
    assert found.witness[names[1]].value in ("1", "2")
    third = search(ForAll(given=given, says=sp.Ne(whole, R(1, 2), evaluate=False)))
    assert third.outcome is Outcome.HOLDS


@pytest.mark.parametrize("hypothesis", [x > 0, sp.Eq(x, 2 * y), sp.Abs(x) <= y, sp.Eq(x**2, y)])
def test_the_walk_is_bounded_and_the_same_each_time(hypothesis):
    statement = ForAll(given=(hypothesis,), says=x + y > z)
    one, two = (list(edge_points(statement, rationals_at, 50)) for _ in range(2))
    assert one == two
    assert 0 < len(one) <= 50
    assert len({tuple(point.items()) for point in one}) == len(one)


def test_the_walk_gives_up_where_bounds_leave_nothing():
    chain = [p > q for p, q in zip((a, b, x, y, z), (b, x, y, z, a), strict=True)]
    statement = ForAll(given=tuple(chain), says=a > 0)
    assert list(edge_points(statement, rationals_at, 50)) == []


UNUSUAL = [
    sp.acos(n) > n,
    sp.acos(x) > x,
    sp.floor(n / 2) <= 3,
    sp.Mod(n, 3) <= 1,
    sp.Mod(x, 2) < 1,
    sp.Piecewise((x, x > 0), (1 / x, True)) <= 4,
    sp.Integral(sp.exp(-(t**2)), (t, 0, x)) <= 1,
    sp.Sum(x**i, (i, 0, n)) <= 10,
    sp.Product(i, (i, 1, n)) <= 24,
    sp.binomial(n, 2) <= 10,
    sp.Or(StrictlyIncreasing(f), Positive(f)),
    sp.Implies(Positive(f), StrictlyIncreasing(f)),
    sp.Not(Positive(f)),
    sp.Equivalent(Positive(f), StrictlyIncreasing(f)),
    sp.ITE(x > 0, y > 0, y < 0),
    f(f(x)) > x,
    f(sp.sqrt(2) * x) > 0,
    sp.Integral(f(t), (t, 0, x)) > 0,
    Lipschitz(f, 2 * x),
    sp.Or(Lipschitz(f, x), x > 1),
    sp.zeta(x) > 1,
    1 / (n - 2) <= 3,
    n**n <= 30,
    (x + y + z) ** 60 <= 1,
]


@pytest.mark.parametrize("condition", UNUSUAL, ids=str)
def test_an_unusual_condition_is_left_to_evaluation(condition):
    """A hypothesis that is not understood, or a conclusion, breaks neither bounds nor search."""
    symbols = tuple(sorted(condition.free_symbols, key=str))
    for statement in (
        ForAll(given=(condition,), says=condition),
        ForAll(given=(sp.Or(condition, symbols[0] > 3),), says=condition)
        if symbols[0] != f
        else ForAll(says=condition),
    ):
        for method in ("enumeration", "search"):
            assert isinstance(METHODS[method].apply(Task(statement=statement)).outcome, Outcome)
