"""The record: what was found out before, committed beside the claims.

`recorded/<paper>.json` holds, one line a claim, the verdict and tier of every statement in every
profile with the hash of the statement; `certificates/<paper>/*.json` hold the known
counterexamples. Both are written by `run --record` only. A folder of further papers has its own
record at the same place.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from reports.printable import printable
from reports.results import ClaimResult, Run
from verify.claims import catalogue
from verify.errors import RecordError
from verify.evidence import Tier, Verdict
from verify.record.compare import Change, Judged, Kind, Side, compare, judged
from verify.running.shape import fits

VERSION = 2
PROFILES = ("quick", "standard", "full")  # cheapest first
DIGITS = 16  # of a hash: enough to see that something is another statement
_SHAPE = {
    "title": str,
    "source": str,
    "attacked": str,
    "proof": ("sound", "gap", "unchecked"),
    "uses": [str],
    "statements": {str: str},
    "verdicts": {str: {str: [str]}},
}


@dataclass(frozen=True)
class Recorded:
    """What is recorded of one claim.

    Args:
        title: of the claim.
        source: hash of the file that held the claim.
        attacked: the files that say what its quantities mean.
        proof: the status of its printed proof.
        uses: the results that its printed proof uses.
        statements: hash of every statement, by its key: "0" for the first part, "0/instead" for
            what holds instead of it.
        verdicts: profile -> key -> verdict and tier; the key of the claim as a whole is empty.
    """

    title: str
    source: str
    attacked: str
    proof: str
    uses: tuple[str, ...]
    statements: Mapping[str, str]
    verdicts: Mapping[str, Mapping[str, tuple[Verdict, Tier | None]]]

    @classmethod
    def of(cls, result: ClaimResult, profile: str) -> Recorded:
        """Return what is recorded of a result."""
        found = _judged(result)
        return cls(
            title=result.title,
            source=result.source_hash[:DIGITS],
            attacked=result.code["verify"],
            proof=result.proof,
            uses=result.uses,
            statements={key: one.statement for key, one in found.items() if key},
            verdicts={profile: {key: (one.verdict, _tier(one)) for key, one in found.items()}},
        )

    @property
    def best(self) -> Mapping[str, tuple[Verdict, Tier | None]]:
        """The verdicts of the most thorough profile."""
        return self.verdicts[max(self.verdicts, key=PROFILES.index)]

    @property
    def verdict(self) -> Verdict:
        """The verdict on the claim, of the most thorough profile."""
        return self.best[""][0]

    @property
    def tier(self) -> Tier | None:
        """The tier of that verdict."""
        return self.best[""][1]

    def judged(self, profile: str) -> dict[str, Judged]:
        """Return what a profile says, as `compare` has it; tiers are not compared."""
        parts = " ".join(h for key, h in self.statements.items() if "/" not in key)
        return {
            key: Judged(self.statements.get(key, parts), verdict)
            for key, (verdict, _) in self.verdicts[profile].items()
        }


def _judged(result: ClaimResult) -> dict[str, Judged]:
    """Return what a result says, with hashes as short as the record has them."""
    return {
        key: replace(one, statement=" ".join(h[:DIGITS] for h in one.statement.split(" ")))
        for key, one in judged(result.to_json()).items()
    }


def _tier(found: Judged) -> Tier | None:
    return None if found.tier is None else Tier(found.tier)


def load() -> dict[str, Recorded]:
    """Return what is recorded of every claim, by id.

    Raises:
        RecordError: a recorded file is damaged.
    """
    found: dict[str, Recorded] = {}
    for root in catalogue.roots():
        for path in sorted(_recorded(root).glob("*.json")):
            found |= _read(path)
    return found


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


def changes(run: Run, recorded: Mapping[str, Recorded]) -> list[Change]:
    """Return how the verdicts of a run differ from those recorded for its profile."""
    return _differences(run, recorded, [run.profile])


def contradictions(run: Run, recorded: Mapping[str, Recorded]) -> list[Change]:
    """Return how a run contradicts what is recorded for the other profiles.

    What one of them could not decide, or only supported, never contradicts.
    """
    others = [profile for profile in PROFILES if profile != run.profile]
    return [change for change in _differences(run, recorded, others) if change.contradicts]


def surprises(run: Run, recorded: Mapping[str, Recorded]) -> list[Change]:
    """Return every difference that a run must not have."""
    return changes(run, recorded) + contradictions(run, recorded)


def unrecorded(run: Run, recorded: Mapping[str, Recorded]) -> list[str]:
    """Return the ids of claims that no profile has a recorded verdict for."""
    return [claim.id for claim in run.claims if claim.id not in recorded]


def _differences(
    run: Run, recorded: Mapping[str, Recorded], profiles: Sequence[str]
) -> list[Change]:
    """Return the verdicts of a run that differ from those recorded for some profiles."""
    now = Side(run.profile, {claim.id: _judged(claim) for claim in run.claims})
    return [
        change
        for profile in profiles
        for change in compare(_side(recorded, profile), now)
        if change.kind is Kind.VERDICT
    ]


def _side(recorded: Mapping[str, Recorded], profile: str) -> Side:
    """Return what is recorded for a profile."""
    claims = {
        i: known.judged(profile) for i, known in recorded.items() if profile in known.verdicts
    }
    return Side(profile, claims)


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
    lines: list[str] = []
    for root in catalogue.roots():
        old: dict[str, Recorded] = {}
        for path in sorted(_recorded(root).glob("*.json")):
            old |= _read(path)
        new = {i: known for i, known in old.items() if _may_exist(i, root)}
        lines += [f"{i}: dropped, no such claim" for i in old if i not in new]
        for claim in run.claims:
            if catalogue.index()[claim.id].root != root or claim.id in skip:
                continue
            lines += _news(claim, run.profile, old.get(claim.id))
            new[claim.id] = _updated(old.get(claim.id), Recorded.of(claim, run.profile))
            lines += _write_certificates(root, claim)
        lines += _drop_certificates(root, set(new))
        _write_papers(root, new)
    return lines


def _may_exist(claim_id: str, root: Path) -> bool:
    """Return whether a folder holds a claim, or a file that cannot be read may hold it."""
    place = catalogue.index().get(claim_id)
    if place is not None:
        return place.root == root
    return claim_id.partition("/")[0] in {problem.paper for problem in catalogue.problems()}


def _updated(known: Recorded | None, now: Recorded) -> Recorded:
    """Add the verdicts that other profiles have on the very same statements."""
    if known is None or known.statements != now.statements:
        return now
    every = {**known.verdicts, **now.verdicts}
    return replace(now, verdicts={p: every[p] for p in PROFILES if p in every})


def _write_papers(root: Path, claims: Mapping[str, Recorded]) -> None:
    by_paper: dict[str, dict[str, Recorded]] = {}
    for claim_id, known in sorted(claims.items()):
        by_paper.setdefault(claim_id.partition("/")[0], {})[claim_id] = known
    for path in _recorded(root).glob("*.json"):
        if path.stem not in by_paper:
            path.unlink()
    for paper, inside in by_paper.items():
        _replace(_recorded(root) / f"{paper}.json", _lines(inside))


def _lines(claims: Mapping[str, Recorded]) -> str:
    """Return the text of a recorded file: JSON with one line a claim."""
    rows = []
    for claim_id, known in claims.items():
        verdicts = {
            profile: {key: [v.value, *([t.value] if t else [])] for key, (v, t) in found.items()}
            for profile, found in known.verdicts.items()
        }
        row = {
            "title": known.title,
            "source": known.source,
            "attacked": known.attacked,
            "proof": known.proof,
            "uses": list(known.uses),
            "statements": dict(known.statements),
            "verdicts": verdicts,
        }
        rows.append(f"{_text(claim_id)}: {_text(row)}")
    body = ",\n".join(rows)
    return f'{{"record": {VERSION}, "claims": {{\n{body}\n}}}}\n'


def _news(claim: ClaimResult, profile: str, known: Recorded | None) -> list[str]:
    """Return in words what a result says that was not recorded."""
    if known is None:
        return [f"{claim.id}: new, {claim.verdict.value}"]
    before = known.verdicts.get(profile)
    if before is None:
        return [f"{claim.id}: {profile} is new, {claim.verdict.value}"]
    lines = []
    for key, found in _judged(claim).items():
        then = before[key][0] if key in before else None
        if then is not found.verdict:
            place = f"{claim.id} [{key}]" if key else claim.id
            lines.append(f"{place}: {then.value if then else 'new'} -> {found.verdict.value}")
    return lines


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


def _recorded(root: Path) -> Path:
    return catalogue.record_folder(root) / "recorded"


def _folder(root: Path) -> Path:
    return catalogue.record_folder(root) / "certificates"


def _read(path: Path) -> dict[str, Recorded]:
    """Return what a recorded file holds, by claim id.

    Raises:
        RecordError: it is damaged, or of another version.
    """
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path} cannot be read: {error}") from None
    if not isinstance(body, dict) or body.get("record") != VERSION:
        raise RecordError(f"{path} is no record of version {VERSION}; restore it from git")
    claims = body.get("claims")
    if not isinstance(claims, dict):
        raise RecordError(f"{path} holds no claims; restore it from git")
    return {claim_id: _row(path, claim_id, row) for claim_id, row in claims.items()}


def _row(path: Path, claim_id: str, row: Any) -> Recorded:
    damaged = RecordError(f"{path}: what is recorded of {claim_id!r} cannot be read")
    if not fits(row, _SHAPE) or not row["verdicts"] or not set(row["verdicts"]) <= set(PROFILES):
        raise damaged
    try:
        verdicts = {
            profile: {key: _verdict(*words) for key, words in found.items()}
            for profile, found in row["verdicts"].items()
        }
    except (ValueError, TypeError):
        raise damaged from None
    if any("" not in found or set(found) - {"", *row["statements"]} for found in verdicts.values()):
        raise damaged
    return Recorded(**{**row, "uses": tuple(row["uses"]), "verdicts": verdicts})


def _verdict(verdict: str, tier: str | None = None) -> tuple[Verdict, Tier | None]:
    return Verdict(verdict), None if tier is None else Tier(tier)


def _text(value: Any) -> str:
    return printable(json.dumps(value, ensure_ascii=False))


def _json(value: Any) -> str:
    return printable(json.dumps(value, indent=1, ensure_ascii=False)) + "\n"


def _replace(path: Path, text: str) -> None:
    """Write a file at once, so that nobody ever reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)
