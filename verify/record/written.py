"""How the files of the record are written: JSON of one line for each entry, replaced at once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from reports.printable import printable
from verify.evidence import to_json


def in_lines(value: Any, levels: int, indent: str = "") -> str:
    """Return JSON text in which the objects of so many levels have a line for each entry."""
    if not (levels and isinstance(value, dict) and value):
        return _line(value)
    deeper = f"{indent} "
    lines = (f"{_line(k)}: {in_lines(v, levels - 1, deeper)}" for k, v in value.items())
    inside = f",\n{deeper}".join(lines)
    return f"{{\n{deeper}{inside}\n{indent}}}"


def indented(value: Any) -> str:
    """Return JSON text with a line for each entry of every object and list."""
    return printable(to_json(value, indent=1)) + "\n"


def _line(value: Any) -> str:
    return printable(to_json(value, indent=0))


def replace_file(path: Path, text: str) -> None:
    """Write a file at once, so that nobody ever reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)
