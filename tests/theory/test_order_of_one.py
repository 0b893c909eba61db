"""What a paper means by "at most of order 1" in a hypothesis: one convention in its notation.

Where the words admit every constant and some constant, a statement fails only if it does in both
meanings. The convention is `UP_TO_CONSTANTS` of the notation, with its place, from which all claims
of the paper take their choice point with these two: none makes one of its own.
"""

import importlib
from functools import cache
from itertools import combinations

from theory.argument_language import States
from theory.choices import Ambiguous, Damaged, readings
from theory.claim import Claim, Part, Role
from theory.language import reals
from theory.notation import UpToConstants
from theory.orders import LargeEnough, Magnitude, Order, Small, SmallEnough, with_any_constant
from verify.claims import catalogue
from verify.claims.page import serves_alone
from verify.evidence import Key, Verdict
from verify.record import committed

RECORD = committed.load()


def sizes(part):
    """Return the hypotheses of a statement that say how large something is."""
    return [h for h in getattr(part.statement, "given", ()) if isinstance(h, Magnitude)]


@cache
def convention(paper):
    """Return the reason of the choice point that is the convention of a paper, or nothing."""
    module = importlib.import_module(f"theory.papers.{paper.replace('-', '_')}.notation")
    found = getattr(module, "UP_TO_CONSTANTS", None)
    if found is None:
        return None
    assert isinstance(found, UpToConstants)
    assert found.place.main or found.place.appendix
    return found.why


def by_hand(parts, why):
    """Return the reasons, beside `why`, of choices between any constant and one that serves.

    Args:
        parts: all readings of one clause.
        why: the reason of the convention.
    """
    found = set()
    for one, other in combinations(parts, 2):
        taken = dict(other.picked)
        differing = [(c, name) for c, name in one.picked if taken.get(c, name) != name]
        if len(differing) == 1:
            choice, name = differing[0]
            if {name, taken[choice]} == set(UpToConstants.names) or of_constants(one, other):
                found.add(choice.why)
    return found - {why}


def of_constants(one, other):
    """Return whether two statements differ only in what constants their hypotheses admit."""
    return set(sizes(one)) != set(sizes(other)) and of_any(one) == of_any(other)


def of_any(part):
    """Return what a statement says with any constant in its hypotheses."""
    given = frozenset(map(with_any_constant, getattr(part.statement, "given", ())))
    return getattr(part.statement, "says", part.statement), given


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


def test_every_claim_takes_the_convention_of_its_paper():
    for claim_id in catalogue.index():
        claim = catalogue.load(claim_id)
        parts = [part for part in claim.parts if part.role is Role.PRINTED]
        for clause in {part.clause for part in parts}:
            of_clause = [part for part in parts if part.clause == clause]
            assert not by_hand(of_clause, convention(claim.paper)), (claim_id, clause)


def test_a_choice_of_ones_own_is_seen():
    x, y, z = reals("x y z")
    why = convention("signsgd-scaling")
    any_constant, serves = (States(Order(y, z), (size(x),)) for size in (Small, SmallEnough))
    weaker = States(Order(y, z), (Small(z),))

    def parts(statement):
        return [Part("", read, picked=picked) for picked, read in readings(statement)]

    for names in (UpToConstants.names, ("for any", "for one")):
        own = dict(zip(names, (any_constant, serves), strict=True))
        assert by_hand(parts(Ambiguous("as we like", own)), why) == {"as we like"}
        assert not by_hand(parts(Ambiguous(why, own)), why)
    other = Ambiguous("which of them", {"x": any_constant, "z": weaker})
    assert not by_hand(parts(other), why)


def test_a_constant_that_serves_is_a_meaning_of_the_convention_alone():
    for (claim_id, clause), parts in by_clause().items():
        for part, verdict in parts:
            if any(isinstance(h, (SmallEnough, LargeEnough)) for h in sizes(part)):
                reasons = {choice.why for choice, _ in part.picked}
                known = convention(claim_id.partition("/")[0]) in reasons
                assert known or verdict is not Verdict.REFUTED, (claim_id, clause)


def test_what_is_proved_with_a_constant_that_serves_is_read_with_any_constant_too():
    for claim_id, clause in by_clause():
        claim = catalogue.load(claim_id)
        for part, verdict in by_clause()[claim_id, clause]:
            assert verdict is not Verdict.PROVED or not serves_alone(claim, part), (
                claim_id,
                clause,
            )


def test_a_constant_that_serves_alone_is_seen():
    x, y, z = reals("x y z")
    any_constant, serves = (States(Order(y, z), (size(x),)) for size in (Small, SmallEnough))
    fewer, more = States(Order(y, z)), States(Order(y, z), (Small(x), Small(z)))
    other = States(Order(z, y), (Small(x),))

    def alone(statement):
        claim = Claim(id="some/lem-1", title="t", source="p", words="w", printed=statement)
        return [serves_alone(claim, part) for part in claim.parts]

    assert alone(any_constant) == [False]
    assert alone(serves) == [True]
    for beside in (any_constant, fewer):
        assert alone(Ambiguous("what it admits", {"any": beside, "one": serves})) == [False] * 2
    for beside in (more, other):
        assert alone(Ambiguous("what it admits", {"any": beside, "one": serves})) == [False, True]
    assert alone({"one": serves, "another": any_constant}) == [True, False]
    assert True in alone(Damaged("what it says", {"any": any_constant, "one": serves}))


def test_what_fails_does_so_in_both_meanings():
    for (claim_id, clause), parts in by_clause().items():
        verdicts = [verdict for _, verdict in parts]
        failing = set(verdicts) <= {Verdict.REFUTED, Verdict.MISPRINTED}
        meanings = {
            name
            for part, _ in parts
            for choice, name in part.picked
            if choice.why == convention(claim_id.partition("/")[0])
        }
        assert not failing or len(meanings) == 2, (claim_id, clause)
