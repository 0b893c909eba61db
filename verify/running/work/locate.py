"""Say where a claim is attacked."""

from __future__ import annotations

from typing import Any, ClassVar

from verify.evidence import JsonStruct
from verify.running.items import Item


class Locate(JsonStruct, frozen=True):
    """The lines that say what the heads of a claim mean, or where the methods are."""

    gives: ClassVar[Any] = str

    def do(self, item: Item) -> str:
        """Build the claim and look for its heads in the attack of its paper."""
        from verify.claims import catalogue
        from verify.claims.statements import attacked_in

        return attacked_in(catalogue.load(item.claim))
