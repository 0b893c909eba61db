"""Do an experiment that is a sweep in its parts: say which they are, and do one."""

from __future__ import annotations

from typing import Any, ClassVar

from verify.evidence import JsonStruct, Key
from verify.running.items import Item


class Parts(JsonStruct, frozen=True):
    """The parts of a sweep: its name among the experiments of a paper, and what each is to do."""

    experiment: str
    parts: tuple[Any, ...]


class Divide(JsonStruct, frozen=True):
    """The parts of the sweeps that observe what statements of a claim say.

    Args:
        statements: the hashes of the statements, by key.
    """

    statements: dict[Key, str]

    gives: ClassVar[Any] = dict[Key, Parts]

    def do(self, item: Item) -> dict[Key, Parts]:
        """Ask each of the experiments that are sweeps."""
        from theory.statements import Observed
        from verify.claims import catalogue
        from verify.claims.statements import statements
        from verify.methods.sweep import Sweep
        from verify.methods.task import PROFILES

        claim, scale = catalogue.load(item.claim), PROFILES[item.profile].scale
        offered = catalogue.attack_table(item.claim, "EXPERIMENTS")
        found = {}
        for key, statement in statements(claim):
            if key in self.statements and isinstance(statement, Observed):
                sweep = offered.get(statement.experiment)
                if isinstance(sweep, Sweep):
                    parts = tuple(sweep.parts(statement, scale))
                    found[key] = Parts(statement.experiment, parts)
        return found


class DoPart(JsonStruct, frozen=True):
    """What comes of one part of a sweep; statements with the same part share it.

    Args:
        experiment: the name of the sweep.
        part: what is to be done.
    """

    experiment: str
    part: Any

    gives: ClassVar[Any] = Any

    def do(self, item: Item) -> Any:
        """Do it."""
        from verify.claims import catalogue

        sweep = catalogue.attack_table(item.claim, "EXPERIMENTS")[self.experiment]
        return sweep.do(self.part, seed=item.seed, device=item.device)
