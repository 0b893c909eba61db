"""Definedness is part of every formula: what `total` says agrees with what `truth` evaluates."""

import random

import pytest
import sympy as sp
from sympy.logic.boolalg import ITE, And, Equivalent, Implies, Not, Or

from theory.claim import ForAll
from theory.language import Lipschitz, Positive, StrictlyIncreasing, function, integers, reals
from theory.values import as_fraction
from verify.kernel.total import Outside, defined, fails, holds, hypotheses, kind, total
from verify.truth import Truth, evaluate

x, y = reals("x y")
n = integers("n")
f = function("f")
TERMS = [
    x,
    y,
    x - y,
    1 / x,
    1 / (x - y),
    sp.sqrt(x),
    sp.log(y),
    sp.log(x + 1) / y,
    sp.sqrt(x * y),
    sp.Abs(x) - 1,
    sp.Max(x, 1 / y),
    sp.acosh(x),
    sp.asin(y),
    sp.atanh(x / 2),
    sp.exp(1 / x),
    x ** sp.Rational(-3, 2),
    (x - 1) ** y,
    x ** (2 * n - 3),
    (x - y) ** (n + 1),
    sp.Piecewise((1 / x, y > 0), (x, y < 0)),
    sp.Piecewise((sp.sqrt(x), x > y), (0, True)),
    sp.floor(1 / y),
    sp.sign(sp.log(x)),
    sp.gamma(x),
]
VALUES = [sp.Rational(a, b) for a in (-3, -2, -1, 0, 1, 2, 3) for b in (1, 2)]
RELATIONS = (sp.Eq, sp.Ne, sp.Lt, sp.Le, sp.Gt, sp.Ge)


def formula(rng: random.Random, depth: int = 2):
    if depth == 0 or rng.random() < 0.3:
        left, right = rng.choice(TERMS), rng.choice([*TERMS, *VALUES])
        return rng.choice(RELATIONS)(left, right, evaluate=False)
    kind = rng.choice([And, Or, Not, Implies, Equivalent, ITE])
    count = {Not: 1, ITE: 3}.get(kind, 2)
    return kind(*(formula(rng, depth - 1) for _ in range(count)), evaluate=False)


@pytest.mark.parametrize("seed", range(150))
def test_formulas_say_where_a_condition_holds_and_where_it_fails(seed):
    rng = random.Random(seed)
    condition = formula(rng)
    point = {s: as_fraction(rng.choice(VALUES)) for s in (x, y)}
    point[n] = as_fraction(sp.Integer(rng.randint(-2, 3)))
    truth = evaluate(condition, point)
    for wanted, make in ((Truth.TRUE, holds), (Truth.FALSE, fails)):
        surely, perhaps = (evaluate(make(condition, sure=s), point) for s in (True, False))
        if truth is wanted:
            assert perhaps is not Truth.FALSE
        elif truth in (Truth.TRUE, Truth.FALSE, Truth.UNDEFINED):
            assert surely is not Truth.TRUE


def test_a_whole_power_of_a_negative_number_surely_has_a_value():
    for exponent in (n, 2 * n - 3, n**2 + 1):
        point = {x: as_fraction(sp.Integer(-2)), n: as_fraction(sp.Integer(1))}
        assert evaluate(defined(x**exponent, sure=True), point) is Truth.TRUE
    at_0 = {x: as_fraction(sp.Integer(0)), n: as_fraction(sp.Integer(1))}
    assert evaluate(defined(x ** (2 * n - 3), sure=True), at_0) is Truth.FALSE


def test_a_hypothesis_says_no_more_than_that_its_terms_are_defined_where_they_are():
    either = Or(sp.Eq(y, 3), 1 / (y - 3) >= 1)
    assert evaluate(holds(either, sure=False), {y: as_fraction(sp.Integer(3))}) is Truth.TRUE
    assert evaluate(holds(1 / (y - 3) >= 1, False), {y: as_fraction(sp.Integer(3))}) is Truth.FALSE


def test_functions_have_properties_only_as_whole_hypotheses():
    both = hypotheses((And(StrictlyIncreasing(f), Positive(f)), x > 0))
    assert set(both) == {StrictlyIncreasing(f), Positive(f), x > 0}
    for inside in (Or(Positive(f), x > 0), Not(Positive(f)), Implies(Lipschitz(f, 1), x > 0)):
        assert hypotheses((inside,)) == ()  # left out: the statement claims more without it
        with pytest.raises(Outside):
            total(ForAll(says=inside, given=(x > 0,)))


def test_symbols_are_reals_integers_or_functions():
    assert [kind(s) for s in (x, n, f)] == ["real", "integer", "function"]
    for odd in (sp.Symbol("z"), sp.Symbol("w", positive=True), sp.Symbol("c", complex=True)):
        with pytest.raises(Outside):
            kind(odd)


@pytest.mark.parametrize(
    "term",
    [sp.Float(0.5) * x, sp.I * x, sp.zeta(x), sp.Sum(1 / n, (n, 1, sp.oo)), sp.oo, sp.nan],
    ids=str,
)
def test_what_is_not_known_to_be_defined_is_declined(term):
    with pytest.raises(Outside):
        holds(sp.Ge(term, x, evaluate=False), sure=True)


class Watched:
    """A thing that notes when it is written out."""

    written = 0

    def __str__(self):
        self.written += 1
        return "{x}"


def test_what_is_outside_is_written_out_when_it_is_read():
    thing = Watched()
    reason = Outside("{} is neither {}", thing, x)
    assert thing.written == 0
    assert str(reason) == "{x} is neither x"
    assert str(Outside("the name '{}'")) == "the name '{}'"
    assert str(Outside()) == ""
