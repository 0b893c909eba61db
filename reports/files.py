"""The files of a report, all made from one run."""

from __future__ import annotations

import json
from collections.abc import Mapping

from reports import findings
from reports.junit import junit
from reports.markdown import markdown
from reports.page import page
from reports.printable import printable
from reports.results import Run

DATA = "report.json"


def files(run: Run, surprises: Mapping[str, str]) -> dict[str, str]:
    """Return the text of every file by its name; the same run gives the same bytes.

    Args:
        run: what was found.
        surprises: claim id -> how its verdict differs from the recorded one, for JUnit.
    """
    return {
        "report.html": page(run),
        "report.md": markdown(run),
        "report.xml": junit(run, surprises) + "\n",
        **{f"{findings.FOLDER}/{name}": text for name, text in findings.pages(run).items()},
        DATA: printable(json.dumps(run.to_json(), indent=1, ensure_ascii=False)) + "\n",
    }
