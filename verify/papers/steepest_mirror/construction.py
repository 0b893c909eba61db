"""How appendix G is attacked: the reach of integrals, by sums in balls."""

from numerics import reach
from theory.papers.steepest_mirror import construction
from verify.claims.meanings import Exact, Formula

MEANINGS = {
    construction.GAP: (Formula(construction.gap), Exact(reach.gap)),
    construction.GAP_BETWEEN: (Formula(construction.gap_between), Exact(reach.gap_between)),
}
