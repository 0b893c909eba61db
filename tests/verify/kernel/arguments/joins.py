"""What tests of arguments have in common: leaves that are stated on the spot."""

import pytest
import sympy as sp
from sympy.core.relational import Relational

from tests.share import in_share
from theory.argument_language import States
from theory.arguments import Lemma
from theory.quantifiers import Every, Quantified, Some
from verify.evidence import Tier
from verify.kernel.arguments.conclusion import conclusion
from verify.kernel.arguments.facts import Stated
from verify.kernel.questions import RejectedArgument, Solver

SOLVER = Solver(rlimit=2_000_000)
LEAVES = {}
A_SEVENTH = sp.Rational(1, 7)


def stated(says, *given, tier=Tier.EXACT):
    """Return a lemma that states this."""
    lemma = Lemma(f"{len(LEAVES)}")
    LEAVES[lemma] = Stated(States(says, given), tier)
    return lemma


def shown(argument, solver=SOLVER):
    return conclusion(argument, LEAVES, solver)


def rejected(argument, why):
    with pytest.raises(RejectedArgument, match=why or "."):
        shown(argument)


def places(e, above=()):
    """Yield where numbers, relations and quantifiers stand in an expression."""
    if isinstance(e, (sp.Rational, Relational, Quantified)):
        yield above
    for number, part in enumerate(e.args):
        yield from places(part, (*above, number))


def some_places(e, one_in):
    """Yield the first of these places, and a share of the others, drawn by what stands there."""
    written = str(e)
    for number, place in enumerate(places(e)):
        if number == 0 or in_share(f"{written}: {place}", one_in):
            yield place


def changed(e, place, by=A_SEVENTH):
    """Return an expression with another number, relation or quantifier at one place."""
    if place:
        first, *rest = place
        parts = list(e.args)
        parts[first] = changed(parts[first], rest, by)
        return e.func(*parts) if not isinstance(e, Relational) else e.func(*parts, evaluate=False)
    if isinstance(e, sp.Rational):
        return e + by
    if isinstance(e, Quantified):
        return (Every if isinstance(e, Some) else Some)(*e.args)
    others = {sp.Gt: sp.Ge, sp.Ge: sp.Gt, sp.Lt: sp.Le, sp.Le: sp.Lt, sp.Eq: sp.Ne, sp.Ne: sp.Eq}
    return others[type(e)](*e.args, evaluate=False)
