"""The user's cache folder, and small tables that are kept in it as JSON."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir


def folder() -> Path:
    """Return the cache folder: `THMCHECK_CACHE`, or the user's own."""
    return Path(os.environ.get("THMCHECK_CACHE") or user_cache_dir("thmcheck"))


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
