"""A second evaluation of statements, and random statements to hold it against `verify.truth`.

It computes in mpmath at 50 digits and shares no code with `verify.truth`. Beside numbers it knows
`Absent` (no real value) and `Unsure` (close to an edge, too large, not handled). Rationals stay
exact, so that edges are met exactly.

Run `python tests/second_truth.py SEED COUNT` from the root to compare more than the tests do.
"""

from __future__ import annotations

import operator
import random
import sys
from collections import Counter
from fractions import Fraction

import mpmath as mp
import sympy as sp
from sympy.logic.boolalg import ITE, BooleanAtom, Equivalent, Implies, Xor

from verify.truth import Truth, evaluate

mp.mp.dps = 50
NEAR, LARGE = mp.mpf(10) ** -25, mp.mpf(10) ** 15
DIGITS = 4000  # of rationals
PIECES = 160  # of a range of integration, for the midpoint rule
COARSE = mp.mpf("0.02")  # what the midpoint rule is trusted to


class Absent(Exception):
    """There is no real value."""


class Unsure(Exception):
    """Nothing is said."""


def real(value):
    """Return a number in floating point."""
    exact = isinstance(value, Fraction)
    return mp.mpf(value.numerator) / value.denominator if exact else value


def sign(value):
    """Return a sign, if it is sure."""
    if isinstance(value, Fraction):
        return (value > 0) - (value < 0)
    if abs(value) < NEAR:
        raise Unsure
    return int(mp.sign(value))


def need(*conditions):
    """Demand signs of numbers; one that is surely another makes the value absent."""
    unsure = False
    for value, wanted in conditions:
        try:
            if sign(value) not in wanted:
                raise Absent
        except Unsure:
            unsure = True
    if unsure:
        raise Unsure


def is_close_to_integer(value):
    return not isinstance(value, Fraction) and abs(value - mp.nint(value)) < NEAR


def power(base, exponent):
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        if exponent < 0:
            need((base, (1, -1)))
        if abs(exponent) > 2000:
            raise Unsure
        return base ** int(exponent)
    if sign(base) < 0:
        raise Unsure if is_close_to_integer(exponent) else Absent
    if sign(base) == 0:
        need((exponent, (0, 1)))
        return Fraction(0 if sign(exponent) else 1)
    return real(base) ** real(exponent)


def gamma(value):
    if isinstance(value, Fraction) and value.denominator == 1 and value <= 0:
        raise Absent
    if real(value) < NEAR and is_close_to_integer(value):
        raise Unsure
    return mp.gamma(real(value))


def rounded(value, down):
    if is_close_to_integer(value):
        raise Unsure
    if isinstance(value, Fraction):
        return Fraction(value.__floor__() if down else value.__ceil__())
    return Fraction(int(mp.floor(value) if down else mp.ceil(value)))


def partial(function, *edges):
    """Return a function that is real where value - edge has one of the signs, for all edges."""

    def evaluated(value):
        need(*((value - edge, signs) for edge, signs in edges))
        return function(real(value))

    return evaluated


def tangent(value):
    need((mp.cos(real(value)), (1, -1)))
    return mp.tan(real(value))


INSIDE = ((1, (-1, 0)), (-1, (0, 1)))
WHOLE_LINE = (sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.asinh, sp.atan, sp.erf, sp.erfc)
FUNCTIONS = {
    **{head: partial(getattr(mp, head.__name__)) for head in WHOLE_LINE},
    sp.tan: tangent,
    sp.acosh: partial(mp.acosh, (1, (0, 1))),
    sp.atanh: partial(mp.atanh, (1, (-1,)), (-1, (1,))),
    sp.asin: partial(mp.asin, *INSIDE),
    sp.acos: partial(mp.acos, *INSIDE),
    sp.log: partial(mp.log, (0, (1,))),
    sp.gamma: gamma,
    sp.Abs: abs,
    sp.sign: lambda value: Fraction(sign(value)),
    sp.floor: lambda value: rounded(value, True),
    sp.ceiling: lambda value: rounded(value, False),
    sp.Max: lambda *values: max(values, key=real),
    sp.Min: lambda *values: min(values, key=real),
    sp.Add: lambda *values: combined(True, values),
    sp.Mul: lambda *values: combined(False, values),
    sp.Pow: power,
}


def combined(is_sum, values):
    """Return a sum or a product; what cancels nearly is not sure."""
    total = Fraction(0 if is_sum else 1)
    for value in values:
        if isinstance(total, Fraction) != isinstance(value, Fraction):
            total, value = real(total), real(value)
        total = total + value if is_sum else total * value
    largest = max((abs(real(value)) for value in values), default=0)
    if is_sum and not isinstance(total, Fraction) and abs(total) < NEAR * largest:
        raise Unsure
    return total


