"""The README's findings are those of the record."""

from pathlib import Path

import pytest

from reports import readme
from verify.record import committed

ROOT = Path(__file__).resolve().parent.parent


def test_findings_and_picture_are_those_of_the_record():
    entries = committed.load()
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.updated(text, entries) == text
    assert readme.picture(entries) == (ROOT / readme.PICTURE).read_text(encoding="utf-8")


def test_claims_cannot_break_the_table():
    part = {"name": "a|b", "says": "x | `y`\n<b>", "hypotheses": [], "instead": None}
    entry = {"verdict": "refuted", "title": "<script>|", "headline": 0, "parts": [part]}
    text = readme.findings({"toy/x": entry})
    row = text.splitlines()[-1]
    assert row.count(" | ") == 3
    assert "<script>" not in text


def test_a_readme_without_markers_is_an_error():
    with pytest.raises(ValueError, match="lacks"):
        readme.updated("# nothing", {})
