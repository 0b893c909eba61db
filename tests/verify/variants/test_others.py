"""That not everything is what there is some of, and where that does not follow."""

import sympy as sp

from theory.arguments import Assume
from theory.language import function, reals
from theory.quantifiers import Every, Some, denied
from verify.kernel.arguments.conclusion import conclusion, establishes
from verify.kernel.questions import RejectedArgument, Solver
from verify.variants.others import not_all

a, b, x, z = reals("a b x z")
f = function("f")
BETWEEN, INSIDE = sp.And(a <= z, z <= b), f(z) >= x
SAME = sp.And(sp.Implies(BETWEEN, INSIDE), sp.Implies(INSIDE, BETWEEN))


def fails(mutant, printed):
    """Return whether what denies a mutant is shown to follow from a statement."""
    contrary = denied(mutant)
    for argument in not_all(contrary, printed, Assume(printed), ()):
        try:
            establishes(conclusion(argument, {}, Solver(400_000)), (printed,), contrary)
        except RejectedArgument:
            continue
        return True
    return False


def test_the_ends_of_a_range_are_no_other_numbers():
    body = Some(b, sp.And(a < b, Every(z, SAME)))
    assert fails(Every(a, body), Some(a, body))


def test_what_every_number_may_be_is_not_denied():
    below = Some(b, sp.And(a < b, Every(z, sp.Implies(BETWEEN, INSIDE, evaluate=False))))
    assert not fails(Every(a, below), Some(a, below))
    assert not fails(Every(a, f(a) >= x), Some(a, f(a) >= x))
