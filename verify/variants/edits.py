"""Small edits of a formula, one place at a time: numbers, exponents, signs, terms, factors, cases.

Mutation and repair share what a relation may become; `rewrites` is the richer set of edits with
which a repair tries to set a formula right. Nobody chooses edits for a claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import And, Implies, Or

from theory.language import FunctionSymbol, RoundsTo

STRICT = {sp.Le: sp.Lt, sp.Ge: sp.Gt}
LOOSE = {sp.Lt: sp.Le, sp.Gt: sp.Ge}
TURNED = {sp.Le: sp.Ge, sp.Lt: sp.Gt, sp.Ge: sp.Le, sp.Gt: sp.Lt}
NEGATED = {
    sp.Le: sp.Gt,
    sp.Lt: sp.Ge,
    sp.Ge: sp.Lt,
    sp.Gt: sp.Le,
    sp.Eq: sp.Ne,
    sp.Ne: sp.Eq,
}
HALF = sp.Rational(1, 2)
FACTORS = (
    sp.Integer(-1),
    sp.Integer(2),
    HALF,
    sp.Integer(4),
    sp.Rational(1, 4),
    sp.Rational(3, 2),
    sp.Rational(3, 4),
    sp.Integer(3),
)
STEPS = (sp.Integer(1), sp.Integer(-1), HALF, -HALF)
POWERS = (sp.Integer(1), sp.Integer(2), sp.Integer(3))
LONG = 160  # operations from which on only the outermost places of a formula are edited

Rewrite = tuple[int, str, Any]  # the size of an edit, what it does, and the formula after it


@dataclass(frozen=True)
class Vocabulary:
    """What edits may put into a formula.

    Args:
        scalars: symbols that stand for numbers.
        margins: positive quantities that the hypotheses give, such as 1 - L from L < 1.
        indices: symbols that count something.
    """

    scalars: tuple[Any, ...] = ()
    margins: tuple[Any, ...] = ()
    indices: tuple[Any, ...] = ()


def atoms(says: Any) -> list[Any]:
    """Return the relations of a conclusion that strengthen it when they are strengthened."""
    if isinstance(says, (And, Or)):
        return [atom for part in says.args for atom in atoms(part)]
    if isinstance(says, Implies):
        return atoms(says.args[1])
    return [says] if isinstance(says, (sp.core.relational.Relational, RoundsTo)) else []


def unevaluated(kind: Any, left: Any, right: Any) -> Any:
    """Return a relation that sympy does not decide."""
    return kind(left, right, evaluate=False)


def rewrites(expression: Any, vocabulary: Vocabulary) -> Iterator[Rewrite]:
    """Yield an expression with one small edit at one place.

    Args:
        expression: one side of a relation, or an abbreviation.
        vocabulary: what may be put in.
    """
    deep = sp.count_ops(expression) <= LONG
    yield from _whole(expression, vocabulary)
    yield from _inside(expression, vocabulary, True, 6 if deep else 1)


def _whole(expression: Any, vocabulary: Vocabulary) -> Iterator[Rewrite]:
    """Yield a side times a symbol or a margin, and a side with all its symbols in bars."""
    if expression.is_number and expression != 1:
        return
    for symbol in vocabulary.scalars:
        for power in (1, -1):
            for number in (sp.Integer(1), sp.Integer(2), HALF):
                factor = number * symbol**power
                yield 1 + (number != 1), f"times {factor}", expression * factor
    for margin in vocabulary.margins:
        for power in (1, -1, 2, -2):
            factor = margin**power
            yield 1 + (power not in (1, -1)), f"times {factor}", expression * factor
    bars = {s: sp.Abs(s) for s in expression.free_symbols & set(vocabulary.scalars)}
    if bars:
        changed = expression.subs(bars, simultaneous=True)
        yield 2, f"absolute values of {', '.join(sorted(map(str, bars)))}", changed
    if isinstance(expression, sp.Add):
        yield 1, f"the absolute value of {expression}", sp.Abs(expression)


def _inside(expression: Any, vocabulary: Vocabulary, term: bool, depth: int) -> Iterator[Rewrite]:
    yield from _here(expression, vocabulary, term)
    if depth == 0 or expression.is_Atom:
        return
    if expression.is_Pow:
        for size, words, changed in _inside(expression.base, vocabulary, True, depth - 1):
            yield size, words, sp.Pow(changed, expression.exp)
        return
    if isinstance(expression, AppliedUndef):
        yield from _arguments(expression, vocabulary)
        return
    for position, argument in enumerate(expression.args):
        if not isinstance(argument, sp.Expr) or isinstance(argument, FunctionSymbol):
            continue  # ranges, conditions, functions
        if expression.is_Mul and argument.is_number:
            continue  # a coefficient is changed where its term is
        inner = not expression.is_Mul
        for size, words, changed in _inside(argument, vocabulary, inner, depth - 1):
            arguments = list(expression.args)
            arguments[position] = changed
            yield size, words, expression.func(*arguments)


def _here(e: Any, vocabulary: Vocabulary, term: bool) -> Iterator[Rewrite]:
    """Yield what one node becomes; `term` says that it is no factor of a product."""
    if e.is_Rational:
        yield from _numbers(e, vocabulary)
        return
    if term:
        for factor in FACTORS:
            yield 1, f"{e} times {factor}", factor * e
    if e.is_Pow:
        for size, exponent in _exponents(e.exp, vocabulary):
            changed = sp.Pow(e.base, exponent)
            yield size, f"exponent {e.exp} of {e.base} becomes {exponent}", changed
        yield from _geometric(e, vocabulary)
    elif not (e.is_Add or e.is_Mul):
        for exponent in (sp.Integer(2), HALF, sp.Integer(-1)):
            yield 1, f"{e} to the power {exponent}", e**exponent
    if e.is_Add:
        for number, part in enumerate(e.args):
            yield 1, f"without the term {part}", e.func(*e.args[:number], *e.args[number + 1 :])
        if len(e.args) > 2:
            for part in e.args:
                yield 2, f"only the term {part}", part
    if e.is_Mul:
        for number, part in enumerate(e.args):
            rest = e.func(*e.args[:number], *e.args[number + 1 :])
            yield 1, f"without the factor {part}", rest
            if not part.is_number and len(e.args) > 2:
                yield 2, f"{rest} inverted beside {part}", part / rest
    if isinstance(e, sp.Piecewise):
        for value, _ in e.args:
            yield 1, f"{value} in every case", value
    if isinstance(e, (sp.Max, sp.Min)):
        for part in e.args:
            yield 1, f"{part} for {e}", part
    if isinstance(e, sp.Abs):
        yield 1, f"{e} without bars", e.args[0]


def _arguments(head: Any, vocabulary: Vocabulary) -> Iterator[Rewrite]:
    """Yield an opaque quantity with one number among its arguments changed, its sign kept."""
    for position, argument in enumerate(head.args):
        if not argument.is_Rational:
            continue
        others = [(1, argument + step) for step in STEPS[:2] if argument + step >= 0]
        others += [(1, argument * margin) for margin in vocabulary.margins]
        others += [(2, argument * margin**2) for margin in vocabulary.margins]
        for size, other in others:
            arguments = [*head.args[:position], other, *head.args[position + 1 :]]
            yield size, f"{argument} becomes {other}", head.func(*arguments)


def _numbers(number: Any, vocabulary: Vocabulary) -> Iterator[Rewrite]:
    changed = [(1, number * factor) for factor in FACTORS]
    changed += [(1, number + step) for step in STEPS[:2]]
    changed += [(1, 1 / number)] if number else []
    changed += [(1, number * s**power) for s in vocabulary.scalars for power in (1, -1) if number]
    changed += [(1, number * m) for m in vocabulary.margins]
    changed += [(2, number * m**2) for m in vocabulary.margins]
    for size, other in changed:
        if other != number:
            yield size, f"{number} becomes {other}", other


def _exponents(exponent: Any, vocabulary: Vocabulary) -> Iterator[tuple[int, Any]]:
    for step in STEPS:
        yield 1, exponent + step
    for other in (-exponent, 2 * exponent, exponent / 2, *POWERS):
        yield 1, other
    if exponent:
        yield 1, 1 / exponent
    if exponent.is_number:
        return
    for symbol in sorted(exponent.free_symbols, key=str):
        yield 1, sp.expand(exponent * symbol)
        yield 1, sp.expand(exponent / symbol)
    for size, _, other in _inside(exponent, Vocabulary(), True, 3):
        yield size, other


def _geometric(e: Any, vocabulary: Vocabulary) -> Iterator[Rewrite]:
    """Yield (1 + u)**n for 1 / (1 - u), which agree for small u up to n."""
    if e.exp != -1 or not e.base.is_Add or 1 not in e.base.args:
        return
    mirrored = 2 - e.base
    counts = [n + shift for n in vocabulary.indices for shift in (0, -1)]
    for power in (*counts, *POWERS):
        yield 2, f"{e} becomes {mirrored**power}", mirrored**power
