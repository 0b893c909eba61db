"""The rank of a Gaussian sample, exactly: entries are rounded to integers."""

from __future__ import annotations

import numpy as np
from flint import nmod_mat

_PRIME = 2**31 - 1


def rank(samples: int, features: int, seed: int) -> int:
    """Return a lower bound on the rank of `[samples, features]` that is sharp if it is full.

    Minors that are not 0 modulo a prime are not 0; the converse may fail.

    >>> rank(3, 2, 0), rank(2, 3, 0)
    (2, 2)
    """
    drawn = np.random.default_rng(seed).standard_normal((samples, features))
    entries = np.rint(1e6 * drawn).astype(int).ravel() % _PRIME
    return nmod_mat(samples, features, entries.tolist(), _PRIME).rank()
