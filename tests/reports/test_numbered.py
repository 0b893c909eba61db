"""What claims are called in their paper, and its numbered results in its order."""

import pytest
from made_results import claim

from reports.numbered import again, lead, name, number, numbered
from reports.results import Source
from verify.evidence import Verdict


def called(claim_name, main="", appendix=""):
    return name(claim(claim_name, source=Source(main, appendix)))


@pytest.mark.parametrize(
    ("expected", "arguments"),
    [
        ("Theorem 5.6 (i)", ("thm-5.6-i", "section 5.3")),
        ("Theorem 1", ("thm-1", "theorem 1")),
        ("Lemma F.8", ("lem-F.8", "", "appendix F")),
        ("Lemma F.8, a step of its proof", ("lem-F.8-step-sum", "", "appendix F")),
        ("About lemma 5.9", ("lem-5.9-width", "section 5")),
        ("Condition 5.3", ("asm-5.3", "section 5.3, condition 5.3 and after it")),
        ("Assumption B.1", ("asm-B.1", "section 2", "appendix B.1, assumption B.1")),
        ("Assumption 5.2", ("asm-5.2", "section 5.2")),
        ("Equation (28)", ("eq-28", "", "appendix F, (28)")),
        ("Table 4", ("tab-4", "table 4")),
        ("Section 3, after (2)", ("txt-why", "section 3, after (2)")),
        ("Appendix D.5", ("txt-why", "", "appendix D.5")),
        ("Claim", ("txt-why", "claim")),
    ],
)
def test_a_claim_is_called_as_in_its_paper(expected, arguments):
    assert called(*arguments) == expected


def test_a_claim_of_ours_and_a_remark_in_the_text_have_no_number():
    assert number(claim("ours-lem-1")) is None
    assert number(claim("txt-1")) is None


def test_numbered_results_come_in_the_order_of_the_paper_with_the_worst_verdict():
    found = numbered(
        [
            claim("lem-F.10"),
            claim("lem-F.9", Verdict.SUPPORTED),
            claim("thm-5.6-ii", Verdict.REFUTED),
            claim("thm-5.6-i"),
            claim("thm-5.6-step-sum", Verdict.REFUTED),
            claim("thm-5.4", Verdict.DEPENDS),
            claim("thm-10.1"),
            claim("def-5.1"),
            claim("eq-5"),
            claim("lem-E.1-step-sum", Verdict.REFUTED),
        ]
    )
    assert [(one.name, one.verdict) for one in found] == [
        ("Theorem 5.4", Verdict.DEPENDS),
        ("Theorem 5.6", Verdict.REFUTED),
        ("Theorem 10.1", Verdict.PROVED),
        ("Lemma F.9", Verdict.SUPPORTED),
        ("Lemma F.10", Verdict.PROVED),
    ]
    assert [one.id for one in found[1].claims] == ["paper/thm-5.6-ii", "paper/thm-5.6-i"]
    assert lead(found) == (
        "1 of 5 numbered results fails as printed (refuted Theorem 5.6); 3 stand; on 1 nothing is "
        "decided, or it depends on the reading."
    )
    assert lead(found[2:3]) == "Of 1 numbered result 1 stands; none fails."


def test_names_of_what_fails_are_listed_in_words():
    fails = [claim(f"lem-{n}.1", Verdict.REFUTED) for n in (1, 2, 3)]
    assert lead(numbered(fails)).startswith(
        "3 of 3 numbered results fail as printed (refuted Lemma 1.1, Lemma 2.1 and Lemma 3.1)"
    )


def test_the_places_of_a_claim_say_under_which_other_numbers_it_is_printed():
    def printed(name, *places):
        return again(claim(name, source=Source(*places)))

    assert printed("thm-2.1", "section 2, theorem 2.1", "theorem B.4") == ("Theorem B.4",)
    assert printed("txt-a", "theorem 2.1, case 3", "lemma C.1") == ("Theorem 2.1", "Lemma C.1")
    assert printed("thm-F.1", "section 5", "theorem F.1; theorem E.3, which asks for more") == ()
    assert printed("txt-a", "after theorem 2.1", "end of the proof of lemma C.1") == ()
    assert printed("lem-1.1-step-a", "", "lemma C.1") == ()
