"""Run checks: claims in, verdicts out."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from reports.printable import printable
from reports.results import ClaimResult, Run, by_clause, printed_leaves
from theory.arguments import INSTEAD_OF
from verify.claims import catalogue
from verify.evidence import EarlierProofs, Key, Verdict
from verify.running import variants
from verify.running.cache import Cache
from verify.running.each import Progress, completed, silent
from verify.running.examine import ExaminedClaim, examine
from verify.running.items import Limits
from verify.running.keys import versions
from verify.running.options import SECONDS, Options


@dataclass(frozen=True)
class KnownClaim:
    """What the status of proofs needs of a claim.

    Args:
        id: the claim.
        uses: what its printed proof uses.
        verdict: on the claim.
        clauses: on its clauses by name, if there are several.
        rests_on: the printed clauses of other claims on which arguments for it rest.
    """

    id: str
    uses: tuple[str, ...]
    verdict: Verdict
    clauses: Mapping[str, Verdict]
    rests_on: tuple[str, ...] = ()


def run(
    ids: Sequence[str],
    options: Options,
    cache: Cache | None = None,
    certificates: Mapping[str, Mapping[Key, Any]] | None = None,
    others: Iterable[KnownClaim] = (),
    progress: Progress = silent,
    errors: Sequence[str] = (),
    earlier: Mapping[str, Mapping[Key, EarlierProofs]] = MappingProxyType({}),
) -> Run:
    """Check claims and judge them.

    Args:
        ids: the claims.
        options: how.
        cache: answers what is known already, and keeps what is found.
        certificates: known refutations: claim id -> key of the statement -> certificate.
        others: what is known of claims that are not checked now, for the status of proofs.
        progress: told each claim and its verdict as soon as it is judged.
        errors: what went wrong before, such as a file that cannot be read.
        earlier: known proofs, by claim and key of the statement, that need not be found again.

    Raises:
        UsageError: the engine is not known.
        RunError: no worker can be started.
    """
    limits = options.limits or Limits(SECONDS[options.profile])
    refuted = certificates or {}
    earlier = {} if options.fresh else earlier
    how = (options.profile, options.seed, options.device)

    def tell(claim_id: str, found: ExaminedClaim) -> None:
        progress(claim_id, found.result.verdict.value)

    work = {i: examine(i, *how, refuted, options.fresh, earlier) for i in ids}
    examined = completed(work, dataclasses.replace(options, limits=limits), cache, tell)
    results = proofs([examined[i] for i in ids], others)
    if cache is not None:
        results = [_with_variants(r, cache, refuted.get(r.id), options) for r in results]
    errors = (*errors, *(error for i in ids for error in examined[i].errors))
    titles = {paper: catalogue.title(paper) for paper in dict.fromkeys(r.paper for r in results)}
    return Run(
        profile=options.profile,
        seed=options.seed,
        versions=versions(),
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        papers={paper: printable(title) for paper, title in titles.items() if title},
        facts={paper: catalogue.facts(paper) for paper in titles},
        errors=tuple(map(printable, errors)),
        claims=tuple(results),
    )


def _with_variants(
    result: ClaimResult, cache: Cache, certificates: Any, options: Options
) -> ClaimResult:
    """Add to a result what is known of the mutants and repairs of its claim."""
    mutation = variants.known_mutants(cache, result.id, options)
    repairs = variants.known_repairs(cache, result.id, certificates, options)
    return replace(result, mutation=mutation, repairs=repairs)


def _known(result: ClaimResult) -> KnownClaim:
    about = (result.id, result.uses, result.verdict, by_clause(result))
    return KnownClaim(*about, printed_leaves(result))


def known_from(found: Mapping[str, Any]) -> list[KnownClaim]:
    """Return what the status of proofs needs of what is known or recorded of claims."""
    return [
        KnownClaim(i, one.uses, one.verdict, one.clauses, one.rests_on) for i, one in found.items()
    ]


def proofs(examined: Sequence[ExaminedClaim], others: Iterable[KnownClaim]) -> list[ClaimResult]:
    """Add to every result what depends on the other results.

    That is the status of its printed proof, and whether a misprint is carried on.
    """
    from verify.judging.clauses import without_misprints
    from verify.judging.verdict import (
        carried_on,
        lost_support,
        no_misprint,
        proof_status,
        steps_of,
    )

    known = [_known(found.result) for found in examined]
    here = {one.id for one in known}
    known += [other for other in others if other.id not in here]
    carried = carried_on(known)
    known = [no_misprint(one, carried.get(one.id, ())) for one in known]
    lost = lost_support(known)
    verdicts = {one.id: one.verdict for one in known}
    steps = steps_of(verdicts)
    finished = []
    for found in examined:
        result = found.result
        if result.id in carried:
            result = without_misprints(result, carried[result.id])
        own_steps = {step: verdicts[step] for step in steps[result.id]}
        instead = _used_instead(result) if result.verdict is Verdict.PROVED else set()
        repaired = {one.id for one in known if _is_repaired(one, instead)}
        proof = proof_status(lost[result.id], repaired, own_steps, found.whole_proof)
        finished.append(replace(result, lost=lost[result.id], proof=proof))
    return finished


def _is_repaired(one: KnownClaim, instead: Collection[tuple[str, str]]) -> bool:
    """Return whether what holds instead is used of every clause of a claim that fails."""
    used = {clause for claim, clause in instead if claim == one.id}
    if not one.clauses:
        return bool(used)
    failed = {name for name, verdict in one.clauses.items() if verdict.takes_down}
    return bool(failed) and failed <= used  # clauses may fail together and none of them alone


def _used_instead(result: ClaimResult) -> set[tuple[str, str]]:
    """Return of which claims and clauses the argument for a claim uses what holds instead."""
    pieces = (piece for part in result.parts for piece in part.evidence if piece.proves)
    certificates = [piece.certificate for piece in pieces]
    found: set[tuple[str, str]] = set()
    while certificates:
        clauses = (certificates.pop() or {}).get("clauses", {})
        certificates += clauses.values()
        places = [a.removeprefix(INSTEAD_OF) for a in clauses if a.startswith(INSTEAD_OF)]
        found |= {(place.partition("#")[0], place.partition("#")[2]) for place in places}
    return found
