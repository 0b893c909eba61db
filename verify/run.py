"""Run checks: work items in, verdicts out.

Each claim is examined by a generator that yields items and gets their replies: describe it,
replay what is known to refute it, attack it by every method, judge it. `Drive` feeds the items
of all claims to an engine, answers from the store what the store knows, and gives back a broken
item as a reply, so that a hanging, crashing or greedy check costs its own item and nothing else.
"""

from __future__ import annotations

import hashlib
import heapq
import json
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib import metadata
from itertools import count
from queue import SimpleQueue
from typing import Any

from reports.results import (
    ClaimResult,
    PartResult,
    Run,
    Tier,
    Verdict,
    evidence_from_json,
)
from verify import catalogue
from verify.store import Store
from verify.workers import ENGINES, Engine, Item, Limits

SECONDS = {"quick": 300.0, "standard": 1800.0, "full": 14400.0}  # far above what budgets allow
PACKAGES = ("sympy", "python-flint", "z3-solver", "hypothesis", "torch", "numpy", "scipy")
CUDA_METHODS = ("experiment",)
ATTEMPTS = 3  # how often an item may be in a pool that breaks before it is given up
MAX_BREAKS = 20  # how often in a row a pool may break
CONFIRMING = Limits(60.0, 2 * 2**30)


class UsageError(ValueError):
    """What was asked for cannot be done as asked; the message says what to do."""


class RunError(RuntimeError):
    """The run itself cannot go on."""


@dataclass(frozen=True)
class Options:
    """How a run is done.

    Args:
        profile: "quick", "standard" or "full": how much work every check may do.
        seed: the same seed gives the same verdicts and witnesses.
        device: "cpu" or "cuda", for experiments.
        jobs: how many worker processes.
        engine: a key of `ENGINES`.
        fresh: look for everything again: neither stored results nor recorded certificates.
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
class Reply:
    """What became of an item: a value, or why there is none."""

    value: Any = None
    broken: str | None = None


Examination = Generator[list[Item], list[Reply], Any]


@dataclass(frozen=True)
class Examined:
    """One claim's result before the rest of the run is known."""

    result: ClaimResult
    proof_complete: bool = False
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Known:
    """What a record knows of a claim that is not part of the run."""

    id: str
    uses: tuple[str, ...]
    verdict: Verdict


def versions() -> dict[str, str]:
    """Return the versions that a result depends on."""
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    for package in ("thmcheck", *PACKAGES):
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


def run(
    ids: Sequence[str],
    options: Options,
    store: Store | None = None,
    certificates: Mapping[str, Mapping[str, Any]] | None = None,
    others: Iterable[Known] = (),
    progress: Callable[[str, str], None] = lambda name, what: None,
) -> Run:
    """Check claims and judge them.

    Args:
        ids: the claims.
        options: how.
        store: answers what is known already, and keeps what is found.
        certificates: known refutations: claim id -> key of the statement -> certificate.
        others: what is known of claims that are not checked now, for the status of proofs.
        progress: told each claim and its verdict as soon as it is judged.

    Raises:
        UsageError: the engine is not known.
        RunError: no worker can be started.
    """
    open_engine = engine_named(options.engine)
    limits = options.limits or Limits(SECONDS[options.profile])
    wanted = {} if options.fresh else dict(certificates or {})
    examined: dict[str, Examined] = {}

    def done(claim_id: str, found: Examined) -> None:
        if store is not None:
            fates = store.get(key_of(Item("mutate", claim_id, options.profile, options.seed)))
            found = replace(found, result=replace(found.result, mutation=_mutation(fates)))
        examined[claim_id] = found
        progress(claim_id, found.result.verdict.value)

    with open_engine(options.jobs, limits) as engine:
        desk = Desk(engine, store, limits, options.jobs, options.fresh)
        Drive(desk, done).all({i: examine(i, options, wanted.get(i, {})) for i in ids})
    results = proofs([examined[i] for i in ids], others)
    errors = tuple(error for i in ids for error in examined[i].errors)
    return Run(options.profile, options.seed, versions(), tuple(results), errors)


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


