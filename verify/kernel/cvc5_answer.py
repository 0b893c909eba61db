"""cvc5's answer to a script: a program of its own, which `smt.second_opinion` runs.

What cvc5 does with large algebraic numbers is not counted in its units, so that only a limit of
processor time ends it; and a process with threads, as one that computes has, must not be forked.
"""

from __future__ import annotations

import sys

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
        solver = cvc5.Solver()
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


if __name__ == "__main__":
    import resource

    units, seconds = map(int, sys.argv[1:3])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    print(answer(sys.stdin.read(), units, sys.argv[3]))
