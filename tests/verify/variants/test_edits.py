"""Edits: a formula at one place."""

import pytest
import sympy as sp

from theory.language import reals
from verify.variants.edits import Vocabulary, rewrites

x, y, L = reals("x y L")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (3 * x, 6 * x),  # a number
        (x - y, x + y),  # a sign
        (x**2, x**3),  # an exponent
        (x**2 + y, y),  # a term
        (x * y, x),  # a factor
        (x + 1, sp.Abs(x) + 1),  # absolute values
        (x - y, sp.Abs(x - y)),
        (x * y * L, x / (y * L)),  # factors inverted
        (sp.Piecewise((x, x > 0), (y, True)), y),  # one of the cases
        (sp.Max(x, y), x),
        (1 / (1 - L), 1 + L),  # a geometric factor
        (sp.exp(-x / 2), sp.exp(-x)),  # inside a function
    ],
)
def test_a_formula_is_edited_at_one_place(before, after):
    assert any(sp.simplify(e - after) == 0 for _, _, e in rewrites(before, Vocabulary((x, y, L))))
