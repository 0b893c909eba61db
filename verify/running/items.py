"""What goes to the workers and comes back: items of work, what one may use, and replies."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

MEMORY_LIMIT = 4 * 2**30


@dataclass(frozen=True)
class Item:
    """One piece of work; small, picklable, and complete in itself.

    Args:
        kind: one of the keys of `verify.running.workers.KINDS`.
        claim: id of the claim.
        profile, seed, device: how the checks run.
        method: for "method", its name.
        opaque: whether the paper's attack is needed; if not, its source does not matter.
        data: JSON text with what else the work needs.
    """

    kind: str
    claim: str
    profile: str = "quick"
    seed: int = 0
    device: str = "cpu"
    method: str = ""
    opaque: bool = True
    data: str = "null"


@dataclass(frozen=True)
class Limits:
    """What one item may use: wall-clock seconds, and bytes of memory in its worker."""

    seconds: float
    memory: int = MEMORY_LIMIT


@dataclass(frozen=True)
class Reply:
    """What became of an item: a value, or why there is none."""

    value: Any = None
    broken: str | None = None


# the work on one claim: yields the items that it needs next, receives their replies in the same
# order, and returns its result
Examination = Generator[list[Item], list[Reply], Any]


def single(item: Item) -> Generator[list[Item], list[Reply], Reply]:
    """Do one item; for work that has no further steps."""
    (reply,) = yield [item]
    return reply
