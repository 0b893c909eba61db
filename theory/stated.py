"""Which hypotheses a paper states at the place under which a claim has them.

A hypothesis of a claim that stands elsewhere in the paper carries its place, `"assumption B.3"`.
It is stated there if a claim that stands at this place has it among the hypotheses of its own
sentence or says it, or if the notation of the paper has it in `STANDING`, the conditions under
which the paper is written, by place. That a denominator is not 0 is supposed
wherever it is written. It must be the very condition, but for the names of bound
symbols and the order of sides: a part of a conjunction, or an instance of what is said for all
values of a bound symbol, if what is supposed of these values is among the claim's hypotheses.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States, is_whole
from theory.binders import SequenceOf, bound_symbols, substitute, unbound
from theory.claim import Claim, Role
from theory.definedness import facts_of, requirements
from theory.language import DEFINES, Apply, Each, FunctionSymbol
from theory.normal_form import TURNED, normal
from theory.places import HERE
from theory.quantifiers import Every, Some
from theory.statements import ForAll

KINDS = (
    "section",
    "appendix",
    "equation",
    "figure",
    "table",
    "algorithm",
    "assumption",
    "condition",
    "definition",
    "theorem",
    "lemma",
    "proposition",
    "corollary",
    "example",
    "remark",
)
PLURALS = {"appendices": "appendix", "corollaries": "corollary"}
_NUMBER = r"\(?(?:[A-Z](?:\.\d+)*|\d+(?:\.\d+)*)[a-z]?\)?(?![\w.]\w)"
_NAMED = re.compile(
    rf"\b({'|'.join((*KINDS, *PLURALS))})s? ({_NUMBER}(?:(?:, | and | to ){_NUMBER})*)(?!\w)",
    re.IGNORECASE,
)
_EQUATION = re.compile(r"\(((?:[A-Z]\.)?\d+)\)")


@lru_cache(maxsize=2**12)
def labels(place: str) -> frozenset[tuple[str, str]]:
    """Return what a place names in a paper: sections, theorems, equations with their numbers.

    >>> sorted(labels("assumptions 2.1 and B.3")), sorted(labels("section 4.2, (1): a_t >= 0"))
    ([('assumption', '2.1'), ('assumption', 'B.3')], [('equation', '1'), ('section', '4.2')])
    """
    found = {("equation", number) for number in _EQUATION.findall(place)}
    proved = re.search(r"\bproofs?\b", place)
    for named in _NAMED.finditer(place):
        kind = PLURALS.get(named[1].lower(), named[1].lower())
        if proved and named.start() > proved.start() and kind not in ("section", "appendix"):
            kind = f"proof of {kind}"
        for number in re.findall(_NUMBER, named[2]):
            if not number.startswith("("):
                found.add((kind, number.rstrip("abcdefg)")))
    return frozenset(found)


def unstated(
    claims: Sequence[Claim], standing: Mapping[str, tuple[Any, ...]]
) -> list[tuple[str, str, Any]]:
    """Return the hypotheses of a paper's claims that nothing states at their places.

    Args:
        claims: all claims of the paper, of which the printed clauses are looked at, in every
            reading. None of them states its own hypotheses.
        standing: the conditions under which the paper is written, by place.

    Returns:
        The id of the claim, the place and the hypothesis, each once.
    """
    stated = list(sayings(claims, standing))
    found = {
        (claim.id, *one): None
        for claim in claims
        for statement in printed(claim)
        for one in unstated_in(claim, statement, stated)
    }
    return list(found)


@dataclass(frozen=True)
class Saying:
    """What is said at a place: by a claim, by its id, or as a condition that stands there."""

    by: str
    at: frozenset[tuple[str, str]]
    conditions: tuple[Any, ...]


def sayings(
    claims: Iterable[Claim],
    standing: Mapping[str, tuple[Any, ...]],
    failing: Mapping[str, Collection[int]] = MappingProxyType({}),
) -> Iterator[Saying]:
    """Yield what claims state, and the conditions under which their paper is written.

    Args:
        claims, standing: see `unstated`.
        failing: by id of a claim the numbers of its parts that are refuted: what these conclude
            states nothing, what they assume does.
    """
    for claim in claims:
        conditions = own_conditions(claim, failing.get(claim.id, ()))
        yield Saying(claim.id, labels(f"{claim.source}"), tuple(conditions))
    for place, some in standing.items():
        yield Saying("", labels(place), tuple(part for one in some for part in conjuncts(one)))


def unstated_in(
    claim: Claim, statement: Any, stated: Sequence[Saying]
) -> Iterator[tuple[str, Any]]:
    """Yield the hypotheses of a printed statement that nothing states, with their places.

    Args:
        claim: that prints the statement; it states nothing for itself.
        statement: one of its clauses, in one reading.
        stated: what is said in its paper.
    """
    given = [part for h in getattr(statement, "given", ()) for part in conjuncts(h)]
    supposed = frozenset(map(normal, given))
    for place, hypothesis in elsewhere(statement):
        if is_own(claim, place) or gives_a_value(hypothesis, statement):
            continue
        here = labels(place)
        known = [
            c for one in stated if one.by != claim.id and one.at & here for c in one.conditions
        ]
        if not all(is_stated(part, known, supposed) for part in conjuncts(hypothesis)):
            yield place, hypothesis


def results(claim: Claim) -> frozenset[tuple[str, str]]:
    """Return the theorem, the condition or the equation that a claim is, by its id and place."""
    number = claim.id.partition("/")[2].partition("-")[2]
    return frozenset(one for one in labels(f"{claim.source}") if one[1] == number)


def is_own(claim: Claim, place: str) -> bool:
    """Return whether a place is the claim's own sentence, or names the result that the claim is."""
    return place == HERE or bool(labels(place) & results(claim))


