"""How fast expressions grow along a ray, and what refutes a statement about orders of magnitude.

Along a ray every variable is a positive constant times scale**exponent, exponent >= 0. Sums,
products, powers, logarithms and exponentials of such quantities have a leading rate
scale**power * log(scale)**logs, found by rule as long as leading terms cannot cancel, whatever the
constants are. No finite number of points refutes "there is a constant"; what does:

    a ray of the regime on which one side has another rate than the other, or
    a point of the regime at which one side is zero or negative and the other is not.

Inequalities between monomials that hold at one point go on to hold along a ray from there on which
no exponent of a smaller side is above that of the larger one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import log2
from typing import Any, NamedTuple

import sympy as sp
from flint import arb

from theory.binders import substitute
from theory.power_laws import sides_of
from theory.statements import SameOrder
from theory.values import Ray, as_fraction
from verify.claims.meanings import Interpretation
from verify.truth import NoValue, Truth, enclose, evaluate

SCALES = (6, 12)  # decades at which balls must show the drift that the rates predict
SMALL = (1, 2, 3, 4, 8)  # values at which points of a regime are looked for
MOST_POINTS = 5000
MOST_POWERS = 30_000  # points that are tried with powers of two
ROUND_OFF = 1e-9  # of sums of logarithms; a point counts only if the exact test says so


class Rate(NamedTuple):
    """scale**power * log(scale)**logs; `power` may be infinite for exponentials.

    Two infinite powers of one sign are equal here and still say nothing of each other.
    """

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
    growth, sign = signed_rate(expression, powers)
    if sign <= 0:
        raise NoRate(f"{expression} is not positive")
    return growth


def signed_rate(expression: Any, powers: Mapping[Any, Any]) -> tuple[Rate, int]:
    """Return the leading rate of an expression that is not zero, and its sign.

    Raises:
        NoRate: see `rate`.
    """
    if expression in powers:
        return Rate(sp.sympify(powers[expression])), 1
    if expression.is_number:
        return CONSTANT, _sign_of_number(expression)
    if expression.is_Mul:
        factors = [signed_rate(f, powers) for f in expression.args]
        power, logs = (sum(parts) for parts in zip(*(g for g, _ in factors), strict=True))
        return _rate(expression, power, logs), int(sp.prod([sign for _, sign in factors]))
    if expression.is_Add:
        beside_one = _exponential_less_one(expression, powers)
        if beside_one is not None:
            return beside_one
        return _largest(expression, [signed_rate(t, powers) for t in expression.args])
    if isinstance(expression, (sp.Max, sp.Min)):
        terms = [signed_rate(t, powers) for t in expression.args]
        if any(sign < 0 for _, sign in terms):
            raise NoRate(f"{expression} has negative terms")
        pick = max if isinstance(expression, sp.Max) else min
        return pick(terms)
    if isinstance(expression, sp.exp):
        return _exponential(expression.args[0], powers), 1
    if expression.is_Pow and expression.exp.is_number:
        growth, sign = signed_rate(expression.base, powers)
        exponent = expression.exp
        if sign < 0 and not exponent.is_Integer:
            raise NoRate(f"{expression} has a negative base")
        own = -1 if sign < 0 and exponent.is_odd else 1
        return _rate(expression, growth.power * exponent, growth.logs * exponent), own
    if expression.is_Pow:
        return _moving_power(expression, powers), 1
    if isinstance(expression, sp.Abs):
        return signed_rate(expression.args[0], powers)[0], 1
    if isinstance(expression, sp.erfc):
        return _tail(expression.args[0], powers), 1
    if isinstance(expression, (sp.floor, sp.ceiling)):
        return _rounded(expression, powers)
    if isinstance(expression, sp.log):
        growth, sign = signed_rate(expression.args[0], powers)
        if sign > 0 and growth.power.is_finite and growth.power != 0:
            return Rate(sp.Integer(0), sp.Integer(1)), 1 if growth.power > 0 else -1
    raise NoRate(f"no rule for {expression}")


def _rate(expression: Any, power: Any, logs: Any) -> Rate:
    """Return a rate that can be compared with others exactly."""
    if power in (sp.oo, -sp.oo):
        return Rate(power)  # an exponential outweighs every logarithm
    if not (power.is_Rational and logs.is_Rational):
        raise NoRate(f"the rate of {expression} is not rational")
    return Rate(power, logs)


def _sign_of_number(number: Any) -> int:
    try:
        ball = arb(enclose(number, {}))
    except NoValue as reason:
        raise NoRate(f"{number} has no rate: {reason}") from None
    if not (ball > 0 or ball < 0):
        raise NoRate(f"the sign of {number} is not known")
    return 1 if ball > 0 else -1


def _largest(expression: Any, terms: list[tuple[Rate, int]]) -> tuple[Rate, int]:
    top = max(growth for growth, _ in terms)
    signs = {sign for growth, sign in terms if growth == top}
    if len(signs) > 1:
        raise NoRate(f"the leading terms of {expression} may cancel")
    return top, signs.pop()


def _exponential_less_one(e: Any, powers: Mapping[Any, Any]) -> tuple[Rate, int] | None:
    """Return the rate and the sign of a multiple of exp(y) - 1 where y is bounded.

    It grows like y where y tends to 0, and is like y between constants of one sign where y is.
    """
    number, rest = e.as_coeff_Add()
    factor, power = rest.as_coeff_Mul()
    if not (factor.is_Rational and factor == -number):
        return None
    if isinstance(power, sp.exp):
        exponent = power.args[0]
    elif power.is_Pow and not power.exp.is_number:
        exponent = sp.cancel(power.exp) * sp.log(power.base)  # its leading terms may cancel
    else:
        return None
    growth, sign = signed_rate(exponent, powers)
    return (growth, sign * int(sp.sign(factor))) if growth <= CONSTANT else None


def _exponential(exponent: Any, powers: Mapping[Any, Any]) -> Rate:
    growth, sign = signed_rate(exponent, powers)
    if growth <= CONSTANT:
        return CONSTANT  # a bounded exponent
    if growth.power > 0:
        return Rate(sp.oo * sign)
    raise NoRate(f"exp({exponent}) is a power of unknown exponent")


def _moving_power(e: Any, powers: Mapping[Any, Any]) -> Rate:
    """Return the rate of a power whose exponent is no number.

    What tends to a number like a power may be that number where the base grows or falls like one.

    >>> x = sp.Symbol("x", positive=True)
    >>> _moving_power(x ** (2 + 1 / x), {x: 1}), _moving_power(x**-x, {x: 1})
    (Rate(power=2, logs=0), Rate(power=-oo, logs=0))
    """
    base, sign = signed_rate(e.base, powers)
    if sign <= 0:
        raise NoRate(f"{e} has a base that is not positive")
    moving = sp.cancel(e.exp)  # its leading terms may cancel
    exponent, way = signed_rate(moving, powers)
    if base == CONSTANT and exponent <= CONSTANT:
        return CONSTANT
    if exponent.power > 0 and e.base.is_number:
        return Rate(sp.oo * way * _sign_of_number(e.base - 1))
    if not (base.power.is_finite and base.power != 0):
        raise NoRate(f"{e} has a base of unknown rate")
    if exponent.power > 0:
        return Rate(sp.oo * way * int(sp.sign(base.power)))
    limit = _limit(moving, powers)
    return _rate(e, base.power * limit, base.logs * limit)


def _limit(e: Any, powers: Mapping[Any, Any]) -> Any:
    """Return the number to which a quotient of polynomials in what grows tends, like a power.

    Raises:
        NoRate: it is none, or tends to no rational number.

    >>> x = sp.Symbol("x", positive=True)
    >>> _limit(2 / (3 + 1 / x) - 1, {x: 1})
    -1/3
    """
    if e.is_Rational:
        return e
    variable, *others = e.free_symbols
    above, below = sp.fraction(sp.cancel(e))
    polynomials = not others and all(p.is_polynomial(variable) for p in (above, below))
    if not polynomials or variable not in powers or not powers[variable] > 0:
        raise NoRate(f"the limit of {e} is not known")
    degrees = [sp.degree(p, variable) for p in (above, below)]
    if degrees[0] > degrees[1]:
        raise NoRate(f"{e} has no limit")
    found = sp.LC(above, variable) / sp.LC(below, variable) if len(set(degrees)) == 1 else sp.S.Zero
    if not found.is_Rational:
        raise NoRate(f"the limit of {e} is not rational")
    return found


def _tail(y: Any, powers: Mapping[Any, Any]) -> Rate:
    """Return the rate of erfc(y), which is positive, at most 2, and falls like exp(-y^2)."""
    growth, sign = signed_rate(y, powers)
    if sign < 0 or growth <= CONSTANT:
        return CONSTANT
    if growth.power > 0:
        return Rate(-sp.oo)
    raise NoRate(f"erfc({y}) is a power of unknown exponent")


def _rounded(e: Any, powers: Mapping[Any, Any]) -> tuple[Rate, int]:
    """Return the rate of what is rounded: its own where it grows, that of 1 rounded up from less.

    >>> x = sp.Symbol("x", positive=True)
    >>> _rounded(sp.floor(sp.sqrt(x)), {x: 1}), _rounded(sp.ceiling(2 / x), {x: 1})
    ((Rate(power=1/2, logs=0), 1), (Rate(power=0, logs=0), 1))
    """
    growth, sign = signed_rate(e.args[0], powers)
    if growth > CONSTANT:
        return growth, sign
    if isinstance(e, sp.ceiling) and sign > 0:
        return CONSTANT, 1
    raise NoRate(f"what {e} rounds does not grow")


# -- the regime -------------------------------------------------------------------------------


def monomial(term: Any, variables: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the exponents of a positive number times powers of the variables.

    Raises:
        NoRate: the term is no monomial with rational exponents.
    """
    if term in variables:
        return tuple(sp.Integer(v == term) for v in variables)
    if term.is_number and _sign_of_number(term) > 0:
        return tuple(sp.Integer(0) for _ in variables)
    if term.is_Mul:
        factors = [monomial(f, variables) for f in term.args]
        return tuple(sum(exponents) for exponents in zip(*factors, strict=True))
    if term.is_Pow and term.exp.is_Rational:
        return tuple(term.exp * exponent for exponent in monomial(term.base, variables))
    raise NoRate(f"{term} is no monomial in {', '.join(map(str, variables))}")


