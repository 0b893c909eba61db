"""The one evaluation of a statement: exact where it can be, never sure by rounding."""

import itertools
import time
from fractions import Fraction

import flint
import pytest
import second_truth
import sympy as sp
from flint import acb, arb, fmpq
from sympy.logic.boolalg import ITE, Equivalent, Implies, Xor

from theory.language import (
    Lipschitz,
    Positive,
    StrictlyIncreasing,
    UnimodalDensity,
    function,
    reals,
    rounds_to,
)
from theory.values import Algebraic, PiecewiseLinear
from verify.claims.meanings import Approximate, Exact, Formula
from verify.truth import Arithmetic, Truth, Undecided, Undefined, enclose, evaluate, violation
from verify.truth.outcomes import (
    conjunction,
    disjunction,
    equivalence,
    exclusive,
    implication,
    negation,
)

x, y, z, t = reals("x y z t")


def linear(knots, values, left, right):
    """Return a piecewise-linear function."""
    tables = (tuple(map(Fraction, numbers)) for numbers in (knots, values))
    return PiecewiseLinear(*tables, Fraction(left), Fraction(right))


@pytest.mark.parametrize(
    ("condition", "point", "expected"),
    [
        (sp.Eq(x / 3 * 3, 1, evaluate=False), {x: Fraction(1)}, Truth.TRUE),
        (x > 0, {x: Fraction(0)}, Truth.FALSE),
        (x >= 0, {x: Fraction(0)}, Truth.TRUE),
        (1 / x > 0, {x: Fraction(0)}, Truth.UNDEFINED),
        (sp.log(x) > 0, {x: Fraction(-1)}, Truth.UNDEFINED),
        (sp.sqrt(x) > 0, {x: Fraction(-1)}, Truth.UNDEFINED),
        (sp.sqrt(x) > 1, {x: Fraction(9, 4)}, Truth.TRUE),
        (sp.sqrt(2) * sp.sqrt(x) > 2, {x: Fraction(2)}, Truth.UNKNOWN),
        (sp.Eq(sp.exp(x) * sp.exp(-x), 1, evaluate=False), {x: Fraction(1)}, Truth.TRUE),
        (sp.Eq(sp.sin(x) ** 2 + sp.cos(x) ** 2, 1), {x: Fraction(1)}, Truth.AGREES),
        (sp.sin(x) ** 2 + sp.cos(x) ** 2 <= 1, {x: Fraction(1)}, Truth.AGREES),
        (sp.sin(x) ** 2 + sp.cos(x) ** 2 < 1, {x: Fraction(1)}, Truth.UNKNOWN),
        (sp.And(x > 0, 1 / y > 0), {x: Fraction(-1), y: Fraction(0)}, Truth.FALSE),
        (sp.Or(x > 0, 1 / y > 0), {x: Fraction(1), y: Fraction(0)}, Truth.TRUE),
        (sp.And(x > 0, 1 / y > 0), {x: Fraction(1), y: Fraction(0)}, Truth.UNDEFINED),
        (sp.Or(x > 0, 1 / y > 0), {x: Fraction(-1), y: Fraction(0)}, Truth.UNDEFINED),
        (sp.Implies(1 / y > 0, x > 0), {x: Fraction(1), y: Fraction(0)}, Truth.TRUE),
        (sp.Implies(1 / y > 0, x > 0), {x: Fraction(-1), y: Fraction(0)}, Truth.UNDEFINED),
        (sp.Implies(y > 0, 1 / y > 0), {y: Fraction(0)}, Truth.TRUE),
        (sp.Integral(z**2, (z, 0, x)) > 0, {x: Fraction(1)}, Truth.TRUE),
        (sp.Abs(x) ** y < 3, {x: Fraction(-4), y: Fraction(1, 2)}, Truth.TRUE),
    ],
)
def test_relations(condition, point, expected):
    assert evaluate(condition, point) is expected


