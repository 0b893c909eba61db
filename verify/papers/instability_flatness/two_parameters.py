"""How the ratio of two coordinates of a top eigenvector is attacked."""

from numerics import eigenvectors
from theory.papers.instability_flatness import two_parameters
from verify.claims.meanings import Approximate, Exact, Formula

MEANINGS = {
    two_parameters.R: (
        Formula(two_parameters.top_ratio),
        Exact(eigenvectors.top_ratio_in_balls),
        Approximate(eigenvectors.top_ratio),
    ),
}
