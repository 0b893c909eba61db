"""Vacuity: hypotheses that contradict each other."""

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
