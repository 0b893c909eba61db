"""The files of a report, all made from one run."""

from __future__ import annotations

from collections.abc import Mapping

from reports.erratum import erratum
from reports.junit import junit
from reports.markdown import markdown
from reports.page import erratum as erratum_page
from reports.page import pages
from reports.printable import clean
from reports.results import Run
from reports.summary import papers
from verify.evidence import plain, to_json

DATA = "report.json"


def errata(run: Run) -> dict[str, str]:
    """Return the erratum of every paper of a run by the name of its file: LaTeX, and HTML."""
    found = {}
    for paper in papers(run):
        claims = [claim for claim in run.claims if claim.paper == paper]
        title = run.papers.get(paper) or paper
        found[f"erratum-{paper}.tex"] = erratum(title, claims)
        found[f"erratum-{paper}.html"] = erratum_page(title, claims)
    return found


def files(run: Run, surprises: Mapping[str, str]) -> dict[str, str]:
    """Return the text of every file by its name; the same run gives the same bytes.

    Args:
        run: what was found.
        surprises: claim id -> how its verdict differs from the recorded one, for JUnit.
    """
    return {
        **pages(run),
        **errata(run),
        "report.md": markdown(run),
        "report.xml": junit(run, surprises) + "\n",
        DATA: to_json(clean(plain(run)), indent=1) + "\n",
    }
