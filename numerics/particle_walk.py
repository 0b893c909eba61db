"""The walk X_{t+1} = X_t + xi_t alpha(X_t) with fair signs, by particles and by enumeration.

Samples have the shape `[..., n]`: any batches in front, n equally likely values behind. Positions,
bandwidths and spreads have one unit, that of X. Everything is float64. A sample is looked at
through a Gaussian kernel of a stated bandwidth h, as a density on a grid; from a point mass and
with alpha nearly constant, X_t stays near a lattice of spacing 2 alpha, which a bandwidth of that
size hides and a much smaller one shows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import torch
from scipy import signal, stats
from torch import Tensor

StepSize = Callable[[Tensor], Tensor]

RESOLUTION = 8  # grid points and cells per bandwidth
REACH = 5  # bandwidths beyond the outermost sample
MAX_CELLS = 1 << 16
BLOCK = 1 << 14  # particles that walk together on a CPU: they fit in its cache


def logistic(a: float, beta: float) -> StepSize:
    """Return alpha(x) = a / (1 + exp(-beta x)).

    >>> logistic(3.0, 5.0)(torch.zeros(1, dtype=torch.float64)).tolist()
    [1.5]
    """
    return lambda x: a * torch.sigmoid(beta * x)


def generator(seed: int, device: str = "cpu") -> torch.Generator:
    """Return a seeded source of randomness on a device.

    Raises:
        ValueError: CUDA is asked for and missing.
    """
    if torch.device(device).type == "cuda" and not torch.cuda.is_available():
        raise ValueError(f"device={device!r}: torch finds no CUDA device here; use device='cpu'")
    return torch.Generator(device).manual_seed(seed)


def particles(alpha: StepSize, start: Tensor, times: Sequence[int], *, seed: int) -> Tensor:
    """Walk many particles at once, on the device of the start.

    Args:
        alpha: the step size as a function of the positions.
        start: the positions at time 0, `[..., n]`.
        times: when to keep the positions, increasing.
        seed: of the signs; the same on a device gives the same walk.

    Returns:
        The positions at the times, `[times, ..., n]`; nothing else is kept.

    Raises:
        ValueError: times that are negative or do not increase, or a missing device.
    """
    if not times or times[0] < 0 or any(b <= a for a, b in pairwise(times)):
        raise ValueError(f"times={tuple(times)} must be non-negative and increase")
    source = generator(seed, str(start.device))
    kept = torch.empty(len(times), start.numel(), dtype=torch.float64, device=start.device)
    block = BLOCK if start.device.type == "cpu" else max(1, start.numel())
    for first in range(0, start.numel(), block):
        x = start.flatten()[first : first + block].to(torch.float64, copy=True)
        signs = torch.empty_like(x)
        for row, (before, now) in enumerate(pairwise((0, *times))):
            for _ in range(now - before):
                signs.random_(0, 2, generator=source).mul_(2).sub_(1)
                x.addcmul_(signs, alpha(x))
            kept[row, first : first + block] = x
    return kept.reshape(len(times), *start.shape)


def enumerated(alpha: StepSize, starts: Sequence[float], t: int) -> Tensor:
    """Return the ends of all 2^t strings of signs from each start, `[len(starts) * 2^t]`.

    They are the law of X_t: each end is as likely as any other.

    >>> enumerated(lambda x: 1 + x / 2, [0.0], 2).sort().values.tolist()
    [-1.5, -0.5, -0.5, 2.5]

    Raises:
        ValueError: more than 2^24 ends.
    """
    if len(starts) << t > 1 << 24:
        raise ValueError(f"t={t} from {len(starts)} starts has more than 2^24 ends")
    x = torch.tensor(starts, dtype=torch.float64)
    for _ in range(t):
        step = alpha(x)
        x = torch.cat([x - step, x + step])
    return x


def median_interval(samples: Tensor, z: float) -> tuple[float, float, float]:
    """Return lower end, sample median and upper end for the median of the law of `samples [n]`.

    The ends are order statistics: each side misses with at most the normal tail beyond z, by the
    binomial law of the number of samples below the median; they are infinite for too small n.

    >>> median_interval(torch.arange(101.0), 2.0)
    (39.0, 50.0, 61.0)
    """
    ordered = samples.sort().values
    n = len(ordered)
    below = int(stats.binom.ppf(stats.norm.sf(z), n, 0.5)) - 1
    middle = float((ordered[(n - 1) // 2] + ordered[n // 2]) / 2)
    if below < 0:
        return -math.inf, middle, math.inf
    return float(ordered[below]), middle, float(ordered[n - 1 - below])


def silverman(samples: Tensor, n: int) -> float:
    """Return Silverman's bandwidth 0.9 min(sd, IQR / 1.34) n^(-1/5) for n draws of `samples`."""
    low, high = np.quantile(samples.cpu().numpy(), (0.25, 0.75))
    return 0.9 * min(float(samples.std(correction=0)), (high - low) / 1.34) * n**-0.2


