"""Random variables, and functions by number, as functions of an outcome.

Several of them are one function f: number i at an outcome v, from 0 to 1, is f(2 i + v). The
outcome has any law on [0, 1], so that finitely many random variables may have any joint law.
"""

from sympy.logic.boolalg import And, Implies

from theory.language import function, reals
from theory.quantifiers import Every
from theory.sequences import Law, Mean

chances = function("P")  # the quantile function of the outcome
outcome, another = reals("v_out v_out'")
ON_0_1 = Every(outcome, And(chances(outcome) >= 0, chances(outcome) <= 1))


def at(family, number, of=outcome):
    """Return the value of one of several functions."""
    return family(2 * number + of)


def mean(term):
    """Return the mean of a term over all outcomes."""
    return Mean(term, outcome, Law(chances))


def every_outcome(condition, *outcomes):
    """Return that a condition holds for all outcomes, of one or several names."""
    outcomes = outcomes or (outcome,)
    inside = And(*(And(v >= 0, v <= 1) for v in outcomes))
    condition = Implies(inside, condition, evaluate=False)
    for v in reversed(outcomes):
        condition = Every(v, condition)
    return condition
