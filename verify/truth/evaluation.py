"""Evaluate statements and terms at exact points, at rising precision."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint
import sympy as sp
from flint import arb, fmpq
from sympy.core.relational import Relational

from verify.claims.meanings import Interpretation
from verify.truth.arithmetic import AGREEMENT_BITS, WORK, Arithmetic, Point
from verify.truth.outcomes import NoValue, Truth, Undecided
from verify.truth.points import fraction

PRECISIONS = (64, 192, 640)
DISPLAYED_BITS = 2000  # a longer rational is displayed as a decimal


def evaluate(
    condition: Any,
    point: Point,
    interpretation: Interpretation | None = None,
    agreement: int = AGREEMENT_BITS,
) -> Truth:
    """Evaluate a Boolean at an exact point.

    Args:
        condition: a sympy Boolean; its heads must have a meaning in `interpretation`.
        point: exact values (`Fraction`, `Algebraic`, `PiecewiseLinear`) of its free symbols.
        interpretation: one meaning for each head.
        agreement: how many bits must coincide for `AGREES`; fewer where a head is approximate.

    Returns:
        A `Truth`; never raises for numerical reasons, and is UNKNOWN for what has no rule.
    """
    return truths_at(point, interpretation or {}, agreement)(condition)


def truths_at(
    point: Point, interpretation: Interpretation, agreement: int = AGREEMENT_BITS
) -> Callable[[Any], Truth]:
    """Return an evaluator of Booleans at one point, as `evaluate`; shared parts are cached."""
    levels: list[Arithmetic] = []

    def truth_of(condition: Any) -> Truth:
        for number, precision in enumerate(PRECISIONS):
            if number == len(levels):
                levels.append(Arithmetic(point, interpretation, agreement=agreement))
            outcome = _at_precision(levels[number], precision, condition)
            if outcome is Truth.AGREES and precision < agreement and number + 1 < len(PRECISIONS):
                continue  # a higher precision may still tell the sides apart
            if outcome is not Truth.UNKNOWN:
                return outcome
        return Truth.UNKNOWN

    return truth_of


def _at_precision(arithmetic: Arithmetic, precision: int, condition: Any) -> Truth:
    arithmetic.work.left = WORK
    with flint.ctx.workprec(precision):
        try:
            return arithmetic.truth(condition)
        except RecursionError:
            return Truth.UNKNOWN


def enclose(
    expression: Any,
    point: Point,
    interpretation: Interpretation | None = None,
    precision: int = 128,
) -> fmpq | arb:
    """Return the exact value or a ball that contains it.

    Raises:
        Undefined: the expression has no value at this point.
        Undecided: no enclosure can be computed.
    """
    with flint.ctx.workprec(precision):
        try:
            return Arithmetic(point, interpretation or {}).number(sp.sympify(expression))
        except RecursionError as error:
            raise Undecided("the expression is nested too deeply") from error


def rationals_at(point: Point) -> Callable[[Any], Fraction | None]:
    """Return what evaluates expressions at a point that may grow: a rational value, or `None`."""
    arithmetic = Arithmetic(point, {})

    def value(expression: Any) -> Fraction | None:
        try:
            number = arithmetic.number(expression)
        except NoValue:
            return None
        return fraction(number) if isinstance(number, fmpq) else None

    return value


def violation(
    condition: Any, point: Point, interpretation: Interpretation
) -> tuple[str, str] | None:
    """Return both sides of a relation at a point as decimal text, for display only."""
    if not isinstance(condition, sp.core.relational.Relational):
        return None
    try:
        left, right = (_display(enclose(side, point, interpretation)) for side in condition.args)
    except NoValue:
        return None
    return left, right


def is_exact(condition: Any, point: Point, interpretation: Interpretation) -> bool:
    """Return whether every side of every relation is a rational number at the point."""
    arithmetic = Arithmetic(point, interpretation)
    sides = (side for relation in condition.atoms(Relational) for side in relation.args)
    try:
        return all(isinstance(arithmetic.number(side), fmpq) for side in sides)
    except NoValue:
        return False


def _display(number: fmpq | arb) -> str:
    exact = isinstance(number, fmpq) and number.height_bits() <= DISPLAYED_BITS
    return str(number) if exact else arb(number).str(12, radius=False)


def at(
    statement: Any, point: Point, interpretation: Interpretation, agreement: int = AGREEMENT_BITS
) -> Truth | None:
    """Return the truth of an expanded `ForAll` at a point, or `None` outside its hypotheses.

    A point at which a hypothesis is not certainly true lies outside.
    """
    truth_of = truths_at(point, interpretation, agreement)
    if any(truth_of(hypothesis) is not Truth.TRUE for hypothesis in statement.given):
        return None
    return truth_of(statement.says)
