"""How table 3 is attacked on Python's topics: a small LLaMA is trained and fine-tuned.

Control: where the same fine-tuning has a decay of 100, which all but ends in nothing, both
imbalances shrink in every layer.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from statistics import fmean

import torch
from torch import Tensor, nn

from numerics import networks, texts
from numerics.network_measures import balances
from numerics.network_training import Decay, Examples, Optimiser, loss, train
from verify.methods.effects import Measured, geometric, mean, once

LENGTH, BATCH = 32, 16
STEPS, TUNING_STEPS = 300, 150
RATE, TUNING_RATE = 3e-3, 3e-4
DECAY, STRONG = 0.1, 100.0
TESTED = 200  # pieces of the text of fine-tuning on which the loss is taken
LIMITS = (
    f"bytes of Python's topics and a LLaMA of two layers of width 32, {STEPS} steps to train and "
    f"{TUNING_STEPS} to fine-tune, in place of the models of the table",
)


def halves() -> tuple[Examples, Examples]:
    """Return the text to train on and that to fine-tune on: topics by turns."""
    topics = list(texts.python_topics().values())
    parts = ("\n".join(topics[part::2]) for part in (0, 1))
    one, other = (texts.blocks(texts.in_bytes(part), LENGTH) for part in parts)
    return one, other


@dataclass(frozen=True)
class Runs:
    """What fine-tuning does, for q = 1 and 2, layer by layer.

    Args:
        change: of balances `[draws, 2, layers]`.
        control: balances after over those before, with the strong decay `[draws, 2, layers]`.
        loss: on the new topics, before and after `[draws, 2]`.
    """

    change: Tensor
    control: Tensor
    loss: Tensor

    @classmethod
    def of(cls, draws: int, seed: int, device: str) -> Runs:
        """Train and fine-tune one model a seed."""
        before, after = (part.to(device) for part in halves())
        found = [one_of(before, after, 1000 * seed + draw, device) for draw in range(draws)]
        return cls(*(torch.tensor(column) for column in zip(*found, strict=True)))


def one_of(before: Examples, after: Examples, seed: int, device: str) -> tuple[list, list, list]:
    """Return changes by fine-tuning, ratios with the strong decay, and losses."""
    network = networks.llama(
        "small", tokens=texts.BYTES, shared_keys=4, length=LENGTH, seed=seed
    ).to(device)
    decay = Decay(DECAY, coupled=False)
    how = {"batch": BATCH, "seed": seed}
    train(network, before, Optimiser("adam", RATE, decay, "cosine"), steps=STEPS, **how)
    ends = []
    for strength in (DECAY, STRONG):
        own = deepcopy(network)
        optimiser = Optimiser("adam", TUNING_RATE, Decay(strength, coupled=False))
        train(own, after, optimiser, steps=TUNING_STEPS, **how)
        ends.append(own)
    some = after.chosen(torch.arange(TESTED, device=after.labels.device))
    change = [[new - old for new, old in pairs(network, ends[0], q)] for q in (1, 2)]
    control = [[new / old for new, old in pairs(network, ends[1], q)] for q in (1, 2)]
    return change, control, [loss(network, some), loss(ends[0], some)]


def pairs(before: nn.Module, after: nn.Module, q: int) -> list[tuple[float, float]]:
    """Return the balances of each layer after and before."""
    return list(zip(balances(after, q), balances(before, q), strict=True))


def shrinking(runs: Runs) -> Measured:
    """Measure the changes of balances, in the mean over layers and in the worst layer."""
    change = runs.change
    measured = {
        f"{name}_L{q}": mean(values[:, q - 1])
        for q in (1, 2)
        for name, values in (("Delta", change.mean(2)), ("worst", change.amax(2)))
    }
    control = all(geometric(runs.control[:, k].amax(1)).high < 1 for k in (0, 1))
    before, after = (fmean(column.tolist()) for column in runs.loss.T)
    return Measured(
        (measured,),
        control,
        (STEPS + 2 * TUNING_STEPS) * len(change),
        f"loss on the new topics {before:.3f} before and {after:.3f} after fine-tuning; "
        f"{len(change)} seeds",
        LIMITS,
    )


EXPERIMENTS = {"balances on topics": once(shrinking, Runs.of, 16)}
