"""The verdict on a claim from those on its clauses.

Every clause must hold. The choice points of all clauses are read together: the verdict is the best
over damaged text of the agreement over ambiguous words of the worst clause. Neither the order of
the clauses nor that of the options decides anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from msgspec import structs

from reports.results import Chosen, ClaimResult, ClauseResult, PartResult, Role, consistent
from verify.evidence import Severity, Tier, Verdict


@dataclass(frozen=True)
class JudgedStatement:
    """A statement of a claim in one reading, with its verdict.

    Args:
        clause: of which clause; see `Role`.
        role: what the statement is; only printed ones decide.
        chosen: how the choice points are read.
        verdict, tier: what was found.
    """

    clause: str
    role: Role
    chosen: tuple[Chosen, ...]
    verdict: Verdict
    tier: Tier | None


@dataclass(frozen=True)
class CombinedVerdict:
    """The verdict on a claim, from those on its statements.

    Args:
        verdict: on the claim.
        decides: the number of the statement that decides it.
        clauses: the verdict on each clause alone.
        sentence: what of it is said besides the verdict, empty if that says everything.
    """

    verdict: Verdict
    decides: int
    clauses: tuple[ClauseResult, ...]
    sentence: str


MANY = 4  # more readings are counted, not named
Joint = dict[str, int]  # clause -> the number of its statement, in one reading of the claim


def combined(statements: Sequence[JudgedStatement]) -> CombinedVerdict:
    """Return the verdict on a claim.

    Args:
        statements: all its statements; at least one is printed.
    """
    printed = [n for n, one in enumerate(statements) if one.role == "printed"]
    verdict, decides, served = _resolved(statements, printed)
    names = dict.fromkeys(statements[n].clause for n in printed)
    clauses = tuple(_alone(statements, printed, name) for name in names)
    sentences = []
    if len(clauses) > 1:
        sentences.append(_counted([clause.verdict for clause in clauses], "clauses"))
    if verdict is Verdict.DEPENDS:
        sentences.append(_readings(statements, printed))
    elif served:
        options = "; ".join(choice.option for choice in served)
        sentences.append(f"damaged text is read as serves it best: {options}")
    return CombinedVerdict(verdict, decides, clauses, "; ".join(sentences))


def without_misprints(result: ClaimResult, carried: Mapping[str, str]) -> ClaimResult:
    """Return a result of which misprints that are carried on are refuted like anything else.

    They are as severe as what they do to the results that use them.

    Args:
        result: of the claim.
        carried: clause -> the false result that uses it; without a name for every clause.
    """

    def judged(part: PartResult) -> PartResult:
        user = carried.get(part.clause) or carried.get("")
        if part.role != "printed" or part.verdict is not Verdict.MISPRINTED or user is None:
            return part
        words = f"the misprint is carried on: {user} uses it and is false"
        reason = "; ".join(filter(None, (part.reason, words)))
        worst = {"verdict": Verdict.REFUTED, "severity": Severity.CONCLUSION}
        return structs.replace(part, reason=reason, **worst)

    parts = tuple(map(judged, result.parts))
    whole = combined(
        [JudgedStatement(p.clause, p.role, p.chosen, p.verdict, p.tier) for p in parts]
    )
    head = parts[whole.decides]
    return structs.replace(
        result,
        parts=parts,
        headline=whole.decides,
        verdict=whole.verdict,
        clauses=whole.clauses,
        sentence=whole.sentence,
        tier=head.tier,
        severity=head.severity,
        covered=head.covered,
        certificate=head.certificate,
    )


def _resolved(
    statements: Sequence[JudgedStatement], numbers: Sequence[int]
) -> tuple[Verdict, int, tuple[Chosen, ...]]:
    """Return the verdict on some clauses together, the statement that decides it, and the damage.

    The last is how all the damaged text of these clauses is read for that verdict.
    """
    joints = _joints(statements, numbers)
    agreed = []
    for damage in _readings_of_damage(statements[n] for n in numbers):
        worst = [
            # of clauses that are as bad, one that can be read in one way only shows it
            min(joint.values(), key=lambda n: (_strength(statements[n]), len(statements[n].chosen)))
            for joint in joints
            if all(consistent(statements[n].chosen, damage) for n in joint.values())
        ]
        agreed.append((*_agreement(statements, worst), worst, damage))
    verdict, shown, _, served = max(
        agreed, key=lambda found: (_serves(statements, *found[:3]), _strength(statements[found[1]]))
    )
    return verdict, shown, served


def _serves(
    statements: Sequence[JudgedStatement], verdict: Verdict, _: int, numbers: Sequence[int]
) -> tuple[int, bool]:
    """Return a key that is largest for the reading of damaged text that serves a paper best.

    What is undecided in one meaning and fails in another may come to depend on the reading, which
    is no better than what does depend on it.
    """
    undecided = verdict in (Verdict.OPEN, Verdict.UNCHECKED)
    if undecided and any(statements[n].verdict.fails for n in numbers):
        return Verdict.DEPENDS.rank, False
    return verdict.rank, True


def _readings_of_damage(statements: Iterable[JudgedStatement]) -> Iterator[tuple[Chosen, ...]]:
    """Yield every way to read the damaged text, all places of it at once."""
    places: dict[str, dict[Chosen, None]] = {}
    for chosen in (c for one in statements for c in one.chosen if c.damaged):
        places.setdefault(chosen.why, {})[chosen] = None
    yield from product(*places.values())


def _joints(statements: Sequence[JudgedStatement], numbers: Sequence[int]) -> list[Joint]:
    """Return every way to read all clauses in which each choice point is read in one way."""
    joints: list[Joint] = [{}]
    for name in dict.fromkeys(statements[n].clause for n in numbers):
        joints = [
            {**joint, name: n}
            for joint in joints
            for n in numbers
            if statements[n].clause == name
            and all(consistent(statements[n].chosen, statements[m].chosen) for m in joint.values())
        ]
    return joints


def _strength(one: JudgedStatement) -> tuple[int, int]:
    """Return a key that is least for what decides of clauses that must all hold.

    That is the worst verdict. Of those that hold the weakest tier counts, as all of them are
    needed; of those that fail the strongest one, as a single one is enough.
    """
    tier = one.tier.rank if one.tier else 0
    return one.verdict.rank, tier if one.verdict.fails else -tier


def _agreement(
    statements: Sequence[JudgedStatement], numbers: Sequence[int]
) -> tuple[Verdict, int]:
    """Return in what all meanings of ambiguous words agree, and the statement that shows it.

    Where some fail and some hold, that depends on the reading; where all fail, the mildest failure
    counts; where some are undecided and none shows the contrary, nothing is decided.
    """
    fail = [n for n in numbers if statements[n].verdict.fails]
    hold = [n for n in numbers if statements[n].verdict.holds]
    if fail and hold:
        return Verdict.DEPENDS, min(fail, key=lambda n: _strength(statements[n]))
    if len(fail) == len(numbers):
        shown = max(fail, key=lambda n: _strength(statements[n]))
    else:
        shown = min(set(numbers) - set(fail), key=lambda n: (_strength(statements[n]), n))
    return statements[shown].verdict, shown


def _alone(
    statements: Sequence[JudgedStatement], printed: Sequence[int], name: str
) -> ClauseResult:
    """Return the verdict on one clause."""
    numbers = [n for n in printed if statements[n].clause == name]
    verdict, decides, _ = _resolved(statements, numbers)
    found = {_reading(statements[n]): statements[n].verdict for n in numbers}
    return ClauseResult(name=name, verdict=verdict, tier=statements[decides].tier, readings=found)


def _reading(one: JudgedStatement) -> str:
    return "; ".join(c.option for c in one.chosen)


def _counted(verdicts: Sequence[Verdict], what: str) -> str:
    """Return how many of several things have which verdict, the best first."""
    counts = Counter(verdicts)
    (first, number), *others = sorted(counts.items(), key=lambda pair: -pair[0].rank)
    rest = "".join(f", {count} {verdict}" for verdict, count in others)
    return f"{number} of {len(verdicts)} {what} {first}{rest}"


def _readings(statements: Sequence[JudgedStatement], printed: Sequence[int]) -> str:
    """Return the verdict of each way to read ambiguous words, if these are few."""
    found = {}
    for joint in _joints(statements, printed):
        chosen = dict.fromkeys(c for n in joint.values() for c in statements[n].chosen)
        worst = min(joint.values(), key=lambda n: _strength(statements[n]))
        found["; ".join(c.option for c in chosen)] = statements[worst].verdict
    if len(found) > MANY:
        return _counted(list(found.values()), "readings")
    return "; ".join(f"{verdict} if read as {name!r}" for name, verdict in found.items())
