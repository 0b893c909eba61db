"""JUnit XML: what differs, what broke, what is missing."""

from xml.etree import ElementTree

from made_results import claim, part, run

from reports.junit import WHAT_FAILS, junit
from verify.evidence import (
    Verdict,
)


def test_junit_says_what_differs_what_broke_and_what_is_missing():
    claims = [
        claim("fine"),
        claim("differs", Verdict.OPEN),
        claim("broken", Verdict.OPEN),
        claim("missing", Verdict.UNCHECKED, parts=(part(Verdict.UNCHECKED, reason="a \x00model"),)),
    ]
    text = junit(run(*claims, errors=("paper/broken: x",)), {"paper/differs": "proved -> open"})
    (suite,) = ElementTree.fromstring(text)
    assert {k: suite.get(k) for k in ("tests", "failures", "errors", "skipped")} == {
        "tests": "4",
        "failures": "1",
        "errors": "1",
        "skipped": "1",
    }
    cases = {case.get("name"): case for case in suite.iter("testcase")}
    assert suite.find("properties/property").get("value") == WHAT_FAILS
    found = {name: (case[0].tag, case[0].get("message")) for name, case in cases.items()}
    assert found["paper/differs"] == ("failure", "proved -> open")
    assert found["paper/broken"] == ("error", "paper/broken: x")
    assert found["paper/missing"] == ("skipped", "a model")
    assert [child.tag for child in cases["paper/fine"]] == ["system-out"]
