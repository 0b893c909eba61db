"""How a command ends: its exit code, and the errors that lead to one."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import typer

from verify.claims.catalogue import UnknownId
from verify.cli.output import warn
from verify.errors import RecordError, RunError, UsageError

NO_SURPRISE, SURPRISE, USAGE, ERROR, INTERRUPTED = 0, 1, 2, 3, 130


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """Turn the errors that a user can cause into one line and the right exit code."""

    @functools.wraps(command)
    def guarded_command(*args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
        except (UnknownId, UsageError) as error:
            fail(USAGE, str(error))
        except (RecordError, RunError) as error:
            fail(ERROR, str(error))
        except KeyboardInterrupt:
            fail(INTERRUPTED, "interrupted; what was finished is in the cache")
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(NO_SURPRISE) from None
        except OSError as error:
            fail(ERROR, f"{error.filename}: {error.strerror}" if error.filename else str(error))

    return guarded_command


def fail(code: int, message: str) -> NoReturn:
    """Say why a command ends, and end it."""
    warn(message)
    raise typer.Exit(code)
