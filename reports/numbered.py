"""What a claim is called in its paper, and the numbered results in the paper's order.

The number is that of the claim's id, `thm-5.6-i` or `eq-28`; the word before it (theorem,
condition) is the one that the claim's place has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reports.results import ClaimResult
from verify.evidence import Verdict

RESULTS = ("Theorem", "Proposition", "Corollary", "Lemma")  # what a paper proves
_KINDS = {
    "thm": "Theorem",
    "prop": "Proposition",
    "cor": "Corollary",
    "lem": "Lemma",
    "def": "Definition",
    "asm": "Assumption",
    "ex": "Example",
    "rem": "Remark",
    "eq": "Equation",
    "alg": "Algorithm",
    "tab": "Table",
    "fig": "Figure",
}
_WORDS = {*_KINDS.values(), "Condition"}
_ID = re.compile(
    r"(?P<kind>[a-z]+)-(?P<number>(?:[A-Z]|\d+)(?:\.\d+)?)(?:-(?P<item>[ivx]+))?(?P<more>-.+)?"
)
_RESULT = re.compile(
    rf"((?:proof|outline|part) of |after |before )?\b(?P<kind>{'|'.join(RESULTS)}) "
    r"(?P<number>(?:[A-Z]|\d+)(?:\.\d+)?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Number:
    """The number of a claim in its paper.

    Args:
        kind: `Theorem`, `Equation`, ... as the paper calls it.
        number: "5.6".
        item: "i" of a theorem with several parts.
        more: of a claim that is only about it, a step of its proof say, how it goes on.
    """

    kind: str
    number: str
    item: str = ""
    more: str = ""

    @property
    def result(self) -> str:
        """The numbered result as the paper calls it."""
        shown = f"({self.number})" if self.kind == "Equation" else self.number
        return f"{self.kind} {shown}"

    @property
    def order(self) -> tuple[bool, tuple[tuple[int, str], ...], str]:
        """What sorts numbers as in the paper, the appendix after the main text."""
        parts = (part for part in self.number.split("."))
        key = tuple((int(p), "") if p.isdigit() else (0, p) for p in parts)
        return self.number[0].isalpha(), key, self.kind


def number(claim: ClaimResult) -> Number | None:
    """Return the number of a claim, or `None` if the paper gives it none."""
    found = _ID.fullmatch(claim.id.partition("/")[2])
    if found is None or found["kind"] not in _KINDS or claim.is_ours:
        return None
    said = re.findall(rf"([A-Za-z]+) {re.escape(found['number'])}\b", str(claim.source))
    words = (word.capitalize() for word in said if word.capitalize() in _WORDS)
    word = next(words, _KINDS[found["kind"]])
    return Number(word, found["number"], found["item"] or "", found["more"] or "")


def name(claim: ClaimResult) -> str:
    """Return what a claim is called: its number, or where it stands."""
    known = number(claim)
    if known is None:
        place = claim.source.main or claim.source.appendix or claim.title
        return place[:1].upper() + place[1:]
    result = known.result + (f" ({known.item})" if known.item else "")
    if known.more.startswith("-step"):
        return f"{result}, a step of its proof"
    return f"About {result[:1].lower()}{result[1:]}" if known.more else result


def again(claim: ClaimResult) -> tuple[str, ...]:
    """Return the other results as which the paper prints a claim, one in each of its places.

    A theorem of the main text has another number in the appendix, where it stands with its proof.
    """
    known = number(claim)
    if claim.is_ours or "-step-" in claim.id or (known and known.more):
        return ()
    places = (claim.source.main, claim.source.appendix)
    found = [_RESULT.search(place) for place in places]
    named = [f"{one['kind'].capitalize()} {one['number']}" for one in found if one and not one[1]]
    return tuple(one for one in dict.fromkeys(named) if known is None or one != known.result)


@dataclass(frozen=True)
class Numbered:
    """A numbered result of a paper: what it is called, and the worst verdict on it.

    Args:
        name: "Theorem 5.6".
        claims: the claims that are it, its parts say.
        verdict: the worst verdict on them.
    """

    name: str
    claims: tuple[ClaimResult, ...]
    verdict: Verdict


def numbered(claims: Iterable[ClaimResult]) -> list[Numbered]:
    """Return the theorems, propositions, corollaries and lemmas of a paper in its order."""
    found: dict[str, list[ClaimResult]] = {}
    order = {}
    for claim in claims:
        known = number(claim)
        if known is not None and not known.more and known.kind in RESULTS:
            found.setdefault(known.result, []).append(claim)
            order[known.result] = known.order
    return [
        Numbered(result, tuple(found[result]), worst(found[result]))
        for result in sorted(found, key=order.__getitem__)
    ]


def worst(claims: Iterable[ClaimResult]) -> Verdict:
    """Return the worst verdict on some claims."""
    return min((claim.verdict for claim in claims), key=lambda verdict: verdict.rank)


def lead(results: Sequence[Numbered]) -> str:
    """Return in one sentence which numbered results of a paper fail, and how many stand.

    >>> lead([])
    'No numbered result was tested.'
    """
    if not results:
        return "No numbered result was tested."
    holds = [one for one in results if one.verdict.holds]
    fails = [one for one in results if one.verdict.fails]
    undecided = len(results) - len(holds) - len(fails)
    several = "numbered results" if len(results) > 1 else "numbered result"
    stand = f"{len(holds)} stand{'s' * (len(holds) == 1)}"
    by = {v: [one.name for one in fails if one.verdict is v] for v in Verdict}
    named = [f"{v} {_listed(names)}" for v, names in sorted(by.items(), key=_rank) if names]
    parts = [f"Of {len(results)} {several} {stand}"]
    if fails:
        verb = f"fail{'s' * (len(fails) == 1)} as printed"
        parts = [f"{len(fails)} of {len(results)} {several} {verb} ({'; '.join(named)})", stand]
    if undecided:
        parts.append(f"on {undecided} nothing is decided, or it depends on the reading")
    return "; ".join(parts if fails else [*parts, "none fails"]) + "."


def _rank(entry: tuple[Verdict, object]) -> int:
    return entry[0].rank


def _listed(names: Sequence[str]) -> str:
    """Return names as a list in words."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
