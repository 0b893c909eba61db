"""Renderers: everything is there, in order, and nothing in a claim becomes markup."""

import json
import re
from xml.etree import ElementTree

import pytest
from made_results import EVIDENCE, TEXT, TWO, claim, instead, part, run
from msgspec.structs import replace

from reports import terminal
from reports.junit import junit
from reports.markdown import DISCLAIMER, code, escape, markdown
from reports.page import page
from reports.points import point, value
from reports.results import (
    Chosen,
    Edit,
    LegendEntry,
    MutantResult,
    Mutation,
    Run,
    Source,
    StatementText,
)
from reports.summary import OURS, counts, discrepancies, independent
from verify.evidence import (
    AlgebraicValue,
    Evidence,
    Key,
    NotDecoded,
    Outcome,
    PiecewiseLinearValue,
    Proof,
    RationalValue,
    RayValue,
    Severity,
    Tier,
    Verdict,
)


def test_counts_and_the_disclaimer_come_first():
    text = markdown(run(claim("a"), claim("b"), claim("c", Verdict.OPEN)))
    assert DISCLAIMER in text
    assert "| paper | open | proved | all |" in text
    assert "| paper | 1 | 2 | 3 |" in text


def proof(method, *kinds):
    parts = [{"kind": kind} for kind in kinds]
    certificate = {"kind": "instances", "parts": parts}
    return Evidence(method, Outcome.HOLDS, Tier.EXACT, certificate=certificate)


@pytest.mark.parametrize(
    ("evidence", "methods"),
    [
        ((proof("solver", "smt"), proof("derivation", "cases")), ("solver", "derivation")),
        ((proof("solver", "smt"), proof("induction", "smt", "cases")), ()),
        ((proof("solver", "smt"), proof("balls", "smt")), ()),
        ((proof("solver", "smt"), EVIDENCE), ()),
        ((proof("solver", "smt"), replace(proof("balls", "boxes"), error=True)), ()),
        ((proof("solver", "smt"), replace(proof("balls", "boxes"), restrictions=("x < 1",))), ()),
    ],
)
def test_two_proofs_are_independent_if_they_share_no_kind_of_certificate(evidence, methods):
    found = part(evidence=evidence)
    assert independent(found) == methods
    assert independent(replace(found, verdict=Verdict.OPEN)) == ()
    assert independent(instead(evidence=evidence)) == methods
    twice = claim("a", parts=(found,))
    count = 1 if methods else 0
    said = f"proved: 1, of which by two methods that share no rule of proof: {count}."
    shown = markdown(run(twice))
    assert said in shown
    assert said in page(run(twice))
    assert ("proved independently by: solver, derivation" in shown) is bool(methods)


def test_of_equal_severity_theorems_of_the_main_text_come_first():
    places = {
        "proof": Source("", "proof of theorem 4.1"),
        "remark": Source("section 4"),
        "result": Source("section 4, theorem 4.1", "appendix B"),
    }
    claims = [claim(name, Verdict.REFUTED, source=place) for name, place in places.items()]
    found = [d.claim.id for d in discrepancies(claims)]
    assert found == ["paper/result", "paper/remark", "paper/proof"]


def test_discrepancies_are_ordered_by_severity_with_what_holds():
    holds = instead(
        text=replace(TEXT, says="x <= 2", hypotheses=("x >= 0", "y > 0")),
        witness=TWO,
        meant=Source("section 9"),
    )
    claims = [
        claim(
            "typo",
            Verdict.MISPRINTED,
            parts=(part(Verdict.MISPRINTED, severity=Severity.TYPOGRAPHIC, instead=holds),),
        ),
        claim("constant", Verdict.REFUTED, severity=Severity.CONSTANT),
        claim("worst", Verdict.REFUTED, severity=Severity.CONCLUSION),
        claim("fine"),
    ]
    text = markdown(run(*claims)).partition("## Results")[0]
    assert text.index("paper/worst") < text.index("paper/constant") < text.index("paper/typo")
    assert "paper/fine" not in text
    assert (
        "  - printed: What it says. Tested: `x <= 1`\n  - holds: `x <= 2` (proved) if `y > 0`"
        in text
    )
    assert "  - holds: nothing that we know of" in text


def test_a_claim_is_shown_in_full():
    failed = part(
        Verdict.REFUTED,
        severity=Severity.CONSTANT,
        witness=TWO,
        instance={"k": "3"},
        sides=("2", "1"),
        certificate={"claim": "paper/a"},
        reason="because",
        text=replace(TEXT, where={"c": "2*x"}),
    )
    terms = {"R_n": LegendEntry("R_{n}", "the ratio")}
    shown = claim("a", Verdict.REFUTED, parts=(failed, part(name="other")), terms=terms)
    text = markdown(replace(run(shown), papers={"paper": "A Title"}))
    for wanted in (
        "## paper\n\nA Title\n",
        "- `R_n` stands for: the ratio",
        "**refuted** (exact). A counterexample",
        "counterexample: `k = 3, x = 2`, where the sides are `2` and `1`",
        "where `c = 2*x`",
        "claimed on: `x >= 0`",
        "severity: constant",
        "because: because",
        "source: section 1",
        "`theory/papers/paper.py:3`",
        "`thmcheck check paper/a --profile quick --seed 7`",
        "| search | holds | search | `120 random points` | no objection | 1.50 |",
        "decides the claim",
        '<a id="paper/a"></a>',
    ):
        assert wanted in text, wanted


