"""Data sets that do not ship with any library: files in a folder that the user names.

The environment variable `THMCHECK_DATA` names the folder; each data set has a folder of its own in
it. Nothing is ever downloaded.
"""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "THMCHECK_DATA"


class MissingData(LookupError):
    """A data set is not here; the message says which files are missing and where they belong."""


def files(data_set: str, folder: str, names: tuple[str, ...]) -> list[Path]:
    """Return the files of a data set in order, each plain or with `.gz` at the end of its name.

    Args:
        data_set: how people call it.
        folder: the folder in that of the user.
        names: its files.

    Raises:
        MissingData: a file is missing.
    """
    place = _folder(data_set, folder, ", ".join(names))
    found = [_plain_or_packed(place / name) for name in names]
    missing = [name for name, path in zip(names, found, strict=True) if path is None]
    if missing:
        raise MissingData(
            f"{data_set} is not complete: {', '.join(missing)} missing in the folder {folder} of "
            f"what {VARIABLE} names"
        )
    return [path for path in found if path is not None]


def matching(data_set: str, folder: str, pattern: str) -> list[Path]:
    """Return the files of a data set whose names fit a pattern, such as `*.txt`, in order.

    Raises:
        MissingData: there is no such file.
    """
    place = _folder(data_set, folder, f"files {pattern}")
    found = sorted(path for path in place.glob(pattern) if path.is_file())
    if not found:
        raise MissingData(
            f"{data_set} is not complete: no {pattern} in the folder {folder} of what {VARIABLE} "
            "names"
        )
    return found


def state() -> tuple[tuple[str, int, int], ...]:
    """Return names, sizes and times of all that is there, so that results can depend on it."""
    named = os.environ.get(VARIABLE)
    if not named:
        return ()
    folder = Path(named)
    found = ((path, path.stat()) for path in sorted(folder.rglob("*")) if path.is_file())
    return tuple((str(p.relative_to(folder)), s.st_size, s.st_mtime_ns) for p, s in found)


def _folder(data_set: str, folder: str, content: str) -> Path:
    named = os.environ.get(VARIABLE)
    if not named:
        raise MissingData(
            f"{data_set} is not here: put {content} into a folder {folder} and name the folder "
            f"around it in the environment variable {VARIABLE}"
        )
    return Path(named) / folder


def _plain_or_packed(path: Path) -> Path | None:
    packed = path.with_name(f"{path.name}.gz")
    return next((found for found in (path, packed) if found.is_file()), None)
