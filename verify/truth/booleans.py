"""The truth of conditions: connectives, relations, properties of functions, rounding."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

import sympy as sp
from flint import arb, fmpq
from sympy.logic.boolalg import (
    ITE,
    And,
    BooleanFalse,
    BooleanTrue,
    Equivalent,
    Implies,
    Not,
    Or,
    Xor,
)

from theory.language import (
    Defines,
    Lipschitz,
    Positive,
    RisesSmoothly,
    RoundsTo,
    StrictlyIncreasing,
    UnimodalDensity,
)
from verify.truth.outcomes import (
    NoValue,
    Truth,
    Undecided,
    Undefined,
    conjunction,
    disjunction,
    equivalence,
    exclusive,
    implication,
    negation,
    truth_value,
)
from verify.truth.points import fraction, interval, rational

if TYPE_CHECKING:
    from verify.truth.arithmetic import Arithmetic

BOXES = 2000  # that the search for an admissible input looks at


def truth(arithmetic: Arithmetic, condition: Any) -> Truth:
    """Return the truth of a Boolean; UNKNOWN where there is no rule for it."""
    rule = RULES.get(type(condition))
    if rule is None:
        return Truth.UNKNOWN
    try:
        return rule(arithmetic.real if arithmetic.analytic else arithmetic, condition)
    except Undefined:
        return Truth.UNDEFINED
    except Undecided:
        return Truth.UNKNOWN


def has_values(arithmetic: Arithmetic, condition: Any) -> bool:
    """Return whether a condition surely holds or fails at each of the points."""
    if isinstance(condition, (And, Or, Not)):
        return all(has_values(arithmetic, part) for part in condition.args)
    if not isinstance(condition, sp.core.relational.Relational):
        return False
    try:
        arithmetic.numbers(condition.args)
    except NoValue:
        return False
    return True


# -- connectives ------------------------------------------------------------------------------


def _constant(arithmetic: Arithmetic, condition: Any) -> Truth:
    return truth_value(bool(condition))


def _defines(arithmetic: Arithmetic, condition: Any) -> Truth:
    return Truth.TRUE


def _and(arithmetic: Arithmetic, condition: Any) -> Truth:
    return conjunction(truth(arithmetic, part) for part in condition.args)


def _or(arithmetic: Arithmetic, condition: Any) -> Truth:
    return disjunction(truth(arithmetic, part) for part in condition.args)


def _not(arithmetic: Arithmetic, condition: Any) -> Truth:
    return negation(truth(arithmetic, condition.args[0]))


def _implies(arithmetic: Arithmetic, condition: Any) -> Truth:
    left, right = condition.args
    known = truth(arithmetic, left)
    return Truth.TRUE if known is Truth.FALSE else implication(known, truth(arithmetic, right))


def _equivalent(arithmetic: Arithmetic, condition: Any) -> Truth:
    return equivalence(truth(arithmetic, part) for part in condition.args)


def _xor(arithmetic: Arithmetic, condition: Any) -> Truth:
    return reduce(exclusive, (truth(arithmetic, part) for part in condition.args))


def _if_then_else(arithmetic: Arithmetic, condition: Any) -> Truth:
    case, then, otherwise = condition.args
    known = truth(arithmetic, case)
    if known in (Truth.TRUE, Truth.FALSE):
        return truth(arithmetic, then if known is Truth.TRUE else otherwise)
    return Truth.UNDEFINED if known is Truth.UNDEFINED else Truth.UNKNOWN


# -- relations --------------------------------------------------------------------------------

# which signs of left - right satisfy the relation: [0] equal, [1] greater, [-1] less
_ACCEPTS = {
    sp.Eq: {0: True, 1: False, -1: False},
    sp.Ne: {0: False, 1: True, -1: True},
    sp.Le: {0: True, 1: False, -1: True},
    sp.Lt: {0: False, 1: False, -1: True},
    sp.Ge: {0: True, 1: True, -1: False},
    sp.Gt: {0: False, 1: True, -1: False},
}


def _relation(arithmetic: Arithmetic, relation: Any) -> Truth:
    left, right = arithmetic.numbers(relation.args)
    accepts = _ACCEPTS[type(relation)]
    if type(left) is fmpq and type(right) is fmpq:
        return truth_value(accepts[0 if left == right else 1 if left > right else -1])
    difference = left - right
    if difference > 0:
        return truth_value(accepts[1])
    if difference < 0:
        return truth_value(accepts[-1])
    if difference.is_zero():
        return truth_value(accepts[0])
    scale = 1 + abs(arb(left)) + abs(arb(right))
    close = abs(difference).upper() < arb(2) ** -arithmetic.agreement * scale.lower()
    return Truth.AGREES if close and accepts[0] else Truth.UNKNOWN


# -- properties of functions ------------------------------------------------------------------


def _strictly_increasing(arithmetic: Arithmetic, condition: Any) -> Truth:
    return truth_value(arithmetic.function(condition.args[0]).strictly_increasing)


def _positive(arithmetic: Arithmetic, condition: Any) -> Truth:
    return truth_value(arithmetic.function(condition.args[0]).positive)


def _lipschitz(arithmetic: Arithmetic, condition: Any) -> Truth:
    bound = _parameter(arithmetic, condition)
    return truth_value(arithmetic.function(condition.args[0]).steepest <= bound)


def _rises_smoothly(arithmetic: Arithmetic, condition: Any) -> Truth:
    return truth_value(arithmetic.function(condition.args[0]).rises_smoothly)


def _unimodal_density(arithmetic: Arithmetic, condition: Any) -> Truth:
    mode = _parameter(arithmetic, condition)
    return truth_value(arithmetic.function(condition.args[0]).unimodal_density(mode))


def _parameter(arithmetic: Arithmetic, condition: Any) -> Fraction:
    value = arithmetic.number(condition.args[1])
    if not isinstance(value, fmpq):
        raise Undecided("the parameter of", condition, "is not rational")
    return fraction(value)


# -- rounding ---------------------------------------------------------------------------------


def _rounds_to(arithmetic: Arithmetic, condition: Any) -> Truth:
    """Ask whether some admissible input rounds to the printed number (interval bisection)."""
    value, printed, half, boxes = condition.args
    low, high = rational(printed - half), rational(printed + half)
    work = [{box[0]: (rational(box[1]), rational(box[2])) for box in boxes}]
    undecided = False
    for _ in range(BOXES):
        if not work:
            return Truth.UNKNOWN if undecided else Truth.FALSE
        box = work.pop()
        middle = {s: (a + b) / 2 for s, (a, b) in box.items()}
        try:
            at_middle = arithmetic.at(middle).number(value)
            if low <= at_middle and at_middle <= high:
                return Truth.TRUE
            spread = arithmetic.at({s: interval(a, b) for s, (a, b) in box.items()})
            enclosure = spread.number(value)
            if enclosure < low or enclosure > high:
                continue
        except NoValue:
            pass
        widest = max(box, key=lambda s: box[s][1] - box[s][0], default=None)
        if widest is None or box[widest][1] == box[widest][0]:
            undecided = True
            continue
        a, b = box[widest]
        work += [{**box, widest: (a, (a + b) / 2)}, {**box, widest: ((a + b) / 2, b)}]
    return Truth.UNKNOWN


RULES: dict[Any, Callable[[Arithmetic, Any], Truth]] = {
    **dict.fromkeys((bool, BooleanTrue, BooleanFalse), _constant),
    **dict.fromkeys(_ACCEPTS, _relation),
    And: _and,
    Or: _or,
    Not: _not,
    Implies: _implies,
    Equivalent: _equivalent,
    Xor: _xor,
    ITE: _if_then_else,
    Defines: _defines,
    StrictlyIncreasing: _strictly_increasing,
    Positive: _positive,
    Lipschitz: _lipschitz,
    RisesSmoothly: _rises_smoothly,
    UnimodalDensity: _unimodal_density,
    RoundsTo: _rounds_to,
}
