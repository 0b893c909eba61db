"""Experiments: effects with their uncertainty over draws, and what they decide.

Every measured symbol gets a two-sided interval that misses with probability 2 * TAIL, from
Student's t over independent draws (logarithms where the quantity is a ratio). A claim holds or
fails only if its effect is true or false on all of the intervals, or, if it is linear in means over
the same draws, on the interval of the mean of the difference of its sides. Effects are decided with
probability 0.99 once they are `DETECT` standard errors outside the interval. Every experiment has a
control: a measurement on the same runs whose answer is known; if it is not seen, nothing is
decided.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import Any, TypeVar

import sympy as sp
import torch
from scipy import stats
from sympy.logic.boolalg import And, Or
from torch import Tensor

from numerics.local_data import MissingData
from numerics.particle_walk import median_interval
from theory.statements import Observed
from verify.evidence import Evidence, Grid, MeasuredNumber, Measurement, Outcome, Tier

TAIL = 1e-8
FAIR = float(stats.norm.isf(TAIL / 10_000))  # for the largest of up to 10000 scores
INEQUALITIES = (sp.StrictLessThan, sp.LessThan, sp.StrictGreaterThan, sp.GreaterThan)
_OVER = sp.Symbol("over", real=True)  # by how much one side of an inequality exceeds the other
DETECT = float(stats.norm.isf(0.01))


@dataclass(frozen=True)
class ConfidenceInterval:
    """A measured number and where it may lie; `detects` is the smallest effect surely seen."""

    low: float
    value: float
    high: float
    detects: float = 0.0

    def __str__(self) -> str:
        return str(self.written())

    def written(self) -> MeasuredNumber:
        """Return it as text."""
        return MeasuredNumber(f"{self.value:.3g}", f"{self.low:.3g}", f"{self.high:.3g}")

    def powered(self) -> ConfidenceInterval:
        """Return the interval of 10 to this power."""
        return ConfidenceInterval(10**self.low, 10**self.value, 10**self.high, 10**self.detects)


def mean(values: Tensor) -> ConfidenceInterval:
    """Return the mean over draws `[draws]` with its interval."""
    count = len(values)
    error = float(values.std()) / math.sqrt(count)
    half = float(stats.t.isf(TAIL, count - 1)) * error
    centre = float(values.mean())
    return ConfidenceInterval(centre - half, centre, centre + half, half + DETECT * error)


def median(values: Tensor, seen: float = math.inf) -> ConfidenceInterval:
    """Return the median over draws `[draws]`, some of which may be infinite, with its interval.

    Of an infinite draw nothing is known but that it is above `seen`, where it was given up; so the
    lower end and the value are no higher than that, and the upper end may be infinite.
    """
    low, value, high = median_interval(values.cpu(), float(stats.norm.isf(TAIL)))
    return ConfidenceInterval(min(low, seen), min(value, seen), high)


def geometric(values: Tensor) -> ConfidenceInterval:
    """Return the geometric mean over draws `[draws]` of positive numbers with its interval."""
    return mean(torch.log10(values)).powered()


def fraction(wins: Tensor) -> ConfidenceInterval:
    """Return the share of draws `[draws]` that are true, with its Clopper-Pearson interval."""
    count, hits = len(wins), int(wins.sum())
    low = float(stats.beta.ppf(TAIL, hits, count - hits + 1)) if hits else 0.0
    high = float(stats.beta.isf(TAIL, hits + 1, count - hits)) if hits < count else 1.0
    return ConfidenceInterval(low, hits / count, high)


def truth(
    effect: Any,
    measured: Mapping[str, ConfidenceInterval],
    draws: Mapping[str, Tensor] | None = None,
) -> bool | None:
    """Return whether an effect is true or false on all of the intervals, else `None`.

    Each relation is looked at in the corners of the intervals, so its sides have to be monotone
    in every measured symbol; conjunctions and disjunctions are those of three-valued logic. Where a
    side has no value, as a ratio of two numbers without upper ends, it is not decided. An
    inequality that is linear in means over the same draws is about one mean over these draws.

    Args:
        effect: the effect.
        measured: symbol -> interval.
        draws: symbol -> the draws `[draws]` whose mean it is, if all have the same ones.
    """
    if isinstance(effect, (And, Or)):
        found = [truth(part, measured, draws) for part in effect.args]
        decisive = isinstance(effect, Or)
        if decisive in found:
            return decisive
        return None if None in found else not decisive
    names = sorted(effect.free_symbols, key=str)
    if draws and isinstance(effect, INEQUALITIES) and all(str(name) in draws for name in names):
        difference = effect.lhs - effect.rhs
        slopes = [sp.diff(difference, name) for name in names]
        if all(slope.is_number for slope in slopes):
            start = float(difference.subs(dict.fromkeys(names, 0)))
            terms = [float(slope) * draws[str(n)] for n, slope in zip(names, slopes, strict=True)]
            over = mean(torch.stack(terms).sum(0) + start)
            return truth(effect.func(_OVER, 0), {str(_OVER): over})
    corners = product(*((measured[str(s)].low, measured[str(s)].high) for s in names))
    answers = {_answer(effect, dict(zip(names, corner, strict=True))) for corner in corners}
    return answers.pop() if len(answers) == 1 else None


def _answer(relation: Any, point: Mapping[Any, float]) -> bool | None:
    """Return whether a relation holds at a point, or `None` where a side has no value."""
    at = {name: sp.sympify(number) for name, number in point.items()}
    sides = [side.xreplace(at) for side in relation.args]
    return None if sp.nan in sides else bool(relation.func(*sides))


@dataclass(frozen=True)
class Measured:
    """What an experiment measured.

    Args:
        measured: symbol -> interval; several readings are judged one by one, and a claim fails
            only if it fails in all of them, holds only if it holds in all.
        control: whether the known effect was seen.
        size: optimiser steps times runs times draws.
        about: settings in words.
        limits: how this differs from the paper's settings, or what of them the paper does not
            give; an effect that fails at other settings contradicts nothing.
        covers: which part of the paper's settings it looks at, if not all of them.
        grid: what can be drawn of it, besides the numbers.
        draws: symbol -> the draws whose mean it is, where all are of the same data; of the only
            reading.
    """

    measured: tuple[Mapping[str, ConfidenceInterval], ...]
    control: bool
    size: int
    about: str
    limits: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    grid: Grid | None = None
    draws: Mapping[str, Tensor] | None = None

    def __post_init__(self) -> None:
        """Check that draws are those of the only reading.

        Raises:
            ValueError: there are several readings, of which nobody knows whose draws these are.
        """
        if self.draws is not None and len(self.measured) != 1:
            raise ValueError(f"draws of one reading, and {len(self.measured)} readings")

    def written(self, names: Sequence[str]) -> Measurement:
        """Return what was measured of some symbols as a record."""
        unseen = "" if self.control else "; the control was not seen, so nothing is decided"
        return Measurement(
            tuple({n: reading[n].written() for n in names} for reading in self.measured),
            f"{self.about}{unseen}",
            (*self.limits, *self.covers),
            self.grid,
        )


def by_effect(measure: Callable[..., Measured | str]) -> Callable[..., Evidence]:
    """Make an experiment out of a measurement; a string says why there is none at this scale.

    Where the data that it asks for are not here, the experiment does not apply, and says why.
    """

    def experiment(statement: Observed, *, seed: int, scale: str, device: str) -> Evidence:
        blank = partial(Evidence, "experiment", tier=Tier.EXPERIMENT, seed=seed, device=device)
        try:
            found = measure(statement, seed=seed, scale=scale, device=device)
        except MissingData as missing:
            return blank(outcome=Outcome.NOT_APPLICABLE, detail=str(missing))
        if isinstance(found, str):
            return blank(outcome=Outcome.UNKNOWN, detail=found)
        answers = {truth(statement.effect, one, found.draws) for one in found.measured}
        outcome = Outcome.UNKNOWN
        if len(answers) == 1 and None not in answers:
            outcome = Outcome.HOLDS if True in answers else Outcome.FAILS
        used = sorted(map(str, statement.effect.free_symbols))
        measured = found.written(used)
        numbers = "; ".join(
            ", ".join(f"{name} = {number}" for name, number in reading.items())
            for reading in measured.readings
        )
        left_out = found.limits if outcome is Outcome.FAILS else (*found.limits, *found.covers)
        return blank(
            outcome=outcome if found.control else Outcome.UNKNOWN,
            restrictions=left_out if found.control else (),
            size=found.size,
            detail=f"{numbers}; {measured.about}",
            measured=measured,
        )

    return experiment


Some = TypeVar("Some")  # runs of any kind


def once(
    measure: Callable[[Some], Measured], make: Callable[[int, int, str], Some], draws: int
) -> Callable[..., Evidence]:
    """Make an experiment of what several clauses ask for, measured once; `full` doubles seeds."""

    @cache
    def measured(draws: int, seed: int, device: str) -> Measured:
        return measure(make(draws, seed, device))

    @by_effect
    def experiment(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
        if scale == "quick":
            return "trains dozens of networks; run the profile standard or full"
        return measured(draws if scale == "standard" else 2 * draws, seed, device)

    return experiment