def test_nan_and_infinity_decide_nothing():
    head = sp.Function("Ratio", real=True)
    nan = {head: Exact(lambda v: arb("nan"))}
    infinite = {head: Exact(lambda v: arb("inf"))}
    for interpretation in (nan, infinite):
        for relation in (head(x) > 1, head(x) < 1, sp.Eq(head(x), 1), sp.Ne(head(x), 1)):
            assert evaluate(relation, {x: Fraction(1)}, interpretation) is Truth.UNKNOWN


def test_the_three_kinds_of_meaning_agree():
    head = sp.Function("Square", real=True)
    meanings = (
        Formula(lambda v: v**2),
        Exact(lambda v: v * v),
        Approximate(lambda v: (v * v, 1e-12)),
    )
    for meaning in meanings:
        assert evaluate(head(x) > 3, {x: Fraction(2)}, {head: meaning}) is Truth.TRUE
        assert evaluate(head(x) > 5, {x: Fraction(2)}, {head: meaning}) is Truth.FALSE


def test_an_approximate_head_never_decides_inside_its_error():
    head = sp.Function("Rough", real=True)
    interpretation = {head: Approximate(lambda v: (1.0, 0.5))}
    assert evaluate(head(x) > sp.Rational(5, 4), {x: Fraction(0)}, interpretation) is Truth.UNKNOWN
    assert evaluate(head(x) > 2, {x: Fraction(0)}, interpretation) is Truth.FALSE


def test_algebraic_values_are_isolated_roots():
    root = Algebraic((-2, 0, 1), Fraction(1), Fraction(2))
    assert evaluate(x > Fraction(14142, 10000), {x: root}) is Truth.TRUE
    assert evaluate(x < Fraction(14143, 10000), {x: root}) is Truth.TRUE
    ambiguous = Algebraic((-2, 0, 1), Fraction(-2), Fraction(2))
    assert evaluate(x > 0, {x: ambiguous}) is Truth.UNKNOWN


def test_functions_and_their_hypotheses():
    alpha = function("alpha")
    rising = linear((0, 1), (1, 2), 1, 1)
    flat = linear((0, 1), (1, 1), 1, 1)
    assert evaluate(sp.Eq(alpha(x), 3), {alpha: rising, x: Fraction(2)}) is Truth.TRUE
    assert evaluate(StrictlyIncreasing(alpha), {alpha: flat}) is Truth.FALSE
    assert evaluate(Positive(alpha), {alpha: rising}) is Truth.TRUE
    assert rising(Fraction(-10)) > 0


@pytest.mark.parametrize(("printed", "expected"), [("0.7", Truth.TRUE), ("0.9", Truth.FALSE)])
def test_rounding_asks_for_some_admissible_input(printed, expected):
    assert evaluate(rounds_to(2 * x, printed, {x: ("0.3", "0.4")}), {}) is expected


def test_undefined_and_undecided_are_told_apart():
    with pytest.raises(Undefined):
        enclose(1 / x, {x: Fraction(0)})
    with pytest.raises(Undecided):
        enclose(sp.zeta(x), {x: Fraction(3)})


def test_function_hypotheses_with_a_parameter():
    f, bound = function("f"), reals("L")
    rising = linear((0, 2), (1, 2), "1/4", "1/2")
    assert evaluate(Lipschitz(f, "1/2"), {f: rising}) is Truth.TRUE
    assert evaluate(Lipschitz(f, bound), {f: rising, bound: Fraction(1, 3)}) is Truth.FALSE
    tent = linear((0, 1, 2), (0, 1, 0), 0, 0)
    heavy = linear((0, 1, 2), (0, 2, 0), 0, 0)
    assert evaluate(UnimodalDensity(f, 1), {f: tent}) is Truth.TRUE
    assert evaluate(UnimodalDensity(f, "1/2"), {f: tent}) is Truth.FALSE
    assert evaluate(UnimodalDensity(f, 1), {f: heavy}) is Truth.FALSE


# -- definedness ------------------------------------------------------------------------------


