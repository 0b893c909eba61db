"""Tests with costly things in common run in one worker, all others where there is room."""

import pytest
from together import group

BOTH = "[signsgd-scaling/thm-F.6-beta > 1/2]"


def test_tests_of_a_claim_are_together_in_all_modules():
    one = group(f"tests/verify/judging/test_arguments.py::test_no_mutant{BOTH}")
    other = group("tests/theory/test_printed_claims.py::test_idle[signsgd-scaling/thm-F.6]")
    assert one == other == "signsgd-scaling/thm-F.6"


@pytest.mark.parametrize(
    "name", ["test_idle[signsgd-scaling/thm-F.66]", "test_idle[no-paper/thm-1]", "test_idle", "t[]"]
)
def test_what_names_no_claim_stays_alone(name):
    nodeid = f"tests/theory/test_printed_claims.py::{name}"
    assert group(nodeid) == nodeid


def test_modules_that_share_the_pages_of_all_papers_are_together():
    files = ("reports/test_browser", "reports/test_page", "verify/record/test_recorded_findings")
    assert {group(f"tests/{file}.py::test_a") for file in files} == {"pages"}


def test_a_module_that_shares_a_fixture_is_together_and_one_that_shares_none_is_not():
    sharing, plain = (f"tests/{name}.py" for name in ("test_files_to_open", "test_tutorial"))
    assert {group(f"{sharing}::test_{n}") for n in "ab"} == {sharing}
    assert len({group(f"{plain}::test_{n}") for n in "ab"}) == 2
    assert group("reports/page.py::reports.page.section") == "reports/page.py::reports.page.section"
