"""Many small steps in place: on a GPU they are recorded once and replayed.

To launch a kernel takes a few microseconds, which is longer than a small kernel runs. A recorded
graph of steps launches them together; it does the same operations on the same memory, so the
results are the same to the last bit. Where very many steps follow, a step is compiled into few
kernels before it is recorded; its results are then the same up to round-off.

On a CPU nothing is recorded or compiled. To call an operation costs little there, and steps in
place that stay in the caches are as fast as compiled ones: of the grid of table 4 of
steepest-mirror a compiled step of sign descent takes a sixth longer, of q = 1.5 a quarter less,
and to compile one takes half a minute on a busy machine.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch

COMPILED_FROM = 100_000  # steps: to compile one takes seconds and saves some 30 us of each
LENGTHS = (32, 1)  # of the graphs that are recorded, in steps
WARM_UP = 3  # steps that are done before any is recorded: libraries allocate memory in them


class Repeated:
    """A step that changes tensors in place, to be done many times.

    It must do the same operations on the same tensors each time, ask the CPU for nothing, and have
    no other effects than on these tensors. The steps that are done as a warm-up count.

    Args:
        step: does one step.
        device: where its tensors live.
        expected: about how many steps will be asked for.

    >>> x = torch.zeros(1)
    >>> steps = Repeated(lambda: x.add_(1), x.device, 40)
    >>> steps.advance(40)
    >>> x
    tensor([40.])
    """

    def __init__(self, step: Callable[[], object], device: torch.device, expected: int) -> None:
        self.recorded = device.type == "cuda"
        compiled = self.recorded and expected >= COMPILED_FROM and _has_compiler()
        self.step = _compiled(step) if compiled else step
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


def _compiled(step: Callable[[], object]) -> Callable[[], object]:
    """Return the step as few kernels; those of earlier steps are forgotten."""
    torch.compiler.reset()  # what is compiled of one function is limited in number
    compiled = torch.compile(step, fullgraph=True, dynamic=False)

    def unnoticed() -> None:
        with _process_as_it_was():
            compiled()

    return unnoticed


@contextmanager
def _process_as_it_was() -> Iterator[None]:
    """Undo what a compiler leaves behind: a higher recursion limit, and a thread of tqdm's."""
    limit = sys.getrecursionlimit()
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
        bars = getattr(sys.modules.get("tqdm"), "tqdm", None)
        if bars is not None and bars.monitor is not None:
            bars.monitor.exit()
            bars.monitor = None


def _has_compiler() -> bool:
    """Return whether there is the C compiler that a compiled step needs."""
    return bool(os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang"))
