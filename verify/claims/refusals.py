"""What sympy and numpy refuse says which expression asked for it, and what to write instead.

Python asks relations for a truth value (`0 < x < 1`, `and`, `max`), and `math` and numpy ask
formulas for numbers (`math.sqrt(x)`), before any code of ours sees them, in a script and in a
notebook. What is raised then is kept as it is and gets a note, which Python, pytest and notebooks
print below it. Of the file of a paper `verify.claims.imported` tells the same.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from sympy import Expr
from sympy.core.relational import Relational

from verify.claims.imported import PAPERS
from verify.claims.source_mistakes import mistake_of, parsed, statement_at, told

UNDECIDED = (
    "Python has asked a relation for its truth value; write And(0 < x, x < 1) for `0 < x < 1`, "
    "And, Or, Not for `and`, `or`, `not`, and Max, Min, Piecewise for `max`, `min`, `if`"
)
NO_NUMBER = (
    "a function of Python's numbers was given a formula; write the function of sympy, "
    "sp.sqrt(x) for `math.sqrt(x)` and `np.sqrt(x)`"
)


def explain_refusals() -> None:
    """Let errors about what is no truth value and no number name the way out, in this process.

    A process that runs papers is left as it is: nothing may change sympy between their checks.
    """
    if not any(name.startswith(PAPERS) for name in sys.modules):
        Relational.__bool__ = explaining(Relational.__bool__, UNDECIDED)
        Expr.__float__ = explaining(Expr.__float__, NO_NUMBER)
        Expr.__array_ufunc__ = explaining(in_numpy, NO_NUMBER)


def in_numpy(formula: Expr, function: Any, method: str, *inputs: Any, **options: Any) -> Any:
    """Do what numpy does with a formula: take it as some object. The hook `__array_ufunc__`."""
    from numpy import asarray

    objects = (asarray(given) if isinstance(given, Expr) else given for given in inputs)
    return getattr(function, method)(*objects, **options)


def explaining(refuse: Callable[..., Any], anywhere: str) -> Callable[..., Any]:
    """Return the same function with the way out added to its error.

    Args:
        refuse: a method of sympy's that Python or numpy calls.
        anywhere: the way out where the source does not tell which expression asked.
    """

    @functools.wraps(refuse)
    def explained(*given: Any, **options: Any) -> Any:
        try:
            return refuse(*given, **options)
        except TypeError as error:
            asking = sys._getframe(1)
            if not asking.f_globals.get("__name__", "").startswith("sympy."):
                error.add_note(_way_out(asking, error) or anywhere)
            raise

    return explained


def _way_out(asking: FrameType, error: TypeError) -> str:
    """Return what the code that asks should say instead; nothing if its source does not tell."""
    source = Path(asking.f_code.co_filename)
    try:
        mistake = mistake_of(statement_at(parsed(source), asking.f_lineno), error)
    except SyntaxError:  # a cell may have commands of the notebook
        return ""
    return told(source, mistake) if mistake is not None else ""
