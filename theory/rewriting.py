"""Arguments that rewrite a term wherever it stands."""

from __future__ import annotations

from typing import Any

from theory.arguments import Argument, Rewrite
from theory.binders import exchanged
from theory.language import reals


def rewritten(of: Argument, says: Any, old: Any, by: Argument) -> Rewrite:
    """Argue that what is said of a term holds of another one.

    Args:
        of: what is said.
        says: its conclusion.
        old: the term, wherever it stands in the conclusion and none of its symbols is bound.
        by: the equation of the term with the other one.

    >>> from theory.arguments import Lemma
    >>> x, y = reals("x y")
    >>> print(rewritten(Lemma("a bound"), x**2 > y, x**2, Lemma("a square")).says)
    rewritten > y
    """
    symbol = reals("rewritten")
    return Rewrite(of, by, exchanged(says, lambda part: symbol if part == old else None), symbol)
