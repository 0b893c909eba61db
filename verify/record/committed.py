"""The record: what was found out before, committed beside the claims.

`recorded.json` holds what `list` and `show` need and the verdict of every profile;
`certificates/<paper>/*.json` hold the known counterexamples. Both are written by
`run --record` only. A folder of further papers has its own record at the same place.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from reports import readme
from reports.printable import printable
from reports.results import ClaimResult, Run
from verify.claims import catalogue
from verify.errors import RecordError
from verify.evidence import Verdict
from verify.record.compare import Change, Kind, Side, compare, judged
from verify.running.shape import fits, is_entry

VERSION = 1
PROFILES = ("quick", "standard", "full")  # cheapest first
_SHOWN = ("name", "reading", "type", "says", "hypotheses", "where", "statement", "covered",
          "reason", "severity")  # fmt: skip
_ABOUT = ("paper", "title", "words", "source", "note", "terms", "text_uncertain", "uses",
          "headline", "proof", "lost", "code", "source_hash")  # fmt: skip


def entry(result: ClaimResult) -> dict[str, Any]:
    """Return what `list` and `show` need of a claim's result."""
    full = result.to_json()
    parts = []
    for part in full["parts"]:
        short = {name: part[name] for name in _SHOWN}
        instead = part["instead"]
        short |= {"verdict": part["verdict"], "tier": part["tier"], "instead": None}
        if instead is not None:
            names = ("type", "says", "hypotheses", "where", "statement", "verdict", "tier",
                     "covered", "reason", "meant")  # fmt: skip
            short["instead"] = {name: instead.get(name) for name in names}
        parts.append(short)
    about = {name: full[name] for name in _ABOUT}
    return {**about, "verdict": full["verdict"], "tier": full["tier"], "parts": parts}


def verdicts(result: Mapping[str, Any]) -> dict[str, str]:
    """Return the verdicts of an entry: the headline under "", every statement under its key."""
    return {key: found.verdict.value for key, found in judged(result).items()}


def load() -> dict[str, dict[str, Any]]:
    """Return the record of every claim, by id.

    Raises:
        RecordError: a recorded file is damaged.
    """
    found: dict[str, dict[str, Any]] = {}
    for root in catalogue.roots():
        path = _path(root)
        if path.exists():
            found |= _read(path)["claims"]
    return found


def modified() -> float:
    """Return when the record was last written, as a time stamp; 0 if there is none."""
    paths = [_path(root) for root in catalogue.roots()]
    return max((p.stat().st_mtime for p in paths if p.exists()), default=0.0)


def certificates() -> dict[str, dict[str, Any]]:
    """Return the recorded certificates: claim id -> key of the statement -> certificate.

    A file that cannot be read is left out: its claim is then searched again.
    """
    found: dict[str, dict[str, Any]] = {}
    for root in catalogue.roots():
        for path in sorted(_folder(root).glob("*/*.json")):
            try:
                certificate = json.loads(path.read_text(encoding="utf-8"))
                claim = certificate["claim"]
            except (ValueError, KeyError, TypeError):
                continue
            if isinstance(claim, str):
                found.setdefault(claim, {})[_key_in(path)] = certificate
    return found


def changes(run: Run, recorded: Mapping[str, Mapping[str, Any]]) -> list[Change]:
    """Return how the verdicts of a run differ from those recorded for its profile."""
    return _changes(_now(run), recorded)


def contradictions(run: Run, recorded: Mapping[str, Mapping[str, Any]]) -> list[Change]:
    """Return how a run contradicts what is recorded for the other profiles.

    What one of them could not decide, or only supported, never contradicts.
    """
    return _contradictions(_now(run), recorded)


def surprises(run: Run, recorded: Mapping[str, Mapping[str, Any]]) -> list[Change]:
    """Return every difference that a run must not have."""
    now = _now(run)
    return _changes(now, recorded) + _contradictions(now, recorded)


