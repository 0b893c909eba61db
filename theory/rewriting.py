"""Arguments that rewrite a term wherever it stands, or put terms into plain arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theory.arguments import Argument, Cut, Put, Rewrite, Solve
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


def by_arithmetic(
    says: Any,
    given: tuple[Any, ...],
    plain: Solve,
    values: Mapping[Any, Any],
    using: tuple[Argument, ...],
) -> Solve:
    """Argue by arithmetic with symbols for powers, roots and other terms.

    A solver that is told what these are made of may look for it among their properties.

    Args:
        says: the conclusion.
        given: its hypotheses.
        plain: the conclusion and what it follows from, with symbols for terms.
        values: the terms.
        using: facts that say this of the terms.
    """
    return Solve(says, given, (Cut(Put(plain, values), using), *using))
