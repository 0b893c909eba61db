"""Outputs and slopes of two layers on all inputs of a cube, compiled by numba (extra `fast`).

What enters a hidden neuron is the sum of two numbers, one of each half of the input. It stays in a
register here, for the outputs and once more for the slopes, where torch writes it to the second
cache and reads it there; a step takes a fifth of the time.

Numbers are those of torch but for the order of sums. Without numba the functions run as plain
Python, which is of use only in tests.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from numerics.compiled import njit
from numerics.cube import Cube

REAL = np.float32
ORDER = {"contract", "reassoc", "nsz"}  # what the compiler may do to sums; nan stays nan


def outputs(cube: Cube, first: Tensor, last: Tensor) -> Tensor:
    """Return a . max(W x, 0) + b of all inputs x `[runs, n]`.

    Args:
        cube: the inputs.
        first: W `[runs, d + 1, width]`, of 32 bits, on the CPU.
        last: a and, in the last row, b `[runs, width + 1, 1]`.
    """
    found = torch.empty(len(first), len(cube.others), len(cube.first))
    a, b = last[:, :-1, 0], last[:, -1, 0]
    _outputs(*_entering(cube, first), a.numpy(), b.numpy(), found.numpy())
    return found.flatten(1)


def sums(cube: Cube, first: Tensor, values: Tensor) -> Tensor:
    """Return the sums of values(x) x over the inputs with W x > 0 `[runs, d + 1, width]`.

    Args:
        cube: the inputs.
        first: W `[runs, d + 1, width]`, of 32 bits, on the CPU.
        values: one of each input `[runs, n]`.
    """
    entering = _entering(cube, first)
    of_first, of_others = (np.zeros_like(half) for half in entering)
    shaped = values.reshape(len(first), len(cube.others), len(cube.first))
    _sums(*entering, shaped.numpy(), of_first, of_others)
    halves = (
        cube.first.T @ torch.from_numpy(of_first).mT,
        cube.others.T @ torch.from_numpy(of_others),
    )
    return torch.cat(halves, 1)


def _entering(cube: Cube, first: Tensor) -> tuple[np.ndarray, np.ndarray]:
    """Return W' x' `[runs, width, 2^b]` and W'' x'' `[runs, m, width]`."""
    b = cube.first.shape[1]
    return (first[:, :b].mT @ cube.first.T).numpy(), (cube.others @ first[:, b:]).numpy()


@njit(error_model="numpy", fastmath=ORDER)
def _outputs(firsts, others, a, b, out):
    runs, width, n = firsts.shape
    for run in range(runs):
        for other in range(others.shape[1]):
            row = out[run, other]
            row[:] = b[run]
            for j in range(width):
                first, more, factor = firsts[run, j], others[run, other, j], a[run, j]
                for i in range(n):
                    entered = first[i] + more
                    row[i] += factor * (entered if entered > 0 else REAL(0))


@njit(error_model="numpy", fastmath=ORDER)
def _sums(firsts, others, values, of_first, of_others):
    runs, width, n = firsts.shape
    for run in range(runs):
        for other in range(others.shape[1]):
            row = values[run, other]
            for j in range(width):
                first, more, summed = firsts[run, j], others[run, other, j], of_first[run, j]
                total = REAL(0)
                for i in range(n):
                    value = row[i] if first[i] + more > 0 else REAL(0)
                    summed[i] += value
                    total += value
                of_others[run, other, j] = total
