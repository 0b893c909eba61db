"""How the growth of a step of Adam on a quadratic loss is attacked."""

from numerics import clipped_ada
from theory.papers.instability_flatness import preconditioning
from verify.claims.meanings import Exact, Formula
from verify.papers.instability_flatness import plain

MEANINGS = {
    preconditioning.RADIUS: (
        Formula(preconditioning.largest_root),
        Exact(clipped_ada.growth_in_balls),
    ),
}
PLAIN = {
    preconditioning.RADIUS: plain.adam_growth,
}
