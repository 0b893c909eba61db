"""Formulas of arguments are evaluated at concrete things, and what is not decided is unknown."""

from fractions import Fraction

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.binders import SequenceOf
from theory.language import eq, function, integers, le, reals, sequence
from theory.orders import Small
from theory.quantifiers import Every
from theory.sequences import Indicator, Law, Mean
from theory.values import Atoms, PiecewiseLinear
from verify.truth import Truth
from verify.worked.point import PROGRAMS, TERMS, At

i, n = integers("i n")
x, y = reals("x y")
f, P = function("f"), function("P")
a = sequence("a")
HALF = Fraction(1, 2)
RISING = PiecewiseLinear.through({0: 1}, "1/2", "1/2")
HERE = At(
    {},
    {n: sp.Integer(100), a: SequenceOf(2 * i, i)},
    {f: RISING, P: Atoms((sp.Integer(1), sp.Integer(3)), (HALF, HALF))},
)


def test_sums_conditions_on_integers_functions_and_laws():
    assert HERE.number(sp.Sum(a[i], (i, 1, n))) == 10_100
    inside = And(i >= 1, i <= n)
    assert HERE.truth(Every(i, Implies(inside, a[i] >= 2, evaluate=False))) is Truth.TRUE
    assert HERE.truth(Every(i, Implies(inside, a[i] > 2, evaluate=False))) is Truth.FALSE
    assert HERE.truth(Every(x, Implies(x > 0, f(x) > 1, evaluate=False))) is Truth.TRUE
    assert HERE.truth(eq(Mean(Indicator(x > 2), x, Law(P)), sp.Rational(1, 2))) is Truth.TRUE


def test_an_integral_has_its_values_put_in():
    found = HERE.number(sp.Integral(x / n, (x, 0, n)))
    assert found is not None
    assert abs(float(found) - 50) < 1e-9


def test_a_size_holds_with_some_constant():
    assert HERE.truth(Small(f(0))) is Truth.TRUE
    assert HERE.truth(Small(n)) is Truth.UNKNOWN


def test_what_is_too_long_or_has_no_value_is_unknown():
    assert PROGRAMS < TERMS
    assert HERE.number(sp.Sum(a[i], (i, 1, 10 * TERMS))) is None
    assert HERE.truth(le(y, 1)) is Truth.UNKNOWN
    assert HERE.number(1 / (n - 100)) is None
