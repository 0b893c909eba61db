"""What the record holds of proofs: what a quick run need not look for again.

`proofs/<paper>.json` holds, for every claim, what quick has found that proves its statements, or
decides them by an argument, and a hash of what the claim and its meanings are made of. It is
written by `--record` only. A quick run hands it to the kernel, as it is handed anything that was
found (see `verify.running.examine`); what was recorded of other sources is left out.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from msgspec import Raw
from msgspec.structs import asdict, replace

from reports.results import ClaimResult, Instead, PartResult, Profile, Run
from verify.claims import catalogue, folders, sources
from verify.evidence import (
    ARGUMENT,
    EarlierProofs,
    Evidence,
    JsonStruct,
    Key,
    NotDecoded,
    Verdict,
    from_json,
    plain,
    strongest_proof,
    witness_in,
)
from verify.record.written import in_lines, replace_file

VERSION = 1
LEVELS = 5  # file, claims, claim, statements, and statement: each proof is one line
PROFILE: Profile = "quick"  # the others find everything again
DECIDED = (Verdict.PROVED, Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MISPRINTED, Verdict.VACUOUS)


class _Claim(JsonStruct, frozen=True):
    """What is recorded of one claim.

    Args:
        made_of: hash of the sources of the claim and of its meanings.
        statements: by key.
    """

    made_of: str
    statements: dict[Key, EarlierProofs]


class _File(JsonStruct, frozen=True):
    """A file of recorded proofs."""

    record: int
    claims: dict[str, Raw]


class _Compact(Evidence, frozen=True, omit_defaults=True):
    """Evidence as it is written here."""


def load(profile: Profile) -> dict[str, dict[Key, EarlierProofs]]:
    """Return what is recorded of claims whose sources are the same, by claim and statement.

    What cannot be read is left out: it is looked for again.
    """
    found = {}
    for root in folders.roots() if profile == PROFILE else ():
        for path in sorted(_folder(root).glob("*.json")):
            for claim_id, row in _rows(path).items():
                claim = _decoded(row)
                if claim is not None and claim.made_of == made_of(claim_id):
                    found[claim_id] = claim.statements
    return found


def made_of(claim_id: str) -> str:
    """Return a hash of the sources of a claim, of its notation, and of what its heads mean.

    It is empty for what is no claim.
    """
    place = catalogue.index().get(claim_id)
    if place is None:
        return ""
    beside = (catalogue.notation_module(claim_id), catalogue.standing_module(claim_id))
    modules = (place.module, *filter(None, beside), *catalogue.attack_modules(claim_id))
    return sources.subject_hash(*modules)


def write(root: Path, run: Run, ids: Collection[str], skip: Collection[str]) -> list[str]:
    """Record what proves the statements of a quick run; of other profiles nothing is recorded.

    Args:
        root: the folder of papers.
        run: what to record.
        ids: the claims that the record of the folder has; what others had is dropped.
        skip: ids that keep what was recorded before.

    Returns:
        One line for each file that changed.
    """
    if run.profile != PROFILE:
        return []
    lines = []
    by_paper: dict[str, dict[str, Any]] = {}
    for path in sorted(_folder(root).glob("*.json")):
        by_paper[path.stem] = {i: row for i, row in _rows(path).items() if i in ids}
    for claim in run.claims:
        if claim.id in ids and claim.id not in skip:
            rows = by_paper.setdefault(claim.id.partition("/")[0], {})
            rows.pop(claim.id, None)
            if statements := _statements(claim):
                rows[claim.id] = _Claim(made_of(claim.id), statements)
    for paper, claims in by_paper.items():
        path = _folder(root) / f"{paper}.json"
        if not claims:
            if path.exists():
                path.unlink()
                lines.append(f"{paper}: no proofs are left")
            continue
        file = {"record": VERSION, "claims": {i: _plain(claims[i]) for i in sorted(claims)}}
        text = in_lines(file, LEVELS) + "\n"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            replace_file(path, text)
            lines.append(f"{paper}: proofs of {len(claims)} claims written")
    return lines


def _plain(row: Raw | _Claim) -> Any:
    return from_json(row, dict[str, Any]) if isinstance(row, Raw) else plain(row)


def _statements(claim: ClaimResult) -> dict[Key, EarlierProofs]:
    """Return what decides the statements of a claim, by key."""
    found = {}
    for number, part in enumerate(claim.parts):
        for key, judged in ((Key(number), part), (Key(number, instead=True), part.instead)):
            proofs = None if judged is None else _proofs(judged)
            if proofs is not None:
                found[key] = proofs
    return found


def _proofs(judged: PartResult | Instead) -> EarlierProofs | None:
    """Return what decides a statement without a restriction, if a proof or an argument does."""
    if judged.verdict not in DECIDED:
        return None
    by_methods = [piece for piece in judged.evidence if piece.method != ARGUMENT]
    best = strongest_proof(by_methods) if judged.verdict.holds else None
    argument = next((piece for piece in judged.evidence if piece.is_whole_argument), None)
    if best is None and argument is None:
        return None
    return EarlierProofs(
        judged.hash,
        None if best is None else _compact(best),
        None if argument is None else _without_leaves(argument),
    )


def _without_leaves(argument: Evidence) -> Evidence:
    """Return an argument with its point; what proves its leaves is recorded with these."""
    certificate = argument.certificate or {}
    point = certificate.get("point")
    if point is not None:
        where = {"witness": witness_in(point["witness"]), "instance": point["instance"]}
        argument = replace(argument, **where)
    return _compact(replace(argument, certificate={"kind": certificate["kind"]}))


def _compact(piece: Evidence) -> Evidence:
    return _Compact(**asdict(replace(piece, seconds=0.0)))


def _rows(path: Path) -> dict[str, Raw]:
    """Return what a file holds, by claim id; nothing if it is none."""
    try:
        file = from_json(path.read_bytes(), _File)
    except NotDecoded:
        return {}
    return file.claims if file.record == VERSION else {}


def _decoded(row: Raw) -> _Claim | None:
    try:
        return from_json(row, _Claim)
    except NotDecoded:
        return None


def _folder(root: Path) -> Path:
    return folders.record_folder(root) / "proofs"
