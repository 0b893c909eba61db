"""How the projection claims of steepest-mirror are attacked: sign flow, exactly and by descent."""

from fractions import Fraction

from flint import fmpq

from numerics import least_squares_sign_flow as sign_flow
from theory.papers.steepest_mirror import projection
from verify.claims.meanings import Approximate, Exact
from verify.truth import fraction

STEP, STEPS = 1e-4, 20_000  # time 2, more than the flow of the example takes; it chatters by STEP


def _limit(*weights: fmpq) -> Fraction | None:
    """Return the first coordinate of the limit, exactly."""
    exact = [fraction(c) for c in weights]
    end = sign_flow.limit(projection.FEATURES, projection.TARGETS, exact)
    return None if end is None else end[0]


def _descent(*weights: float) -> tuple[float, float]:
    """Return the first coordinate of the end of sign descent, and how far it may be off."""
    end = sign_flow.descend(projection.FEATURES, projection.TARGETS, weights, STEP, STEPS)
    return float(end[0]), 20 * STEP


MEANINGS = {projection.SIGN_LIMIT: (Exact(_limit), Approximate(_descent))}
