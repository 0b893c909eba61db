"""Search: Hypothesis draws exact points of the domain, `truth` judges each of them."""

from __future__ import annotations

from typing import Any

from property_tests.search import first
from property_tests.strategies import points
from reports.results import Evidence, Outcome, Tier
from theory.claim import ForAll
from theory.language import DEFINES, FunctionSymbol
from verify.certificate import index_values, witness
from verify.meanings import Meanings, Reading, evaluable, primary, unfold
from verify.methods import enumeration
from verify.task import Task
from verify.truth import AGREEMENT_BITS, Truth, at, rationals_at, violation

NAME = "search"
TIER = Tier.SEARCH
INHABITANTS = 20  # points that are enough to show that a domain is inhabited
ATTEMPTS = 4  # rounds of draws, as long as too few points satisfy the hypotheses


def run(task: Task) -> Evidence:
    """Look for a counterexample among random exact points, smallest instance first."""
    if not isinstance(task.statement, ForAll):
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
    if enumeration.covers(task):
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail="every point is enumerated")
    return hunt(task, evaluable(task.meanings), NAME, TIER, task.budget.examples)


def hunt(
    task: Task,
    reading: Reading,
    method: str,
    tier: Tier,
    examples: int,
    agreement: int = AGREEMENT_BITS,
) -> Evidence:
    """Draw points of every instance and judge them with one meaning for each head."""
    sample: tuple[Any, dict[str, str]] | None = None
    total = agreed = undefined = unknown = 0
    trouble: str | None = None
    expanded = task.universal.expanded
    if task.universal.says == DEFINES:
        examples = INHABITANTS
    share = max(examples // max(len(expanded), 1), INHABITANTS)
    for instance, statement in expanded:
        labels = index_values(instance)
        tally = Tally(statement, reading, share, task.hunting, agreement)
        found = None
        strategy = points(planned(statement, task.meanings), rationals_at)
        for attempt in range(ATTEMPTS if statement.symbols else 1):
            if attempt > 1 and tally.inside == 0:
                break  # other methods must tell whether the domain is empty or only thin
            if found is None and 2 * tally.inside < share:
                found = first(
                    strategy,
                    tally.objects,
                    examples=share if statement.symbols else 1,
                    seed=task.seed + 1000 * attempt,
                    shrink=not task.hunting,
                )
        total += tally.inside
        agreed += tally.agreed
        undefined += tally.undefined
        unknown += tally.unknown
        if sample is None and tally.sample is not None:
            sample = (witness(tally.sample), labels)
        if trouble is None and tally.trouble is not None:
            trouble = ", ".join(f"{symbol} = {value}" for symbol, value in tally.trouble.items())
        if found is not None:
            sides = violation(statement.says, found, reading)
            if sides is None and at(statement, found, reading) is Truth.UNDEFINED:
                detail = "the conclusion is not defined at this point"
            else:
                detail = f"counterexample after {total} points"
            return Evidence(
                method, Outcome.FAILS, tier, witness=witness(found), instance=labels,
                sides=sides, detail=detail, size=total, seed=task.seed,
            )  # fmt: skip
    if sample is None:
        detail = f"no point of the domain was met in {2 * share} draws"
        return Evidence(method, Outcome.UNKNOWN, tier, detail=detail, seed=task.seed)
    if undefined or unknown:
        what = "not defined" if undefined else "not decidable"
        detail = f"the conclusion is {what} at {undefined or unknown} of {total} points, {trouble}"
        outcome = Outcome.UNKNOWN
    else:
        detail = f"no objection at {total} exact points"
        detail += f", {agreed} of them equal to the last bit looked at" if agreed else ""
        outcome = Outcome.HOLDS
    return Evidence(
        method, outcome, tier, restrictions=(f"{total} random points",), witness=sample[0],
        instance=sample[1], detail=detail, size=total, seed=task.seed,
    )  # fmt: skip


def planned(statement: ForAll, meanings: Meanings) -> ForAll:
    """Return a statement with the same points that shows where its functions are applied."""
    if not any(isinstance(symbol, FunctionSymbol) for symbol in statement.symbols):
        return statement
    reading = primary(meanings)
    given = tuple(unfold(hypothesis, reading) for hypothesis in statement.given)
    return ForAll(statement.symbols, says=unfold(statement.says, reading), given=given)


class Tally:
    """Counts what a search met; `objects` is the property that it looks for."""

    def __init__(
        self,
        statement: ForAll,
        reading: Reading,
        wanted: int,
        hunting: bool,
        agreement: int = AGREEMENT_BITS,
    ) -> None:
        self.statement = statement
        self.reading = reading
        self.wanted = wanted
        self.hunting = hunting
        self.agreement = agreement
        self.inside = self.agreed = self.undefined = self.unknown = 0
        self.sample: Any = None
        self.trouble: Any = None

    def objects(self, point: Any) -> bool:
        """Return whether the point satisfies every hypothesis and breaks the conclusion."""
        if point is None:
            return False
        truth = at(self.statement, point, self.reading, self.agreement)
        if truth is None:
            return False
        if truth is Truth.FALSE or (truth is Truth.UNDEFINED and self.hunting):
            return True
        if self.inside >= self.wanted:
            return False
        self.inside += 1
        self.agreed += truth is Truth.AGREES
        self.undefined += truth is Truth.UNDEFINED
        self.unknown += truth is Truth.UNKNOWN
        self.sample = self.sample or point or {}
        if truth in (Truth.UNDEFINED, Truth.UNKNOWN):
            self.trouble = self.trouble or point
        return False
