"""Facts that arguments of several papers may use, each with where it is proved.

A verdict names those that it rests on. A fact stands here only if it is general; what a paper
defines or proves stands with the paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.language import Positive, StrictlyIncreasing, function, integers, reals, sequence
from theory.quantifiers import Every, Some


@dataclass(frozen=True)
class KnownFact:
    """A statement that is proved in the literature.

    Args:
        statement: what it says.
        reference: where it is proved, or why it is so.
    """

    statement: States
    reference: str


_step, _sum = function("alpha"), function("G")
_x, _y = reals("x y")
_a = sequence("a")
_k, _m = integers("k m")


def _slower(x: Any, y: Any) -> Any:
    """Return that the primitive rises by less than it would with the slope at x."""
    return Implies(sp.Ne(x, y), _step(x) * (_sum(y) - _sum(x)) < y - x, evaluate=False)


def _up_to(kind: Any, last: Any) -> Any:
    """Return the sum or the product of the first entries of a sequence."""
    return kind(_a[_k], (_k, 1, last))


def _recursion(kind: Any, start: Any, join: Any) -> dict[str, KnownFact]:
    """Return how sums or products are made, one term after the other."""
    name = kind.__name__.lower()
    more = sp.Eq(_up_to(kind, _m + 1), join(_up_to(kind, _m), _a[_m + 1]), evaluate=False)
    reference = f"How a {name} of finitely many terms is defined, by recursion on their number."
    return {
        f"{name} of no terms": KnownFact(
            States(sp.Eq(_up_to(kind, 0), start, evaluate=False)), reference
        ),
        f"{name} with one more term": KnownFact(States(more, given=(_m >= 0,)), reference),
    }


KNOWN_FACTS = {
    **_recursion(sp.Sum, sp.S.Zero, sp.Add),
    **_recursion(sp.Product, sp.S.One, sp.Mul),
    "erfc below exp(-z^2)": KnownFact(
        States(sp.erfc(_x) <= sp.exp(-(_x**2)), given=(_x >= 0,)),
        reference="W. Feller, An Introduction to Probability Theory and Its Applications I, "
        "section VII.1: substitute t = x + u in the integral of exp(-t^2) from x on; it is at most "
        "exp(-x^2) times that of exp(-u^2) from 0 on.",
    ),
    "primitive of 1/alpha": KnownFact(
        States(
            given=(StrictlyIncreasing(_step), Positive(_step)),
            says=Some(_sum, And(StrictlyIncreasing(_sum), Every(_x, Every(_y, _slower(_x, _y))))),
        ),
        reference="W. Rudin, Principles of Mathematical Analysis, theorems 6.9 and 6.12: 1/alpha "
        "is monotone and hence integrable on every interval; G is its integral from 0. Between x "
        "and y, 1/alpha lies below 1/alpha(x) if y > x and above it if y < x.",
    ),
}
