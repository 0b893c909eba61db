"""Mutation: does our own work notice when a statement is made wrong?

Every statement that holds is strengthened or changed in small ways and the same checks run again,
stopping at the first objection. A mutant ends

    killed      an objection was found
    true        proved: the printed statement is loose, and the report says "also holds"
    undecided   neither: a hole in our own work

The operators live here, for each kind of statement, and nobody chooses them for a claim. What only
an argument can handle is judged by it: the same argument must end at the mutant, or one against the
clause, or one that is made of it (`verify.variants.reargued`), or assumes less than it, as its
lemmas do (`verify.variants.assuming_less`); or the mutant follows from the statement, or what the
heads mean breaks it at some point, the reals of which are found by trying or proposed by a solver
(`verify.variants.concrete`), or drawn, and the steps of its recursions follow
(`verify.variants.trajectories`), or an order grows otherwise along a ray of its hypotheses, also by
what is proved of claims that are used (`verify.variants.used`), or what is to hold from some number
on fails in the long run (`verify.variants.long_run`) or holds in the end
(`verify.variants.in_the_end`), or with all constants along a ray
(`verify.variants.constants`).

A change that makes a statement weaker is no mutant (`consequences.no_stronger`), nor is one by
which nothing is lost (`drops_what_follows`), nor one of a statement that nothing proves which
follows from it (`says_no_more`) or is another one of the claim that holds (`is_said`); and what
says how many there are of something is never negative (`counts`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from reports.results import MutantResult, Mutation
from theory.argument_language import States
from theory.arguments import Argument, Leaf, Lemma
from theory.binders import unbound
from theory.claim import Claim, Part
from theory.definedness import connected, rebuilt
from theory.language import DEFINES, FunctionSymbol, RoundsTo
from theory.orders import Order
from theory.quantifiers import Every, Quantified, Some
from theory.sequences import Mean, Signs, Sphere
from theory.statements import ForAll, SameOrder, Statement
from theory.well_formed import IllFormed
from verify.claims.meanings import Exact, Meaning, Meanings
from verify.claims.notation import definitions
from verify.claims.statements import hint_for, meanings, part_at, statements
from verify.evidence import ARGUMENT, Evidence, Key, Outcome
from verify.judging.arguments import UNMET, argued, shows
from verify.judging.definitions import objection
from verify.kernel.conditions import all_of, conjuncts, without
from verify.methods.task import PROFILES, Budget
from verify.truth import Truth
from verify.variants.assuming_less import Less, assuming_less, with_lemmas
from verify.variants.checking import by, check_variant
from verify.variants.concrete import broken_at, broken_somewhere, fails_at
from verify.variants.consequences import (
    drops_what_follows,
    fewer_left,
    follows,
    is_said,
    needs_fewer,
    no_stronger,
    shown_elsewhere,
)
from verify.variants.constants import no_constants_serve
from verify.variants.edits import STRICT, TURNED, atoms, unevaluated
from verify.variants.implied import implied
from verify.variants.in_the_end import holds_in_the_end
from verify.variants.judged import Judged, judged
from verify.variants.long_run import fails_in_the_long_run
from verify.variants.near import fails_near
from verify.variants.orders import along_rays, at_points, has_no_value, moved, outside
from verify.variants.possible import has_values, possible, without_quantities
from verify.variants.probabilities import not_negative
from verify.variants.reargued import met_at, proposals
from verify.variants.scaled import fails_from
from verify.variants.split import looked_at_apart, shown_by_sign
from verify.variants.sums import sums_not_negative
from verify.variants.trajectories import fails_on_the_way
from verify.variants.tried import BROKEN
from verify.variants.used import fails_by_what_it_uses
from verify.variants.weakened import in_cases, with_wider_constants, without_using

MARGIN = sp.Rational(1, 8)
STEPS = 400_000  # units of z3 for each step that is made strict
FIRST = 4  # choices of integers, sequences and functions that are looked at before arguments


@dataclass(frozen=True)
class Mutant:
    """A changed statement and what was changed, in words."""

    change: str
    statement: Statement


def mutants(statement: Statement) -> Iterator[Mutant]:
    """Yield the mutants of a statement; a definition has none."""
    if isinstance(statement, SameOrder):
        for variable in statement.variables:
            for power in (MARGIN, -MARGIN):
                yield Mutant(
                    f"right side times {variable}**({power})",
                    replace(statement, right=statement.right * variable**power),
                )
    if isinstance(statement, States):
        yield from _of_states(statement)
    if not isinstance(statement, ForAll) or statement.says == DEFINES:
        return
    for position, hypothesis in enumerate(statement.given):
        if hypothesis.free_symbols <= set(statement.instances):
            continue  # it fixes the range of an index, which the instances keep
        yield from _without(statement, position)
    for change, says in _conclusions(statement.says):
        if says != statement.says:
            yield Mutant(change, replace(statement, says=says))
    if any(isinstance(r, sp.Eq) for r in atoms(statement.says)):
        for name, meaning in statement.where.items():
            for change, expression in _numbers(meaning):
                where = {**statement.where, name: expression}
                yield Mutant(f"{name}: {change}", replace(statement, where=where))


def _without(statement: ForAll | States, position: int) -> Iterator[Mutant]:
    """Yield a statement without one hypothesis; a count is not negative without any."""
    hypothesis = statement.given[position]
    left = fewer_left(hypothesis)
    rest: tuple[Any, ...] = ()
    change = f"without the hypothesis {hypothesis}"
    if left is not None and left[0] in counts(statement):
        if not left[1]:
            return  # it says no more than that it is a count
        rest = (sp.Ge(left[0], 0, evaluate=False),)
        change = f"{rest[0]} instead of {hypothesis}"
    given = (*statement.given[:position], *rest, *statement.given[position + 1 :])
    yield Mutant(change, replace(statement, given=given))


def counts(statement: ForAll | States) -> frozenset[Any]:
    """Return the integers that say how many: ends of sums, integrals and ranges, and lengths.

    What a sum with fewer than no terms is, or a string of fewer than no signs, no page says.

    >>> n, k, i = sp.symbols("n k i", integer=True)
    >>> counts(States(sp.Sum(i, (i, 1, n)) > k))
    frozenset({n})
    """
    found: set[Any] = set()
    for part in (statement.says, *statement.given):
        ends = [end for e in part.atoms(sp.Sum, sp.Product, sp.Integral) for _, *end in e.limits]
        found.update(high for _, high in (end for end in ends if len(end) == 2))
        found.update(e.args[0] for e in part.atoms(Signs, Sphere))
        found.update(_range_ends(part))
    return frozenset(s for s in found if type(s) is sp.Symbol and s.is_integer)


def _range_ends(part: Any) -> Iterator[Any]:
    """Yield n of conditions on every i for which 1 <= i and i <= n."""
    for every in part.atoms(Every):
        if isinstance(every.body, Implies):
            bounds = [b for b in conjuncts(every.body.args[:1]) if b.args[:1] == every.args[:1]]
            if any(isinstance(b, sp.Ge) and b.args[1].is_Integer for b in bounds):
                yield from (b.args[1] for b in bounds if isinstance(b, sp.Le))


def _of_states(statement: States) -> Iterator[Mutant]:
    """Yield the mutants of a statement that only an argument can handle."""
    for position in range(len(statement.given)):
        yield from _without(statement, position)
    says = statement.says
    for change, other in _orders(says) if isinstance(says, Order) else _inside(says):
        try:
            yield Mutant(change, replace(statement, says=other))
        except IllFormed:
            continue


def _orders(order: Order) -> Iterator[tuple[str, Order]]:
    """Yield an order with another rate, from both sides, and uniform in one symbol more."""
    left, right = order.sides
    if order.relation != "same":
        yield "the same order", Order(left, right, "same", order.over)
    for symbol in sorted(unbound(order), key=str):
        if not isinstance(symbol, sp.Symbol) or isinstance(symbol, FunctionSymbol):
            continue
        if symbol not in order.over:
            wider = order.uniform_in((*order.over, symbol))
            yield f"uniformly in {symbol}, too", wider
            continue
        for power in (MARGIN, -MARGIN):
            other = rebuilt(sp.Mul, (right, symbol**power))
            yield f"right side times {symbol}**({power})", Order(left, other, *order.args[2:])


def _inside(says: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yield a conclusion with one relation made stronger, or one `Some` made an `Every`.

    A number of which there is to be some keeps its sign, as one that something is for every one
    of, and its place beside those `before` it.
    """
    if isinstance(says, Some):
        symbol, body = says.args
        yield f"for every {symbol}", Every(symbol, body)
        parts = tuple(conjuncts((body,)))
        ranges = [part for part in parts if _is_bound(part, symbol, before)]
        rest = all_of(part for part in parts if part not in ranges)
        for change, other in _inside(rest, (*before, symbol)):
            yield change, Some(symbol, all_of((*ranges, other)))
    elif isinstance(says, Every):
        symbol, body = says.args
        for change, other in _inside(body, before):
            yield change, Every(symbol, other)
    elif isinstance(says, (And, Or, Implies)):
        first = 1 if isinstance(says, Implies) else 0
        for number, part in enumerate(says.args[first:], first):
            for change, other in _inside(part, before):
                parts = (*says.args[:number], other, *says.args[number + 1 :])
                yield change, connected(says.func, parts)
    elif isinstance(says, sp.core.relational.Relational):
        yield from _relation(says)


