"""Show a reader the counterexamples to a claim."""

from __future__ import annotations

from typing import Any, ClassVar

from reports.results import Illustration
from verify.evidence import JsonStruct, Key
from verify.running.items import Item


class Draw(JsonStruct, frozen=True):
    """What can be drawn of counterexamples to a claim and recomputed, by key of the statement.

    Args:
        certificates: the counterexamples.
        argued: the statements that an argument refutes.
    """

    certificates: dict[Key, Any]
    argued: tuple[Key, ...] = ()

    gives: ClassVar[Any] = dict[Key, Illustration]

    def do(self, item: Item) -> dict[Key, Illustration]:
        """Draw each counterexample, and write the lines that recompute it; work out arguments."""
        from verify.claims import catalogue
        from verify.display.describe import evaluated_by
        from verify.display.plots import plots
        from verify.display.recomputed import recomputed
        from verify.display.script import scripts
        from verify.worked.illustrated import illustrated

        claim = catalogue.load(item.claim)
        lines = scripts(claim, self.certificates)
        values = recomputed(claim, self.certificates)
        drawn = {
            key: Illustration(
                plot=plot,
                recomputed=values.get(key),
                meanings=evaluated_by(claim, key),
                script=lines.get(key, ""),
            )
            for key, plot in plots(claim, self.certificates).items()
        }
        return {key: illustrated(claim, key) for key in self.argued} | drawn
