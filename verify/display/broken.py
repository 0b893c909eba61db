"""Which relation of a conclusion fails at a counterexample."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from verify.claims.meanings import Interpretation
from verify.truth import Truth, evaluate

SIGNS = {sp.Eq: "=", sp.Ne: "≠", sp.Le: "≤", sp.Lt: "<", sp.Ge: "≥", sp.Gt: ">"}


def broken_relation(
    condition: Any, point: Mapping[Any, Any], interpretation: Interpretation
) -> Any:
    """Return a relation of a conclusion that is broken at a point, `None` if there is none.

    It is the first one, or else the first that does more than compare a symbol with a number or a
    symbol, which tells cases apart.

    >>> from fractions import Fraction
    >>> x, y = sp.symbols("x y", real=True)
    >>> broken_relation((x > 0) & (x < 1), {x: Fraction(2)}, {})
    x < 1
    >>> broken_relation(sp.Eq(x, 0) | (x * y > 1), {x: Fraction(2), y: Fraction(0)}, {})
    x*y > 1
    """
    if isinstance(condition, Relational):
        broken = evaluate(condition, point, interpretation) is Truth.FALSE
        return condition if broken and type(condition) in SIGNS else None
    if not isinstance(condition, (sp.And, sp.Or, sp.Implies)):
        return None
    parts = condition.args[1:] if isinstance(condition, sp.Implies) else condition.args
    found = [broken_relation(part, point, interpretation) for part in parts]
    relations = [relation for relation in found if relation is not None]
    return min(relations, key=tells_cases_apart, default=None)


def tells_cases_apart(relation: Any) -> bool:
    """Return whether a relation compares a symbol with a number, or two symbols."""
    return all(side.is_Atom for side in relation.args)
