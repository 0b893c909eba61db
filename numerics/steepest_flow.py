"""Steepest flow of L_p geometry on products x = w_1 ... w_L, integrated with torch.

    dw_i/dt = -sign(g_i) |g_i|^(q-1) - decoupled(t) w_i,   g_i = d/dw_i f(w_1 ... w_L) + coupled w_i

q = 2 is gradient flow, q = 1 sign flow. Gradients come from automatic differentiation of the
composed loss. Shapes: parameters `w [..., L, n]` (any batch in front, L factors, n coordinates),
products `x [..., n]`, losses `[...]`; units are those of the loss. Everything runs in the dtype
and on the device of the start, float64 by default.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor

Loss = Callable[[Tensor], Tensor]
Schedule = float | Callable[[float], float]


@dataclass(frozen=True)
class Flow:
    """Which flow: the geometry and the two kinds of weight decay.

    Args:
        q: the dual exponent, 1 for signs, 2 for gradients; a tensor that broadcasts against
            `w [..., L, n]` runs several exponents in one batch.
        coupled: weight decay that is part of the gradient, constant or a function of time.
        decoupled: weight decay beside the steepest direction, constant or a function of time.
        smoothing: eps in sign(g) |g|^(q-1) ~ g (g^2 + eps^2)^(q/2 - 1); 0 is the flow itself,
            a positive eps makes the right-hand side smooth where a gradient vanishes.
    """

    q: float | Tensor
    coupled: Schedule = 0.0
    decoupled: Schedule = 0.0
    smoothing: float = 0.0


@dataclass(frozen=True)
class Trajectory:
    """What was recorded: `time [k]` and `w [k, ..., L, n]`."""

    time: Tensor
    w: Tensor

    @property
    def x(self) -> Tensor:
        """The products `[k, ..., n]`."""
        return self.w.prod(dim=-2)


def saddle_start(
    scale: float, depth: int, n: int = 1, *, device: str | torch.device = "cpu"
) -> Tensor:
    """Return `w [L, n]` with w_1 = 0 and every other factor equal to `scale`.

    >>> saddle_start(0.1, 3).flatten().tolist()
    [0.0, 0.1, 0.1]
    """
    w = torch.full((depth, n), scale, dtype=torch.float64, device=device)
    w[0] = 0.0
    return w


def gradient(loss: Loss, w: Tensor) -> Tensor:
    """Return d/dw f(w_1 ... w_L) `[..., L, n]` by automatic differentiation.

    >>> w = torch.tensor([[2.0], [3.0]], dtype=torch.float64)
    >>> gradient(lambda x: ((x - 1) ** 2).sum(-1) / 2, w).flatten().tolist()
    [15.0, 10.0]
    """
    with torch.enable_grad():
        leaf = w.detach().requires_grad_(True)
        value = loss(leaf.prod(dim=-2)).sum()
        return torch.autograd.grad(value, leaf)[0]


def hessian(loss: Loss, w: Tensor) -> Tensor:
    """Return the Hessian `[L*n, L*n]` of f(w_1 ... w_L) at one point `w [L, n]`.

    >>> w = torch.tensor([[0.0], [0.0]], dtype=torch.float64)
    >>> hessian(lambda x: ((x - 1) ** 2).sum(-1) / 2, w).tolist()
    [[0.0, -1.0], [-1.0, 0.0]]
    """
    flat = w.detach().reshape(-1)
    return torch.autograd.functional.hessian(
        lambda v: loss(v.reshape(w.shape).prod(dim=-2)).sum(), flat
    )


def direction(g: Tensor, q: float | Tensor, smoothing: float = 0.0) -> Tensor:
    """Return sign(g) |g|^(q-1) coordinatewise, 0 where g is 0; smoothed on request.

    >>> direction(torch.tensor([-4.0, 0.0, 9.0]), 1.5).tolist()
    [-2.0, 0.0, 3.0]
    >>> direction(torch.tensor([-4.0, 0.0, 9.0]), 1.0).tolist()
    [-1.0, 0.0, 1.0]
    """
    if smoothing:
        return g * (g * g + smoothing**2) ** (q / 2 - 1)
    return torch.sign(g) * g.abs() ** (q - 1)


def velocity(flow: Flow, loss: Loss, w: Tensor, time: float = 0.0) -> Tensor:
    """Return dw/dt `[..., L, n]`.

    Coupled decay passes through the steepest direction, decoupled decay does not:

    >>> w = torch.tensor([[2.0], [3.0]], dtype=torch.float64)
    >>> flat = lambda x: 0 * x.sum(-1)
    >>> velocity(Flow(q=1, coupled=0.1), flat, w).flatten().tolist()
    [-1.0, -1.0]
    >>> velocity(Flow(q=1, decoupled=0.5), flat, w).flatten().tolist()
    [-1.0, -1.5]
    """
    g = gradient(loss, w) + _at(flow.coupled, time) * w
    q = flow.q.to(w) if isinstance(flow.q, Tensor) else flow.q
    return -direction(g, q, flow.smoothing) - _at(flow.decoupled, time) * w


def integrate(
    flow: Flow,
    loss: Loss,
    start: Tensor,
    *,
    step: float,
    steps: int,
    method: str = "rk4",
    record: int = 1,
    device: str | torch.device | None = None,
) -> Trajectory:
    """Integrate a flow with a fixed step.

    Args:
        flow, loss: see `Flow`; the loss maps `x [..., n]` to `[...]`.
        start: `w [..., L, n]` at time 0.
        step: the step in time; with `euler` it is the learning rate of the discrete method.
        steps: how many steps.
        method: "euler" (order 1; sign descent, AdamW without momentum) or "rk4" (order 4 where
            the right-hand side is smooth).
        record: keep every `record`-th state, and the first.
        device: where to run; by default where `start` lies.

    Returns:
        The recorded times and states.

    Raises:
        ValueError: an unknown method, or a step or count that is not positive.

    With one factor and q = 2 the flow of (x - 1)^2 / 2 from 0 is 1 - exp(-t):

    >>> quadratic = lambda x: ((x - 1) ** 2).sum(-1) / 2
    >>> start = torch.zeros(1, 1, dtype=torch.float64)
    >>> path = integrate(Flow(q=2), quadratic, start, step=0.01, steps=100, record=100)
    >>> abs(float(path.x[-1]) - (1 - 0.36787944117144233)) < 1e-10
    True

    With q = 1 it moves at unit speed, and two exponents fit in one batch:

    >>> both = torch.tensor([1.0, 2.0], dtype=torch.float64).reshape(2, 1, 1)
    >>> path = integrate(Flow(q=both), quadratic, start.expand(2, 1, 1), step=0.01, steps=50)
    >>> [round(v, 4) for v in path.x[-1].flatten().tolist()]
    [0.5, 0.3935]
    """
    if method not in _METHODS:
        raise ValueError(f"method is {method!r}; known are {', '.join(_METHODS)}")
    if step <= 0 or steps < 1 or record < 1:
        raise ValueError(f"step={step}, steps={steps}, record={record} must be positive")
    w = start.detach().clone() if device is None else start.detach().to(device, copy=True)
    advance = _METHODS[method]
    times, states = [0.0], [w]
    for k in range(steps):
        w = advance(lambda t, v: velocity(flow, loss, v, t), k * step, w, step)
        if (k + 1) % record == 0:
            times.append((k + 1) * step)
            states.append(w)
    return Trajectory(torch.tensor(times, dtype=w.dtype, device=w.device), torch.stack(states))


def observed_order(
    flow: Flow, loss: Loss, start: Tensor, *, step: float, steps: int, method: str = "rk4"
) -> float:
    """Return log2 of the ratio of the changes under two halvings of the step.

    >>> quadratic = lambda x: ((x - 1) ** 2).sum(-1) / 2
    >>> w = torch.tensor([[0.3], [0.8]], dtype=torch.float64)
    >>> round(observed_order(Flow(q=2), quadratic, w, step=0.1, steps=10), 1)
    4.0
    >>> round(observed_order(Flow(q=2), quadratic, w, step=0.01, steps=100, method="euler"), 1)
    1.0
    """
    ends = [
        integrate(
            flow,
            loss,
            start,
            step=step / 2**k,
            steps=steps * 2**k,
            method=method,
            record=steps * 2**k,
        ).w[-1]
        for k in range(3)
    ]
    coarse, fine = (float((a - b).abs().max()) for a, b in pairwise(ends))
    return float(torch.log2(torch.tensor(coarse / fine)))


def _euler(field: Callable[[float, Tensor], Tensor], t: float, w: Tensor, h: float) -> Tensor:
    return w + h * field(t, w)


def _rk4(field: Callable[[float, Tensor], Tensor], t: float, w: Tensor, h: float) -> Tensor:
    a = field(t, w)
    b = field(t + h / 2, w + h / 2 * a)
    c = field(t + h / 2, w + h / 2 * b)
    d = field(t + h, w + h * c)
    return w + h / 6 * (a + 2 * b + 2 * c + d)


_METHODS = {"euler": _euler, "rk4": _rk4}


def _at(schedule: Schedule, time: float) -> float:
    return schedule(time) if callable(schedule) else schedule