def numbers(terms, point):
    """Return the values of terms; an absent one outweighs one that is not sure."""
    found = []
    for term in terms:
        try:
            found.append(number(term, point))
        except Unsure:
            found.append(None)
    if None in found:
        raise Unsure
    return found


def number(term, point):
    """Return the value of a term at a point, rational or to 50 digits."""
    value = _number(term, point)
    if isinstance(value, Fraction):
        if max(abs(value.numerator), value.denominator) > 10**DIGITS:
            raise Unsure
    elif not mp.isfinite(value) or abs(value) > LARGE or abs(value) < 1 / LARGE:
        raise Unsure
    return value


def _number(term, point):
    if term.is_Rational:
        return Fraction(int(term.p), int(term.q))
    if term.is_Symbol:
        return point[term]
    if term in (sp.pi, sp.E):
        return +(mp.pi if term is sp.pi else mp.e)
    if term in (sp.zoo, sp.nan, sp.I):
        raise Absent
    if isinstance(term, sp.Piecewise):
        return _case(term, point)
    if isinstance(term, (sp.Sum, sp.Product)):
        body, (index, *ends) = term.args
        low, high = numbers(ends, point)
        if low.denominator * high.denominator != 1 or not -1 <= high - low <= 50:
            raise Unsure
        members = (number(body, {**point, index: low + k}) for k in range(int(high - low) + 1))
        return combined(isinstance(term, sp.Sum), list(members))
    if isinstance(term, sp.Integral):
        return _integral(term, point)
    if term.func not in FUNCTIONS:
        raise Unsure
    return FUNCTIONS[term.func](*numbers(term.args, point))


def _case(term, point):
    for value, condition in term.args:
        holds = truth(condition, point)
        if holds is Truth.TRUE:
            return number(value, point)
        if holds is not Truth.FALSE:
            raise Absent if holds is Truth.UNDEFINED else Unsure
    raise Absent


def _integral(term, point):
    """Return the value of the midpoint rule, which is coarse where the integrand has kinks."""
    body, (variable, *ends) = term.args
    low, high = numbers(ends, point)
    if low == high:
        raise Unsure
    step = (high - low) / PIECES
    middles = (low + step * (k + Fraction(1, 2)) for k in range(PIECES))
    values = [real(number(body, {**point, variable: middle})) for middle in middles]
    if max(map(abs, values)) > 20:
        raise Unsure
    return sum(values) * real(step)


def truth(condition, point):
    """Return the truth of a condition at a point, UNKNOWN where nothing is sure."""
    if isinstance(condition, (bool, BooleanAtom)):
        return Truth.TRUE if condition else Truth.FALSE
    if isinstance(condition, sp.core.relational.Relational):
        return _relation(condition, point)
    parts = [truth(part, point) for part in condition.args]
    if isinstance(condition, sp.Not):
        return _not(parts[0])
    if isinstance(condition, Implies):
        return _or([_not(parts[0]), parts[1]])
    if isinstance(condition, ITE):
        sure = {Truth.TRUE: parts[1], Truth.FALSE: parts[2]}
        return sure.get(parts[0], parts[0])
    if isinstance(condition, Xor):
        return _not(_equivalent(parts))
    known = {sp.And: _and, sp.Or: _or, Equivalent: _equivalent}
    return known[condition.func](parts)


RELATIONS = {
    sp.Eq: operator.eq,
    sp.Ne: operator.ne,
    sp.Lt: operator.lt,
    sp.Le: operator.le,
    sp.Gt: operator.gt,
    sp.Ge: operator.ge,
}


def _relation(relation, point):
    try:
        left, right = numbers(relation.args, point)
    except Absent:
        return Truth.UNDEFINED
    except Unsure:
        return Truth.UNKNOWN
    coarse = relation.has(sp.Integral)
    if coarse or not (isinstance(left, Fraction) and isinstance(right, Fraction)):
        left, right = real(left), real(right)
        if abs(left - right) <= (COARSE if coarse else NEAR) * (1 + abs(left) + abs(right)):
            return Truth.UNKNOWN
    return Truth.TRUE if RELATIONS[relation.func](left, right) else Truth.FALSE


def _not(one):
    return {Truth.TRUE: Truth.FALSE, Truth.FALSE: Truth.TRUE}.get(one, one)


def _and(parts):
    order = (Truth.FALSE, Truth.UNKNOWN, Truth.UNDEFINED, Truth.TRUE)
    return min(parts, key=order.index)


def _or(parts):
    return _not(_and([_not(part) for part in parts]))


def _equivalent(parts):
    return _or([_and(parts), _and([_not(part) for part in parts])])


# -- random statements ------------------------------------------------------------------------

