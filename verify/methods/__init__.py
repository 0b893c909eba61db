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

# Slow where another route has proved a statement already: the quick profile asks for one proof
# and a search, the others for every proof there is.
SECOND = (derivation.NAME, balls.NAME)
