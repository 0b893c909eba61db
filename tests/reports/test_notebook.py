"""Claims and results in a notebook: everything shown, nothing of it markup."""

import re
import sys
from types import SimpleNamespace
from xml.etree import ElementTree

import odd_papers
import pytest
from made_results import TEXT, instead, part
from made_results import claim as result
from msgspec.structs import replace

import reports.notebook
import theory.notebook
import thmcheck
from reports.results import ClaimResult, StatementText
from reports.results import Source as Place
from theory.claim import Claim
from verify.api import show_in_notebooks
from verify.claims.catalogue import UnknownId
from verify.evidence import RationalValue, RayValue, Tier, Verdict

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</div></body>",
    "&lt;b&gt;",
    r"$\href{javascript:alert(1)}{x}$",
    r"\(x\)",
    "$$x$$",
)
RESULT_TAGS = {"div", "b", "i", "span", "code", "math", "mrow", "mi", "mo", "mn", "mtext"}


def shown(found):
    """Return the HTML of something and its text; it must be well-formed."""
    page = (theory.notebook if isinstance(found, Claim) else reports.notebook).html(found)
    return page, "".join(ElementTree.fromstring(page).itertext())


def test_in_ipython_claims_and_results_are_registered(monkeypatch):
    registered = {}
    html = SimpleNamespace(for_type=registered.__setitem__)
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters={"text/html": html}))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    show_in_notebooks()
    assert registered == {}  # IPython is loaded, but this process does not run in it
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    show_in_notebooks()
    assert registered == {Claim: theory.notebook.html, ClaimResult: reports.notebook.html}


FIXED = instead(
    tier=Tier.BALL,
    reason="by an argument",
    text=replace(
        TEXT,
        says="x <= 2",
        latex=r"x \leq 2",
        where={"y": "x + 1"},
        where_latex={"y": "x + 1"},
    ),
)


def test_a_result_shows_formula_verdict_tier_and_what_holds():
    failed = part(
        Verdict.REFUTED,
        name="bound",
        witness={"x": RationalValue("2")},
        certificate={"claim": "paper/a"},
        instead=FIXED,
        reason="because of this",
    )
    good = part(Verdict.SUPPORTED, name="other", covered=("k <= 6",))
    found = result("a", Verdict.REFUTED, parts=(failed, good))
    page, text = shown(found)
    for wanted in (
        "paper/a Title of a refuted (exact)",
        "A counterexample satisfies every hypothesis and breaks it.",
        "bound refuted (exact)",
        "because because of this",
        "fails at x = 2",
        "what holds instead proved (ball)",
        "x≤2",
        "if x≥0",
        "where y = x+1",
        "because by an argument",
        "other supported (exact)",
        "covered: k <= 6",
        "Printed proof: Not every step of the printed proof was checked.",
    ):
        assert wanted in text, wanted
    assert page.count("<math") == 2 + 2 + 4
    assert "background:#c0392b" in page


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_a_result_becomes_markup(text):
    statement = StatementText(
        type="for all",
        says=text,
        latex=text,
        where={text: text},
        where_latex={text: text},
        hypotheses=(text,),
        hypotheses_latex=(text,),
    )
    bad = part(
        Verdict.REFUTED,
        name=text,
        reading=text,
        covered=(text,),
        witness={text: RayValue(text)},
        certificate={},
        text=statement,
        reason=text,
        instead=instead(text, tier=text, text=statement, reason=text),
    )
    found = result(
        "a",
        Verdict.REFUTED,
        parts=(bad, replace(bad, verdict=Verdict.SUPPORTED)),
        title=text,
        words=text,
        source=Place(text, text),
        lost=(text,),
    )
    page, _ = shown(found)
    assert set(re.findall(r"<(\w+)", page)) <= RESULT_TAGS
    assert set(re.findall(r" ([a-z]+)=\"", page)) <= {"class", "style", "stretchy"}
    assert page.startswith('<div class="tex2jax_ignore mathjax_ignore"')


def test_a_claim_is_loaded_and_checked_by_its_id(tmp_path):
    with odd_papers.installed(tmp_path, "plain"):
        assert thmcheck.load("PLAIN/LEM-5").title == "Small numbers"
        found = thmcheck.check("plain/lem-2")
        for wrong in ("plain/lem-99", "plain/*", "plain/lem"):
            with pytest.raises(UnknownId, match="plain/lem-3"):
                thmcheck.check(wrong)
        with pytest.raises(ValueError, match="not one of quick"):
            thmcheck.check("plain/lem-2", profile="huge")
    assert found.verdict is Verdict.REFUTED
    assert "what holds instead" in shown(found)[1]


def test_evidence_that_contradicts_itself_is_an_error(tmp_path):
    with (
        odd_papers.installed(tmp_path, "wrong"),
        pytest.raises(RuntimeError, match="says fails"),
    ):
        thmcheck.check("wrong/factor")
