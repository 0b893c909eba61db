"""How work on claims is done, and the time that it may take."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reports.results import Profile
from verify.running.items import Item, Limits

SECONDS = {"quick": 300.0, "standard": 1800.0, "full": 14400.0}  # far above what budgets allow


@dataclass(frozen=True)
class Options:
    """How a run is done.

    Args:
        profile: "quick", "standard" or "full": how much work every check may do.
        seed: the same seed gives the same verdicts and witnesses.
        device: "cpu" or "cuda", for experiments.
        jobs: how many worker processes on this machine; a cluster has as many as it has threads.
        engine: its name; see `verify.running.engines.engine_named`.
        fresh: look for everything again, whatever is in the cache or refuted by a certificate.
        limits: what an item may use; by default the time-out of the profile.
    """

    profile: Profile = "quick"
    seed: int = 0
    device: str = "cpu"
    jobs: int = 1
    engine: str = "local"
    fresh: bool = False
    limits: Limits | None = None


def as_asked(item: Item, options: Options) -> Item:
    """Return an item with the profile and the seed of the options."""
    return replace(item, profile=options.profile, seed=options.seed)
