"""Two kinds of arithmetic for the second opinion: one that knows its errors, one that is quick.

`Careful` computes with exact rationals, with a + b pi for rational a and b, and with numbers of 50
digits of mpmath that carry a bound of their error. `Quick` computes with floats and decides only
what is far from any edge. Neither shares code with the engine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from mpmath.ctx_mp import MPContext

DIGITS = 50
CONTEXT = MPContext()
CONTEXT.dps = DIGITS
ROUNDING = CONTEXT.mpf(10) ** (3 - DIGITS)  # of one operation, with room for a function's own error
DECIDED = CONTEXT.mpf(10) ** -30  # sides that differ by less, relatively, are not told apart
MOST_BITS = 20_000  # exact powers are not made longer than that
LARGEST_EXPONENT = 10**6  # exp of more is not computed
NEAR_TIE = 1e-7  # floats closer than that, relatively, decide nothing


class Answer(Enum):
    """What is known of a condition at a point."""

    TRUE = "true"
    FALSE = "false"
    UNDEFINED = "undefined"
    UNDECIDED = "undecided"


class Undefined(Exception):
    """A term has no value."""


class Undecided(Exception):
    """The arithmetic at hand cannot tell."""


@dataclass(frozen=True)
class WithPi:
    """The number `rational + turns * pi`, exactly; `turns` is not 0."""

    rational: Fraction
    turns: Fraction


@dataclass(frozen=True)
class Near:
    """A real number within `error` of `value`."""

    value: Any
    error: Any

    @property
    def may_vanish(self) -> bool:
        """Whether the number may be 0."""
        return bool(abs(self.value) <= self.error)


Number = Fraction | WithPi | Near


def near(number: Any) -> Near:
    """Return a number with a bound of its error."""
    if isinstance(number, Near):
        return number
    if isinstance(number, WithPi):
        value = _mpf(number.rational) + _mpf(number.turns) * CONTEXT.pi
        scale = abs(_mpf(number.rational)) + 4 * abs(_mpf(number.turns))
        return Near(value, scale * ROUNDING)
    value = _mpf(number)
    return Near(value, abs(value) * ROUNDING)


def _mpf(number: Fraction) -> Any:
    return CONTEXT.mpf(number.numerator) / number.denominator


def _rounded(value: Any, error: Any) -> Near:
    if not CONTEXT.isfinite(value):
        raise Undecided
    return Near(value, error + abs(value) * ROUNDING)


def sign_of(number: Any) -> int:
    """Return the sign of a number.

    Raises:
        Undecided: it may be zero or not.
    """
    if isinstance(number, Fraction):
        return (number > 0) - (number < 0)
    number = near(number)
    if number.may_vanish:
        raise Undecided
    return 1 if number.value > 0 else -1


def _with_pi(rational: Fraction, turns: Fraction) -> Number:
    return WithPi(rational, turns) if turns else rational


def _parts(number: Fraction | WithPi) -> tuple[Fraction, Fraction]:
    return (number.rational, number.turns) if isinstance(number, WithPi) else (number, Fraction(0))


def integer_root(number: int, degree: int) -> int | None:
    """Return the non-negative integer of which a non-negative number is the power, if there is one.

    >>> integer_root(27, 3), integer_root(28, 3)
    (3, None)
    """
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= number else (low, middle - 1)
    return low if low**degree == number else None


class Careful:
    """Arithmetic that is exact or knows a bound of its error."""

    pi: Any = WithPi(Fraction(0), Fraction(1))
    e: Any = Near(+CONTEXT.e, 3 * ROUNDING)

    @staticmethod
    def rational(number: Fraction) -> Any:
        """Return a rational number."""
        return number

    @staticmethod
    def add(a: Any, b: Any) -> Any:
        """Return a sum."""
        if not (isinstance(a, Near) or isinstance(b, Near)):
            return _with_pi(*(x + y for x, y in zip(_parts(a), _parts(b), strict=True)))
        a, b = near(a), near(b)
        return _rounded(a.value + b.value, a.error + b.error)

    @staticmethod
    def multiply(a: Any, b: Any) -> Any:
        """Return a product."""
        for one, other in ((a, b), (b, a)):
            if isinstance(one, Fraction) and not isinstance(other, Near):
                return _with_pi(*(one * part for part in _parts(other)))
            if isinstance(one, Fraction) and not one:
                return one
        a, b = near(a), near(b)
        error = abs(a.value) * b.error + abs(b.value) * a.error + a.error * b.error
        return _rounded(a.value * b.value, error)

    @classmethod
    def power(cls, base: Any, exponent: Any) -> Any:
        """Return a real power: 0**0 is 1, a negative base needs an integer exponent."""
        if isinstance(exponent, Fraction) and exponent.denominator == 1:
            return cls._whole_power(base, exponent.numerator)
        side = sign_of(base)
        if side < 0:
            if not isinstance(exponent, Fraction) and _may_be_whole(near(exponent)):
                raise Undecided
            raise Undefined
        if side == 0:
            rises = sign_of(exponent)
            if rises < 0:
                raise Undefined
            return Fraction(0)
        if base == 1:
            return Fraction(1)
        if isinstance(base, Fraction) and isinstance(exponent, Fraction):
            roots = [
                integer_root(n, exponent.denominator)
                if exponent.denominator <= 60 and n.bit_length() < MOST_BITS
                else None
                for n in (base.numerator, base.denominator)
            ]
            if roots[0] is not None and roots[1] is not None:
                return cls._whole_power(Fraction(roots[0], roots[1]), exponent.numerator)
        return cls.exp(cls.multiply(exponent, cls.log(near(base))))

    @classmethod
    def _whole_power(cls, base: Any, exponent: int) -> Any:
        if exponent == 0:
            return Fraction(1)
        if exponent < 0 and sign_of(base) == 0:
            raise Undefined
        if isinstance(base, Fraction):
            bits = max(base.numerator.bit_length(), base.denominator.bit_length())
            if bits * abs(exponent) <= MOST_BITS:
                return base**exponent
        if exponent == 1:
            return base
        number = near(base)
        size = abs(number.value)
        if size and abs(exponent * CONTEXT.log(size)) > LARGEST_EXPONENT:
            raise Undecided
        if number.may_vanish:
            return Near(CONTEXT.mpf(0), (size + number.error) ** exponent * (1 + ROUNDING))
        relative = number.error / size
        if relative * abs(exponent) > DECIDED:
            raise Undecided
        value = number.value**exponent
        return _rounded(value, abs(value) * 2 * abs(exponent) * (relative + ROUNDING))

    @staticmethod
    def exp(x: Any) -> Any:
        """Return exp(x)."""
        if isinstance(x, Fraction) and x == 0:
            return Fraction(1)
        x = near(x)
        if x.value > LARGEST_EXPONENT or x.value < -LARGEST_EXPONENT or x.error > 1:
            raise Undecided
        value = CONTEXT.exp(x.value)
        return _rounded(value, value * (2 * x.error + abs(x.value) * ROUNDING))

    @staticmethod
    def log(x: Any) -> Any:
        """Return log(x)."""
        if sign_of(x) <= 0:
            raise Undefined
        if isinstance(x, Fraction) and x == 1:
            return Fraction(0)
        x = near(x)
        return _rounded(CONTEXT.log(x.value), x.error / (x.value - x.error) + ROUNDING)

    @staticmethod
    def absolute(x: Any) -> Any:
        """Return |x|."""
        if isinstance(x, Near):
            return Near(abs(x.value), x.error)
        return Careful.multiply(Fraction(sign_of(x)), x)

    @staticmethod
    def sign(x: Any) -> Any:
        """Return the sign of x."""
        return Fraction(sign_of(x))

    @staticmethod
    def extreme(numbers: Sequence[Any], largest: bool) -> Any:
        """Return the largest or the smallest of numbers."""
        if all(isinstance(n, Fraction) for n in numbers):
            return max(numbers) if largest else min(numbers)
        pick = max if largest else min
        balls = [near(n) for n in numbers]
        winner = pick(range(len(balls)), key=lambda i: balls[i].value)
        best = balls[winner]
        rivals = [b for b in balls if abs(b.value - best.value) <= b.error + best.error]
        if len(rivals) == 1:
            return numbers[winner]  # stays exact where it is
        return Near(best.value, max(b.error + abs(b.value - best.value) for b in rivals))

    @staticmethod
    def floor(x: Any, up: bool) -> Any:
        """Return the largest integer that is not above x, or the smallest that is not below."""
        if isinstance(x, Fraction):
            return Fraction(math.ceil(x) if up else math.floor(x))
        x = near(x)
        turn = CONTEXT.ceil if up else CONTEXT.floor
        ends = {int(turn(x.value - x.error)), int(turn(x.value + x.error))}
        if len(ends) > 1:
            raise Undecided
        return Fraction(ends.pop())

    @classmethod
    def apply(cls, name: str, x: Any) -> Any:
        """Return a named function at x."""
        exact = _exact_value(name, x)
        if exact is not None:
            return exact
        if name in _BY_OTHERS:
            return _BY_OTHERS[name](cls, x)
        domain = _DOMAINS.get(name)
        if domain is not None:
            domain(x)
        ball = near(x)
        function = getattr(CONTEXT, name)
        if name in _STEEP and abs(ball.value) > LARGEST_EXPONENT:
            raise Undecided
        middle = function(ball.value)
        ends = [function(ball.value + s * 2 * ball.error) for s in (-1, 1)]
        if any(not CONTEXT.isfinite(v) or isinstance(v, CONTEXT.mpc) for v in (middle, *ends)):
            raise Undecided
        spread = max(abs(end - middle) for end in ends)
        if spread > DECIDED * (1 + abs(middle)):
            raise Undecided
        return _rounded(middle, 2 * spread)

    @staticmethod
    def compare(a: Any, b: Any) -> int:
        """Return the sign of a - b.

        Raises:
            Undecided: both may be equal, or not.
        """
        difference = Careful.add(a, Careful.multiply(Fraction(-1), b))
        if isinstance(difference, Near):
            scale = max(abs(near(a).value), abs(near(b).value))
            if abs(difference.value) <= DECIDED * scale:
                raise Undecided
        return sign_of(difference)


def _may_be_whole(x: Near) -> bool:
    nearest = CONTEXT.nint(x.value)
    return bool(abs(x.value - nearest) <= x.error)


def _turns(x: Any) -> Fraction | None:
    """Return t for x = t pi."""
    if isinstance(x, WithPi) and x.rational == 0:
        return x.turns
    return Fraction(0) if isinstance(x, Fraction) and x == 0 else None


_SINES = {
    Fraction(0): 0,
    Fraction(1, 6): Fraction(1, 2),
    Fraction(1, 2): 1,
    Fraction(5, 6): Fraction(1, 2),
    Fraction(1): 0,
    Fraction(7, 6): Fraction(-1, 2),
    Fraction(3, 2): -1,
    Fraction(11, 6): Fraction(-1, 2),
}
_TANGENTS = {0: 0, Fraction(1, 4): 1, Fraction(3, 4): -1}
_AT_RATIONALS: dict[tuple[str, Fraction], Any] = {
    **{
        (name, Fraction(0)): Fraction(0)
        for name in ("sinh", "tanh", "asinh", "asin", "atan", "atanh", "erf")
    },
    **{(name, Fraction(0)): Fraction(1) for name in ("cosh", "erfc")},
    ("acosh", Fraction(1)): Fraction(0),
    ("acos", Fraction(1)): Fraction(0),
    ("acos", Fraction(0)): WithPi(Fraction(0), Fraction(1, 2)),
    ("acos", Fraction(-1)): WithPi(Fraction(0), Fraction(1)),
    ("asin", Fraction(1)): WithPi(Fraction(0), Fraction(1, 2)),
    ("asin", Fraction(-1)): WithPi(Fraction(0), Fraction(-1, 2)),
    ("atan", Fraction(1)): WithPi(Fraction(0), Fraction(1, 4)),
    ("atan", Fraction(-1)): WithPi(Fraction(0), Fraction(-1, 4)),
}


def _exact_value(name: str, x: Any) -> Any | None:
    if isinstance(x, Fraction) and (name, x) in _AT_RATIONALS:
        return _AT_RATIONALS[name, x]
    if name == "gamma" and isinstance(x, Fraction) and x.denominator == 1 and 0 < x <= 30:
        return Fraction(math.factorial(int(x) - 1))
    value: Any
    turns = _turns(x)
    if turns is None or name not in ("sin", "cos", "tan"):
        return None
    if name == "tan":
        if turns % 1 == Fraction(1, 2):
            raise Undefined
        value = _TANGENTS.get(turns % 1)
    else:
        value = _SINES.get((turns + (Fraction(1, 2) if name == "cos" else 0)) % 2)
    return None if value is None else Fraction(value)


def _within(low: int | None, high: int | None, open_ends: bool) -> Callable[[Any], None]:
    """Return what raises outside an interval."""

    def check(x: Any) -> None:
        for end, side in ((low, 1), (high, -1)):
            if end is None:
                continue
            where = side * Careful.compare(x, Fraction(end))
            if where < 0 or (where == 0 and open_ends):
                raise Undefined

    return check


def _no_pole_of_gamma(x: Any) -> None:
    if isinstance(x, Fraction):
        if x.denominator == 1 and x <= 0:
            raise Undefined
    elif near(x).value < 1 and _may_be_whole(near(x)):
        raise Undecided


_DOMAINS: dict[str, Callable[[Any], None]] = {
    "asin": _within(-1, 1, False),
    "acos": _within(-1, 1, False),
    "acosh": _within(1, None, False),
    "atanh": _within(-1, 1, True),
    "gamma": _no_pole_of_gamma,
}
_STEEP = {"sinh", "cosh", "gamma", "sin", "cos", "tan"}


def _inverse(name: str) -> Callable[[Any, Any], Any]:
    return lambda kit, x: kit.power(kit.apply(name, x), kit.rational(Fraction(-1)))


def _ratio(top: str, bottom: str) -> Callable[[Any, Any], Any]:
    return lambda kit, x: kit.multiply(kit.apply(top, x), _inverse(bottom)(kit, x))


def _arccot(kit: Any, x: Any) -> Any:
    """The branch of sympy: acot(x) = atan(1/x), and pi/2 at 0."""
    if isinstance(x, Fraction) and x == 0:
        return kit.multiply(kit.rational(Fraction(1, 2)), kit.pi)
    return kit.apply("atan", kit.power(x, kit.rational(Fraction(-1))))


_BY_OTHERS: dict[str, Callable[[Any, Any], Any]] = {
    "exp": lambda kit, x: kit.exp(x),
    "log": lambda kit, x: kit.log(x),
    "cot": _ratio("cos", "sin"),
    "sec": _inverse("cos"),
    "csc": _inverse("sin"),
    "coth": _ratio("cosh", "sinh"),
    "sech": _inverse("cosh"),
    "csch": _inverse("sinh"),
    "acot": _arccot,
}
FUNCTIONS = {
    *_BY_OTHERS,
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "gamma",
    "erf",
    "erfc",
}


class Quick:
    """Floats; whatever is near an edge, or raises, is left to `Careful`."""

    pi: Any = math.pi
    e: Any = math.e

    @staticmethod
    def rational(number: Fraction) -> float:
        """Return a rational number."""
        return float(number)

    @staticmethod
    def add(a: float, b: float) -> float:
        """Return a sum."""
        return a + b

    @staticmethod
    def multiply(a: float, b: float) -> float:
        """Return a product."""
        return a * b

    @staticmethod
    def power(base: float, exponent: float) -> float:
        """Return a real power."""
        if base < 0 and exponent != int(exponent):
            raise Undecided
        return float(base**exponent)

    exp = staticmethod(math.exp)
    log = staticmethod(math.log)
    absolute = staticmethod(abs)

    @staticmethod
    def sign(x: float) -> float:
        """Return the sign of x."""
        if abs(x) < NEAR_TIE:
            raise Undecided
        return math.copysign(1.0, x)

    @staticmethod
    def extreme(numbers: Sequence[float], largest: bool) -> float:
        """Return the largest or the smallest of numbers."""
        return max(numbers) if largest else min(numbers)

    @staticmethod
    def floor(x: float, up: bool) -> float:
        """Return the largest integer that is not above x, or the smallest that is not below."""
        if abs(x - round(x)) < NEAR_TIE:
            raise Undecided
        return float(math.ceil(x) if up else math.floor(x))

    @classmethod
    def apply(cls, name: str, x: float) -> float:
        """Return a named function at x."""
        if name in _BY_OTHERS:
            return float(_BY_OTHERS[name](cls, x))
        return float(getattr(math, name)(x))

    @staticmethod
    def compare(a: float, b: float) -> int:
        """Return the sign of a - b."""
        if not abs(a - b) > NEAR_TIE * (1 + abs(a) + abs(b)):  # nan, too
            raise Undecided
        return 1 if a > b else -1
