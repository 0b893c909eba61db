"""Inductions that are none."""

from dataclasses import replace

import pytest
import sympy as sp

from tests.verify.kernel.test_proofs import STATEMENTS
from theory.claim import ForAll
from theory.hints import Keeps
from theory.language import integers, reals, sequence
from verify.methods import METHODS
from verify.methods.task import Task

x, y, a, b = reals("x y a b")
n, k, j = integers("n k j")
X = sequence("X")


def induction(statement, index, kept):
    """Return the certificate that induction finds of a statement, if it finds one."""
    return METHODS["induction"].apply(Task(statement, hint=Keeps(index, kept))).certificate


@pytest.mark.parametrize(
    ("claim", "index"),
    [
        (ForAll(given=(a >= 1,), says=a >= 1, instances={a: (1,)}), a),
        (ForAll(given=(k >= x,), says=k >= x, instances={k: (1,)}), k),
        (ForAll(given=(k >= 1, k <= 3), says=k <= 3, instances={k: (1,)}), k),
    ],
    ids=["a real index", "a start that is no number", "an index with an end"],
)
def test_no_induction_over_what_is_no_unbounded_integer_index(claim, index):
    assert induction(claim, index, claim.says) is None


def gaps(low):
    """A conclusion with a sum that has no value from i = 3 on, unless it starts beyond."""
    says = sp.Sum(1 / (j - 3), (j, low, k)) ** 2 >= 0
    return ForAll(given=(k >= low,), says=says, instances={k: (low,)})


def test_no_induction_over_a_sum_that_may_have_no_value():
    assert induction(gaps(1), k, k >= 1) is None
    assert induction(gaps(4), k, sp.Sum(1 / (j - 3), (j, 4, k)) > 0)


def test_no_induction_loses_a_denominator():
    claim = STATEMENTS["induction"]
    claim = replace(claim, where={y: x}, says=X[k] * x / y >= 0)
    assert induction(claim, k, X[k] >= 0) is None
    apart = replace(claim, given=(*claim.given, x > 0))
    assert induction(apart, k, X[k] >= 0)
