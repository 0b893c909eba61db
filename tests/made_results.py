"""Results of made-up claims, for the tests of whatever is made from results."""

from msgspec.structs import replace

from reports.results import (
    ClaimResult,
    ClauseResult,
    Code,
    Instead,
    PartResult,
    Run,
    Source,
    StatementText,
)
from verify.evidence import Evidence, Outcome, RationalValue, Tier, Verdict

TWO = {"x": RationalValue("2")}
EVIDENCE = Evidence(
    "search",
    Outcome.HOLDS,
    Tier.SEARCH,
    ("120 random points",),
    TWO,
    detail="no objection",
    seconds=1.5,
)


TEXT = StatementText(
    type="for all",
    says="x <= 1",
    latex=r"x \leq 1",
    hypotheses=("x >= 0",),
    hypotheses_latex=(r"x \geq 0",),
)


def part(verdict=Verdict.PROVED, **changes):
    plain = PartResult(
        name="",
        reading="",
        text=TEXT,
        hash="0" * 64,
        verdict=verdict,
        tier=Tier.EXACT,
        evidence=(EVIDENCE,),
    )
    return replace(plain, **{"clause": changes.get("name", ""), **changes})


def instead(verdict=Verdict.PROVED, **changes):
    plain = Instead(text=replace(TEXT, says="x <= 2"), hash="2" * 64, verdict=verdict)
    return replace(plain, **{"tier": Tier.EXACT, **changes})


def claim(name, verdict=Verdict.PROVED, **changes):
    parts = changes.pop("parts", None) or (part(verdict, severity=changes.pop("severity", None)),)
    plain = ClaimResult(
        id=f"paper/{name}",
        paper="paper",
        title=f"Title of {name}",
        words="What it says.",
        source=Source("section 1"),
        parts=parts,
        headline=0,
        verdict=verdict,
        code=Code("theory/papers/paper.py:3", "verify/methods"),
    )
    found = replace(plain, **changes)
    head = found.head
    of_parts = tuple(
        ClauseResult(name=one.name, verdict=one.verdict, tier=one.tier, readings={})
        for one in found.parts
    )
    return replace(
        found,
        clauses=found.clauses or of_parts,
        tier=head.tier,
        severity=head.severity,
        covered=head.covered,
        certificate=head.certificate,
    )


def run(*claims, errors=()):
    versions = {"python": "3.11"}
    return Run(profile="quick", seed=7, versions=versions, claims=claims, errors=errors)
