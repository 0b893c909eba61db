"""The one evaluation of a statement at a point; every method and every replay uses it.

Arithmetic is exact as long as all numbers are rational (`fmpq`) and rigorous balls (`arb`)
otherwise, at rising precision. nan and infinity never decide anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint
import sympy as sp
from flint import acb, arb, fmpq, fmpz, fmpz_poly
from sympy.logic.boolalg import And, BooleanFalse, BooleanTrue, Implies, Not, Or

from theory.language import (
    Apply,
    Defines,
    Lipschitz,
    Positive,
    RoundsTo,
    StrictlyIncreasing,
    UnimodalDensity,
)
from theory.values import Algebraic, PiecewiseLinear
from verify.meanings import Approximate, Exact, Formula, Reading

PRECISIONS = (64, 192, 640)
AGREEMENT_BITS = 300  # "equal as far as we can see" means this many bits at the last precision
INTEGRAND_EVALUATIONS = 1500  # per integral and precision; more is not decided


class Truth(Enum):
    """The outcome of evaluating a statement at a point.

    AGREES is what balls can say of an equality (or of the edge of an inequality) between
    irrational numbers: both sides are the same to `AGREEMENT_BITS` bits. It is not TRUE.
    """

    TRUE = "true"
    FALSE = "false"
    AGREES = "equal to the last bit looked at"
    UNKNOWN = "unknown"
    UNDEFINED = "undefined"


class NoValue(ArithmeticError):
    """Says why in words and expressions, which are written out only if somebody asks."""

    def __str__(self) -> str:
        return " ".join(map(str, self.args))


class Undefined(NoValue):
    """An expression has no value at this exact point (division by zero, log of 0, ...)."""


class Undecided(NoValue):
    """The arithmetic at hand cannot enclose the value (precision, unsupported operation)."""


Point = Mapping[sp.Symbol, Any]


def evaluate(
    condition: Any, point: Point, reading: Reading | None = None, agreement: int = AGREEMENT_BITS
) -> Truth:
    """Evaluate a Boolean at an exact point.

    Args:
        condition: a sympy Boolean; its heads must have a meaning in `reading`.
        point: exact values (`Fraction`, `Algebraic`, `PiecewiseLinear`) of its free symbols.
        reading: one meaning for each head.
        agreement: how many bits must coincide for `AGREES`; fewer where a head is approximate.

    Returns:
        A `Truth`; never raises for numerical reasons.
    """
    return judge_at(point, reading or {}, agreement)(condition)


def judge_at(
    point: Point, reading: Reading, agreement: int = AGREEMENT_BITS
) -> Callable[[Any], Truth]:
    """Return what evaluates Booleans at a point as `evaluate` does; parts in common count once."""
    levels = [
        (precision, Arithmetic(point, reading, agreement=agreement)) for precision in PRECISIONS
    ]

    def judge(condition: Any) -> Truth:
        for precision, arithmetic in levels:
            with flint.ctx.workprec(precision):
                outcome = arithmetic.truth(condition)
            if outcome is not Truth.UNKNOWN:
                return outcome
        return Truth.UNKNOWN

    return judge


def enclose(
    expression: Any, point: Point, reading: Reading | None = None, precision: int = 128
) -> fmpq | arb:
    """Return the exact value or a ball that contains it.

    Raises:
        Undefined: the expression has no value at this point.
        Undecided: no enclosure can be computed.
    """
    with flint.ctx.workprec(precision):
        return Arithmetic(point, reading or {}).number(sp.sympify(expression))


def rationals_at(point: Point) -> Callable[[Any], Fraction | None]:
    """Return what evaluates expressions at a point that may grow: a rational value, or `None`."""
    arithmetic = Arithmetic(point, {})

    def value(expression: Any) -> Fraction | None:
        try:
            number = arithmetic.number(expression)
        except (Undefined, Undecided):
            return None
        return fraction(number) if isinstance(number, fmpq) else None

    return value


def violation(condition: Any, point: Point, reading: Reading) -> tuple[str, str] | None:
    """Return both sides of a relation at a point as decimal text, for display only."""
    if not isinstance(condition, sp.core.relational.Relational):
        return None
    try:
        sides = (enclose(side, point, reading) for side in condition.args)
        return tuple(_display(side) for side in sides)  # type: ignore[return-value]
    except (Undefined, Undecided):
        return None


def _display(number: fmpq | arb) -> str:
    exact = isinstance(number, fmpq)
    return str(number) if exact else arb(number).str(12, radius=False)


class Arithmetic:
    """Evaluation at one point and one precision, over rationals and balls.

    Args:
        point: values of the free symbols; besides exact values also `arb` balls and `fmpq`.
        reading: one meaning for each head.
        analytic: set while an integrand is evaluated on a complex ball where it must be
            holomorphic.
        agreement: how many bits must coincide for `Truth.AGREES`.
    """

    def __init__(
        self,
        point: Point,
        reading: Reading,
        analytic: bool = False,
        agreement: int = AGREEMENT_BITS,
    ) -> None:
        self.point = point
        self.reading = reading
        self.analytic = analytic
        self.agreement = agreement
        self.known: dict[Any, Any] = {}

    # -- Booleans ---------------------------------------------------------------------------

    def truth(self, condition: Any) -> Truth:
        """Evaluate a Boolean in Kleene's logic; an undefined part makes it undefined."""
        if isinstance(condition, (BooleanTrue, BooleanFalse, bool)):
            return _truth(bool(condition))
        if isinstance(condition, Defines):
            return Truth.TRUE
        if isinstance(condition, And):
            return _first(map(self.truth, condition.args), _AND)
        if isinstance(condition, Or):
            return _first(map(self.truth, condition.args), _OR)
        if isinstance(condition, Not):
            return _NEGATION[self.truth(condition.args[0])]
        if isinstance(condition, Implies):
            left, right = condition.args
            fails = _NEGATION[self.truth(left)]
            return fails if fails is Truth.TRUE else _first((fails, self.truth(right)), _OR)
        try:
            if isinstance(condition, sp.core.relational.Relational):
                return self._relation(condition)
            if isinstance(condition, StrictlyIncreasing):
                return _truth(self.object(condition.args[0]).strictly_increasing)
            if isinstance(condition, Positive):
                return _truth(self.object(condition.args[0]).positive)
            if isinstance(condition, Lipschitz):
                return _truth(self.object(condition.args[0]).steepest <= self._parameter(condition))
            if isinstance(condition, UnimodalDensity):
                density = self.object(condition.args[0])
                return _truth(density.unimodal_density(self._parameter(condition)))
            if isinstance(condition, RoundsTo):
                return self._rounds_to(condition)
        except Undefined:
            return Truth.UNDEFINED
        except Undecided:
            return Truth.UNKNOWN
        raise TypeError(f"cannot evaluate {type(condition).__name__}: {condition}")

    def _parameter(self, condition: Any) -> Fraction:
        value = self.number(condition.args[1])
        if not isinstance(value, fmpq):
            raise Undecided("the parameter of", condition, "is not rational")
        return fraction(value)

    def _relation(self, relation: Any) -> Truth:
        left, right = self._sides(relation)
        difference = left - right
        accepts = _ACCEPTS[type(relation)]
        if isinstance(difference, fmpq):
            return _truth(accepts[(difference > 0) - (difference < 0)])
        if not difference.is_finite():
            return Truth.UNKNOWN
        if difference > 0 or difference < 0:
            return _truth(accepts[1 if difference > 0 else -1])
        if difference.is_exact():  # a ball of radius 0 around 0
            return _truth(accepts[0])
        if accepts[1] == accepts[0] == accepts[-1]:
            return _truth(accepts[0])
        scale = 1 + abs(arb(left)) + abs(arb(right))
        tiny = arb(2) ** -self.agreement
        close = bool(abs(difference).upper() < tiny * scale.lower())
        return Truth.AGREES if close and accepts[0] else Truth.UNKNOWN

    def _sides(self, relation: Any) -> tuple[Any, Any]:
        """Evaluate both sides; one that is undefined outweighs one that is undecided."""
        values: list[Any] = []
        undecided: Undecided | None = None
        for side in relation.args:
            try:
                values.append(self.number(side))
            except Undecided as reason:
                undecided = reason
        if undecided is not None:
            raise undecided
        return values[0], values[1]

    def _rounds_to(self, condition: RoundsTo) -> Truth:
        """Ask whether some admissible input rounds to the printed number (interval bisection)."""
        value, printed, half, boxes = condition.args
        low, high = _rational(printed - half), _rational(printed + half)
        work = [{box[0]: (_rational(box[1]), _rational(box[2])) for box in boxes}]
        undecided = False
        for _ in range(2000):
            if not work:
                return Truth.UNKNOWN if undecided else Truth.FALSE
            box = work.pop()
            middle = {s: (a + b) / 2 for s, (a, b) in box.items()}
            try:
                at_middle = self._with(middle).number(value)
                if low <= at_middle and at_middle <= high:
                    return Truth.TRUE
                spread = self._with({s: _interval(a, b) for s, (a, b) in box.items()})
                enclosure = spread.number(value)
                if enclosure < low or enclosure > high:
                    continue
            except (Undefined, Undecided):
                pass
            widest = max(box, key=lambda s: box[s][1] - box[s][0], default=None)
            if widest is None or box[widest][1] == box[widest][0]:
                undecided = True
                continue
            a, b = box[widest]
            work += [{**box, widest: (a, (a + b) / 2)}, {**box, widest: ((a + b) / 2, b)}]
        return Truth.UNKNOWN

    # -- numbers ----------------------------------------------------------------------------

    def object(self, symbol: Any) -> Any:
        """Return the value of a symbol that is not a number, such as a function."""
        if symbol not in self.point:
            raise Undecided(symbol, "has no value")
        return self.point[symbol]

    def number(self, expression: Any) -> Any:
        """Return the value of an expression as a rational, a ball, or a complex ball."""
        if expression.is_Rational:
            return _rational(expression)
        if expression.is_Symbol:
            return _number(self.object(expression))
        if expression not in self.known:
            self.known[expression] = self._computed(expression)
        return self.known[expression]

    def _computed(self, expression: Any) -> Any:
        handler = _HANDLERS.get(expression.func)
        if handler is not None:
            return handler(self, expression)
        if expression.func in self.reading:
            return self._head(expression)
        raise Undecided("no rule for", expression.func)

    def _with(self, more: Mapping[Any, Any], analytic: bool = False) -> Arithmetic:
        return Arithmetic({**self.point, **more}, self.reading, analytic, self.agreement)

    def _head(self, expression: Any) -> Any:
        meaning = self.reading[expression.func]
        if isinstance(meaning, Formula):
            return self.number(meaning.build(*expression.args))
        arguments = [
            self.number(a) if not isinstance(self.point.get(a), PiecewiseLinear) else self.point[a]
            for a in expression.args
        ]
        if isinstance(meaning, Exact):
            value = meaning.evaluate(*arguments)
            if value is None:
                raise Undefined(expression)
            return _number(value)
        if isinstance(meaning, Approximate):
            floats = [a if callable(a) else float(arb(a)) for a in arguments]
            value, error = meaning.evaluate(*floats)
            return arb(value, error)
        raise Undecided(expression.func, "has no meaning")

    def _sum(self, expression: Any) -> Any:
        total: Any = fmpq(0)
        for term in expression.args:
            total = total + self.number(term)
        return total

    def _product(self, expression: Any) -> Any:
        total: Any = fmpq(1)
        for factor in expression.args:
            total = total * self.number(factor)
        return total

    def _power(self, expression: Any) -> Any:
        base, exponent = expression.args
        b, e = self.number(base), self.number(exponent)
        if isinstance(e, fmpq) and e.denominator == 1:
            if isinstance(b, fmpq) and b == 0 and e < 0:
                raise Undefined("division by zero in", expression)
            if isinstance(b, arb) and e < 0 and b.contains(0):
                raise Undecided(base, "may be zero")
            if isinstance(b, fmpq):
                return b ** int(e.numerator)
            if isinstance(b, arb) and int(e.numerator) % 2 == 0:
                b = _magnitude(b)
            return b ** int(e.numerator)
        if isinstance(b, acb):
            return b.pow(acb(e), analytic=self.analytic)
        if isinstance(b, fmpq):
            if b < 0:
                raise Undefined(base, "is negative under the exponent", exponent)
            if b == 0:
                if e > 0:
                    return fmpq(0)
                raise Undefined("zero to the power", exponent)
            if isinstance(e, fmpq):
                root = _exact_root(b, e)
                if root is not None:
                    return root
            return _finite(arb(b) ** arb(e))
        if b > 0:
            return _finite(b ** arb(e))
        if b < 0:
            raise Undefined(base, "is negative under the exponent", exponent)
        if e > 0 and base.is_nonnegative:
            return arb(0).union(_finite(b.upper() ** arb(e)))
        raise Undecided("the sign of", base, "is not known")

    def _absolute(self, expression: Any) -> Any:
        value = self.number(expression.args[0])
        if isinstance(value, acb):
            return value.real_abs(analytic=self.analytic)
        return abs(value) if isinstance(value, fmpq) else _magnitude(value)

    def _sign(self, expression: Any) -> Any:
        value = self.number(expression.args[0])
        if isinstance(value, arb) and value.contains(0):
            return arb(0, 1)
        return fmpq((value > 0) - (value < 0))

    def _extreme(self, expression: Any) -> Any:
        values = [self.number(a) for a in expression.args]
        pick = max if expression.func is sp.Max else min
        if all(isinstance(v, fmpq) for v in values):
            return pick(values)
        balls = [arb(v) for v in values]
        result = balls[0]
        for ball in balls[1:]:
            result = result.max(ball) if pick is max else result.min(ball)
        return result

    def _piecewise(self, expression: Any) -> Any:
        for value, condition in expression.args:
            truth = self.truth(condition)
            if truth is Truth.TRUE:
                return self.number(value)
            if truth is Truth.UNDEFINED:
                raise Undefined(condition)
            if truth is not Truth.FALSE:
                raise Undecided(condition)
        raise Undefined("no branch of", expression)

    def _log(self, expression: Any) -> Any:
        value = self.number(expression.args[0])
        if isinstance(value, acb):
            return value.log(analytic=self.analytic)
        if isinstance(value, fmpq):
            if value <= 0:
                raise Undefined("logarithm of", expression.args[0], "<= 0")
            return fmpq(0) if value == 1 else arb(value).log()
        if value > 0:
            return value.log()
        if value < 0:
            raise Undefined("logarithm of", expression.args[0], "< 0")
        raise Undecided("the sign of", expression.args[0], "is not known")

    def _applied(self, expression: Any) -> Any:
        function, argument = expression.args
        value = self.number(argument)
        if not isinstance(value, fmpq):
            raise Undecided("functions are evaluated at rationals only")
        at = self.object(function)(fraction(value))
        return _number(at)

    def _finite_sum(self, expression: Any) -> Any:
        body, (index, low, high) = expression.args[0], expression.args[1]
        first, last = self.number(low), self.number(high)
        if len(expression.args) > 2 or not all(
            isinstance(b, fmpq) and b.denominator == 1 for b in (first, last)
        ):
            raise Undecided(expression, "is not a finite sum")
        is_sum = expression.func is sp.Sum
        total: Any = fmpq(0 if is_sum else 1)
        for i in range(int(first.numerator), int(last.numerator) + 1):
            term = self._with({index: fmpq(i)}).number(body)
            total = total + term if is_sum else total * term
        return total

    def _integral(self, expression: Any) -> Any:
        if len(expression.args) != 2 or len(expression.args[1]) != 3:
            raise Undecided("only single definite integrals")
        variable, low, high = expression.args[1]
        ends = [acb(self.number(end)) for end in (low, high)]

        def integrand(z: acb, analytic: bool) -> acb:
            try:
                return acb(self._with({variable: z}, analytic).number(expression.args[0]))
            except (Undefined, Undecided):
                return acb("nan", "nan")

        low_end, high_end = ends
        limit = INTEGRAND_EVALUATIONS
        value = acb.integral(integrand, low_end, high_end, eval_limit=limit).real
        if not value.is_finite():
            raise Undecided("cannot enclose", expression)
        return value


