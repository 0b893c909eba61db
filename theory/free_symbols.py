"""The free symbols of sympy's sums, products and integrals, found once for each of them.

sympy finds them anew, by substitution, each time it asks whether a term with a sum is a number,
which takes long for sums in sums. An expression never changes, so its free symbols are kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy.concrete.expr_with_limits import ExprWithLimits

KEPT = 2**14
_found = lru_cache(maxsize=KEPT)(ExprWithLimits.free_symbols.fget)


def _copied(expression: Any) -> set[Any]:
    """Return the free symbols, in a set of its own: sympy changes what it gets."""
    return set(_found(expression))


def keep() -> None:
    """Let sympy keep the free symbols of sums, products and integrals in this process.

    >>> import sympy as sp
    >>> i, n = sp.symbols("i n")
    >>> sp.Sum(i * n, (i, 0, n)).free_symbols
    {n}
    """
    ExprWithLimits.free_symbols = property(_copied)
