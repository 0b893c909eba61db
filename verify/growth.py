"""How fast expressions grow along a ray, and what refutes a statement about orders of magnitude.

Along a ray every variable is scale**exponent. Sums, products, powers, logarithms and exponentials
of such quantities have a leading rate scale**power * log(scale)**logs, found by rule as long as
leading terms cannot cancel. No finite number of points refutes "there is a constant"; what does:

    a ray on which one side has another rate than the other, or
    a point of the regime at which one side is zero or negative and the other is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import sympy as sp
from flint import arb

from theory.claim import SameOrder
from theory.power_laws import sides_of
from theory.values import Ray
from verify.meanings import Reading
from verify.truth import Truth, Undecided, Undefined, enclose, evaluate

SCALES = (6, 12)  # decades at which balls must show the drift that the rates predict


class Rate(NamedTuple):
    """scale**power * log(scale)**logs; `power` may be infinite for exponentials."""

    power: Any
    logs: Any = sp.Integer(0)


class NoRate(Exception):
    """The rules do not give the rate of an expression."""


CONSTANT = Rate(sp.Integer(0))


def rate(expression: Any, powers: Mapping[Any, Any]) -> Rate:
    """Return the leading rate of a positive expression.

    Args:
        expression: an expression in the variables alone, constants replaced by numbers.
        powers: variable -> its exponent along the ray.

    Raises:
        NoRate: a function without a rule, or leading terms of different signs.

    >>> x, y = sp.symbols("x y", real=True)
    >>> rate(x**2 + y * sp.log(x), {x: 1, y: 2})
    Rate(power=2, logs=1)
    """
    growth, sign = _signed(expression, powers)
    if sign <= 0:
        raise NoRate(f"{expression} is not positive")
    return growth


def _signed(expression: Any, powers: Mapping[Any, Any]) -> tuple[Rate, int]:
    if expression in powers:
        return Rate(sp.sympify(powers[expression])), 1
    if expression.is_number:
        if expression.is_zero or not expression.is_real:
            raise NoRate(f"{expression} has no rate")
        return CONSTANT, 1 if expression > 0 else -1
    if expression.is_Mul:
        factors = [_signed(f, powers) for f in expression.args]
        total = Rate(sum(g.power for g, _ in factors), sum(g.logs for g, _ in factors))
        if total.power is sp.nan:
            raise NoRate(f"{expression} is zero times infinity")
        return total, int(sp.prod([sign for _, sign in factors]))
    if expression.is_Add:
        return _largest(expression, [_signed(t, powers) for t in expression.args])
    if isinstance(expression, (sp.Max, sp.Min)):
        terms = [_signed(t, powers) for t in expression.args]
        if any(sign < 0 for _, sign in terms):
            raise NoRate(f"{expression} has negative terms")
        pick = max if isinstance(expression, sp.Max) else min
        return pick(terms)
    if isinstance(expression, sp.exp):
        return _exponential(expression.args[0], powers), 1
    if expression.is_Pow and expression.exp.is_number:
        growth, sign = _signed(expression.base, powers)
        if sign < 0:
            raise NoRate(f"{expression} has a negative base")
        return Rate(growth.power * expression.exp, growth.logs * expression.exp), 1
    if isinstance(expression, sp.log):
        growth, sign = _signed(expression.args[0], powers)
        if sign > 0 and growth.power.is_finite and growth.power != 0:
            return Rate(sp.Integer(0), sp.Integer(1)), 1 if growth.power > 0 else -1
    raise NoRate(f"no rule for {expression}")


def _largest(expression: Any, terms: list[tuple[Rate, int]]) -> tuple[Rate, int]:
    top = max(growth for growth, _ in terms)
    signs = {sign for growth, sign in terms if growth == top}
    if len(signs) > 1:
        raise NoRate(f"the leading terms of {expression} may cancel")
    return top, signs.pop()


def _exponential(exponent: Any, powers: Mapping[Any, Any]) -> Rate:
    growth, sign = _signed(exponent, powers)
    if growth <= CONSTANT:
        return CONSTANT  # a bounded exponent
    if growth.power > 0:
        return Rate(sp.oo * sign)
    raise NoRate(f"exp({exponent}) is a power of unknown exponent")


def objection(statement: SameOrder, values: Mapping[Any, Any], reading: Reading) -> str | None:
    """Return why a point or a ray refutes a statement, `None` if it does not.

    Args:
        statement: an order of magnitude.
        values: a rational for every constant, and for the variables either all rationals (a
            point) or all `Ray`s.
        reading: one meaning for each head.
    """
    constants = {c: sp.Rational(str(values[c])) for c in statement.constants}
    if not all(evaluate(g.subs(constants), {}) is Truth.TRUE for g in statement.given):
        return None
    if all(isinstance(values[v], Ray) for v in statement.variables):
        return _on_ray(statement, values, constants, reading)
    if any(isinstance(values[v], Ray) for v in statement.variables):
        return None
    if any(v.is_integer and values[v].denominator != 1 for v in statement.variables):
        return None
    return _at_point(statement, values, reading)


def _at_point(statement: SameOrder, values: Mapping[Any, Any], reading: Reading) -> str | None:
    if any(evaluate(bound, values, reading) is not Truth.TRUE for bound in statement.regime):
        return None
    sides = {"left": statement.left, "right": statement.right}
    larger = {"same": ("left", "right"), "at most": ("left",), "at least": ("right",)}
    for side in larger[statement.relation]:
        other = "right" if side == "left" else "left"
        positive = evaluate(sides[side] > 0, values, reading)
        if positive is Truth.TRUE and evaluate(sides[other] <= 0, values, reading) is Truth.TRUE:
            return f"the {side} side is positive and the {other} one is not"
    return None


def _on_ray(
    statement: SameOrder, values: Mapping[Any, Any], constants: Mapping[Any, Any], reading: Reading
) -> str | None:
    powers = {v: sp.Rational(str(values[v].exponent)) for v in statement.variables}
    try:
        for bound in statement.regime:
            smaller, larger = sides_of(bound.subs(constants))
            if rate(smaller, powers) > rate(larger, powers):
                return None
        left, right = (
            rate(side.subs(constants), powers) for side in (statement.left, statement.right)
        )
    except NoRate:
        return None
    wrong = {"same": left != right, "at most": left > right, "at least": left < right}
    if not wrong[statement.relation] or not _drifts(
        statement, powers, constants, reading, left > right
    ):
        return None
    return f"the left side is of the order {_words(left)}, the right side of {_words(right)}"


def _drifts(
    statement: SameOrder,
    powers: Mapping[Any, Any],
    constants: Mapping[Any, Any],
    reading: Reading,
    up: bool,
) -> bool:
    """Return whether balls show the ratio of the sides move as the rates say it does."""
    ratio = (statement.left / statement.right).subs(constants)
    try:
        early, late = (
            arb(enclose(ratio.subs({v: sp.Integer(10) ** (n * p) for v, p in powers.items()}), {},
                        reading))
            for n in SCALES
        )  # fmt: skip
    except (Undefined, Undecided):
        return False
    return bool(late > early) if up else bool(late < early)


def _words(growth: Rate) -> str:
    logs = "" if growth.logs == 0 else f" log(scale)**({growth.logs})"
    return f"scale**({growth.power}){logs}"
