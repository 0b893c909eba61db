"""What a paper means by "at most of order 1" in a hypothesis: one convention in its notation.

Where the words admit every constant and some constant, a statement fails only if it does in both
meanings. The convention is `UP_TO_CONSTANTS` of the notation, a choice point with these two.
"""

import importlib
from functools import cache

from theory.claim import Role
from theory.orders import LargeEnough, Magnitude, SmallEnough
from verify.claims import catalogue
from verify.evidence import Key, Verdict
from verify.record import committed

RECORD = committed.load()
# clauses that fail in one meaning and are not tried in the other; of "of the order of" in a
# hypothesis there is no other, since for some constants nothing may satisfy it. No more may come.
IN_ONE_MEANING = {
    ("signsgd-scaling/thm-F.10-step-jstar", "size"),
    ("signsgd-scaling/thm-F.10-step-jstar", "up to it"),
    ("signsgd-scaling/thm-G.1-step-burnin", "1 < beta < 2: required"),
    ("signsgd-scaling/thm-G.1-step-burnin", "beta > 2: enough"),
}


def sizes(part):
    """Return the hypotheses of a statement that say how large something is."""
    return [h for h in getattr(part.statement, "given", ()) if isinstance(h, Magnitude)]


@cache
def convention(paper):
    """Return the reason of the choice point that is the convention of a paper, or nothing."""
    module = importlib.import_module(f"theory.papers.{paper.replace('-', '_')}.notation")
    return getattr(module, "UP_TO_CONSTANTS", None)


@cache
def by_clause():
    """Return the readings of every clause that has a size in a hypothesis, with their verdicts."""
    found = {}
    for claim_id in catalogue.index():
        for number, part in enumerate(catalogue.load(claim_id).parts):
            if part.role is Role.PRINTED and claim_id in RECORD:
                verdict = next(reversed(RECORD[claim_id].statements[Key(number)].verdicts.values()))
                found.setdefault((claim_id, part.clause), []).append((part, verdict[0]))
    return {k: parts for k, parts in found.items() if any(sizes(part) for part, _ in parts)}


def test_papers_that_speak_of_sizes_have_a_convention():
    assert all(convention(claim_id.partition("/")[0]) for claim_id, _ in by_clause())


def test_a_constant_that_serves_is_a_meaning_of_the_convention_alone():
    for (claim_id, clause), parts in by_clause().items():
        for part, verdict in parts:
            if any(isinstance(h, (SmallEnough, LargeEnough)) for h in sizes(part)):
                reasons = {choice.why for choice, _ in part.picked}
                known = convention(claim_id.partition("/")[0]) in reasons
                assert known or verdict is not Verdict.REFUTED, (claim_id, clause)


def test_what_fails_does_so_in_both_meanings():
    alone = set()
    for (claim_id, clause), parts in by_clause().items():
        verdicts = [verdict for _, verdict in parts]
        failing = set(verdicts) <= {Verdict.REFUTED, Verdict.MISPRINTED}
        meanings = {
            name
            for part, _ in parts
            for choice, name in part.picked
            if choice.why == convention(claim_id.partition("/")[0])
        }
        if failing and len(meanings) < 2:
            alone.add((claim_id, clause))
    assert alone == IN_ONE_MEANING
