"""What several parts of a claim say alike, so that a page says it once.

Readings of one clause often differ in a single condition. Of a conclusion or of conditions that
stand with a part above already, a page names that part, and what differs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from reports.results import PartResult, StatementText

SHORT = 30  # characters of a formula that is read as fast as a reference to it
Numbered = tuple[int, PartResult]


@dataclass(frozen=True)
class Like:
    """The conditions of a part, as those of a part above it and what differs.

    Args:
        number, part: the part above.
        added: the conditions that it does not have, as text.
        dropped: the conditions that it has alone, as text.
    """

    number: int
    part: PartResult
    added: tuple[str, ...]
    dropped: tuple[str, ...]

    @property
    def differing(self) -> int:
        """How many conditions differ."""
        return len(self.added) + len(self.dropped)


def called(part: PartResult, number: int) -> str:
    """Return what a part is called within a sentence, by its name and how it is read."""
    if part.name:
        return f"{part.name} (read as “{part.reading}”)" if part.reading else part.name
    return f"the reading “{part.reading}”" if part.reading else f"part {number + 1}"


def conclusions(parts: Iterable[Numbered]) -> dict[int, Numbered]:
    """Return the part above that has the same conclusion in full, by the number of a part.

    Args:
        parts: in the order of the page, with their numbers.
    """
    first: dict[tuple[str, ...], Numbered] = {}
    found = {}
    for number, part in parts:
        says = _conclusion(part.text)
        if sum(map(len, says)) <= SHORT:
            continue
        if says in first:
            found[number] = first[says]
        else:
            first[says] = number, part
    return found


def _conclusion(text: StatementText) -> tuple[str, ...]:
    return text.says, text.latex, *(f"{name} = {meaning}" for name, meaning in text.where.items())


def conditions(parts: Iterable[Numbered], shared: Collection[str]) -> dict[int, Like]:
    """Return how parts differ in conditions from one above that lists its own, by their numbers.

    A part is left out if the differences are at least half as many as its conditions.

    Args:
        parts: in the order of the page, with their numbers.
        shared: the conditions of all parts, which the page shows before them.
    """
    listed: list[Numbered] = []
    found = {}
    for number, part in parts:
        own = [one for one in part.text.hypotheses if one not in shared]
        nearest = min((_like(one, part) for one in listed), key=_differing, default=None)
        if nearest is not None and 2 * nearest.differing < len(own):
            found[number] = nearest
        else:
            listed.append((number, part))
    return found


def _like(above: Numbered, part: PartResult) -> Like:
    known, own = above[1].text.hypotheses, part.text.hypotheses
    added = tuple(one for one in own if one not in known)
    return Like(*above, added, tuple(one for one in known if one not in own))


def _differing(found: Like) -> int:
    return found.differing
