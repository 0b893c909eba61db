"""Renderers: everything is there, in order, and nothing in a claim becomes markup."""

from made_results import TEXT, TWO, claim, instead, part, run
from msgspec.structs import replace

from reports import terminal
from reports.markdown import DISCLAIMER, markdown
from reports.page import page
from reports.results import (
    Chosen,
    LegendEntry,
    Source,
)
from reports.summary import OURS, counts, discrepancies
from verify.evidence import (
    Proof,
    Severity,
    Verdict,
)


def test_counts_and_the_disclaimer_come_first():
    text = markdown(run(claim("a"), claim("b"), claim("c", Verdict.OPEN)))
    assert DISCLAIMER in text
    assert "| paper | open | proved | all |" in text
    assert "| paper | 1 | 2 | 3 |" in text


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
    assert "proof: lost, because it uses what fails:" in text
    assert "only its printed proof is lost" in text


def test_errors_of_the_run_are_at_the_top():
    text = markdown(run(claim("a", Verdict.OPEN), errors=("paper/a: one says x, other says y",)))
    assert text.index("Errors of this run") < text.index("Counts")
    assert "one says x, other says y" in text


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


def test_a_misprint_in_a_terminal_is_a_slip_and_no_failure():
    slip = part(
        Verdict.MISPRINTED, witness=TWO, certificate={"digest": "0" * 64}, instead=instead()
    )
    shown = "\n".join(terminal.result(claim("eq-1", Verdict.MISPRINTED, parts=(slip,))))
    assert "a slip of the pen; read instead:" in shown
    assert "shows at  x = 2" in shown
    assert "breaks at" not in shown
