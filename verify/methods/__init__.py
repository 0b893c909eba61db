"""One file per route of attack; `METHODS` is the order in which they are tried.

A method is a module with `NAME`, `TIER` and `run(task) -> Evidence`.
"""

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