def _elementary(name: str) -> Callable[[Arithmetic, Any], Any]:
    def handler(self: Arithmetic, expression: Any) -> Any:
        value = self.number(expression.args[0])
        if isinstance(value, fmpq) and value == 0 and name in _FIXES_ZERO:
            return fmpq(0)
        if isinstance(value, fmpq):
            value = arb(value)
        return _finite(getattr(value, name)())

    return handler


def _finite(ball: Any) -> Any:
    if not ball.is_finite():
        raise Undecided("no finite enclosure")
    return ball


_FIXES_ZERO = {"sin", "sinh", "asinh", "tan", "tanh", "atan", "asin", "atanh", "erf"}
_HANDLERS: dict[Any, Callable[[Arithmetic, Any], Any]] = {
    sp.Add: Arithmetic._sum,
    sp.Mul: Arithmetic._product,
    sp.Pow: Arithmetic._power,
    sp.Abs: Arithmetic._absolute,
    sp.sign: Arithmetic._sign,
    sp.Max: Arithmetic._extreme,
    sp.Min: Arithmetic._extreme,
    sp.Piecewise: Arithmetic._piecewise,
    sp.log: Arithmetic._log,
    sp.Sum: Arithmetic._finite_sum,
    sp.Product: Arithmetic._finite_sum,
    sp.Integral: Arithmetic._integral,
    Apply: Arithmetic._applied,
    type(sp.pi): lambda self, expression: arb.pi(),
    type(sp.E): lambda self, expression: arb(1).exp(),
}
for _function in (
    sp.exp, sp.sin, sp.cos, sp.tan, sp.sinh, sp.cosh, sp.tanh, sp.asinh, sp.acosh, sp.atanh,
    sp.asin, sp.acos, sp.atan, sp.gamma, sp.erf, sp.erfc, sp.floor,
):  # fmt: skip
    _HANDLERS[_function] = _elementary(
        {"ceiling": "ceil"}.get(_function.__name__, _function.__name__)
    )
