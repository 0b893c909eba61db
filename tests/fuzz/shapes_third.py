"""Shapes of small claims, third set: for classes of errors that the first two would see too rarely.

What `known` means is said in `shapes_second`. Half of what a shape makes is true.
"""

from __future__ import annotations

from random import Random
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.fuzz.case import Case, Shape
from theory.claim import ForAll
from theory.language import integers, reals

x, y = reals("x y")
n = integers("n")


def _rel(kind: Any, left: Any, right: Any) -> Any:
    return kind(left, right, evaluate=False)


def _both(one: Any, other: Any) -> Any:
    return And(one, other, evaluate=False)


def one_small_integer(rng: Random) -> Case:
    """8: a statement without bound fails at one small integer, which no solver works out."""
    start, true = rng.randint(-2, 2), rng.random() < 0.5
    at = sp.Integer(start + rng.randint(2, 5))
    base, off = rng.choice((2, 3, 5)), sp.Rational(int(true), 3)
    says = rng.choice(
        (
            _rel(sp.Ne, sp.Integer(base) ** n, sp.Integer(base) ** at + off),
            _rel(sp.Gt, sp.Abs(sp.Integer(base) ** n - sp.Integer(base) ** at), -off),
            _rel(sp.Ne, n * sp.Integer(base) ** n, at * sp.Integer(base) ** at + off),
        )
    )
    return Case("one_small_integer", ForAll(says, (n >= start,)), true)


def end_of_a_long_range(rng: Random) -> Case:
    """8: a strict inequality becomes an equality at one end of a range that is long."""
    low, high = sp.Integer(rng.randint(-1, 1)), sp.Integer(rng.choice((67, 83, 131)))
    base = sp.Integer(rng.choice((2, 3, 5)))
    upper, kept = rng.random() < 0.7, rng.choice(("closed", "open", "loose"))
    kind = (sp.Le if upper else sp.Ge) if kept == "loose" else (sp.Lt if upper else sp.Gt)
    end = high if upper else low
    beyond = (
        (x < end if upper else x > end) if kept == "open" else (x <= end if upper else x >= end)
    )
    other = x >= low if upper else x <= high
    statement = ForAll(_rel(kind, base**x, base**end), (other, beyond))
    return Case("end_of_a_long_range", statement, kept != "closed")


def implication_of_nothing(rng: Random) -> Case:
    """11: an implication assumes what nothing, or just one thing, satisfies; it proves anything."""
    a, s = rng.randint(-3, 5), rng.choice((x, n))
    vacuous, assumed = rng.choice(
        (
            (True, _both(s > a, s < a - 1)),
            (True, _both(s > a, s <= a - 1)),
            (True, _rel(sp.Lt, sp.Abs(s - a), 0)),
            (True, _rel(sp.Lt, (s - a) ** 2 + 1, 1)),
            (False, _both(s >= a, s <= a)),
            (False, _rel(sp.Le, sp.Abs(s - a), 0)),
            (False, _both(s > a - 1, s < a + 1)),
            (False, _rel(sp.Le, (s - a) ** 2 + 1, 1)),
        )
    )
    says = Implies(assumed, s > 10**4 if vacuous else s < 10**4, evaluate=False)
    given = rng.choice(((), (y >= a,)))
    statement = ForAll(says=says, given=given)
    return Case("implication_of_nothing", statement, True, vacuous=vacuous)


SHAPES: tuple[Shape, ...] = (one_small_integer, end_of_a_long_range, implication_of_nothing)
