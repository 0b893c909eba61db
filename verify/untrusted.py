"""Read a JSON file that somebody else wrote: bounded in size and depth, nothing evaluated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

MAX_BYTES = 1_000_000
MAX_DEPTH = 12
MAX_DIGITS = 20  # of a bare JSON number; exact values are strings


class Unreadable(ValueError):
    """The file is no JSON that a certificate could be."""


def read(path: Path) -> Any:
    """Return the content of a JSON file.

    Raises:
        Unreadable: the file is too large, too deep, or no plain JSON.
        OSError: the file cannot be opened.
    """
    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise Unreadable(f"the file has more than {MAX_BYTES} bytes")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"the file is no UTF-8 text: {error}") from None
    if (depth := _depth(text)) > MAX_DEPTH:
        raise Unreadable(f"the content is nested {depth} levels deep, more than {MAX_DEPTH}")
    try:
        return json.loads(
            text,
            object_pairs_hook=_unique,
            parse_int=_integer,
            parse_float=_refuse,
            parse_constant=_refuse,
        )
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"no certificate: {error}") from None


def _depth(text: str) -> int:
    """Return how deep brackets are nested, those inside strings not counted."""
    depth = deepest = 0
    quoted = escaped = False
    for character in text:
        if quoted:
            quoted = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            quoted = True
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("a name occurs twice in one object")
    return found


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise Unreadable(f"a bare number has {len(digits)} digits; exact values are strings")
    return int(digits)


def _refuse(number: str) -> Any:
    raise Unreadable(f"{number[:40]} is no exact number")
