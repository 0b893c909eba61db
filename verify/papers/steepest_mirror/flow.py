"""How the flow is attacked, by its balances: rates by autograd, values by sign descent."""

import torch

from numerics.steepest_flow import Flow, integrate, velocity
from theory.papers.steepest_mirror import flow
from verify.claims.meanings import Approximate, Formula

EPS = 2.0**-52
TINY = 1e-300  # smaller numbers may have underflowed to 0
OTHER = 2.0  # a third factor; the loss is linear, so that its slope in w_i w_j is c
STEPS = 16


def rate(wi: float, wj: float, c: float, alpha: float, q: float) -> tuple[float, float]:
    """Return d/dt (|w_i|^q - |w_j|^q) on three factors, and a bound on its round-off."""
    w = torch.tensor([[wi], [wj], [OTHER]], dtype=torch.float64)
    speed = velocity(Flow(q=q, decoupled=alpha), lambda x: c / OTHER * x.sum(-1), w).flatten()
    leaf = w.flatten().requires_grad_(True)
    powers = leaf.abs() ** q
    slopes = torch.autograd.grad(powers[0] - powers[1], leaf)[0]
    terms = slopes * speed
    return float(terms.sum()), 64 * EPS * float(terms.abs().sum() + slopes.abs().max()) + TINY


def gap(a: float, b: float, t: float) -> tuple[float, float]:
    """Return |w_1| - |w_2| of sign descent on x^2/2; each factor is within two steps of its flow.

    The start is a third of a step off: an exact hit of zero would freeze both factors, which no
    generic start does.
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


MEANINGS = {
    # steepest-mirror/lem-4.5 and steepest-mirror/lem-4.5-step-factors
    flow.BALANCE_RATE: (Formula(flow.balance_rate), Approximate(rate)),
    # steepest-mirror/lem-4.5, the loss x^2/2
    flow.GAP: (Formula(flow.gap_at), Approximate(gap)),
}
