"""The HTML page and its graph, as text; `test_browser` opens it."""

import base64
import hashlib
import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import unquote

from made_results import TEXT, TWO, claim, instead, part, run
from msgspec.structs import replace
from whole_run import whole_run

from reports.consequences import FALLS
from reports.formulas import mathml
from reports.markdown import markdown
from reports.page import erratum, light, page, pages
from reports.recomputed import Condition, Link, Step, Steps
from reports.results import ClauseResult, Edit, LegendEntry, PaperFacts, Source, StatementText
from reports.summary import OTHER, SO, suggestions
from tests.reports.test_check import POINT
from tests.reports.test_measured import OBSERVED
from verify.evidence import Key, RationalValue, Severity, Tier, Verdict

FIXED = instead(
    text=StatementText(
        type="for all",
        says="x < 2",
        latex="x < 2",
        hypotheses=("x > 0",),
        hypotheses_latex=("x > 0",),
    ),
    meant=Source("section 2"),
)
EDIT = Edit(
    change="x >= 1 added",
    size=1,
    text=replace(TEXT, says="x < 1", hypotheses=("x >= 0", "x >= 1")),
    verdict=Verdict.PROVED,
    tier=Tier.SOLVER,
    by="solver",
)

# what means nothing to the author of a paper, and formulas that are not typeset
JARGON = re.compile(
    r"do not apply|no check objects|z-score|encoded|\bheads?\b|\bSum\(|\bsqrt\(|[<>!]=|\w\*\w|->",
    re.IGNORECASE,
)
NOTHING = Condition(text="", latex="")


