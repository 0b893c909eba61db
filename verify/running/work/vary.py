"""Make statements of a claim stronger, or weaker."""

from __future__ import annotations

from itertools import islice
from typing import Any, ClassVar

from reports.results import ClaimVerdict, MutantResult, Mutation, Repairs
from verify.evidence import JsonStruct, Key, OnClause
from verify.running.items import Item
from verify.running.processor import processor_time


class Mutate(JsonStruct, frozen=True):
    """How the mutants of a claim end."""

    gives: ClassVar[Any] = Mutation

    def do(self, item: Item) -> Mutation:
        """Check each of them."""
        from verify.claims import catalogue
        from verify.methods.task import PROFILES
        from verify.variants.mutants import mutate

        return mutate(catalogue.load(item.claim), PROFILES[item.profile], item.seed)


class MutantName(JsonStruct, frozen=True):
    """A mutant of a claim: of which statement it is one, and what was changed, in words."""

    statement: Key
    change: str


class Name(JsonStruct, frozen=True):
    """The mutants of all statements of a claim, in their order, without a check of any."""

    gives: ClassVar[Any] = tuple[MutantName, ...]

    def do(self, item: Item) -> tuple[MutantName, ...]:
        """Name each of them."""
        from verify.claims import catalogue
        from verify.variants.mutants import mutants_of

        claim = catalogue.load(item.claim)
        return tuple(MutantName(key, mutant.change) for key, mutant in mutants_of(claim))


class MutateOnce(JsonStruct, frozen=True):
    """How one mutant of a claim ends; `None` if its statement does not hold or is as strong.

    Args:
        number: its place among all mutants of the claim, from 0.
        limit: the seconds of processor time that it may take, without building the claim.
        found: the verdicts on the claim.
        clauses: of the clauses that its arguments rest on, by `paper/name#clause`.
    """

    number: int
    limit: float
    found: ClaimVerdict
    clauses: dict[str, OnClause]

    gives: ClassVar[Any] = MutantResult | None

    def do(self, item: Item) -> MutantResult | None:
        """Check it."""
        from verify.claims import catalogue
        from verify.methods.task import PROFILES
        from verify.variants.judged import with_proofs
        from verify.variants.mutants import bench_of, mutants_of

        claim = catalogue.load(item.claim)
        judged = with_proofs(claim, self.found, self.clauses)
        bench = bench_of(claim, judged, PROFILES[item.profile], item.seed)
        key, mutant = next(islice(mutants_of(claim), self.number, None))
        with processor_time(self.limit):
            return bench.end(key, mutant)


class Repair(JsonStruct, frozen=True):
    """The edits of refuted statements that survive every check.

    Args:
        known: certificates of what is refuted, by key of the statement.
    """

    known: dict[Key, Any]

    gives: ClassVar[Any] = dict[Key, Repairs]

    def do(self, item: Item) -> dict[Key, Repairs]:
        """Try the edits of each of the statements."""
        from verify.claims import catalogue
        from verify.methods.task import PROFILES
        from verify.variants.repairs import repair

        claim = catalogue.load(item.claim)
        return repair(claim, self.known, PROFILES[item.profile], item.seed)