def _inequalities(statement: SameOrder) -> Iterator[Any]:
    """Yield the bounds of a regime, an equation as two of them."""
    for bound in statement.regime:
        if bound == sp.true:
            continue
        if bound == sp.false:
            raise NoRate("the regime is empty")
        if isinstance(bound, sp.Eq):
            yield sp.Le(*bound.args, evaluate=False)
            yield sp.Ge(*bound.args, evaluate=False)
        else:
            yield bound


def slopes(statement: SameOrder, constants: Mapping[Any, Any]) -> list[tuple[Any, ...]]:
    """Return the exponents by which the smaller side of each inequality outgrows the larger one.

    Raises:
        NoRate: an inequality of the regime is not between monomials of the variables.
    """
    found = []
    for inequality in _inequalities(statement):
        sides = (substitute(side, constants) for side in sides_of(inequality))
        smaller, larger = (monomial(side, statement.variables) for side in sides)
        found.append(tuple(a - b for a, b in zip(smaller, larger, strict=True)))
    return found


def stays_inside(
    statement: SameOrder, exponents: tuple[Any, ...], constants: Mapping[Any, Any]
) -> bool:
    """Return whether a ray from any point of the regime stays in it and some variable grows."""
    if any(e < 0 for e in exponents) or not any(e > 0 for e in exponents):
        return False
    try:
        rows = slopes(statement, constants)
    except NoRate:
        return False
    return all(sum(r * e for r, e in zip(row, exponents, strict=True)) <= 0 for row in rows)


