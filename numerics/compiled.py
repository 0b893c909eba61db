"""Functions that numba compiles, where it is installed (extra `fast`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

try:
    import numba
except ImportError:
    THERE = False
else:
    THERE = True


def njit(**how: Any) -> Callable[[Any], Any]:
    """Return what compiles a function, or leaves it as it is."""
    return numba.njit(**how) if THERE else lambda function: function
