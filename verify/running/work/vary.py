"""Make statements of a claim stronger, or weaker."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

from reports.results import MutantResult, Mutation, Repairs
from verify.evidence import JsonStruct, Key, Verdict
from verify.running.items import Item

if TYPE_CHECKING:
    from verify.variants.mutants import Bench


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
    """How one mutant of a claim ends, if the claim holds or depends on the reading.

    Args:
        number: its place among all mutants of the claim, from 0.
    """

    number: int

    gives: ClassVar[Any] = MutantResult | None

    def do(self, item: Item) -> MutantResult | None:
        """Check it, after the claim has been judged."""
        from verify.variants.mutants import mutants_of

        bench = _bench(item.claim, item.profile, item.seed)
        verdict = bench.judged.found.verdict
        if not (verdict.holds or verdict is Verdict.DEPENDS):
            return None
        key, mutant = next(islice(mutants_of(bench.claim), self.number, None))
        return bench.end(key, mutant)


@lru_cache(maxsize=1)  # the mutants of a claim come one after the other
def _bench(claim_id: str, profile: str, seed: int) -> Bench:
    from verify.claims import catalogue
    from verify.methods.task import PROFILES
    from verify.variants.mutants import prepared

    return prepared(catalogue.load(claim_id), PROFILES[profile], seed)


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
