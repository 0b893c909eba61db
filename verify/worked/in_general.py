"""Both sides of what fails as formulas in the one number that may be chosen.

Where every value of a worked example is a polynomial in a positive number n, so are both sides of
a relation, and that it fails for every n > 0 may be read off the coefficients of their difference:
a polynomial without negative ones is not negative there, and positive if it is not 0.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from theory.binders import substitute, unbound
from theory.language import Apply
from theory.values import PiecewiseLinear
from verify.kernel.conditions import conjuncts
from verify.worked.chosen import Example

AGAINST = {sp.Lt: (1, False), sp.Le: (1, True), sp.Gt: (-1, False), sp.Ge: (-1, True)}


def in_general(example: Example, relation: Any) -> tuple[Any, Any] | None:
    """Return both sides as polynomials in what may be chosen, `None` if that shows no failure.

    Args:
        example: where the relation fails.
        relation: the one that fails.
    """
    if len(example.challenged) != 1 or example.helpers or type(relation) not in AGAINST:
        return None
    (number,) = example.challenged
    if (number > 0) not in (*example.assumed, *conjuncts((example.says,))):
        return None
    sides = tuple(_polynomial(side, number, example) for side in relation.args)
    if None in sides:
        return None
    sign, strictly = AGAINST[type(relation)]
    left, right = sides
    excess = (sign * (left - right)).all_coeffs()
    fails = all(c >= 0 for c in excess) and not (strictly and not any(excess))
    return (left.as_expr(), right.as_expr()) if fails else None


def _polynomial(side: Any, number: Any, example: Example) -> Any:
    """Return a side as a polynomial in a positive number, `None` if it is not known to be one."""
    closed = _worked_out(substitute(side, dict(example.values)), number, example)
    if closed is None or unbound(closed) - {number}:
        return None
    try:
        return sp.Poly(closed, number, domain=sp.QQ)
    except (sp.PolynomialError, sp.CoercionFailed):  # such as a sum beside the number
        return None


def _worked_out(e: Any, number: Any, example: Example) -> Any:
    """Return a term without chosen functions, `None` where one does not go on as a straight line.

    It does behind its last knot, where its argument has to be for every positive number.
    """
    if isinstance(e, Apply):
        function = example.things.get(e.args[0])
        argument = _polynomial(e.args[1], number, example)
        if not isinstance(function, PiecewiseLinear) or argument is None or function.rounding:
            return None
        beyond = argument - sp.Rational(function.knots[-1])
        if any(c < 0 for c in beyond.all_coeffs()):
            return None
        return sp.Rational(function.values[-1]) + sp.Rational(function.right) * beyond.as_expr()
    parts = [_worked_out(part, number, example) for part in e.args]
    if None in parts:
        return None
    return e.func(*parts) if parts else e
