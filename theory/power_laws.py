"""Exponent algebra: optima of sums of power laws under power constraints, as data.

When every quantity is a power of one scale, D**e, a product becomes a sum of exponents, a sum of
positive terms a maximum, and an inequality up to constants an inequality of exponents. The least
order of a loss over free exponents is then the minimum of a maximum of affine functions: a linear
program, whose solution is again a rational function of the parameters.

    D, eta, B = sp.symbols("D eta B", real=True)
    program = Program(
        loss=(eta * D / sp.sqrt(B)) ** (-2 * s) + eta / sp.sqrt(B),
        constraints=(eta * sp.sqrt(B) <= 1, eta * D / B >= 1),
        scales={D: 1, B: b, eta: -a},
        free=(a,),
    )
    least_exponent(program)        # in s and b
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import sympy as sp


def exponent(quantity: Any, scales: Mapping[Any, Any]) -> Any:
    """Return e where the quantity is of the order D**e, logarithms counted as constants.

    Args:
        quantity: positive: products, powers, sums and logarithms of the keys of `scales`.
        scales: quantity -> its exponent.

    Raises:
        ValueError: the quantity is made of something else, or a term is negative.

    >>> x, y = sp.symbols("x y", real=True)
    >>> exponent(x**2 / y + x, {x: 1, y: 3})
    Max(-1, 1)
    """
    quantity = sp.sympify(quantity)
    if quantity in scales:
        return sp.sympify(scales[quantity])
    if quantity.is_number and quantity.is_positive:
        return sp.Integer(0)
    if quantity.is_Mul:
        return sp.expand(sum(exponent(factor, scales) for factor in quantity.args))
    if quantity.is_Pow and quantity.exp.free_symbols.isdisjoint(scales):
        return sp.expand(quantity.exp * exponent(quantity.base, scales))
    if quantity.is_Add:
        return sp.Max(*terms(quantity, scales), evaluate=False)
    if isinstance(quantity, sp.log) and not quantity.args[0].free_symbols.isdisjoint(scales):
        return sp.Integer(0)
    raise ValueError(f"{quantity} is no sum of power laws in {', '.join(map(str, scales))}")


def terms(quantity: Any, scales: Mapping[Any, Any]) -> tuple[Any, ...]:
    """Return the exponents of the terms of a sum."""
    return tuple(exponent(term, scales) for term in sp.Add.make_args(quantity))


@dataclass(frozen=True)
class Program:
    """Minimise a sum of power laws under power constraints.

    Args:
        loss: a sum of power laws.
        constraints: inequalities between power laws, meant up to constants.
        scales: quantity -> its exponent, affine in the free exponents.
        free: the exponents to choose.
    """

    loss: Any
    constraints: tuple[Any, ...]
    scales: Mapping[Any, Any]
    free: tuple[Any, ...]

    @property
    def objectives(self) -> tuple[Any, ...]:
        """The affine functions of the free exponents of which the largest is minimised."""
        return terms(self.loss, self.scales)

    @property
    def feasible(self) -> tuple[Any, ...]:
        """Affine functions of the free exponents that must be at most zero."""
        return tuple(slack(constraint, self.scales) for constraint in self.constraints)


def slack(constraint: Any, scales: Mapping[Any, Any]) -> Any:
    """Return the difference of exponents that is at most zero where a constraint is met."""
    smaller, larger = sides_of(constraint)
    return sp.expand(exponent(smaller, scales) - exponent(larger, scales))


def sides_of(inequality: Any) -> tuple[Any, Any]:
    """Return the smaller and the larger side of an inequality."""
    turned = isinstance(inequality, (sp.Ge, sp.Gt))
    return (inequality.rhs, inequality.lhs) if turned else (inequality.lhs, inequality.rhs)


def least_exponent(program: Program, positive: tuple[Any, ...] = ()) -> Any:
    """Return the exponent of the least loss over one free exponent, where something is feasible.

    The largest of: a falling and a rising objective where they cross, a falling one at the upper
    end of what is feasible, a rising one at the lower end, and those that do not move.

    Args:
        program: has one free exponent, in which no two constraints bound a point of their own.
        positive: parameters that are positive, so that slopes have a sign.

    Raises:
        ValueError: the sign of a slope is not known.
    """
    (a,) = program.free
    falling, rising, constant = _by_slope(program.objectives, a, positive)
    below, above, never = _by_slope(program.feasible, a, positive)  # falling ones bound from below
    if never:
        raise ValueError(f"a constraint does not depend on {a}: {never}")
    lows, highs = ([_root(f, a) for f in side] for side in (below, above))
    crossings = [f.subs(a, _root(f - r, a)) for f, r in product(falling, rising)]
    ends = [f.subs(a, high) for f, high in product(falling, highs)]
    ends += [r.subs(a, low) for r, low in product(rising, lows)]
    candidates = [sp.factor(c) for c in (*crossings, *ends, *constant)]
    return sp.Max(*candidates, evaluate=False)


def best_choice(program: Program, values: Mapping[Any, Any]) -> Any:
    """Return the free exponent at which the loss is least, `None` where nothing is feasible.

    Args:
        program: has one free exponent, which its constraints bound from both sides.
        values: of all other exponents.

    >>> a, b = sp.symbols("a b", real=True)
    >>> D, B, eta = sp.symbols("D B eta", real=True)
    >>> loss, limits = (eta * D / B) ** -1 + eta / B, (eta <= 1, eta * D >= 1)
    >>> best_choice(Program(loss, limits, {D: 1, B: b, eta: -a}, (a,)), {b: 0})
    1/2
    """
    (a,) = program.free
    objectives, feasible = (
        [f.subs(values) for f in some] for some in (program.objectives, program.feasible)
    )
    lines = [*feasible, *(f - g for f, g in product(objectives, repeat=2))]
    tried = {_root(line, a) for line in lines if a in line.free_symbols}
    fitting = [at for at in tried if all(f.subs(a, at) <= 0 for f in feasible)]
    return min(fitting, key=lambda at: max(f.subs(a, at) for f in objectives), default=None)


def kept_up_to(program: Program, moving: Any, positive: tuple[Any, ...] = ()) -> Any:
    """Return up to which exponent of a scale the least loss keeps its order, growing from 0.

    That is as long as the constraints admit the point where the two terms of the loss are equal.

    Args:
        program: has one free exponent, and two objectives that cross.
        moving: the exponent, on which the loss at the crossing does not depend.
        positive: parameters that are positive, so that slopes have a sign.

    Raises:
        ValueError: the loss at the crossing moves, or a constraint fails there at 0.

    >>> a, b = sp.symbols("a b", real=True)
    >>> D, B, eta = sp.symbols("D B eta", real=True)
    >>> loss = (eta * D / B) ** -1 + eta / B
    >>> kept_up_to(Program(loss, (eta <= 1,), {D: 1, B: b, eta: -a}, (a,)), b)
    1/2
    """
    (a,) = program.free
    one, other = program.objectives
    best = _root(one - other, a)
    if moving in sp.factor(one.subs(a, best)).free_symbols:
        raise ValueError(f"the least loss moves with {moving}")
    at_best = tuple(sp.expand(f.subs(a, best)) for f in program.feasible)
    falling, rising, constant = _by_slope(at_best, moving, positive)
    known = {p: sp.Dummy(str(p), positive=True) for p in positive}
    at_0 = [sp.factor(f.subs(moving, 0).subs(known)) for f in (*falling, *rising, *constant)]
    if not all(f.is_nonpositive for f in at_0):
        raise ValueError(f"a constraint may fail where {moving} is 0")
    return sp.Min(*(_root(f, moving) for f in rising), evaluate=False)


def is_feasible(program: Program, positive: tuple[Any, ...] = ()) -> tuple[Any, ...]:
    """Return the conditions under which some value of the one free exponent is feasible."""
    (a,) = program.free
    below, above, _ = _by_slope(program.feasible, a, positive)
    return tuple(_root(low, a) <= _root(high, a) for low, high in product(below, above))


def _root(affine: Any, a: Any) -> Any:
    slope = sp.diff(affine, a)
    return sp.factor(a - affine / slope)


def _by_slope(
    functions: tuple[Any, ...], a: Any, positive: tuple[Any, ...]
) -> tuple[list[Any], list[Any], list[Any]]:
    """Return the falling, the rising and the constant ones."""
    known = {p: sp.Dummy(str(p), positive=True) for p in positive}
    found: tuple[list[Any], list[Any], list[Any]] = ([], [], [])
    for function in functions:
        slope = sp.factor(sp.diff(function, a).subs(known))
        if not (slope.is_negative or slope.is_positive or slope.is_zero):
            raise ValueError(f"the sign of {slope} is not known")
        found[0 if slope.is_negative else 1 if slope.is_positive else 2].append(function)
    return found
