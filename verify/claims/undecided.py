"""sympy's refusal to decide a relation says which expression asked, and what to write instead.

Python asks relations for a truth value (`0 < x < 1`, `and`, `max`) before any code of ours sees
them, in a script and in a notebook. What sympy raises then is kept as it is and gets a note, which
Python, pytest and notebooks print below it. Of the file of a paper `verify.claims.imported` tells
the same.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from sympy.core.relational import Relational

from verify.claims.imported import PAPERS
from verify.claims.source_mistakes import mistake_of, parsed, statement_at, told

ANYWHERE = (
    "Python has asked a relation for its truth value; write And(0 < x, x < 1) for `0 < x < 1`, "
    "And, Or, Not for `and`, `or`, `not`, and Max, Min, Piecewise for `max`, `min`, `if`"
)


def explain_undecided() -> None:
    """Let the error of an undecided relation name the way out, from now on in this process.

    A process that runs papers is left as it is: nothing may change sympy between their checks.
    """
    if not any(name.startswith(PAPERS) for name in sys.modules):
        Relational.__bool__ = explaining(Relational.__bool__)


def explaining(refuse: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Return what asks a relation for its truth value and adds the way out to the error."""

    @functools.wraps(refuse)
    def truth(relation: Any) -> bool:
        try:
            return refuse(relation)
        except TypeError as error:
            asking = sys._getframe(1)
            if not asking.f_globals.get("__name__", "").startswith("sympy."):
                error.add_note(_way_out(asking, error))
            raise

    return truth


def _way_out(asking: FrameType, error: TypeError) -> str:
    """Return what the code that asks should say instead."""
    source = Path(asking.f_code.co_filename)
    try:
        mistake = mistake_of(statement_at(parsed(source), asking.f_lineno), error)
    except SyntaxError:  # a cell may have commands of the notebook
        mistake = None
    return told(source, mistake) if mistake is not None else ANYWHERE
