"""Whether a printed clause can be what its page says, as far as a program sees it.

No program reads the page. What it sees is that a clause departs from the paper's notation, is read
only with constants that serve, says no more than it assumes, or speaks of printed numbers alone;
and of a user's paper that a clause assumes what the paper states nowhere. Each of these caps a
proof. Of the papers of this project the tests ask the last one, and more: their numbers and idle
hypotheses are listed there.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from theory.argument_language import States
from theory.binders import is_binder, unbound
from theory.claim import Claim, Part, Role
from theory.language import RoundsTo
from theory.narrowing import numbers
from theory.normal_form import normal
from theory.orders import LargeEnough, Order, SmallEnough, with_any_constant
from theory.stated import Saying, conjuncts, elsewhere, sayings, unstated_in
from theory.statements import ForAll, Statement
from verify.claims import catalogue, sources
from verify.claims.notation import departures
from verify.claims.statements import heads
from verify.errors import NotBuilt

ARITHMETIC = (sp.Abs, sp.floor, sp.ceiling, sp.sign)  # among the functions of sympy


def objections(claim: Claim, part: Part) -> tuple[str, ...]:
    """Return in words why a proof of a printed clause only supports it, if it does."""
    found = list(departures(claim, part.statement))
    if serves_alone(claim, part):
        found.append("it is shown for some constants in its hypotheses, and in no reading for all")
    found += says_nothing(part.statement)
    if is_of_printed_numbers(part.statement):
        found.append("it only compares printed numbers with each other")
    if catalogue.is_users(claim.id):
        found += (f"nothing at {place} says {h}" for place, h in _unstated(claim, part))
    return tuple(found)


def remarks(claim: Claim, part: Part) -> tuple[str, ...]:
    """Return in words which numbers the page of a user's paper has to have."""
    if not catalogue.is_users(claim.id):
        return ()
    return tuple(
        f"the page must have, {place}, what narrows a range by a number: {'; '.join(sorted(some))}"
        for place, some in numbers(part.statement).items()
    )


def _unstated(claim: Claim, part: Part) -> Iterator[tuple[str, Any]]:
    """Yield the hypotheses of a clause that its paper states nowhere, with their places."""
    if any(elsewhere(part.statement)):
        yield from unstated_in(claim, part.statement, _said_beside(claim.id))


def says_nothing(statement: Statement) -> Iterator[str]:
    """Yield in words why a statement holds as it is written, whatever its quantities are.

    A hypothesis already is the conclusion, or the same with < for <=; both sides are the same; or
    the constants of an order may depend on all that its sides speak of. What an abbreviation stands
    for is not looked at: that an identity follows from definitions can be all that a page says.
    """
    if not isinstance(statement, (ForAll, States)):
        return
    says = statement.says
    if isinstance(says, Order):
        spoken_of = frozenset().union(*map(unbound, says.sides))
        if spoken_of and spoken_of.isdisjoint(says.over):
            yield "the constants of its order may depend on all that it speaks of"
        return
    given = {normal(part) for h in statement.given for part in conjuncts(h)}
    parts = conjuncts(says)
    if all(normal(part) in given or _stricter(part) in given or _is_same(part) for part in parts):
        yield "as it is written it says no more than what is assumed"


def _stricter(relation: Any) -> Any:
    """Return <= with <, and >= with >, in normal form; nothing for any other condition."""
    kind = {sp.Ge: sp.Gt, sp.Le: sp.Lt}.get(type(relation))
    return None if kind is None else normal(kind(*relation.args, evaluate=False))


def _is_same(relation: Any) -> bool:
    """Return whether both sides of a relation are the same."""
    return isinstance(relation, Relational) and len(set(map(normal, relation.args))) == 1


def is_of_printed_numbers(statement: Statement) -> bool:
    """Return whether a statement is arithmetic with numbers that it names, and nothing else.

    They agree or not, whatever was made or measured: where they agree, nothing is proved of that.
    A value of a function at numbers, or of numbers without a name, is mathematics.
    """
    if not isinstance(statement, ForAll) or statement.symbols or heads(statement):
        return False
    parts = [e for formula in statement.formulas for e in sp.preorder_traversal(formula)]
    if not all(map(_is_arithmetic, parts)):
        return False
    rounded = [one for one in parts if isinstance(one, RoundsTo)]
    named = [*statement.where.values()]
    named += [end for one in rounded for _, *ends in one.limits for end in ends]
    return bool(named) and all(number.is_Rational or number.free_symbols for number in named)


def _is_arithmetic(e: Any) -> bool:
    """Return whether a part of a formula binds nothing, and is no function but such as |x|."""
    if isinstance(e, RoundsTo):
        return True
    if is_binder(e) or isinstance(e, sp.NumberSymbol):
        return False
    return isinstance(e, ARITHMETIC) or not isinstance(e, sp.Function)


def serves_alone(claim: Claim, part: Part) -> bool:
    """Return whether hypotheses of a clause have constants that serve, and only them.

    In another meaning of the same words it says the same under no more hypotheses, each with any
    constant; how damaged text is read does not make the difference.
    """
    if not _serves(part):
        return False
    says, given = _with_any_constant(part)
    others = (
        _with_any_constant(other)
        for other in claim.parts
        if (other.role, other.clause) == (Role.PRINTED, part.clause)
        and _damage(other) == _damage(part)
        and not _serves(other)
    )
    return not any(other == says and fewer <= given for other, fewer in others)


def _serves(part: Part) -> bool:
    given = getattr(part.statement, "given", ())
    return any(hypothesis.has(SmallEnough, LargeEnough) for hypothesis in given)


def _with_any_constant(part: Part) -> tuple[Any, frozenset[Any]]:
    """Return what a statement says, and its hypotheses with any constant."""
    given = getattr(part.statement, "given", ())
    return getattr(part.statement, "says", None), frozenset(map(with_any_constant, given))


def _damage(part: Part) -> set[Any]:
    return {one for one in part.picked if one[0].damaged}


def _said_beside(claim_id: str) -> tuple[Saying, ...]:
    """Return what a paper says in the files that a claim is made of, and where it is written.

    A hypothesis from elsewhere is the very object that another claim states, so that claim is
    imported or stands in the same file.
    """
    index = catalogue.index()
    files = sources.closure(index[claim_id].module)
    paper = [i for i, one in index.items() if one.paper == index[claim_id].paper]
    claims = tuple(_built(i for i in paper if index[i].path in files))
    module = catalogue.standing_module(claim_id)
    standing = getattr(importlib.import_module(module), "STANDING", {}) if module else {}
    return tuple(sayings(claims, standing))


def _built(claim_ids: Iterator[str]) -> Iterator[Claim]:
    """Yield claims, but for those that cannot be built: these state nothing."""
    for claim_id in claim_ids:
        try:
            yield catalogue.load(claim_id)
        except NotBuilt:
            continue
