"""Make statements of a claim stronger, or weaker."""

from __future__ import annotations

from typing import Any, ClassVar

from reports.results import Mutation, Repairs
from verify.evidence import JsonStruct, Key
from verify.running.items import Item


class Mutate(JsonStruct, frozen=True):
    """How the mutants of a claim end."""

    gives: ClassVar[Any] = Mutation

    def do(self, item: Item) -> Mutation:
        """Check each of them."""
        from verify.claims import catalogue
        from verify.methods.task import PROFILES
        from verify.variants.mutants import mutate

        return mutate(catalogue.load(item.claim), PROFILES[item.profile], item.seed)


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
