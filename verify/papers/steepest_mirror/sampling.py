"""How the remarks on samples are attacked: exact ranks of rounded Gaussian samples."""

from functools import cache

from flint import fmpq

from numerics import gaussian_rank
from theory.papers.steepest_mirror import sampling
from verify.claims.meanings import Exact


def rank(samples: fmpq, features: fmpq, seed: fmpq) -> int | None:
    """Return the exact rank, `None` where there is no such sample."""
    k, n, number = (int(fmpq(v).numerator) for v in (samples, features, seed))
    return _rank(k, n, number) if min(k, n) >= 1 and number >= 0 else None


_rank = cache(gaussian_rank.rank)

MEANINGS = {sampling.RANK: (Exact(rank),)}
