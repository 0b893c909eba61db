"""What is said of the coordinates of two factors is attacked by their balance in sign descent."""

import sympy as sp
import torch

from numerics.steepest_flow import Flow, integrate
from theory.papers.steepest_mirror import coordinates
from verify.claims.meanings import Approximate, Formula
from verify.papers.steepest_mirror import plain

EPS = 2.0**-52
STEPS = 16


def gap(a: float, b: float, t: float) -> tuple[float, float]:
    """Return |w_1| - |w_2| of sign descent on x^2/2; each factor is within two steps of its flow.

    The start is a third of a step off: an exact hit of zero would freeze both factors. Filippov's
    solution is what starts around it lead to.
    """
    step = t / STEPS or 1.0
    start = torch.tensor([[a + step / 3], [b + step / 3]], dtype=torch.float64)
    if t == 0:
        return a - b, 4 * EPS * (a + b)
    path = integrate(
        Flow(q=1),
        lambda x: (x**2).sum(-1) / 2,
        start,
        step=step,
        steps=STEPS,
        method="euler",
        record=STEPS,
    )
    w = path.w[-1].abs().flatten()
    return float(w[0] - w[1]), 4 * step + 64 * EPS * (a + b)


def gap_at(a: sp.Expr, b: sp.Expr, t: sp.Expr) -> sp.Expr:
    """Return |w_1| - |w_2|: both factors move towards 0 at the speed 1, and rest there."""
    return sp.Max(a - t, 0) - sp.Max(b - t, 0)


MEANINGS = {
    # steepest-mirror/lem-4.5 and steepest-mirror/cor-4.10, the loss x^2/2
    coordinates.GAP: (Formula(gap_at), Approximate(gap)),
}
PLAIN = {
    coordinates.GAP: plain.gap,
}
