"""What is already known: results of finished work, kept in the user's cache folder.

All that is kept is JSON text. One SQLite file in WAL mode, so that a killed process loses at most
what it was still doing. The cache is a convenience: whatever happens to it, a run warns once and
goes on. Every row carries a digest of all that it says; a row that does not match is deleted and
found out again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from verify.claims.folders import ROOT
from verify.folder import folder

FILE = "results.sqlite"
LAYOUT = 2  # the number changes with `_TABLES`; a file of another layout begins anew
KEEP_DAYS = 90
_TABLES = {
    "result": ("key",),
    "latest": ("root", "claim"),
    "run": ("root",),
}
_SAID = ("value", "at", "digest")
_PASSING = {
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_TOOBIG,
}


class Cache:
    """Finished results by key, the latest result of each claim, and the last run.

    Args:
        warn: told once, in one sentence, when the cache or a part of it cannot be used.
        path: the file; by default in the cache folder.
    """

    def __init__(self, warn: Callable[[str], None], path: Path | None = None) -> None:
        self.warn = warn
        self.has_warned = False
        self.path = path or folder() / FILE
        self.root = str(ROOT)
        self.connection: sqlite3.Connection | None = None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._open()
            except sqlite3.DatabaseError as error:
                if _is_passing(error):
                    raise
                self._close()
                aside = self._move_aside()
                self._tell(f"the cache {self.path} was damaged ({error}); moved to {aside.name}")
                self._open()
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)

    def get(self, key: str) -> str | None:
        """Return the result kept under a key, or `None`."""
        return self._one("result", key)

    def put(self, key: str, value: str) -> None:
        """Keep a result, at once."""
        self._write("result", (key,), value)

    def latest(self) -> dict[str, str]:
        """Return, for every claim that was checked, what is known."""
        statement = "SELECT claim, rowid, value, at, digest FROM latest WHERE root = ?"
        found = {}
        for claim, *said in self._execute(statement, (self.root,)):
            entry = self._read("latest", (self.root, str(claim)), said)
            if entry is not None:
                found[str(claim)] = entry
        return found

    def set_latest(self, claim: str, value: str) -> None:
        """Remember the latest result of a claim."""
        self._write("latest", (self.root, claim), value)

    def last_run(self) -> str | None:
        """Return the last run, or `None`."""
        return self._one("run", self.root)

    def set_last_run(self, value: str) -> None:
        """Remember a run as the last one."""
        self._write("run", (self.root,), value)

    def forget_old(self) -> None:
        """Delete results that nobody has produced again for a long time."""
        horizon = time.time() - KEEP_DAYS * 86400
        self._execute("DELETE FROM result WHERE at < ?", (horizon,))

    def close(self) -> None:
        """Close the file."""
        self._close()

    # -- the file -----------------------------------------------------------------------------

    def _open(self) -> None:
        self.connection = sqlite3.connect(self.path, timeout=10, isolation_level=None)
        self.connection.text_factory = _text  # what is no UTF-8 is a damaged row and no exception
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = NORMAL")
        if not self._is_laid_out():
            self._begin(self._layout())

    def _layout(self) -> int:
        assert self.connection is not None
        return int(self.connection.execute("PRAGMA user_version").fetchone()[0])

    def _is_laid_out(self) -> bool:
        """Return whether the tables are there and have the columns that they must have."""
        return self._layout() == LAYOUT and all(
            self._columns(table) == [*keys, *_SAID] for table, keys in _TABLES.items()
        )

    def _columns(self, table: str) -> list[str]:
        assert self.connection is not None
        return [row[1] for row in self.connection.execute(f"PRAGMA table_info({table})")]

    def _begin(self, layout: int) -> None:
        """Make the tables; those of an earlier layout are dropped, those that differ are damage."""
        assert self.connection is not None
        if layout == LAYOUT:
            self._tell(f"the cache {self.path} was damaged (other tables); it begins anew")
        self.connection.execute("BEGIN IMMEDIATE")
        if self._is_laid_out():  # by another process, meanwhile
            self.connection.execute("COMMIT")
            return
        for table, keys in _TABLES.items():
            columns = ", ".join(f"{name} TEXT NOT NULL" for name in keys)
            self.connection.execute(f"DROP TABLE IF EXISTS {table}")
            self.connection.execute(
                f"CREATE TABLE {table} ({columns}, value TEXT NOT NULL, at REAL NOT NULL, "
                f"digest TEXT NOT NULL, PRIMARY KEY ({', '.join(keys)}))"
            )
        self.connection.execute(f"PRAGMA user_version = {LAYOUT}")
        self.connection.execute("COMMIT")

    def _close(self) -> None:
        if self.connection is not None:
            with contextlib.suppress(sqlite3.Error):  # a damaged log cannot be written back
                self.connection.close()
            self.connection = None

    def _move_aside(self) -> Path:
        aside = self.path.with_suffix(f".damaged-{time.time_ns()}")
        self.path.rename(aside)
        for suffix in ("-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        return aside

    def _give_up(self, error: Exception) -> None:
        """Say why the cache cannot be used, and go on without it."""
        self._close()
        what = f"the cache {self.path} cannot be used ({error})"
        if isinstance(error, sqlite3.DatabaseError) and not _is_passing(error):
            with contextlib.suppress(OSError):
                what += f"; moved to {self._move_aside().name}"
        self._tell(f"{what}; going on without it, nothing will be remembered")

    def _tell(self, what: str) -> None:
        """Warn, but only once of one cache."""
        if not self.has_warned:
            self.has_warned = True
            self.warn(what)

    def _execute(self, statement: str, values: Iterable[Any]) -> list[Any]:
        if self.connection is None:
            return []
        try:
            return self.connection.execute(statement, tuple(values)).fetchall()
        except (
            sqlite3.Error,
            OverflowError,
            MemoryError,
        ) as error:  # the last two: of a huge value
            self._give_up(error)
            return []

    # -- rows ---------------------------------------------------------------------------------

    def _write(self, table: str, keys: tuple[str, ...], text: str) -> None:
        at = time.time()
        marks = ", ".join("?" * (len(keys) + 3))
        self._execute(
            f"INSERT OR REPLACE INTO {table} VALUES ({marks})",
            (*keys, text, at, _digest(keys, text, at)),
        )

    def _one(self, table: str, key: str) -> str | None:
        (name,) = _TABLES[table]
        rows = self._execute(
            f"SELECT rowid, {', '.join(_SAID)} FROM {table} WHERE {name} = ?", (key,)
        )
        return self._read(table, (key,), rows[0]) if rows else None

    def _read(self, table: str, keys: tuple[str, ...], said: Any) -> str | None:
        """Return the value of a row; delete a row that does not match itself."""
        row, value, at, digest = said
        if isinstance(value, str) and isinstance(at, float) and digest == _digest(keys, value, at):
            return value
        self._tell(f"results in the cache {self.path} were damaged; they are found out again")
        self._execute(f"DELETE FROM {table} WHERE rowid = ?", (row,))
        return None


def _digest(keys: tuple[str, ...], value: str, at: float) -> str:
    """Return a hash of everything that a row says."""
    about = json.dumps([*keys, at.hex()])
    return hashlib.sha256(f"{about}\n{value}".encode(errors="surrogateescape")).hexdigest()


def _text(raw: bytes) -> str:
    """Return the text of a column, whatever stands in it."""
    return raw.decode(errors="surrogateescape")


def _is_passing(error: sqlite3.Error) -> bool:
    """Return whether the trouble is around the file (locked, full, read-only) and not in it."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF in _PASSING  # the other bits say more
