"""What an experiment measured, beside the number that a paper has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from reports.results import PartResult
from verify.evidence import Evidence, Outcome, Tier

_NUMBER = r"-?\d[\d.]*(?:e[+-]?\d+)?"
# as `verify.methods.effects.ConfidenceInterval` is written
_INTERVAL = re.compile(rf"(\w+) = ({_NUMBER}) in \[({_NUMBER}), ({_NUMBER})\]")
_ASKED = re.compile(r"(\w+) ([<>]=?) (-?\d+(?:/\d+)?)")


@dataclass(frozen=True)
class Measured:
    """A measured number.

    Args:
        name: what was measured.
        value, low, high: the number, and the interval in which it lies.
        asked: the relation in which it would be as the paper says, empty if that is no number.
        limit: the number there.
    """

    name: str
    value: float
    low: float
    high: float
    asked: str = ""
    limit: float | None = None

    def __str__(self) -> str:
        return f"{self.value:g}, surely within {self.low:g} and {self.high:g}"


def measured(part: PartResult) -> list[Measured]:
    """Return what the experiment on a part measured, whether or not it is as the paper says."""
    return list(_measured(part)) if part.text.type == "observed" else []


def _measured(part: PartResult) -> Iterator[Measured]:
    asked = {name: (sign, number) for name, sign, number in _ASKED.findall(part.text.says)}
    for piece in _run(part):
        for name, *numbers in dict.fromkeys(_INTERVAL.findall(piece.detail)):
            value, low, high = map(float, numbers)
            sign, limit = asked.get(name, ("", ""))
            words = f"{sign} {limit}".strip()
            yield Measured(name, value, low, high, words, float(Fraction(limit)) if limit else None)


def differing(part: PartResult) -> list[str]:
    """Return every setting in which the experiment on a part differs from the paper's."""
    return [words for piece in _run(part) for words in piece.restrictions]


def _run(part: PartResult) -> list[Evidence]:
    """Return what experiments found, but for those that were not run."""
    return [
        piece
        for piece in part.evidence
        if piece.tier is Tier.EXPERIMENT and piece.outcome is not Outcome.NOT_APPLICABLE
    ]
