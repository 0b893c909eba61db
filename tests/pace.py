"""How fast this machine is now, so that limits in seconds do not hang on what else it does."""

import time

AT_REST = 0.1  # seconds that the loop below takes on two cores at rest


def slowness():
    """Return how many times slower than at rest a fixed piece of work is, at least 1."""
    started = time.perf_counter()
    total = 0
    for number in range(1_000_000):
        total += number
    return max(1, (time.perf_counter() - started) / AT_REST)