# -- one claim --------------------------------------------------------------------------------


def examine(
    claim_id: str, options: Options, known: Mapping[str, Any]
) -> Generator[list[Item], list[Reply], Examined]:
    """Examine one claim: yields lists of items, receives their replies, returns the result."""
    from verify.methods import METHODS

    place = catalogue.index()[claim_id]

    def item(kind: str, data: Any = None, **more: Any) -> Item:
        return Item(kind, claim_id, options.profile, options.seed, data=json.dumps(data), **more)

    (described,) = yield [item("describe")]
    if described.broken is not None:
        reason = f"the claim cannot be built: {described.broken}"
        return Examined(_unbuilt(place, reason), errors=(f"{claim_id}: {reason}",))
    about = described.value
    statements = about["statements"]
    current = {
        key: certificate
        for key, certificate in known.items()
        if key in statements and certificate.get("statement") == statements[key]["statement"]
    }
    evidence: dict[str, list[dict[str, Any]]] = {key: [] for key in statements}
    accepted = {}
    if current:
        (outcomes,) = yield [item("replay", current)]
        for key, outcome in (outcomes.value or {}).items():
            if "evidence" in outcome:
                accepted[key] = current[key]
                evidence[key].append(outcome["evidence"])
    open_keys = {
        key: statement["statement"]  # the hash, so that it is part of what the store looks for
        for key, statement in statements.items()
        if key not in accepted and statement["type"] != "missing"
    }
    if open_keys:
        attacks = [
            item(
                "method",
                open_keys,
                method=method,
                device=options.device if method in CUDA_METHODS else "cpu",
            )
            for method in METHODS
        ]
        replies = yield attacks
        for attack, reply in zip(attacks, replies, strict=True):
            for key in open_keys:
                evidence[key].append(_piece(attack.method, reply, key))
    (verdict,) = yield [item("judge", {"evidence": evidence, "known": accepted})]
    return _examined(place, about, evidence, verdict)


def _piece(method: str, reply: Reply, key: str) -> dict[str, Any]:
    """Return a method's evidence on one statement, or what says that the check broke."""
    from reports.results import evidence_to_json
    from verify.check import broken

    reason = reply.broken
    if reason is None:
        try:
            return evidence_to_json(evidence_from_json(reply.value[key]))
        except (KeyError, TypeError, ValueError) as error:
            reason = f"the check returned no evidence: {type(error).__name__}: {error}"
    return evidence_to_json(broken(method, reason))


def _examined(
    place: catalogue.Location, about: dict[str, Any], evidence: dict[str, Any], verdict: Reply
) -> Examined:
    """Put the claim's description and its judgement together."""
    errors: tuple[str, ...] = ()
    judged = verdict.value
    if verdict.broken is not None:
        reason = f"the evidence could not be judged: {verdict.broken}"
        errors = (f"{place.id}: {reason}",)
        judged = {
            "headline": 0,
            "errors": [],
            "verdicts": {
                key: {"verdict": "open", "reason": reason, "evidence": evidence[key]}
                for key in about["statements"]
            },
        }
    parts = []
    for key, statement in about["statements"].items():
        if "/" not in key:
            instead = None
            if f"{key}/instead" in about["statements"]:
                other = judged["verdicts"][f"{key}/instead"]
                instead = {**about["statements"][f"{key}/instead"], **other}
                for name in ("name", "reading", "severity", "certificate"):
                    instead.pop(name, None)
            parts.append(_part({**statement, **judged["verdicts"][key], "instead": instead}))
    seconds = sum(e["seconds"] for es in evidence.values() for e in es)
    result = ClaimResult(
        id=place.id,
        paper=place.paper,
        title=about["title"],
        words=about["words"],
        source=about["source"],
        note=about["note"],
        text_uncertain=about["text_uncertain"],
        parts=tuple(parts),
        headline=judged["headline"],
        verdict=parts[judged["headline"]].verdict,
        uses=tuple(about["uses"]),
        code={"theory": place.place, "verify": catalogue.attack_place(place.id)},
        source_hash=catalogue.source_hash(place),
        seconds=round(seconds, 3),
    )
    return Examined(result, about["proof_complete"], (*errors, *judged["errors"]))


