"""What the evaluation of a statement or of a term at a point can come to.

A condition holds (T), fails (F) or is undefined there (U), because one of its terms has no value.
The connectives are those of strong Kleene logic: what one part decides alone is decided.

    not       and | T  F  U      or | T  F  U      if | T  F  U      equivalent | T  F  U
    T  F      ----+--------      ---+--------      ---+--------      -----------+--------
    F  T       T  | T  F  U      T  | T  T  T      T  | T  F  U           T     | T  F  U
    U  U       F  | F  F  F      F  | T  F  U      F  | T  T  T           F     | F  T  U
               U  | U  F  U      U  | T  U  U      U  | T  U  U           U     | U  U  U

(`if` reads: if row, then column.)
`exclusive` is the negation of `equivalent`. Three or more conditions are equivalent if they are so
in pairs. If c then a else b is a where c holds, b where c fails, and undefined where c is.

UNKNOWN stands for any of the three, AGREES for T or F: what follows from it is what follows from
each of them. There is one exception, in favour of AGREES: its meaning is "true, provided that the
numbers that agree are equal", and where this gives T the outcome is AGREES again. No connective
makes TRUE of it, nor FALSE: its negation is UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


class Truth(Enum):
    """The outcome of evaluating a statement at a point.

    AGREES is what balls can say of an equality (or of the edge of an inequality) between
    irrational numbers: both sides are the same to as many bits as were asked for. It is not TRUE.
    """

    TRUE = "true"
    FALSE = "false"
    AGREES = "equal to the last bit looked at"
    UNKNOWN = "unknown"
    UNDEFINED = "undefined"


class NoValue(ArithmeticError):
    """Says why in words and expressions, which are written out only if somebody asks."""

    def __str__(self) -> str:
        return " ".join(map(str, self.args))


class Undefined(NoValue):
    """An expression has no real value at this exact point, or at no point of these balls."""


class Undecided(NoValue):
    """The arithmetic at hand cannot enclose the value (precision, size, unsupported operation)."""


def truth_value(value: bool) -> Truth:
    """Return what a Python truth value is here."""
    return Truth.TRUE if value else Truth.FALSE


def negation(truth: Truth) -> Truth:
    """Return the truth of "not"."""
    return _NEGATION[truth]


_NEGATION = {
    Truth.TRUE: Truth.FALSE,
    Truth.FALSE: Truth.TRUE,
    Truth.AGREES: Truth.UNKNOWN,
    Truth.UNKNOWN: Truth.UNKNOWN,
    Truth.UNDEFINED: Truth.UNDEFINED,
}


def conjunction(truths: Iterable[Truth]) -> Truth:
    """Return the truth of "and"; nothing is asked after the first that fails."""
    found = Truth.TRUE
    for truth in truths:
        if truth is Truth.FALSE:
            return Truth.FALSE
        if truth is not Truth.TRUE:
            found = truth if found in (Truth.TRUE, truth) else Truth.UNKNOWN
    return found


def disjunction(truths: Iterable[Truth]) -> Truth:
    """Return the truth of "or"; nothing is asked after the first that holds."""
    found = Truth.FALSE
    for truth in truths:
        if truth is Truth.TRUE:
            return Truth.TRUE
        if truth is Truth.AGREES or found is Truth.AGREES:
            found = Truth.AGREES
        elif truth is not Truth.FALSE:
            found = truth if found in (Truth.FALSE, truth) else Truth.UNKNOWN
    return found


def implication(left: Truth, right: Truth) -> Truth:
    """Return the truth of "if left, then right"."""
    return disjunction((negation(left), right))


def equivalence(truths: Iterable[Truth]) -> Truth:
    """Return the truth of "all or none of these"."""
    known = tuple(truths)
    return conjunction(implication(one, other) for one in known for other in known)


def exclusive(one: Truth, other: Truth) -> Truth:
    """Return the truth of "one of these, but not both"."""
    return disjunction((conjunction((one, negation(other))), conjunction((negation(one), other))))
