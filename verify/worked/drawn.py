"""What is drawn of a worked example: its functions, or both sides of what fails along a symbol."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from reports.curves import Functions, Plot
from theory.statements import ForAll
from theory.values import PiecewiseLinear, as_fraction
from verify.claims.meanings import Meanings, interpretations
from verify.claims.witness import encode_value, witness
from verify.display.plots import plot
from verify.evidence import PiecewiseLinearValue
from verify.worked.chosen import Example
from verify.worked.point import At


def drawn(example: Example, at: At, meanings: Meanings) -> Plot | None:
    """Return what can be drawn of an example at a point, or `None` if there is nothing.

    Args:
        example: what an argument chooses.
        at: the point.
        meanings: of the heads.
    """
    functions = _functions(example)
    if functions:
        return Functions(functions)
    numbers = {s: value for s, value in at.values.items() if isinstance(value, sp.Rational)}
    if example.moves or example.things or len(numbers) < len(at.values):
        return None
    point: dict[object, Fraction] = {s: as_fraction(value) for s, value in numbers.items()}
    known = interpretations(meanings)
    return plot(ForAll(example.says, example.assumed), witness(point), {}, known)


def _functions(example: Example) -> dict[str, PiecewiseLinearValue]:
    """Return the functions of an example as records, those with the most corners first."""
    found = {
        str(symbol): thing
        for symbol, thing in example.things.items()
        if isinstance(thing, PiecewiseLinear)
    }
    bent = {name: one for name, one in found.items() if len(one.knots) > 1} or found
    records = {
        name: encode_value(bent[name]) for name in sorted(bent, key=lambda n: -len(bent[n].knots))
    }
    return {name: one for name, one in records.items() if isinstance(one, PiecewiseLinearValue)}