def outcome_of(term, value=None):
    """Return what a term is at a value of x: its enclosure, or the reason why it has none."""
    try:
        return enclose(term, {} if value is None else {x: Fraction(value)})
    except (Undefined, Undecided) as reason:
        return type(reason)


@pytest.mark.parametrize(
    ("term", "outside", "inside"),
    [
        (sp.asin(x), ["2", "-3", "1000001/1000000"], ["1", "-1", "1/3", "0"]),
        (sp.acos(x), ["2", "-3"], ["1", "-1", "1/3", "0"]),
        (sp.acosh(x), ["0", "-2", "999999/1000000"], ["1", "2"]),
        (sp.atanh(x), ["1", "-1", "2"], ["0", "999999/1000000"]),
        (sp.gamma(x), ["0", "-1", "-7"], ["-1/2", "1", "5", "1/2"]),
        (sp.log(x), ["0", "-1"], ["1", "1/1000000"]),
        (sp.tan(sp.pi * x), ["1/2", "-3/2"], ["0", "1/4", "3"]),
        (1 / x, ["0"], ["-1", "1/7"]),
        (x ** sp.Rational(1, 3), ["-8", "-1/2"], ["0", "8"]),
        (x ** sp.Rational(-1, 2), ["0", "-1"], ["4", "2"]),
        (sp.Integer(-2) ** x, ["1/2", "-1/3"], ["2", "-3", "0"]),
        (sp.Piecewise((1, x > 0)), ["0", "-1"], ["1"]),
        (x + sp.zoo * 1, ["1"], []),
        (sp.log(x) + sp.zeta(x), ["-1"], []),
    ],
)
def test_what_has_no_real_value_is_undefined_and_its_neighbours_are_not(term, outside, inside):
    for value in outside:
        assert outcome_of(term, value) is Undefined
        for same in (sp.Eq(term, term, evaluate=False), sp.Ne(term, term, evaluate=False)):
            assert evaluate(same, {x: Fraction(value)}) is Truth.UNDEFINED
    for value in inside:
        assert isinstance(outcome_of(term, value), (fmpq, arb))


def test_the_value_of_zero_to_the_power_zero_is_one():
    zero = sp.Pow(x, y, evaluate=False)
    assert enclose(zero, {x: Fraction(0), y: Fraction(0)}) == 1
    nearly_zero = sp.Abs(sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1)  # a ball around 0
    assert outcome_of((x - 1) ** nearly_zero, 1) is Undecided


def test_a_ball_as_exponent_of_a_negative_base_decides_nothing_if_it_may_be_an_integer():
    two = 1 + sp.sin(x) ** 2 + sp.cos(x) ** 2
    assert outcome_of(sp.Integer(-3) ** two, 2) is Undecided
    assert outcome_of(sp.Integer(-3) ** sp.sqrt(x), 2) is Undefined


@pytest.mark.parametrize(
    ("term", "value", "exact"),
    [
        (sp.gamma(x), 6, 120),
        (sp.floor(x * sp.pi), 2, 6),
        (sp.ceiling(-x * sp.pi), 2, -6),
        (sp.floor(x), "-1/2", -1),
        (sp.acos(x), 1, 0),
        (sp.sin(sp.pi * x / 2), 3, -1),
        (sp.Sum(t, (t, 1, x)), 4, 10),
        (sp.Sum(t, (t, 1, x)), 0, 0),
        (sp.Product(t, (t, 1, x)), 0, 1),
        (sp.Sum(t, (t, 1, x)), -1, Undecided),  # conventions differ
        (sp.Sum(t, (t, 1, x)), "1/2", Undecided),
        (sp.Sum(t, (t, 1, x)), 10**9, Undecided),
        (sp.Sum(t, (t, 1, sp.oo)), 0, Undecided),
        (sp.Float(0.5) + x, 1, Undecided),
    ],
)
def test_exact_values(term, value, exact):
    found = outcome_of(term, value)
    assert found == exact
    assert isinstance(found, fmpq) or found is Undecided


