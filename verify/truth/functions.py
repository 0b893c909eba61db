"""Elementary functions: where they are real, where they are holomorphic, their exact values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sympy as sp
from flint import acb, arb, fmpq, fmpz

from verify.truth.outcomes import Undecided, Undefined
from verify.truth.points import finite, whole
from verify.truth.ranges import is_nonnegative

if TYPE_CHECKING:
    from verify.truth.arithmetic import Arithmetic

FACTORIAL = 3000  # gamma(n) is exact up to here, which is a number of 9,000 digits


@dataclass(frozen=True)
class Elementary:
    """A function of one variable, real on an interval and holomorphic off its branch cuts.

    Args:
        name: of the method of `arb` and `acb` that encloses it.
        low, high: the ends of the interval on which it is real and monotone, `None` for no end.
        open: whether it has no value at these ends.
        exact: argument -> value, where it is rational.
        clear: whether a complex ball stays off the branch cuts; `None` where there are none.
            What is left are poles, at which `acb` has no finite enclosure.
    """

    name: str
    low: int | None = None
    high: int | None = None
    open: bool = False
    exact: Mapping[int, int] = field(default_factory=dict)
    clear: Callable[[acb], bool] | None = None

    def __call__(self, arithmetic: Arithmetic, expression: Any) -> Any:
        """Return the value of the function of an argument; a rule of `Arithmetic`."""
        argument = expression.args[0]
        value = arithmetic.number(argument)
        if isinstance(value, acb):
            return self.on_complex(value)
        integer = whole(value)
        if integer is not None and integer in self.exact:
            return fmpq(self.exact[integer])
        if self._outside(value):
            raise Undefined(expression, "is not real")
        result = getattr(arb(value), self.name)()
        if result.is_finite():
            return result
        if self.open or (self.low is None and self.high is None):
            raise Undecided("no finite enclosure of", expression)
        return self._between(*self._clipped(arithmetic, argument, arb(value)))

    def on_complex(self, value: acb) -> acb:
        """Return an enclosure of the holomorphic function on a complex ball."""
        if self.clear is not None and not self.clear(value):
            raise Undecided("a branch cut of", self.name)
        return finite(getattr(value, self.name)())

    def _outside(self, value: fmpq | arb) -> bool:
        """Return whether the function is real nowhere on a ball."""
        below = self.low is not None and (value < self.low or (self.open and value == self.low))
        above = self.high is not None and (value > self.high or (self.open and value == self.high))
        return bool(below or above)

    def _clipped(self, arithmetic: Arithmetic, argument: Any, value: arb) -> tuple[arb, arb]:
        """Return the ends of a ball, cut off where the argument is known to stay inside."""
        low, high = value.lower(), value.upper()
        if (
            self.low is not None
            and not low >= self.low
            and is_nonnegative(arithmetic, argument - self.low)
        ):
            low = arb(self.low)
        if (
            self.high is not None
            and not high <= self.high
            and is_nonnegative(arithmetic, self.high - argument)
        ):
            high = arb(self.high)
        return low, high

    def _between(self, low: arb, high: arb) -> arb:
        """Return the values between two arguments; the functions with an end are monotone."""
        return finite(getattr(low, self.name)().union(getattr(high, self.name)()))


def _off_axis(z: acb) -> bool:
    return not z.imag.contains(0)


def _off_negative_axis(z: acb) -> bool:
    return _off_axis(z) or bool(z.real > 0)


def _inside_unit_strip(z: acb) -> bool:
    return _off_axis(z) or bool(abs(z.real) < 1)


def _right_of_one(z: acb) -> bool:
    return _off_axis(z) or bool(z.real > 1)


def _off_imaginary_cuts(z: acb) -> bool:
    return not z.real.contains(0) or bool(abs(z.imag) < 1)


_ZERO, _ONE = {0: 0}, {0: 1}
_EVERYWHERE = (
    (sp.exp, "exp", _ONE),
    (sp.cosh, "cosh", _ONE),
    (sp.sinh, "sinh", _ZERO),
    (sp.tanh, "tanh", _ZERO),
    (sp.erf, "erf", _ZERO),
    (sp.erfc, "erfc", _ONE),
)


# -- functions of multiples of pi -------------------------------------------------------------

_QUARTERS = {"sin": (0, 1, 0, -1), "cos": (1, 0, -1, 0), "tan": (0, None, 0, None)}


@dataclass(frozen=True)
class Trigonometric(Elementary):
    """sin, cos and tan, exact at multiples of pi/2."""

    def __call__(self, arithmetic: Arithmetic, expression: Any) -> Any:
        """Return the value of the function of an argument; a rule of `Arithmetic`."""
        argument = expression.args[0]
        quarters = _quarter_turns(arithmetic, argument)
        if quarters is None:
            return super().__call__(arithmetic, expression)
        known = _QUARTERS[self.name][quarters % 4]
        if known is None:
            raise Undefined(expression, "has a pole")
        return fmpq(known)


def _quarter_turns(arithmetic: Arithmetic, argument: Any) -> int | None:
    """Return an angle in units of pi/2, if it is pi or a product with the factor pi, and whole."""
    if argument is sp.pi:
        return 2
    if not isinstance(argument, sp.Mul) or sp.pi not in argument.args:
        return None
    factors = list(argument.args)
    factors.remove(sp.pi)
    total: Any = fmpq(2)
    for value in arithmetic.numbers(factors):
        total = total * value
    return whole(total)


def _gamma(arithmetic: Arithmetic, expression: Any) -> Any:
    value = arithmetic.number(expression.args[0])
    if isinstance(value, acb):
        return finite(value.gamma())
    integer = whole(value)
    if value <= 0 and (integer is not None or (isinstance(value, arb) and value.is_integer())):
        raise Undefined("gamma has a pole in", expression)
    if integer is not None and integer <= FACTORIAL:
        return fmpq(fmpz.fac_ui(fmpz(integer - 1)))
    return finite(arb(value).gamma())


def _no_real_number(arithmetic: Arithmetic, expression: Any) -> Any:
    raise Undefined(expression, "is no real number")


RULES: dict[Any, Callable[[Arithmetic, Any], Any]] = {
    **{head: Elementary(name, exact=exact) for head, name, exact in _EVERYWHERE},
    sp.log: Elementary("log", low=0, open=True, exact={1: 0}, clear=_off_negative_axis),
    sp.asin: Elementary("asin", low=-1, high=1, exact=_ZERO, clear=_inside_unit_strip),
    sp.acos: Elementary("acos", low=-1, high=1, exact={1: 0}, clear=_inside_unit_strip),
    sp.atanh: Elementary("atanh", low=-1, high=1, open=True, exact=_ZERO, clear=_inside_unit_strip),
    sp.acosh: Elementary("acosh", low=1, exact={1: 0}, clear=_right_of_one),
    sp.asinh: Elementary("asinh", exact=_ZERO, clear=_off_imaginary_cuts),
    sp.atan: Elementary("atan", exact=_ZERO, clear=_off_imaginary_cuts),
    sp.sin: Trigonometric("sin", exact=_ZERO),
    sp.cos: Trigonometric("cos", exact=_ONE),
    sp.tan: Trigonometric("tan", exact=_ZERO),
    sp.gamma: _gamma,
    type(sp.pi): lambda arithmetic, expression: arb.pi(),
    type(sp.E): lambda arithmetic, expression: arb(1).exp(),
    **dict.fromkeys(map(type, (sp.zoo, sp.nan, sp.I)), _no_real_number),
}
