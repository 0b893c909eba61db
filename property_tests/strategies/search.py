"""Search for a point of a domain with a property, seeded, derandomised, shrunk by Hypothesis."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
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


MOST_KEPT = 100  # draws; longer series are drawn anew


@dataclass(frozen=True)
class Built:
    """The values of `draws.map(build)`, where many strategies build other values of the same draws.

    Which draws come is settled by their own strategy and the seed, so they are drawn once for all
    that is built of them.
    """

    draws: st.SearchStrategy[Any]
    build: Callable[[Any], Any]


def first(
    values: st.SearchStrategy[Any] | Built,
    wanted: Callable[[Any], bool],
    *,
    examples: int,
    seed: int,
    shrink: bool = True,
) -> Any | None:
    """Return the smallest value found for which `wanted` is true, or `None`.

    Args:
        values: where values come from.
        wanted: the property looked for.
        examples: how many values are drawn at most.
        seed: the same seed gives the same answer.
        shrink: whether to look for a smaller value once one is found.
    """
    if not isinstance(values, Built):
        return _found(values, wanted, examples, seed, shrink)
    strategy = values.draws.map(values.build)
    if examples > MOST_KEPT:
        return _found(strategy, wanted, examples, seed, shrink)
    answers: deque[bool] = deque()
    for draw in _drawn(values.draws, examples, seed):
        value = values.build(draw)
        answers.append(wanted(value))
        if answers[-1]:
            break
    else:
        return None
    if not shrink:
        return value

    def again(value: Any) -> bool:  # the same values come first
        return answers.popleft() if answers else wanted(value)

    return _found(strategy, again, examples, seed, shrink)


@lru_cache(maxsize=2**9)
def _drawn(draws: st.SearchStrategy[Any], examples: int, seed: int) -> tuple[Any, ...]:
    """Return what is drawn of a strategy as long as nothing is found."""
    found = []

    def note(draw: Any) -> bool:
        found.append(draw)
        return False

    # mapped, as what is built is: Hypothesis draws the same series then
    _found(draws.map(lambda draw: draw), note, examples, seed, shrink=False)
    return tuple(found)


def _found(
    strategy: st.SearchStrategy[Any],
    wanted: Callable[[Any], bool],
    examples: int,
    seed: int,
    shrink: bool,
) -> Any | None:
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
