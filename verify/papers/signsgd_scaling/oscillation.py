"""How the burn-in time for large steps is attacked: absorbed in [-eta, eta]."""

from typing import Any

from flint import arb

from numerics import sign_chain
from theory.papers.signsgd_scaling import notation
from verify.papers.signsgd_scaling.dynamics import SLACK, in_balls, on_a_window


def _arrives(x: Any, r: Any, steps: int) -> arb:
    walk = sign_chain.Walk(x, sign_chain.lean_of_width(r))
    return walk.reaches(sign_chain.within(1), steps)


def _arrives_in_floats(x: float, r: float, steps: Any) -> sign_chain.Values:
    return sign_chain.hitting_probabilities(x, 1.0, 1 / r, 1 + SLACK, steps)


MEANINGS = {notation.ARRIVES: (in_balls(_arrives), on_a_window(_arrives_in_floats))}
