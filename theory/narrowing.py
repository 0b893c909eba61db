"""Which hypotheses of a statement narrow a range by a number.

A number that the page does not print makes less of a statement than what is claimed. Such are
relations in hypotheses, and in what implications assume, that have a number on a side, beside a
term or as a factor of an inequality, that speak of one quantity alone and say more than its sign,
or that compare with a term which some number bounds, whatever its quantities are; and sums,
integrals and the like with a number as the upper end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

import sympy as sp
from mpmath import mp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Implies

from theory.argument_language import States
from theory.binders import is_binder
from theory.language import Apply
from theory.places import HERE
from theory.statements import ForAll

# what grows with its quantities, if only as their logarithm, is above `NEAR` at `FAR`
FAR, NEAR, NOTHING = mp.mpf(10) ** 30, 50, mp.mpf(10) ** -9
PROBES = (-FAR, mp.mpf(-1), -1 / FAR, mp.mpf(0), 1 / FAR, mp.mpf(1), FAR)
SEVERAL = 3  # quantities of a term, each of which takes every one of these values
# what has no value at a point, or one that is too large to be computed
_NO_VALUE = (ArithmeticError, ValueError, TypeError, NameError, AttributeError, mp.NoConvergence)


def numbers(statement: Any) -> dict[str, set[str]]:
    """Return what bounds ranges by numbers in a statement, by the place where it stands."""
    found: dict[str, set[str]] = defaultdict(set)
    if not isinstance(statement, (ForAll, States)):
        return found
    for place, hypotheses in statement.places:
        for hypothesis in hypotheses:
            found[place] |= {str(r) for r in hypothesis.atoms(Relational) if _has_a_number(r)}
            found[place] |= _ranges(hypothesis)
    for part in sp.preorder_traversal(statement.says):
        if isinstance(part, Implies):
            assumed = part.args[0].atoms(Relational)
            found[HERE] |= {str(r) for r in assumed if _has_a_number(r)}
    for formula in (statement.says, *getattr(statement, "where", {}).values()):
        found[HERE] |= _ranges(formula)
    return {place: some for place, some in found.items() if some}


def _has_a_number(relation: Relational) -> bool:
    terms = [term for side in relation.args for term in sp.Add.make_args(side) if term != 0]
    if any(term.is_number for term in terms):
        return True
    unequal = not isinstance(relation, (sp.Eq, sp.Ne))
    if unequal and any(abs(term.as_coeff_Mul()[0]) != 1 for term in terms):
        return True
    if unequal and any(map(is_bounded, terms)):
        return True
    quantities = set().union(*map(_quantities, terms))
    return len(quantities) == 1 and not set(terms) <= {q * s for q in quantities for s in (1, -1)}


def _quantities(term: Any) -> set[Any]:
    """Return the symbols, entries of sequences and values of heads of which a term is made."""
    if isinstance(term, (sp.Symbol, sp.Indexed, AppliedUndef)):
        return {term}
    return set().union(*map(_quantities, term.args))


@lru_cache(maxsize=2**12)
def is_bounded(term: Any) -> bool:
    """Return whether a number other than 0 seems to bound a term, whatever its quantities are.

    >>> y, z = sp.symbols("y z", real=True)
    >>> [is_bounded(t) for t in (sp.tanh(y), y**2 / (y**2 + z**2), sp.cosh(y))]
    [True, True, True]
    >>> [is_bounded(t) for t in (y * sp.tanh(z), -(y**2), sp.exp(-y), sp.log(1 + y**2))]
    [False, False, False, False]
    """
    found = list(_values(term))
    ends = (max(found), min(found)) if found else ()
    return any(NOTHING < abs(end) <= NEAR for end in ends)


def _values(term: Any) -> Iterator[Any]:
    """Yield the real values of a term where its quantities are far out, at 1, and near and at 0."""
    parts = sorted(_opaque(term), key=str)
    if not 1 <= len(parts) <= SEVERAL or term in parts:
        return
    names = [sp.Dummy() for _ in parts]
    function = sp.lambdify(names, term.xreplace(dict(zip(parts, names, strict=True))), "mpmath")
    for point in product(PROBES, repeat=len(parts)):
        try:
            value = mp.mpmathify(function(*point))
        except _NO_VALUE:
            continue
        if isinstance(value, mp.mpf) and mp.isfinite(value):
            yield value


def _opaque(term: Any) -> set[Any]:
    """Return the quantities of a term; what binds a symbol is one."""
    if isinstance(term, (sp.Symbol, sp.Indexed, AppliedUndef, Apply)) or is_binder(term):
        return {term}
    return set().union(*map(_opaque, term.args))


def _ranges(formula: Any) -> set[str]:
    return {
        str((symbol, *ends))
        for part in sp.preorder_traversal(formula)
        if is_binder(part)
        for symbol, *ends in part.limits
        if len(ends) == 2 and _are_numbers(*ends)
    }


def _are_numbers(low: Any, high: Any) -> bool:
    return bool((high.is_number and high != sp.oo) or (low.is_number and low not in (0, 1, -sp.oo)))
