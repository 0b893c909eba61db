"""Sign descent on deep diagonal networks, a whole step at a time while its numbers are cached.

The same steps as in `diagonal_training`, for a squared error and q = 1, compiled by numba (extra
`fast`). What an operation of torch reads from the second cache and writes back there stays in
registers here, and the product with the Gram matrix uses the widest vectors that the processor has,
which the libraries behind torch and numpy do not on every processor. Data sets are independent, so
each is advanced by many steps before the next one is.

Numbers are the same as those of torch but for the order of sums in the product. Without numba the
functions run as plain Python, which is of use only in tests.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from numerics.compiled import njit

ROWS, TERMS, LANES = 3, 4, 8  # runs and terms of a sum that are taken at once; numbers in a vector


class FusedSteps:
    """Steps of sign descent on factors `[sets, runs, n]` that are changed in place, on a CPU.

    Args:
        first, rest: w_1 and each other factor.
        gram: the gradient of the loss at x is (x - truth) gram, `[sets, n, n]`.
        truth: `[n]`.
        coupled, decoupled: strengths of weight decay `[runs]`.
        rate: the learning rate.
        depth: the number of factors.
    """

    def __init__(
        self,
        first: Tensor,
        rest: Tensor,
        *,
        gram: Tensor,
        truth: Tensor,
        coupled: tuple[float, ...],
        decoupled: tuple[float, ...],
        rate: float,
        depth: int,
    ) -> None:
        sets, runs, n = first.shape
        width = -(-n // LANES) * LANES
        self.factors = (first, rest)
        self.wide = (aligned(sets, runs, width), aligned(sets, runs, width))
        self.gram, self.truth = aligned(sets, width, width), aligned(width)
        self.gram[:, :n, :n], self.truth[:n] = gram.numpy(), truth.numpy()
        self.strengths = np.array(coupled), rate * np.array(decoupled)
        self.rate, self.depth = rate, depth
        self.room = tuple(aligned(runs, width) for _ in range(4))

    def advance(self, steps: int) -> None:
        """Do so many steps."""
        n = self.factors[0].shape[2]
        for wide, factor in zip(self.wide, self.factors, strict=True):
            wide[..., :n] = factor.numpy()
        rule = (*self.strengths, self.rate, self.depth)
        _advance(*self.wide, self.gram, self.truth, *rule, steps, *self.room)
        for wide, factor in zip(self.wide, self.factors, strict=True):
            factor.copy_(torch.from_numpy(wide[..., :n]))


def aligned(*shape: int) -> np.ndarray:
    """Return zeros that begin where a line of the cache does."""
    size = int(np.prod(shape))
    room = np.zeros(size + LANES)
    begin = -room.ctypes.data // room.itemsize % LANES
    return room[begin : begin + size].reshape(shape)


@njit(error_model="numpy")
def _advance(
    firsts, rests, grams, truth, coupled, decoupled, rate, depth, steps, inner, outer, x, slope
):
    """Advance all data sets by some steps; `inner`, `outer`, `x` and `slope` are room."""
    sets, runs, n = firsts.shape
    for one in range(sets):
        first, rest, gram = firsts[one], rests[one], grams[one]
        for _ in range(steps):
            for r in range(runs):
                _power(rest[r], depth - 2, inner[r])
                for j in range(n):
                    outer[r, j] = inner[r, j] * rest[r, j] if depth > 1 else inner[r, j]
                    x[r, j] = first[r, j] * outer[r, j] - truth[j]
            multiply(x, gram, slope)
            for r in range(runs):
                adds, decays = coupled[r], decoupled[r]
                for j in range(n):
                    w, v = first[r, j], rest[r, j]
                    one_way = slope[r, j] * outer[r, j] + w * adds
                    other = slope[r, j] * w * inner[r, j] + v * adds
                    first[r, j] = w - rate * _sign(one_way) - w * decays
                    if depth > 1:
                        rest[r, j] = v - rate * _sign(other) - v * decays


@njit(error_model="numpy")
def _sign(number):
    return (1.0 if number > 0 else 0.0) - (1.0 if number < 0 else 0.0)


@njit(error_model="numpy")
def _power(base, exponent, out):
    """Write base**exponent to `out` by repeated squaring; 1 for exponents below 1."""
    n = len(base)
    for j in range(n):
        out[j] = base[j] if exponent > 0 else 1.0
    digit = 1
    while 2 * digit <= exponent:
        digit *= 2
    while digit > 1:
        digit //= 2
        for j in range(n):
            out[j] *= out[j]
        if exponent // digit % 2 == 1:
            for j in range(n):
                out[j] *= base[j]


@njit(error_model="numpy", fastmath={"contract"})
def multiply(x, gram, out):
    """Write x gram to `out`: the sums of three runs at once, four terms of each at a time."""
    runs, n = x.shape
    out[:] = 0.0
    whole = runs - runs % ROWS
    for r in range(0, whole, ROWS):
        for i in range(0, n, TERMS):
            a, b, c, d = x[r, i], x[r, i + 1], x[r, i + 2], x[r, i + 3]
            e, f, g, h = x[r + 1, i], x[r + 1, i + 1], x[r + 1, i + 2], x[r + 1, i + 3]
            o, p, q, s = x[r + 2, i], x[r + 2, i + 1], x[r + 2, i + 2], x[r + 2, i + 3]
            for j in range(n):
                t, u, v, w = gram[i, j], gram[i + 1, j], gram[i + 2, j], gram[i + 3, j]
                out[r, j] += a * t + b * u + c * v + d * w
                out[r + 1, j] += e * t + f * u + g * v + h * w
                out[r + 2, j] += o * t + p * u + q * v + s * w
    for r in range(whole, runs):
        for i in range(0, n, TERMS):
            a, b, c, d = x[r, i], x[r, i + 1], x[r, i + 2], x[r, i + 3]
            for j in range(n):
                t, u, v, w = gram[i, j], gram[i + 1, j], gram[i + 2, j], gram[i + 3, j]
                out[r, j] += a * t + b * u + c * v + d * w
