"""Terms that switch: absolute values, signs, maxima, floors, Piecewise.

On a complex ball an integrand must be holomorphic. There the real points of the ball decide on
which side of the switch it lies, and the term is the branch of that side, continued to the whole
ball; a ball whose real points lie on both sides is not decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp
from flint import acb, arb, fmpq

from verify.truth import booleans
from verify.truth.outcomes import Truth, Undecided, Undefined
from verify.truth.points import EXACT_BITS, interval
from verify.truth.powers import magnitude

if TYPE_CHECKING:
    from verify.truth.arithmetic import Arithmetic

LARGE = arb(2) ** EXACT_BITS  # a larger integer goes on as a ball


def _absolute(arithmetic: Arithmetic, expression: Any) -> Any:
    argument = expression.args[0]
    value = arithmetic.number(argument)
    if isinstance(value, acb):
        return value * _side(arithmetic, argument)
    return abs(value) if type(value) is fmpq else magnitude(value)


def _sign(arithmetic: Arithmetic, expression: Any) -> Any:
    argument = expression.args[0]
    value = arithmetic.number(argument)
    if isinstance(value, acb):
        return fmpq(_side(arithmetic, argument))
    if value > 0 or value < 0 or value == 0:
        return fmpq((value > 0) - (value < 0))
    low, high = (0 if value >= 0 else -1), (0 if value <= 0 else 1)
    return interval(low, high)


def _side(arithmetic: Arithmetic, argument: Any) -> int:
    """Return the one sign that a term has at all real points of a complex ball."""
    value = arithmetic.real.number(argument)
    if not (value > 0 or value < 0):
        raise Undecided("the sign of", argument)
    return 1 if value > 0 else -1


def _extreme(arithmetic: Arithmetic, expression: Any) -> Any:
    values = arithmetic.numbers(expression.args)
    largest = expression.func is sp.Max
    if any(isinstance(value, acb) for value in values):
        return values[_winner(arithmetic, expression.args, largest)]
    if all(type(value) is fmpq for value in values):
        return max(values) if largest else min(values)
    result, *others = map(arb, values)
    for ball in others:
        result = result.max(ball) if largest else result.min(ball)
    return result


def _winner(arithmetic: Arithmetic, arguments: Any, largest: bool) -> int:
    """Return which argument is the extreme one at all real points of a complex ball."""
    values = arithmetic.real.numbers(arguments)
    for i, value in enumerate(values):
        if all(
            value >= other if largest else value <= other for other in values[:i] + values[i + 1 :]
        ):
            return i
    raise Undecided("which of", arguments, "is the extreme one")


def _rounded(arithmetic: Arithmetic, expression: Any) -> Any:
    argument = expression.args[0]
    down = expression.func is sp.floor
    value = arithmetic.number(argument)
    if type(value) is fmpq:
        return fmpq(value.floor() if down else value.ceil())
    holomorphic = isinstance(value, acb)
    if holomorphic:
        value = arb(arithmetic.real.number(argument))
    low, high = (end.floor() if down else end.ceil() for end in (value.lower(), value.upper()))
    if low == high and abs(low) < LARGE:
        return fmpq(low.unique_fmpz())
    if holomorphic:
        raise Undecided("an integer between the values of", argument)
    return low.union(high)


def _piecewise(arithmetic: Arithmetic, expression: Any) -> Any:
    """Return the value of the first case that holds, or a ball around those that may be it."""
    possible: list[Any] = []
    for value, condition in expression.args:
        truth = booleans.truth(arithmetic, condition)
        if truth is Truth.FALSE:
            continue
        if truth is Truth.UNDEFINED and not possible:
            raise Undefined(condition, "is not defined")
        possible.append(value)
        if truth is Truth.TRUE:
            break
        if arithmetic.analytic or not booleans.has_values(arithmetic, condition):
            raise Undecided(condition)
    else:
        raise (Undecided if possible else Undefined)("no case of", expression)
    if len(possible) == 1:
        return arithmetic.number(possible[0])
    return _around(arithmetic, possible)


def _around(arithmetic: Arithmetic, cases: list[Any]) -> arb:
    """Return a ball around the values of all cases."""
    try:
        first, *others = (arb(value) for value in arithmetic.numbers(cases))
    except Undefined as reason:
        raise Undecided("a case that may hold is undefined:", reason) from reason
    for other in others:
        first = first.union(other)
    return first


RULES = {
    sp.Abs: _absolute,
    sp.sign: _sign,
    sp.Max: _extreme,
    sp.Min: _extreme,
    sp.floor: _rounded,
    sp.ceiling: _rounded,
    sp.Piecewise: _piecewise,
}
