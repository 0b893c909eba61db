"""A second entry of theorem F.1, its objective, written from the page."""

import sympy as sp

from theory.claim import ForAll
from theory.language import reals
from theory.papers.steepest_mirror.notation import L

# the margin does not see the depth, as a power of the magnitudes does not change their order
one, other = reals("x_1 y_1")
SAME_MAXIMUM = ForAll(
    sp.Abs(one) ** (sp.S(2) / L) < sp.Abs(other) ** (sp.S(2) / L),
    given=(L >= 1, sp.Abs(one) < sp.Abs(other)),
)

BLIND = {"steepest-mirror/thm-F.1": SAME_MAXIMUM}
ENTRIES: dict = {}
