"""How figures of language models are attacked on Python's topics: a small LLaMA, seed by seed.

A seed chooses the start of the network, the order of the text and, with it, all batches; every way
of training starts from the same network. Every fifth piece of the text is held out, and the loss
is taken on some of these. Control: with the smallest batches SignSGD ends below the entropy of the
frequencies of bytes, so that it has learnt from what stands before; for figure 2 also, fitted
plateaus are above 0, as every loss is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from statistics import fmean

import torch
from torch import Tensor, nn

from numerics import networks, texts
from numerics.network_training import Examples, Optimiser, loss, train
from verify.methods.effects import Measured, geometric, mean, once

LENGTH, HELD_OUT, TESTED = 32, 5, 150
WORLD = "bytes of Python's topics and a LLaMA of two layers of width 32 with some 20,000 parameters"
BUDGET = 2048  # pieces of text
SMALL, MIDDLE, LARGE = 8, 32, 64
RATES = {"signsgd": (5e-4, 1e-3, 2e-3, 4e-3, 8e-3), "sgd": (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)}
SIZES = (2, 4, 8, 16)
RATE = 1e-3  # of figure 2
POINTS, APART = 8, 60  # losses of a curve, and steps between them
POWERS = torch.linspace(0.1, 3.0, 30, dtype=torch.float64).tolist()
LIMITS = (f"{WORLD}, in place of a LLaMA of 1e8 parameters and up to 1e10 tokens",)


@cache
def text(device: str) -> tuple[Examples, Examples, float]:
    """Return pieces to train on, some of those held out, and the entropy of the bytes."""
    tokens = texts.in_bytes("\n".join(texts.python_topics().values()))
    return parted(tokens, texts.BYTES, LENGTH, device)


def parted(
    tokens: Tensor, kinds: int, length: int, device: str
) -> tuple[Examples, Examples, float]:
    """Return pieces to train on, some of those held out, and the entropy of the tokens."""
    pieces = texts.blocks(tokens, length)
    numbers = torch.arange(len(pieces))
    apart = numbers % HELD_OUT == 0
    held = numbers[apart]
    held = held[torch.linspace(0, len(held) - 1, TESTED).long()]
    shares = torch.bincount(tokens, minlength=kinds).double() / len(tokens)
    entropy = float(-(shares * shares.clamp(min=1e-300).log()).sum())
    return pieces.chosen(numbers[~apart]).to(device), pieces.chosen(held).to(device), entropy


def new(seed: int) -> nn.Module:
    """Return a network as it starts."""
    return networks.llama("small", tokens=texts.BYTES, length=LENGTH, seed=seed)


def end(name: str, rate: float, batch: int, seed: int, device: str) -> float:
    """Return the loss after the budget is used up."""
    pieces, held, _ = text(device)
    network = new(seed).to(device)
    steps = BUDGET // batch
    train(network, pieces, Optimiser(name, rate), batch=batch, steps=steps, seed=seed)
    return loss(network, held)


@cache
def best(name: str, batch: int, seed: int, device: str) -> float:
    """Return the best rate, on a seed of its own."""
    other = 10_000 * (seed + 1)
    found = {rate: end(name, rate, batch, other, device) for rate in RATES[name]}
    return min((rate for rate in found if found[rate] == found[rate]), key=found.__getitem__)


@dataclass(frozen=True)
class Runs:
    """Seeds, and on what device they are run."""

    seeds: tuple[int, ...]
    seed: int
    device: str

    @classmethod
    def of(cls, draws: int, seed: int, device: str) -> Runs:
        """Return so many of them."""
        return cls(tuple(1000 * seed + draw for draw in range(draws)), seed, device)

    def ends(self, name: str, rate: float, batch: int) -> Tensor:
        """Return losses `[draws]` after the budget."""
        found = [end(name, rate, batch, seed, self.device) for seed in self.seeds]
        return torch.tensor(found, dtype=torch.float64)


def gaps(runs: Runs) -> Measured:
    """Measure how far SignSGD is ahead of SGD, at a small and at a large batch size."""
    losses, said = {}, []
    for batch in (SMALL, LARGE):
        for name in RATES:
            rate = best(name, batch, runs.seed, runs.device)
            losses[name, batch] = runs.ends(name, rate, batch)
            said.append(f"{name} at {rate:g}, B = {batch}: {losses[name, batch].mean():.4f}")
    one, other = (losses["sgd", size] - losses["signsgd", size] for size in (SMALL, LARGE))
    _, _, entropy = text(runs.device)
    return Measured(
        ({"small": mean(one), "large": mean(other), "widens": mean(other - one)},),
        mean(losses["signsgd", SMALL]).high < entropy,
        2 * (BUDGET // SMALL + BUDGET // LARGE) * len(runs.seeds),
        f"loss of {'; '.join(said)}; entropy of bytes {entropy:.3f}; {len(runs.seeds)} seeds",
        LIMITS,
    )


def square_root(runs: Runs) -> Measured:
    """Measure how a larger batch changes the loss, at the rate and at two and four times it."""
    rate = best("signsgd", SMALL, runs.seed, runs.device)
    base = runs.ends("signsgd", rate, SMALL)
    names = {"alone": 1, "square": 2, "proportional": 4}
    ends = {name: runs.ends("signsgd", times * rate, MIDDLE) for name, times in names.items()}
    _, _, entropy = text(runs.device)
    said = "; ".join(
        f"{ends[name].mean():.4f} at {times * rate:g}, B = {MIDDLE}"
        for name, times in names.items()
    )
    return Measured(
        ({name: mean(values - base) for name, values in ends.items()},),
        mean(base).high < entropy,
        (BUDGET // SMALL + 3 * BUDGET // MIDDLE) * len(runs.seeds),
        f"loss {base.mean():.4f} at {rate:g}, B = {SMALL}; {said}; {len(runs.seeds)} seeds",
        LIMITS,
    )


# -- figure 2 --------------------------------------------------------------------------------------

Texts = tuple[Examples, Examples, float]


@dataclass(frozen=True)
class World:
    """What figure 2 is drawn for.

    Args:
        text: pieces to train on, some of those held out, and the entropy of tokens, on a device.
        new: returns a network as it starts, with a seed.
        sizes: of batches.
        rate: of SignSGD.
        points, apart: losses of a curve, and steps between them.
        limits: what stands beside the verdict.
    """

    text: Callable[[str], Texts]
    new: Callable[[int], nn.Module]
    sizes: tuple[int, ...]
    rate: float
    points: int
    apart: int
    limits: tuple[str, ...]

    def curve(self, batch: int, seed: int, device: str) -> list[float]:
        """Return the losses of SignSGD `[points]`, at equal numbers of steps apart."""
        pieces, held, _ = self.text(device)
        network = self.new(seed).to(device)
        found = []
        for part in range(self.points):
            own = 100 * seed + part
            optimiser = Optimiser("signsgd", self.rate)
            train(network, pieces, optimiser, batch=batch, steps=self.apart, seed=own)
            found.append(loss(network, held))
        return found


@dataclass(frozen=True)
class Fit:
    """Plateaus `[sizes]` and squared residuals of a fit."""

    plateaus: Tensor
    residuals: float


def fitted(curves: Tensor, times: Tensor) -> Fit:
    """Return the best fit of curves `[sizes, points]` by L_B + C t^-a; a is on a grid.

    Times `[sizes, points]` are those of the curves.
    """
    sizes, points = curves.shape
    fits = []
    own = torch.eye(sizes, dtype=torch.float64).repeat_interleave(points, 0)
    for power in POWERS:
        design = torch.cat([own, times.reshape(-1, 1) ** -power], 1)
        found = torch.linalg.lstsq(design, curves.reshape(-1, 1)).solution
        off = design @ found - curves.reshape(-1, 1)
        fits.append(Fit(found[:sizes, 0], float(off.square().sum())))
    return min(fits, key=lambda fit: fit.residuals)


def determination(x: Tensor, y: Tensor) -> float:
    """Return R^2 of a line in x."""
    one, other = x - x.mean(), y - y.mean()
    return float((one @ other) ** 2 / (one @ one * (other @ other)))


def batch_sizes(world: World, runs: Runs) -> Measured:
    """Measure which time the curves share, and which line the plateaus lie on."""
    sizes = torch.tensor(world.sizes, dtype=torch.float64)
    steps = world.apart * torch.arange(1, world.points + 1, dtype=torch.float64)
    ratios, lines, plateaus, last = [], [], [], []
    for seed in runs.seeds:
        rows = [world.curve(batch, seed, runs.device) for batch in world.sizes]
        curves = torch.tensor(rows, dtype=torch.float64)
        plain = world.rate * steps.expand(len(sizes), -1)
        root = fitted(curves, plain * sizes.sqrt()[:, None])
        ratios.append(root.residuals / fitted(curves, plain).residuals)
        one, other = (determination(sizes**-power, root.plateaus) for power in (0.5, 1.0))
        lines.append(one - other)
        plateaus.append(root.plateaus)
        last.append(float(curves[0, -1]))
    _, _, entropy = world.text(runs.device)
    means = ", ".join(f"{value:.3f}" for value in torch.stack(plateaus).mean(0).tolist())
    seen = mean(torch.tensor(last, dtype=torch.float64)).high < entropy
    reached = bool((torch.stack(plateaus).mean(0) > 0).all())  # else curves end long before them
    measured = {
        "collapse": geometric(torch.tensor(ratios, dtype=torch.float64)),
        "linear": mean(torch.tensor(lines, dtype=torch.float64)),
    }
    return Measured(
        (measured,),
        seen and reached,
        world.points * world.apart * len(sizes) * len(runs.seeds),
        f"plateaus {means} at B = {', '.join(map(str, world.sizes))}; loss {fmean(last):.3f} at "
        f"the end with B = {world.sizes[0]}; learning rate {world.rate:g}; {len(runs.seeds)} seeds",
        world.limits,
    )


TOPICS = World(text, new, SIZES, RATE, POINTS, APART, LIMITS)
EXPERIMENTS = {
    "figure 2 on topics": once(partial(batch_sizes, TOPICS), Runs.of, 12),
    "figure 6 on topics": once(gaps, Runs.of, 12),
    "figure 7 on topics": once(square_root, Runs.of, 12),
}
