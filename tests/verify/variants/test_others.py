"""That not everything is what there is some of, and where that does not follow."""

import sympy as sp

from tests.verify.variants.denying import fails
from theory.language import function, reals
from theory.quantifiers import Every, Some
from verify.variants.others import not_all

a, b, x, z = reals("a b x z")
f = function("f")
BETWEEN, INSIDE = sp.And(a <= z, z <= b), f(z) >= x
SAME = sp.And(sp.Implies(BETWEEN, INSIDE), sp.Implies(INSIDE, BETWEEN))


def test_the_ends_of_a_range_are_no_other_numbers():
    body = Some(b, sp.And(a < b, Every(z, SAME)))
    assert fails(not_all, Every(a, body), Some(a, body))


def test_what_every_number_may_be_is_not_denied():
    below = Some(b, sp.And(a < b, Every(z, sp.Implies(BETWEEN, INSIDE, evaluate=False))))
    assert not fails(not_all, Every(a, below), Some(a, below))
    assert not fails(not_all, Every(a, f(a) >= x), Some(a, f(a) >= x))
