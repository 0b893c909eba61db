"""The user's cache folder, and small tables that are kept in it as JSON."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir


def folder() -> Path:
    """Return the cache folder: `THMCHECK_CACHE`, or the user's own."""
    return Path(os.environ.get("THMCHECK_CACHE") or user_cache_dir("thmcheck"))


def table(name: str) -> dict[str, Any]:
    """Return a table that was kept, empty if there is none or it cannot be read."""
    try:
        found = json.loads((folder() / name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def keep(name: str, content: dict[str, Any]) -> None:
    """Keep a table if the folder lets us."""
    path = folder() / name
    beside = path.with_name(f"{name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(content), encoding="utf-8")
        os.replace(beside, path)
