"""cvc5's answers to scripts: a program of its own, which `verify.kernel.second_solver` runs.

What cvc5 does with large algebraic numbers is not counted in its units, so that only a limit of
processor time ends it, and with it the program; and a process with threads, as one that computes
has, must not be forked. One program answers many questions, as to start it takes longer than most
answers; none of them knows the others.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

# how much cvc5 linearises products before it covers the space by cells: with little of it most
# questions are decided in a fraction of the time, and with all of it some others
LINEARISATIONS = ("light", "full")


def answer(text: str, units: int, linearisation: str) -> str:
    """Return the answer of cvc5 within some units, "unknown" if its memory does not suffice.

    >>> answer("(declare-fun x () Real)(assert (< (* x x) 0.0))", 10_000, "light")
    'unsat'

    Raises:
        RuntimeError: cvc5 does not understand the script.
    """
    import cvc5  # who imports this module does not load it

    try:
        solver = cvc5.Solver(cvc5.TermManager())
        solver.setOption("rlimit-per", str(units))
        solver.setOption("nl-cov", "true")
        solver.setOption("nl-ext", linearisation)
        parser = cvc5.InputParser(solver)
        whole = f"(set-logic ALL)\n{text}"
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, whole, "question")
        symbols = parser.getSymbolManager()
        while not (command := parser.nextCommand()).isNull():
            command.invoke(solver, symbols)
        result = solver.checkSat()
    except MemoryError:
        return "unknown"
    return "unsat" if result.isUnsat() else "sat" if result.isSat() else "unknown"


def replies(questions: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield the answer to each question, a line of JSON: text, units, seconds, linearisation.

    What takes more seconds of processor time ends this process.
    """
    for question in questions:
        text, units, seconds, linearisation = json.loads(question)
        _end_after(seconds)
        try:
            yield {"answer": answer(text, units, linearisation)}
        except (RuntimeError, ImportError) as reason:
            yield {"broken": str(reason)}


def _leave_no_core() -> None:
    """See to it that a process that is ended at its limit writes no image of its memory."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _end_after(seconds: int) -> None:
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + seconds, most))


if __name__ == "__main__":
    _leave_no_core()
    for reply in replies(sys.stdin):
        print(json.dumps(reply), flush=True)
