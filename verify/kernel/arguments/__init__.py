"""The conclusion of an argument, computed from its leaves.

facts        what a rule makes: a conclusion for all values of what is free in it
questions    what a solver is asked, and how terms that it does not know become unknowns
logic        instances, solving, rewriting, cases, there is, for every, induction
means        means and sums, and bijections of what they range over
orders       what agrees up to constants
conclusion   which rule is which function
"""

from verify.kernel.arguments.conclusion import conclusion
from verify.kernel.arguments.facts import Fact, RejectedArgument, Stated, establishes, refutes
from verify.kernel.arguments.questions import Solver

__all__ = ["Fact", "RejectedArgument", "Solver", "Stated", "conclusion", "establishes", "refutes"]
