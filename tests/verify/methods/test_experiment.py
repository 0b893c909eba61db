"""Experiments: judged by the error that they state."""

import pytest
import sympy as sp

from tests.verify.methods.applied import applied, x
from theory.claim import ForAll
from theory.language import Head
from verify.claims.meanings import Approximate, Formula
from verify.evidence import Outcome


@pytest.mark.parametrize(
    ("simulated", "outcome"),
    [
        (lambda x: (2 * x, 1e-9), Outcome.HOLDS),
        (lambda x: (2.1 * x, 1e-9), Outcome.FAILS),
        (lambda x: (2.1 * x, 1.0), Outcome.UNKNOWN),
        (lambda x: (float("nan"), 1e-9), Outcome.UNKNOWN),
    ],
)
def test_a_simulation_is_judged_by_its_stated_error(simulated, outcome):
    doubled = Head("Q", "twice x")
    meanings = {doubled: (Formula(lambda x: 2 * x), Approximate(simulated))}
    statement = ForAll(given=(x >= 1, x <= 2), says=sp.Eq(doubled(x), 2 * x))
    assert applied("experiment", statement, meanings=meanings).outcome is outcome
