"""A sample of the mutants of a paper, which speaks for all of them.

All mutants of all claims are put into one random order, and the first of them are judged until
there are as many as were asked for. One that turns out to be none is passed over: its claim or its
statement does not hold, or it is no stronger than the statement. So the sample is a uniform one,
without replacement, from the mutants that `mutate` would count on the claims of the paper that
hold, though no claim is judged of which no mutant is drawn. A claim is judged as in a run, whose
results serve if the cache has them, and not at all if the record says what does not hold. What a
mutant costs is its own processor time: neither that of its claim nor what else the machine does.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.results import MutantResult, Sample
from verify.errors import RunError
from verify.evidence import Key, Verdict
from verify.running.cache import Cache
from verify.running.each import Progress, completed, each, silent
from verify.running.examine import ExaminedClaim, examine
from verify.running.items import Examination, Item, Reply
from verify.running.options import Options, as_asked
from verify.running.work.vary import MutantName, MutateOnce, Name

CONFIDENCE = 0.95
Place = tuple[str, int]  # a claim id, and the number of one of its mutants


@dataclass(frozen=True)
class Known:
    """What is on record of the claims of which mutants are drawn.

    Args:
        certificates: recorded counterexamples, by claim and by key of the statement.
        holding: for claims that are as they were when recorded, the keys of the statements whose
            mutants count.
    """

    certificates: Mapping[str, Mapping[Key, Any]]
    holding: Mapping[str, Container[Key]]

    def may_hold(self, claim_id: str, key: Key) -> bool:
        """Return whether the mutants of a statement count, as far as the record says."""
        return claim_id not in self.holding or key in self.holding[claim_id]


NOTHING = Known({}, {})


def sample(
    ids: Sequence[str],
    size: int,
    limit: float,
    options: Options,
    known: Known = NOTHING,
    cache: Cache | None = None,
    progress: Progress = silent,
) -> tuple[Sample, dict[str, str]]:
    """Draw mutants of claims and check them.

    Args:
        ids: the claims.
        size: how many mutants; fewer if there are fewer.
        limit: the seconds of processor time for each; one without an answer then, or whose check
            breaks, counts as undecided.
        options: how the checks are done; the draw depends on their seed.
        known: what is on record.
        cache: answers what is known already, and keeps what is found.
        progress: told each claim and how a mutant of it ended.

    Returns:
        How they ended, and, by id, why claims have none.
    """
    replies = each([Item(i, Name()) for i in ids], options, cache, str, silent)
    broken = {i: reply.broken for i, reply in replies.items() if reply.broken is not None}
    names = {i: reply.value for i, reply in replies.items() if reply.broken is None}
    places = [(i, number) for i, found in names.items() for number in range(len(found))]
    random.Random(options.seed).shuffle(places)
    found: dict[Place, MutantResult] = {}
    drawn = 0
    while len(found) < size and drawn < len(places):
        wanted = places[drawn : drawn + size - len(found)]
        drawn += len(wanted)
        holding = [(i, n) for i, n in wanted if known.may_hold(i, names[i][n].statement)]
        found |= _ends(holding, names, limit, options, known, cache, progress)
    return _summary(found, size, limit, options.seed, len(places), drawn - len(found)), broken


def _ends(
    places: Sequence[Place],
    names: Mapping[str, Sequence[MutantName]],
    limit: float,
    options: Options,
    known: Known,
    cache: Cache | None,
    progress: Progress,
) -> dict[Place, MutantResult]:
    """Return how mutants end, without those that are none."""
    numbers = {i: [n for j, n in places if j == i] for i in sorted({i for i, _ in places})}
    found: dict[Place, MutantResult] = {}

    def examined(claim_id: str) -> Examination:
        claim: ExaminedClaim = yield from examine(
            claim_id, options.profile, Options.seed, options.device, known.certificates, again=False
        )
        judged = claim.judged
        if judged is None:
            raise RunError("; ".join(claim.errors))
        if not (judged.verdict.holds or judged.verdict is Verdict.DEPENDS):
            return
        clauses = dict(claim.clauses)
        work = [
            Item(claim_id, MutateOnce(number, limit, judged, clauses))
            for number in numbers[claim_id]
        ]
        replies: list[Reply] = yield [as_asked(item, options) for item in work]
        for number, reply in zip(numbers[claim_id], replies, strict=True):
            end = reply.value
            if reply.broken is not None:
                name = names[claim_id][number]
                end = MutantResult(name.statement, name.change, "undecided", reply.broken)
            if end is not None:
                found[claim_id, number] = end
                progress(claim_id, end.end)

    completed({i: examined(i) for i in numbers}, options, cache)
    return found


def _summary(
    found: Mapping[Place, MutantResult],
    size: int,
    limit: float,
    seed: int,
    named: int,
    set_aside: int,
) -> Sample:
    ends = Counter(result.end for result in found.values())
    by_claim: dict[str, tuple[MutantResult, ...]] = {}
    for (claim_id, _), result in sorted(found.items()):
        by_claim[claim_id] = (*by_claim.get(claim_id, ()), result)
    decisive = ends["killed"] + ends["undecided"]
    return Sample(
        size=size,
        seed=seed,
        limit=limit,
        named=named,
        set_aside=set_aside,
        killed=ends["killed"],
        true=ends["true"],
        undecided=ends["undecided"],
        share=ends["undecided"] / decisive if decisive else None,
        within=interval(ends["undecided"], decisive) if decisive else None,
        mutants=by_claim,
    )


def interval(found: int, of: int) -> tuple[float, float]:
    """Return the Clopper-Pearson interval for a share of which a sample has `found` in `of`.

    With q(p; a, b) the quantile p of Beta(a, b), it reaches from q(0.025; k, n - k + 1) to
    q(0.975; k + 1, n - k), and is closed by 0 if k = 0, by 1 if k = n. It holds the share in at
    least 95 % of the samples drawn with replacement, and without that the counts spread less.
    Source: C. J. Clopper and E. S. Pearson, Biometrika 26 (1934), 404-413.

    >>> [round(end, 3) for end in interval(0, 30)]
    [0.0, 0.116]
    """
    from scipy.stats import binomtest

    ends = binomtest(found, of).proportion_ci(CONFIDENCE, method="exact")
    return float(ends.low), float(ends.high)
