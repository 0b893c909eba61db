"""Interrupts between two items: raised amid the locks of an engine, one could make it hang."""

from __future__ import annotations

import signal
from collections.abc import Callable
from threading import current_thread, main_thread
from types import TracebackType
from typing import Any


class Interrupts:
    """Within its block the first interrupt is noted, and a second one raised where it arrives.

    Interrupts that are ignored stay ignored, as in the background of a script, and outside the
    main thread, where none arrives, nothing is done.

    Args:
        wake: called when the first interrupt arrives, from its handler, to end a wait for work.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake = wake
        self.noted = False
        self.before: Any = None

    def __enter__(self) -> Interrupts:
        """Begin to note."""
        handler = signal.getsignal(signal.SIGINT)
        # `SIG_IGN` and `SIG_DFL` are no functions
        if callable(handler) and current_thread() is main_thread():
            self.before = handler
            signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Put back the handler that was there before."""
        self._put_back()

    def raise_if_noted(self) -> None:
        """Raise the interrupt that was noted, if any.

        Raises:
            KeyboardInterrupt: somebody asked to stop.
        """
        if self.noted:
            raise KeyboardInterrupt

    def _note(self, number: int, frame: Any) -> None:
        self._put_back()
        self.noted = True
        self.wake()

    def _put_back(self) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)
