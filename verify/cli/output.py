"""What a command prints or writes; all of it can be seen, whoever wrote it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from reports.printable import lines, printable


def say(text: str, file: TextIO | None = None) -> None:
    """Print what claims, checks or files may have written."""
    print(printable(text), file=file or sys.stdout)


def warn(message: str) -> None:
    """Print one line to standard error."""
    print(*lines([f"thmcheck: {message}"]), file=sys.stderr)


def write(path: str, text: str) -> None:
    """Write a file and the folders above it; `-` is standard output."""
    if path == "-":
        say(text)
    else:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(printable(text) + "\n", encoding="utf-8")
