"""Which small edits of a failing statement might hold: one family of edits a function.

Every edit has a size: 1 for one sign, number, exponent, relation or plain hypothesis, 2 for what
changes two things at once or brings something in. The families are general; none is there for a
single claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice, permutations, product
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, BooleanAtom, Implies, Not, Or

from theory.language import DEFINES, Apply, Each, FunctionSymbol, RoundsTo
from theory.power_laws import sides_of
from theory.statements import ForAll, SameOrder, Statement
from verify.variants.edits import (
    FACTORS,
    HALF,
    LOOSE,
    NEGATED,
    STRICT,
    TURNED,
    Vocabulary,
    atoms,
    rewrites,
    unevaluated,
)

NUMBERS = tuple(sp.Rational(t) for t in ("1/4", "1/3", "1/2", "2/3", "3/4", "1", "2", "3"))
MAX_TERMS = 14  # parts of a formula that are compared with each other
MAX_EDITS = 400  # edits of one formula
MAX_SCALARS = 7  # symbols that are compared with each other and with numbers
MAX_HYPOTHESES = 600  # further hypotheses
ZERO = sp.Integer(0)


@dataclass(frozen=True)
class Candidate:
    """A changed statement.

    Args:
        change: what was changed, in words.
        statement: the statement after it.
        size: how much was changed.
        added: the hypothesis that was added, if that is all.
        bare: the statement stands without its hypotheses, which the edit leaves alone; building
            it with them takes long, and most candidates do not get that far.
        parents: candidates that say less: if one of them fails, so does this one.
    """

    change: str
    statement: Statement
    size: int
    added: Any = None
    bare: bool = False
    parents: tuple[Candidate, ...] = ()


def edits(statement: Statement) -> Iterator[Candidate]:
    """Yield every single edit of a statement but further hypotheses, without repetition."""
    if isinstance(statement, SameOrder):
        found: Iterator[Candidate] = _orders(statement)
    elif isinstance(statement, ForAll) and statement.says != DEFINES:
        found = chain(_strict(statement), _conclusions(statement))
    else:
        return
    seen = {_identity(statement)}
    for candidate in found:
        identity = _identity(candidate.statement)
        if identity not in seen:
            seen.add(identity)
            yield candidate


def _identity(statement: Statement) -> Any:
    if isinstance(statement, ForAll):
        return (statement.says, statement.given, tuple(statement.where.items()))
    return statement.canonical()


def hypotheses(statement: Statement) -> Iterator[tuple[int, Any]]:
    """Yield further hypotheses with their sizes, drawn from the statement itself."""
    if not isinstance(statement, ForAll) or statement.says == DEFINES:
        return
    seen = set(map(_upwards, statement.given))
    for size, hypothesis in islice(_further(statement), 3 * MAX_HYPOTHESES):
        if len(seen) > MAX_HYPOTHESES:
            return
        if isinstance(hypothesis, (bool, BooleanAtom)):
            continue
        if _upwards(hypothesis) not in seen:
            seen.add(_upwards(hypothesis))
            yield size + (hypothesis in _members(statement.says)), hypothesis


def _upwards(hypothesis: Any) -> Any:
    """Return a comparison with the smaller side first."""
    if isinstance(hypothesis, (sp.Gt, sp.Ge)):
        return unevaluated(TURNED[type(hypothesis)], *reversed(hypothesis.args))
    return hypothesis


def _members(says: Any) -> tuple[Any, ...]:
    """Return a conclusion with its members; as hypotheses they say nothing new."""
    return (says, *says.args) if isinstance(says, (And, Or)) else (says,)


def with_hypothesis(statement: ForAll, hypothesis: Any, size: int) -> Candidate:
    """Return a statement under one more hypothesis."""
    extended = replace(statement, given=(*statement.given, hypothesis))
    return Candidate(f"given also {hypothesis}", extended, size, added=hypothesis)


# -- hypotheses -------------------------------------------------------------------------------


def _strict(statement: ForAll) -> Iterator[Candidate]:
    """Yield the statement with a hypothesis, or all of them, made strict."""
    strict = [_made_strict(hypothesis) for hypothesis in statement.given]
    for position, (old, new) in enumerate(zip(statement.given, strict, strict=True)):
        if new != old and not old.free_symbols <= set(statement.instances):
            given = (*statement.given[:position], new, *statement.given[position + 1 :])
            yield Candidate(f"{old} made strict", replace(statement, given=given), 1)
    if sum(a != b for a, b in zip(statement.given, strict, strict=True)) > 1:
        given = tuple(strict)
        yield Candidate("every hypothesis made strict", replace(statement, given=given), 2)


def _made_strict(hypothesis: Any) -> Any:
    kind = STRICT.get(type(hypothesis))
    return hypothesis if kind is None else unevaluated(kind, *hypothesis.args)


def _further(statement: ForAll) -> Iterator[tuple[int, Any]]:
    used = statement.unfold(statement.says).free_symbols
    ordered = sorted(_scalars(statement), key=lambda s: s not in used)
    for s in ordered:
        for relation in (sp.Ne, sp.Gt, sp.Ge, sp.Eq, sp.Le, sp.Lt):
            yield 1, relation(s, ZERO)
    scalars = tuple(ordered[:MAX_SCALARS])
    for a, b in combinations(scalars, 2):
        for relation in (sp.Ne, sp.Eq, sp.Le, sp.Ge, sp.Lt, sp.Gt):
            yield 1, relation(a, b)
    numbers = dict.fromkeys((*_rationals(statement), *NUMBERS))
    for s, number in product(scalars, numbers):
        if s.is_integer and not number.is_integer:
            continue
        for relation in (sp.Le, sp.Ge, sp.Lt, sp.Gt):
            yield 1, relation(s, number)
        if number in (1, 2):
            yield 1, sp.Eq(s, number)
            yield 1, sp.Ne(s, number)
    yield from _of_cases(statement)
    yield from _of_terms(statement, scalars)
    free = tuple(s for s in ordered if s not in _signed(statement))
    yield from _sizes(free, scalars)
    yield from _together(tuple(ordered), free)
    for hypothesis in statement.given:
        yield from _alike(hypothesis)


def _alike(hypothesis: Any) -> Iterator[tuple[int, Any]]:
    """Yield bounds like a given one with one number changed or one factor left out."""
    if not isinstance(hypothesis, Relational) or hypothesis.has(sp.Indexed, Apply):
        return
    left, right = hypothesis.args
    kinds = dict.fromkeys((type(hypothesis), TURNED.get(type(hypothesis), type(hypothesis))))
    kinds |= {STRICT[kind]: None for kind in list(kinds) if kind in STRICT}
    for kind, position in product(kinds, (0, 1)):
        side = (left, right)[position]
        for size, words, changed in rewrites(side, Vocabulary()):
            if changed.has(*_SENSELESS):
                continue
            number = "becomes" in words and not words.startswith("exponent")  # these grow too fast
            if side.is_number or number or words.startswith("without the factor"):
                pair = (changed, right) if position == 0 else (left, changed)
                yield size, kind(*pair)
    if isinstance(hypothesis, (sp.Eq, sp.Ne)):
        for step in (1, -1):
            yield 1, type(hypothesis)(left, right + step)
        for kind in (sp.Lt, sp.Le, sp.Gt, sp.Ge):
            yield 1, kind(left, right)
    if isinstance(hypothesis, (sp.Lt, sp.Le, sp.Gt, sp.Ge)):
        for kind, step in product((sp.Le, sp.Ge, sp.Lt, sp.Gt), (0, 1, -1)):
            yield 1, kind(left, right + step)


def _signed(statement: ForAll) -> set[Any]:
    """Return the symbols of which a hypothesis gives the sign."""
    return {
        h.args[0] if h.args[0].is_Symbol else h.args[1]
        for h in statement.given
        if isinstance(h, (sp.Gt, sp.Ge, sp.Lt, sp.Le)) and ZERO in h.args
    }


def _sizes(free: tuple[Any, ...], scalars: tuple[Any, ...]) -> Iterator[tuple[int, Any]]:
    for a, b in product(free, scalars):
        if a != b:
            yield 1, sp.Le(sp.Abs(a), b)
            yield 1, sp.Ge(sp.Abs(a), b)


def _together(scalars: tuple[Any, ...], free: tuple[Any, ...]) -> Iterator[tuple[int, Any]]:
    """Yield one condition for several symbols: the signs of the free ones, a common bound."""
    known = [s for s in scalars if s not in free]
    if len(free) > 1:
        yield 2, And(*(sp.Ge(s, 0) for s in free))
        yield 2, And(*(sp.Gt(s, 0) for s in free))
    if len(known) > 1:
        yield 2, And(*(sp.Le(s, 1) for s in known))
        yield 2, And(*(sp.Ge(s, 1) for s in known))


def _of_terms(statement: ForAll, scalars: tuple[Any, ...]) -> Iterator[tuple[int, Any]]:
    """Yield comparisons of what occurs in the conclusion: arguments, products, absolute values."""
    arguments, others = _parts(statement)
    for u, v in combinations(arguments, 2):
        for relation in (sp.Lt, sp.Gt, sp.Le, sp.Ge, sp.Eq):
            yield 1, relation(u, v)
    for u, s in product(arguments, scalars):
        if u != s:
            for relation in (sp.Gt, sp.Lt, sp.Ge, sp.Le):
                yield 1, relation(u, s)
    for term in others:
        for relation in (sp.Ne, sp.Gt, sp.Ge, sp.Lt, sp.Le, sp.Eq):
            yield 1, relation(term, ZERO)
        for number, relation in product((1, 2), (sp.Le, sp.Ge, sp.Lt, sp.Gt)):
            yield 2, relation(term, number)
            yield 2, relation(sp.Abs(term), number)
    for u, v in chain(product(others, scalars), combinations(others, 2)):
        yield 2, sp.Gt(u * v, 0)
        yield 2, sp.Ge(u * v, 0)
        yield 2, sp.Le(u, v)
        yield 2, sp.Ge(u, v)


def _of_cases(statement: ForAll) -> Iterator[tuple[int, Any]]:
    """Yield the conditions of case distinctions, strictly and turned, as hypotheses."""
    conditions: dict[Any, None] = {}
    for expression in (statement.says, *statement.where.values()):
        for case in expression.atoms(sp.Piecewise):
            conditions |= dict.fromkeys(c for _, c in case.args if isinstance(c, Relational))
    for condition in sorted(conditions, key=sp.default_sort_key)[:MAX_TERMS]:
        kind = type(condition)
        for other in (kind, STRICT.get(kind), NEGATED.get(kind), TURNED.get(kind)):
            if other is not None:
                yield 1, other(*condition.args)


def _parts(statement: ForAll) -> tuple[list[Any], list[Any]]:
    """Return the arguments of functions, and the products and arguments of signs, in a formula."""
    arguments: dict[Any, None] = {}
    others: dict[Any, None] = {}
    for expression in (statement.says, *statement.where.values()):
        for node in sp.preorder_traversal(expression):
            if isinstance(node, Apply):
                arguments[node.args[1]] = None
                others[node] = None
            elif isinstance(node, (sp.Abs, sp.sign)):
                others[node.args[0]] = None
            elif isinstance(node, sp.Mul) and not node.has(sp.Piecewise):
                coefficient, rest = node.as_coeff_Mul()
                others[rest if coefficient.is_number else node] = None
    scalars = {s for s in statement.symbols if isinstance(s, sp.Symbol)}
    bound = set(scalars) | set(statement.where)
    kept = [t for t in others if t.free_symbols <= bound and not t.is_Atom]
    return (
        [a for a in arguments if a.free_symbols <= bound][:MAX_TERMS],
        sorted(kept, key=sp.count_ops)[:MAX_TERMS],
    )


def _scalars(statement: ForAll) -> tuple[Any, ...]:
    """Return the symbols that stand for one number each, indices left out."""
    return tuple(
        s
        for s in statement.symbols
        if isinstance(s, sp.Symbol)
        and not isinstance(s, FunctionSymbol)
        and s not in statement.instances
    )


def _rationals(statement: ForAll) -> list[Any]:
    found: set[Any] = set()
    for expression in (statement.says, *statement.given):
        found |= {n for n in expression.atoms(sp.Rational) if abs(n.p) < 20 and n.q < 20}
    return sorted(found)


def in_two_cases(statement: ForAll, condition: Any) -> Candidate | None:
    """Return a statement that an indicator is 0 (or 1), with the other value in one case."""
    says = statement.says
    if not isinstance(says, sp.Eq) or says.args[1] not in (0, 1):
        return None
    value = says.args[1]
    cases = sp.Piecewise((1 - value, condition), (value, True))
    changed = replace(statement, says=unevaluated(sp.Eq, says.args[0], cases))
    return Candidate(f"{1 - value} where {condition}", changed, 2)


# -- conclusions ------------------------------------------------------------------------------


def _conclusions(statement: ForAll) -> Iterator[Candidate]:
    says = statement.says
    for size, change, other in _booleans(says):
        yield from _changed(statement, size, change, says=other)
    for atom in dict.fromkeys(atoms(says)):
        for size, change, other in _relation(atom):
            replaced = other if atom == says else says.xreplace({atom: other})
            yield from _changed(statement, size, change, says=replaced)
    vocabulary = _vocabulary(statement)
    costly = says.has(sp.Integral)
    if costly and says.has(RoundsTo):
        return  # each number takes long to enclose
    room = MAX_EDITS // 8 if costly else MAX_EDITS
    for size, change, other in islice(_sides(says, vocabulary), room):
        yield from _changed(statement, size, change, says=other)
    for name, size, change, expression in islice(_meanings(statement, vocabulary), room):
        where = {**statement.where, name: expression}
        yield from _changed(statement, size, f"{name}: {change}", where=where)


def _meanings(statement: ForAll, vocabulary: Vocabulary) -> Iterator[tuple[Any, int, str, Any]]:
    for name, meaning in statement.where.items():
        for size, change, expression in rewrites(meaning, vocabulary):
            yield name, size, change, expression


def _changed(statement: ForAll, size: int, change: str, **fields: Any) -> Iterator[Candidate]:
    """Yield the changed statement, if it makes sense."""
    changed = (fields.get("says", sp.S.Zero), *fields.get("where", {}).values())
    if isinstance(changed[0], (bool, BooleanAtom)) or any(e.has(*_SENSELESS) for e in changed):
        return
    if "says" in fields and statement.says.free_symbols and not changed[0].free_symbols:
        return  # no statement about anything any more
    names = set(statement.where)
    bare = "where" not in fields or not any(h.free_symbols & names for h in statement.given)
    try:
        kept = () if bare else statement.given
        yield Candidate(change, replace(statement, given=kept, **fields), size, bare=bare)
    except ValueError:
        return


_SENSELESS = (sp.nan, sp.zoo, sp.oo, -sp.oo)


def complete(statement: Statement, candidate: Candidate) -> Candidate:
    """Return a candidate with its hypotheses, but for those about symbols that are gone."""
    if not isinstance(statement, ForAll) or not isinstance(candidate.statement, ForAll):
        return candidate
    given = statement.given if candidate.bare else candidate.statement.given
    whole = replace(candidate.statement, given=given)
    return replace(candidate, statement=_without_idle(statement, whole), bare=False)


def _without_idle(before: ForAll, statement: ForAll) -> ForAll:
    """Drop hypotheses about symbols alone that an edit has taken out of the conclusion."""
    gone = _used(before) - _used(statement)
    given = statement.given
    for symbol in sorted(gone, key=str):
        about = [h for h in given if symbol in h.free_symbols]
        if all(h.free_symbols == {symbol} for h in about):
            given = tuple(h for h in given if h not in about)
    return replace(statement, given=given)


def _used(statement: ForAll) -> set[Any]:
    return set(statement.unfold(statement.says).free_symbols)


def _booleans(says: Any) -> Iterator[tuple[int, str, Any]]:
    """Yield a conclusion without one of its members, with one alone, or over a shorter range."""
    if isinstance(says, And):
        for member in says.args:
            rest = And(*(m for m in says.args if m != member))
            yield 1, f"without the member {member}", rest
            if len(says.args) > 2:
                yield 2, f"only the member {member}", member
    if isinstance(says, Each):
        index, low, high = says.args[1]
        for first, last in ((low, high - 1), (low + 1, high)):
            shorter = Each(says.args[0], (index, first, last))
            yield 1, f"{index} from {first} to {last} only", shorter
    if isinstance(says, Implies):
        yield 1, "the other way round", Implies(*reversed(says.args))
    if isinstance(says, Not):
        yield 1, "without the negation", says.args[0]


def _relation(atom: Any) -> Iterator[tuple[int, str, Any]]:
    """Yield a relation loosened, turned, negated, or with a one-sided equality."""
    if isinstance(atom, RoundsTo):
        yield from _printed(atom)
        return
    kind = type(atom)
    left, right = atom.args
    kinds: dict[Any, int] = {}
    if kind in (sp.Eq, sp.Ne):
        kinds = {sp.Le: 1, sp.Ge: 1, sp.Lt: 1, sp.Gt: 1, NEGATED[kind]: 1}
    elif kind in TURNED:
        loose = LOOSE.get(kind, kind)
        kinds = {loose: 1, TURNED[kind]: 1, NEGATED[kind]: 1, STRICT.get(kind, kind): 1, sp.Eq: 2}
    for other, size in kinds.items():
        if other is not kind:
            yield size, f"{_SIGNS[kind]} becomes {_SIGNS[other]}", unevaluated(other, left, right)
        if right.is_Rational and right != 0:
            for factor in FACTORS:
                number = right * factor
                change = f"{_SIGNS[kind]} {right} becomes {_SIGNS[other]} {number}"
                yield size + 1, change, unevaluated(other, left, number)


_SIGNS = {sp.Eq: "=", sp.Ne: "!=", sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">"}


def _printed(atom: RoundsTo) -> Iterator[tuple[int, str, Any]]:
    """Yield the numbers that the inputs as printed give, to as many digits."""
    value, _, half, boxes = atom.args
    for share in (HALF, sp.Integer(0), sp.Integer(1)):
        place = value.subs({s: low + share * (high - low) for s, low, high in boxes})
        if not place.free_symbols and place.is_real and place.is_finite:
            number = sp.Rational(round(sp.N(place, 30) / (2 * half))) * 2 * half
            yield 1, f"printed {number}", RoundsTo(value, number, half, boxes)


def _sides(says: Any, vocabulary: Vocabulary) -> Iterator[tuple[int, str, Any]]:
    """Yield a conclusion with one side of a relation edited, wherever that side stands."""
    relations = [a for a in _all_relations(says) if not isinstance(a, RoundsTo)]
    for side in dict.fromkeys(s for r in relations for s in reversed(r.args)):
        for size, change, expression in rewrites(side, vocabulary):
            renewed = {}
            for relation in relations:
                if side in relation.args:
                    sides = tuple(expression if s == side else s for s in relation.args)
                    renewed[relation] = unevaluated(type(relation), *sides)
            other = renewed[says] if says in renewed else says.xreplace(renewed)
            idle = any(r.args[0] == r.args[1] for r in renewed.values())
            yield size + idle, change, other
            if type(says) in LOOSE and not idle:
                kind = LOOSE[type(says)]
                both = f"{change}, and {_SIGNS[type(says)]} becomes {_SIGNS[kind]}"
                yield size + 1, both, unevaluated(kind, *other.args)


def _all_relations(says: Any) -> list[Any]:
    if isinstance(says, (And, Or, Implies, Not)):
        return [r for part in says.args for r in _all_relations(part)]
    return [says] if isinstance(says, Relational) else []


def _vocabulary(statement: ForAll) -> Vocabulary:
    margins: dict[Any, None] = {}
    for hypothesis in statement.given:
        if isinstance(hypothesis, (sp.Lt, sp.Le, sp.Gt, sp.Ge)):
            small, large = sides_of(hypothesis)
            if large.is_Rational and large > 0 and small.is_Symbol:
                margins[large - small] = None
    return Vocabulary(_scalars(statement), tuple(margins), tuple(statement.instances))


# -- orders of magnitude ----------------------------------------------------------------------


def _orders(statement: SameOrder) -> Iterator[Candidate]:
    if statement.relation == "same":
        for relation in ("at most", "at least"):
            changed = replace(statement, relation=relation)
            yield Candidate(f"{relation} instead of the same order", changed, 1)
    else:
        other = {"at most": "at least", "at least": "at most"}[statement.relation]
        changed = replace(statement, relation=other)
        yield Candidate(f"{other} instead of {statement.relation}", changed, 1)
    powers = [sp.Rational(t) for t in ("1", "-1", "1/2", "-1/2", "1/8", "-1/8")]
    for variable, power in product(statement.variables, powers):
        right = statement.right * variable**power
        size = 1 if abs(power) >= sp.Rational(1, 2) else 2
        changed = replace(statement, right=right)
        yield Candidate(f"right side times {variable**power}", changed, size)
    for position, side in (("right", statement.right), ("left", statement.left)):
        for size, change, expression in rewrites(side, Vocabulary()):
            if expression.has(sp.nan, sp.zoo, sp.oo) or expression == 0:
                continue
            changed = replace(statement, **{position: expression})
            yield Candidate(f"{position} side: {change}", changed, size)
    for size, bound in _regimes(statement):
        changed = replace(statement, regime=(*statement.regime, bound))
        yield Candidate(f"regime also {bound}", changed, size)
    for number, old in enumerate(statement.regime):
        for size, bound in _bounds_like(old):
            regime = (*statement.regime[:number], bound, *statement.regime[number + 1 :])
            changed = replace(statement, regime=regime)
            yield Candidate(f"regime {bound} instead of {old}", changed, size)


def _regimes(statement: SameOrder) -> Iterator[tuple[int, Any]]:
    """Yield further monomial inequalities: between two variables, and like a given one."""
    exponents = [sp.Rational(t) for t in ("1", "1/2", "2")]
    for (a, b), power in product(combinations(statement.variables, 2), exponents):
        for number in (1, 2):
            yield 1 + (number > 1), sp.Le(number * a, b**power)
            yield 1 + (number > 1), sp.Ge(a, number * b**power)
    for bound in statement.regime:
        yield from _bounds_like(bound)
    for side in (statement.right, statement.left):
        for one, other in permutations(sp.Add.make_args(side), 2):
            yield 2, sp.Le(one, other)  # which term of a sum is the larger one


def _bounds_like(bound: Any) -> Iterator[tuple[int, Any]]:
    small, large = sides_of(bound)
    yield 1, sp.Le(2 * small, large)
    yield 1, sp.Le(large, small)
    for side, other in ((small, False), (large, True)):
        for size, _, changed in rewrites(side, Vocabulary()):
            if changed.has(*_SENSELESS):
                continue
            relation = sp.Le(small, changed) if other else sp.Le(changed, large)
            if isinstance(relation, Relational) and not changed.could_extract_minus_sign():
                yield size, relation


def wider(statement: ForAll) -> Iterator[tuple[str, ForAll]]:
    """Yield a statement without its equations, without one bound, or with one lowered by one."""
    without = tuple(h for h in statement.given if not isinstance(h, sp.Eq))
    if len(without) < len(statement.given):
        yield "without the equations", replace(statement, given=without)
    for position, old in enumerate(statement.given):
        rest = (statement.given[:position], statement.given[position + 1 :])
        if type(old) not in TURNED or old.free_symbols <= set(statement.instances):
            continue
        if not any(side.is_number for side in old.args):
            continue
        yield f"without {old}", replace(statement, given=(*rest[0], *rest[1]))
        if isinstance(old, (sp.Ge, sp.Gt)) and old.args[0].is_Symbol and old.args[1].is_Integer:
            low = unevaluated(type(old), old.args[0], old.args[1] - 1)
            yield f"{low} for {old}", replace(statement, given=(*rest[0], low, *rest[1]))
