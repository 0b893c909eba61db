"""The published report is made from the run beside it, and agrees with the record."""

import json
from pathlib import Path

from reports.files import DATA, files
from reports.results import Run
from verify.record import committed

FOLDER = Path(__file__).resolve().parent.parent / "reports" / "published"


def published() -> Run:
    return Run.from_json(json.loads((FOLDER / DATA).read_text(encoding="utf-8")))


def test_the_published_report_is_rebuilt_byte_for_byte():
    made = files(published(), {})
    assert {path.name for path in FOLDER.iterdir()} == set(made)
    for name, text in made.items():
        assert (FOLDER / name).read_bytes() == text.encode(), name


def test_the_published_run_has_no_errors_and_contradicts_no_record():
    run = published()
    assert run.errors == ()
    assert committed.surprises(run, committed.load()) == []


def test_every_claim_is_in_the_published_run():
    assert {claim.id for claim in published().claims} == set(committed.load())
