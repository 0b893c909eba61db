"""What the notation means: the chain of one coordinate, in balls and on a window."""

from typing import Any

from flint import arb

from numerics import sign_chain
from theory.papers.signsgd_scaling import notation
from verify.claims.meanings import Approximate, Exact


def _in_balls(start: Any, eigenvalue: Any, batch: Any, eta: Any, steps: Any) -> arb | None:
    """Return E delta_k^2 by the chain backwards from its last step."""
    if not sign_chain.is_count(steps) or not (eigenvalue > 0 and batch > 0 and eta > 0):
        return None
    lean = sign_chain.lean_of_width(1 / (arb(eigenvalue * batch).sqrt() * eta))
    return sign_chain.Walk(start / eta, lean).second_moment(int(steps.numerator)) * eta**2


def _on_a_window(
    start: float, eigenvalue: float, batch: float, eta: float, steps: float
) -> tuple[float, float]:
    """Return E delta_k^2 by the law of the chain, moved on in floating point."""
    if not (0 <= steps <= sign_chain.MAX_STEPS and eigenvalue > 0 and batch > 0 and eta > 0):
        return float("nan"), float("inf")
    rate = (eigenvalue * batch) ** 0.5
    found = sign_chain.second_moments(start, eta, rate, (int(steps),))
    value, dropped = float(found.values[0, 0]), float(found.dropped[0, 0])
    rounding = sign_chain.STEP_ROUNDING * (steps + 1) * (value + eta**2)
    return value + dropped / 2, dropped / 2 + rounding


MEANINGS = {notation.MOMENT: (Exact(_in_balls), Approximate(_on_a_window))}
