"""One file per route of attack; `METHODS` is the order in which they are tried.

A method is a module with `NAME`, `TIER` and `run(task) -> Evidence`.
"""

from collections.abc import Callable

from verify.evidence import Evidence
from verify.methods import (
    balls,
    derivation,
    enumeration,
    experiment,
    induction,
    orders,
    search,
    solver,
    vacuity,
)

METHODS = {
    m.NAME: m
    for m in (
        vacuity,
        enumeration,
        solver,
        derivation,
        induction,
        balls,
        orders,
        search,
        experiment,
    )
}

# What the quick profile asks last, and only of statements of which no evidence makes it needless:
# a second proof, or a search, where there is a proof already, and whether nothing satisfies the
# hypotheses where a point is known that does (the other profiles ask all the same, as a check).
NEEDLESS: dict[str, Callable[[Evidence], bool]] = {
    derivation.NAME: lambda found: found.proves,
    balls.NAME: lambda found: found.proves,
    search.NAME: lambda found: found.proves,
    vacuity.NAME: lambda found: found.witness is not None,
}
