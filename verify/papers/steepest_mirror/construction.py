"""How appendix G is attacked: the reach of an integral, by sums in balls."""

from numerics import reach
from theory.papers.steepest_mirror import construction
from verify.meanings import Exact, Formula

MEANINGS = {construction.GAP: (Formula(construction.gap), Exact(reach.gap))}
