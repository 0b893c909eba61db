"""How the shape of laws of the walk is shown in plain Python, also left of the points of alpha."""

from theory.papers.instability_flatness import notation
from verify.papers.instability_flatness import plain

PLAIN = {notation.CDF: plain.cdf_back}
