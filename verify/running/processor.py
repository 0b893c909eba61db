"""A limit on the processor time of a part of the work.

How long something takes by the clock depends on what else the machine does; the time for which it
has a processor hardly does. The operating system ends the process that goes beyond the limit
(`RLIMIT_CPU`, which counts in whole seconds), which costs the item that it did. Processes that it
starts have limits of their own.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import resource
except ImportError:  # not a POSIX system: no limit but that of the clock
    resource = None  # type: ignore[assignment]


@contextmanager
def processor_time(seconds: float) -> Iterator[None]:
    """End this process if what is done in the block takes more seconds of its processor time."""
    if resource is None:
        yield
        return
    before, most = resource.getrlimit(resource.RLIMIT_CPU)
    end = math.ceil(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (end, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, (before, most))