def corners(statement: SameOrder, constants: Mapping[Any, Fraction]) -> Iterator[dict[Any, Any]]:
    """Yield points of the regime with small values of the variables, smallest first.

    Where there is none, yield powers of two.
    """
    found = False
    for chosen in _small(statement.variables, statement.regime, frozenset(constants.items())):
        point = {**constants, **dict(zip(statement.variables, chosen, strict=True))}
        if all(evaluate(bound, point) is Truth.TRUE for bound in statement.regime):
            found = True
            yield point
    for chosen in () if found else _powers_of_two(statement, constants):
        point = {**constants, **dict(zip(statement.variables, chosen, strict=True))}
        if all(evaluate(bound, point) is Truth.TRUE for bound in statement.regime):
            yield point
            return


@lru_cache(maxsize=2**6)  # every ray of a statement starts at the first of them
def _small(
    variables: tuple[Any, ...], regime: tuple[Any, ...], constants: frozenset[tuple[Any, Fraction]]
) -> tuple[tuple[Fraction, ...], ...]:
    """Return small values of the variables, numbers of the regime among them.

    A value that a bound of one variable alone excludes is left out.
    """
    printed = {
        as_fraction(abs(number)) + more
        for bound in regime
        for number in bound.atoms(sp.Rational)
        for more in (0, 1)
    }
    small = set(map(Fraction, SMALL))
    values = small | {n for n in printed if n > 0} | {1 / n for n in printed if n > 0}
    if len(values) ** len(variables) > MOST_POINTS:
        values = small
    whole = {n for n in values if n.denominator == 1}

    def inside(variable: Any, value: Fraction) -> bool:
        point = {**dict(constants), variable: value}
        alone = (b for b in regime if b.free_symbols <= set(point))
        return all(evaluate(bound, point) is Truth.TRUE for bound in alone)

    choices = product(
        *([n for n in (whole if v.is_integer else values) if inside(v, n)] for v in variables)
    )
    return tuple(sorted(choices, key=lambda point: (sum(point), point)))


