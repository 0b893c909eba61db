"""A statement about numbers without a bound such as x >= 1: shown for x > 0, and for all other x.

What shows a statement for x >= 1 may read off signs of x, and shows it for x > 0, too. For other x
another proof may do, which needs fewer hypotheses: powers of x hardly have values there.

Or nothing is changed about what shows it where a hypothesis holds, and it is looked at by itself
where that does not: signs may be read off there, too, or a point is found.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from theory.binders import unbound
from theory.claim import Claim
from theory.hints import Hint
from theory.quantifiers import denied
from theory.statements import ForAll
from verify.evidence import Evidence
from verify.methods.task import Budget
from verify.variants.checking import check_variant


def shown_by_sign(
    claim: Claim, mutant: ForAll, dropped: Any, budget: Budget, seed: int, hint: Hint | None
) -> tuple[Evidence, Evidence] | None:
    """Return what proves a mutant where a symbol is positive, and where it is not.

    Args:
        claim: whose meanings count.
        mutant: the statement without a hypothesis.
        dropped: the hypothesis; if it is no positive lower bound of a symbol, nothing is returned.
        budget, seed, hint: how hard every check tries, and what helps.
    """
    symbol = bounded_from_below(dropped)
    if symbol is None:
        return None
    above = sp.Gt(symbol, 0, evaluate=False)
    below = sp.Le(symbol, 0, evaluate=False)
    without_it = tuple(g for g in mutant.given if symbol not in unbound(g))
    found = []
    for given in ((*mutant.given, above), (*without_it, below)):
        case = check_variant(claim, replace(mutant, given=given), budget, seed, hint)
        if case.proof is None:
            return None
        found.append(case.proof)
    return found[0], found[1]


def looked_at_apart(
    claim: Claim,
    mutant: ForAll,
    printed: ForAll,
    dropped: Any,
    budget: Budget,
    seed: int,
    hint: Hint | None,
) -> tuple[Evidence, ...] | None:
    """Return what proves a mutant where a hypothesis holds, and where not; or what objects there.

    Args:
        claim: whose meanings count.
        mutant: the statement without a hypothesis.
        printed: the statement.
        dropped: the hypothesis; if it compares no terms, nothing is returned.
        budget, seed, hint: how hard every check tries, and what helps.
    """
    if not isinstance(dropped, Relational):
        return None
    rest = replace(mutant, given=(*mutant.given, denied(dropped)))
    where_not = check_variant(claim, rest, budget, seed, hint)
    if where_not.objection is not None:
        return (where_not.objection,)
    if where_not.proof is None:
        return None
    where = check_variant(claim, printed, budget, seed, hint)
    return None if where.proof is None else (where.proof, where_not.proof)


def bounded_from_below(condition: Any) -> Any:
    """Return the symbol of which a condition says that it is at least a positive number.

    >>> x = sp.Symbol("x", real=True)
    >>> bounded_from_below(x >= 1), bounded_from_below(x > 0)
    (x, None)
    """
    if not isinstance(condition, (sp.Ge, sp.Gt)):
        return None
    symbol, least = condition.args
    positive = least.is_Rational and least > 0
    return symbol if positive and type(symbol) is sp.Symbol else None
