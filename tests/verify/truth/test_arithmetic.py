"""Ball arithmetic: its precision, and its limits."""

import time
from fractions import Fraction

import flint
import pytest
import sympy as sp

from tests.verify.truth.test_integrals import integral
from theory.language import (
    reals,
)
from verify.claims.meanings import Exact
from verify.truth import Truth, Undecided, Undefined, enclose, evaluate, violation

x, y, z, t = reals("x y z t")


def test_undefined_and_undecided_are_told_apart():
    with pytest.raises(Undefined):
        enclose(1 / x, {x: Fraction(0)})
    with pytest.raises(Undecided):
        enclose(sp.zeta(x), {x: Fraction(3)})


def test_close_small_numbers_are_told_apart_at_a_higher_precision():
    small = sp.exp(-x)
    close = sp.Eq(small, small * (1 + sp.Rational(1, 2**80)), evaluate=False)
    assert evaluate(close, {x: Fraction(300)}) is Truth.FALSE


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
