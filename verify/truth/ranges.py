"""What is known of the range of a term beyond its ball: a ball around [0, h] reaches below 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp
from flint import fmpq, fmpq_poly

from verify.truth.outcomes import NoValue
from verify.truth.points import whole

if TYPE_CHECKING:
    from verify.truth.arithmetic import Arithmetic

DEGREE = 50  # the largest exponent that is multiplied out


def is_nonnegative(arithmetic: Arithmetic, expression: Any) -> bool:
    """Return whether an expression is surely at least 0 wherever it has a value.

    The form of the expression tells (squares, absolute values, and what is made of such), and of
    a polynomial in a variable of integration the ends of its range do.
    """
    if isinstance(expression, (sp.Abs, sp.exp)):
        return True
    if isinstance(expression, sp.Pow):
        even = expression.exp.is_Integer and expression.exp % 2 == 0
        return bool(even) or is_nonnegative(arithmetic, expression.base)
    parts = (is_nonnegative(arithmetic, part) for part in expression.args)
    if isinstance(expression, sp.Max):
        return any(parts)
    if isinstance(expression, (sp.Add, sp.Mul, sp.Min)) and all(parts):
        return True
    return _by_value(arithmetic, expression) or _by_range(arithmetic, expression)


def _by_value(arithmetic: Arithmetic, expression: Any) -> bool:
    try:
        return bool(arithmetic.number(expression) >= 0)
    except NoValue:
        return False


def _by_range(arithmetic: Arithmetic, expression: Any) -> bool:
    """Decide polynomials of degree 1 and concave ones of degree 2 by their values at the ends."""
    variables = [symbol for symbol in arithmetic.ranges if symbol in expression.free_symbols]
    if len(variables) != 1:
        return False
    found = polynomial(arithmetic, expression, variables[0])
    if found is None or found.degree() > 2 or (found.degree() == 2 and found[2] > 0):
        return False
    return all(found(end) >= 0 for end in arithmetic.ranges[variables[0]])


def polynomial(arithmetic: Arithmetic, expression: Any, variable: Any) -> fmpq_poly | None:
    """Return an expression as a polynomial in one variable, `None` if it is not seen to be one.

    All other terms must have rational values.
    """
    if expression == variable:
        return fmpq_poly([0, 1])
    if variable not in expression.free_symbols:
        try:
            value = arithmetic.number(expression)
        except NoValue:
            return None
        return fmpq_poly([value]) if isinstance(value, fmpq) else None
    if isinstance(expression, sp.Pow):
        base = polynomial(arithmetic, expression.base, variable)
        exponent = polynomial(arithmetic, expression.exp, variable)
        if base is None or exponent is None or exponent.degree() > 0:
            return None
        power = whole(exponent[0])
        return base**power if power is not None and 0 <= power <= DEGREE else None
    if not isinstance(expression, (sp.Add, sp.Mul)):
        return None
    total = fmpq_poly([0 if isinstance(expression, sp.Add) else 1])
    for argument in expression.args:
        part = polynomial(arithmetic, argument, variable)
        if part is None:
            return None
        total = total + part if isinstance(expression, sp.Add) else total * part
    return total
