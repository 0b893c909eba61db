"""Statements with finitely many points, and statements that are certain on boxes of balls."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import flint
from flint import arb, fmpq

from verify.claims.meanings import Interpretation
from verify.kernel.cases import Case, integers_between, listed
from verify.kernel.total import Outside, Total, hypotheses, kind
from verify.truth import Arithmetic, Truth, truths_at

MAX_POINTS = 20_000
PRECISION = 96


def domain(statement: Any) -> list[list[Fraction]]:
    """Return values for each symbol among which all points of a statement are.

    Raises:
        Outside: the hypotheses leave infinitely many, or too many.
    """
    values: list[list[Fraction]] = []
    size = 1
    for symbol in statement.symbols:
        values.append(values_of(symbol, statement.given))
        size *= len(values[-1])
        if size > MAX_POINTS:
            raise Outside(f"more than {MAX_POINTS} points")
    return values


def size(statement: Any) -> int:
    """Return how many points `domain` leaves.

    Raises:
        Outside: they are infinitely many, or too many.
    """
    return prod(map(len, domain(statement)))


def values_of(symbol: Any, given: Iterable[Any]) -> list[Fraction]:
    """Return the values that the hypotheses on a symbol alone leave to it.

    Raises:
        Outside: they are infinitely many, or too many.
    """
    mine = [h for h in hypotheses(given) if h.free_symbols == {symbol}]
    for hypothesis in mine:
        try:
            found = listed(hypothesis, symbol)
        except Outside:
            continue
        return [v for v in found if kind(symbol) == "real" or v.denominator == 1]
    if kind(symbol) != "integer":
        raise Outside(f"{symbol} has infinitely many values")
    low, high = ends(mine, symbol)
    if low is None or high is None:
        raise Outside(f"{symbol} has infinitely many values")
    return [Fraction(n) for n in integers_between(low[0], high[0], low[1], high[1], MAX_POINTS)]


End = tuple[Fraction, bool]


def ends(given: list[Any], symbol: Any) -> tuple[End | None, End | None]:
    """Return the strongest rational ends that hypotheses give to a symbol, each with strictness."""
    case = Case(Total((symbol,), tuple(given), True), False)
    found: dict[bool, End | None] = {True: None, False: None}
    for hypothesis in given:
        for low in (True, False):
            try:
                end, strict = case.bound(hypothesis, symbol, low)
            except Outside:
                continue
            value, best = case.algebra.rational(end), found[low]
            if value is None:
                continue
            if best is None or (value > best[0] if low else value < best[0]):
                found[low] = (value, strict)
            elif value == best[0]:
                found[low] = (value, strict or best[1])
    return found[True], found[False]


def every_point(
    statement: Any, interpretation: Interpretation
) -> Iterator[tuple[dict[Any, Any], Truth]]:
    """Yield the points at which no hypothesis is known to fail, with the truth of the conclusion.

    Raises:
        Outside: they are not finitely many.
    """
    for choice in product(*domain(statement)):
        point = dict(zip(statement.symbols, choice, strict=True))
        truth_of = truths_at(point, interpretation)
        if not any(truth_of(h) in (Truth.FALSE, Truth.UNDEFINED) for h in statement.given):
            yield point, truth_of(statement.says)


Box = dict[Any, tuple[fmpq, fmpq]]


def initial_box(statement: Any) -> Box:
    """Return a box that contains the domain.

    Raises:
        Outside: the hypotheses bound it by no rational numbers, or a symbol is not real.
    """
    box: Box = {}
    for symbol in statement.symbols:
        if kind(symbol) != "real":
            raise Outside(f"{symbol} is not real")
        mine = [h for h in hypotheses(statement.given) if h.free_symbols == {symbol}]
        low, high = ends(mine, symbol)
        if low is None or high is None:
            raise Outside(f"{symbol} has no two rational ends")
        box[symbol] = (_rational(low[0]), _rational(high[0]))
    return box


def certain(statement: Any, box: Box, interpretation: Interpretation) -> bool:
    """Return whether the conclusion is true on a whole box, or a hypothesis false on it."""
    with flint.ctx.workprec(PRECISION):
        point = {s: arb(low).union(arb(high)) for s, (low, high) in box.items()}
        arithmetic = Arithmetic(point, interpretation)
        if any(arithmetic.truth(h) is Truth.FALSE for h in statement.given):
            return True
        return arithmetic.truth(statement.says) is Truth.TRUE


def halves(box: Box) -> tuple[Box, Box]:
    """Cut a box across its longest side."""
    symbol = max(box, key=lambda s: box[s][1] - box[s][0])
    low, high = box[symbol]
    middle = (low + high) / 2
    return {**box, symbol: (low, middle)}, {**box, symbol: (middle, high)}


def covered_by_boxes(statement: Any, box: Box, count: int, interpretation: Interpretation) -> None:
    """Check that a statement is certain on each of at most `count` boxes, big ones first.

    Raises:
        Outside: it is not.
    """
    queue = deque([box])
    while queue:
        if count <= 0 or not box:
            raise Outside("more boxes than the certificate says")
        count -= 1
        current = queue.popleft()
        if not certain(statement, current, interpretation):
            queue.extend(halves(current))


def _rational(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
