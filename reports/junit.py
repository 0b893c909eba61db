"""A run as JUnit XML, for continuous integration.

A claim is a test case: it fails if its verdict differs from the recorded one, it is an error if
our own evidence contradicts itself, and it is skipped if something needed to test it is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree

from reports.printable import lines
from reports.results import ClaimResult, Run
from verify.evidence import Verdict

WHAT_FAILS = (
    "A claim that is refuted is no failure: a test case fails if a verdict differs from the "
    "recorded one, for what is tested is that we find the same again."
)


def junit(run: Run, surprises: Mapping[str, str]) -> str:
    """Return the XML text.

    Args:
        run: the run.
        surprises: claim id -> how its verdict differs from the recorded one.
    """
    suites = ElementTree.Element("testsuites", name="thmcheck")
    papers: dict[str, list[ClaimResult]] = {}
    for claim in run.claims:
        papers.setdefault(claim.paper, []).append(claim)
    for paper, claims in papers.items():
        broken = {c.id: e for c in claims for e in run.errors_of(c.id)}
        failed = [c for c in claims if c.id in surprises and c.id not in broken]
        missing = [c for c in claims if c.verdict is Verdict.UNCHECKED]
        suite = ElementTree.SubElement(
            suites,
            "testsuite",
            name=_clean(paper),
            tests=str(len(claims)),
            failures=str(len(failed)),
            errors=str(len(broken)),
            skipped=str(len(missing)),
            time=f"{sum(c.seconds for c in claims):.3f}",
        )
        properties = ElementTree.SubElement(suite, "properties")
        ElementTree.SubElement(properties, "property", name="what fails", value=WHAT_FAILS)
        for claim in claims:
            case = ElementTree.SubElement(
                suite,
                "testcase",
                classname=_clean(paper),
                name=_clean(claim.id),
                time=f"{claim.seconds:.3f}",
            )
            if claim.id in broken:
                ElementTree.SubElement(case, "error", message=_clean(broken[claim.id]))
            elif claim.id in surprises:
                ElementTree.SubElement(case, "failure", message=_clean(surprises[claim.id]))
            elif claim.verdict is Verdict.UNCHECKED:
                ElementTree.SubElement(case, "skipped", message=_clean(claim.head.reason or ""))
            words = f"{claim.verdict.value}. {claim.verdict.sentence} {claim.head.reason or ''}"
            ElementTree.SubElement(case, "system-out").text = _clean(words.strip())
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True)


def _clean(text: str) -> str:
    """Return one printable line; what XML cannot hold is left out."""
    return lines(["".join(c for c in text if c.isspace() or ord(c) >= 32)])[0]