x, y, t = sp.symbols("x y t", real=True)
n, i = sp.symbols("n i", integer=True)
SMALL = (0, 1, -1, 2, -2, 3, "1/2", "-1/2", "1/3", "-3/2", "7/5", "-7/3", "9/10", "-9/10", "5/4")
VALUES = tuple(map(Fraction, (*SMALL, 4, 9, "16/9", 10**6, "1/1000000", -(10**9), 10**12)))
ENDS = tuple(map(Fraction, (0, 1, -1, "1/2", "3/2", 2, "-1/2")))
UNARY = tuple(head for head in FUNCTIONS if head not in (sp.Max, sp.Min, sp.Add, sp.Mul, sp.Pow))
EXPONENTS = tuple(map(sp.Rational, (0, -1, -2, 2, 3, "1/2", "-1/2", "1/3", "3/2")))
NUMBERS = tuple(map(sp.Rational, (0, 1, -1, 2, 3, -2, "1/2", "1/3", "-3/2", 5)))
UNBUILT = (TypeError, ValueError, AttributeError, NotImplementedError, RecursionError)


def term(draw, depth, symbols, sums=True):
    """Return a random term; half of its nodes are left as they are written."""
    if depth <= 0 or draw.random() < 0.1:
        pool = draw.choices((symbols, NUMBERS, (sp.pi, sp.E)), (60, 33, 7))[0]
        return draw.choice(pool)

    def part():
        return term(draw, depth - 1, symbols, sums)

    written = {"evaluate": draw.random() < 0.5}
    kind = draw.choices(("+", "*", "**", "f", "max", "cases", "sum"), (16, 14, 12, 38, 8, 8, 4))[0]
    if kind in "+*":
        return (sp.Add if kind == "+" else sp.Mul)(part(), part(), **written)
    if kind == "**":
        exponent = draw.choice(EXPONENTS) if draw.random() < 0.8 else part()
        return sp.Pow(part(), exponent, **written)
    if kind == "f":
        return draw.choice(UNARY)(part(), **written)
    if kind == "max":
        return draw.choice((sp.Max, sp.Min))(part(), part(), evaluate=False)
    if kind == "cases" or not sums:
        cases = [(part(), relation(draw, depth - 1, symbols, sums))]
        cases += [(part(), True)] if draw.random() < 0.7 else []
        return sp.Piecewise(*cases, evaluate=False)
    low = draw.choice((0, 1, 2, 3))
    high = draw.choice((low - 2, low - 1, low, low + 3, n))
    body = term(draw, depth - 1, [*symbols, i], False)
    return draw.choice((sp.Sum, sp.Product))(body, (i, low, high))


def relation(draw, depth, symbols, sums=True):
    sides = (term(draw, d, symbols, sums) for d in (depth, draw.choice((0, depth))))
    return draw.choice(list(RELATIONS))(*sides, evaluate=False)


def statement(draw):
    """Return a random relation, or two or three of them under a connective."""
    depth, symbols = draw.choice((1, 2, 3)), [x, y, n]
    if draw.random() < 0.6:
        return relation(draw, depth, symbols)
    head = draw.choice((sp.And, sp.Or, sp.Not, Implies, Xor, Equivalent, ITE))
    count = {sp.Not: 1, ITE: 3}.get(head, 2)
    return head(*(relation(draw, depth - 1, symbols) for _ in range(count)))


def integral(draw):
    """Return a random relation between an integral and a number."""
    low, high = draw.choice((0, -1, 1, -2, x)), draw.choice((1, 2, 0, 3, x))
    body = term(draw, 2, [t, t, x], False)
    number = sp.Rational(draw.randint(-30, 30), 10)
    return draw.choice(list(RELATIONS))(sp.Integral(body, (t, low, high)), number, evaluate=False)


def contradictions(seed, count, make=statement):
    """Return statements on which the two evaluations contradict each other, and a tally."""
    draw, tally, found = random.Random(seed), Counter(), []
    while tally.total() < count:
        try:
            condition = make(draw)
        except UNBUILT:  # sympy cannot build it
            continue
        point = {x: draw.choice(ENDS if make is integral else VALUES), y: draw.choice(VALUES)}
        point[n] = Fraction(draw.randint(-3, 8))
        outcome = evaluate(condition, point)
        try:
            other = truth(condition, point)
        except (mp.libmp.NoConvergence, OverflowError):
            other = Truth.UNKNOWN
        tally[outcome.name, other.name] += 1
        silent = other is Truth.UNKNOWN or outcome is Truth.UNKNOWN
        if not (silent or outcome is other or (outcome, other) == (Truth.AGREES, Truth.TRUE)):
            found.append((condition, point, outcome, other))
    return found, tally


if __name__ == "__main__":
    for make in (statement, integral):
        wrong, tally = contradictions(int(sys.argv[1]), int(sys.argv[2]), make)
        print(*sorted(tally.items()), f"contradictions: {len(wrong)}", *wrong, sep="\n")
