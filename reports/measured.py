"""What an experiment measured, beside the number that a paper has."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction

from reports.results import PartResult
from verify.evidence import Evidence, Grid, MeasuredNumber, Measurement, Outcome, Tier

_ASKED = re.compile(r"(\w+) ([<>]=?) (-?\d+(?:/\d+)?)")


@dataclass(frozen=True)
class Measured:
    """A measured number.

    Args:
        name: what was measured.
        value, low, high: the number, and the interval in which it lies; each may be infinite.
        asked: the relation in which it would be as the paper says, empty if that is no number.
        limit: the number there.
    """

    name: str
    value: float
    low: float
    high: float
    asked: str = ""
    limit: float | None = None

    @property
    def is_finite(self) -> bool:
        """Whether the number and both ends are finite."""
        return all(map(math.isfinite, (self.value, self.low, self.high)))

    def __str__(self) -> str:
        if self.is_finite:
            return f"{self.value:g}, surely within {self.low:g} and {self.high:g}"
        value = "not known" if math.isnan(self.value) else f"{self.value:g}"
        ends = [f"above {self.low:g}"] if math.isfinite(self.low) else []
        ends += [f"below {self.high:g}"] if math.isfinite(self.high) else []
        return f"{value}, surely {' and '.join(ends)}" if ends else value


def measured(part: PartResult) -> list[Measured]:
    """Return what the experiment on a part measured, whether or not it is as the paper says."""
    return [one for piece in _run(part) if piece.measured for one in numbers(part, piece.measured)]


def numbers(part: PartResult, found: Measurement) -> list[Measured]:
    """Return the numbers of a measurement beside those that a part asks for, each once."""
    asked = {name: (sign, number) for name, sign, number in _ASKED.findall(part.text.says)}
    every = dict.fromkeys(pair for reading in found.readings for pair in reading.items())
    return [_beside(name, number, *asked.get(name, ("", ""))) for name, number in every]


def _beside(name: str, number: MeasuredNumber, sign: str, limit: str) -> Measured:
    return Measured(
        name,
        float(number.value),
        float(number.low),
        float(number.high),
        f"{sign} {limit}".strip(),
        float(Fraction(limit)) if limit else None,
    )


def grids(part: PartResult) -> list[Grid]:
    """Return what was measured at the points of grids."""
    return [found.grid for piece in _run(part) if (found := piece.measured) and found.grid]


def differing(part: PartResult) -> list[str]:
    """Return every setting in which the experiment on a part differs from the paper's."""
    return [words for piece in _run(part) for words in piece.restrictions]


def _run(part: PartResult) -> list[Evidence]:
    """Return what experiments on what a paper has observed found, but for those not run."""
    return [
        piece
        for piece in part.evidence
        if part.text.type == "observed"
        and piece.tier is Tier.EXPERIMENT
        and piece.outcome is not Outcome.NOT_APPLICABLE
    ]
