"""Experiments that are sweeps: many runs that know nothing of each other, and what they say.

A run on several workers gives each part of a sweep to one of them as an item of its own, and joins
what came of all parts; see `verify.running.work.sweep`. Called as any experiment is, a sweep does
its parts one after the other. Both give the same: a part depends on nothing but itself, the seed
and the device, and numbers go from one to the other as `written`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from theory.statements import Observed
from verify.evidence import Evidence
from verify.methods.effects import Measured, by_effect


@dataclass(frozen=True)
class Sweep:
    """An experiment in parts.

    Args:
        parts: returns what is to be done for a statement at a scale, one entry for each part, as
            plain JSON data; raises `MissingData` where files that it needs are not here.
        do: does one of them, as `do(part, seed=..., device=...)`; returns plain JSON data.
        join: returns what was measured, or why nothing was, as `join(statement, found, seed=...,
            scale=..., device=...)`, where `found` is what came of the parts in their order.
    """

    parts: Callable[[Observed, str], Sequence[Any]]
    do: Callable[..., Any]
    join: Callable[..., Measured | str]

    def __call__(
        self,
        statement: Observed,
        *,
        seed: int,
        scale: str,
        device: str,
        found: Sequence[Any] | None = None,
    ) -> Evidence:
        """Return what the sweep says of a statement; its parts are done here if they are not yet.

        Args:
            statement: what was observed.
            seed, scale, device: how the experiment is done.
            found: what came of the parts in their order.
        """

        def measure(statement: Observed, **how: Any) -> Measured | str:
            known = found
            if known is None:
                parts = self.parts(statement, scale)
                known = [self.do(part, seed=seed, device=device) for part in parts]
            return self.join(statement, known, **how)

        return by_effect(measure)(statement, seed=seed, scale=scale, device=device)


def written(values: Tensor) -> Any:
    """Return numbers as lists of texts that are exact, those that are infinite or none too.

    >>> written(torch.tensor([[0.5, float("inf")]]))
    [['0x1.0000000000000p-1', 'inf']]
    """
    return _each(float.hex, values.double().tolist())


def read(data: Any) -> Tensor:
    """Return the numbers that were `written`, in float64.

    >>> read([["0x1.0000000000000p-1", "inf"]])
    tensor([[0.5000,    inf]], dtype=torch.float64)
    """
    return torch.tensor(_each(float.fromhex, data), dtype=torch.float64)


def _each(change: Callable[[Any], Any], data: Any) -> Any:
    return [_each(change, entry) for entry in data] if isinstance(data, list) else change(data)
