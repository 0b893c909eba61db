"""How the background claims of steepest-mirror are attacked: flows on products by autograd."""

import torch

from numerics.steepest_flow import Flow, velocity
from theory.papers.steepest_mirror import background
from verify.claims.meanings import Approximate, Formula

_EPS = 2.0**-52


def _metric(*factors: float) -> tuple[float, float]:
    """Return -f'(x) / (dx/dt) for f(x) = x under gradient flow on the factors, and its error."""
    w = torch.tensor(factors, dtype=torch.float64).unsqueeze(-1)
    rate = velocity(Flow(q=2), lambda x: x.sum(-1), w)
    product = torch.func.jvp(lambda v: v.prod(dim=-2).sum(), (w,), (rate,))
    value = -1 / float(product[1])
    return value, 64 * _EPS * abs(value)


def _bracket(*factors: float) -> tuple[float, float]:
    """Return the squared Lie bracket of the gradients of two products, and its round-off."""
    w = torch.tensor(factors, dtype=torch.float64)
    half = len(factors) // 2
    first, second = (
        torch.func.grad(lambda v, k=k: v[k * half : (k + 1) * half].prod()) for k in (0, 1)
    )
    jacobians = [torch.func.jacrev(field)(w) for field in (first, second)]
    difference = jacobians[1] @ first(w) - jacobians[0] @ second(w)
    size = sum(float(j.abs().max()) for j in jacobians) * float((first(w) + second(w)).abs().max())
    return float(difference @ difference), (64 * _EPS * (1 + size)) ** 2


MEANINGS = {
    background.METRIC: (Formula(background.metric), Approximate(_metric)),
    background.BRACKET: (Formula(background.bracket), Approximate(_bracket)),
}
