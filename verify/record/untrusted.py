"""Read a JSON file that somebody else wrote: bounded in size and depth, nothing evaluated."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, TypeVar

from verify.evidence import NotDecoded, from_json

MAX_BYTES = 1_000_000
MAX_DEPTH = 40  # hints of proofs are nested
MAX_DIGITS = 20  # of a bare JSON number; exact values are strings
# a string as a whole, to its end or to that of the text, or one bracket
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)

T = TypeVar("T")


class Unreadable(ValueError):
    """The file is no JSON that may be looked at."""


def read(path: Path, kind: type[T]) -> T:
    """Return the record in a JSON file.

    Raises:
        Unreadable: the file is too large, too deep, no plain JSON, or no such record.
        OSError: the file cannot be opened.
    """
    return record(checked(path), kind)


def record(text: str, kind: type[T]) -> T:
    """Return the record that JSON text stands for.

    Raises:
        Unreadable: it is none of this type.
    """
    try:
        return from_json(text, kind)
    except NotDecoded as error:
        raise Unreadable(str(error)) from None


def checked(
    path: Path, largest: int = MAX_BYTES, deepest: int = MAX_DEPTH, inexact: bool = False
) -> str:
    """Return the text of a file that is plain JSON.

    Args:
        path: the file.
        largest, deepest: how many bytes and how many levels it may have.
        inexact: whether it may have numbers with a point, such as seconds.

    Raises:
        Unreadable: the file is too large, too deep, or no plain JSON.
        OSError: the file cannot be opened.
    """
    with path.open("rb") as file:
        raw = file.read(largest + 1)
    if len(raw) > largest:
        raise Unreadable(f"the file has more than {largest} bytes")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"the file is no UTF-8 text: {error}") from None
    if (depth := _depth(text)) > deepest:
        raise Unreadable(f"the content is nested {depth} levels deep, more than {deepest}")
    try:
        json.loads(
            text,
            object_pairs_hook=_unique,
            parse_int=_integer,
            parse_float=float if inexact else _refuse,
            parse_constant=_refuse,
        )
    except (ValueError, RecursionError) as error:  # it is no JSON; it is nested too deeply
        raise Unreadable(f"no JSON: {error}") from None
    return text


def _depth(text: str) -> int:
    """Return how deep brackets are nested, those inside strings not counted."""
    depth = deepest = 0
    for token in _TOKEN.finditer(text):
        if token[0] in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif token[0] in "]}":
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
