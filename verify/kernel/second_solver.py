"""The second opinion on questions: cvc5, in a process of its own.

The process answers one question after the other, as to start it takes longer than most answers. It
ends with what takes too long or too much memory, and another one is started for the next question.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from functools import lru_cache
from typing import Any

from verify.kernel import cvc5_answer

SECONDS = 10  # of processor time that an answer may take at most
# half as many as cvc5 does: only what it does not count takes as long as its units and one second
UNITS_PER_SECOND = 50_000
MOST = 500  # questions to one process, of which what it does not free is lost


class Cvc5:
    """A process that answers questions, started when the first one is asked."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._owner = self._asked = 0

    def ask(self, text: str, units: int, linearisation: str) -> str:
        """Return the answer to a script; "unknown" if it takes too long or too much memory.

        Raises:
            RuntimeError: cvc5 does not understand the script, or there is none.
        """
        process = self._running()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            seconds = min(SECONDS, 1 + units // UNITS_PER_SECOND)
            question = json.dumps([text, units, seconds, linearisation])
            process.stdin.write(f"{question}\n")
            process.stdin.flush()
            reply = process.stdout.readline()
        except BrokenPipeError:
            reply = ""
        except BaseException:
            self.close()  # its answer must not be taken for that to another question
            raise
        if not reply:
            status = process.wait()
            self.close()
            if status >= 0:  # no signal has ended it
                raise RuntimeError(f"cvc5: its process ended with the status {status}")
            return "unknown"
        found: dict[str, Any] = json.loads(reply)
        if "broken" in found:
            raise RuntimeError(f"cvc5: {found['broken'].strip().splitlines()[-1]}")
        return found["answer"]

    def _running(self) -> subprocess.Popen[str]:
        if self._owner != os.getpid():
            self._process = None  # of the process from which this one was forked
        if self._asked >= MOST:
            self.close()
        if self._process is None:
            # -P: the modules beside the program must not hide those of the standard library
            program = (sys.executable, "-P", "-X", "utf8", cvc5_answer.__file__)
            self._process = subprocess.Popen(
                program,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
            )
            self._owner, self._asked = os.getpid(), 0
        self._asked += 1
        return self._process

    def close(self) -> None:
        """End the process, if there is one of ours."""
        process, self._process = self._process, None
        if process is not None and self._owner == os.getpid():
            process.kill()
            process.communicate()


CVC5 = Cvc5()
atexit.register(CVC5.close)


@lru_cache(maxsize=256)
def second_opinion(text: str, units: int) -> str:
    """Return the answer of cvc5 to a script: "sat", "unsat" or "unknown".

    It is asked in one way after the other until it knows, each time with all units.

    Raises:
        RuntimeError: cvc5 does not understand the script.
    """
    for linearisation in cvc5_answer.LINEARISATIONS:
        found = CVC5.ask(text, units, linearisation)
        if found != "unknown":
            return found
    return "unknown"