def _is_bound(condition: Any, symbol: Any, others: tuple[Any, ...]) -> bool:
    """Return whether a condition compares a symbol with a number, or with one of other symbols."""
    is_comparison = isinstance(condition, sp.core.relational.Relational)
    sides = {*condition.args} - {symbol}
    return (
        is_comparison
        and len(sides) == 1
        and all(side.is_number or side in others for side in sides)
    )


def _conclusions(says: Any) -> Iterator[tuple[str, Any]]:
    for atom in atoms(says):
        for change, changed in _relation(atom):
            yield change, says if changed == atom else says.xreplace({atom: changed})


def _relation(atom: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(atom, RoundsTo):
        value, printed, half, boxes = atom.args
        for step in (2 * half, -2 * half):
            yield f"printed {printed + step}", RoundsTo(value, printed + step, half, boxes)
        return
    left, right = atom.args
    kind = type(atom)
    make = unevaluated
    if kind in STRICT:
        yield "strict", make(STRICT[kind], left, right)
    if kind in TURNED:
        yield "turned round", make(TURNED[kind], left, right)
        sign = -1 if kind in (sp.Le, sp.Lt) else 1
        if right != 0:
            yield (
                "right side tightened by an eighth",
                make(kind, left, right + sign * MARGIN * _size(right)),
            )
        elif left.is_Add:
            yield (
                "left side tightened by an eighth of its first term",
                make(kind, left - sign * MARGIN * _size(left.args[0]), right),
            )
    if kind is sp.Eq:
        if right != 0:
            yield "right side times 9/8", make(kind, left, right * (1 + MARGIN))
        for change, expression in _numbers(right):
            yield f"right side: {change}", make(kind, left, expression)
        for change, expression in _numbers(left):
            yield f"left side: {change}", make(kind, expression, right)


def _size(term: Any) -> Any:
    """Return the absolute value of a term; sympy would write another term into its means.

    >>> x, y = sp.symbols("x y", real=True)
    >>> mean = Mean((y - x) ** 2, x, Signs(sp.Integer(1)))
    >>> _size(mean).args == (mean,)
    True
    """
    return sp.Abs(term, evaluate=not term.has(Mean))


def _numbers(expression: Any, limit: int = 6) -> Iterator[tuple[str, Any]]:
    """Yield an expression with one coefficient or one exponent changed."""
    seen = 0
    nodes = sp.preorder_traversal(expression)
    for node in nodes:
        if seen >= limit:
            return
        if isinstance(node, sp.Tuple):  # the range of an index stays whole
            nodes.skip()
        if node.is_Pow and node.exp != -1 and not node.base.is_number:
            seen += 1
            changed = sp.Pow(node.base, node.exp + MARGIN)
            yield f"exponent {node.exp} of {node.base} raised", expression.xreplace({node: changed})
        elif (node.is_Add or node.is_Mul) and any(a.is_Rational for a in node.args):
            number = next(a for a in node.args if a.is_Rational)
            others = [a for a in node.args if a is not number]
            seen += 1
            changed = node.func(number * (1 + MARGIN), *others)
            yield f"number {number} times 9/8 in {node}", expression.xreplace({node: changed})


def check_mutant(
    claim: Claim,
    key: Key,
    mutant: Mutant,
    budget: Budget,
    seed: int,
    proofs: Mapping[Leaf, Evidence],
    proved: Sequence[States] = (),
) -> MutantResult:
    """Check a mutant of a statement until something objects to it or proves it.

    Every method is applied to it, and then the arguments for the statement and against it, if all
    that was changed are hypotheses. What only arguments handle is also compared with the statement,
    and tried at points and along rays, first where a hypothesis fails that was dropped.

    Args:
        claim, key: of which claim and which statement it is one.
        mutant: the change.
        budget, seed: how hard every check tries.
        proofs: of the lemmas of the claim, and of clauses of others.
        proved: the statements of the claim that arguments show.
    """
    printed = dict(statements(claim))[key]
    if isinstance(mutant.statement, States) and isinstance(printed, States) and printed in proved:
        known = shown_elsewhere(mutant.statement, proved) or follows(mutant.statement, printed)
        if known is not None:
            return MutantResult(key, mutant.change, "true", known)
    checked = check_variant(claim, mutant.statement, budget, seed, hint_for(claim, key))
    if checked.objection is not None:
        return MutantResult(key, mutant.change, "killed", by(checked.objection))
    if checked.proof is not None:
        return MutantResult(key, mutant.change, "true", by(checked.proof))
    if isinstance(mutant.statement, States):
        meant = meanings(claim, mutant.statement)
        broken = fails_on_the_way(mutant.statement, meant, soon=True)
        if broken is not None:
            return MutantResult(key, mutant.change, "killed", broken)
    pieces = _argued(claim, key, mutant, proofs, checked.found, budget, seed)
    for piece in pieces:
        if piece.refutes:
            return MutantResult(key, mutant.change, "killed", piece.detail)
        if piece.proves:
            return MutantResult(key, mutant.change, "true", by(piece))
    if isinstance(mutant.statement, ForAll):
        assert isinstance(printed, ForAll)
        for dropped in without(printed.given, mutant.statement.given):
            cases: tuple[Evidence, ...] | None = shown_by_sign(
                claim, mutant.statement, dropped, budget, seed, hint_for(claim, key)
            )
            cases = cases or looked_at_apart(
                claim, mutant.statement, printed, dropped, budget, seed, hint_for(claim, key)
            )
            if cases is not None:
                shown = "; ".join(map(by, cases))
                if all(case.proves for case in cases):
                    return MutantResult(key, mutant.change, "true", shown)
                return MutantResult(key, mutant.change, "killed", shown)
        all_hold = not without(printed.given, mutant.statement.given)
        ends = (Truth.FALSE,) if all_hold else BROKEN
        broken = fails_at(mutant.statement, meanings(claim, mutant.statement), ends)
        if broken is not None:
            return MutantResult(key, mutant.change, "killed", broken)
    if isinstance(mutant.statement, States):
        assert isinstance(printed, States)
        known = implied(mutant.statement, printed) if printed in proved else None
        if known is not None:
            return MutantResult(key, mutant.change, "true", known)
        known = holds_in_the_end(mutant.statement)
        if known is not None:
            return MutantResult(key, mutant.change, "true", known)
        broken = fails_in_the_long_run(mutant.statement)
        broken = broken or _broken_from(
            claim, part_at(claim, key).because, mutant.statement, printed
        )
        broken = broken or _soon_broken(claim, mutant.statement, printed, proved)
        if broken is not None:
            return MutantResult(key, mutant.change, "killed", broken)
        for end, piece in _reargued(claim, key, mutant.statement, proofs, checked.found, budget):
            shown = f"the contrary holds {piece.detail}" if end == "killed" else by(piece)
            return MutantResult(key, mutant.change, end, piece.detail if piece.refutes else shown)
        broken = _for_no_constants(claim, mutant.statement, printed)
        broken = broken or _broken(claim, mutant.statement, printed, proved)
        broken = broken or _broken_by_used(claim, mutant.statement, printed, budget, seed)
        if broken is not None:
            return MutantResult(key, mutant.change, "killed", broken)
    remarks = "; ".join((*checked.remarks, *(piece.detail for piece in pieces)))
    return MutantResult(key, mutant.change, "undecided", remarks[:400])


def _broken_from(claim: Claim, argument: Any, mutant: States, printed: States) -> str | None:
    """Return why a mutant fails near where an argument has its hypotheses met, or from there on."""
    point = met_at(argument, printed)
    if not point:
        return None
    if not isinstance(mutant.says, Order):
        return fails_near(mutant, printed, meanings(claim, mutant), point)
    found = (fails_from(mutant, point, moves) for moves in moved(mutant, printed))
    return next(filter(None, found), None)


def _soon_broken(
    claim: Claim, mutant: States, printed: States, proved: Sequence[States]
) -> str | None:
    """Return at which point a mutant of what only arguments handle fails, if it is soon found.

    An argument may take much longer to be checked.
    """
    known = meanings(claim, mutant)
    told = by_equation(mutant, printed) if printed in proved else None
    defined = _definitions(claim)
    for one in (mutant,) if told is None else (told, mutant):
        broken = objection(at_points(one), known) if one is told else None
        broken = broken or broken_at(at_points(one), known, FIRST, defined)
        if broken is not None:
            return broken
    return None


def _definitions(claim: Claim) -> tuple[States, ...]:
    """Return the definitions of the notation that only arguments handle."""
    return tuple(d for d in definitions(claim).values() if isinstance(d, States))


def _for_no_constants(claim: Claim, mutant: States, printed: States) -> str | None:
    """Return along which ray a mutant fails whatever its constants are, if that is seen."""
    defined = _definitions(claim)
    probable = _probabilities(meanings(claim, mutant))
    either = (
        replace(one, says=says)
        for one in outside(mutant, printed)
        for says in dict.fromkeys((one.says, possible(one.says, quantities=probable)))
    )
    return next(filter(None, (no_constants_serve(one, defined) for one in either)), None)


def _broken(claim: Claim, mutant: States, printed: States, proved: Sequence[States]) -> str | None:
    """Return why a mutant of what only arguments handle fails, at a point or along a ray."""
    known = meanings(claim, mutant)
    broken = fails_on_the_way(mutant, known)
    if broken is not None:
        return broken
    defined = _definitions(claim)
    moving = moved(mutant, printed)
    probable = _probabilities(known)
    for statement in weaker_forms(outside(mutant, printed), probable):
        rays = (along_rays(statement, proved, defined, known, moves) for moves in moving)
        broken = next(filter(None, rays), None)
        broken = broken or objection(at_points(statement), known)
        broken = broken or broken_at(at_points(statement), known, defined=tuple(defined))
        if broken is not None:
            return broken
    return _without_value(mutant, printed) or broken_somewhere(at_points(mutant), known)


def _without_value(mutant: States, printed: States) -> str | None:
    """Return along which ray an order has no value that the one that was changed has."""
    if not isinstance(mutant.says, Order):
        return None
    needed, before = (tuple(conjuncts((has_values(one.says),))) for one in (mutant, printed))
    return has_no_value(mutant, all_of(without(needed, before)))


def _broken_by_used(
    claim: Claim, mutant: States, printed: States, budget: Budget, seed: int
) -> str | None:
    """Return along which ray an order fails by what a claim proves that is used."""
    if not isinstance(mutant.says, Order):
        return None
    defined, known = _definitions(claim), meanings(claim, mutant)
    cases = list(product(outside(mutant, printed), moved(mutant, printed)))

    def fails(proved: tuple[States, ...]) -> str | None:
        found = (along_rays(one, proved, defined, known, moves) for one, moves in cases)
        return next(filter(None, found), None)

    return fails_by_what_it_uses(claim, fails, budget, seed)


def _probabilities(known: Meanings) -> frozenset[Any]:
    """Return the quantities of which some meaning says that they are probabilities."""

    def are(options: Iterable[Meaning]) -> bool:
        return any(isinstance(meaning, Exact) and meaning.probability for meaning in options)

    return frozenset(head for head, options in known.items() if are(options))


def weaker_forms(statements: Iterable[States], probable: frozenset[Any]) -> Iterator[States]:
    """Yield statements, and what each says if nothing is known of its probabilities or quantities.

    A relation whose quantities have no meaning still says that its other terms have values, as does
    an order of both of its sides; and what is beside it under a quantifier holds, too.

    Args:
        statements: the statements.
        probable: the quantities that are probabilities.
    """
    for statement in statements:
        yield statement
        if isinstance(statement.says, Order):
            needed = has_values(statement.says)
            if needed != sp.true:
                yield replace(at_points(statement), says=needed)
            continue
        weaker = [possible(statement.says, quantities=probable), has_values(statement.says)]
        if statement.says.has(Quantified):
            weaker.append(without_quantities(statement.says))
        for says in dict.fromkeys(weaker):
            if says not in (statement.says, sp.true):
                yield replace(statement, says=says, given=dict(statement.places))


def by_equation(mutant: States, printed: States) -> States | None:
    """Return what a mutant says if an equation holds: the right side of it for its left side.

    It is `None` of what is no equation with this left side, under its hypotheses or more.

    >>> x, y = sp.symbols("x y", real=True)
    >>> shown = States(sp.Eq(y, x**2, evaluate=False), given=(x > 0,))
    >>> by_equation(States(sp.Eq(y, 2 * x**2, evaluate=False), given=(x > 0,)), shown).says
    Eq(x**2, 2*x**2)
    """
    new, old = mutant.says, printed.says
    equations = isinstance(new, sp.Eq) and isinstance(old, sp.Eq)
    if not equations or new.lhs != old.lhs or without(conjuncts(printed.given), mutant.given):
        return None
    return replace(mutant, says=sp.Eq(old.rhs, new.rhs, evaluate=False), given=dict(mutant.places))


def _argued(
    claim: Claim,
    key: Key,
    mutant: Mutant,
    proofs: Mapping[Leaf, Evidence],
    found: Sequence[Evidence],
    budget: Budget,
    seed: int,
) -> tuple[Evidence, ...]:
    """Return what the arguments for a statement show of a mutant.

    An argument ends at one conclusion, so that it proves no mutant that concludes something else.
    Where it assumes what was dropped, it is tried without assuming that, or a part of it, or in one
    case only.
    """
    printed = part_at(claim, key)
    one, other = printed.statement, mutant.statement
    stated = (ForAll, States)
    if not isinstance(one, stated) or not isinstance(other, stated):
        return ()
    if other.says != one.says:
        return ()
    part = replace(printed, statement=other)
    pieces = argued(claim, part, proofs, found, budget)
    argument = part.because
    if any(piece.outcome is not Outcome.UNKNOWN for piece in pieces):
        return pieces
    if not isinstance(argument, Argument):
        return pieces
    dropped = without(conjuncts(one.given), other.given)
    instead = without(conjuncts(other.given), one.given)
    fewer = without_using(argument, dropped)
    if fewer is argument:
        return pieces
    for one_dropped in dropped if len(dropped) == 1 else ():
        for less in assuming_less(claim, argument, other, one_dropped):
            shown = _shown_by(claim, less, part, proofs, found, budget, seed)
            if shown:
                return shown
    weaker_ones = [fewer, *in_cases(argument, dropped, instead)]
    wider = with_wider_constants(fewer)
    weaker_ones += [wider] if wider != fewer else []
    known = conjuncts(other.given)
    signs = (*not_negative(other.says, known, argument), *sums_not_negative(dropped, known))
    weaker_ones += in_cases(argument, dropped, instead, signs) if signs else ()
    for weaker in weaker_ones:
        shown = argued(claim, replace(part, because=weaker), proofs, found, budget)
        if any(piece.proves for piece in shown):
            return shown
        pieces += shown if weaker is fewer else ()
    return pieces


def _shown_by(
    claim: Claim,
    less: Less,
    part: Part,
    proofs: Mapping[Leaf, Evidence],
    found: Sequence[Evidence],
    budget: Budget,
    seed: int,
) -> tuple[Evidence, ...]:
    """Return what proves a mutant where no more is assumed of what was dropped than a part.

    Args:
        claim: the claim.
        less: the argument, and what it assumes of what was dropped.
        part: the mutant, with the argument for what is printed.
        proofs: of the lemmas of the claim, and of clauses of others.
        found: what the methods found out about the mutant.
        budget, seed: how hard every check tries.
    """
    checked = {
        name: check_variant(claim, lemma, budget, seed, claim.hints.get(name)).proof
        for name, lemma in less.lemmas.items()
    }
    proved = {name: proof for name, proof in checked.items() if proof is not None}
    other = with_lemmas(claim, {name: less.lemmas[name] for name in proved})
    mutant = part.statement
    assert isinstance(mutant, (ForAll, States))
    if other is None or (less.new == sp.true and not proved):
        return ()
    given = replace(mutant, given=tuple(conjuncts((*mutant.given, less.new))))
    whole = replace(part, statement=given, because=less.argument)
    known = dict(proofs)
    known.update({Lemma(name): proof for name, proof in proved.items()})
    return tuple(piece for piece in argued(other, whole, known, found, budget) if piece.proves)


def _reargued(
    claim: Claim,
    key: Key,
    mutant: States,
    proofs: Mapping[Leaf, Evidence],
    found: Sequence[Evidence],
    budget: Budget,
) -> Iterator[tuple[Literal["killed", "true"], Evidence]]:
    """Yield how a mutant ends by arguments made from that for the statement, and what shows it."""
    part = part_at(claim, key)
    argument, shown = part.because, None
    if isinstance(argument, Argument) and isinstance(part.statement, States):
        dropped = without(conjuncts(part.statement.given), mutant.given)
        part = replace(part, because=without_using(argument, dropped))
        shown = shows(claim, argument, STEPS, checked=argument)
    for proposal in proposals(part, mutant, shown):
        for piece in argued(claim, proposal.part, proofs, found, budget):
            if piece.proves or piece.refutes:
                yield proposal.end, piece


@dataclass(frozen=True)
class Bench:
    """A claim, judged, whose mutants are checked one by one.

    Args:
        claim: the claim.
        budget, seed: how hard every check tries.
        judged: the verdicts, and the proofs on which arguments rest.
        proved: the statements of the claim that arguments show.
    """

    claim: Claim
    budget: Budget
    seed: int
    judged: Judged
    proved: tuple[States, ...]

    def end(self, key: Key, mutant: Mutant) -> MutantResult | None:
        """Check a mutant of a statement, if that holds and the mutant is stronger."""
        statement = dict(statements(self.claim))[key]
        holds = self.judged.found.verdicts[key].verdict.holds
        if not holds or no_stronger(mutant.statement, statement):
            return None
        if drops_what_follows(mutant.statement, statement):
            return None
        if statement not in self.proved and needs_less(mutant.statement, statement):
            return None  # to find that out takes less time than the checks
        proofs = self.judged.proofs
        result = check_mutant(self.claim, key, mutant, self.budget, self.seed, proofs, self.proved)
        if result.end == "undecided" and self._says_no_more(mutant.statement, statement):
            return None
        return result

    def _says_no_more(self, mutant: Statement, statement: Statement) -> bool:
        """Return whether a mutant follows from its statement, or is another one that holds."""
        if says_no_more(mutant, statement):
            return True
        verdicts = self.judged.found.verdicts
        others = (one for key, one in statements(self.claim) if verdicts[key].verdict.holds)
        return is_said(mutant, others)


def bench_of(claim: Claim, found: Judged, budget: Budget, seed: int) -> Bench:
    """Return what checks the mutants of a claim that has been judged."""
    verdicts = [(one, found.found.verdicts[key]) for key, one in statements(claim)]
    proved = (s for s, one in verdicts if isinstance(s, States) and _is_argued(one.evidence))
    return Bench(claim, budget, seed, found, tuple(proved))


def mutants_of(claim: Claim) -> Iterator[tuple[Key, Mutant]]:
    """Yield the mutants of every statement of a claim, whether or not it holds.

    One that stands at several places, as what holds instead of several readings may, is changed at
    the first of them alone.
    """
    seen: list[Statement] = []
    for key, statement in statements(claim):
        if statement in seen:
            continue
        seen.append(statement)
        for mutant in mutants(statement):
            yield key, mutant


def mutate(claim: Claim, budget: Budget = PROFILES["quick"], seed: int = 0) -> Mutation:
    """Check the mutants of every statement of a claim that holds."""
    bench = bench_of(claim, judged(claim, budget, seed), budget, seed)
    found = (bench.end(key, mutant) for key, mutant in mutants_of(claim))
    results = tuple(result for result in found if result is not None)
    ends = Counter(result.end for result in results)
    return Mutation(ends["killed"], ends["true"], ends["undecided"], results)


def says_no_more(mutant: Statement, statement: Statement) -> bool:
    """Return whether a statement implies its mutant, so that nothing was strengthened."""
    if isinstance(mutant, ForAll) and isinstance(statement, ForAll):
        return needs_fewer(mutant, statement)
    if not isinstance(mutant, States) or not isinstance(statement, States):
        return False
    return needs_less(mutant, statement) or implied(mutant, statement) is not None


def needs_less(mutant: Statement, statement: Statement) -> bool:
    """Return whether a statement implies its mutant because what was dropped says nothing."""
    if not isinstance(mutant, States) or not isinstance(statement, States):
        return False
    return follows(mutant, statement) is not None


def _is_argued(evidence: Iterable[Evidence]) -> bool:
    """Return whether an argument shows a statement, whether or not its hypotheses can be met."""
    return any(
        piece.method == ARGUMENT
        and piece.outcome is Outcome.HOLDS
        and not piece.error
        and set(piece.restrictions) <= {UNMET}
        for piece in evidence
    )
