"""Discrete training of deep diagonal networks x = w_1 ... w_L, many runs in one batch.

Factors start at w_1 = 0 and w_2 = ... = w_L = scale. Equal factors have equal gradients, so they
stay equal, and two tensors carry the state: `first` = w_1 and `rest` = w_2 = ... = w_L, each
`[draws, runs, n]`; draws are data sets, runs are strengths of weight decay. The chain rule through
the product is written out for speed; doctests compare it with automatic differentiation of the
full network. Everything is float64 and lives on the device of the data.

A step allocates nothing: for states of this size new memory costs more than the arithmetic. Long
sign descent on a squared error is compiled where numba is at hand (`fused_sign_descent`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec

import torch
from torch import Tensor

from numerics.replay import Repeated

COMPILED_FROM = 10**9  # numbers of a factor times steps: for fewer, compiling takes what it saves
_CHUNK = 256  # batches are drawn for so many steps at once


@dataclass(frozen=True)
class Data:
    """Noise-free linear data: inputs `z [draws, k, n]` and a true vector `truth [n]`."""

    z: Tensor
    truth: Tensor


@dataclass(frozen=True)
class Rule:
    """How the factors move along a gradient g of the loss with respect to one factor w.

    Args:
        q: the step is -rate sign(g) |g|^(q-1): 1 for signs, 2 for gradients.
        coupled: strengths `[runs]` of weight decay that is added to g.
        decoupled: strengths `[runs]` of weight decay that is added to the step: -rate a w.
        adam: normalise g as Adam does (b1 = 0.9, b2 = 0.999, eps = 1e-8) in place of q.
    """

    q: float = 1.0
    coupled: tuple[float, ...] = (0.0,)
    decoupled: tuple[float, ...] = (0.0,)
    adam: bool = False


@dataclass(frozen=True)
class Record:
    """State at the end, and squared distances of x from the truth on the way.

    Args:
        first, rest: factors `[draws, runs, n]`.
        x: products `[draws, runs, n]`.
        steps: numbers of steps at which distances were taken `[records]`.
        distance: |x - truth|^2 `[records, draws, runs]`.
    """

    first: Tensor
    rest: Tensor
    x: Tensor
    steps: tuple[int, ...]
    distance: Tensor


class Gradient:
    """The gradient of a loss in x `[draws, runs, n]`.

    Args:
        at: writes the gradient at its first argument into the second one, and may use the first as
            room; uses what `renew` has laid out for `_CHUNK` calls.
        renew: called before every `_CHUNK` calls of `at`.
        gram: where the gradient is (x - truth) gram, that matrix of each data set `[draws, n, n]`.
    """

    def __init__(
        self,
        at: Callable[[Tensor, Tensor], object],
        renew: Callable[[], None] = lambda: None,
        gram: Tensor | None = None,
    ) -> None:
        self.at, self.renew, self.gram = at, renew, gram
        self.calls = 0

    def __call__(self, x: Tensor) -> Tensor:
        """Return the next gradient."""
        if self.calls % _CHUNK == 0:
            self.renew()
        self.calls += 1
        slope = torch.empty_like(x)
        self.at(x.clone(), slope)
        return slope


def gaussian(
    draws: int, k: int, truth: tuple[float, ...], *, seed: int, device: str = "cpu"
) -> Data:
    """Return `draws` data sets of k standard normal inputs, the same on every device.

    >>> data = gaussian(2, 3, (1.0, 0.0), seed=0)
    >>> data.z.shape, data.truth.tolist()
    (torch.Size([2, 3, 2]), [1.0, 0.0])
    """
    generator = torch.Generator().manual_seed(seed)
    z = torch.randn(draws, k, len(truth), generator=generator, dtype=torch.float64)
    return Data(z.to(device), torch.tensor(truth, dtype=torch.float64, device=device))


def squared_error(data: Data, factor: float) -> Gradient:
    """Return the gradient in x of factor * sum_j (z_j x - z_j truth)^2.

    >>> data = gaussian(1, 3, (1.0, 0.0), seed=0)
    >>> x = torch.tensor([[[0.3, 0.5]]], dtype=torch.float64, requires_grad=True)
    >>> loss = 0.5 * ((x[0] @ data.z[0].T - data.truth @ data.z[0].T) ** 2).sum()
    >>> torch.allclose(squared_error(data, 0.5)(x.detach()), torch.autograd.grad(loss, x)[0])
    True
    """
    gram = 2 * factor * data.z.mT @ data.z
    return Gradient(lambda x, out: torch.matmul(x.sub_(data.truth), gram, out=out), gram=gram)


def sampled_error(data: Data, batch: int, seed: int) -> Gradient:
    """Return a gradient of the mean of (z_j x - z_j truth)^2 over `batch` new samples per call.

    Every data set draws its own batch, with replacement; its runs share it.
    """
    draws, k, _ = data.z.shape
    generator = torch.Generator().manual_seed(seed)
    sets = torch.arange(draws, device=data.z.device)[:, None]
    chosen = torch.zeros(_CHUNK, draws, batch, dtype=torch.int64, device=data.z.device)
    turn = torch.zeros(1, dtype=torch.int64, device=data.z.device)

    def renew() -> None:
        chosen.copy_(torch.randint(k, chosen.shape, generator=generator))
        turn.zero_()

    def at(x: Tensor, out: Tensor) -> None:
        z = data.z[sets, chosen[turn][0]]
        turn.add_(1)
        torch.matmul(2 / batch * (x.sub_(data.truth) @ z.mT), z, out=out)

    return Gradient(at, renew)


def exponential(data: Data, factor: float) -> Gradient:
    """Return the gradient in x of factor * sum_j exp(-y_j z_j x), y_j = sign(z_j truth)."""
    z = data.z * torch.sign(data.z @ data.truth)[..., None]

    def at(x: Tensor, out: Tensor) -> None:
        torch.matmul((x.neg_() @ z.mT).exp_().mul_(-factor), z, out=out)

    return Gradient(at)


def train(
    gradient: Gradient,
    data: Data,
    depth: int,
    rule: Rule,
    *,
    rate: float,
    steps: int,
    scale: float,
    records: int = 1,
    until: float = 0.0,
) -> Record:
    """Train from the saddle start with a fixed learning rate.

    Args:
        gradient: maps x `[draws, runs, n]` to the gradient of the loss there.
        data: its inputs fix shapes and device, its truth the distances.
        depth: the number of factors L.
        rule: the optimiser; `coupled` and `decoupled` have one entry for each run.
        rate, steps: learning rate and number of steps.
        scale: the start of w_2, ..., w_L.
        records: at how many equally spaced steps to take distances.
        until: stop once every distance is at most this.

    Returns:
        A `Record`.

    Raises:
        ValueError: no steps, or strengths of different lengths.

    The factors follow the full network under automatic differentiation:

    >>> from numerics.steepest_flow import Flow, saddle_start, velocity
    >>> data = gaussian(1, 4, (1.0, 0.0, 0.0), seed=1)
    >>> loss = lambda x: ((x @ data.z[0].T - data.truth @ data.z[0].T) ** 2).sum(-1)
    >>> for q, coupled, decoupled in ((1.0, 0.3, 0.0), (1.5, 0.0, 0.2), (2.0, 0.1, 0.1)):
    ...     w = saddle_start(0.5, 3, 3)
    ...     for _ in range(40):
    ...         w = w + 0.01 * velocity(Flow(q, coupled, decoupled), loss, w)
    ...     rule = Rule(q, (coupled,), (decoupled,))
    ...     end = train(squared_error(data, 1.0), data, 3, rule, rate=0.01, steps=40, scale=0.5)
    ...     print(torch.allclose(end.first[0, 0], w[0]), torch.allclose(end.rest[0, 0], w[2]))
    True True
    True True
    True True

    and Adam is torch's:

    >>> w = saddle_start(0.5, 3, 3).requires_grad_(True)
    >>> adam = torch.optim.Adam([w], lr=0.01, weight_decay=0.3)
    >>> for _ in range(40):
    ...     adam.zero_grad(); loss(w.prod(0)).backward(); _ = adam.step()
    >>> rule = Rule(coupled=(0.3,), adam=True)
    >>> end = train(squared_error(data, 1.0), data, 3, rule, rate=0.01, steps=40, scale=0.5)
    >>> torch.allclose(end.first[0, 0], w[0]), torch.allclose(end.rest[0, 0], w[2])
    (True, True)
    """
    if steps < 1 or len(rule.coupled) != len(rule.decoupled):
        raise ValueError(f"steps={steps}, coupled={rule.coupled}, decoupled={rule.decoupled}")
    draws, _, n = data.z.shape
    runs = len(rule.coupled)
    first = torch.zeros(draws, runs, n, dtype=torch.float64, device=data.z.device)
    rest = torch.full_like(first, scale)
    inner, outer, x, slope = (torch.ones_like(first) for _ in range(4))
    move = [_mover(rule, rate, factor, x) for factor in (first, rest)]

    def step() -> None:
        _power(rest, depth - 2, out=inner)  # the product of all but w_1 and one other factor
        torch.mul(inner, rest if depth > 1 else inner, out=outer)
        gradient.at(torch.mul(first, outer, out=x), slope)
        torch.mul(slope, outer, out=outer)
        slope.mul_(first).mul_(inner)
        move[0](outer)
        if depth > 1:
            move[1](slope)

    repeated = Repeated(step, first.device, steps).advance
    if gradient.gram is not None and _is_compiled(rule, first, steps):
        from numerics.fused_sign_descent import FusedSteps  # imports numba

        repeated = FusedSteps(
            first,
            rest,
            gram=gradient.gram,
            truth=data.truth,
            coupled=rule.coupled,
            decoupled=rule.decoupled,
            rate=rate,
            depth=depth,
        ).advance
    marks = {max(1, steps * (i + 1) // records) for i in range(records)}
    taken: list[int] = []
    distances: list[Tensor] = []
    done = 0
    for stop in sorted(marks | set(range(_CHUNK, steps, _CHUNK))):
        if done % _CHUNK == 0:
            gradient.renew()
        repeated(stop - done)
        done = stop
        if stop in marks:
            taken.append(stop)
            torch.mul(first, _power(rest, depth - 1, out=inner), out=x)
            distances.append(((x - data.truth) ** 2).sum(-1))
            if until and bool((distances[-1] <= until).all()):
                break
    return Record(first, rest, x, tuple(taken), torch.stack(distances))


def _is_compiled(rule: Rule, first: Tensor, steps: int) -> bool:
    """Return whether so many steps of a rule on a squared error are compiled."""
    signs = rule.q == 1 and not rule.adam and first.device.type == "cpu"
    return signs and steps * first.numel() >= COMPILED_FROM and find_spec("numba") is not None


def _power(base: Tensor, exponent: int, out: Tensor) -> Tensor:
    """Return base**exponent by repeated squaring; 1 for exponents below 1."""
    if exponent < 2:
        return out.copy_(base) if exponent == 1 else out.fill_(1)
    power = base
    for digit in f"{exponent:b}"[1:]:
        power = torch.mul(power, power, out=out)
        if digit == "1":
            power.mul_(base)
    return out


def _mover(rule: Rule, rate: float, factor: Tensor, room: Tensor) -> Callable[[Tensor], None]:
    """Return what moves a factor along a gradient in it, which is used up.

    Args:
        room: for what is on its way, like the factor.
    """
    coupled, decoupled = (
        torch.tensor(a, dtype=factor.dtype, device=factor.device)[:, None]
        for a in (rule.coupled, rule.decoupled)
    )
    adds, decays = bool(coupled.any()), bool(decoupled.any())
    decoupled = rate * decoupled
    normalise = _adam(factor, room) if rule.adam else partial(_steepest, rule.q, room)

    def move(g: Tensor) -> None:
        if adds:
            g.add_(torch.mul(factor, coupled, out=room))
        normalise(g)
        if decays:
            torch.mul(factor, decoupled, out=room)
        factor.sub_(g, alpha=rate)
        if decays:
            factor.sub_(room)

    return move


def _steepest(q: float, room: Tensor, g: Tensor) -> None:
    """Turn g into sign(g) |g|^(q-1)."""
    if q == 1:
        g.sign_()
    elif q != 2:
        torch.abs(g, out=room).pow_(q - 1)
        g.sign_().mul_(room)


def _adam(like: Tensor, room: Tensor) -> Callable[[Tensor], None]:
    """Return what normalises one gradient after the other as Adam does."""
    mean, square = torch.zeros_like(like), torch.zeros_like(like)
    powers = [torch.ones(1, dtype=like.dtype, device=like.device) for _ in range(2)]

    def adam(g: Tensor) -> None:
        mean.add_(torch.sub(g, mean, out=room).mul_(0.1))
        square.mul_(0.999).add_(torch.mul(g, 0.001, out=room).mul_(g))
        powers[0].mul_(0.9)
        powers[1].mul_(0.999)
        torch.div(mean, 1 - powers[0], out=g)
        g.div_(torch.div(square, 1 - powers[1], out=room).sqrt_().add_(1e-8))

    return adam
