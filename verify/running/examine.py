"""Examine one claim: which items it needs, and what their replies say together."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import structs

from reports.results import (
    About,
    ClaimResult,
    ClaimVerdict,
    Code,
    Described,
    Description,
    Instead,
    PartResult,
    RestsOn,
    Source,
    StatementText,
    StatementVerdict,
    fields_of,
)
from verify.claims import catalogue
from verify.errors import NOT_BUILT, NotBuilt, UnknownExperiment
from verify.evidence import (
    ARGUMENT,
    EarlierProofs,
    Evidence,
    Key,
    OnClause,
    Outcome,
    Tier,
    Verdict,
    strongest_proof,
)
from verify.running.descriptions import place_in
from verify.running.items import Item, Reply, Work
from verify.running.work.apply import Apply
from verify.running.work.describe import Describe
from verify.running.work.judge import Accept, Judge, Replay, Replayed
from verify.running.work.locate import Locate
from verify.running.work.sweep import Divide, DoPart, Parts

if TYPE_CHECKING:
    from verify.methods.method import Method, Needless

T = TypeVar("T")


@dataclass(frozen=True)
class ExaminedClaim:
    """One claim's result before the rest of the run is known.

    Args:
        result: with all that it rests on.
        whole_proof: whether the steps of its printed proof are all claims.
        errors: of the run, in words.
        judged: the verdicts, if they could be computed.
        clauses: of the clauses of other claims that its arguments rest on, by their addresses.
    """

    result: ClaimResult
    whole_proof: bool = False
    errors: tuple[str, ...] = ()
    judged: ClaimVerdict | None = None
    clauses: Mapping[str, OnClause] = field(default_factory=dict)


def examine(
    claim_id: str,
    profile: str,
    seed: int,
    device: str,
    known: Mapping[str, Mapping[Key, Any]],
    again: bool,
    earlier: Mapping[str, Mapping[Key, EarlierProofs]] = MappingProxyType({}),
    above: tuple[str, ...] = (),
) -> Generator[list[Item], list[Reply], ExaminedClaim]:
    """Describe a claim, replay what decides it, apply every method to the rest, and judge it.

    Yields lists of items, receives their replies, and returns the result. Claims with clauses that
    its arguments rest on are examined first.

    Args:
        claim_id: the claim.
        profile, seed, device: how it is checked; the device is for experiments.
        known: recorded certificates, by claim and by key of the statement.
        again: whether methods are applied to what one of them refutes, too.
        earlier: what has decided statements before, by claim and by key of the statement. If an
            argument does not decide its statement again, the claim is examined without.
        above: the claims for whose arguments it is examined.
    """
    from verify.methods import METHODS, applied_last

    place = catalogue.index()[claim_id]
    how = (profile, seed, device, known, again)

    (described,) = yield [Item(claim_id, Describe(), profile, seed)]
    if described.broken is not None:
        reason = NOT_BUILT + described.broken.removeprefix(f"{NotBuilt.__name__}: ")
        return ExaminedClaim(_unbuilt(place, reason), errors=(f"{claim_id}: {reason}",))
    about: Description = described.value

    def item(work: Work, device: str = "cpu") -> Item:
        return Item(claim_id, work, profile, seed, device, about.opaque)

    def other(name: str) -> Generator[list[Item], list[Reply], ExaminedClaim]:
        return examine(name, *how, earlier, (*above, claim_id))

    clauses = yield from _clauses(about.rests_on, (*above, claim_id), other)
    current = _current(known.get(claim_id, {}), about.statements, _pinned)
    accepted = yield from _replayed(item, current)
    before = _current(earlier.get(claim_id, {}), about.statements, attrgetter("statement"))
    by_argument = {k: one.by_argument for k, one in before.items() if one.by_argument}
    proved = yield from _accepted(item, before)
    evidence = {
        key: [found[key] for found in (accepted, proved) if key in found]
        for key in about.statements
    }
    open_keys = {
        key: statement.hash  # so that it is part of the key in the cache
        for key, statement in about.statements.items()
        if (again or not {key} & {*accepted, *proved, *by_argument})
        and statement.text.type != "missing"
    }
    last = applied_last() if profile == "quick" else []
    first = [method for method in METHODS.values() if method not in last]
    swept = yield from _swept(item, about.statements, open_keys, device)
    yield from _applied(item, dict.fromkeys(first, open_keys), device, evidence, swept)
    still_open = {m: _open_to(evidence, m.needless, open_keys) for m in last}
    yield from _applied(item, still_open, device, evidence, swept)
    found = {key: tuple(pieces) for key, pieces in evidence.items()}
    accepted_now = {key: current[key] for key in accepted}
    judge = Judge(found, accepted_now, clauses, by_argument)
    verdict, attacked = yield [
        item(judge),
        Item(claim_id, Locate()),  # the same in every run, so that `show` finds it in the cache
    ]
    examined = _examined(place, about, judge, verdict, place_in(attacked))
    if any(not _is_argued(examined.judged, key) for key in by_argument):
        return (yield from examine(claim_id, *how, above=above))
    return examined


def _clauses(
    rests_on: Sequence[RestsOn],
    above: tuple[str, ...],
    other: Callable[[str], Generator[list[Item], list[Reply], ExaminedClaim]],
) -> Generator[list[Item], list[Reply], dict[str, OnClause]]:
    """Return what proves the clauses of other claims that the arguments of one rest on.

    Args:
        rests_on: the clauses.
        above: the claim, and the claims for whose arguments it is examined.
        other: examines another claim.
    """
    found: dict[str, OnClause] = {}
    examined: dict[str, ExaminedClaim] = {}
    for leaf in rests_on:
        if leaf.claim in above:
            circle = " <- ".join((*above[above.index(leaf.claim) :], leaf.claim))
            found[leaf.address] = _unproved(f"a circle of arguments: {circle}")
        elif leaf.claim not in catalogue.index():
            found[leaf.address] = _unproved(f"no claim is called {leaf.claim}")
        else:
            if leaf.claim not in examined:
                examined[leaf.claim] = yield from other(leaf.claim)
            found[leaf.address] = _proved(examined[leaf.claim].result, leaf)
    return found


def _proved(result: ClaimResult, leaf: RestsOn) -> OnClause:
    """Return what proves a clause of a claim, or why nothing does."""
    parts = [p for p in result.parts if p.role == "printed" and p.clause == leaf.clause]
    if len(parts) != 1:
        several = "can be read in several ways" if parts else "has no such clause"
        return _unproved(f"{result.id} {several}")
    found = parts[0].instead if leaf.instead else parts[0]
    if found is None:
        return _unproved("nothing is known to hold instead")
    proof = strongest_proof(found.evidence) if found.verdict is Verdict.PROVED else None
    if proof is None:
        return _unproved(": ".join(filter(None, (f"it is {found.verdict}", found.reason))))
    return OnClause(found.hash, proof)


def _unproved(reason: str) -> OnClause:
    """Return what is known of a clause that nothing proves."""
    return OnClause("", Evidence(ARGUMENT, Outcome.UNKNOWN, Tier.SOLVER, detail=reason))


def _replayed(
    item: Callable[..., Item], certificates: Mapping[Key, Any]
) -> Generator[list[Item], list[Reply], dict[Key, Evidence]]:
    """Replay recorded certificates; return the evidence that those are which are accepted."""
    if not certificates:
        return {}
    (reply,) = yield [item(Replay(dict(certificates)))]
    return _shown(reply)


def _accepted(
    item: Callable[..., Item], earlier: Mapping[Key, EarlierProofs]
) -> Generator[list[Item], list[Reply], dict[Key, Evidence]]:
    """Let the kernel check what methods have found before; return what it accepts."""
    proofs = {key: one.by_method for key, one in earlier.items() if one.by_method}
    if not proofs:
        return {}
    (reply,) = yield [item(Accept(proofs))]
    return _shown(reply)


def _shown(reply: Reply) -> dict[Key, Evidence]:
    """Return what certificates and proofs show that were not refused."""
    found: dict[Key, Replayed] = reply.value or {}
    return {key: one.evidence for key, one in found.items() if one.evidence is not None}


def _is_argued(judged: ClaimVerdict | None, key: Key) -> bool:
    """Return whether an argument decides a statement."""
    pieces = () if judged is None else judged.verdicts[key].evidence
    return any(piece.is_whole_argument for piece in pieces)


def _swept(
    item: Callable[..., Item],
    statements: Mapping[Key, Described],
    keys: Mapping[Key, str],
    device: str,
) -> Generator[list[Item], list[Reply], dict[Key, Reply]]:
    """Do the parts of experiments that are sweeps, each as an item of its own.

    Args:
        item: makes an item of work on the claim.
        statements: of the claim.
        keys: the statements that are looked at, with their hashes.
        device: where the parts are done.

    Returns:
        By key of the statement what came of all parts, or what broke one of them.
    """
    observed = {k: keys[k] for k in keys if statements[k].text.type == "observed"}
    if not observed:
        return {}
    (divided,) = yield [item(Divide(observed))]
    sweeps: dict[Key, Parts] = divided.value or {}  # what broke here breaks the experiment again
    parts = [(s.experiment, part) for s in sweeps.values() for part in s.parts]
    replies = iter((yield [item(DoPart(*part), device) for part in parts]))
    return {k: _together([next(replies) for _ in s.parts]) for k, s in sweeps.items()}


def _together(replies: Sequence[Reply]) -> Reply:
    """Return what came of all parts of a sweep, or what broke the first that is broken."""
    for number, reply in enumerate(replies, 1):
        if reply.broken is not None:
            return Reply(broken=f"part {number} of {len(replies)}: {reply.broken}")
    return Reply(tuple(reply.value for reply in replies))


def _applied(
    item: Callable[..., Item],
    wanted: Mapping[Method, Mapping[Key, str]],
    device: str,
    evidence: Mapping[Key, list[Evidence]],
    swept: Mapping[Key, Reply],
) -> Generator[list[Item], list[Reply], None]:
    """Apply methods to statements, and add what they find to the evidence.

    Args:
        item: makes an item of work on the claim.
        wanted: the statements that each of them is applied to, with their hashes.
        device: where methods that may use a GPU do their work.
        evidence: by key of the statement.
        swept: what came of the parts of sweeps, by key of the statement.
    """
    works = {}
    for method, keys in wanted.items():
        parts = {k: swept[k] for k in keys if k in swept} if method.experiments else {}
        found = {k: part.value for k, part in parts.items() if part.broken is None}
        open_keys = {k: keys[k] for k in keys if k not in parts or k in found}
        if open_keys:
            work = Apply(method.name, open_keys, found)
            works[method] = (work, device if method.uses_gpu else "cpu")
    replies = dict(zip(works, (yield [item(*how) for how in works.values()]), strict=True))
    for method, keys in wanted.items():
        for key in keys:
            is_asked = method in works and key in works[method][0].statements
            reply = replies[method] if is_asked else swept[key]
            evidence[key].append(_piece(method.name, reply, key))


def _pinned(certificate: Any) -> Any:
    """Return the hash that a certificate has, which is read from a file and may lack it."""
    return certificate.get("statement")


def _current(
    known: Mapping[Key, T], statements: Mapping[Key, Described], hash_of: Callable[[T], Any]
) -> dict[Key, T]:
    """Return of what is recorded what is about the statements as they are now, by their hashes."""
    return {
        key: known[key]
        for key, statement in statements.items()
        if key in known and hash_of(known[key]) == statement.hash
    }


def _mistakes(claim_id: str, evidence: Mapping[Key, Sequence[Evidence]]) -> tuple[str, ...]:
    """Return what a claim asks for that does not exist: an error of the run, once for each."""
    details = (piece.detail for pieces in evidence.values() for piece in pieces if piece.error)
    unknown = (d for d in details if d.startswith(f"{UnknownExperiment.__name__}: "))
    return tuple(f"{claim_id}: {d.partition(': ')[2]}" for d in dict.fromkeys(unknown))


def _piece(method: str, reply: Reply, key: Key) -> Evidence:
    """Return a method's evidence on one statement, or what says that the check broke."""
    from verify.methods.apply import broken

    if reply.broken is not None:
        return broken(method, reply.broken)
    if key not in reply.value:
        return broken(method, "the check returned no evidence")
    found: Evidence = reply.value[key]
    return found


