"""Results of made-up claims, for the tests of whatever is made from results."""

from dataclasses import replace

from reports.results import ClaimResult, PartResult, Run
from verify.evidence import Evidence, Outcome, Tier, Verdict

TWO = {"x": {"kind": "rational", "value": "2"}}
EVIDENCE = Evidence(
    "search",
    Outcome.HOLDS,
    Tier.SEARCH,
    ("120 random points",),
    TWO,
    detail="no objection",
    seconds=1.5,
)


def part(verdict=Verdict.PROVED, **changes):
    plain = PartResult(
        name="",
        reading="main text",
        type="for all",
        says="x <= 1",
        latex=r"x \leq 1",
        hypotheses=("x >= 0",),
        hypotheses_latex=(r"x \geq 0",),
        where={},
        where_latex={},
        statement="0" * 64,
        verdict=verdict,
        tier=Tier.EXACT,
        evidence=(EVIDENCE,),
    )
    return replace(plain, **changes)


def claim(name, verdict=Verdict.PROVED, **changes):
    parts = changes.pop("parts", None) or (part(verdict, severity=changes.pop("severity", None)),)
    plain = ClaimResult(
        id=f"paper/{name}",
        paper="paper",
        title=f"Title of {name}",
        words="What it says.",
        source={"main": "section 1", "appendix": ""},
        note="",
        text_uncertain=False,
        parts=parts,
        headline=0,
        verdict=verdict,
        code={"theory": "theory/papers/paper.py:3", "verify": "verify/methods"},
    )
    return replace(plain, **changes)


def run(*claims, errors=()):
    return Run("quick", 7, {"python": "3.11"}, claims, errors)