def test_balls_across_the_edge_of_a_domain_are_undecided_and_outside_undefined():
    def at(term, low, high):
        ball = arb(low).union(arb(high))
        try:
            return Arithmetic({x: ball}, {}).number(term)
        except (Undefined, Undecided) as reason:
            return type(reason)

    for head, low, edge, high in (
        (sp.log, -1, 0, 1),
        (sp.asin, 0.5, 1, 2),
        (sp.acos, -2, -1, 0),
        (sp.acosh, 0, 1, 2),
        (sp.atanh, 0, 1, 2),
        (sp.sqrt, -1, 0, 1),
    ):
        assert at(head(x), low, high) is Undecided
        inside, outside = (
            (high, low) if head in (sp.log, sp.acosh, sp.sqrt, sp.acos) else (low, high)
        )
        near = (edge + inside) / 2
        assert isinstance(at(head(x), *sorted((near, inside))), arb)
        far = edge + (outside - edge) / 2
        assert at(head(x), *sorted((far, outside))) is Undefined
    assert at(sp.gamma(x), -1.5, -0.5) is Undecided
    assert at(1 / x, -1, 1) is Undecided
    assert at(sp.sqrt(x**2), -1, 1) >= 0 or at(sp.sqrt(x**2), -1, 1).contains(0)
    cases = sp.Piecewise((1, x < 0), (2, True))
    assert at(cases, -1, 1).contains(1)
    assert at(cases, -1, 1).contains(2)
    assert at(sp.Piecewise((1, sp.log(x) < 0), (2, True)), -1, 1) is Undecided
    assert at(sp.Piecewise((1, x < 0)), -1, 1) is Undecided
    assert at(sp.floor(x), 0.5, 1.5).contains(0)
    assert at(sp.floor(x), 0.5, 1.5).contains(1)


# -- the logic --------------------------------------------------------------------------------

CERTAIN = (Truth.TRUE, Truth.FALSE, Truth.UNDEFINED)
MAY_BE = {
    **{truth: (truth,) for truth in CERTAIN},
    Truth.UNKNOWN: CERTAIN,
    Truth.AGREES: (Truth.TRUE, Truth.FALSE),
}
CONNECTIVES = {
    "and": lambda a, b: conjunction((a, b)),
    "or": lambda a, b: disjunction((a, b)),
    "if": implication,
    "equivalent": lambda a, b: equivalence((a, b)),
    "exclusive": exclusive,
    "not": lambda a, b: negation(a),
}


@pytest.mark.parametrize("name", CONNECTIVES)
def test_what_a_connective_says_of_uncertain_parts_is_so_however_they_turn_out(name):
    connective = CONNECTIVES[name]
    for one, other in itertools.product(Truth, repeat=2):
        outcome = connective(one, other)
        possible = {connective(*pair) for pair in itertools.product(MAY_BE[one], MAY_BE[other])}
        if outcome in CERTAIN:
            assert possible == {outcome}
        if outcome is Truth.AGREES:
            assert Truth.AGREES in (one, other)
            assert Truth.TRUE in possible


def test_the_tables_of_the_logic():
    letters = {"T": Truth.TRUE, "F": Truth.FALSE, "U": Truth.UNDEFINED}
    tables = {
        "and": "TFU FFF UFU",
        "or": "TTT TFU TUU",
        "if": "TFU TTT TUU",
        "equivalent": "TFU FTU UUU",
        "exclusive": "FTU TFU UUU",
    }
    for name, table in tables.items():
        for row, line in zip(letters.values(), table.split(), strict=True):
            for column, letter in zip(letters.values(), line, strict=True):
                assert CONNECTIVES[name](row, column) is letters[letter]


