"""Variables of the environment, changed for a while."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


@contextmanager
def variables(changed: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment within a block.

    >>> with variables({"OF_A_BLOCK": "1"}):
    ...     os.environ["OF_A_BLOCK"]
    '1'
    >>> os.environ.get("OF_A_BLOCK")
    """
    before = {name: os.environ.get(name) for name in changed}
    os.environ.update(changed)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