def printed(claim: Claim) -> list[Any]:
    """Return the printed clauses of a claim in every reading."""
    return [part.statement for part in claim.parts if part.role is Role.PRINTED]


def elsewhere(statement: Any) -> Iterator[tuple[str, Any]]:
    """Yield the hypotheses of a statement that stand elsewhere, with their places."""
    for place, hypotheses in getattr(statement, "places", ()):
        for hypothesis in hypotheses:
            if place != HERE:
                yield place, hypothesis


def own_conditions(claim: Claim, failing: Collection[int] = ()) -> list[Any]:
    """Return what a claim says itself: hypotheses of its own sentences, and what follows there.

    Args:
        claim: the claim.
        failing: the numbers of its parts whose conclusions are refuted.
    """
    found: dict[Any, None] = {}
    for number, part in enumerate(claim.parts):
        statement = part.statement
        if part.role is Role.PRINTED and isinstance(statement, (ForAll, States)):
            unfold = getattr(statement, "unfold", lambda condition: condition)
            own = [h for place, some in statement.places if is_own(claim, place) for h in some]
            says = () if statement.says == DEFINES or number in failing else (statement.says,)
            for condition in (*own, *says):
                found.update(dict.fromkeys(conjuncts(unfold(condition))))
    return list(found)


def gives_a_value(hypothesis: Any, statement: Any) -> bool:
    """Return whether a formula of the statement has no value where a hypothesis fails.

    This is supposed wherever a formula is written, and needs no place.
    """
    unfold = getattr(statement, "unfold", lambda condition: condition)
    formulas = (statement.says, *(h for h in statement.given if h != hypothesis))
    needed = frozenset().union(*(_needed(unfold(formula)) for formula in formulas))
    bases = (sp.Ne(fact[1], 0) for fact in needed if fact[0] == "power")
    facts = facts_of((hypothesis,))
    return isinstance(hypothesis, sp.Ne) and bool(facts) and facts <= needed | facts_of(bases)


def _needed(formula: Any) -> frozenset[Any]:
    """Return what a formula needs to have a value, also under quantifiers and in derivatives.

    What speaks of a bound symbol is left out, and what a premise supposes is.
    """
    if isinstance(formula, Implies):
        premise, then = formula.args
        return _needed(premise) | (_needed(then) - facts_of((premise,)))
    if isinstance(formula, (Every, Some)):
        symbol, body = formula.args
        return frozenset(fact for fact in _needed(body) if symbol not in _symbols(fact))
    if isinstance(formula, (And, sp.Rel)):
        return frozenset().union(*map(_needed, formula.args))
    inner = formula.args[:1] if isinstance(formula, sp.Derivative) else ()
    return requirements(formula).union(*map(_needed, inner))


def _symbols(fact: tuple[Any, ...]) -> frozenset[Any]:
    return frozenset().union(*(part.free_symbols for part in fact[1:]))


def conjuncts(condition: Any) -> list[Any]:
    """Return the parts of a condition that must all hold, also under "for every" and "if"."""
    if isinstance(condition, And):
        return [part for one in condition.args for part in conjuncts(one)]
    if isinstance(condition, Every):
        symbol, body = condition.args
        return [Every(symbol, part) for part in conjuncts(body)]
    if isinstance(condition, Each):
        return [Each(part, condition.args[1]) for part in conjuncts(condition.args[0])]
    if isinstance(condition, Implies):
        premise, then = condition.args
        return [Implies(premise, part, evaluate=False) for part in conjuncts(then)]
    return [condition]


