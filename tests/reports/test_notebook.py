"""Claims and results in a notebook: everything shown, nothing of it markup."""

import re
import sys
from types import SimpleNamespace
from xml.etree import ElementTree

import odd_papers
import pytest
import sympy as sp
from made_results import TEXT, instead, part
from made_results import claim as result
from msgspec.structs import replace

import reports.notebook
import theory.notebook
import thmcheck
from reports.results import ClaimResult, StatementText
from reports.results import Source as Place
from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Instead, Missing, Observed, SameOrder, Source
from theory.language import DEFINES, Each, Lipschitz, function, integers, reals, sequence
from verify.api import show_in_notebooks
from verify.claims.catalogue import UnknownId
from verify.evidence import RationalValue, RayValue, Tier, Verdict

x, y = reals("x y")
j, k = integers("j k")
p, alpha = sequence("p"), function("alpha")
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


def claim(statement, **changes):
    plain = {"title": "A title", "source": Source("section 1", "appendix A"), "words": "Words."}
    return Claim(id="paper/a", printed=statement, **{**plain, **changes})


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


# -- claims -----------------------------------------------------------------------------------


def test_a_claim_shows_every_part_with_its_hypotheses():
    square = ForAll(given=(x > 0,), where={y: x + 1}, says=sp.Le(x**2, y))
    rate = SameOrder(x**2, x, regime=(x >= 1,), variables=(x,))
    clauses = {
        "square": square,
        "rate": Ambiguous("which power", {"the first": rate, "the second": rate}),
        "seen": Observed("run", {"seeds": 3}, x > 0),
        "model": Missing("a trained model"),
        "words": ForAll(given=(Lipschitz(alpha, 2),), says=DEFINES),
        "each": ForAll(says=Each(p[j] >= 0, (j, 0, k)), instances={k: (1,)}),
    }
    instead = {"square": Instead(ForAll(says=x**2 + 1 >= 2 * x))}
    _, text = shown(claim(clauses, instead=instead, lemmas={"ours": square}))
    for wanted in (
        "paper/a A title",
        "Words.",
        "section 1; appendix A",
        "square",
        "lemma: ours",
        r"$\displaystyle x^{2} \leq y$",
        r"if $\displaystyle x > 0$",
        r"where $\displaystyle y$ = $\displaystyle x + 1$",
        "what is said to hold instead",
        "rate; the first",
        r"$\displaystyle x^{2}$ $\asymp$ $\displaystyle x$",
        r"if $\displaystyle x \geq 1$",
        "with seeds = 3",
        "not tested here; missing: a trained model",
        r"\text{ is Lipschitz with constant }",
        r"\text{definition}",
        r"\dots",
    ):
        assert wanted in text, wanted


def test_a_claim_with_one_statement_names_no_part():
    page, _ = shown(claim(ForAll(says=x**2 >= x - 1)))
    assert "<i>" not in page


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_a_claim_becomes_markup_or_is_typeset(text):
    z = sp.Symbol(text, real=True)
    clauses = {
        text: Ambiguous(text, {text: ForAll(says=z > 1), "-": ForAll(says=z > 2)}),
        f"{text}.": Observed(text, {text: text}, z > 0),
        f"{text}?": Missing(text),
    }
    page, _ = shown(claim(clauses, title=text, words=text, source=Source(text, text)))
    assert set(re.findall(r"<(\w+)", page)) <= {"div", "b", "i", "span", "code"}
    prose = re.sub(r'<span class="tex2jax_ignore mathjax_ignore">.*?</span>', "", page)
    outside = re.sub("<code>.*?</code>", "", prose)
    assert "href" not in outside
    assert outside.count("$") % 2 == 0


def test_a_formula_that_is_too_long_is_text():
    page, _ = shown(claim(ForAll(says=sum(x**n for n in range(1500)) >= 0)))
    assert "<code>" in page
    assert "displaystyle" not in page


# -- results ----------------------------------------------------------------------------------

FIXED = instead(
    tier=Tier.BALL,
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
        "other supported (exact)",
        "covered: k <= 6",
        "Printed proof: unchecked.",
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


# -- the functions that give them -------------------------------------------------------------


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