class Tags(HTMLParser):
    """The tags of a page, with their attributes."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def all(self, name):
        return [attributes for tag, attributes in self.found if tag == name]


def chain():
    """Return three claims that lean on each other, and one that stands alone."""
    return (
        claim("lem-1"),
        claim("thm-2-step-a", Verdict.REFUTED, uses=("paper/lem-1",)),
        claim("thm-2", lost=("paper/thm-2-step-a",)),
        claim("rem-3"),
    )


def test_a_formula_that_is_our_reading_of_words_is_not_said_to_be_printed():
    fails = part(Verdict.REFUTED, instead=FIXED, severity=Severity.HYPOTHESIS)
    told = claim("txt-1", Verdict.REFUTED, parts=(fails,), quote="x is small")
    text = page(run(told))
    assert '<span class="label">printed</span> <span>“x is small”</span>' in text
    assert '<span class="label">we read it as</span> <span><math>' in text
    assert "<dt>printed</dt><dd>“x is small”</dd><dt>we read it as</dt>" in text
    assert '<dt>printed</dt><dd class="row">' not in text
    plain = page(run(replace(told, quote="")))
    assert "we read it as" not in plain
    assert '<dt>printed</dt><dd class="row">' in plain


def test_the_front_page_says_what_is_printed_and_what_holds_worst_first():
    slip = part(Verdict.MISPRINTED, severity=Severity.TYPOGRAPHIC, instead=FIXED, hash="1" * 64)
    claims = [
        claim("eq-7", Verdict.MISPRINTED, parts=(slip,)),
        claim("lem-2.1", Verdict.REFUTED, severity=Severity.CONCLUSION),
        claim("thm-2.2"),
    ]
    text = page(run(*claims))
    front = text[text.index('class="front"') : text.index('class="claims"')]
    opening = text[: text.index('class="front"')]
    assert "1 of 2 numbered results fails as printed (refuted Lemma 2.1); 1 stands." in opening
    assert opening.index("<h1>paper</h1>") < opening.index("Worst:") < opening.index("Lemma 2.1")
    assert front.index("Findings") < front.index("Slips of the pen") < front.index("Equation (7)")
    assert "nothing that we know of" in front
    assert ">paper/" not in front
    assert "never about authors" in text


def test_the_opening_says_in_words_what_fails_and_shows_a_formula_only_if_it_is_narrow():
    for says, shown in (("x < 1", "<math"), ("x < " + "1 + " * 20 + "1", "What is printed")):
        wrong = part(
            Verdict.REFUTED,
            severity=Severity.CONCLUSION,
            text=replace(TEXT, says=says, latex=says),
            witness=TWO,
            certificate={"claim": "a"},
            sides=("2.00", "1"),
            instead=replace(FIXED, words="if x is below 1"),
        )
        text = page(
            run(claim("lem-2.1", Verdict.REFUTED, parts=(wrong,), note="x is bounded. So."))
        )
        worst = text[text.index("Worst:") : text.index('class="lead"')]
        assert worst.index("Title of lem-2.1. x is bounded. " + shown) > 0
        assert "fails at x = 2: left side 2, right side 1. It holds if x is below 1." in worst


def test_every_link_leads_somewhere():
    tags = Tags(page(run(*chain())))
    ids = {attributes["id"] for _, attributes in tags.found if "id" in attributes}
    links = [attributes["href"] for attributes in tags.all("a")]
    assert links
    assert all(unquote(link.removeprefix("checks-paper.html").lstrip("#")) in ids for link in links)


def test_a_claim_says_what_it_leans_on_carries_and_takes_down():
    text = page(run(*chain()))
    section = text[text.index('class="claim" id="paper/thm-2-step-a"') :]
    section = section[: section.index("</section>")]
    assert "What follows for the paper" in section
    assert "<dt>uses</dt>" in section
    assert "<dt>used by</dt>" in section
    assert "thmcheck check paper/thm-2-step-a --profile quick --seed 7" in section


def test_only_the_script_of_the_page_may_run(hostile_page):
    (script,) = re.findall(r"<script>(.*?)</script>", hostile_page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = [m["content"] for m in Tags(hostile_page).all("meta") if "http-equiv" in m]
    assert policy == (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    )


def test_nothing_hostile_becomes_a_tag_or_an_attribute(hostile_page):
    kind = Tags(hostile_page)
    assert len(kind.all("script")) == 1
    assert not kind.all("img") + kind.all("iframe")
    assert not [name for _, attrs in kind.found for name in attrs if name.startswith("on")]
    assert all(link["href"].startswith(("#", "checks-")) for link in kind.all("a"))


def test_long_formulas_are_left_to_the_section_of_the_claim():
    long = replace(TEXT, says="x + " * 200, latex="x")
    wrong = part(Verdict.REFUTED, severity=Severity.CONCLUSION, text=long)
    text = page(run(claim("wrong", Verdict.REFUTED, parts=(wrong,))))
    assert "printed</span> <span>What it says." in text
    inner = replace(long, inner="x < 1", inner_latex="x < 1")
    text = page(run(claim("wrong", Verdict.REFUTED, parts=(replace(wrong, text=inner),))))
    assert "printed</span> <span>in short, <math" in text


def test_what_holds_is_said_in_words_where_its_formula_is_long():
    long = replace(FIXED, text=replace(FIXED.text, says="x + " * 200), words="at most <twice>")
    wrong = part(Verdict.REFUTED, severity=Severity.CONCLUSION, instead=long)
    found = run(claim("wrong", Verdict.REFUTED, parts=(wrong,)))
    for text in (page(found), markdown(found)):
        assert "at most &lt;twice&gt;" in text
        assert "a long formula" not in text.replace("A long formula", "")


def test_suggestions_are_marked_and_stand_only_where_nothing_is_on_file():
    wrong = part(Verdict.REFUTED, severity=Severity.CONCLUSION)
    mended = replace(wrong, instead=FIXED)
    edits = {Key(0): (EDIT,), Key(1): (EDIT,)}
    found = claim("wrong", Verdict.REFUTED, parts=(wrong, mended), repairs=edits)
    assert [suggestions(found, key) for key in edits] == [(EDIT,), ()]
    for text in (page(run(found)), markdown(run(found))):
        assert text.count("x &gt;= 1 added") == 1
        assert "suggestion" in text


def test_lines_that_recompute_a_counterexample_stand_with_it_as_text():
    lines = 'x = 2\nprint("x < 2 :", x < 2)\n# </code><script>'
    shown = page(run(claim("lem-1", Verdict.REFUTED, parts=(part(script=lines),))))
    assert "Check it yourself" in shown
    assert "print(&#34;x &lt; 2 :&#34;, x &lt; 2)" in shown
    assert "# </code><script>" not in shown
    assert "Check it yourself" not in page(run(claim("lem-1", Verdict.REFUTED)))


def test_what_is_computed_at_a_counterexample_stands_before_the_lines_of_python():
    wrong = part(Verdict.REFUTED, recomputed=POINT, script="print(1)", witness=TWO)
    shown = page(run(claim("lem-1", Verdict.REFUTED, parts=(wrong,))))
    assert shown.index("Check it yourself") < shown.index("1/4 = 0.25") < shown.index("print(1)")
    assert "✗ fails" in shown


def test_lemmas_evidence_and_further_counterexamples_stand_on_the_page_of_checks():
    wrong = part(Verdict.REFUTED, recomputed=POINT, certificate={"claim": "a"}, witness=TWO)
    parts = (wrong, replace(wrong, name="second"), part(name="of ours", role="lemma"))
    found = pages(run(claim("lem-1", Verdict.REFUTED, parts=parts)))
    here, there = found["paper-paper.html"], found["checks-paper.html"]
    assert "3 checks, 1 auxiliary statement, 1 counterexample to another part" in here
    assert here.count("Check it yourself") == there.count("Check it yourself") == 1
    assert "no objection" not in here
    assert there.count("no objection") == 3
    assert "lemma: of ours" in there
    assert "lemma: of ours" not in here
    tags = Tags(there)
    assert [a["href"] for a in tags.all("a")] == [
        "paper-paper.html",
        "paper-paper.html#paper/lem-1",
    ]
    assert not tags.all("script")


def test_what_follows_and_how_it_could_be_wrong_stand_with_what_fails():
    text = page(run(*chain()))
    assert text.count("How this verdict could be wrong") == 1
    section = text[text.index("What follows for the paper") :]
    falls = section.index(f"{FALLS}</dt><dd>none")
    assert falls < section.index("argument to be replaced")
    assert section.index("argument to be replaced") < section.index("not affected</dt><dd>none")


def test_the_erratum_says_of_every_finding_what_is_printed_and_what_holds():
    slip = part(Verdict.MISPRINTED, severity=Severity.TYPOGRAPHIC, instead=FIXED, hash="1" * 64)
    wrong = part(Verdict.REFUTED, witness=TWO, certificate={"claim": "a"})
    claims = [
        claim("eq-7", Verdict.MISPRINTED, parts=(slip,)),
        claim("lem-2.1", Verdict.REFUTED, parts=(wrong,)),
        claim("thm-2.2"),
    ]
    text = erratum("A <b> paper", claims)
    assert "A &lt;b&gt; paper: erratum" in text
    assert text.index("Lemma 2.1") < text.index("Slips of the pen") < text.index("Equation (7)")
    assert "fails at</dt><dd>x = 2" in text
    assert "Theorem 2.2" not in text
    tags = Tags(text)
    assert not tags.all("script") + tags.all("a") + tags.all("b")
    assert "Nothing that was tested fails" in erratum("paper", [claim("thm-2.2")])


def test_an_erratum_says_long_formulas_in_words_so_that_they_fit_on_paper():
    long = replace(TEXT, says="x + " * 100, latex="x")
    wrong = part(Verdict.REFUTED, severity=Severity.CONCLUSION, text=long)
    text = erratum("paper", [claim("wrong", Verdict.REFUTED, parts=(wrong,))])
    assert "printed</dt><dd>What it says." in text
    assert "a long formula" not in text


def test_authors_and_version_stand_at_the_front_and_how_to_repeat_it_at_the_foot():
    about = {"paper": PaperFacts(authors="A. <b> Author", version="second")}
    text = page(replace(run(claim("lem-1")), facts=about, date="2020-02-20"))
    front, foot = (
        text.index("A. &lt;b&gt; Author. Version read: second."),
        text.index('<footer id="about">'),
    )
    assert front < text.index('class="claims"') < foot
    for words in ("Made on 2020-02-20", "Profile quick, seed 7", "python 3.11"):
        assert foot < text.index(words)


def test_the_overview_leads_to_a_page_of_each_paper_and_to_what_fails_there():
    other = replace(claim("lem-1.1", Verdict.REFUTED), id="other/lem-1.1", paper="other")
    found = pages(run(claim("thm-1.1"), other))
    assert list(found) == [
        "index.html",
        "paper-paper.html",
        "checks-paper.html",
        "paper-other.html",
        "checks-other.html",
        "report.html",
    ]
    links = [attributes["href"] for attributes in Tags(found["index.html"]).all("a")]
    assert links == [
        "paper-paper.html",
        "paper-other.html",
        "paper-other.html#other/lem-1.1",
        "report.html",
    ]
    assert 'id="other/lem-1.1"' in found["paper-other.html"]
    assert "other/lem-1.1" not in found["paper-paper.html"]
    assert found["report.html"] == light(page(run(claim("thm-1.1"), other)))
    assert "<script" not in found["index.html"]


def test_findings_speak_as_the_paper_does(whole_page):
    text = whole_page.read_text(encoding="utf-8")
    starts = [found.start() for found in re.finditer("<ol class=findings", text)]
    assert starts
    for start in starts:
        shown = text[start : text.index("</ol>", start)]
        words = re.sub(r"<math.*?</math>|<[^>]+>", " ", shown)
        assert not re.search(r"Piecewise|\b(?:thm|lem|cor|prop|txt|eq|asm)-|[\^]|_[a-z0-9{]", words)
        formulas = re.findall(r"<math.*?</math>", shown)
        assert not [f for f in formulas if re.search("<mi>[KC]</mi><mn>0</mn></msub>", f)]


def own_terms(claim):
    """Yield what the symbols of ours are in what is printed; heads bind letters of their own."""
    printed = [part for part in claim.parts if part.role == "printed"]
    texts = [found.text for part in printed for found in (part, part.instead) if found]
    words = [one for text in texts for one in (text.says, *text.hypotheses, *text.where)]
    words += [name for part in printed for name in (*(part.witness or ()), *part.instance)]
    for name, term in claim.terms.items():
        if term.ours and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", "\n".join(words)):
            yield term


def test_no_symbol_of_ours_stands_in_a_finding(whole_page):
    text = whole_page.read_text(encoding="utf-8")
    claims = {claim.id: claim for claim in whole_run().claims}
    entries = list(
        re.finditer(r'<li data-claim="([^"]+)".*?(?=<li data-claim|</ol>)', text, re.DOTALL)
    )
    assert len(entries) > 40
    for entry in entries:
        for term in own_terms(claims[entry[1]]):
            symbol = mathml(term.latex, "").partition(">")[2].removesuffix("</math>")
            formulas = re.findall(r"<math.*?</math>", entry[0])
            assert not any(symbol in one for one in formulas if symbol), (entry[1], term)


def test_what_a_paper_has_no_symbols_for_is_said_in_words():
    own = {"c": LegendEntry("c_{squared}", "a square of ours", ours=True)}
    text = replace(TEXT, says="x < c", latex="x < c_{squared}")
    better = replace(FIXED, text=replace(FIXED.text, says="x < 2*c", latex="x < 2 c_{squared}"))
    for holds, said in ((better, OTHER), (replace(better, words="if it is small"), "if it is")):
        wrong = part(Verdict.REFUTED, severity=Severity.CONCLUSION, text=text, instead=holds)
        wrong = replace(wrong, name="l2adam", witness={"c": RationalValue("1")}, certificate={})
        shown = page(run(claim("lem-1", Verdict.REFUTED, parts=(wrong,), terms=own)))
        front = shown[shown.index('class="findings"') : shown.index('class="claims"')]
        assert "printed</span> <span>What it says.</span>" in front
        assert said in front
        assert "l2adam" not in front
        assert "<mi>squared</mi>" not in front


def test_where_a_finding_fails_is_said_in_words_where_the_paper_has_no_symbol_for_it():
    own = {"x": LegendEntry("x", "a dimension, an integer", ours=True)}
    wrong = part(Verdict.REFUTED, severity=Severity.CONCLUSION, witness=TWO, certificate={})
    shown = page(run(claim("fig-1", Verdict.REFUTED, parts=(wrong,), terms=own)))
    front = shown[shown.index('class="findings"') : shown.index('class="claims"')]
    assert "fails</span> <span>at a dimension: 2</span>" in front


def test_a_finding_is_headed_by_its_numbers_and_by_a_part_that_has_a_name_in_the_paper():
    wrong = part(Verdict.REFUTED, name="unstable regime", severity=Severity.CONCLUSION)
    changes = {"parts": (wrong,), "words": "In the unstable regime x is below 1."}
    source = Source("theorem 3.1, third case", "theorem B.4")
    shown = page(run(claim("thm-3.1", Verdict.REFUTED, source=source, **changes)))
    front = shown[shown.index('class="findings"') : shown.index('class="claims"')]
    heading = re.sub("<[^>]+>", "", front[front.index("<h4>") : front.index("</h4>")])
    assert heading.startswith("Theorem 3.1, unstable regime (= Theorem B.4): Title")


def test_a_finding_shows_a_drawing_of_any_of_its_claims():
    first = claim("thm-1", Verdict.REFUTED, severity=Severity.CONCLUSION)
    drawn = replace(OBSERVED, severity=Severity.CONCLUSION)
    step = claim("thm-1-step-a", Verdict.NOT_REPRODUCED, parts=(drawn,))
    front = page(run(first, step)).partition('class="claims"')[0]
    assert 'class="thumbnail" href="#paper/thm-1-step-a"' in front


def test_a_vacuous_finding_shows_what_contradicts_itself():
    steps = Steps(steps=(Step(title=SO, shown=(Condition(text="x < 1", latex="x < 1"),)),))
    empty = part(Verdict.VACUOUS, severity=Severity.CONCLUSION, recomputed=steps)
    front = page(run(claim("lem-1", Verdict.VACUOUS, parts=(empty,)))).partition('class="claims"')[
        0
    ]
    assert "from what it assumes follow <math" in front


def test_the_section_of_what_fails_speaks_as_the_paper_does(whole_page):
    text = whole_page.read_text(encoding="utf-8")
    start = r'<section class=claim id="([^"]+)" data-verdict=(?:refuted|misprinted|vacuous)\b'
    sections = list(re.finditer(f"{start}.*?</section>", text, re.DOTALL))
    assert len(sections) > 50
    for section in sections:
        shown = re.sub(r"<(math|code|svg).*?</\1>", " ", section[0], flags=re.DOTALL)
        words = re.sub(r"<[^>]+>", "\n", shown)
        found = re.search(r"Piecewise|\b(?:thm|lem|cor|prop|txt|eq|asm)-|\^|\w_[a-z0-9{]", words)
        assert not found, (section[1], found)
        assert not JARGON.search(words), section[1]


def test_no_formula_is_left_as_it_is_typed(whole_pages):
    for path in whole_pages.glob("paper-*.html"):
        text = path.read_text(encoding="utf-8").partition("</head>")[2]
        shown = re.sub(r"<(math|code|pre|svg|script)\b.*?</\1>", " ", text, flags=re.DOTALL)
        words = unescape(re.sub(r"<[^>]+>", "\n", shown))
        typed = re.search(
            r"[<>!]=|[<>]~|->|\^|\w_\w|sqrt\(|Sum\(|\w\*\w|\b(alpha|beta|theta)\b", words
        )
        assert not typed, (path.name, words[typed.start() - 40 : typed.end() + 40])


def test_symbols_are_typeset_where_they_have_values():
    terms = {"x": LegendEntry(r"\vartheta_{1}", "a parameter")}
    wrong = part(Verdict.REFUTED, witness=TWO, certificate={}, instead=replace(FIXED, witness=TWO))
    shown = page(run(claim("lem-1", Verdict.REFUTED, parts=(wrong,), terms=terms)))
    section = shown[shown.index('class="claim"') :]
    typeset = "<math><msub><mi>ϑ</mi><mn>1</mn></msub></math> = 2"
    assert f"<dt>fails</dt><dd>at {typeset}" in section
    assert f"<dt>holds at</dt><dd>{typeset}" in section


def test_what_holds_is_shown_at_no_point_that_tells_little():
    def section(witness, **changes):
        found = replace(FIXED, witness=witness, **changes)
        wrong = part(Verdict.REFUTED, instead=found)
        return page(run(claim("lem-1", Verdict.REFUTED, parts=(wrong,))))

    zero, many = {"x": RationalValue("0")}, {f"x[{n}]": RationalValue("2") for n in range(60)}
    assert "<dt>holds at</dt>" in section(TWO)
    for witness in (zero, many):
        assert "<dt>holds at</dt>" not in section(witness)
    assert "<dt>holds at</dt>" not in section(TWO, instance={"t": "0"})
    given = replace(FIXED.text, hypotheses=("x = 0",), hypotheses_latex=("x = 0",))
    assert "<dt>holds at</dt>" in section(zero, text=given)


def test_what_is_printed_and_what_holds_stand_beside_each_other_with_marks():
    wrong = part(Verdict.REFUTED, severity=Severity.CONCLUSION, instead=FIXED)
    shown = page(run(claim("lem-1", Verdict.REFUTED, parts=(wrong,))))
    section = shown[shown.index('class="claim"') :]
    assert section.index("What to change") < section.index('class="changed"')
    assert "to copy</summary><pre><code>x &lt; 2</code>" in section
    without = page(run(claim("lem-1", Verdict.REFUTED)))
    assert "No repair is known." in without[without.index('class="claim"') :]


def test_no_names_of_lemmas_stand_where_an_argument_decides():
    reason = "by an argument that rests on the lemma 'of; ours', the lemma 'b'; but it is loose"
    shown = page(run(claim("lem-1", Verdict.REFUTED, parts=(part(reason=reason),))))
    assert "by a proof of which every step was checked; but it is loose" in shown
    assert "of; ours" not in shown
    reason = "argument: it concludes Implies(x > 0, y), not y; argument: it also assumes x > 0"
    shown = page(run(claim("lem-1", Verdict.OPEN, parts=(part(Verdict.OPEN, reason=reason),))))
    assert "leads to another statement; argument: it also assumes" in shown


def test_a_section_says_in_plain_words_how_its_verdicts_were_reached_and_which_part_decides():
    parts = (
        part(Verdict.REFUTED, name="upper bound", tier=Tier.BALL, instead=FIXED),
        part(name="lower bound", reading="strictly", tier=Tier.SOLVER),
    )
    shown = page(run(claim("lem-1", Verdict.REFUTED, parts=parts)))
    section = shown[shown.index('class="claim"') : shown.index("<footer")]
    words = re.sub(r"<[^>]+>", "", section)
    for tier in Tier:
        assert f"({tier})" not in words
    assert f"refuted {Tier.BALL.how}. A counterexample" in words
    assert f"proved {Tier.SOLVER.how}" in words
    assert "upper bound: this part decides the verdict" in words
    assert "lower bound (read as “strictly”)" in words


def test_how_is_not_said_twice_where_an_argument_decides():
    reason = "by an argument that rests on nothing else"
    shown = page(run(claim("lem-1", parts=(part(reason=reason, tier=Tier.SOLVER),))))
    assert shown.count("by a proof of which every step was checked") == 2  # above and at the part


def test_settings_and_what_is_missing_are_words_with_typeset_formulas():
    settings = ("d = 64", "N = 2^14 of 2^20")
    text = replace(
        TEXT,
        type="observed",
        hypotheses=settings,
        hypotheses_latex=tuple(rf"\text{{{one}}}" for one in settings),
    )
    missing = StatementText(type="missing", says="a network of 2^9 units", latex="")
    parts = (part(text=text), part(Verdict.UNCHECKED, name="width", text=missing, tier=None))
    shown = page(run(claim("fig-1", parts=parts)))
    section = shown[shown.index('class="claim"') :]
    assert "N = 2<sup>14</sup> of 2<sup>20</sup>" in section
    assert "a network of 2<sup>9</sup> units" in section
    assert "2^" not in section[: section.index("</section>")]


def test_a_line_of_a_proof_that_fails_weighs_what_becomes_of_its_result():
    step = claim("thm-2-step-a", Verdict.REFUTED, severity=Severity.CONCLUSION)
    shown = page(run(step, claim("thm-2", lost=(step.id,))))
    assert Severity.CONCLUSION.sentence not in shown
    words = "a line of a proof changes; what it serves to prove stands"
    assert f"; {words}</span></h4>" in shown
    assert f"<dt>how much</dt><dd>{words}</dd>" in shown


def test_the_section_of_what_fails_says_where_the_proof_breaks():
    text = page(run(*chain()))
    assert text.index("Where the proof breaks") < text.index("At this line.")


def test_a_section_can_be_cited_and_hypotheses_from_elsewhere_have_their_place(hostile_page):
    text = replace(TEXT, places={"x >= 0": "section 9"})
    shown = page(run(claim("lem-1", parts=(part(text=text),))))
    assert '<span class="place">(section 9)</span>' in shown
    assert "@misc{paper/lem-1,\n  title = {{Lemma 1 of paper: proved}}," in shown
    assert "<code>paper/lem-1</code>" in shown
    assert len(Tags(hostile_page).all("script")) == 1


def test_a_page_can_be_entered_past_its_head_and_shows_all_results_first():
    shown = page(run(*chain()))
    assert shown.index('class="skip" href="#main"') < shown.index("<h1>")
    strip = shown.index('class="strip"')
    assert shown.index("Worst:") < strip < shown.index(">Findings<")
    counts = [tag["data-only"] for tag in Tags(shown).all("button") if "data-only" in tag]
    assert counts == ["proved", "refuted"]


def test_a_finding_has_a_small_copy_of_the_picture_of_its_section():
    wrong = replace(OBSERVED, severity=Severity.CONCLUSION)
    shown = page(run(claim("thm-1", Verdict.NOT_REPRODUCED, parts=(wrong,))))
    (copied,) = re.findall(r'<use href="#([^"]+)"/></svg></a>', shown)
    assert shown.count(f'<svg id="{copied}"') == 1
    assert shown.index(f"#{copied}") < shown.index('class="claims"') < shown.index(f'id="{copied}"')


def test_findings_mark_what_differs():
    wrong = part(Verdict.REFUTED, severity=Severity.CONCLUSION, instead=FIXED)
    shown = page(run(claim("lem-1", Verdict.REFUTED, parts=(wrong,))))
    front = shown[shown.index('class="findings"') : shown.index('class="claims"')]
    assert front.count('class="changed"') >= 2


def test_slips_have_latex_to_copy_and_what_depends_shows_its_readings():
    slip = part(Verdict.MISPRINTED, severity=Severity.TYPOGRAPHIC, instead=FIXED, hash="1" * 64)
    readings = {"strictly": Verdict.REFUTED, "weakly": Verdict.PROVED}
    clause = ClauseResult(name="", verdict=Verdict.DEPENDS, readings=readings)
    shown = page(
        run(
            claim("eq-7", Verdict.MISPRINTED, parts=(slip,)),
            claim("thm-1", Verdict.DEPENDS, clauses=(clause,)),
            claim("rem-2", Verdict.UNCHECKED, parts=(part(Verdict.UNCHECKED, reason="no data"),)),
        )
    )
    front = shown[shown.index('class="front"') : shown.index('class="claims"')]
    assert "<pre><code>% Equation (7)\nx &lt; 2" in front
    assert front.index("strictly") < front.index("weakly")
    assert ": no data" in front


def test_arguments_stand_on_a_page_of_their_own_with_every_step_linked():
    steps = (
        Link(rule="A definition.", about="G", says=Condition(text="x < 1", latex="x < 1")),
        Link(rule="A clause.", claim="paper/lem-1", about="paper/lem-1#a", says=NOTHING),
        Link(rule="By induction.", says=Condition(text="x < 2", latex="x < 2"), uses=(1, 2)),
    )
    found = pages(run(claim("lem-1"), claim("thm-2", parts=(part(chain=steps),))))
    shown = found["arguments-paper.html"]
    tags = Tags(shown)
    ids = {attributes["id"] for _, attributes in tags.found if "id" in attributes}
    links = [unquote(attributes["href"]) for attributes in tags.all("a")]
    within = [link[1:] for link in links if link.startswith("#")]
    assert within == ["paper/thm-2/0/1", "paper/thm-2/0/2"]
    assert set(within) <= ids
    assert "paper-paper.html#paper/lem-1" in links
    assert not tags.all("script")
    here = found["paper-paper.html"]
    assert "arguments-paper.html#paper/thm-2" in here
    assert "3 steps, each linked to what it comes from" in here
    assert "arguments-paper.html" not in pages(run(claim("lem-1")))


def test_a_long_conclusion_of_a_step_is_shown_once_and_linked_to_from_there_on():
    long = Condition(text="x_1 <= " + "y + " * 60 + "z", latex="")
    steps = tuple(Link(rule="By induction.", says=says) for says in (NOTHING, long, long))
    parts = (part(), part(chain=steps), part(chain=steps[1:2]))
    shown = pages(run(claim("thm-2", parts=parts)))["arguments-paper.html"]
    assert shown.count("x<sub>1</sub> ≤ y + y") == 1
    assert '<a href="#paper/thm-2/0/2">what step 2 says</a>' in shown
    assert '<a href="#paper/thm-2/0/2">what step 2 of Theorem 2 says</a>' in shown
    assert '<li id="paper/thm-2/0/2">x<sub>1</sub>' in shown
    assert shown.count("a very long formula") == 1


def test_below_the_findings_every_verdict_but_those_of_findings_and_slips_has_a_closed_list():
    verdicts = [v for v in Verdict if v not in (Verdict.REFUTED, Verdict.MISPRINTED)]
    claims = [claim(f"lem-{n}", verdict) for n, verdict in enumerate(verdicts)]
    shown = page(run(*claims, claim("thm-1", Verdict.REFUTED)))
    front = shown[shown.index('class="front"') : shown.index('class="claims"')]
    lists = re.findall(r"<details><summary>([A-Z][a-z ]+): 1</summary>", front)
    assert sorted(lists) == sorted(verdict.capitalize() for verdict in verdicts)
    assert sorted(lists[:2]) == ["Not reproduced", "Vacuous"]