def _open_to(
    evidence: Mapping[Key, Sequence[Evidence]],
    needless: Needless | None,
    keys: Mapping[Key, Any],
) -> dict[Key, Any]:
    """Return the statements of which no evidence makes a method needless."""
    if needless is None:
        return dict(keys)
    return {
        key: statement
        for key, statement in keys.items()
        if not any(map(needless.follows, evidence[key]))
    }


def _examined(
    place: catalogue.Location,
    about: Description,
    judge: Judge,
    verdict: Reply,
    attacked: str,
) -> ExaminedClaim:
    """Put the claim's description and its judgement together."""
    errors: tuple[str, ...] = ()
    evidence = judge.evidence
    if verdict.broken is None:
        judged = judge.whole(verdict.value)
    else:
        reason = f"the evidence could not be judged: {verdict.broken}"
        errors = (f"{place.id}: {reason}",)
        judged = _not_judged(evidence, reason)
    parts = _parts(about.statements, judged.verdicts)
    head = parts[judged.headline]
    checking = sum(piece.seconds for pieces in evidence.values() for piece in pieces)
    result = ClaimResult(
        **fields_of(about, About),
        **_place(place, attacked),
        parts=parts,
        headline=judged.headline,
        verdict=judged.verdict,
        clauses=judged.clauses,
        sentence=judged.sentence,
        tier=head.tier,
        severity=head.severity,
        covered=head.covered,
        certificate=head.certificate,
        seconds=round(checking + judged.seconds, 3),
    )
    errors = (*errors, *_mistakes(place.id, evidence), *judged.errors)
    found = None if verdict.broken is not None else judged
    return ExaminedClaim(result, about.whole_proof, errors, found, judge.clauses)


