"""How appendix J is attacked: the least decay of a product, by minimising over its factors."""

from numerics import factorisations
from theory.papers.steepest_mirror import sparsity
from verify.meanings import Approximate, Formula

MEANINGS = {
    sparsity.LEAST: (
        Formula(sparsity.least_decay),
        Approximate(factorisations.least_squares),
    ),
}