def unrecorded(run: Run, recorded: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the ids of claims that no profile has a recorded verdict for."""
    return [claim.id for claim in run.claims if claim.id not in recorded]


def _now(run: Run) -> Side:
    return Side(run.profile, {claim.id: judged(entry(claim)) for claim in run.claims})


def _changes(now: Side, recorded: Mapping[str, Any]) -> list[Change]:
    return _differences(now, recorded, [now.profile])


def _contradictions(now: Side, recorded: Mapping[str, Any]) -> list[Change]:
    others = [profile for profile in PROFILES if profile != now.profile]
    return [change for change in _differences(now, recorded, others) if change.contradicts]


def _differences(now: Side, recorded: Mapping[str, Any], profiles: Sequence[str]) -> list[Change]:
    """Return the verdicts of a run that differ from those recorded for some profiles."""
    return [
        change
        for profile in profiles
        for change in compare(_side(recorded, profile), now)
        if change.kind is Kind.VERDICT
    ]


def _side(recorded: Mapping[str, Any], profile: str) -> Side:
    """Return what is recorded for a profile; tiers are recorded for the last run only."""
    claims = {}
    for claim_id, known in recorded.items():
        verdicts_then = known["verdicts"].get(profile)
        if verdicts_then is not None:
            claims[claim_id] = {
                key: replace(found, verdict=Verdict(verdicts_then[key]), tier=None, severity=None)
                for key, found in judged(known).items()
                if key in verdicts_then
            }
    return Side(profile, claims)


def _hashes(found: Mapping[str, Any]) -> dict[str, str]:
    return {key: part.statement for key, part in judged(found).items()}


# -- writing ----------------------------------------------------------------------------------


def write(run: Run, skip: Sequence[str] = ()) -> list[str]:
    """Record a run, claim by claim; claims that no longer exist are dropped.

    Those of a paper of which some file cannot be read may exist, and are kept.

    Args:
        run: what to record.
        skip: ids that keep what was recorded before.

    Returns:
        One line for everything that changed.
    """
    lines = []
    places = catalogue.index()
    unread = {problem.paper for problem in catalogue.problems()}
    for root in catalogue.roots():
        path = _path(root)
        old = _read(path)["claims"] if path.exists() else {}
        new = {i: e for i, e in old.items() if (i in places and places[i].root == root)
               or (i not in places and i.partition("/")[0] in unread)}  # fmt: skip
        lines += [f"{i}: dropped, no such claim" for i in old if i not in new]
        for claim in run.claims:
            if places[claim.id].root != root or claim.id in skip:
                continue
            current = entry(claim)
            known = old.get(claim.id)
            earlier = known["verdicts"] if known else {}
            lines += _news(claim, run.profile, earlier, verdicts(current))
            kept = {p: v for p, v in earlier.items() if p != run.profile}
            if known and _hashes(known) != _hashes(current):
                kept = {}  # other profiles judged another statement
            every = {**kept, run.profile: verdicts(current)}
            new[claim.id] = {
                **current, "verdicts": {p: every[p] for p in PROFILES if p in every}
            }  # fmt: skip
            lines += _write_certificates(root, claim)
        lines += _drop_certificates(root, set(new))
        if new or path.exists():
            entries = dict(sorted(new.items()))
            body = {"record": VERSION, "claims": entries}
            _replace(path, _json(body))
            _write_findings(root, entries)
    return lines


def _write_findings(root: Path, entries: Mapping[str, Mapping[str, Any]]) -> None:
    """Make the findings in the README beside the record anew, where there is such a README."""
    page = root / "README.md"
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    if readme.BEGIN in text:
        _replace(page, readme.updated(text, entries))
        _replace(root / readme.PICTURE, readme.picture(entries))


def _news(
    claim: ClaimResult, profile: str, earlier: Mapping[str, Any], now: Mapping[str, str]
) -> list[str]:
    if not earlier:
        return [f"{claim.id}: new, {claim.verdict.value}"]
    before = earlier.get(profile)
    if before is None:
        return [f"{claim.id}: {profile} is new, {claim.verdict.value}"]
    return [
        f"{claim.id}{f' [{key}]' if key else ''}: {before.get(key, 'new')} -> {verdict}"
        for key, verdict in now.items()
        if before.get(key) != verdict
    ]


def certificate_path(root: Path, claim: ClaimResult, number: int) -> Path:
    """Return where the certificate of a part is recorded."""
    paper, _, name = claim.id.partition("/")
    suffix = f"@{number}" if len(claim.parts) > 1 else ""
    return _folder(root) / paper / f"{name}{suffix}.json"


def _write_certificates(root: Path, claim: ClaimResult) -> list[str]:
    lines = []
    wanted = {
        certificate_path(root, claim, number): part.certificate
        for number, part in enumerate(claim.parts)
        if part.certificate is not None
    }
    for path in _certificate_files(root, claim.id):
        if path not in wanted:
            path.unlink()
            lines.append(f"{claim.id}: certificate {path.name} removed")
    for path, certificate in wanted.items():
        text = _json(certificate)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            _replace(path, text)
            lines.append(f"{claim.id}: certificate {path.name} written")
    return lines


def _certificate_files(root: Path, claim_id: str) -> list[Path]:
    paper, _, name = claim_id.partition("/")
    return [p for p in (_folder(root) / paper).glob("*.json") if p.stem.partition("@")[0] == name]


def _drop_certificates(root: Path, ids: set[str]) -> list[str]:
    lines = []
    for path in sorted(_folder(root).glob("*/*.json")):
        if _claim_in(path) not in ids:
            path.unlink()
            lines.append(f"certificate {path.parent.name}/{path.name} removed, no such claim")
    return lines


def _claim_in(path: Path) -> str | None:
    try:
        return json.loads(path.read_text(encoding="utf-8"))["claim"]
    except (ValueError, KeyError, TypeError):
        return None


def _key_in(path: Path) -> str:
    """Return the key of the statement that a certificate file is about: "name@2.json" -> "2"."""
    return path.stem.partition("@")[2] or "0"


def _path(root: Path) -> Path:
    return catalogue.record_folder(root) / "recorded.json"


def _folder(root: Path) -> Path:
    return catalogue.record_folder(root) / "certificates"


def _read(path: Path) -> dict[str, Any]:
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path} cannot be read: {error}") from None
    if not isinstance(body, dict) or body.get("record") != VERSION:
        raise RecordError(f"{path} is no record of version {VERSION}; restore it from git")
    claims = body.get("claims")
    if not isinstance(claims, dict):
        raise RecordError(f"{path} holds no claims; restore it from git")
    for claim_id, found in claims.items():
        if not is_entry(found) or not fits(found.get("verdicts"), {str: {str: Verdict}}):
            raise RecordError(f"{path}: what is recorded of {claim_id!r} cannot be read")
    return body


def _json(value: Any) -> str:
    return printable(json.dumps(value, indent=1, ensure_ascii=False)) + "\n"


def _replace(path: Path, text: str) -> None:
    """Write a file at once, so that nobody ever reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)
