"""Theorem 5.4 of the paper on instability: its argument and its leaves, under the trials' names."""

from theory.arguments import Definition, Known
from theory.known_facts import KNOWN_FACTS
from theory.papers.instability_flatness import contraction_argument, notation
from theory.papers.instability_flatness.notation import STEP_SIZE as WALK
from theory.papers.instability_flatness.notation import alpha
from verify.evidence import Tier
from verify.kernel.arguments.facts import Stated

ALTERNATING, OPPOSITE = contraction_argument.ALTERNATING, contraction_argument.OPPOSITE
EVERY_TIME, NOT_BOTH = contraction_argument.EVERY_TIME, contraction_argument.NOT_BOTH
START, STEP = contraction_argument.START, contraction_argument.STEP
LAW, LAW_ABOVE = contraction_argument.LAW, contraction_argument.LAW_ABOVE
HALF, PRIMITIVE = contraction_argument.HALF, contraction_argument.PRIMITIVE
at_most, below = contraction_argument.at_most, contraction_argument.below
falls, pair, turned = (
    contraction_argument.falls,
    contraction_argument.pair,
    contraction_argument.turned,
)
is_median, m, n = contraction_argument.is_median, contraction_argument.m, contraction_argument.n
F, end, eq, share = notation.F, notation.end, notation.eq, notation.share
j, s, t, u, x = notation.j, notation.s, notation.t, notation.u, notation.x
SHARE = F(alpha, u, u, t)
LEAVES = {
    **{Definition(name): Stated(says, Tier.EXACT) for name, says in notation.DEFINITIONS.items()},
    **{Known(name): Stated(fact.statement, Tier.EXACT) for name, fact in KNOWN_FACTS.items()},
}
EVEN = (*WALK, t >= 1, contraction_argument.IS_EVEN)
CLAUSES = {
    "every time": (EVERY_TIME, (*WALK, t >= 1), SHARE >= HALF),
    "even times": (contraction_argument.EVEN_TIMES, EVEN, SHARE > HALF),
    "medians": (contraction_argument.MEDIANS, (*EVEN, *is_median(t)), m < u),
}
