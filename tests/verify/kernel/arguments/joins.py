"""What tests of arguments have in common: leaves that are stated on the spot."""

import pytest

from theory.argument_language import States
from theory.arguments import Lemma
from verify.evidence import Tier
from verify.kernel.arguments import Rejected, Solver, Stated, conclusion

SOLVER = Solver(rlimit=2_000_000)
LEAVES = {}


def stated(says, *given, tier=Tier.EXACT):
    """Return a lemma that states this."""
    lemma = Lemma(f"{len(LEAVES)}")
    LEAVES[lemma] = Stated(States(says, given), tier)
    return lemma


def shown(argument, solver=SOLVER):
    return conclusion(argument, LEAVES, solver)


def rejected(argument, why):
    with pytest.raises(Rejected, match=why or "."):
        shown(argument)
