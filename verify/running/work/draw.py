"""Draw counterexamples."""

from __future__ import annotations

from typing import Any, ClassVar

from reports.curves import Plot
from verify.evidence import JsonStruct, Key
from verify.running.items import Item


class Draw(JsonStruct, frozen=True):
    """What can be drawn of counterexamples to a claim, by key of the statement."""

    certificates: dict[Key, Any]

    gives: ClassVar[Any] = dict[Key, Plot | None]

    def do(self, item: Item) -> dict[Key, Plot | None]:
        """Draw each of them."""
        from verify.claims import catalogue
        from verify.display import plots

        return plots.plots(catalogue.load(item.claim), self.certificates)
