"""The values of heads that are programs: each is computed once for the same arguments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from flint import arb, ctx

from theory.values import PiecewiseLinear
from verify.claims.meanings import Approximate, Exact
from verify.truth.outcomes import Undecided, Undefined
from verify.truth.points import finite, number_of

FLOAT_BITS = 50  # a head that computes in floats needs its arguments to this many bits


def told(meaning: Any, arguments: Iterable[Any], expression: Any) -> Any:
    """Return the value of a head at finite arguments, as its program says.

    Args:
        meaning: what the head means.
        arguments: rationals, balls and function values.
        expression: the head with its arguments, as it is written.

    Raises:
        Undefined, Undecided: the program says so, or there is none.
        Exception: whatever else the program raises.
    """
    if not isinstance(meaning, (Exact, Approximate)):
        raise Undecided(type(expression).__name__, "has no meaning")
    value = _computed(meaning, tuple(_Argument(_key(a), a) for a in arguments), ctx.prec)
    if value is None:
        raise Undefined(expression, "is not defined")
    return number_of(value)


@dataclass(frozen=True)
class _Argument:
    """An argument of a program. A ball does not even equal itself: what tells it apart is its key.

    Args:
        key: what is different for different arguments.
        value: what the program is given.
    """

    key: Any
    value: Any = field(compare=False)


def _key(argument: Any) -> Any:
    if isinstance(argument, arb):
        return argument.mid().man_exp(), argument.rad().man_exp()
    return argument


@lru_cache(maxsize=2**10)  # clauses and readings are looked at at points that they have in common
def _computed(meaning: Exact | Approximate, arguments: tuple[_Argument, ...], bits: int) -> Any:
    values = (argument.value for argument in arguments)
    if isinstance(meaning, Exact):
        return meaning.evaluate(*values)
    number, error = meaning.evaluate(*map(_float, values))
    return finite(arb(number, error))


def _float(argument: Any) -> Any:
    """Return what a program in floats is given for an argument."""
    if isinstance(argument, arb) and argument.rel_accuracy_bits() < FLOAT_BITS:
        raise Undecided("a program in floats needs its argument to", FLOAT_BITS, "bits")
    return argument if isinstance(argument, PiecewiseLinear) else float(arb(argument))
