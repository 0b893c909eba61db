"""What is drawn where lines that are written by hand show what fails: both sides that they compare.

The function that says whether what is printed holds ends in one comparison. Its sides are computed
along one of its numbers, the others as they are asked for; where it asserts what does not hold, a
point is outside of the hypotheses.
"""

from __future__ import annotations

import ast
import inspect
import operator
import textwrap
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import mpmath

from reports.curves import Cut, Sides, State
from theory.claim import Claim, Part
from verify.display.script import checked_by, is_rounding

POINTS, PROBES = 40, 8  # of a cut, and of each that is looked at before one is chosen
SPANS = (2, 20)  # how far cuts go, as multiples of the number
BESIDE = 1000  # the neighbours of the number: a jump there is seen
DIGITS = 20  # of rounded numbers
LARGE = 1e300  # numbers beyond are gaps
SIGNS: Mapping[type[ast.cmpop], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("≤", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: ("≥", operator.ge),
    ast.Eq: ("=", operator.eq),
}


class Compared(NamedTuple):
    """Both sides of a comparison that a function ends in.

    Args:
        sides: gives both.
        holds: compares them.
        sign: the sign between them.
        names: what they are, as Python.
    """

    sides: Callable[..., tuple[Any, Any]]
    holds: Callable[[Any, Any], Any]
    sign: str
    names: tuple[str, str]


class _Sample(NamedTuple):
    at: Fraction
    left: float | None
    right: float | None
    state: State


def compared_along(claim: Claim, part: Part) -> Sides | None:
    """Return both sides that lines for a part compare, `None` if nobody wrote such lines."""
    found = checked_by(claim, part)
    return None if found is None else drawn(*found)


def drawn(function: Callable[..., Any], numbers: str) -> Sides | None:
    """Return both sides that a function compares, along the number that tells most.

    Args:
        function: says whether what is printed holds.
        numbers: what it is asked for.
    """
    compared = comparison(function)
    if compared is None:
        return None
    names = list(inspect.signature(function).parameters)
    point = dict(zip(names, map(Fraction, numbers.split()), strict=True))
    rounded = is_rounding(function)

    def sampled(name: str, span: int, points: int) -> list[_Sample]:
        own, step = point[name], abs(point[name]) * span / points
        grid = {own, own * (1 - Fraction(1, BESIDE)), own * (1 + Fraction(1, BESIDE))}
        grid |= {step * n * (1 if own > 0 else -1) for n in range(1, points + 1)}
        return [_sample(compared, {**point, name: at}, at, rounded) for at in sorted(grid)]

    with mpmath.workdps(DIGITS):
        cuts = [(name, span) for name in names if point[name] for span in SPANS]
        if not cuts:
            return None
        told = {(name, span): _told(sampled(name, span, PROBES)) for name, span in cuts}
        name, span = max(told, key=lambda cut: (*told[cut], -cut[1]))
        samples = sampled(name, span, POINTS)
    if _told(samples)[1] < 2:
        return None
    cut = Cut(
        symbol=name,
        integer=False,
        at=tuple(float(one.at) for one in samples),
        left=tuple(one.left for one in samples),
        right=tuple(one.right for one in samples),
        difference=None,
        state=tuple(one.state for one in samples),
        witness=[one.at for one in samples].index(point[name]),
    )
    left, right = compared.names
    about = f"{left} {compared.sign} {right}"
    return Sides(compared.sign, about, (cut,), largest=None, names=compared.names)


def comparison(function: Callable[..., Any]) -> Compared | None:
    """Return the comparison that a function ends in, `None` if it ends in none."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    (body,) = tree.body
    assert isinstance(body, ast.FunctionDef)
    last = body.body[-1]
    if not isinstance(last, ast.Return) or not isinstance(last.value, ast.Compare):
        return None
    asked = last.value
    if len(asked.ops) != 1 or type(asked.ops[0]) not in SIGNS:
        return None
    sides = asked.left, asked.comparators[0]
    last.value = ast.Tuple(elts=list(sides), ctx=ast.Load())
    known = {**function.__globals__, "print": lambda *_: None}
    exec(compile(ast.fix_missing_locations(tree), "compared", "exec"), known)
    sign, holds = SIGNS[type(asked.ops[0])]
    one, other = map(as_formula, sides)
    return Compared(known[function.__name__], holds, sign, (one, other))


def as_formula(side: ast.expr) -> str:
    """Return a side of a comparison as one writes formulas.

    >>> as_formula(ast.parse("abs(C_0)/D**rate", mode="eval").body)
    'abs(C_0)/D^rate'
    """
    return ast.unparse(side).replace(" ** ", "^").replace(" / ", "/").replace(" * ", "*")


def _sample(
    compared: Compared, point: Mapping[str, Fraction], at: Fraction, rounded: bool
) -> _Sample:
    """Return both sides at a point."""
    values = [mpmath.mpf(n.numerator) / n.denominator if rounded else n for n in point.values()]
    try:
        left, right = compared.sides(*values)
        state: State = "holds" if compared.holds(left, right) else "fails"
    except AssertionError:
        return _Sample(at, None, None, "outside")
    except (ArithmeticError, LookupError, TypeError, ValueError):  # undefined, or complex
        return _Sample(at, None, None, "undecided")
    return _Sample(at, _height(left), _height(right), state)


def _height(value: Any) -> float | None:
    """Return a number as it is drawn, a gap if it is too large."""
    return float(f"{float(value):.5e}") if abs(value) < LARGE else None


def _told(samples: Sequence[_Sample]) -> tuple[bool, int, int]:
    """Return how much a cut tells: whether it shows where the failure ends, and how much fails."""
    states = [one.state for one in samples]
    inside = states.count("fails") + states.count("holds")
    return "holds" in states and "fails" in states, inside, len({one.left for one in samples})
