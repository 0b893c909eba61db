"""Run checks: claims in, verdicts out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from reports.printable import printable
from reports.results import ClaimResult, Run
from verify.claims import catalogue
from verify.errors import UsageError
from verify.evidence import Verdict
from verify.running import shape
from verify.running.examine import Examined, examine
from verify.running.schedule import Desk, Drive, Reply, key_of, single, versions
from verify.running.store import Store
from verify.running.workers import ENGINES, Item, Limits

SECONDS = {"quick": 300.0, "standard": 1800.0, "full": 14400.0}  # far above what budgets allow
CONFIRMING = Limits(60.0, 2 * 2**30)
SUGGESTIONS = 3  # repairs of one statement that a report shows


@dataclass(frozen=True)
class Options:
    """How a run is done.

    Args:
        profile: "quick", "standard" or "full": how much work every check may do.
        seed: the same seed gives the same verdicts and witnesses.
        device: "cpu" or "cuda", for experiments.
        jobs: how many worker processes.
        engine: a key of `ENGINES`.
        fresh: look for everything again, whatever is stored or refuted by a certificate.
        limits: what an item may use; by default the time-out of the profile.
    """

    profile: str = "quick"
    seed: int = 0
    device: str = "cpu"
    jobs: int = 1
    engine: str = "local"
    fresh: bool = False
    limits: Limits | None = None


@dataclass(frozen=True)
class Known:
    """What a record knows of a claim that is not part of the run."""

    id: str
    uses: tuple[str, ...]
    verdict: Verdict


def run(
    ids: Sequence[str],
    options: Options,
    store: Store | None = None,
    certificates: Mapping[str, Mapping[str, Any]] | None = None,
    others: Iterable[Known] = (),
    progress: Callable[[str, str], None] = lambda name, what: None,
    errors: Sequence[str] = (),
) -> Run:
    """Check claims and judge them.

    Args:
        ids: the claims.
        options: how.
        store: answers what is known already, and keeps what is found.
        certificates: known refutations: claim id -> key of the statement -> certificate.
        others: what is known of claims that are not checked now, for the status of proofs.
        progress: told each claim and its verdict as soon as it is judged.
        errors: what went wrong before, such as a file that cannot be read.

    Raises:
        UsageError: the engine is not known.
        RunError: no worker can be started.
    """
    open_engine = engine_named(options.engine)
    limits = options.limits or Limits(SECONDS[options.profile])
    refuted = certificates or {}
    examined: dict[str, Examined] = {}

    def done(claim_id: str, found: Examined) -> None:
        if store is not None:
            mutants = _stored(store, Item("mutate", claim_id), options)
            edits = _stored(store, repair_item(claim_id, refuted.get(claim_id)), options)
            result = replace(found.result, mutation=_mutation(mutants), repairs=_repairs(edits))
            found = replace(found, result=result)
        examined[claim_id] = found
        progress(claim_id, found.result.verdict.value)

    with open_engine(limits) as engine:
        desk = Desk(engine, store, limits, options.jobs, options.fresh)
        how = (options.profile, options.seed, options.device)
        Drive(desk, done).all({i: examine(i, *how, refuted.get(i, {}), options.fresh) for i in ids})
    results = proofs([examined[i] for i in ids], others)
    errors = (*errors, *(error for i in ids for error in examined[i].errors))
    titles = {paper: catalogue.title(paper) for paper in dict.fromkeys(r.paper for r in results)}
    return Run(
        options.profile, options.seed, versions(), tuple(results), tuple(map(printable, errors)),
        papers={paper: printable(title) for paper, title in titles.items() if title},
    )  # fmt: skip


def known_from(found: Mapping[str, Any]) -> list[Known]:
    """Return what the status of proofs needs of what is known or recorded of claims."""
    return [Known(i, one.uses, Verdict(one.verdict)) for i, one in found.items()]


def engine_named(name: str) -> Any:
    """Return the engine of that name.

    Raises:
        UsageError: there is none.
    """
    if name in ENGINES:
        return ENGINES[name]
    if name.startswith("dask://"):
        raise UsageError(f"--engine {name}: the Dask engine is not built yet; use --engine local")
    raise UsageError(f"--engine {name}: not one of {', '.join(ENGINES)}")


def proofs(examined: Sequence[Examined], others: Iterable[Known]) -> list[ClaimResult]:
    """Add to every result the status of its printed proof, which depends on the other results."""
    from verify.judging.verdict import lost_support, proof_status

    results = [found.result for found in examined]
    here = {result.id for result in results}
    known: list[Any] = [*results, *(other for other in others if other.id not in here)]
    lost = lost_support(known)
    finished = []
    for found in examined:
        result = found.result
        steps = [other for other in known if other.id.startswith(f"{result.id}-step-")]
        proof = proof_status(result, lost[result.id], steps, found.proof_complete)
        finished.append(replace(result, lost=lost[result.id], proof=proof))
    return finished


def confirm(claim_id: str, certificate: Any) -> tuple[bool, str]:
    """Replay a certificate that somebody hands in, in a worker with narrow limits.

    Returns:
        Whether it is accepted, and a sentence that says what it shows, or why it is refused.
    """
    item = Item("confirm", claim_id, data=json.dumps(certificate))
    found: dict[str, Reply] = {}
    with ENGINES["local"](CONFIRMING) as engine:
        desk = Desk(engine, None, CONFIRMING, 1)
        Drive(desk, found.__setitem__).all({claim_id: single(item)})
    reply = found[claim_id]
    if reply.broken is not None:
        return False, f"it cannot be evaluated: {reply.broken}"
    if "accepted" in reply.value:
        return True, reply.value["accepted"]
    return False, reply.value["refused"]


def certificate_files(claim: ClaimResult) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a file name and its content for everything that proves or refutes a part of a claim."""
    from verify.judging.certificate import make_proof

    stem = claim.id.replace("/", "-")
    for number, part in enumerate(claim.parts):
        name = f"{stem}@{number}" if len(claim.parts) > 1 else stem
        if part.certificate is not None:
            yield f"{name}.json", part.certificate
        for piece in part.evidence:
            if piece.certificate is not None:
                proof = make_proof(
                    claim.id, part.name, part.reading, part.statement, piece.certificate
                )
                yield f"{name}-{piece.method}.json", proof


