import pytest
import sympy as sp

from theory.arguments import Assume, Put, Specialise
from theory.language import integers, reals, sequence
from theory.quantifiers import Every
from theory.sequences import Indicator
from theory.sum_arguments import only_term, taken_out, written_out
from verify.kernel.arguments.conclusion import conclusion
from verify.kernel.questions import RejectedArgument, Solver

a, b = sequence("a"), sequence("b")
i, j, k, n = integers("i j k n")
c = reals("c")
SOLVER = Solver(rlimit=2_000_000)


def shown(argument):
    return conclusion(argument, {}, SOLVER)


def test_factors_come_out_of_a_sum_of_several_terms():
    fact = shown(taken_out({a[i]: c, b[i] ** 2: sp.Integer(-1)}, i, n))
    whole = sp.Sum(c * a[i] - b[i] ** 2, (i, 1, n))
    parts = c * sp.Sum(a[i], (i, 1, n)) - sp.Sum(b[i] ** 2, (i, 1, n))
    assert fact.says == sp.Eq(whole, parts, evaluate=False)
    assert fact.given == (n >= 1,)


def test_a_factor_is_never_caught_by_the_sum():
    fact = shown(taken_out({a[i]: b[i]}, i, n))
    left, right = fact.says.args
    assert b[i] in left.free_symbols
    assert right.args[1] != sp.Sum(a[i] * b[i], (i, 1, n))
    assert left != sp.Sum(a[i] * b[i], (i, 1, n))


def test_sums_in_one_another_are_written_out():
    square = sp.Sum(a[i] * b[j], (j, 1, 2), (i, 1, 2))
    fact = shown(written_out(square))
    assert not fact.given
    assert sp.expand(fact.says.args[1] - (a[1] + a[2]) * (b[1] + b[2])) == 0


def test_a_sum_whose_terms_hold_sums_is_written_out_if_these_have_values():
    def of(term):
        return sp.Sum(a[i] * sp.Sum(term, (j, 1, 2)), (i, 1, 2))

    fact = shown(written_out(of(b[j])))
    assert not fact.given
    assert sp.expand(fact.says.args[1] - (a[1] + a[2]) * sp.Sum(b[j], (j, 1, 2))) == 0
    with pytest.raises(RejectedArgument):
        shown(written_out(of(1 / b[j])))


def test_what_vanishes_elsewhere_leaves_one_term():
    at_k = Every(i, sp.Eq(a[i], c * Indicator(sp.Eq(i, k)), evaluate=False))
    argument = only_term(a[i], i, n, k, (at_k,), (Specialise(Assume(at_k), i),))
    fact = shown(Put(argument, {n: sp.Integer(5)}))
    assert fact.says.args[1] == a[k] * Indicator(sp.Ge(5, k, evaluate=False))


def test_terms_that_need_not_vanish_leave_more():
    with pytest.raises(RejectedArgument):
        shown(only_term(a[i], i, n, k, (), ()))
