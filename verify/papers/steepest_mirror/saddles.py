"""How the saddle points are attacked: exact Hessians by central differences, speeds by autograd."""

from math import prod
from typing import Any

import torch
from flint import arb, fmpq

from numerics import steepest_flow
from numerics.product_hessian import gradient, hessian, negative_eigenvalues
from theory.papers.steepest_mirror import saddles
from verify.claims.meanings import Approximate, Exact, Formula
from verify.papers.steepest_mirror import plain

EPS = 2.0**-52
TINY = 1e-300  # smaller numbers may have underflowed to 0


def loss_of_factors(*arguments: fmpq) -> tuple[Any, list[fmpq]]:
    """Return the loss of the factors and the point u = v = 0; arguments as in `saddles.jet`."""
    n = 2 if len(arguments) == 8 else 1
    g, h = arguments[:n], arguments[n : n + n * (n + 1) // 2]
    others, decay = arguments[n + len(h) : -1], arguments[-1]
    quadratic, size = [[h[c + d] for d in range(n)] for c in range(n)], 3 if others else 2

    def loss(w: Any) -> fmpq:
        x = [prod(w[size * c : size * (c + 1)]) for c in range(n)]
        first = sum(g[c] * x[c] for c in range(n))
        second = sum(quadratic[c][d] * x[c] * x[d] for c in range(n) for d in range(n))
        return first + second / 2 + decay / 2 * sum(v * v for v in w)

    return loss, [v for c in range(n) for v in (fmpq(0), fmpq(0), *others[c : c + 1])]


def slope(*arguments: fmpq) -> fmpq:
    """Return the largest partial derivative in size."""
    return max(abs(entry) for entry in gradient(*loss_of_factors(*arguments)))


def negative(*arguments: fmpq) -> fmpq:
    """Return the number of negative eigenvalues of the Hessian."""
    return fmpq(negative_eigenvalues(hessian(*loss_of_factors(*arguments))))


def top(other: fmpq) -> arb:
    """Return the largest eigenvalue of the Hessian of u v a at 0, a 2 x 2 matrix."""
    (p, r), (_, s) = hessian(lambda w: w[0] * w[1] * other, [fmpq(0), fmpq(0)])
    return arb((p + s) / 2) + arb(((p - s) / 2) ** 2 + r * r).sqrt()


def start_speed(g: float, k: float, q: float) -> tuple[float, float]:
    """Return |dx/dt| of three factors (0, k, 1) under f = g x, and a bound on its round-off."""
    w = torch.tensor([[0.0], [k], [1.0]], dtype=torch.float64)
    speeds = steepest_flow.velocity(steepest_flow.Flow(q=q), lambda x: g * x.sum(-1), w)
    dx = float((steepest_flow.gradient(lambda x: x.sum(-1), w) * speeds).sum())
    return abs(dx), 64 * EPS * abs(dx) + TINY


MEANINGS = {
    # steepest-mirror/thm-4.3 and steepest-mirror/rem-4.4
    saddles.SLOPE: (Formula(saddles.slope), Exact(slope)),
    saddles.NEGATIVE: (Formula(saddles.negative), Exact(negative)),
    # steepest-mirror/thm-4.3-step-eigenvalues
    saddles.TOP: (Formula(saddles.top), Exact(top)),
    # steepest-mirror/txt-smaller-q-escapes-faster
    saddles.START_SPEED: (Formula(saddles.start_speed), Approximate(start_speed)),
}
PLAIN = {
    saddles.NEGATIVE: plain.negative_of_two_factors,
    saddles.TOP: plain.top_of_block,
}