def _part(entry: dict[str, Any]) -> PartResult:
    pieces = entry.pop("evidence")
    tier, sides = entry.get("tier"), entry.get("sides")
    changed = {
        "hypotheses": tuple(entry["hypotheses"]),
        "hypotheses_latex": tuple(entry["hypotheses_latex"]),
        "covered": tuple(entry.get("covered", ())),
        "verdict": Verdict(entry["verdict"]),
        "tier": Tier(tier) if tier else None,
        "sides": tuple(sides) if sides else None,
    }
    return PartResult(**{**entry, **changed}, evidence=tuple(map(evidence_from_json, pieces)))


def _unbuilt(place: catalogue.Location, reason: str) -> ClaimResult:
    """Return the result of a claim that could not even be built."""
    part = PartResult(
        name="", reading="main text", type="missing", says="", latex="", hypotheses=(),
        hypotheses_latex=(), where={}, where_latex={}, statement="", verdict=Verdict.OPEN,
        reason=reason,
    )  # fmt: skip
    return ClaimResult(
        id=place.id, paper=place.paper, title="", words="", source={"main": "", "appendix": ""},
        note="", text_uncertain=False, parts=(part,), headline=0, verdict=Verdict.OPEN,
        code={"theory": place.place, "verify": catalogue.attack_place(place.id)},
        source_hash=catalogue.source_hash(place),
    )  # fmt: skip


def proofs(examined: Sequence[Examined], others: Iterable[Known]) -> list[ClaimResult]:
    """Add to every result the status of its printed proof, which depends on the other results."""
    from verify.verdict import lost_support, proof_status

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


# -- all items --------------------------------------------------------------------------------


@cache
def _environment() -> tuple[tuple[str, str], ...]:
    return tuple((k, v) for k, v in sorted(versions().items()) if k != "thmcheck")


def key_of(item: Item) -> str:
    """Return the key under which an item's result is stored.

    It covers everything that the result depends on: the item with the statements that it is
    about, the source of the claim, of its attack and of the engine, and the versions of what the
    engine calls.
    """
    place = catalogue.index()[item.claim]
    modules = {
        "describe": (place.module, "verify.assemble"),
        "method": (
            place.module,
            catalogue.attack_module(place.paper),
            f"verify.methods.{item.method}",
        ),
        "mutate": (place.module, catalogue.attack_module(place.paper), "verify.mutants"),
    }.get(
        item.kind,
        (place.module, catalogue.attack_module(place.paper), "verify.assemble"),
    )
    text = json.dumps(
        [
            item.kind, item.claim, item.profile, item.seed, item.device, item.method,
            _without_times(json.loads(item.data)),
            catalogue.closure_hash(*modules, alone=("verify.check",)),
            _environment(),
        ],
        sort_keys=True,
    )  # fmt: skip
    return hashlib.sha256(text.encode()).hexdigest()


def _without_times(data: Any) -> Any:
    if isinstance(data, dict):
        return {k: _without_times(v) for k, v in data.items() if k != "seconds"}
    return [_without_times(v) for v in data] if isinstance(data, list) else data


