"""Which claims that fail are one finding, and which finding comes first."""

from itertools import chain

from made_results import claim as made
from made_results import instead, part
from msgspec.structs import replace

from reports.causes import findings
from reports.results import Source
from verify.evidence import Severity, Verdict


def fails(name, lost=(), severity=Severity.CONCLUSION, verdict=Verdict.REFUTED, **changes):
    """Return a claim that fails, by default of a statement of its own."""
    own = changes.pop("hash", name.ljust(64, "0"))
    parts = (part(verdict, severity=severity, hash=own),)
    lost = tuple(f"paper/{one}" for one in lost)
    return made(name, verdict, parts=parts, lost=lost, **changes)


def named(claims):
    """Return the findings as names, of each the first claim and then the others."""
    return [
        [one.id.partition("/")[2] for one in (found.claim, *found.others)]
        for found in findings(claims)
    ]


def test_what_stands_and_what_is_ours_is_no_finding():
    assert named([made("thm-1.1"), fails("ours-lem-1")]) == []


def test_steps_parts_and_the_same_statement_are_one_finding():
    same = "3" * 64
    claims = [
        fails("thm-1.1-step-sum"),
        fails("thm-1.1-ii"),
        fails("thm-1.1-i", hash=same),
        fails("txt-again", hash=same),
        fails("lem-1.2"),
    ]
    assert named(claims) == [
        ["thm-1.1-ii", "thm-1.1-step-sum", "thm-1.1-i", "txt-again"],
        ["lem-1.2"],
    ]


def test_what_leans_on_one_finding_belongs_to_it_and_what_leans_on_two_does_not():
    claims = [
        fails("txt-a"),
        fails("txt-b"),
        fails("thm-2.1", lost=["txt-a"]),
        fails("txt-c", lost=["thm-2.1", "txt-a"]),
        fails("txt-both", lost=["txt-b", "thm-2.1"]),
        made("thm-2.3", lost=("paper/txt-b",)),
    ]
    assert named(claims) == [["thm-2.1", "txt-a", "txt-c"], ["txt-b"], ["txt-both"]]


def test_a_numbered_result_that_leans_on_another_one_is_a_finding_of_its_own():
    claims = [
        fails("lem-A.1"),
        fails("thm-2.1", lost=["lem-A.1"]),
        fails("thm-2.1-step-sum", lost=["lem-A.1"]),
        fails("txt-after", lost=["lem-A.1"]),
    ]
    assert named(claims) == [["thm-2.1", "thm-2.1-step-sum"], ["lem-A.1", "txt-after"]]


def test_the_abstract_and_theorems_come_first_then_lemmas_texts_and_steps():
    claims = [
        fails("lem-1.3-step-sum"),
        fails("txt-why", source=Source("section 3")),
        fails("eq-4"),
        fails("lem-1.2"),
        fails("thm-A.1"),
        fails("thm-1.4", severity=Severity.HYPOTHESIS),
        fails("thm-1.5"),
        fails("txt-promise", source=Source("Abstract; section 1")),
    ]
    assert [first for first, *_ in named(claims)] == [
        "thm-1.5",
        "txt-promise",
        "thm-1.4",
        "thm-A.1",
        "lem-1.2",
        "eq-4",
        "txt-why",
        "lem-1.3-step-sum",
    ]


def test_other_claims_are_listed_by_what_they_are_called():
    claims = [fails("thm-1.1"), fails("thm-1.1-step-a"), fails("thm-1.1-step-b")]
    (found,) = findings(claims)
    assert {called: len(some) for called, some in found.also.items()} == {
        "Theorem 1.1, a step of its proof": 2
    }
    assert found.severity is Severity.CONCLUSION


def test_nothing_that_fails_is_left_out():
    claims = [fails(f"lem-1.{n}", lost=[f"lem-1.{n - 1}"] if n % 3 else []) for n in range(1, 10)]
    assert sorted(chain(*named(claims))) == sorted(c.id.partition("/")[2] for c in claims)


def holds_instead(name, claim, **changes):
    """Return a claim that fails and has what holds instead of another one."""
    mended = replace(claim.head, instead=instead(hash="5" * 64), hash=name.ljust(64, "0"))
    return replace(fails(name, **changes), parts=(mended,))


def test_claims_that_the_same_mends_are_one_finding():
    first = holds_instead("thm-1.1", fails("thm-1.1"))
    claims = [first, holds_instead("txt-again", first), fails("txt-else")]
    assert named(claims) == [["thm-1.1", "txt-again"], ["txt-else"]]


def test_a_proof_that_names_what_fails_is_about_that_and_not_about_what_stands_behind_it():
    claims = [
        fails("txt-a"),
        fails("txt-b"),
        fails("thm-2.1", lost=["txt-a", "txt-b"], uses=("paper/txt-a#bound",)),
    ]
    assert named(claims) == [["thm-2.1", "txt-a"], ["txt-b"]]


def test_a_theorem_that_the_appendix_numbers_anew_is_one_finding_that_says_so():
    claims = [
        fails("thm-2.1", source=Source("section 2, theorem 2.1", "appendix B, theorem B.4")),
        fails("thm-C.1", source=Source("theorem 2.1, third case", "theorem C.1")),
        fails("txt-for-all", source=Source("section 2, theorem 2.1")),
        fails("txt-after", source=Source("section 2, after theorem 2.1")),
        fails("thm-B.4-step-sum", source=Source("", "proof of theorem B.4")),
    ]
    found = findings(claims)
    assert named(claims) == [
        ["thm-2.1", "thm-C.1", "txt-for-all", "thm-B.4-step-sum"],
        ["txt-after"],
    ]
    assert [one.twins for one in found] == [("Theorem B.4", "Theorem C.1"), ()]


def test_a_slip_of_the_pen_is_the_reason_for_no_more_than_itself():
    slip, typographic = Verdict.MISPRINTED, Severity.TYPOGRAPHIC
    claims = [
        fails("thm-1.1", lost=["thm-1.1-step-sum"], severity=typographic, verdict=slip),
        fails("thm-1.1-step-sum"),
        fails("thm-1.1-step-sign", severity=typographic, verdict=slip, hash="7" * 64),
        fails("eq-9", severity=typographic, verdict=slip, hash="7" * 64),
    ]
    assert sorted(named(claims)) == [
        ["eq-9", "thm-1.1-step-sign"],
        ["thm-1.1"],
        ["thm-1.1-step-sum"],
    ]


def test_of_one_kind_that_comes_first_with_which_more_numbered_results_fall():
    more, most = Severity.HYPOTHESIS, Severity.CONCLUSION
    users = [fails("cor-3.1", lost=["lem-1.2", "lem-1.3"]), fails("cor-3.2", lost=["lem-1.2"])]
    users += [fails("cor-3.1-step-a", lost=["lem-1.1", "lem-1.2"])]  # a line is no result
    slip = fails("cor-3.3", ["lem-1.1", "lem-1.2"], Severity.TYPOGRAPHIC, Verdict.MISPRINTED)
    lemmas = [fails("lem-1.1", severity=most), fails("lem-1.2", severity=more)]
    claims = [*lemmas, fails("lem-1.3", severity=more), *users, slip]
    firsts = [names[0] for names in named(claims)]
    assert [one for one in firsts if one.startswith("lem-")] == ["lem-1.2", "lem-1.3", "lem-1.1"]
