"""Search for a point of a domain with a property, seeded, derandomised, shrunk by Hypothesis."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample
from hypothesis.internal.conjecture import providers

# Hypothesis mixes in constants that it reads from the source of whatever local modules are loaded;
# a seed would then not give the same draws in another process.
if hasattr(providers, "_get_local_constants"):
    _NO_CONSTANTS = providers._local_constants
    providers._get_local_constants = lambda: _NO_CONSTANTS


def first(
    strategy: st.SearchStrategy[Any],
    wanted: Callable[[Any], bool],
    *,
    examples: int,
    seed: int,
    shrink: bool = True,
) -> Any | None:
    """Return the smallest value found for which `wanted` is true, or `None`.

    Args:
        strategy: where values come from.
        wanted: the property looked for.
        examples: how many values are drawn at most.
        seed: the same seed gives the same answer.
        shrink: whether to look for a smaller value once one is found.
    """
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)
    try:
        return find(
            strategy,
            wanted,
            settings=settings(
                max_examples=examples,
                database=None,
                deadline=None,
                phases=phases,
                suppress_health_check=list(HealthCheck),
            ),
            random=Random(seed),
        )
    except NoSuchExample:
        return None
