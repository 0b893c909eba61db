"""Whether arguments that are proposed against a mutant show that it fails."""

from theory.arguments import Assume
from theory.quantifiers import denied
from verify.kernel.arguments.conclusion import conclusion, establishes
from verify.kernel.questions import RejectedArgument, Solver


def fails(proposed, mutant, printed):
    """Return whether what denies a mutant is shown to follow from a statement."""
    contrary = denied(mutant)
    for argument in proposed(contrary, printed, Assume(printed), ()):
        try:
            establishes(conclusion(argument, {}, Solver(400_000)), (printed,), contrary)
        except RejectedArgument:
            continue
        return True
    return False
