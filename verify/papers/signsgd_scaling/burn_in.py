"""How the burn-in times are attacked: the absorbed chain, in balls and on a window."""

from typing import Any

from flint import arb

from numerics import sign_chain
from theory.papers.signsgd_scaling import notation
from verify.papers.signsgd_scaling.dynamics import SLACK, in_balls, on_a_window


def _enters(gap: Any, rho: Any, steps: int) -> arb:
    walk = sign_chain.Walk(gap, sign_chain.lean_beyond_edge(rho))
    return walk.reaches(sign_chain.inside_edge(rho), steps)


def _enters_in_floats(gap: float, rho: float, steps: Any) -> sign_chain.Values:
    r = 1 / rho
    return sign_chain.hitting_probabilities(gap + r, 1.0, rho, r + SLACK, steps)


MEANINGS = {notation.ENTERS: (in_balls(_enters), on_a_window(_enters_in_floats))}