def _place(place: catalogue.Location, attacked: str) -> dict[str, Any]:
    """Return what a result says of where its claim stands."""
    return {
        "id": place.id,
        "paper": place.paper,
        "code": Code(place.place, attacked),
        "source_hash": catalogue.source_hash(place),
    }


def _not_judged(evidence: Mapping[Key, tuple[Evidence, ...]], reason: str) -> ClaimVerdict:
    """Return what a worker would say of evidence that decides nothing."""
    verdicts = {
        key: StatementVerdict(verdict=Verdict.OPEN, reason=reason, evidence=pieces)
        for key, pieces in evidence.items()
    }
    return ClaimVerdict(verdicts, Verdict.OPEN, 0, (), "", ())


def _parts(
    statements: Mapping[Key, Described], verdicts: Mapping[Key, StatementVerdict]
) -> tuple[PartResult, ...]:
    """Return the result of each part, with that of what holds instead."""
    parts = []
    for key, statement in statements.items():
        if not key.instead:
            other = Key(key.part, instead=True)
            instead = None
            if other in statements:
                about = fields_of(statements[other], Instead)
                instead = Instead(**about, **structs.asdict(verdicts[other]))
            about = fields_of(statement, PartResult)
            parts.append(PartResult(**about, **structs.asdict(verdicts[key]), instead=instead))
    return tuple(parts)


def _unbuilt(place: catalogue.Location, reason: str) -> ClaimResult:
    """Return the result of a claim that could not even be built."""
    nothing = StatementText(type="missing", says="", latex="")
    part = PartResult(
        name="", reading="", text=nothing, hash="", verdict=Verdict.OPEN, reason=reason
    )
    return ClaimResult(
        **_place(place, catalogue.METHODS),
        title="",
        words="",
        source=Source(),
        parts=(part,),
        headline=0,
        verdict=Verdict.OPEN,
    )
