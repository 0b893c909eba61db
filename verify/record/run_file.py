"""A run that somebody hands in as a JSON file: what can be compared of it, every field checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reports.results import SCHEMA_VERSION
from verify.evidence import Severity, Tier, Verdict
from verify.record import untrusted
from verify.record.committed import PROFILES
from verify.record.compare import Side, judged

MAX_BYTES = 32_000_000  # several times the largest run
MAX_DEPTH = 30
MAX_TEXT = 200  # characters of an id or a hash


class NoRun(ValueError):
    """The file is no run that can be compared."""


@dataclass(frozen=True)
class RunFile:
    """A run as `diff` sees it: its verdicts, its seed, and how many errors it had."""

    path: Path
    side: Side
    seed: int
    errors: int

    def __str__(self) -> str:
        claims = f"{len(self.side.claims)} claims"
        errors = f", {self.errors} errors" if self.errors else ""
        return f"{self.path}: {self.side.profile}, seed {self.seed}, {claims}{errors}"


def read(path: Path) -> RunFile:
    """Return the run in a file that `thmcheck run --json` or `thmcheck report` wrote.

    Raises:
        NoRun: the file cannot be read, is no run, or is one of another schema version.
    """
    try:
        data = untrusted.read(path, MAX_BYTES, MAX_DEPTH, inexact=True)
        return _run(path, data)
    except OSError as error:
        raise NoRun(f"{path}: {error.strerror}") from None
    except untrusted.Unreadable as error:
        raise NoRun(f"{path}: {error}") from None
    except NoRun as error:
        raise NoRun(f"{path} is no run that can be compared: {error}") from None


def _run(path: Path, data: Any) -> RunFile:
    found = _object(data, "the content")
    version = found.get("schema_version")
    if version != SCHEMA_VERSION or version is True:
        raise NoRun(f"its schema_version is {version!r:.20}, this thmcheck reads {SCHEMA_VERSION}")
    profile = _one_of(found, "profile", PROFILES, "the run")
    claims: dict[str, Any] = {}
    for number, entry in enumerate(_list(found, "claims", "the run")):
        place = f"claims[{number}]"
        name = _text(_object(entry, place), "id", place)
        if name in claims:
            raise NoRun(f"{name} stands in it twice")
        claims[name] = judged(_claim(entry, place))
    seed = found.get("seed")
    if not isinstance(seed, int):
        raise NoRun(f"the seed of the run is {seed!r:.20}")
    return RunFile(path, Side(profile, claims), seed, len(_list(found, "errors", "the run")))


def _claim(entry: Mapping[str, Any], place: str) -> Mapping[str, Any]:
    """Return a claim's entry in which every field that is compared has been checked."""
    _one_of(entry, "verdict", list(Verdict), place)
    parts = _list(entry, "parts", place)
    for number, part in enumerate(parts):
        there = f"{place}.parts[{number}]"
        _statement(part, there)
        if "instead" not in part:
            raise NoRun(f"{there} has no `instead`")
        if part["instead"] is not None:
            _statement(part["instead"], f"{there}.instead")
    headline = entry.get("headline")
    if not isinstance(headline, int) or not 0 <= headline < len(parts):
        raise NoRun(f"the headline of {place} is {headline!r:.20}, no part of it")
    return entry


def _statement(found: Any, place: str) -> None:
    entry = _object(found, place)
    _text(entry, "statement", place)
    _one_of(entry, "verdict", list(Verdict), place)
    _one_of(entry, "tier", [*Tier, None], place)
    _one_of({"severity": None, **entry}, "severity", [*Severity, None], place)


def _object(found: Any, place: str) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise NoRun(f"{place} is {found!r:.40}, no object")
    return found


def _list(found: Mapping[str, Any], name: str, place: str) -> list[Any]:
    value = found.get(name)
    if not isinstance(value, list):
        raise NoRun(f"{name} of {place} is {value!r:.40}, no list")
    return value


def _text(found: Mapping[str, Any], name: str, place: str) -> str:
    """Return a text that may be printed to a terminal."""
    value = found.get(name)
    if not isinstance(value, str) or not value.isprintable() or not 0 < len(value) <= MAX_TEXT:
        raise NoRun(f"{name} of {place} is {value!r:.40}, no text of up to {MAX_TEXT} characters")
    return value


def _one_of(found: Mapping[str, Any], name: str, allowed: Any, place: str) -> Any:
    value = found.get(name)
    if not isinstance(value, str | None) or value not in allowed:
        words = ", ".join(str(a) for a in allowed)
        raise NoRun(f"{name} of {place} is {value!r:.40}, not one of {words}")
    return value
