"""The server from which worker processes are forked: it has imported once what all of them need.

Only Linux has one. Elsewhere libraries of the system do not bear to be forked, and a worker is an
interpreter of its own, which imports everything anew.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerContext, SpawnContext
from threading import Event, Lock

from verify.environment import variables

LINUX = sys.platform == "linux"
CONTEXT: ForkServerContext | SpawnContext = (
    get_context("forkserver") if LINUX else get_context("spawn")
)
_LOCK, _BEGUN = Lock(), Event()  # variables are other ones while it begins: only once


def begin(ahead: Sequence[str]) -> None:
    """Start the server, the first time, and return at once.

    It keeps the hash seed that `PYTHONHASHSEED` says now, and imports from where this process does.
    Should it end, another one comes with the next worker, and has imported nothing.

    Args:
        ahead: the modules that it imports; one that cannot be imported is left to the workers.
    """
    with _LOCK:
        if LINUX and not _BEGUN.is_set():
            places = os.pathsep.join(map(os.path.abspath, sys.path))
            CONTEXT.set_forkserver_preload([*ahead])
            with variables({"PYTHONPATH": places, "PYTHONSAFEPATH": "1"}):
                forkserver.ensure_running()
            _BEGUN.set()


@atexit.register
def _end() -> None:
    """End the server, and wait for it: so its processor time counts as that of this process."""
    server = getattr(forkserver, "_forkserver", None)  # `ensure_running` does not tell the number
    number = getattr(server, "_forkserver_pid", None)
    if _BEGUN.is_set() and number is not None:
        with suppress(OSError):  # it has ended
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)
