"""That there are universal constants for which something holds whatever the sizes are."""

from collections.abc import Mapping
from typing import Any

from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.quantifiers import Every, inhabited


def universal(constants: Mapping[Any, Any], bound: Any, given: tuple[Any, ...]) -> States:
    """Return that there are constants with which a bound holds wherever some conditions do.

    Args:
        constants: for each what is asked of it.
        bound: what holds, of the constants and of the sizes.
        given: the conditions on the sizes, on which the constants do not depend.
    """
    holds = Implies(And(*given), bound, evaluate=False)
    for size in sorted(set().union(*(g.free_symbols for g in given)), key=str, reverse=True):
        holds = Every(size, holds)
    return States(inhabited(constants, (*constants.values(), holds)))
