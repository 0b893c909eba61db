"""The one three-valued evaluation of a statement at a point; every method and replay uses it.

Arithmetic is exact as long as all numbers are rational (`fmpq`) and rigorous balls (`arb`)
otherwise, at rising precision. nan and infinity never decide anything.

    outcomes     what an evaluation can come to, and the logic of the connectives
    evaluation   statements and terms at an exact point, at rising precision
    arithmetic   one point at one precision, and the contract of every rule
    booleans     connectives, relations, properties of functions, rounding
    powers, functions, switches, sums, integrals    the rules for terms
    ranges       what is known of a term beyond its ball
    points       exact values as numbers
"""

from verify.truth.arithmetic import AGREEMENT_BITS, Arithmetic, Point
from verify.truth.evaluation import (
    PRECISIONS,
    at,
    enclose,
    evaluate,
    is_exact,
    rationals_at,
    truths_at,
    violation,
)
from verify.truth.integrals import INTEGRAND_EVALUATIONS
from verify.truth.outcomes import NoValue, Truth, Undecided, Undefined
from verify.truth.points import fraction

__all__ = [
    "AGREEMENT_BITS",
    "INTEGRAND_EVALUATIONS",
    "PRECISIONS",
    "Arithmetic",
    "NoValue",
    "Point",
    "Truth",
    "Undecided",
    "Undefined",
    "at",
    "enclose",
    "evaluate",
    "fraction",
    "is_exact",
    "rationals_at",
    "truths_at",
    "violation",
]
