"""Many small steps in place: on a GPU they are recorded once and replayed.

To launch a kernel takes a few microseconds, which is longer than a small kernel runs. A recorded
graph of steps launches them together; it does the same operations on the same memory, so the
results are the same to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

LENGTHS = (32, 1)  # of the graphs that are recorded, in steps
WARM_UP = 3  # steps that are done before any is recorded: libraries allocate memory in them


class Repeated:
    """A step that changes tensors in place, to be done many times.

    It must do the same operations on the same tensors each time, ask the CPU for nothing, and have
    no other effects than on these tensors. The steps that are done as a warm-up count.

    Args:
        step: does one step.
        device: where its tensors live.

    >>> x = torch.zeros(1)
    >>> steps = Repeated(lambda: x.add_(1), x.device)
    >>> steps.advance(40)
    >>> x
    tensor([40.])
    """

    def __init__(self, step: Callable[[], object], device: torch.device) -> None:
        self.step = step
        self.recorded = device.type == "cuda"
        self.done = 0
        self.graphs: dict[int, torch.cuda.CUDAGraph] = {}

    def advance(self, steps: int) -> None:
        """Do so many steps."""
        plain = min(steps, max(0, WARM_UP - self.done)) if self.recorded else steps
        for _ in range(plain):
            self.step()
        self.done += plain
        left = steps - plain
        for length in LENGTHS:
            while left >= length:
                self._graph(length).replay()
                left -= length

    def _graph(self, length: int) -> torch.cuda.CUDAGraph:
        """Return the graph of so many steps; what is recorded is not done."""
        if length not in self.graphs:
            self.graphs[length] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graphs[length]):
                for _ in range(length):
                    self.step()
        return self.graphs[length]
