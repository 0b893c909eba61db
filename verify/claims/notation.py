"""The notation of the paper that a claim belongs to, found beside the claim."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import And, Implies, Or

from theory.argument_language import States, is_whole
from theory.binders import is_binder, unbound
from theory.claim import Claim
from theory.notation import Letter, Named
from theory.orders import Order
from theory.quantifiers import Quantified, Some
from theory.stated import labels
from theory.statements import ForAll, SameOrder, Statement
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


def departures(claim: Claim, statement: Statement) -> tuple[str, ...]:
    """Return in words how a statement departs from its paper's notation.

    It may speak of nothing else, in no other meaning, abbreviate nothing by a name that the
    notation has, bind under such a name nothing else, speak of all or some whole numbers under
    another name only where no other number could stand, and neither hide in an order nor say that
    there are constants that depend on variables. Where a paper has no notation, nothing departs.
    """
    known = notation(claim)
    if not known:
        return ()
    names = Counter(map(str, known))
    short = {_named(key) for key in getattr(statement, "where", {})}
    variables = _variables(claim)
    speaks_of = symbols_in(statement)
    found = {
        "the notation has two things by the name": {one for one in names if names[one] > 1},
        "it is a form of what is printed in symbols of our own:": speaks_of - set(known),
        "the claim gives another meaning to": speaks_of & set(known) & set(claim.symbols),
        "an abbreviation has a name of the notation:": {one for one in short if str(one) in names},
        "a name of the notation is bound in another kind or role:": misnamed(claim, statement),
        "as whole numbers are bound without need what is not in the notation:": {
            one for one in whole_without_need(statement) if str(one) not in names
        },
        "what an order hides may depend on variables:": _may_be_hidden(statement) & variables,
        "a constant that there is may depend on variables:": _before(claim, statement, variables),
    }
    return tuple(
        f"{words} {', '.join(sorted(map(str, some)))}" for words, some in found.items() if some
    )


def _named(key: Any) -> Any:
    """Return the symbol, or the function of an applied one, that an abbreviation stands for."""
    return key.func if isinstance(key, AppliedUndef) else key


def _may_be_hidden(statement: Statement) -> set[Any]:
    """Return what the hidden constants of an order may depend on; nothing if it is none."""
    if isinstance(statement, SameOrder):
        return set(statement.constants)
    if isinstance(statement, States) and isinstance(statement.says, Order):
        return symbols_in(statement) - statement.says.over
    return set()


def _variables(claim: Claim) -> set[Any]:
    """Return the variables of a paper on which no constant may depend where a claim stands."""
    here = labels(f"{claim.source}")
    variables = (named for named in notation(claim).values() if named.role == "variable")
    return {n.thing for n in variables if n.fixed_at is None or not here & labels(f"{n.fixed_at}")}


def _before(claim: Claim, statement: Statement, variables: set[Any]) -> set[Any]:
    """Return the variables that are free where a statement says that there is a constant.

    That is whatever it begins with that is no variable itself, and further inside, before it
    speaks of all values of anything, what the notation calls a constant.
    """
    if not isinstance(statement, States):
        return set()
    first, says = set(), statement.says
    while isinstance(says, Some):
        first.add(says.args[0])
        says = says.body
    known = notation(claim)
    constants = {thing for thing, named in known.items() if named.role == "constant"}
    is_said = first - variables or constants & set(_there_is(says))
    return symbols_in(statement) & variables if is_said else set()


def _there_is(says: Any) -> Iterator[Any]:
    """Yield of what a condition says that there is, before it speaks of all values of anything."""
    if isinstance(says, Some):
        yield says.args[0]
        yield from _there_is(says.body)
    elif isinstance(says, (And, Or, Implies)):
        for part in says.args[isinstance(says, Implies) :]:
            yield from _there_is(part)


def misnamed(claim: Claim, statement: Statement) -> set[Any]:
    """Return what a statement binds by a name that the notation of its paper gives to another.

    To bind a symbol of the notation is to speak of all or some values of what it stands for, or to
    let it run through a range. Under its name nothing else may be bound: no sequence, function or
    number of another kind; but for the letters that the paper itself binds where the claim stands.
    """
    names = {str(thing): thing for thing in notation(claim)}
    bound = {
        (one, binder) for one, binder in bound_in(statement) if names.get(str(one), one) != one
    }
    return {one for one, _ in bound - {(of.symbol, of.binder) for of in letters(claim)}}


def letters(claim: Claim) -> tuple[Letter, ...]:
    """Return what the paper binds in another role where a claim stands, of `notation.LETTERS`.

    A section is no such place: it has to be a result, its proof or an equation.
    """
    all_letters: tuple[Letter, ...] = _table(claim, "LETTERS", ())
    here = labels(f"{claim.source}")
    return tuple(one for one in all_letters if here & marks(one))


def marks(letter: Letter) -> frozenset[tuple[str, str]]:
    """Return the results, proofs and equations that bind a letter."""
    named = labels(f"{letter.place}")
    return frozenset(one for one in named if one[0] not in ("section", "appendix"))


def bound_in(statement: Statement) -> set[tuple[Any, type]]:
    """Return what is bound anywhere in a statement, and by what kind of formula."""
    parts = (e for formula in statement.formulas for e in sp.preorder_traversal(formula))
    return {(limit[0], type(e)) for e in parts if is_binder(e) for limit in e.limits}


def whole_without_need(statement: Statement) -> set[Any]:
    """Return the whole numbers that quantifiers bind where any other number could stand.

    That is in no place of a sequence and at no end of a range.
    """
    parts = (e for formula in statement.formulas for e in sp.preorder_traversal(formula))
    bound = ((one.args[0], one.body) for one in parts if isinstance(one, Quantified))
    return {
        one
        for one, body in bound
        if is_whole(one) and one in unbound(body) and one not in _counted_with(body)
    }


def _counted_with(formula: Any) -> set[Any]:
    """Return the symbols in the places of sequences and at the ends of ranges in a formula."""
    places: list[Any] = []
    for part in sp.preorder_traversal(formula):
        if isinstance(part, sp.Indexed):
            places += part.indices
        elif is_binder(part) and not isinstance(part, sp.Integral):
            places += (end for limit in part.limits for end in limit[1:])
    return set().union(*(place.free_symbols for place in places))


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


def quantified_in(statement: Statement) -> set[Any]:
    """Return what the quantifiers of a statement bind: symbols, functions and sequences."""
    if not isinstance(statement, States):
        return set()
    parts = (statement.says, *statement.given)
    return {one.args[0] for part in parts for one in part.atoms(Quantified)}


def _table(claim: Claim, name: str, default: Any) -> Any:
    module = catalogue.notation_module(claim.id)
    return getattr(importlib.import_module(module), name, default) if module else default
