"""How escape times are attacked: the closed form against an integrated equation."""

from numerics import escape_times
from theory.papers.steepest_mirror import escape
from verify.claims.meanings import Approximate, Formula

MEANINGS = {
    escape.TIME: (Formula(escape.time), Approximate(escape_times.power_law_time)),
}