@dataclass
class Desk:
    """Where items are handed in: the store answers what it knows, the engine does the rest."""

    engine: Engine
    store: Store | None
    limits: Limits
    jobs: int
    fresh: bool = False

    def recall(self, item: Item) -> Reply | None:
        """Return what the store knows of an item."""
        if self.store is None or self.fresh:
            return None
        value = self.store.get(key_of(item))
        return None if value is None else Reply(value)

    def remember(self, item: Item, reply: Reply) -> None:
        """Store a reply; what broke is not a result, and neither is what was judged with it."""
        if self.store is not None and reply.broken is None and not _has_error(reply.value):
            self.store.put(key_of(item), reply.value)

    def read(self, future: Future[str]) -> Reply | None:
        """Return what a finished future says; a lost worker is a broken item.

        Returns:
            A reply, or `None` if all workers are gone and nobody can say which item did it.
        """
        try:
            answer = json.loads(future.result())
            return Reply(answer.get("value"), answer.get("broken"))
        except TimeoutError:
            return Reply(broken=f"no answer within {self.limits.seconds:g} s")
        except (BrokenProcessPool, CancelledError):
            return None
        except Exception as error:
            code = getattr(error, "exitcode", None)
            died = f"the worker died (exit code {code})" if code is not None else str(error)
            return Reply(broken=died)


@dataclass(order=True)
class _Ticket:
    """One item on its way; claims that come first go first, later steps before new claims."""

    order: int
    serial: int
    item: Item = field(compare=False)
    batch: _Batch = field(compare=False)
    slot: int = field(compare=False)
    attempts: int = field(default=0, compare=False)


@dataclass
class _Batch:
    """The items that one claim waits for."""

    order: int
    claim: str
    examination: Examination
    replies: list[Reply | None]
    missing: int


class Drive:
    """Runs examinations to their end, as many items at a time as there are workers.

    Args:
        desk: where items are handed in.
        done: told what each examination returns.
    """

    def __init__(self, desk: Desk, done: Callable[[str, Any], None]) -> None:
        self.desk = desk
        self.done = done
        self.serial = count()
        self.waiting: dict[str, list[_Ticket]] = {"cpu": [], "cuda": []}
        self.flying: dict[int, _Ticket] = {}
        self.arrived: SimpleQueue[tuple[int, Future[str]]] = SimpleQueue()
        self.breaks = 0

    def all(self, examinations: Mapping[str, Examination]) -> None:
        """Run all examinations.

        Raises:
            RunError: the workers break again and again.
        """
        new = enumerate(examinations.items())
        while True:
            while len(self.waiting["cpu"]) < self.room("cpu"):
                started = next(new, None)
                if started is None:
                    break
                order, (claim, examination) = started
                self.advance(_Batch(order, claim, examination, [], 0))
            self.launch()
            if self.flying:
                self.land()
            elif not any(self.waiting.values()):
                return

    def room(self, device: str) -> int:
        """Return how many items may be with the workers of a device at a time.

        After a pool has broken it is one, so that the item that does it is found out.
        """
        if any(ticket.attempts for queue in self.waiting.values() for ticket in queue):
            return 1
        return 2 * self.desk.jobs + 2 if device == "cpu" else 2

    def advance(self, batch: _Batch) -> None:
        """Let one examination go on until it waits for workers or is finished."""
        replies = batch.replies or None
        while True:
            try:
                items = batch.examination.send(replies)  # type: ignore[arg-type]
            except StopIteration as end:
                self.done(batch.claim, end.value)
                return
            replies = [self.desk.recall(item) for item in items]
            missing = [slot for slot, reply in enumerate(replies) if reply is None]
            if missing:
                following = replace(batch, replies=replies, missing=len(missing))
                for slot in missing:
                    ticket = _Ticket(batch.order, next(self.serial), items[slot], following, slot)
                    heapq.heappush(self.waiting[items[slot].device], ticket)
                return

    def launch(self) -> None:
        """Hand waiting items to the engine, as far as there is room."""
        for device, queue in self.waiting.items():
            room = self.room(device)
            while queue and sum(t.item.device == device for t in self.flying.values()) < room:
                ticket = heapq.heappop(queue)
                number = next(self.serial)
                try:
                    future = self.desk.engine.submit(ticket.item)
                except RuntimeError as error:  # the pool broke between two items
                    heapq.heappush(queue, ticket)
                    self.recover(error)
                    return
                self.flying[number] = ticket
                future.add_done_callback(partial(self._arrive, number))

    def _arrive(self, number: int, future: Future[str]) -> None:
        self.arrived.put((number, future))

    def land(self) -> None:
        """Wait for one item and pass its reply on."""
        number, future = self.arrived.get()
        if number not in self.flying:
            return  # it was handed in again after its pool broke
        reply = self.desk.read(future)
        if reply is None:
            self.recover(future.exception())
            return
        self.breaks = 0
        self.settle(self.flying.pop(number), reply)

    def settle(self, ticket: _Ticket, reply: Reply) -> None:
        """Pass a reply to the claim that waits for it."""
        self.desk.remember(ticket.item, reply)
        batch = ticket.batch
        batch.replies[ticket.slot] = reply
        batch.missing -= 1
        if not batch.missing:
            self.advance(batch)

    def recover(self, error: BaseException | None) -> None:
        """Replace a broken pool and hand its items in again; give up those that break it.

        Raises:
            RunError: no worker lives long enough to answer anything.
        """
        self.breaks += 1
        if self.breaks > MAX_BREAKS:
            raise RunError(f"no worker process can be kept alive: {error}")
        self.desk.engine.restart()
        lost, self.flying = self.flying, {}
        for ticket in lost.values():
            ticket.attempts += 1
            if ticket.attempts < ATTEMPTS:
                heapq.heappush(self.waiting[ticket.item.device], ticket)
            else:
                self.settle(ticket, Reply(broken=f"its worker died {ATTEMPTS} times"))


