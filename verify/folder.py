"""The user's cache folder, and small tables that are kept in it as JSON."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir

from verify.environment import variables

VARIABLE = "THMCHECK_CACHE"
PASSING = "-shm"  # an index of SQLite that is made anew where it is missing


def folder() -> Path:
    """Return the cache folder: `THMCHECK_CACHE`, or the user's own."""
    return Path(os.environ.get(VARIABLE) or user_cache_dir("thmcheck"))


@contextlib.contextmanager
def borrowed() -> Iterator[Path]:
    """Let this process use a copy of the cache folder within the block; yield the folder itself.

    Nothing is written into that. The copy has the files of the folder, without the folders in it.
    """
    own = folder()
    with tempfile.TemporaryDirectory() as copy:
        for path in own.iterdir() if own.is_dir() else ():
            if path.is_file() and not path.name.endswith(PASSING):
                with contextlib.suppress(OSError):  # as if it were not there
                    shutil.copyfile(path, Path(copy, path.name))
        with variables({VARIABLE: copy}):
            yield own


def table(name: str) -> dict[str, Any]:
    """Return a table that was kept, empty if there is none or it is not as it was kept."""
    try:
        digest, _, content = (folder() / name).read_bytes().partition(b"\n")
    except OSError:
        return {}
    return json.loads(content) if digest == _digest(content) else {}


def keep(name: str, content: dict[str, Any]) -> None:
    """Keep a table, below a digest of it, if the folder lets us."""
    path = folder() / name
    beside = path.with_name(f"{name}.{os.getpid()}")
    text = json.dumps(content).encode()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(_digest(text) + b"\n" + text)
        os.replace(beside, path)


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()
