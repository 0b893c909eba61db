"""Long terms that occur several times in some formulas, which get a name.

A term is left where it stands if it may not be evaluated at all: in a branch, behind an "or", or
within what is bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import sympy as sp
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import BooleanFunction

from theory.binders import is_binder, unbound
from theory.sequences import Mean

SHORT, SAVED, MOST = 15, 80, 4  # characters of a term, and for which a name is worth a line; names
BRANCHING = (sp.Piecewise, ExprCondPair, BooleanFunction)  # only the first part is evaluated first


def repeated(
    formulas: Iterable[Any],
    known: Collection[Any],
    shown: Callable[[Any], str],
    most: int = MOST,
    least: int = SAVED,
) -> list[Any]:
    """Return the terms of some formulas to which a name is to be given, what is within first.

    Args:
        formulas: the formulas.
        known: the symbols that have a value.
        shown: how a term is written.
        most: how many names are given.
        least: how many characters a name has to save.
    """
    formulas = list(formulas)
    found: list[Any] = []
    length = cache(lambda term: len(shown(term)))
    while len(found) < most:
        times: Counter[Any] = Counter()
        sure = set()
        for formula in formulas:
            for term, evaluated in _terms(formula, found):
                times[term] += 1
                if evaluated:
                    sure.add(term)
        saved = {
            term: (count - 1) * length(term)
            for term, count in times.items()
            if count > 1 and term in sure and unbound(term) <= set(known) and length(term) >= SHORT
        }
        best = max(saved, key=lambda term: (saved[term], str(term)), default=None)
        if best is None or saved[best] < least:
            break
        found.append(best)
    return sorted(found, key=sp.count_ops)


@cache
def by_cases(formulas: tuple[Any, ...], least: int) -> tuple[Any, Any, Mapping[Any, Any]] | None:
    """Return a definition by cases of which many terms are values, `None` if there is none.

    Args:
        formulas: where the terms stand.
        least: how many terms at least.

    Returns:
        A variable, the definition, and by term at which value of the variable it is that.
    """
    terms = {term for formula in formulas for term in formula.atoms(sp.Piecewise)}
    if len(terms) < least:
        return None
    at = sp.Dummy("u", real=True)
    of: dict[Any, dict[Any, Any]] = {}  # by definition
    for term in sorted(terms, key=str):
        for inside in sorted({e for e in sp.preorder_traversal(term) if _may_vary(e)}, key=str):
            form = term.subs(inside, at)
            if at in form.free_symbols and form.subs(at, inside) == term:
                of.setdefault(form, {}).setdefault(term, inside)
    best = max(of, key=lambda form: (len(of[form]), -form.count_ops(), str(form)), default=None)
    if best is None or len(of[best]) < least:
        return None
    return at, best, of[best]


def _may_vary(e: Any) -> bool:
    return isinstance(e, sp.Expr) and not isinstance(e, sp.Piecewise) and bool(e.free_symbols)


def _terms(formula: Any, named: Collection[Any], evaluated: bool = True) -> Iterator[Any]:
    """Yield the terms in a formula, and whether each is evaluated in any case."""
    if formula in named or not formula.args:
        return
    if isinstance(formula, sp.Expr) and not isinstance(formula, sp.Indexed):
        yield formula, evaluated
    bound = is_binder(formula) and not isinstance(formula, Mean)  # a law has values
    for place, part in enumerate(formula.args):
        branch = isinstance(formula, BRANCHING) and place > 0
        if isinstance(formula, ExprCondPair):
            branch = place == 0  # what is chosen, not the condition
        yield from _terms(part, named, evaluated and not bound and not branch)