def _powers_of_two(
    statement: SameOrder, constants: Mapping[Any, Fraction]
) -> Iterator[tuple[Fraction, ...]]:
    """Yield powers of two that satisfy the regime up to round-off, smallest first."""
    numbers = {c: sp.Rational(str(value)) for c, value in constants.items()}
    ones = {**constants, **dict.fromkeys(statement.variables, Fraction(1))}
    try:
        rows = [[float(e) for e in row] for row in slopes(statement, numbers)]
        ratios = [
            enclose(a, ones) / enclose(b, ones) for a, b in map(sides_of, _inequalities(statement))
        ]
        heights = [log2(float(arb(ratio))) for ratio in ratios]
    except (NoRate, NoValue):
        return
    top = max(4, int(MOST_POWERS ** (1 / len(statement.variables))))
    for powers in sorted(product(range(top), repeat=len(statement.variables)), key=sum):
        steps = (sum(r * e for r, e in zip(row, powers, strict=True)) for row in rows)
        if all(step + height <= ROUND_OFF for step, height in zip(steps, heights, strict=True)):
            yield tuple(Fraction(2) ** e for e in powers)


# -- objections -------------------------------------------------------------------------------


def objection(
    statement: SameOrder, values: Mapping[Any, Any], interpretation: Interpretation
) -> str | None:
    """Return why a point or a ray refutes a statement, `None` if it does not.

    Args:
        statement: an order of magnitude.
        values: a rational for every constant, and for the variables either all positive rationals
            (a point) or all `Ray`s.
        interpretation: one meaning for each head.
    """
    if not _are_constants(statement, values):
        return None
    constants = {c: values[c] for c in statement.constants}
    if all(isinstance(values[v], Ray) for v in statement.variables):
        return _on_ray(statement, values, constants, interpretation)
    if not all(_may_be(values[v], v) and values[v] > 0 for v in statement.variables):
        return None
    return _at_point(statement, values, interpretation)