_HANDLERS[sp.ceiling] = _elementary("ceil")

# which signs of left - right satisfy the relation: [0] equal, [1] greater, [-1] less
_ACCEPTS = {
    sp.Eq: {0: True, 1: False, -1: False},
    sp.Ne: {0: False, 1: True, -1: True},
    sp.Le: {0: True, 1: False, -1: True},
    sp.Lt: {0: False, 1: False, -1: True},
    sp.Ge: {0: True, 1: True, -1: False},
    sp.Gt: {0: False, 1: True, -1: False},
}
_AND = (Truth.FALSE, Truth.UNDEFINED, Truth.UNKNOWN, Truth.AGREES, Truth.TRUE)
_OR = (Truth.TRUE, Truth.AGREES, Truth.UNDEFINED, Truth.UNKNOWN, Truth.FALSE)
_NEGATION = {
    Truth.TRUE: Truth.FALSE,
    Truth.FALSE: Truth.TRUE,
    Truth.AGREES: Truth.UNKNOWN,
    Truth.UNKNOWN: Truth.UNKNOWN,
    Truth.UNDEFINED: Truth.UNDEFINED,
}


def _first(found: Iterable[Truth], order: tuple[Truth, ...]) -> Truth:
    """Return the truth that comes first in an order; nothing is asked after the very first."""
    best = order[-1]
    for truth in found:
        best = min(best, truth, key=order.index)
        if best is order[0]:
            break
    return best


