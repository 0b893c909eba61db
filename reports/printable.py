"""Text that may be shown: whatever a terminal or a page could take for a command is replaced.

What a claim, a check or a file says passes through here twice: where records are made of it, and
where it is shown. What cannot be seen is replaced by `MARK`, so that a reader sees that something
was there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

MARK = "\N{REPLACEMENT CHARACTER}"
_OTHER = re.compile(r"[^ -~\n]")
# letters, marks and signs that Unicode calls printable and that nobody sees
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)


def printable(text: str) -> str:
    r"""Return text in which every character can be seen, or is a space or a line feed.

    >>> print(printable("a\tb\N{NO-BREAK SPACE}c"))
    a b c
    >>> printable("\N{RIGHT-TO-LEFT OVERRIDE}") == printable(chr(27)) == MARK
    True
    """
    return _OTHER.sub(_seen, text.replace("\r\n", "\n"))


def _seen(found: re.Match[str]) -> str:
    character = found[0]
    if character.isspace():
        return " "
    return character if character.isprintable() and not _UNSEEN.match(character) else MARK


def lines(found: Iterable[str]) -> list[str]:
    """Return printable lines that no text can break in two."""
    return [printable(line).replace("\n", " ") for line in found]


def clean(value: Any) -> Any:
    """Return JSON data in which every text is printable."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {printable(str(name)): clean(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(entry) for entry in value]
    return value
