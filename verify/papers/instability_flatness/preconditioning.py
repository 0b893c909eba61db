"""How the growth of a step of Adam on a quadratic loss is attacked."""

from numerics import clipped_ada
from theory.papers.instability_flatness import preconditioning
from verify.claims.meanings import Exact, Formula

MEANINGS = {
    preconditioning.RADIUS: (
        Formula(preconditioning.largest_root),
        Exact(clipped_ada.growth_in_balls),
    ),
}