def test_connectives_of_sympy_are_evaluated_by_the_tables():
    conditions = {Truth.TRUE: x > 0, Truth.FALSE: x < 0, Truth.UNDEFINED: 1 / y > 0}
    unknown = sp.Gt(sp.zeta(x), 0, evaluate=False)
    point = {x: Fraction(1), y: Fraction(0)}
    heads = {"and": sp.And, "or": sp.Or, "if": Implies, "equivalent": Equivalent, "exclusive": Xor}
    for name, head in heads.items():
        for one, other in itertools.permutations(conditions, 2):
            built = head(conditions[one], conditions[other])
            assert evaluate(built, point) is CONNECTIVES[name](one, other)
    assert evaluate(ITE(1 / y > 0, x > 0, x > 0 - y), point) is Truth.UNDEFINED
    assert evaluate(ITE(x > 0, x > y, 1 / y > 0), point) is Truth.TRUE
    assert evaluate(sp.And(unknown, 1 / y > 0), point) is Truth.UNKNOWN
    assert evaluate(sp.Or(unknown, 1 / y > 0), point) is Truth.UNKNOWN
    assert evaluate(sp.Symbol("P"), point) is Truth.UNKNOWN


def test_agreement_never_becomes_truth():
    agrees = sp.Eq(sp.sin(x) ** 2 + sp.cos(x) ** 2, 1, evaluate=False)
    false, point = x < 0, {x: Fraction(1)}
    assert evaluate(agrees, point) is Truth.AGREES
    built = (
        sp.Not(agrees, evaluate=False),
        Implies(agrees, false),
        Implies(x > 0, agrees),
        Equivalent(agrees, false),
        Xor(agrees, x > 0),
        sp.Or(agrees, false),
        sp.Gt(sp.Piecewise((1, agrees)), 0, evaluate=False),
    )
    for condition in built:
        assert evaluate(condition, point) in (Truth.UNKNOWN, Truth.AGREES)


def test_close_small_numbers_are_told_apart_at_a_higher_precision():
    small = sp.exp(-x)
    close = sp.Eq(small, small * (1 + sp.Rational(1, 2**80)), evaluate=False)
    assert evaluate(close, {x: Fraction(300)}) is Truth.FALSE


# -- integrals --------------------------------------------------------------------------------


def integral(body, low, high):
    return sp.Integral(body, (t, low, high))


HALF, THIRD = sp.Rational(1, 2), sp.Rational(1, 3)


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (integral(sp.asin(t), 0, 1), sp.pi / 2 - 1),
        (integral(sp.asin(t), -HALF, HALF), 0),
        (integral(sp.acos(t), 0, 1), 1),
        (integral(sp.acosh(t), 1, 2), 2 * sp.acosh(2) - sp.sqrt(3)),
        (integral(sp.atanh(t), 0, HALF), sp.log(27) / 4 - sp.log(2)),
        (integral(sp.asinh(t), -1, 2), 2 * sp.asinh(2) - sp.asinh(1) - sp.sqrt(5) + sp.sqrt(2)),
        (integral(sp.atan(t), 0, 1), sp.pi / 4 - sp.log(2) / 2),
        (integral(sp.sqrt(t), 0, 1), sp.Rational(2, 3)),
        (integral(sp.sqrt(1 - t**2), -1, 1), sp.pi / 2),
        (integral(sp.log(t), 1, 2), 2 * sp.log(2) - 1),
        (integral(sp.Abs(t), -1, 2), sp.Rational(5, 2)),
        (integral(sp.sign(t - THIRD), 0, 1), THIRD),
        (integral(sp.Max(t, 1 - t), 0, 1), sp.Rational(3, 4)),
        (integral(sp.Min(t, x), 0, 1), HALF),
        (integral(sp.Piecewise((t, t < 1), (2, True)), 0, 3), sp.Rational(9, 2)),
        (integral(sp.floor(t), 0, 3), 3),
        (integral(sp.ceiling(2 * t), 0, 1), sp.Rational(3, 2)),
        (integral(2**t, 0, 1), 1 / sp.log(2)),
        (integral(t, 3, 1), -4),
        (integral(t, 2, 2), 0),
        (integral(t**x, 0, x), HALF),
        (integral(sp.Abs(integral(t, 0, z).subs(t, y)).subs(z, t), 0, 1), HALF * THIRD),
        (integral(sp.Sum(t**z, (z, 0, 2)), 0, 1), sp.Rational(11, 6)),
    ],
)
def test_integrals_contain_what_they_are(term, expected):
    found, right = (arb(enclose(value, {x: Fraction(1)})) for value in (term, sp.S(expected)))
    assert found.overlaps(right)
    assert found.rad() < 1e-4


