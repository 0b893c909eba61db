"""What linear hypotheses imply for the numbers that are drawn first (Fourier-Motzkin).

From `a <= v` and `v <= b` follows `a <= b`: drawn without it, a and b would often leave nothing
to v. The implied inequalities are bounds like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from property_tests.strategies.bounds import difference, terms_of

MAX_ROWS = 120  # where elimination makes more of them, the rest is left to rejection


@dataclass(frozen=True)
class Row:
    """The inequality `sum of coefficient * symbol + constant >= 0`, or > 0 if `strict`."""

    coefficients: tuple[tuple[Any, Any], ...]
    constant: Any
    strict: bool

    def of(self, symbol: Any) -> Any:
        """Return the coefficient of a symbol."""
        return dict(self.coefficients).get(symbol, 0)


def implied(conditions: Sequence[Any], order: Sequence[Any]) -> list[Any]:
    """Return inequalities that follow from linear conditions by eliminating the last symbols.

    >>> a, b, v = sp.symbols("a b v", real=True)
    >>> implied([a <= v, v < b], [a, b, v])
    [-a + b > 0]
    """
    rows = {row for condition in conditions for row in _rows(condition, set(order))}
    given = set(rows)
    found: list[Any] = []
    for symbol in reversed(order):
        mine = [row for row in rows if row.of(symbol) != 0]
        rows -= set(mine)
        above = [row for row in mine if row.of(symbol) < 0]
        below = [row for row in mine if row.of(symbol) > 0]
        if len(rows) + len(above) * len(below) > MAX_ROWS:
            return found
        combined = {_combined(up, low, symbol) for up in above for low in below}
        new = {row for row in combined if row.coefficients} - rows - given
        rows |= new
        found += sorted((_relation(row) for row in new), key=str)
    return found


def _rows(condition: Any, symbols: set[Any]) -> Iterator[Row]:
    apart = difference(condition) if condition.free_symbols <= symbols else None
    if apart is None:
        return
    terms = sp.Add(*terms_of(apart)).as_coefficients_dict()
    if not all(c.is_Rational and (t == 1 or t in symbols) for t, c in terms.items()):
        return
    strict = isinstance(condition, (sp.Lt, sp.Gt))
    signs = [1] if isinstance(condition, (sp.Ge, sp.Gt)) else [-1]
    for sign in (1, -1) if isinstance(condition, sp.Eq) else signs:
        yield _row({t: sign * c for t, c in terms.items()}, strict)


def _row(terms: dict[Any, Any], strict: bool) -> Row:
    """Return a row whose first coefficient is 1 or -1."""
    named = sorted(((t, c) for t, c in terms.items() if t != 1 and c != 0), key=str)
    scale = abs(named[0][1]) if named else 1
    constant = terms.get(sp.S.One, sp.S.Zero) / scale
    return Row(tuple((t, c / scale) for t, c in named), constant, strict)


def _combined(up: Row, low: Row, symbol: Any) -> Row:
    weights = ((up, low.of(symbol)), (low, -up.of(symbol)))
    terms: dict[Any, Any] = {sp.S.One: sum(w * row.constant for row, w in weights)}
    for row, weight in weights:
        for t, c in row.coefficients:
            terms[t] = terms.get(t, 0) + weight * c
    return _row(terms, up.strict or low.strict)


def _relation(row: Row) -> Any:
    total = sum((c * t for t, c in row.coefficients), row.constant)
    return sp.Gt(total, 0, evaluate=False) if row.strict else sp.Ge(total, 0, evaluate=False)