def is_stated(part: Any, known: Iterable[Any], supposed: frozenset[Any]) -> bool:
    """Return whether a condition is one of those known, or an instance of one.

    Args:
        part: a condition, no conjunction. What is said for all values of a symbol is stated if it
            is for any value, which satisfies what it is said of.
        known: conditions.
        supposed: in normal form, what an instance may suppose of the values.
    """
    known = tuple(known)
    if any(needed <= supposed for one in known for needed in _ways(part, one)):
        return True
    every = _for_all(part)
    if not isinstance(every, Every) or not isinstance(every.args[0], sp.Symbol):
        return False
    any_value = sp.Dummy(every.args[0].name, **every.args[0]._assumptions_orig)
    body = substitute(every.args[1], {every.args[0]: any_value})
    if isinstance(body, Implies):
        premise, body = body.args
        supposed |= frozenset(map(normal, conjuncts(premise)))
    return is_stated(body, known, supposed)


@lru_cache(maxsize=2**16)
def _ways(part: Any, known: Any) -> tuple[frozenset[Any], ...]:
    """Return what has to be supposed, in normal form, for one condition to say another one.

    Each of the sets is enough; there is none if it does not say it.
    """
    if not _alike(part, known):
        return ()
    if normal(part) == normal(known):
        return (frozenset(),)
    if isinstance(known, And):
        return tuple(way for one in known.args for way in _ways(part, one))
    if isinstance(known, Implies):
        premise, then = known.args
        needed = frozenset(normal(p) for p in conjuncts(premise) if p != sp.true)
        return tuple(way | needed for way in _ways(part, then))
    known = _for_all(known)
    if not isinstance(known, Every):
        return ()
    symbol, body = known.args
    if isinstance(body, Every) and isinstance(body.args[1], Every):
        return ()  # of three quantifiers no instance is looked for
    values = (v for v in _candidates(body, symbol, part) if _may_be(v, symbol))
    return tuple(w for v in values for w in _ways(part, substitute(body, {symbol: v})))


def _for_all(condition: Any) -> Any:
    """Return a range of conditions with its quantifier, and any other condition as it is."""
    if not isinstance(condition, Each):
        return condition
    body, (symbol, low, high) = condition.args
    ends = And(sp.Ge(symbol, low, evaluate=False), sp.Le(symbol, high, evaluate=False))
    return Every(symbol, Implies(ends, body, evaluate=False))


def _alike(part: Any, known: Any) -> bool:
    """Return whether a condition may be an instance of another one, which keeps what is free."""
    if isinstance(known, And):
        return True
    kind, size, free = _core(part)
    other, smaller, kept = _core(known)
    return kind == other and smaller <= size and kept <= free | unbound(part)


@lru_cache(maxsize=2**14)
def _core(condition: Any) -> tuple[Any, int, frozenset[Any]]:
    """Return of what is said under "for every" and "if" the kind, the size and what is free."""
    bound = set()
    while isinstance(condition, (Every, Each, Implies)):
        bound |= {limit[0] for limit in getattr(condition, "limits", ())}
        condition = condition.args[0 if isinstance(condition, Each) else 1]
    kind = TURNED.get(type(condition), type(condition))
    size = sum(1 for _ in sp.preorder_traversal(condition))
    return kind, size, unbound(condition) - bound


def _candidates(body: Any, symbol: Any, part: Any) -> frozenset[Any]:
    """Return the parts of a condition that may stand for a bound symbol of another one.

    Where the symbol is an index or an argument these are the indices and arguments there.
    """
    bound = {symbol, *bound_symbols(body)}
    for applied in (one for one in _applied(body) if _name(one) not in bound):
        for place, argument in enumerate(applied.args):
            if argument == symbol:
                return frozenset(
                    other.args[place]
                    for other in _applied(part)
                    if _name(other) == _name(applied) and len(other.args) == len(applied.args)
                )
    return frozenset(sp.preorder_traversal(part))


@lru_cache(maxsize=2**12)
def _applied(condition: Any) -> tuple[Any, ...]:
    kinds = (sp.Indexed, Apply, AppliedUndef)
    return tuple(e for e in sp.preorder_traversal(condition) if isinstance(e, kinds))


def _name(applied: Any) -> Any:
    """Return what is applied: a sequence, a function or a head."""
    return applied.func if isinstance(applied, AppliedUndef) else applied.args[0]


def _may_be(value: Any, symbol: Any) -> bool:
    """Return whether a part of a condition can be a value of a bound symbol."""
    if isinstance(symbol, sp.IndexedBase):
        return isinstance(value, (sp.IndexedBase, SequenceOf))
    if isinstance(symbol, FunctionSymbol) or isinstance(value, FunctionSymbol):
        return isinstance(symbol, FunctionSymbol) and isinstance(value, FunctionSymbol)
    if not isinstance(value, sp.Expr) or isinstance(value, (sp.IndexedBase, SequenceOf)):
        return False
    return is_whole(value) if symbol.is_integer else True