@pytest.mark.parametrize(
    ("term", "reason"),
    [
        (integral(sp.asin(t), 0, 2), Undefined),
        (integral(sp.acosh(t), 0, 2), Undefined),
        (integral(sp.log(t), -2, -1), Undefined),
        (integral((-2) ** t, 0, 1), Undefined),
        (integral(sp.Piecewise((1, t > 1)), 0, 3), Undefined),
        (integral(1 / t, -1, 1), Undefined),
        (integral(1 / (t - 1) ** 2, 0, 3), Undefined),
        (integral(1 / (t**2 - 2), 0, 2), Undefined),
        (integral(sp.exp(t) / t + 1, 0, 1), Undefined),
        (integral(t * sp.sinh(sp.Integral(sp.exp(t) / y, (y, 0, 1))), 0, 1), Undefined),
        (integral(t ** sp.Rational(-3, 2), 0, 1), Undefined),
        (integral(sp.sqrt(t), -1, 1), (Undefined, Undecided)),
        (integral(1 / sp.sqrt(t), 0, 1), Undecided),  # it has a value: 2
        (integral(sp.log(t), 0, 1), Undecided),
        (integral(sp.sin(t) / t, -1, 1), Undecided),
        (
            integral(t / (t * (t + 1)), 0, 1).func(sp.Mul(t, 1 / t, evaluate=False), (t, 0, 1)),
            Undecided,
        ),
        (integral(1 / t, 0, 0), Undecided),
        (integral(sp.exp(-t), 0, sp.oo), Undecided),
        (sp.Integral(t, t), Undecided),
        (sp.Integral(t * x, (t, 0, 1), (x, 0, 1)), Undecided),
    ],
)
def test_integrals_without_a_value_and_those_that_are_not_decided(term, reason):
    with pytest.raises(reason):
        enclose(term, {x: Fraction(1)})


@pytest.mark.parametrize(
    ("head", "low", "value", "points"),
    [
        (sp.asin, 0, x * sp.asin(x) + sp.sqrt(1 - x**2) - 1, ["1", "9/10", "-1", "1/2"]),
        (sp.acos, 1, x * sp.acos(x) - sp.sqrt(1 - x**2), ["-1", "0", "9/10"]),
        (sp.acosh, 1, x * sp.acosh(x) - sp.sqrt(x**2 - 1), ["3", "11/10"]),
        (sp.atanh, 0, x * sp.atanh(x) + sp.log(1 - x**2) / 2, ["9/10", "-1/2"]),
        (sp.asinh, 0, x * sp.asinh(x) - sp.sqrt(x**2 + 1) + 1, ["3", "-5"]),
        (sp.Abs, -1, (x * sp.Abs(x) + 1) / 2, ["2", "-3", "1/3"]),
    ],
)
def test_true_claims_about_integrals_across_cuts_are_not_refuted_and_false_ones_are(
    head, low, value, points
):
    for point in points:
        area, at = integral(head(t), low, x), {x: Fraction(point)}
        assert evaluate(sp.Eq(area, value), at) in (Truth.AGREES, Truth.TRUE, Truth.UNKNOWN)
        assert evaluate(sp.Ne(area, value), at) in (Truth.FALSE, Truth.UNKNOWN)
        assert evaluate(sp.Lt(area, value + sp.Rational(1, 10**6)), at) is Truth.TRUE
        assert evaluate(sp.Lt(area, value - sp.Rational(1, 10**6)), at) is Truth.FALSE