def _has_error(value: Any) -> bool:
    """Return whether some piece of evidence in a result comes from a check that broke."""
    if isinstance(value, dict):
        broken = value.get("error") is True or bool(value.get("errors"))
        return broken or any(map(_has_error, value.values()))
    return isinstance(value, list) and any(map(_has_error, value))


# -- other work -------------------------------------------------------------------------------


def single(item: Item) -> Generator[list[Item], list[Reply], Reply]:
    """Do one item; for work that has no further steps."""
    (reply,) = yield [item]
    return reply


def confirm(claim_id: str, certificate: Any) -> tuple[bool, str]:
    """Replay a certificate that somebody hands in, in a worker with narrow limits.

    Returns:
        Whether it refutes its claim, and a sentence that says what was evaluated or why not.
    """
    item = Item("confirm", claim_id, data=json.dumps(certificate))
    found: dict[str, Reply] = {}
    with ENGINES["local"](1, CONFIRMING) as engine:
        desk = Desk(engine, None, CONFIRMING, 1)
        Drive(desk, found.__setitem__).all({claim_id: single(item)})
    reply = found[claim_id]
    if reply.broken is not None:
        return False, f"it cannot be evaluated: {reply.broken}"
    if "accepted" in reply.value:
        return True, reply.value["accepted"]
    return False, reply.value["refused"]


def mutate(
    ids: Sequence[str],
    options: Options,
    store: Store | None = None,
    progress: Callable[[str, str], None] = lambda name, what: None,
) -> dict[str, Any]:
    """Hunt the mutants of claims.

    Returns:
        By claim id what `verify.mutants.mutate` returns, or `{"broken": reason}`.
    """
    limits = options.limits or Limits(10 * SECONDS[options.profile])
    fates: dict[str, Any] = {}

    def done(claim_id: str, reply: Reply) -> None:
        fates[claim_id] = {"broken": reply.broken} if reply.broken is not None else reply.value
        progress(claim_id, reply.broken or f"{reply.value['killed']} killed")

    items = {i: Item("mutate", i, options.profile, options.seed) for i in ids}
    with engine_named(options.engine)(options.jobs, limits) as engine:
        desk = Desk(engine, store, limits, options.jobs, options.fresh)
        Drive(desk, done).all({i: single(item) for i, item in items.items()})
    return {i: fates[i] for i in ids}


def _mutation(fates: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return what a report says of mutants: how many, and which of them hold as well."""
    if fates is None:
        return None
    counts = {end: fates[end] for end in ("killed", "true", "undecided")}
    return {**counts, "also_holds": [m["change"] for m in fates["mutants"] if m["end"] == "true"]}
