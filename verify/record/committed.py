"""The record: what was found out before, committed beside the claims.

`recorded/<paper>.json` holds the verdict and tier of every claim in every profile, and one line for
each of its statements with the same and the hash of the statement; `certificates/<paper>/*.json`
hold the known counterexamples; of `proofs/<paper>.json` see `verify.record.proofs`. All are written
by `run --record` only. A folder of further papers has its own record at the same place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Raw, Struct
from msgspec.structs import replace

from reports.results import ClaimResult, Description, Profile, Run, by_clause, printed_leaves
from verify.claims import catalogue, folders
from verify.errors import RecordError
from verify.evidence import (
    JsonStruct,
    Key,
    Measurement,
    NotDecoded,
    Proof,
    Severity,
    Tier,
    Verdict,
    Witness,
    from_json,
    plain,
)
from verify.record import proofs
from verify.record.compare import (
    DIGITS,
    WHOLE,
    Change,
    ChangeKind,
    Side,
    SideVerdict,
    compare,
    form,
    side_verdicts,
)
from verify.record.written import in_lines, indented, replace_file

VERSION = 6
LEVELS = 4  # file, claims, claim, and statements: each statement is one line
PROFILES: tuple[Profile, ...] = ("quick", "standard", "full")  # cheapest first
T = TypeVar("T")


class RecordedStatement(JsonStruct, frozen=True, kw_only=True, omit_defaults=True):
    """What is recorded of one statement of a claim.

    Args:
        hash: of the statement.
        verdicts: profile -> verdict and tier.
        severity: how much has to change in what fails, by the most thorough profile.
    """

    hash: str
    verdicts: dict[Profile, tuple[Verdict, Tier | None]]
    severity: Severity | None = None


class Recorded(JsonStruct, frozen=True, kw_only=True, omit_defaults=True):
    """What is recorded of one claim.

    Args:
        title: of the claim.
        source: hash of the file that held the claim.
        form: hash of what is stated and printed, see `compare.form`.
        proof: the status of its printed proof.
        uses: the results that its printed proof uses.
        rests_on: the printed clauses of other claims on which arguments for it rest.
        verdicts: on the claim as a whole: profile -> verdict and tier.
        clauses: by name, if there are several: their verdicts, of the most thorough profile.
        lacks: what is missing to check its unchecked statements, by the same profile.
        statements: by key.
        measured: by key: profile -> what an experiment measured, but for what can be drawn of it.
    """

    title: str
    source: str
    form: str
    proof: Proof
    uses: tuple[str, ...]
    rests_on: tuple[str, ...] = ()
    verdicts: dict[Profile, tuple[Verdict, Tier | None]]
    clauses: dict[str, Verdict] = {}
    lacks: tuple[str, ...] = ()
    statements: dict[Key, RecordedStatement]
    measured: dict[Key, dict[Profile, Measurement]] = {}

    def __post_init__(self) -> None:
        """Check that the claim and each of its statements have a verdict of the same profiles.

        Raises:
            ValueError: one has not, or what is no statement was measured.
        """
        profiles = set(self.verdicts)
        if not profiles or any(set(one.verdicts) != profiles for one in self.statements.values()):
            raise ValueError("a statement lacks the verdict of a profile")
        if not self.measured.keys() <= self.statements.keys():
            raise ValueError("what was measured is no statement")

    @classmethod
    def of(cls, result: ClaimResult, profile: Profile) -> Recorded:
        """Return what is recorded of a result."""
        return cls(
            title=result.title,
            source=result.source_hash[:DIGITS],
            form=form(result),
            proof=result.proof,
            uses=result.uses,
            rests_on=printed_leaves(result),
            verdicts={profile: (result.verdict, result.tier)},
            clauses=by_clause(result),
            lacks=lacks(result),
            statements={
                key: RecordedStatement(
                    hash=one.hash,
                    verdicts={profile: (one.verdict, one.tier)},
                    severity=None if key.instead else one.severity,
                )
                for key, one in side_verdicts(result, DIGITS).items()
                if isinstance(key, Key)
            },
            measured={key: {profile: one} for key, one in _measured(result)},
        )

    def of_profile(self, profile: Profile) -> Recorded:
        """Return what is recorded of it in one of its profiles, and in no other one."""
        return replace(
            self,
            verdicts={profile: self.verdicts[profile]},
            statements={
                key: replace(one, verdicts={profile: one.verdicts[profile]})
                for key, one in self.statements.items()
            },
            measured={
                key: {profile: by_profile[profile]}
                for key, by_profile in self.measured.items()
                if profile in by_profile
            },
        )

    @property
    def profile(self) -> Profile:
        """The most thorough profile."""
        return max(self.verdicts, key=PROFILES.index)

    @property
    def verdict(self) -> Verdict:
        """The verdict on the claim, of the most thorough profile."""
        return self.verdicts[self.profile][0]

    @property
    def tier(self) -> Tier | None:
        """The tier of that verdict."""
        return self.verdicts[self.profile][1]

    @property
    def hashes(self) -> dict[Key, str]:
        """The hashes of its statements."""
        return {key: one.hash for key, one in self.statements.items()}

    def is_about(self, now: Description) -> bool:
        """Return whether a claim has the statements now that it had when this was recorded."""
        hashes = {key: statement.hash[:DIGITS] for key, statement in now.statements.items()}
        return hashes == self.hashes

    def side_verdicts(self, profile: Profile) -> dict[str, SideVerdict]:
        """Return what a profile says, as `compare` has it; tiers are not compared."""
        found = {WHOLE: SideVerdict(self.form, self.verdicts[profile][0])}
        statements = self.statements.items()
        return found | {k: SideVerdict(one.hash, one.verdicts[profile][0]) for k, one in statements}


def lacks(result: ClaimResult) -> tuple[str, ...]:
    """Return what is missing to check the unchecked statements of a claim."""
    unchecked = (part for part in result.parts if part.verdict is Verdict.UNCHECKED)
    return tuple(dict.fromkeys(part.reason for part in unchecked if part.reason))


def _measured(result: ClaimResult) -> Iterator[tuple[Key, Measurement]]:
    """Yield what experiments on the parts of a claim measured, without grids."""
    for number, part in enumerate(result.parts):
        for piece in part.evidence:
            if piece.measured is not None:
                yield Key(number), replace(piece.measured, grid=None)


class _File(JsonStruct, frozen=True):
    """A recorded file."""

    record: int
    claims: dict[str, Raw]


class _Certificate(Struct):
    """What is looked at of a recorded certificate; its witness must be one."""

    claim: str
    witness: Witness = {}


def load() -> dict[str, Recorded]:
    """Return what is recorded of every claim, by id.

    Raises:
        RecordError: a recorded file is damaged.
    """
    found: dict[str, Recorded] = {}
    for root in folders.roots():
        for path in sorted(_recorded(root).glob("*.json")):
            found |= _read(path)
    return found


def holding(profile: Profile) -> dict[str, frozenset[Key]]:
    """Return the statements that hold, if their claim does or depends on the reading, by claim.

    Claims whose file is another one than when they were recorded are left out.
    """
    index = catalogue.index()
    found = {}
    for claim_id, one in load().items():
        place = index.get(claim_id)
        if place is None or profile not in one.verdicts:
            continue
        if one.source == catalogue.source_hash(place)[:DIGITS]:
            whole = one.verdicts[profile][0]
            counts = whole.holds or whole is Verdict.DEPENDS
            keys = (k for k, s in one.statements.items() if s.verdicts[profile][0].holds)
            found[claim_id] = frozenset(keys if counts else ())
    return found


def certificates() -> dict[str, dict[Key, Any]]:
    """Return the recorded certificates: claim id -> key of the statement -> certificate.

    A file that cannot be read is left out: its claim is then searched again.
    """
    found: dict[str, dict[Key, Any]] = {}
    for root in folders.roots():
        for path in sorted(_folder(root).glob("*/*.json")):
            claim, key = _claim_in(path), _key_in(path)
            if claim is not None and key is not None:
                found.setdefault(claim, {})[key] = from_json(path.read_bytes(), dict[str, Any])
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
    run: Run, recorded: Mapping[str, Recorded], profiles: Sequence[Profile]
) -> list[Change]:
    """Return the verdicts of a run that differ from those recorded for some profiles."""
    now = Side(run.profile, {claim.id: side_verdicts(claim, DIGITS) for claim in run.claims})
    return [
        change
        for profile in profiles
        for change in compare(_side(recorded, profile), now)
        if change.kind is ChangeKind.VERDICT
    ]


def _side(recorded: Mapping[str, Recorded], profile: Profile) -> Side:
    """Return what is recorded for a profile."""
    claims = {
        i: known.side_verdicts(profile)
        for i, known in recorded.items()
        if profile in known.verdicts
    }
    return Side(profile, claims)


# -- writing ----------------------------------------------------------------------------------


def write(run: Run, skip: Sequence[str] = ()) -> list[str]:
    """Record a run, claim by claim; claims that no longer exist are dropped.

    What came with an installed package stays as it is.

    Those of a paper of which some file cannot be read may exist, and are kept.

    Args:
        run: what to record.
        skip: ids that keep what was recorded before.

    Returns:
        One line for everything that changed.
    """
    lines: list[str] = []
    for root in (root for root in folders.roots() if not folders.is_installed(root)):
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
        lines += proofs.write(root, run, set(new), skip)
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
    if known is None or (known.hashes, known.form) != (now.hashes, now.form):
        return now
    verdicts = _by_profile(known.verdicts, now.verdicts)
    best = now if max(verdicts, key=PROFILES.index) in now.verdicts else known
    statements = {
        key: replace(
            one,
            verdicts=_by_profile(known.statements[key].verdicts, now.statements[key].verdicts),
        )
        for key, one in best.statements.items()
    }
    (profile,) = now.verdicts
    measured = {}
    for key in statements:
        before = {p: one for p, one in known.measured.get(key, {}).items() if p != profile}
        if found := _by_profile(before, now.measured.get(key, {})):
            measured[key] = found
    of_best = {"clauses": best.clauses, "lacks": best.lacks, "statements": statements}
    return replace(now, verdicts=verdicts, measured=measured, **of_best)


def _by_profile(known: Mapping[Profile, T], now: Mapping[Profile, T]) -> dict[Profile, T]:
    """Return what is known by profile, the cheapest first, with what is known now in its place."""
    every = {**known, **now}
    return {profile: every[profile] for profile in PROFILES if profile in every}


def _write_papers(root: Path, claims: Mapping[str, Recorded]) -> None:
    by_paper: dict[str, dict[str, Recorded]] = {}
    for claim_id, known in sorted(claims.items()):
        by_paper.setdefault(claim_id.partition("/")[0], {})[claim_id] = known
    for path in _recorded(root).glob("*.json"):
        if path.stem not in by_paper:
            path.unlink()
    for paper, inside in by_paper.items():
        file = plain({"record": VERSION, "claims": inside})
        replace_file(_recorded(root) / f"{paper}.json", in_lines(file, LEVELS) + "\n")


def _news(claim: ClaimResult, profile: Profile, known: Recorded | None) -> list[str]:
    """Return in words what a result says that was not recorded."""
    if known is None:
        return [f"{claim.id}: new, {claim.verdict.value}"]
    if profile not in known.verdicts:
        return [f"{claim.id}: {profile} is new, {claim.verdict.value}"]
    lines, before = [], known.side_verdicts(profile)
    for key, found in side_verdicts(claim, DIGITS).items():
        then = before[key].verdict if key in before else None
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
        text = indented(certificate)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, text)
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
    """Return the claim that a certificate file is about, `None` if it cannot be read."""
    try:
        return from_json(path.read_bytes(), _Certificate).claim
    except NotDecoded:
        return None


def _key_in(path: Path) -> Key | None:
    """Return the key of the statement that a certificate file is about: "name@2.json" -> "2"."""
    try:
        return Key.parse(path.stem.partition("@")[2] or "0")
    except ValueError:
        return None


def _recorded(root: Path) -> Path:
    return folders.record_folder(root) / "recorded"


def _folder(root: Path) -> Path:
    return folders.record_folder(root) / "certificates"


def _read(path: Path) -> dict[str, Recorded]:
    """Return what a recorded file holds, by claim id.

    Raises:
        RecordError: it is damaged, or of another version.
    """
    found: dict[str, Recorded] = {}
    claim_id = ""
    try:
        file = from_json(path.read_bytes(), _File)
        if file.record != VERSION:
            raise RecordError(f"{path} is no record of version {VERSION}; restore it from git")
        for claim_id, row in file.claims.items():
            found[claim_id] = from_json(row, Recorded)
    except (NotDecoded, UnicodeDecodeError) as error:
        what = f"what {path} records of {claim_id!r}" if claim_id else f"{path}"
        raise RecordError(f"{what} cannot be read: {error}; restore it from git") from None
    return found