def test_complex_balls_get_holomorphic_functions_or_nothing():
    crossing = acb(arb(0, 0.5), arb(0, 0.5))
    right = acb(arb(2, 0.5), arb(0, 0.5))
    for term in (
        sp.Abs(x),
        sp.sign(x),
        sp.Max(x, -x),
        sp.log(x),
        sp.sqrt(x),
        sp.floor(x + 1),
        sp.Piecewise((x, x > 0), (0, True)),
        sp.acosh(1 + x),
    ):
        with pytest.raises(Undecided):
            Arithmetic({x: crossing}, {}, analytic=True).number(term)
        value = Arithmetic({x: right}, {}, analytic=True)
        if term != sp.floor(x + 1):
            assert acb(value.number(term)).is_finite()


# -- programs, sizes, state -------------------------------------------------------------------


def test_programs_of_heads_fail_without_a_trace():
    head = sp.Function("Broken", real=True)

    def divide(value):
        return 1 / (value - value)

    for meaning in (Exact(divide), Approximate(divide), Approximate(lambda v: (float("nan"), 0.0))):
        assert evaluate(head(x) > 0, {x: Fraction(1)}, {head: meaning}) is Truth.UNKNOWN
    nowhere = {head: Exact(lambda value: None)}
    assert evaluate(head(x) > 0, {x: Fraction(1)}, nowhere) is Truth.UNDEFINED
    spread = {head: Approximate(lambda value: (value, 0.0))}
    area = sp.Integral(head(t), (t, 0, 1))  # a program in floats knows points, not balls
    assert evaluate(area < 1, {}, spread) is Truth.UNKNOWN


@pytest.mark.parametrize(
    "term",
    [
        10 ** (10**x),
        sp.gamma(10**x),
        (x + sp.Rational(1, 3)) ** (10**x),
        sp.exp(10**x),
        sp.sin(10 ** (10**x)),
        sp.Sum(1 / t, (t, 1, 10**x)),
        sp.Product(t, (t, 1, 10**5)),
        sp.Sum(1 / t, (t, 1, 20_000)),
        sp.Sum(sp.Sum(t, (t, 1, z)), (z, 1, 10**5)),
        integral(sp.Abs(integral(sp.sin(t * z), 0, 1).subs(t, y)).subs(z, t), 0, 1),
    ],
)
def test_large_numbers_and_much_work_end_soon(term):
    started = time.process_time()
    outcome = evaluate(sp.Gt(term, 1, evaluate=False), {x: Fraction(9)})
    assert outcome in (Truth.TRUE, Truth.FALSE, Truth.UNKNOWN)
    sides = violation(sp.Gt(term, 1, evaluate=False), {x: Fraction(9)}, {})
    assert sides is None or max(map(len, sides)) < 2000
    assert time.process_time() - started < 20


def test_huge_powers_are_compared():
    huge = 2 ** (10**x)
    assert evaluate(sp.Gt(huge, 3 ** (10 ** (x - 1))), {x: Fraction(9)}) is Truth.TRUE
    assert evaluate(sp.Eq(x ** (10**30), 1, evaluate=False), {x: Fraction(-1)}) is Truth.TRUE


def test_deep_expressions_are_unknown():
    deep = x
    for _ in range(400):
        deep = sp.sin(deep + 1, evaluate=False)
    assert evaluate(sp.Le(deep, 2, evaluate=False), {x: Fraction(1)}) is Truth.UNKNOWN


def test_the_precision_is_restored_whatever_happens():
    before = flint.ctx.prec
    head = sp.Function("Wrong", real=True)

    def wrong(value):
        raise KeyError(value)

    with pytest.raises(KeyError):
        evaluate(head(x) > 0, {x: Fraction(1)}, {head: Exact(wrong)})
    with pytest.raises(Undefined):
        enclose(1 / x, {x: Fraction(0)})
    assert flint.ctx.prec == before


def test_an_algebraic_value_outside_of_its_interval_is_no_value():
    short = Algebraic((-2, 0, 1), Fraction(1), Fraction("1.41421356237309504880168872420969"))
    assert evaluate(x > 0, {x: short}) is Truth.UNKNOWN
    right = Algebraic((-2, 0, 1), Fraction(1), Fraction("1.41421356237309504880168872420970"))
    assert evaluate(x > 0, {x: right}) is Truth.TRUE


