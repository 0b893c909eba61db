"""What is said of a quantity that is much larger than another one, or close to it.

Much larger is from some number on, close is within every distance from some number on.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.existence import by_values
from theory.language import reals
from theory.quantifiers import Every, Some, denied

much, distance = reals("c_much c_close")


def from_some_number(symbols, given, says):
    """Return that for some number c_much hypotheses with it imply a conclusion, for all values."""
    holds = Implies(And(*given), says, evaluate=False)
    for symbol in reversed(symbols):
        holds = Every(symbol, holds)
    return Some(much, And(much > 0, holds))


def where_much_larger(symbols, given, says):
    """Return this as a statement."""
    return States(from_some_number(symbols, given, says))


def comes_close(symbols, given, ratio):
    """Return that a ratio comes as close to 1 as one likes, from some number on."""
    near = sp.Le(sp.Abs(ratio - 1), distance, evaluate=False)
    there = from_some_number(symbols, given, near)
    return States(Every(distance, Implies(distance > 0, there, evaluate=False)))


def fails(statement, values):
    """Argue against such a statement: values that break it, however large c_much is."""
    values = {symbol: sp.sympify(value) for symbol, value in values.items()}
    return by_values(denied(statement.says), values)
