"""A claim on a recursion is broken at a point where it is false, and never where it is true."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.language import eq, integers, reals, sequence
from theory.quantifiers import Every, Some
from verify.claims import catalogue
from verify.claims.statements import statements
from verify.evidence import Key
from verify.variants import lasting
from verify.variants.consequences import follows
from verify.variants.plain import Translator
from verify.variants.trajectories import ExactCourse, Start, System, fails_on_the_way, recursions

x, y, z, q = reals("x y z q")
s, i, j, n, T, t = integers("s i j n T t")
a, w, M, u = map(sequence, ("a", "w", "M", "u"))

HALVED = Every(s, Implies(s >= 0, eq(a[s + 1], a[s] / 2 + x), evaluate=False))
CLIPPED = Every(s, Implies(s >= 0, eq(a[s + 1], sp.Max(-1, sp.Min(1, a[s] + x))), evaluate=False))
INVERTED = Every(s, Implies(s >= 0, eq(a[s + 1], 1 / (a[s] - 1)), evaluate=False))


def image(vector, place):
    return sp.Sum(M[place, j] * vector(j), (j, 1, n))


def weight(place):
    return w[s, place]


def squares(term):
    return sp.Sum(term**2, (i, 1, n))


_moved = weight(i) + x * image(weight, i)
TURNED = Every(
    s,
    Every(
        i,
        Implies(
            And(s >= 0, i >= 1, i <= n),
            eq(w[s + 1, i], _moved / sp.sqrt(squares(_moved))),
            evaluate=False,
        ),
    ),
)
SYMMETRIC = Every(i, Every(j, eq(M[i, j], M[j, i])))
UNIT = eq(squares(w[0, i]), 1)


def form(step):
    return sp.Sum(w[step, i] * sp.Sum(M[i, j] * w[step, j], (j, 1, n)), (i, 1, n))


BOUND = Every(
    u,
    sp.Abs(sp.Sum(u[i] * sp.Sum(M[i, j] * u[j], (j, 1, n)), (i, 1, n))) <= y * squares(u[i]),
)
SMALL = (x > 0, x * y <= sp.Rational(1, 2), n >= 1)
WEIGHTS = (SYMMETRIC, TURNED, UNIT, BOUND, *SMALL)
FIRST = (
    T >= 0,
    a[T] >= y,
    Every(s, Implies(And(s >= 0, s < T), a[s] < y, evaluate=False)),
)

# each with what it takes to make it true
PAIRS = {
    "a later step": (a[2] > 2 * x, eq(a[2] - 2 * x, (a[0] - 2 * x) / 4), (HALVED,)),
    "the first time": (
        T <= 2,
        T * x <= sp.Max(0, y - a[0]) + x,
        (CLIPPED, x > 0, y <= 1, *FIRST),
    ),
    "some time": (
        Some(T, And(T >= 0, a[T] >= 1, T <= 1)),
        Some(T, And(T >= 0, a[T] >= 1, sp.ceiling(sp.Max(0, 1 - a[0]) / x) >= T)),
        (CLIPPED, x >= sp.Rational(1, 4), a[0] >= 0),
    ),
    "a vector that is turned": (form(1) > form(0), form(1) >= form(0), WEIGHTS),
    "reals": (y > 0, y >= -1, (eq(x**2 + y**2, 1), x >= 0)),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_statement_is_broken_where_it_is_false_and_not_where_it_is_true(name):
    false, true, given = PAIRS[name]
    assert fails_on_the_way(States(false, given=given), {}) is not None
    assert fails_on_the_way(States(true, given=given), {}, soon=True) is None


def test_a_matrix_that_is_not_symmetric_is_found_where_symmetry_is_needed():
    given = tuple(g for g in WEIGHTS if g is not SYMMETRIC)
    found = fails_on_the_way(States(form(1) >= form(0), given=given), {})
    assert found is not None
    assert "M = 0 but at" in found


def test_values_that_the_conclusion_does_not_depend_on_cost_no_tries():
    printed = dict(statements(catalogue.load("less-data/eq-A.12")))[Key(0)]
    bound = next(g for g in printed.given if isinstance(g.args[0], sp.IndexedBase))
    fewer = tuple(g for g in printed.given if g != bound)
    assert fails_on_the_way(replace(printed, given=fewer), {}, soon=True) is not None
    assert fails_on_the_way(printed, {}, soon=True) is None


def test_what_is_found_satisfies_every_hypothesis():
    found = fails_on_the_way(States(a[1] <= 0, given=(HALVED, x > 3, a[0] < 0)), {})
    values = dict(part.split(" = ") for part in found.split("where ")[1].split(", "))
    first, step = (Fraction(values[name]) for name in ("a[0]", "x"))
    assert step > 3
    assert first < 0
    assert first / 2 + step > 0


def test_a_step_without_a_value_is_no_counterexample():
    division = States(a[0] < 3, given=(INVERTED, eq(a[0], x)))
    assert fails_on_the_way(division, {}, soon=True) is None


@pytest.mark.parametrize(
    "condition",
    [
        Every(s, Implies(s >= 1, eq(a[s + 1], a[s]), evaluate=False)),
        Every(s, Implies(And(s >= 0, x > 0), eq(a[s + 1], a[s]), evaluate=False)),
        Every(s, Implies(s >= 0, eq(a[s + 1], a[s - 1]), evaluate=False)),
        Every(s, Implies(s >= 0, eq(a[s + 2], a[s]), evaluate=False)),
        Every(s, Implies(s >= 0, a[s + 1] <= a[s], evaluate=False)),
    ],
)
def test_other_conditions_are_no_recursions(condition):
    assert recursions([condition]) == ((), (condition,))


def test_a_second_recursion_of_the_same_sequence_is_a_hypothesis_like_others():
    own, rest = recursions([HALVED, CLIPPED])
    assert [one.base for one in own] == [a]
    assert rest == (CLIPPED,)


def steps(condition, first, values):
    own, rest = recursions([condition])
    start = Start({}, {x: Fraction(values)}, {}, {a: {(): Fraction(first)}})
    return ExactCourse(System(own, rest, a[0] < x), start)


def test_steps_last_where_they_repeat_or_stay_inside():
    assert lasting.lasts(steps(CLIPPED, 0, 1))
    assert lasting.lasts(steps(HALVED, 0, 1))


def test_steps_that_may_have_no_value_are_not_said_to_last():
    assert not lasting.lasts(steps(INVERTED, 3, 0))


def test_expressions_in_floats_are_what_they_are_exactly():
    chance = random.Random(0)
    term = sp.Max(x, y**2) / sp.sqrt(1 + x**2) - sp.ceiling(x) * sp.Abs(y) + sp.sign(y)
    of = Translator()
    f = of.function(term)
    for _ in range(20):
        values = {one: Fraction(chance.randint(-9, 9), chance.randint(1, 5)) for one in (x, y)}
        there = f([float(values[one]) for one in of.numbers], [])
        assert there == pytest.approx(
            float(term.subs({k: sp.Rational(v) for k, v in values.items()}))
        )


def test_a_bound_may_be_as_large_as_it_may_be():
    given = (sp.Abs(z) >= q, x * z > 0)
    says = And(x**2 > 0, sp.Abs(z) >= q)
    printed = States(says, given=(*given, q > 0))
    assert follows(States(says, given=given), printed) is not None
    other = States(And(says, q > -1), given=(*given, q > 0))
    assert follows(States(other.says, given=given), other) is None
