"""What a method declares of itself: everything that other parts ask about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

from theory.argument_language import States
from theory.statements import ForAll, Missing, Observed, SameOrder, Statement
from verify.evidence import Evidence, Outcome, Tier
from verify.methods.base import Finding
from verify.methods.task import Task

# the statements that there are, and what stands in them
KINDS: Mapping[type[Statement], str] = {
    ForAll: "statements for all numbers, functions and members of sequences at given indices, with "
    "sums, products, integrals, derivatives and conditions on each integer of a range",
    SameOrder: "that two quantities are of the same order throughout a regime",
    Observed: "observed effects",
    States: "what only arguments prove: for every and for some, least numbers and medians, means "
    "over strings, spheres and laws, probabilities, sequences as wholes and of symbolic length, "
    "orders uniform in some symbols, what is small or large",
    Missing: "statements that are not encoded",
}


class Needless(StrEnum):
    """Which evidence makes a method needless in the quick profile.

    Methods that have one are applied after all others, in this order; the other profiles apply
    them always, as a check.
    """

    PROVED = "there is a proof already"
    INHABITED = "a point is known that satisfies the hypotheses"

    def follows(self, evidence: Evidence) -> bool:
        """Return whether this follows from a piece of evidence."""
        if self is Needless.PROVED:
            return evidence.proves
        return evidence.witness is not None


@dataclass(frozen=True)
class Method:
    """A way to find out whether a statement holds; a module of this package declares `METHOD`.

    Args:
        name: the name of its module; every piece of its evidence carries it.
        tier: how strong its evidence is, where a finding does not say otherwise.
        handles: the statements about which it can say something, in one sentence.
        decide: finds out about a statement: `EachInstance`, or a function for statements that can
            only be decided as a whole.
        takes: the kinds of statements that it is applied to; it declines all others unseen, so that
            it says nothing of what it might misread.
        cost: its place among all methods, which are applied from the cheapest to the dearest.
        refutes: its place among the methods that are applied to a statement until one objects to
            it or proves it: to a mutant, an edit, or one of which a counterexample is wanted;
            `None` if it is never applied then.
        needless: what makes it needless in the quick profile; `None` if nothing does.
        experiments: whether it is given the experiments of the claim's paper.
        uses_gpu: whether it may use a GPU.
        shows_empty: whether what it finds to hold is not the statement, but that nothing satisfies
            its hypotheses.
        samples: whether it tries points, more of them the larger `Budget.examples` is, so that it
            may be applied again with more.
        proves_for_others: whether it is applied to prove what other methods need.
        needs_proofs: whether it needs proofs of other statements, for which it asks `Task.prove`.
            Stored results of it depend on the methods that prove for others.
        provers: of one that needs proofs, once all methods are known: the methods that prove for
            others, the cheapest first.
    """

    name: str
    tier: Tier
    handles: str
    decide: Callable[[Task], Finding | Evidence]
    cost: int
    takes: tuple[type[Statement], ...] = (ForAll,)
    refutes: int | None = None
    needless: Needless | None = None
    experiments: bool = False
    uses_gpu: bool = False
    shows_empty: bool = False
    samples: bool = False
    proves_for_others: bool = False
    needs_proofs: bool = False
    provers: tuple[Method, ...] = ()

    def apply(self, task: Task) -> Evidence:
        """Return what the method finds out about a statement.

        An experiment of a paper makes its evidence itself, and that is returned as it is.
        """
        if not isinstance(task.statement, self.takes):
            return Evidence(self.name, Outcome.NOT_APPLICABLE, self.tier)
        if self.provers:
            task = replace(task, prove=partial(self._proof, task))
        found = self.decide(task)
        if not isinstance(found, Finding):
            return found
        return Evidence(
            self.name,
            found.outcome,
            found.tier or self.tier,
            restrictions=found.restrictions,
            witness=found.witness,
            instance=found.instance,
            sides=found.sides,
            detail=found.detail,
            size=found.size,
            seed=task.seed if found.seeded else None,
            certificate=found.certificate,
        )

    def _proof(self, task: Task, statement: ForAll) -> Evidence | None:
        """Return the first evidence with a certificate of a statement, by a task's meanings.

        The certificate speaks of the instances; whether these are all of the range is another
        matter.
        """
        for prover in self.provers:
            evidence = prover.apply(replace(task, statement=statement, hint=None))
            if evidence.outcome is Outcome.HOLDS and evidence.certificate is not None:
                return evidence
        return None
