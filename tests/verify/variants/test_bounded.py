"""What hypotheses keep below or above constants, and what they do not."""

import pytest
import sympy as sp

from theory.language import reals
from theory.orders import Large, LargeEnough, Small, SmallEnough
from verify.variants.bounded import Bounds
from verify.variants.consequences import implies

x, y, z, p, K = reals("x y z p K")
OVER = frozenset({x, y, z})


def at(*given):
    return Bounds(given, OVER, lambda says: implies(given, says))


@pytest.mark.parametrize(
    ("given", "above", "bounded"),
    [
        ((x > 0, y >= 1, Small(x * y)), True, True),
        ((x > 0, y > 0, Small(x * y)), True, False),
        ((x > 0, y >= 1, Small(x * y)), False, False),
        ((x > 0, y >= 1, Small(y / x)), False, True),
        ((x > 0, y >= 1, Small(y / x)), True, False),
        ((x > 0, y > 0, y <= 5, Large(x * y)), False, True),
        ((x > 0, y >= 1, Large(x * y)), False, False),
        ((x > 0, y >= 1, SmallEnough(x**2 * sp.sqrt(y))), True, True),
        ((x > 0, y >= 2, Small(x * y**p), p > 0), True, True),
        ((x > 0, y >= 2, Small(x * y**p), p < 0), True, False),
        ((x > 0, y >= 2, Small(x * sp.log(y))), True, True),
        ((x > 0, y > 1, Small(x * sp.log(y))), True, False),
        ((x > 0, y > 0, LargeEnough(x / sp.Max(1, y))), False, True),
        ((x > 0, y > 0, LargeEnough(x / sp.Min(1, y))), False, False),
        ((x > 0, y > 0, z >= 1, Small(y * z), Large(x * y)), False, True),
        ((y >= 1, Large(x**2 / y)), False, False),  # it may be negative
        ((x > 0, Small(K * x), K > 0), True, True),
        ((x > 0, Small(K * x), K >= 0), True, False),
    ],
)
def test_a_factor_is_bounded_if_what_is_beside_it_is_on_the_other_side(given, above, bounded):
    assert at(*given).is_bounded(x, above) is bounded
