"""Arguments that sums which were said to be positive are not negative."""

import pytest
import sympy as sp

from theory.language import integers, reals, sequence
from theory.quantifiers import Every
from verify.kernel.arguments.conclusion import conclusion
from verify.kernel.conditions import ge, gt
from verify.kernel.questions import RejectedArgument, Solver
from verify.variants.sums import sums_not_negative

x, y = reals("x y")
n, i, j = integers("n i j")
a = sequence("a")
INSIDE = sp.And(i >= 1, i <= n)


def every(condition):
    return Every(i, sp.Implies(INSIDE, condition, evaluate=False))


def total(term):
    return sp.Sum(term, (i, 1, n))


def shown(argument):
    return conclusion(argument, {}, Solver(400_000)).says


@pytest.mark.parametrize(
    ("term", "given"),
    [(a[i] ** 2, ()), (a[i], (every(a[i] > 0),)), (a[i] ** -2, (every(sp.Ne(a[i], 0)),))],
)
def test_a_sum_is_not_negative_if_no_term_is(term, given):
    (found,) = sums_not_negative([gt(total(term), 0)], (n >= 1, *given))
    assert shown(found) == ge(total(term), 0)


@pytest.mark.parametrize(
    ("term", "given"),
    [
        (a[i], (n >= 1,)),
        (a[i], (n >= 1, every(a[i] > -1))),
        (a[i] ** -2, (n >= 1,)),  # it may have no value
        (a[i], (n >= 1, Every(j, sp.Implies(sp.And(j >= 1, j <= 2), a[j] > 0, evaluate=False)))),
        (a[i] ** 2, ()),  # what a sum with fewer than no terms is, nobody says
    ],
)
def test_a_sum_with_other_terms_is_not_shown_to_be_so(term, given):
    (found,) = sums_not_negative([gt(total(term), 0)], given)
    with pytest.raises(RejectedArgument):
        shown(found)


def test_of_other_conditions_nothing_is_argued():
    other = sp.Sum(a[i] ** 2, (i, 0, n))
    conditions = (gt(total(a[i] ** 2), 1), gt(x, 0), gt(other, 0), sp.Lt(total(a[i] ** 2), 0))
    assert sums_not_negative(conditions, (n >= 1,)) == ()
