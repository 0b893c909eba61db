"""Induction: what is kept proves a statement, if all three obligations are proved."""

import pytest
import sympy as sp

from tests.verify.methods.applied import a, applied, i, j, k, n, p
from theory.claim import ForAll
from theory.hints import Keeps, Within
from theory.language import Each
from verify.evidence import Outcome

GROWS = (k >= 1, p[0] >= 1, Each(p[j + 1] >= 2 * p[j], (j, 0, k - 1)))
DOUBLED = {"given": GROWS, "instances": {k: (1, 2)}}
FIRST_K = sp.Sum(i, (i, 1, k))
GAUSS = sp.Eq(FIRST_K, k * (k + 1) / 2)


@pytest.mark.parametrize(
    ("statement", "kept"),
    [
        (ForAll(says=p[k] >= 2**k, **DOUBLED), p[k] >= 2**k),
        (ForAll(given=(k >= 1,), says=GAUSS, instances={k: (1, 2)}), GAUSS),
    ],
)
def test_induction_proves_a_statement_for_every_value_of_its_index(statement, kept):
    evidence = applied("induction", statement, hint=Keeps(k, kept))
    assert evidence.outcome is Outcome.HOLDS, evidence.detail
    assert evidence.restrictions == ()


@pytest.mark.parametrize(
    ("statement", "kept"),
    [
        (ForAll(says=p[k] >= 2**k + 1, **DOUBLED), p[k] >= 2**k + 1),
        (ForAll(says=p[k] >= 2**k, **DOUBLED), p[k] >= k),
        (ForAll(says=p[k] >= 2, **DOUBLED), p[k] <= 8),
        (
            ForAll(says=p[k] >= 2**k, instances={k: (1, 2)}, given=(*GROWS, k <= 3)),
            p[k] >= 2**k,
        ),
        (
            ForAll(
                says=p[k] >= 2**k,
                instances={k: (1, 2)},
                given=(k >= 1, p[0] >= 1, Each(p[j + 1] >= 2 * p[j], (j, k - 1, k - 1))),
            ),
            p[k] >= 2**k,
        ),
    ],
)
def test_induction_needs_its_three_obligations(statement, kept):
    assert applied("induction", statement, hint=Keeps(k, kept)).outcome is not Outcome.HOLDS


HINTED = ForAll(says=p[k] >= 2**k, **DOUBLED)


@pytest.mark.parametrize(
    "hint",
    [
        None,
        Within(1, 2),
        Keeps(j, p[j] >= 2**j),
        Keeps(k, p[k] >= a),
        Keeps(k, Each(p[i] >= 1, (i, 0, n))),
    ],
    ids=["none", "for an order", "another index", "another symbol", "a range without an end"],
)
def test_a_hint_that_is_none_for_a_statement_proves_nothing(hint):
    assert applied("induction", HINTED, hint=hint).outcome is Outcome.NOT_APPLICABLE
