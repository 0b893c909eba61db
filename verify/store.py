"""What is already known: results of finished work, kept in the user's cache folder.

One SQLite file in WAL mode, so that a killed process loses at most what it was still doing. The
store is a convenience: whatever happens to it, a run warns once and goes on without.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from verify.cache import folder
from verify.catalogue import ROOT

FILE = "results.sqlite"
KEEP_DAYS = 90
_TABLES = """
CREATE TABLE IF NOT EXISTS result (key TEXT PRIMARY KEY, value TEXT NOT NULL, at REAL NOT NULL);
CREATE TABLE IF NOT EXISTS latest (
    root TEXT, claim TEXT, value TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (root, claim));
CREATE TABLE IF NOT EXISTS run (root TEXT PRIMARY KEY, value TEXT NOT NULL, at REAL NOT NULL);
"""


class Store:
    """Finished results by key, the latest result of each claim, and the last run.

    Args:
        warn: told once, in one sentence, when the store cannot be used.
        path: the file; by default in the cache folder.
    """

    def __init__(self, warn: Callable[[str], None], path: Path | None = None) -> None:
        self.warn = warn
        self.path = path or folder() / FILE
        self.root = str(ROOT)
        self.connection: sqlite3.Connection | None = None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._open()
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise
                self._close()
                aside = self._move_aside()
                warn(f"the store {self.path} was damaged ({error}); moved to {aside.name}")
                self._open()
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)

    def get(self, key: str) -> Any | None:
        """Return the result stored under a key, or `None`."""
        return self._one("SELECT value FROM result WHERE key = ?", key)

    def put(self, key: str, value: Any) -> None:
        """Store a result at once."""
        self._write("INSERT OR REPLACE INTO result VALUES (?, ?, ?)", key, _dump(value))

    def latest(self) -> dict[str, tuple[float, Any]]:
        """Return, for every claim that was checked, when that was and what is known."""
        rows = self._all("SELECT claim, at, value FROM latest WHERE root = ?", self.root)
        found = {claim: (at, _load(value)) for claim, at, value in rows}
        return {claim: entry for claim, entry in found.items() if entry[1] is not None}

    def set_latest(self, claim: str, value: Any) -> None:
        """Remember the latest result of a claim."""
        statement = "INSERT OR REPLACE INTO latest VALUES (?, ?, ?, ?)"
        self._write(statement, self.root, claim, _dump(value))

    def last_run(self) -> Any | None:
        """Return the JSON of the last run, or `None`."""
        return self._one("SELECT value FROM run WHERE root = ?", self.root)

    def set_last_run(self, value: Any) -> None:
        """Remember a run as the last one."""
        self._write("INSERT OR REPLACE INTO run VALUES (?, ?, ?)", self.root, _dump(value))

    def forget_old(self) -> None:
        """Delete results that nobody has produced again for a long time."""
        horizon = time.time() - KEEP_DAYS * 86400
        self._execute("DELETE FROM result WHERE at < ?", (horizon,))

    def close(self) -> None:
        """Close the file."""
        self._close()

    def _open(self) -> None:
        self.connection = sqlite3.connect(self.path, timeout=10, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = NORMAL")
        self.connection.executescript(_TABLES)

    def _close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def _move_aside(self) -> Path:
        aside = self.path.with_suffix(f".damaged-{time.time_ns()}")
        self.path.rename(aside)
        for suffix in ("-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        return aside

    def _give_up(self, error: Exception) -> None:
        """Say why the store cannot be used, and go on without it."""
        self._close()
        what = f"the store {self.path} cannot be used ({error})"
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(
            error, sqlite3.OperationalError
        ):
            with contextlib.suppress(OSError):
                what += f"; moved to {self._move_aside().name}"
        self.warn(f"{what}; going on without it, nothing will be remembered")

    def _execute(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        if self.connection is None:
            return []
        try:
            return self.connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            self._give_up(error)
            return []

    def _write(self, statement: str, *values: Any) -> None:
        self._execute(statement, (*values, time.time()))

    def _all(self, statement: str, *values: Any) -> list[Any]:
        return self._execute(statement, values)

    def _one(self, statement: str, *values: Any) -> Any | None:
        rows = self._all(statement, *values)
        return _load(rows[0][0]) if rows else None


def _dump(value: Any) -> str:
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


def _load(text: str) -> Any | None:
    try:
        return json.loads(text)
    except ValueError:
        return None
