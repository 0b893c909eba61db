"""Search for a point of a domain with a property, seeded, derandomised, shrunk by Hypothesis."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample


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
