"""Apply a method to a claim."""

from __future__ import annotations

from typing import Any, ClassVar

from verify.evidence import Evidence, JsonStruct, Key
from verify.running.items import Item


class Apply(JsonStruct, frozen=True):
    """What one method finds out about statements of a claim.

    Args:
        method: its name.
        statements: the hashes of the statements, by key.
        swept: what came of the parts of the sweeps among their experiments, by key.
    """

    method: str
    statements: dict[Key, str]
    swept: dict[Key, tuple[Any, ...]] = {}

    gives: ClassVar[Any] = dict[Key, Evidence]

    def do(self, item: Item) -> dict[Key, Evidence]:
        """Apply the method to each of the statements."""
        from verify.claims import catalogue
        from verify.methods.apply import apply_to_claim
        from verify.methods.task import PROFILES

        return apply_to_claim(
            catalogue.load(item.claim),
            self.method,
            self.statements,
            self.swept,
            budget=PROFILES[item.profile],
            seed=item.seed,
            device=item.device,
        )
