"""Forms of a statement that mean the same, made without the engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Implies, Not, Or

from theory.claim import ForAll
from theory.hints import Hint, Keeps
from theory.language import FunctionSymbol

_SWAPPED = {
    sp.Lt: sp.Gt,
    sp.Gt: sp.Lt,
    sp.Le: sp.Ge,
    sp.Ge: sp.Le,
    sp.Eq: sp.Eq,
    sp.Ne: sp.Ne,
}


def _relations(condition: Any, change: Callable[[Any], Any]) -> Any:
    """Change every relation that no term contains."""
    if isinstance(condition, Relational):
        return change(condition)
    if isinstance(condition, (And, Or, Not, Implies)):
        parts = [_relations(part, change) for part in condition.args]
        return condition.func(*parts, evaluate=False)
    return condition


def swapped(condition: Any) -> Any:
    """Write every relation from right to left."""
    return _relations(condition, lambda r: _SWAPPED[type(r)](r.rhs, r.lhs, evaluate=False))


def doubled(condition: Any) -> Any:
    """Multiply both sides of every relation by 2."""

    def change(relation: Any) -> Any:
        sides = (sp.Mul(2, side, evaluate=False) for side in relation.args)
        return type(relation)(*sides, evaluate=False)

    return _relations(condition, change)


def negated_twice(condition: Any) -> Any:
    """Write conjunctions and disjunctions by De Morgan's rules, implications by contraposition."""
    if isinstance(condition, (And, Or)):
        other = Or if isinstance(condition, And) else And
        parts = [Not(negated_twice(part), evaluate=False) for part in condition.args]
        return Not(other(*parts, evaluate=False), evaluate=False)
    if isinstance(condition, Implies):
        left, right = (Not(negated_twice(p), evaluate=False) for p in condition.args)
        return Implies(right, left, evaluate=False)
    return condition


def _on_conditions(statement: ForAll, change: Callable[[Any], Any]) -> ForAll:
    return ForAll(
        says=change(statement.says),
        given=tuple(map(change, statement.given)),
        where=statement.where,
        instances=statement.instances,
    )


def new_names(statement: ForAll) -> dict[Any, Any]:
    """Return another symbol for every number, named in the reverse order of the alphabet."""
    scalars = sorted((s for s in statement.symbols if isinstance(s, sp.Symbol)), key=str)
    names = {s: f"u{len(scalars) - n}" for n, s in enumerate(scalars)}
    return {
        s: sp.Symbol(names[s], **s._assumptions_orig)
        for s in scalars
        if not isinstance(s, FunctionSymbol)
    }


def renamed(statement: ForAll) -> ForAll:
    """Give every number another name."""
    new = new_names(statement)
    return ForAll(
        says=replaced(statement.says, new),
        given=tuple(replaced(g, new) for g in statement.given),
        where={n: replaced(m, new) for n, m in statement.where.items()},
        instances={new.get(s, s): v for s, v in statement.instances.items()},
    )


def replaced(expression: Any, new: Mapping[Any, Any]) -> Any:
    """Replace symbols, and let sympy simplify nothing on the way."""
    expression = sp.sympify(expression)
    if expression in new:
        return new[expression]
    if not expression.args or not expression.free_symbols & set(new):
        return expression
    parts = [replaced(part, new) for part in expression.args]
    lazy = (Relational, And, Or, Not, Implies, sp.Add, sp.Mul, sp.Pow, sp.Function)
    if isinstance(expression, lazy) and not isinstance(expression, sp.Piecewise):
        return expression.func(*parts, evaluate=False)
    return expression.func(*parts)


REWRITINGS: tuple[Callable[[ForAll], ForAll], ...] = (
    lambda statement: _on_conditions(statement, swapped),
    lambda statement: _on_conditions(statement, doubled),
    lambda statement: _on_conditions(statement, negated_twice),
    renamed,
)


def rewritten(
    statement: ForAll, rng: random.Random, hint: Hint | None = None
) -> tuple[ForAll, Hint | None]:
    """Return another form of a statement that means the same, with its hint.

    >>> from theory.language import reals
    >>> x = reals("x")
    >>> form, _ = rewritten(ForAll(says=x**2 >= x - 1), random.Random(1))
    >>> form.says
    2*x**2 >= 2*(x - 1)
    """
    for rewriting in rng.sample(REWRITINGS, 2):
        if rewriting is renamed and isinstance(hint, Keeps):
            new = new_names(statement)
            hint = Keeps(new.get(hint.index, hint.index), replaced(hint.kept, new))
        statement = rewriting(statement)
    return statement, hint
