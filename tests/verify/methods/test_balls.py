"""Balls: what they cut off of a domain that does not end."""

import sympy as sp

from tests.verify.methods.applied import applied
from theory.claim import ForAll
from theory.language import (
    reals,
)
from verify.evidence import Outcome

x, y, q, a = reals("x y q a")


def test_balls_state_what_they_cut_off():
    evidence = applied("balls", ForAll(given=(x >= 0,), says=sp.exp(-x) < 2))
    assert evidence.outcome is Outcome.HOLDS
    assert evidence.restrictions == ("0 <= x <= 1000",)
