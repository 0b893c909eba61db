"""Induction: what its invariants prove, and what they must."""

import pytest
import sympy as sp

from tests.verify.methods.applied import applied
from theory.claim import ForAll
from theory.language import (
    Each,
    function,
    integers,
    reals,
    sequence,
)
from verify.evidence import Outcome

x, y, q, a = reals("x y q a")
n, k, j, i = integers("n k j i")
alpha = function("alpha")
p = sequence("p")


GROWS = (k >= 1, p[0] >= 1, Each(p[j + 1] >= 2 * p[j], (j, 0, k - 1)))


DOUBLED = {"given": GROWS, "instances": {k: (1, 2)}}


FIRST_K = sp.Sum(i, (i, 1, k))


@pytest.mark.parametrize(
    "statement",
    [
        ForAll(says=p[k] >= 2**k, invariants={k: p[k] >= 2**k}, **DOUBLED),
        ForAll(
            given=(k >= 1,),
            says=sp.Eq(FIRST_K, k * (k + 1) / 2),
            instances={k: (1, 2)},
            invariants={k: sp.Eq(FIRST_K, k * (k + 1) / 2)},
        ),
    ],
)
def test_induction_proves_a_statement_for_every_value_of_its_index(statement):
    evidence = applied("induction", statement)
    assert evidence.outcome is Outcome.HOLDS, evidence.detail
    assert evidence.restrictions == ()


@pytest.mark.parametrize(
    "statement",
    [
        ForAll(says=p[k] >= 2**k + 1, invariants={k: p[k] >= 2**k + 1}, **DOUBLED),
        ForAll(says=p[k] >= 2**k, invariants={k: p[k] >= k}, **DOUBLED),
        ForAll(says=p[k] >= 2, invariants={k: p[k] <= 8}, **DOUBLED),
        ForAll(
            says=p[k] >= 2**k,
            invariants={k: p[k] >= 2**k},
            instances={k: (1, 2)},
            given=(*GROWS, k <= 3),
        ),
        ForAll(
            says=p[k] >= 2**k,
            invariants={k: p[k] >= 2**k},
            instances={k: (1, 2)},
            given=(k >= 1, p[0] >= 1, Each(p[j + 1] >= 2 * p[j], (j, k - 1, k - 1))),
        ),
    ],
)
def test_induction_needs_its_three_obligations(statement):
    assert applied("induction", statement).outcome is not Outcome.HOLDS
