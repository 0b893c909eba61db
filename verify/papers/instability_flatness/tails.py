"""How deviations of the walk of fair signs are attacked: by moving its mass step by step."""

from numerics import walk
from theory.papers.instability_flatness import notation, tails
from verify.claims.meanings import Exact, Formula
from verify.papers.instability_flatness import plain

MEANINGS = {
    notation.REACH: (
        Formula(tails.reach),
        Exact(lambda t, n: walk.reach_probability(int(t.numerator), int(n.numerator))),
    ),
}
PLAIN = {notation.CDF: plain.cdf_back}
