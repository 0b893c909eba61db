"""The notation of the paper that a claim belongs to, found beside the claim."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

from theory.argument_language import States
from theory.binders import unbound
from theory.claim import Claim, ForAll, SameOrder, Statement
from theory.notation import Named
from verify.claims import catalogue
from verify.claims.statements import heads


def definitions(claim: Claim) -> Mapping[str, States]:
    """Return the definitions of a paper's notation: its `notation.DEFINITIONS`."""
    found: Mapping[str, States] = _table(claim, "DEFINITIONS", {})
    return found


def notation(claim: Claim) -> dict[Any, Named]:
    """Return what a paper's symbols and heads stand for: its `notation.NOTATION`."""
    named: tuple[Named, ...] = _table(claim, "NOTATION", ())
    return {one.thing: one for one in named}


def unexplained(claim: Claim, statement: Statement) -> tuple[str, ...]:
    """Return what stands in a statement although the paper's notation does not have it.

    Where a paper has no notation, that is nothing.
    """
    known = notation(claim)
    if not known:
        return ()
    return tuple(sorted(str(thing) for thing in symbols_in(statement) if thing not in known))


def symbols_in(statement: Statement) -> set[Any]:
    """Return what is free in a statement: symbols, functions, sequences and heads."""
    found: set[Any] = set(heads(statement))
    if isinstance(statement, (ForAll, States)):
        parts = (statement.says, *statement.given)
        names = set(getattr(statement, "where", {}))
        parts += tuple(getattr(statement, "where", {}).values())
        found |= frozenset().union(*map(unbound, parts)) - names
    elif isinstance(statement, SameOrder):
        found |= {*statement.variables, *statement.constants}
    return found


def _table(claim: Claim, name: str, default: Any) -> Any:
    place = catalogue.index().get(claim.id)
    package = place.module.rpartition(".")[0] if place is not None else ""
    if not package or importlib.util.find_spec(f"{package}.notation") is None:
        return default  # a claim that was written in this process is of no package
    return getattr(importlib.import_module(f"{package}.notation"), name, default)