def _are_constants(statement: SameOrder, values: Mapping[Any, Any]) -> bool:
    """Return whether the constants have values of their kind that the hypotheses allow."""
    if not all(_may_be(values[c], c) for c in statement.constants):
        return False
    constants = {c: values[c] for c in statement.constants}
    return all(evaluate(g, constants) is Truth.TRUE for g in statement.given)


def _may_be(value: Any, symbol: Any) -> bool:
    return isinstance(value, Fraction) and (value.denominator == 1 or not symbol.is_integer)


def _at_point(
    statement: SameOrder, values: Mapping[Any, Any], interpretation: Interpretation
) -> str | None:
    if any(evaluate(bound, values, interpretation) is not Truth.TRUE for bound in statement.regime):
        return None
    sides = {"left": statement.left, "right": statement.right}
    larger = {"same": ("left", "right"), "at most": ("left",), "at least": ("right",)}
    for side in larger[statement.relation]:
        other = "right" if side == "left" else "left"
        positive = evaluate(sp.Gt(sides[side], 0, evaluate=False), values, interpretation)
        none = evaluate(sp.Le(sides[other], 0, evaluate=False), values, interpretation)
        if positive is Truth.TRUE and none is Truth.TRUE:
            return f"the {side} side is positive and the {other} one is not"
    return None


def _on_ray(
    statement: SameOrder,
    values: Mapping[Any, Any],
    constants: Mapping[Any, Fraction],
    interpretation: Interpretation,
) -> str | None:
    exponents = tuple(sp.Rational(str(values[v].exponent)) for v in statement.variables)
    numbers = {c: sp.Rational(str(value)) for c, value in constants.items()}
    start = next(corners(statement, constants), None)
    if start is None or not stays_inside(statement, exponents, numbers):
        return None
    powers = dict(zip(statement.variables, exponents, strict=True))
    sides = [substitute(side, numbers) for side in (statement.left, statement.right)]
    try:
        left, right = (rate(side, powers) for side in sides)
    except NoRate:
        return None
    wrong = {"same": left != right, "at most": left > right, "at least": left < right}
    if not wrong[statement.relation] or not _drifts(
        sides, start, powers, interpretation, left > right
    ):
        return None
    return f"the left side is of the order {_words(left)}, the right side of {_words(right)}"


def _drifts(
    sides: list[Any],
    start: Mapping[Any, Fraction],
    powers: Mapping[Any, Any],
    interpretation: Interpretation,
    up: bool,
) -> bool:
    """Return whether balls show the ratio of the sides move as the rates say it does."""
    try:
        early, late = (_ratio(sides, start, powers, decade, interpretation) for decade in SCALES)
    except NoValue:
        return False
    return bool(late > early) if up else bool(late < early)


def _ratio(
    sides: list[Any],
    start: Mapping[Any, Fraction],
    powers: Mapping[Any, Any],
    decade: int,
    interpretation: Interpretation,
) -> arb:
    """Enclose the ratio of the sides at a scale of a ray."""
    point = {
        v: sp.Rational(str(start[v])) * sp.Integer(10) ** (decade * p) for v, p in powers.items()
    }
    left, right = (arb(enclose(substitute(side, point), {}, interpretation)) for side in sides)
    return left / right


def _words(growth: Rate) -> str:
    logs = "" if growth.logs == 0 else f" log(scale)**({growth.logs})"
    return f"scale**({growth.power}){logs}"