def _truth(value: bool) -> Truth:
    return Truth.TRUE if value else Truth.FALSE


@lru_cache(maxsize=4096)
def _rational(number: Any) -> fmpq:
    return fmpq(int(number.p), int(number.q))


def fraction(number: fmpq) -> Fraction:
    """Return an exact rational as the value that points and witnesses hold."""
    return Fraction(int(number.numerator), int(number.denominator))


def _interval(low: fmpq, high: fmpq) -> arb:
    return arb(low).union(arb(high))


def _magnitude(ball: arb) -> arb:
    return ball.abs_lower().union(ball.abs_upper())


def _number(value: Any) -> Any:
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    if isinstance(value, int):
        return fmpq(value)
    if isinstance(value, (fmpq, arb, acb)):
        return value
    if isinstance(value, Algebraic):
        return _root(value)
    raise Undecided(f"{value!r} is not a number")


def _root(value: Algebraic) -> arb:
    """Enclose the root of an integer polynomial in its isolating interval."""
    interval = _interval(*(fmpq(e.numerator, e.denominator) for e in (value.low, value.high)))
    roots: Any = fmpz_poly(list(value.coefficients)).complex_roots()
    inside = [
        root.real for root, _ in roots if root.imag.contains(0) and root.real.overlaps(interval)
    ]
    if len(inside) != 1:
        raise Undecided(len(inside), "roots of", value.coefficients, "in the isolating interval")
    return inside[0]


def _exact_root(base: fmpq, exponent: fmpq) -> fmpq | None:
    """Return base**exponent if it is rational, for base > 0."""
    degree = int(exponent.denominator)
    if degree > 64 or abs(int(exponent.numerator)) > 64:
        return None
    roots = [_integer_root(n, degree) for n in (base.numerator, base.denominator)]
    if None in roots:
        return None
    return fmpq(*roots) ** int(exponent.numerator)


def _integer_root(number: fmpz, degree: int) -> fmpz | None:
    root = fmpz(number).root(degree)
    return root if root**degree == number else None


def at(
    statement: Any, point: Point, reading: Reading, agreement: int = AGREEMENT_BITS
) -> Truth | None:
    """Return the truth of an expanded `ForAll` at a point, or `None` outside its hypotheses.

    A point at which a hypothesis is not certainly true lies outside.
    """
    judge = judge_at(point, reading, agreement)
    if any(judge(hypothesis) is not Truth.TRUE for hypothesis in statement.given):
        return None
    return judge(statement.says)
