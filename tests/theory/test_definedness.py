"""Where terms have values: nothing is simplified that has none."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

from tests.verify.methods.applied import is_proved
from theory.binders import substitute
from theory.claim import ForAll
from theory.definedness import connected, facts_of, rebuilt, requirements
from theory.language import (
    Head,
    integers,
    reals,
    sequence,
)
from verify.claims.meanings import Formula, unfold
from verify.truth import Truth, evaluate

x, y, z, t = reals("x y z t")
i, j, k, n = integers("i j k n")
p = sequence("p")

Speed = Head("Pace", "how fast something is")


@pytest.mark.parametrize(
    ("term", "values", "undefined_at"),
    [
        ((x - 1) / y, {y: x - 1}, {x: 1}),
        (k * sp.log(x), {k: 0}, {x: 0}),
        (k / x, {k: 0}, {x: 0}),
        ((x - k) / (x - 1), {k: 1}, {x: 1}),
        (sp.log(x) - k * sp.log(x), {k: 1}, {x: -1}),
        (sp.cosh(y), {y: sp.acosh(x)}, {x: 0}),
        (sp.exp(y), {y: sp.log(x)}, {x: -1}),
        (y**2, {y: sp.sqrt(x)}, {x: -1}),
        (1 / y, {y: 1 / x}, {x: 0}),
        (x**y * x**z, {z: -y}, {x: 0, y: 1}),
        (k * sp.Piecewise((x, x > 0)), {k: 0}, {x: 0}),
        (1 / (k - 1) + x, {k: 1}, {x: 0}),
        (k * sp.tan(x) + x, {k: 0}, {}),
        (sp.Max(y, x - 1) * 0 + x, {}, {}),
        (sp.sin(y), {y: sp.asin(x)}, {x: 2}),
    ],
)
def test_substitution_keeps_the_conditions_for_a_value(term, values, undefined_at):
    expected = requirements(term)
    found = substitute(term, {s: sp.sympify(v) for s, v in values.items()})
    assert requirements(found) or not expected
    point = {s: Fraction(v) for s, v in undefined_at.items()}
    if point:
        same = sp.Eq(found, found, evaluate=False)
        assert evaluate(same, point) in (Truth.UNDEFINED, Truth.UNKNOWN)


def test_a_sum_of_numbers_stands_in_a_maximum():
    total = sp.Sum(1 / (j + k), (j, 1, 3))
    assert substitute(sp.Max(x, total), {k: sp.S.One, x: sp.S.Zero}).args == (
        0,
        substitute(total, {k: sp.S.One}),
    )
    undefined = substitute(sp.Max(x, total), {k: sp.Integer(-1), x: sp.S.Zero})
    same = sp.Eq(undefined, undefined, evaluate=False)
    assert evaluate(same, {}) in (Truth.UNDEFINED, Truth.UNKNOWN)


def test_what_the_hypotheses_rule_out_may_be_simplified():
    ratio = (x - 1) / y
    assert substitute(ratio, {y: x - 1}) != 1
    assert substitute(ratio, {y: x - 1}, facts_of((x > 2,))) == 1
    assert substitute(ratio, {y: x - 1}, facts_of((x >= 0,))) != 1
    assert substitute(z / y, {y: z}, facts_of((sp.Ne(z, 0),))) == 1
    free = ForAll(where={y: x - 1}, says=sp.Eq((x - 1) / y, 1, evaluate=False))
    assert not is_proved(free)
    assert is_proved(replace(free, given=(x > 1,)))


@pytest.mark.parametrize(
    ("given", "needed"),
    [
        ((x >= 0,), ("nonzero", x)),
        ((x > 0,), ("nonzero", x - 1)),
        ((x >= 1,), ("nonzero", x - 1)),
        ((x * y > 0,), ("nonnegative", x)),
        ((sp.Or(x > 0, y > 0),), ("nonzero", x)),
        ((sp.Ne(x * y, 1),), ("nonzero", x)),
        ((x > -1,), ("nonnegative", x)),
        ((x**2 >= 1,), ("nonnegative", x)),
        ((x + y > 0,), ("nonnegative", x)),
        ((x >= 0,), ("power", x, y)),
        ((sp.Ne(x, 0), y >= 0), ("power", x, y)),
    ],
)
def test_facts_are_no_wishes(given, needed):
    from theory.definedness import follows

    assert not follows(needed, facts_of(given))


def test_sympy_decides_no_condition_that_may_have_no_value():
    partial = 1 / x > 0
    for kind, args in (
        (sp.Or, (partial, 1 / x <= 0)),
        (sp.Implies, (partial, partial)),
        (sp.Or, (sp.Not(partial), partial)),
    ):
        assert connected(kind, args) not in (sp.true, sp.false)
    statement = ForAll(given=(sp.Eq(k, 1),), instances={k: (1,)}, says=sp.Or(k / x > 0, 1 / x <= 0))
    assert statement.expanded[0][1].says != sp.true
    assert not is_proved(statement)


def test_members_of_sequences_and_heads_hide_no_denominator():
    for term in (p[0], Speed(y)):
        says = sp.Eq(term * x / z, term, evaluate=False)
        (_, found), *_ = ForAll(where={z: x}, says=says).expanded
        found = unfold(found.says, {Speed: Formula(lambda u: u**2)})
        assert found.lhs.has(1 / x)


def test_a_term_of_a_sum_without_a_value_stays_one():
    total = sp.Sum(1 / (i * (i + 3)), (i, -4, 2))
    ((_, expanded),) = ForAll(given=(x >= 5,), says=sp.Gt(x, total, evaluate=False)).expanded
    assert evaluate(expanded.says, {x: Fraction(5)}) is Truth.UNDEFINED


def test_a_symbolic_power_of_zero_stands_in_a_product():
    x, y, z = reals("x y z")
    product = y / (sp.sqrt(z) * y ** (2 * x / (2 * x + 1)) * sp.log(y) ** (1 / (2 * x + 1)))
    there = sp.Ge(substitute(product, {y: sp.S.Zero}), 0, evaluate=False)
    assert evaluate(there, {x: Fraction(1), z: Fraction(1)}) is Truth.UNDEFINED


def test_of_the_members_of_a_maximum_with_sums_only_numbers_are_compared():
    total = sp.Sum(p[i], (i, 1, 2))
    inner = rebuilt(sp.Max, (total, sp.Integer(1)))
    assert rebuilt(sp.Max, (inner, sp.Integer(2))) == sp.Max(2, total, evaluate=False)
    assert rebuilt(sp.Min, (inner, sp.Integer(3), total)) == sp.Min(3, total, inner, evaluate=False)
    assert rebuilt(sp.Max, (total, total)) == total
    assert rebuilt(sp.Max, (x, x, sp.Integer(1), sp.Integer(2))) == sp.Max(x, 2)


def test_relations_between_numbers_are_decided_even_where_sympy_leaves_all_as_it_is():
    with sp.evaluate(False):
        assert rebuilt(sp.Gt, (sp.Integer(431), sp.Integer(430))) == sp.true
        assert rebuilt(sp.Gt, (sp.Integer(431), x)) not in (sp.true, sp.false)
    assert rebuilt(sp.Eq, (sp.Integer(431), sp.Integer(430))) == sp.false