@dataclass(frozen=True)
class Smoothed:
    """A kernel density estimate: positions `[g]`, densities and masses up to them `[..., g]`."""

    grid: Tensor
    density: Tensor
    mass: Tensor

    def quantile(self, q: float) -> Tensor:
        """Return the q-quantiles `[...]`, linear between grid points."""
        right = (self.mass < q).sum(-1, keepdim=True).clamp(1, len(self.grid) - 1)
        low, high = (self.mass.gather(-1, i) for i in (right - 1, right))
        position = self.grid[right - 1] + (q - low) / (high - low) * (
            self.grid[right] - self.grid[right - 1]
        )
        return position.squeeze(-1)

    @cached_property
    def median(self) -> Tensor:
        """The medians `[...]`."""
        return self.quantile(0.5)

    @property
    def mode(self) -> Tensor:
        """The positions `[...]` of the highest densities, by a parabola through their logs."""
        top = self.density.argmax(-1, keepdim=True).clamp(1, len(self.grid) - 2)
        left, middle, right = (self.density.gather(-1, top + i).log() for i in (-1, 0, 1))
        shift = (left - right) / (left - 2 * middle + right) / 2
        return (self.grid[top] + shift * (self.grid[1] - self.grid[0])).squeeze(-1)

    @property
    def spread(self) -> Tensor:
        """The spreads Q_.95 - Q_.05 `[...]`."""
        return self.quantile(0.95) - self.quantile(0.05)

    @property
    def skewness(self) -> Tensor:
        """The quantile skewness (Q_.95 + Q_.05 - 2 Q_.5) / (Q_.95 - Q_.05) `[...]`."""
        low, high = self.quantile(0.05), self.quantile(0.95)
        return (high + low - 2 * self.median) / (high - low)

    def modality(self, prominence: float) -> int:
        """Return the number of peaks of one density `[g]`.

        Args:
            prominence: how far a peak stands out, as a share of the highest density.
        """
        padded = np.pad(self.density.cpu().numpy(), 1)
        return len(signal.find_peaks(padded, prominence=prominence * padded.max())[0])


def smoothed(samples: Tensor, bandwidth: float, resolution: int = RESOLUTION) -> Smoothed:
    """Return the density of X + h Z for samples `[..., n]` of X, Z normal and h the bandwidth.

    Samples are first gathered in cells of width h / resolution, at the mean position in the cell:
    the error is of second order in 1 / resolution. Grid points are multiples of that width.

    Raises:
        ValueError: a bandwidth that is not positive, or so small that there are too many cells.
    """
    if bandwidth <= 0:
        raise ValueError(f"bandwidth={bandwidth} must be positive")
    n = samples.shape[-1]
    rows = samples.reshape(-1, n)
    width = bandwidth / resolution
    cell = (rows / width).round().long()
    first = int(cell.min())
    cell -= first
    cells = int(cell.max()) + 1
    if cells > MAX_CELLS:
        raise ValueError(f"bandwidth={bandwidth} needs more than {MAX_CELLS} cells")
    row = torch.arange(len(rows), device=rows.device)[:, None]
    counts = torch.bincount((cell + row * cells).flatten(), minlength=len(rows) * cells)
    counts = counts.reshape(len(rows), cells).to(torch.float64)
    total = counts.sum(0)
    used = total > 0
    sums = torch.bincount(cell.flatten(), weights=rows.flatten(), minlength=cells)
    centres = sums[used] / total[used]
    margin = REACH * resolution
    indices = torch.arange(first - margin, first + cells + margin, device=rows.device)
    grid = width * indices.double()
    z = (grid - centres[:, None]) / bandwidth
    weights = counts[:, used] / n
    shape = (*samples.shape[:-1], len(grid))
    density = weights @ torch.exp(-z * z / 2) / (bandwidth * math.sqrt(2 * math.pi))
    mass = width * (density.cumsum(-1) - density / 2)
    return Smoothed(grid, density.reshape(shape), mass.reshape(shape))
