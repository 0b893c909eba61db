"""Where to cut an inequality in one real variable, so that signs can be read off on each piece.

f(x) >= 0 may fail to be seen because f falls at first and rises later. Cut where the slope of f, or
the slope of that, changes its sign, each piece may have a proof by cases that starts at the end at
which f is smallest. If the place is irrational it is enclosed, and f is certain on a box around it.

The places are found in floating-point numbers. Nothing depends on them: the kernel checks that the
pieces leave nothing out, and the proof on each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import isfinite
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from theory.statements import ForAll
from verify.kernel.points import certain, ends, halves, initial_box
from verify.kernel.proofs import pieces
from verify.kernel.total import Outside, Total, hypotheses, kind, total

GRID = 400  # places at which slopes are looked at
EXACT = 1e-9  # how near a place must be to a simple number that is tried for it
SIMPLE = 1000  # largest denominator of such a number
AROUND = (Fraction(1, 64), Fraction(1, 1024), Fraction(1, 2**16))  # how far enclosures reach
HALVINGS = 60
BOXES = 32  # on one piece
MOST = 8  # cuts

Slope = Callable[[float], float]
Find = Callable[[Total], dict[str, Any]]


def find_in_pieces(statement: ForAll, find: Find) -> dict[str, Any]:
    """Return a certificate of a proof in pieces.

    Args:
        statement: an expanded statement without heads.
        find: returns a certificate by cases of one piece, or raises `Outside`.

    Raises:
        Outside: the statement is no inequality in one real variable, or no proof was found.
    """
    symbol = _variable(statement)
    reason = Outside("no slope changes its sign")
    for cuts in _cuts(statement, symbol):
        try:
            parts = [_proof(part, find) for part in pieces(statement, str(symbol), cuts)]
        except Outside as found:
            reason = found
            continue
        return {
            "kind": "pieces",
            "symbol": str(symbol),
            "cuts": [str(cut) for cut in cuts],
            "parts": parts,
        }
    raise reason


def _variable(statement: ForAll) -> Any:
    """Return the only symbol of inequalities.

    Raises:
        Outside: there are more, or there is an equation.
    """
    if len(statement.symbols) != 1 or kind(statement.symbols[0]) != "real":
        raise Outside("not in one real variable")
    if statement.says.atoms(sp.Eq, sp.Ne) or not statement.says.atoms(Relational):
        raise Outside("no inequality")
    return statement.symbols[0]


def _proof(piece: ForAll, find: Find) -> dict[str, Any]:
    """Return a certificate of one piece, by cases or by a few boxes.

    Raises:
        Outside: no proof was found.
    """
    try:
        return find(total(piece))
    except Outside as reason:
        count = _boxes(piece)
        if not count:
            raise reason from None
    return {"kind": "boxes", "count": count}


def _boxes(piece: ForAll) -> int:
    """Return on how many boxes that cover a piece it is certain, 0 if it is not seen to be."""
    try:
        queue = [initial_box(piece)]
    except Outside:
        return 0
    for count in range(1, BOXES + 1):
        box = queue.pop(0)
        if not certain(piece, box, {}):
            queue += halves(box)
        if not queue:
            return count
    return 0


def _cuts(statement: ForAll, symbol: Any) -> Iterator[list[Fraction]]:
    """Yield numbers at which to cut, the fewest first."""
    mine = [h for h in hypotheses(statement.given) if h.free_symbols == {symbol}]
    low, high = (end and end[0] for end in ends(mine, symbol))
    differences = [r.lhs - r.rhs for r in sorted(statement.says.atoms(Relational), key=str)]
    tried = set()
    slopes = differences
    for _ in range(2):
        slopes = [e.diff(symbol) for e in slopes]
        places = sorted({p for e in slopes for p in _turns(e, symbol, low, high)})
        for around in AROUND:
            cuts = _near(places, around, low, high)
            if cuts and len(cuts) <= MOST and tuple(cuts) not in tried:
                tried.add(tuple(cuts))
                yield cuts
        differences += slopes


def _near(
    places: list[float], around: Fraction, low: Fraction | None, high: Fraction | None
) -> list[Fraction]:
    """Return simple numbers that are places, and two around each other place, inside a range."""
    found: set[Fraction] = set()
    for place in places:
        simple = Fraction(place).limit_denominator(SIMPLE)
        if abs(float(simple) - place) <= EXACT * max(1, abs(place)):
            found.add(simple)
            continue
        reach = around * Fraction(max(1, round(abs(place))))
        middle = Fraction(place).limit_denominator(int(4 / around))
        found |= {middle - reach, middle + reach}
    inside = (c for c in found if (low is None or c > low) and (high is None or c < high))
    return sorted(inside)


def _turns(e: Any, symbol: Any, low: Fraction | None, high: Fraction | None) -> Iterator[float]:
    """Yield places between two ends at which a term changes its sign, as far as a grid shows."""
    if not e.has(symbol) or e.has(sp.Derivative, sp.Subs, sp.DiracDelta):
        return
    evaluate = _numeric(e, symbol)
    grid = _grid(low, high)
    signs = [(place, value) for place in grid if isfinite(value := evaluate(place)) and value != 0]
    for (a, left), (b, right) in pairwise(signs):
        if left * right < 0:
            yield _between(evaluate, a, b, left > 0)


def _between(evaluate: Slope, low: float, high: float, falls: bool) -> float:
    """Return where a function between two places has the value 0."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if (evaluate(middle) > 0) == falls:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _numeric(e: Any, symbol: Any) -> Slope:
    """Return a term as a function of floating-point numbers, `nan` where it has no value."""
    try:
        made = sp.lambdify(symbol, e, modules=["scipy", "numpy"])
    except SyntaxError:  # a bound symbol has a name that is none of Python's
        return lambda place: float("nan")

    def evaluate(place: float) -> float:
        with np.errstate(all="ignore"):
            try:
                value = made(np.float64(place))
            except (TypeError, ValueError, ArithmeticError, NameError):
                return float("nan")
        return float(value) if np.isrealobj(value) else float("nan")

    return evaluate


def _grid(low: Fraction | None, high: Fraction | None) -> list[float]:
    """Return places between two ends, far out where one is missing."""
    shares = [n / GRID for n in range(1, GRID)]
    if low is not None and high is not None:
        return [float(low) + float(high - low) * s for s in shares]
    if low is None and high is None:
        return [(2 * s - 1) / (s * (1 - s)) for s in shares]
    if high is None:
        assert low is not None
        return [float(low) + s / (1 - s) for s in shares]
    return [float(high) - (1 - s) / s for s in shares]
