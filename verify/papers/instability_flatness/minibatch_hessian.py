"""How the alignment of the leading eigenvectors is attacked, for large matrices."""

from numerics import spiked_wigner
from theory.papers.instability_flatness import minibatch_hessian
from verify.claims.meanings import Exact, Formula

MEANINGS = {
    minibatch_hessian.OVERLAP: (
        Formula(minibatch_hessian.overlap),
        Exact(spiked_wigner.overlap_in_balls),
    ),
}