# -- properties of functions ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("knots", "values", "left", "right", "increasing", "positive", "steepest"),
    [
        ((0,), (1,), 1, 1, True, True, 1),  # the left tail falls towards 0 and stays positive
        ((0,), (1,), 0, 1, False, True, 1),
        ((0,), (1,), 1, 0, False, True, 1),
        ((0,), (1,), 0, 0, False, True, 0),
        ((0,), (1,), 1, -1, False, False, 1),  # to minus infinity on the right
        ((0,), (0,), 1, 1, True, False, 1),  # to minus infinity on the left
        ((0,), (-1,), 2, 1, True, False, 2),
        ((0, 1), (1, 1), 1, 1, False, True, 1),
        ((0, 1), (2, 1), 1, 1, False, True, 1),
        ((0, 1), (1, 0), 0, 0, False, False, 1),
        ((0, 1), (1, 4), 1, 1, True, True, 3),
        ((0, 1), (1, -4), 0, 0, False, False, 5),
    ],
)
def test_properties_of_a_function(knots, values, left, right, increasing, positive, steepest):
    f, bound = function("f"), reals("L")
    value = linear(knots, values, left, right)
    assert evaluate(StrictlyIncreasing(f), {f: value}) is truth_of(increasing)
    assert evaluate(Positive(f), {f: value}) is truth_of(positive)
    for limit in (-steepest - 1, -1, steepest - Fraction(1, 100), steepest, steepest + 1):
        outcome = evaluate(Lipschitz(f, bound), {f: value, bound: Fraction(limit)})
        assert outcome is truth_of(limit >= steepest)
    grid = [Fraction(n, 4) for n in range(-400, 400)]
    sampled = [value(point) for point in grid]
    pairs = list(itertools.pairwise(sampled))
    assert all(b > a for a, b in pairs) or not increasing
    assert all(y > 0 for y in sampled) or not positive
    assert max(abs(b - a) * 4 for a, b in pairs) <= steepest


def truth_of(value):
    return Truth.TRUE if value else Truth.FALSE


def test_properties_of_what_is_no_function_are_unknown():
    f = function("f")
    assert evaluate(Positive(f), {f: Fraction(1)}) is Truth.UNKNOWN
    assert evaluate(Positive(f), {}) is Truth.UNKNOWN
    assert evaluate(sp.Eq(f(1), 1), {f: Fraction(1)}) is Truth.UNKNOWN
    flat = linear((0,), (1,), 0, 0)
    assert evaluate(Lipschitz(f, 1 / x), {f: flat, x: Fraction(0)}) is Truth.UNDEFINED
    with pytest.raises(ValueError, match="knots"):
        linear((), (), 0, 0)


# -- the second evaluation --------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("make", "count"), [("statement", 400), ("integral", 100)])
def test_a_second_evaluation_contradicts_nothing(make, count):
    wrong, tally = second_truth.contradictions(0, count, getattr(second_truth, make))
    assert not wrong
    for truth in CERTAIN:  # both see enough of each kind
        assert tally[truth.name, truth.name] > count / 20


@pytest.mark.parametrize(
    ("condition", "value", "expected"),
    [
        (sp.asin(x) > 0, 2, Truth.UNDEFINED),
        (sp.sqrt(x) ** 2 > 1, 2, Truth.TRUE),
        (sp.Eq(sp.exp(sp.log(x), evaluate=False), 2), 2, Truth.UNKNOWN),
        (integral(sp.floor(t), 0, 3) > x, 2, Truth.TRUE),
        (integral(sp.log(t), -1, 3) > x, 2, Truth.UNDEFINED),
    ],
)
def test_the_second_evaluation_sees(condition, value, expected):
    assert second_truth.truth(condition, {x: Fraction(value)}) is expected
