"""What a method gets: one statement, its meanings, and how much work it may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from theory.hints import Hint
from theory.statements import ForAll, Statement
from verify.claims.meanings import Meanings
from verify.evidence import Evidence
from verify.kernel.proofs import Effort


@dataclass(frozen=True)
class Budget:
    """Work, not seconds, so that the same seed gives the same verdict on any machine.

    Args:
        examples: points that a search draws for each instance.
        rlimit: z3 resource units for each query.
        boxes: boxes that branch-and-bound may look at.
        second: units of cvc5, which is asked after z3 unless they are 0.
        anchors: points at which what z3 is asked is compared with an evaluation; where there are
            any, the meanings of a head are compared, too, before a proof by one of them counts.
        scale: name of the settings that experiments use.
    """

    examples: int
    rlimit: int
    boxes: int
    scale: str
    second: int = 0
    anchors: int = 0

    @property
    def effort(self) -> Effort:
        """How much work the kernel may do to check a proof."""
        return Effort(self.rlimit, self.second, self.anchors)


PROFILES = {
    "quick": Budget(examples=30, rlimit=2_000_000, boxes=600, scale="quick"),
    "standard": Budget(
        examples=600, rlimit=20_000_000, boxes=8_000, scale="standard", second=200_000, anchors=3
    ),
    "full": Budget(
        examples=12_000,
        rlimit=400_000_000,
        boxes=1_000_000,
        scale="full",
        second=2_000_000,
        anchors=10,
    ),
}


def undeclared(statement: ForAll) -> Evidence | None:
    """Refuse to prove a statement, for a method that does not say that it needs proofs.

    Raises:
        TypeError: always.
    """
    raise TypeError(
        "only one of `METHODS` that declares `needs_proofs` can have a statement proved"
    )


@dataclass(frozen=True)
class Task:
    """One statement that a method is applied to.

    Args:
        statement: what is claimed.
        meanings: what its heads mean.
        budget, seed: how hard to try, reproducibly.
        experiments: name -> function of `(settings, seed, scale, device)`.
        variant: whether the statement is a mutant or an edit of ours: stop at the first objection,
            do not shrink it, and count a point at which the conclusion is undefined as one.
        device: "cpu" or "cuda", for experiments.
        swept: what came of the parts of the experiment, if it is a sweep whose parts are done.
        hint: what may help to show it; nothing is known of it.
        prove: returns evidence with a certificate of another statement, `None` if no method has
            one; for methods that declare that they need it.
    """

    statement: Statement
    meanings: Meanings = field(default_factory=dict)
    budget: Budget = PROFILES["quick"]
    seed: int = 0
    experiments: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    variant: bool = False
    device: str = "cpu"
    hint: Hint | None = None
    swept: Sequence[Any] | None = None
    prove: Callable[[ForAll], Evidence | None] = undeclared

    @property
    def universal(self) -> ForAll:
        """The statement, for methods that only know `ForAll`."""
        if not isinstance(self.statement, ForAll):
            raise TypeError(f"{type(self.statement).__name__} is not a ForAll statement")
        return self.statement
