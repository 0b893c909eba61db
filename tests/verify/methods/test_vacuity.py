"""Vacuity: hypotheses that contradict each other."""

import pytest
import sympy as sp

from tests.verify.methods.applied import applied
from theory.claim import ForAll
from theory.language import (
    reals,
)
from verify.evidence import Outcome
from verify.methods import METHODS

x, y, q, a = reals("x y q a")


def test_contradictory_hypotheses_are_vacuous_and_never_hold():
    statement = ForAll(given=(x > 1, x < 0), says=x > 7)
    assert applied("vacuity", statement).outcome is Outcome.HOLDS
    for name in METHODS.keys() - {"vacuity"}:
        assert applied(name, statement).outcome is not Outcome.HOLDS, name


@pytest.mark.parametrize(
    ("given", "contradict"),
    [
        ((sp.Eq(sp.erfc(x) / 2, 0, evaluate=False),), True),
        ((sp.Le(q * sp.erfc(x * y), 0, evaluate=False), q > 0), True),
        ((y > 0, sp.Or(sp.Le(sp.erfc(x), -y), sp.Eq(sp.erfc(y), 0, evaluate=False))), True),
        ((sp.Eq(sp.erfc(x), 1, evaluate=False),), False),
        ((sp.erfc(x) < sp.erfc(y), x < y), False),  # of erfc no more is known
        ((sp.Le(q * sp.erfc(x), 0, evaluate=False), q >= 0), False),
        ((sp.Eq(sp.erf(x), 2, evaluate=False),), False),
        ((sp.Le(sp.Integral(sp.erfc(a), (a, 0, x)), 0, evaluate=False), x > 0), False),
    ],
)
def test_the_complementary_error_function_is_positive(given, contradict):
    found = applied("vacuity", ForAll(given=given, says=x > 7))
    assert (found.outcome is Outcome.HOLDS) is contradict
