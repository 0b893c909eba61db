"""Mutation: does our own work notice when a statement is made wrong?

Every statement that holds is strengthened or changed in small ways and the same checks run again,
stopping at the first objection. A mutant ends

    killed      an objection was found
    true        proved: the printed statement is loose, and the report says "also holds"
    undecided   neither: a hole in our own work

The operators live here, for each kind of statement, and nobody chooses them for a claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from reports.results import MutantResult, Mutation
from theory.claim import Claim
from theory.language import DEFINES, RoundsTo
from theory.statements import ForAll, SameOrder, Statement
from verify.claims.statements import hint_for, statements
from verify.evidence import Key
from verify.judging.assemble import judge_claim
from verify.methods.apply import evidence_for
from verify.methods.task import PROFILES, Budget
from verify.variants.checking import by, check_variant
from verify.variants.edits import STRICT, TURNED, atoms, unevaluated

MARGIN = sp.Rational(1, 8)


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
    if not isinstance(statement, ForAll) or statement.says == DEFINES:
        return
    for position, hypothesis in enumerate(statement.given):
        if hypothesis.free_symbols <= set(statement.instances):
            continue  # it fixes the range of an index, which the instances keep
        rest = statement.given[:position] + statement.given[position + 1 :]
        yield Mutant(f"without the hypothesis {hypothesis}", replace(statement, given=rest))
    for change, says in _conclusions(statement.says):
        if says != statement.says:
            yield Mutant(change, replace(statement, says=says))
    if any(isinstance(r, sp.Eq) for r in atoms(statement.says)):
        for name, meaning in statement.where.items():
            for change, expression in _numbers(meaning):
                where = {**statement.where, name: expression}
                yield Mutant(f"{name}: {change}", replace(statement, where=where))


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
                make(kind, left, right + sign * MARGIN * sp.Abs(right)),
            )
        elif left.is_Add:
            yield (
                "left side tightened by an eighth of its first term",
                make(kind, left - sign * MARGIN * sp.Abs(left.args[0]), right),
            )
    if kind is sp.Eq:
        if right != 0:
            yield "right side times 9/8", make(kind, left, right * (1 + MARGIN))
        for change, expression in _numbers(right):
            yield f"right side: {change}", make(kind, left, expression)
        for change, expression in _numbers(left):
            yield f"left side: {change}", make(kind, expression, right)


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


def check_mutant(claim: Claim, key: Key, mutant: Mutant, budget: Budget, seed: int) -> MutantResult:
    """Check a mutant of a statement by every method, until one objects or one proves it."""
    checked = check_variant(claim, mutant.statement, budget, seed, hint_for(claim, key))
    if checked.objection is not None:
        return MutantResult(key, mutant.change, "killed", by(checked.objection))
    if checked.proof is not None:
        return MutantResult(key, mutant.change, "true", by(checked.proof))
    return MutantResult(key, mutant.change, "undecided", "; ".join(checked.remarks)[:400])


def mutate(claim: Claim, budget: Budget = PROFILES["quick"], seed: int = 0) -> Mutation:
    """Check the mutants of every statement of a claim that holds."""
    results: list[MutantResult] = []
    found = judge_claim(claim, evidence_for(claim, budget=budget, seed=seed), {}, budget)
    for key, statement in statements(claim):
        if found.verdicts[key].verdict.holds:
            every = mutants(statement)
            results += (check_mutant(claim, key, mutant, budget, seed) for mutant in every)
    ends = Counter(result.end for result in results)
    return Mutation(ends["killed"], ends["true"], ends["undecided"], tuple(results))