def mutate(
    ids: Sequence[str],
    options: Options,
    store: Store | None = None,
    progress: Callable[[str, str], None] = lambda name, what: None,
) -> dict[str, Any]:
    """Hunt the mutants of claims.

    Returns:
        By claim id what `verify.variants.mutants.mutate` returns, or `{"broken": reason}`.
    """

    def words(fates: Mapping[str, Any]) -> str:
        return f"{fates['killed']} killed"

    return _each([Item("mutate", i) for i in ids], options, store, words, progress)


def repair(
    ids: Sequence[str],
    options: Options,
    certificates: Mapping[str, Mapping[str, Any]],
    store: Store | None = None,
    progress: Callable[[str, str], None] = lambda name, what: None,
) -> dict[str, Any]:
    """Look for small edits of the refuted statements of claims that survive every check.

    Returns:
        By claim id what `verify.variants.repairs.repair` returns, or `{"broken": reason}`.
    """

    def words(edits: Mapping[str, Any]) -> str:
        return f"{sum(len(found['kept']) for found in edits['statements'].values())} kept"

    items = [repair_item(i, certificates.get(i)) for i in ids]
    return _each(items, options, store, words, progress)


def described(ids: Sequence[str], options: Options, store: Store | None = None) -> dict[str, Any]:
    """Return what claims say, by id, as `verify.shown.describe` has it, or `{"broken": reason}`."""
    items = [Item("describe", i, options.profile, options.seed) for i in ids]
    return _each(items, options, store, lambda about: about["title"], lambda name, what: None)


def drawn(
    found: Run,
    options: Options,
    store: Store | None = None,
    progress: Callable[[str, str], None] = lambda name, what: None,
) -> Run:
    """Add to a run what can be drawn of its counterexamples, where it is not there yet."""
    missing = {
        claim.id: {
            f"{number}": part.certificate
            for number, part in enumerate(claim.parts)
            if part.certificate is not None and part.plot is None
        }
        for claim in found.claims
        if claim.id in catalogue.index()
    }
    items = [Item("draw", i, data=json.dumps(known)) for i, known in missing.items() if known]
    pictures = _each(items, options, store, lambda plots: f"{len(plots)} drawn", progress)

    def with_plots(claim: ClaimResult) -> ClaimResult:
        plots = pictures.get(claim.id, {})
        parts = (
            replace(part, plot=plots.get(f"{number}") or part.plot)
            for number, part in enumerate(claim.parts)
        )
        return replace(claim, parts=tuple(parts))

    return replace(found, claims=tuple(map(with_plots, found.claims)))


def _each(
    items: Sequence[Item],
    options: Options,
    store: Store | None,
    words: Callable[[Mapping[str, Any]], str],
    progress: Callable[[str, str], None],
) -> dict[str, Any]:
    """Do one item for each claim; `words` says in short what was found."""
    limits = options.limits or Limits(10 * SECONDS[options.profile])
    found: dict[str, Any] = {}

    def done(claim_id: str, reply: Reply) -> None:
        found[claim_id] = {"broken": reply.broken} if reply.broken is not None else reply.value
        progress(claim_id, reply.broken or words(reply.value))

    with engine_named(options.engine)(limits) as engine:
        desk = Desk(engine, store, limits, options.jobs, options.fresh)
        how = partial(replace, profile=options.profile, seed=options.seed)
        Drive(desk, done).all({item.claim: single(how(item)) for item in items})
    return {item.claim: found[item.claim] for item in items}


def repair_item(claim_id: str, certificates: Any) -> Item:
    """Return the item that looks for repairs of a claim with these known counterexamples."""
    return Item("repair", claim_id, data=json.dumps(certificates))


def _stored(store: Store, item: Item, options: Options) -> dict[str, Any] | None:
    """Return what the store knows of an item, by this profile or else by the best cheaper one."""
    profiles = list(SECONDS)
    for profile in reversed(profiles[: profiles.index(options.profile) + 1]):
        value: Any = store.get(key_of(replace(item, profile=profile, seed=options.seed)))
        if shape.fits(value, shape.RESULTS[item.kind]):
            return dict(value)
    return None


def _mutation(fates: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return what a report says of mutants: how many, and which of them hold as well."""
    if fates is None:
        return None
    counts = {end: fates[end] for end in ("killed", "true", "undecided")}
    also_holds: dict[str, list[str]] = {}
    for mutant in fates["mutants"]:
        if mutant["end"] == "true":
            also_holds.setdefault(mutant["statement"], []).append(mutant["change"])
    return {**counts, "also_holds": also_holds}


def _repairs(found: dict[str, Any] | None) -> dict[str, list[dict[str, Any]]] | None:
    """Return what a report suggests: the simplest edits that survive every check."""
    if found is None:
        return None
    fields = ("change", "says", "hypotheses", "where", "verdict", "tier")
    return {
        key: [{name: kept[name] for name in fields} for kept in statement["kept"][:SUGGESTIONS]]
        for key, statement in found["statements"].items()
    }
