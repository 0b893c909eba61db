"""What goes to the workers and comes back: items of work, what one may use, and replies."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

MEMORY_LIMIT = 4 * 2**30


class Work(Protocol):
    """What is done with a claim: one of the records of `verify.running.work`.

    Args:
        gives: the type of the value that comes of it.
    """

    gives: ClassVar[Any]

    def do(self, item: Item) -> Any:
        """Do the work of an item, in a worker."""


@dataclass(frozen=True)
class Item:
    """One piece of work; small, picklable, and complete in itself.

    Args:
        claim: id of the claim.
        work: what is done with it, and everything else that this needs.
        profile, seed, device: how the checks run.
        opaque: whether the paper's attack is needed; if not, its source does not matter.
    """

    claim: str
    work: Work
    profile: str = "quick"
    seed: int = 0
    device: str = "cpu"
    opaque: bool = True


@dataclass(frozen=True)
class Limits:
    """What one item may use: wall-clock seconds, and bytes of memory in its worker."""

    seconds: float
    memory: int = MEMORY_LIMIT


@dataclass(frozen=True)
class Reply:
    """What became of an item.

    Args:
        value: of the type that its work gives.
        broken: why there is none.
        text: the value as JSON, as a worker has written it; what the cache keeps.
    """

    value: Any = None
    broken: str | None = None
    text: str = ""


# the work on one claim: yields the items that it needs next, receives their replies in the same
# order, and returns its result
Examination = Generator[list[Item], list[Reply], Any]


def single(item: Item) -> Generator[list[Item], list[Reply], Reply]:
    """Do one item; for work that has no further steps."""
    (reply,) = yield [item]
    return reply
