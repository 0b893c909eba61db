"""Show a reader the counterexamples to a claim, and the arguments for it."""

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
        proved: those that an argument proves.
        instead: what is proved to hold instead of a statement.
    """

    certificates: dict[Key, Any]
    argued: tuple[Key, ...] = ()
    proved: tuple[Key, ...] = ()
    instead: tuple[Key, ...] = ()

    gives: ClassVar[Any] = dict[Key, Illustration]

    def do(self, item: Item) -> dict[Key, Illustration]:
        """Draw each counterexample, and write the lines that recompute it; work out arguments."""
        from theory.argument_language import States
        from verify.claims import catalogue
        from verify.claims.statements import meanings, part_at
        from verify.display.describe import evaluated_by
        from verify.display.plots import plots
        from verify.display.recomputed import recomputed
        from verify.display.script import scripts
        from verify.display.text import as_spelled_for
        from verify.worked.chain import chain_of
        from verify.worked.illustrated import illustrated
        from verify.worked.inside import point_inside

        claim = catalogue.load(item.claim)
        with as_spelled_for(claim):
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
            argued = dict.fromkeys(self.argued) | {
                key: certificate
                for key, certificate in self.certificates.items()
                if isinstance(part_at(claim, key).statement, States)
            }
            worked = {key: illustrated(claim, key, one) for key, one in argued.items()}
            chains = {
                key: Illustration(chain=chain_of(claim, part_at(claim, key))) for key in self.proved
            }
            better = {key: part_at(claim, key).statement for key in self.instead}
            points = {
                key: Illustration(inside=point_inside(statement, meanings(claim, statement)))
                for key, statement in better.items()
            }
            return drawn | worked | chains | points
