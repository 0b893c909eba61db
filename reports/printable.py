"""Text that may be shown: what a terminal, a page or a reader could take for something else goes.

Whatever a claim, a check or a file says passes through here before it is shown. What is not
printable is replaced by `MARK`, so that a reader sees that something was there.
"""

from __future__ import annotations

import re
from typing import Any

MARK = "\N{REPLACEMENT CHARACTER}"
# letters and marks that Unicode calls printable and that nobody sees
_UNSEEN = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d173-\U0001d17a\U000e0100-\U000e01ef"
)
_PLAIN = re.compile(r"[ -~\n]*")
_INVISIBLE = re.compile(f"[{_UNSEEN}]")
_ESCAPED = re.compile(r"\\u|\\[bfrt]|\x7f")
_SPACE = re.compile(r"[^\S\n ]")  # every space and line break but the plain ones


def printable(text: str) -> str:
    """Return text in which every character can be seen, or is a space or a line feed.

    >>> printable("a\\tb\\x1b[31m")
    'a b\ufffd[31m'
    """
    if _PLAIN.fullmatch(text):
        return text
    text = _INVISIBLE.sub(MARK, _SPACE.sub(" ", text.replace("\r\n", "\n")))
    return "".join(c if c == "\n" or c.isprintable() else MARK for c in text)


def one_line(text: str) -> str:
    """Return printable text without line feeds, for a place where a line ends a record."""
    return " ".join(printable(text).split())


def clean(value: Any) -> Any:
    """Return JSON data in which every text is printable."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {printable(str(name)): clean(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(entry) for entry in value]
    return value
