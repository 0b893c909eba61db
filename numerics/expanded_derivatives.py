"""Derivatives of polynomials a second way: a loss is expanded, and that is differentiated.

A function is called once, with the generators of a ring of polynomials; what comes out is a
polynomial with rational coefficients, which is differentiated term by term and evaluated last.
"""

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

Function = Callable[[Sequence[Any]], Any]


def partial(function: Function, at: Sequence[fmpq], *places: int) -> fmpq:
    """Return the derivative of a polynomial in these coordinates, counted from 0, at a point."""
    if not at:
        return fmpq(0)
    ring = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(at))], Ordering.lex)
    derived: fmpq_mpoly = ring.constant(0) + function(ring.gens())
    for place in places:
        derived = derived.derivative(place)
    return fmpq(derived(*at))


def along(order: int, function: Function, at: Sequence[fmpq], v: Sequence[fmpq]) -> fmpq:
    """Return a derivative along v: the sum of all partial ones of this order, weighted by v."""
    moved = [place for place, move in enumerate(v) if move]
    return sum(
        (
            prod((v[place] for place in places), start=fmpq(1)) * partial(function, at, *places)
            for places in product(moved, repeat=order)
        ),
        fmpq(0),
    )
