"""How a head is written in formulas: a name before its arguments, or a pattern with places.

#1 is the place of the first argument, #3* that of the third and all that follow. Sums and negative
terms are bracketed, except where the place has brackets of its own.
"""

from __future__ import annotations

import re
from typing import Any

import sympy as sp
from sympy.printing.precedence import PRECEDENCE, precedence

PLACE = re.compile(r"#(\d)(\*?)")
BRACKETED = re.compile(r"(?<=[{(,])#(\d)(?=[}),])")


def without_arguments(latex: str) -> str:
    """Return what a head is called in formulas, with dots for arguments.

    >>> print(without_arguments("F_{#2}(#1)"))
    F_{\\cdot}(\\cdot)
    """
    return PLACE.sub(r"\\cdot", latex)


def with_arguments(head: Any, latex: str, printer: Any, exp: str | None = None) -> str:
    """Return a head with its arguments as LaTeX, to the power `exp`.

    A pattern may leave out arguments that are symbols. A head of which it would leave out others is
    written by its own name.
    """
    arguments = [printer._print(a) for a in head.args]
    if not PLACE.search(latex):
        shown = rf"{latex}\left({', '.join(arguments)}\right)"
        return shown if exp is None else f"{shown}^{{{exp}}}"
    if not all(isinstance(a, sp.Symbol) for a in _left_out(head, latex)):
        return str(printer._print_Function(head, exp))

    def bracketed(place: re.Match[str]) -> str:
        return str(arguments[int(place[1]) - 1])

    def among_others(place: re.Match[str]) -> str:
        first = int(place[1]) - 1
        if place[2]:
            return ", ".join(arguments[first:])
        brackets = precedence(head.args[first]) < PRECEDENCE["Mul"]
        return rf"\left({arguments[first]}\right)" if brackets else str(arguments[first])

    shown = PLACE.sub(among_others, BRACKETED.sub(bracketed, latex))
    return shown if exp is None else rf"\left({shown}\right)^{{{exp}}}"


def _left_out(head: Any, latex: str) -> list[Any]:
    """Return the arguments of a head that have no place in a pattern."""
    shown: set[int] = set()
    for place, all_from_there in PLACE.findall(latex):
        first = int(place) - 1
        shown.update(range(first, len(head.args) if all_from_there else first + 1))
    return [argument for n, argument in enumerate(head.args) if n not in shown]
