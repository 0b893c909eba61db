"""Replay certificates, accept proofs again, and judge a claim by its evidence."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from msgspec import structs

from reports.results import ClaimVerdict
from verify.evidence import Evidence, JsonStruct, Key, OnClause
from verify.running.items import Item


class Replayed(JsonStruct, frozen=True):
    """What a recorded certificate or proof shows, or why it is refused."""

    evidence: Evidence | None = None
    refused: str | None = None


class Replay(JsonStruct, frozen=True):
    """What recorded certificates show of a claim as it is now, by key of the statement."""

    certificates: dict[Key, Any]

    gives: ClassVar[Any] = dict[Key, Replayed]

    def do(self, item: Item) -> dict[Key, Replayed]:
        """Replay each of them."""
        from verify.claims import catalogue
        from verify.judging import assemble

        return _by_key(assemble.replayed(catalogue.load(item.claim), self.certificates))


class Accept(JsonStruct, frozen=True):
    """What recorded proofs show of a claim as it is now, by key of the statement."""

    proofs: dict[Key, Evidence]

    gives: ClassVar[Any] = dict[Key, Replayed]

    def do(self, item: Item) -> dict[Key, Replayed]:
        """Let the kernel check each of them."""
        from verify.claims import catalogue
        from verify.judging import assemble
        from verify.methods.task import PROFILES

        claim = catalogue.load(item.claim)
        return _by_key(assemble.accepted_again(claim, self.proofs, PROFILES[item.profile]))


def _by_key(found: Mapping[Key, Any]) -> dict[Key, Replayed]:
    return {
        key: Replayed(piece) if isinstance(piece, Evidence) else Replayed(refused=str(piece))
        for key, piece in found.items()
    }


class Confirmed(JsonStruct, frozen=True):
    """Whether a certificate that somebody hands in is accepted, and what it shows or lacks."""

    accepted: bool
    sentence: str


class Confirm(JsonStruct, frozen=True):
    """What a certificate of any kind shows that somebody hands in."""

    certificate: Any

    gives: ClassVar[Any] = Confirmed

    def do(self, item: Item) -> Confirmed:
        """Replay it."""
        from verify.claims import catalogue
        from verify.judging import assemble
        from verify.judging.certificate import CertificateError

        try:
            found = assemble.confirm_certificate(catalogue.load(item.claim), self.certificate)
        except CertificateError as refusal:
            return Confirmed(False, str(refusal))
        return Confirmed(True, found)


class Judge(JsonStruct, frozen=True):
    """The verdicts on a claim and its statements.

    What a worker returns and the cache keeps has as evidence only what judging itself has found,
    arguments and replays; the evidence that it was given is kept with the methods that found it,
    and `whole` puts it first.

    Args:
        evidence: what every check found, by key of the statement.
        known: recorded certificates that a replay has accepted.
        clauses: of the clauses that its arguments rest on, by `paper/name#clause`.
        before: what its arguments have shown before, with the same definitions and meanings.
    """

    evidence: dict[Key, tuple[Evidence, ...]]
    known: dict[Key, Any] = {}
    clauses: dict[str, OnClause] = {}
    before: dict[Key, Evidence] = {}

    gives: ClassVar[Any] = ClaimVerdict

    def do(self, item: Item) -> ClaimVerdict:
        """Judge each statement, and then the claim."""
        from verify.claims import catalogue
        from verify.judging import assemble
        from verify.methods.task import PROFILES

        claim = catalogue.load(item.claim)
        started = time.perf_counter()
        judged = assemble.judge_claim(
            claim, self.evidence, self.known, PROFILES[item.profile], self.clauses, self.before
        )
        seconds = round(time.perf_counter() - started, 3)
        return _with_evidence(structs.replace(judged, seconds=seconds), self._added)

    def whole(self, judged: ClaimVerdict) -> ClaimVerdict:
        """Return what `do` has returned with all the evidence that the verdicts rest on."""
        return _with_evidence(judged, lambda key, added: (*self._given(key), *added))

    def _given(self, key: Key) -> tuple[Evidence, ...]:
        return self.evidence.get(key, ())

    def _added(self, key: Key, found: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
        given = self._given(key)
        assert found[: len(given)] == given, "judging adds to its evidence and leaves nothing out"
        return found[len(given) :]


def _with_evidence(
    judged: ClaimVerdict,
    change: Callable[[Key, tuple[Evidence, ...]], tuple[Evidence, ...]],
) -> ClaimVerdict:
    """Return verdicts with other evidence on every statement."""
    verdicts = {
        key: structs.replace(found, evidence=change(key, found.evidence))
        for key, found in judged.verdicts.items()
    }
    return structs.replace(judged, verdicts=verdicts)
