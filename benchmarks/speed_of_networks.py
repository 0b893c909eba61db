"""Small networks over seeds, in one stack, against a loop of torch's modules and optimisers.

(20, 6)-parity: perceptrons of two layers, width 64, by gradient descent in batches of 128 and in
full batches of all 2^20 inputs, and Transformers of two layers, width 16 and two heads, by AdamW in
batches of 32; samples are fresh.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

import torch
from torch import nn

from benchmarks.timing import Speed, large_product, side_by_side, timed
from numerics import labelled_samples as samples
from numerics import perceptrons, transformers
from numerics import sequence_tasks as tasks

D, K, SEEDS = 20, 6, 48
WIDTH, BATCH, STEPS = 64, 128, 60
FULL_SEEDS, FULL_STEPS = 4, 3
NARROW, HEADS, FEW, FEWER_STEPS = 16, 2, 32, 10
PLAIN_STEPS = {"perceptrons": 400, "Transformers": 40}


def perceptron_stack() -> float:
    """Return the time of a step of one perceptron, of all seeds in one stack."""
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(0)
    network = perceptrons.initial(SEEDS, (D, WIDTH), generator)
    rates = tuple(torch.ones(SEEDS, 1, 1) for _ in network.layers)

    def train() -> object:
        return perceptrons.advance(
            network,
            lambda: samples.parity(SEEDS, BATCH, D, K, generator),
            "logistic",
            perceptrons.Descent(rates),
            STEPS,
        )

    return timed(train) / STEPS / SEEDS


def full_batches() -> float:
    """Return the time of a step of one perceptron in full batches of all inputs."""
    torch.set_num_threads(1)
    whole = samples.population(D, K)
    network = perceptrons.initial(FULL_SEEDS, (D, WIDTH), torch.Generator().manual_seed(0))
    descent = perceptrons.Descent(tuple(torch.ones(FULL_SEEDS, 1, 1) for _ in network.layers))

    def train() -> object:
        return perceptrons.advance(network, lambda: whole, "logistic", descent, FULL_STEPS)

    return timed(train) / FULL_STEPS / FULL_SEEDS


def plain_full_batches() -> float:
    """Return the time of such a step of one perceptron of torch."""
    torch.set_num_threads(1)
    inputs = samples.signs_of_bits(D)
    labels = samples.parity_of(inputs, K)
    network = nn.Sequential(nn.Linear(D, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))
    optimiser = torch.optim.SGD(network.parameters(), lr=1.0)
    return plain(network, optimiser, lambda: (inputs, labels), 1)


def plain_perceptron() -> float:
    """Return the time of a step of one perceptron of torch."""
    network = nn.Sequential(nn.Linear(D, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))
    return plain(
        network,
        torch.optim.SGD(network.parameters(), lr=1.0),
        partial(fresh, BATCH),
        PLAIN_STEPS["perceptrons"],
    )


def fresh(batch: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return inputs and labels of new samples."""
    inputs = 2.0 * torch.randint(2, (batch, D)) - 1
    return inputs, inputs[:, :K].prod(1)


def plain(
    network: nn.Module,
    optimiser: torch.optim.Optimizer,
    draw: Callable[[], tuple[torch.Tensor, torch.Tensor]],
    steps: int,
) -> float:
    """Return the time of a step of a network in a loop as one would write it."""
    torch.set_num_threads(1)

    def train() -> None:
        for _ in range(steps):
            inputs, labels = draw()
            loss = nn.functional.softplus(-labels * network(inputs)[:, 0]).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()

    return timed(train) / steps


def perceptron_products() -> float:
    """Return the time of the two products that a step of one perceptron cannot do without."""
    torch.set_num_threads(1)
    inputs, first = torch.randn(SEEDS, BATCH, D + 1), torch.randn(SEEDS, D + 1, WIDTH)
    hidden, slopes = torch.empty(SEEDS, BATCH, WIDTH), torch.empty_like(first)

    def multiply() -> None:
        for _ in range(STEPS):
            torch.bmm(inputs, first, out=hidden)
            torch.bmm(inputs.mT, hidden, out=slopes)

    return timed(multiply) / STEPS / SEEDS


def transformer_stack() -> float:
    """Return the time of a step of one Transformer, of all seeds in one stack."""
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(0)
    task = tasks.parity(D, K)
    network = task.network(NARROW, HEADS)
    state = transformers.State.at(network.initial(SEEDS, generator))
    how = transformers.AdamW(torch.full((SEEDS, 1), 1e-3))
    phase = transformers.Phase(FEWER_STEPS, task.fresh(SEEDS, FEW, generator))
    advance = partial(transformers.advance, network, state, phase, how, task.loss)
    return timed(advance) / FEWER_STEPS / SEEDS


class Transformer(nn.Module):
    """A Transformer made of torch's layers, read at a last token of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.signs = nn.Embedding(2, NARROW)
        self.place = nn.Parameter(torch.randn(D + 1, NARROW))
        layer = nn.TransformerEncoderLayer(
            NARROW, HEADS, 4 * NARROW, dropout=0.0, batch_first=True, norm_first=True
        )
        self.layers = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.norm, self.head = nn.LayerNorm(NARROW), nn.Linear(NARROW, 1)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return outputs for signs."""
        rows = nn.functional.pad(self.signs((inputs < 0).long()), (0, 0, 0, 1))
        return self.head(self.norm(self.layers(rows + self.place)[:, -1]))


def plain_transformer() -> float:
    """Return the time of a step of one Transformer of torch."""
    network = Transformer()
    optimiser = torch.optim.AdamW(network.parameters(), lr=1e-3)
    return plain(network, optimiser, partial(fresh, FEW), PLAIN_STEPS["Transformers"])


def speeds() -> list[Speed]:
    """Compare stacks of networks with plain loops, on all cores of this machine."""
    cores = os.cpu_count() or 1
    own, plain_, product = (
        side_by_side(way, cores)
        for way in (perceptron_stack, plain_perceptron, perceptron_products)
    )
    most = side_by_side(partial(large_product, torch.float32), cores)
    reached = 4 * BATCH * (D + 1) * WIDTH / product
    sizes = {"seeds": SEEDS, "inputs": D, "cores": cores}
    full, loop_in_full = (side_by_side(way, cores) for way in (full_batches, plain_full_batches))
    stack, loop = (side_by_side(way, cores) for way in (transformer_stack, plain_transformer))
    return [
        Speed(
            name="perceptrons of two layers, parity",
            sizes={**sizes, "width": WIDTH, "batch": BATCH},
            seconds=own / cores,
            plain=plain_,
            ratio=plain_ / own * cores,
            asked=20,
            bound=f"two products, {product / own:.0%} of the time by themselves, at "
            f"{reached / 1e9:.0f} Gflop/s a core (torch on a large matrix: {most / 1e9:.0f})",
        ),
        Speed(
            name="perceptrons of two layers, parity, all inputs in full batches",
            sizes={**sizes, "seeds": FULL_SEEDS, "width": WIDTH, "batch": 2**D},
            seconds=full / cores,
            plain=loop_in_full,
            ratio=loop_in_full / full * cores,
            asked=None,
            bound=f"one addition, comparison and sum for each neuron and input, twice: "
            f"{2**D * WIDTH / full / 1e9:.1f} of them a nanosecond and core",
        ),
        Speed(
            name="Transformers of two layers, parity",
            sizes={**sizes, "width": NARROW, "batch": FEW},
            seconds=stack / cores,
            plain=loop,
            ratio=loop / stack * cores,
            asked=None,
            bound="arithmetic of small batched operations, and memory for what their slopes need",
        ),
    ]
