"""How figure 2 is attacked: a LLaMA of 1e8 parameters, where there is a local copy of enough text.

The profile full trains it, with four batch sizes and eta = 5e-4 of section 4.2; pieces of 1,024
tokens, a fifth of them held out, and the number of steps, that of 1e10 tokens at the largest batch
size, are a choice. The text is held in memory, 8 bytes a token, and comes up again where it is
shorter. Hours are estimated from the operations of a step.
"""

from __future__ import annotations

from functools import cache

from torch import nn

from numerics import local_data, networks, texts
from numerics.local_data import MissingData
from theory.claim import Observed
from verify.methods.effects import Measured, by_effect
from verify.papers.signsgd_scaling.small_language_models import (
    Runs,
    Texts,
    World,
    batch_sizes,
    parted,
)

SIZES, RATE, LENGTH, POINTS = (64, 128, 256, 512), 5e-4, 1024, 8
TOKENS = 10**10
DRAWS = 12
HOURS = "the profile full takes some 150 hours of a data-centre GPU"
LIMITS = (f"pieces of {LENGTH} tokens, the text, and the number of steps: not given",)


@cache
def local_text(device: str) -> Texts:
    """Return the local copy in pieces."""
    tokens, kinds = texts.local()
    return parted(tokens, kinds, LENGTH, device)


def new(seed: int) -> nn.Module:
    """Return the network as it starts."""
    _, kinds = texts.local()
    return networks.llama("llama-100m", tokens=kinds, length=LENGTH, seed=seed)


PRINTED = World(local_text, new, SIZES, RATE, POINTS, TOKENS // (512 * LENGTH * POINTS), LIMITS)


@cache
def measured(seed: int, device: str) -> Measured:
    """Measure what both clauses ask for."""
    return batch_sizes(PRINTED, Runs.of(DRAWS, seed, device))


@by_effect
def figure(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure how curves collapse and where plateaus lie."""
    try:
        local_data.matching(*texts.LOCAL)
    except MissingData as lacking:
        raise MissingData(f"{lacking}; {HOURS}") from lacking
    return measured(seed, device) if scale == "full" else f"{HOURS}; run it"


EXPERIMENTS = {"figure 2": figure}