def test_results_that_have_lost_their_printed_proof_are_named():
    text = markdown(
        run(
            claim("broken", Verdict.REFUTED),
            claim("user", proof=Proof.GAP, uses=("paper/broken",), lost=("paper/broken",)),
        )
    )
    assert "[paper/user](#paper/user) (proved) leans on [paper/broken](#paper/broken)" in text
    assert "proof: lost. The printed proof leans on" in text
    assert "only its printed proof is lost" in text


def test_errors_of_the_run_are_at_the_top():
    text = markdown(run(claim("a", Verdict.OPEN), errors=("paper/a: one says x, other says y",)))
    assert text.index("Errors of this run") < text.index("Counts")
    assert "one says x, other says y" in text


HOSTILE = (
    "<script>alert(1)</script>",
    "[click](javascript:alert(1))",
    "![image](http://example.org/x.png)",
    "a | b | c",
    "`code` **bold** _it_ ~~no~~ $x$",
    "# heading\n\n- list\n1. one\n> quote\n---",
    "</a><img src=x onerror=alert(1)>",
    "``` fence",
    "\x00\x1b[31m",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_a_claim_becomes_markup(text):
    statement = StatementText(
        type="for all", says=text, latex="", hypotheses=(text,), where={text: text}
    )
    bad = part(
        Verdict.REFUTED,
        name=text,
        reading=text,
        text=statement,
        reason=text,
        covered=(text,),
        severity=Severity.CONCLUSION,
        witness={text: RayValue(text)},
        evidence=(replace(EVIDENCE, detail=text, restrictions=(text,)),),
        instead=instead(text=statement, meant=Source(text, text), reason=text),
    )
    found = claim(
        "a",
        Verdict.REFUTED,
        parts=(bad, bad),
        title=text,
        words=text,
        note=text,
        uses=(text,),
        source=Source(text, text),
        lost=(text,),
    )
    page = markdown(run(found, errors=(text,)))
    outside = "".join(spans_removed(line) for line in page.splitlines(keepends=True))
    without_anchors = outside.replace('<a id="paper/a"></a>', "")
    assert "<" not in without_anchors
    links = re.findall(r"(?<!\\)\]\(([^)]*)\)", outside)
    assert all(target.startswith("#") for target in links)
    starts = [line for line in page.splitlines() if line.startswith(("# ", "---", ">", "1."))]
    assert starts == ["# What was found"]
    for line in page.splitlines():
        if line.startswith("|") and "search" in line:
            assert spans_removed(line).replace("\\|", "").count("|") == 7


def spans_removed(line):
    """Return a line without its code spans, as CommonMark finds them."""
    out, rest = "", line
    while "`" in rest:
        before, tick, after = rest.partition("`")
        if before.endswith("\\"):
            out, rest = out + before + tick, after
            continue
        fence = tick + after[: len(after) - len(after.lstrip("`"))]
        inner = after[len(fence) - 1 :]
        end = closing(inner, fence)
        if end is None:
            out, rest = out + before + fence, inner
        else:
            out, rest = out + before, inner[end + len(fence) :]
    return out + rest


def closing(text, fence):
    at = 0
    while (at := text.find("`", at)) >= 0:
        length = len(text[at:]) - len(text[at:].lstrip("`"))
        if length == len(fence):
            return at
        at += length
    return None


def test_code_spans_cannot_be_left():
    assert code("a`` b") == "``` a`` b ```"
    assert code("a|b", table=True) == "`a\\|b`"
    assert escape("1. one\n# two") == "&#49;. one # two"


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
    cases = {case.get("name"): case for case in suite}
    found = {name: (case[0].tag, case[0].get("message")) for name, case in cases.items()}
    assert found["paper/differs"] == ("failure", "proved -> open")
    assert found["paper/broken"] == ("error", "paper/broken: x")
    assert found["paper/missing"] == ("skipped", "a model")
    assert [child.tag for child in cases["paper/fine"]] == ["system-out"]


def test_witness_values_read_as_numbers():
    assert value(RationalValue("-3/4")) == "-3/4"
    root = AlgebraicValue(("-2", "0", "1"), low="1", high="2")
    assert value(root) == "the root of -2 x^0 + 0 x^1 + 1 x^2 between 1 and 2"
    line = PiecewiseLinearValue(("0",), ("1",), left="1", right="2")
    powers = [value(RayValue(p)) for p in ("1/2", "1", "0")]
    assert powers == ["scale^(1/2)", "scale", "constant"]
    through = "piecewise linear through 0 -> 1"
    assert value(line) == f"{through}, 1/(1 + 1*(0 - x)) to the left, slope 2 to the right"
    flat = replace(line, left="0", right="0")
    assert value(flat) == f"{through}, constant to the left, constant to the right"
    below = replace(line, values=("-1",))
    assert (
        value(below)
        == "piecewise linear through 0 -> -1, slope 1 to the left, slope 2 to the right"
    )
    assert point(TWO, {"k": "3"}) == "k = 3, x = 2"


def full_run():
    """Return a run whose claim has something in every field that holds records."""
    failed = part(
        Verdict.REFUTED,
        severity=Severity.RATE,
        witness=TWO,
        instead=instead(evidence=(EVIDENCE,), meant=Source("section 9")),
    )
    edit = Edit(
        change="x >= 1 added",
        size=1,
        text=TEXT,
        verdict=Verdict.PROVED,
        tier=Tier.SOLVER,
        by="solver",
        witness=TWO,
    )
    fate = MutantResult(Key(0, instead=True), "x < 2", "true", "solver")
    found = claim(
        "a",
        Verdict.REFUTED,
        parts=(failed, part(name="other", certificate=None)),
        terms={"R_n": LegendEntry("R_{n}", "the ratio")},
        mutation=Mutation(1, 1, 0, (fate,)),
        repairs={Key(0): (edit,)},
    )
    return run(found)


def test_results_come_back_from_their_json():
    found = Run.from_json(full_run().to_json())
    assert found == full_run()
    (back,) = found.claims
    assert all(isinstance(key, Key) for key in (*back.repairs, back.mutation.mutants[0].statement))
    with pytest.raises(NotDecoded, match="schema_version"):
        Run.from_json('{"schema_version": 99}')


def changed(path, entry):
    """Return the JSON of a full run with one entry changed or added."""
    data = json.loads(full_run().to_json())
    *way, last = path.split(".")
    place = data
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[last] = entry
    return json.dumps(data)


@pytest.mark.parametrize("text", [*HOSTILE, ""])
@pytest.mark.parametrize(
    "path",
    [
        "profile",
        "claims.0.verdict",
        "claims.0.tier",
        "claims.0.severity",
        "claims.0.source",
        "claims.0.headline",
        "claims.0.proof",
        "claims.0.code",
        "claims.0.terms.R_n",
        "claims.0.mutation.mutants.0.statement",
        "claims.0.mutation.mutants.0.end",
        "claims.0.repairs.0.0.tier",
        "claims.0.parts.0.verdict",
        "claims.0.parts.0.text.type",
        "claims.0.parts.0.witness.x",
        "claims.0.parts.0.evidence.0.outcome",
        "claims.0.parts.0.instead.verdict",
        "claims.0.parts.0.instead.tier",
        "claims.0.parts.0.instead.meant",
    ],
)
def test_text_cannot_stand_for_anything_else(path, text):
    with pytest.raises(NotDecoded):
        Run.from_json(changed(path, text))


@pytest.mark.parametrize(
    ("path", "entry"),
    [
        ("schema_version", 1),
        ("claims.0.headline", 2),
        ("claims.0.mutation.mutants.0.statement", 7),
        ("claims.0.headline", -1),
        ("claims.0.says", "x <= 1"),
        ("claims.0.source", {"main": 7}),
        ("claims.0.source", {"page": "7"}),
        ("claims.0.source", None),
        ("claims.0.source_hash", "<script>"),
        ("claims.0.repairs", {"first": []}),
        ("claims.0.repairs", {"0/other": []}),
        ("claims.0.repairs", {"-1": []}),
        ("claims.0.parts.0.hash", "0" * 63),
        ("claims.0.parts.0.says", "x <= 1"),
        ("claims.0.parts.0.text.says", None),
        ("claims.0.parts.0.instead.text", {"says": "x <= 2"}),
    ],
)
def test_what_is_no_record_is_refused(path, entry):
    with pytest.raises(NotDecoded):
        Run.from_json(changed(path, entry))


def test_a_changed_run_is_refused_only_for_what_was_changed():
    assert Run.from_json(changed("claims.0.parts.0.text.says", HOSTILE[0])) != full_run()


def test_every_choice_point_is_shown_with_its_reason():
    chosen = (Chosen("the words admit both", "strictly"), Chosen("a blot", "a two", damaged=True))
    read = part(Verdict.PROVED, reading="strictly; a two", chosen=chosen)
    found = claim("a", parts=(read,))
    for text in ("\n".join(terminal.result(found)), markdown(run(found)), page(run(found))):
        assert "the words admit both: strictly" in text
        assert "a blot: a two (glyphs are lost)" in text


def test_claims_of_our_own_stand_apart_and_are_no_discrepancies():
    ours, theirs = claim("ours-lem-1", Verdict.REFUTED), claim("lem-2", Verdict.REFUTED)
    found = run(ours, theirs)
    assert [d.claim.id for d in discrepancies(found.claims)] == [theirs.id]
    assert sum(total for _, _, total in counts(found).rows) == 1
    text = markdown(found)
    assert text.index(f"### {theirs.id}") < text.index(OURS) < text.index(f"### {ours.id}")
