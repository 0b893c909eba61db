"""From the verdicts on clauses to that on the claim."""

from itertools import permutations

import pytest

from reports.results import Chosen
from verify.evidence import Tier, Verdict
from verify.judging.clauses import JudgedStatement, combined

V = Verdict


def read(clause, verdict, *chosen, role="printed", tier=Tier.EXACT):
    return JudgedStatement(clause, role, chosen, verdict, tier)


def meaning(option, why="the words"):
    return Chosen(why, option)


def damage(option, why="the glyphs"):
    return Chosen(why, option, damaged=True)


def verdict(*statements):
    """Return the verdict, which no order of the statements changes."""
    found = {combined(order).verdict for order in permutations(statements)}
    assert len(found) == 1
    return found.pop()


def test_the_worst_clause_decides():
    assert verdict(read("a", V.PROVED), read("b", V.OPEN)) is V.OPEN
    assert verdict(read("a", V.PROVED), read("b", V.SUPPORTED)) is V.SUPPORTED
    assert verdict(read("a", V.REFUTED), read("b", V.MISPRINTED)) is V.REFUTED
    assert verdict(read("a", V.STIPULATED), read("b", V.PROVED)) is V.PROVED


def test_of_equal_verdicts_the_weakest_tier_counts():
    found = combined([read("a", V.PROVED), read("b", V.PROVED, tier=Tier.SOLVER)])
    assert found.decides == 1


def test_of_clauses_that_are_as_bad_one_without_a_choice_decides():
    clauses = [
        read("a", V.REFUTED, meaning("weighted")),
        read("a", V.PROVED, meaning("without")),
        read("b", V.REFUTED),
    ]
    assert combined(clauses).decides == 2
    assert combined(clauses).verdict is V.REFUTED


def test_only_what_is_printed_decides():
    others = [read("", V.REFUTED, role="lemma"), read("a", V.PROVED, role="special case")]
    assert verdict(read("a", V.OPEN), *others) is V.OPEN


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (V.PROVED, V.REFUTED, V.DEPENDS),
        (V.SUPPORTED, V.VACUOUS, V.DEPENDS),
        (V.PROVED, V.SUPPORTED, V.SUPPORTED),
        (V.REFUTED, V.MISPRINTED, V.MISPRINTED),
        (V.REFUTED, V.REFUTED, V.REFUTED),
        (V.REFUTED, V.OPEN, V.OPEN),
        (V.PROVED, V.OPEN, V.OPEN),
        (V.REFUTED, V.UNCHECKED, V.UNCHECKED),
    ],
)
def test_every_meaning_of_ambiguous_words_counts(one, other, both):
    assert verdict(read("", one, meaning("a")), read("", other, meaning("b"))) is both


def test_of_damaged_text_the_best_reading_counts():
    assert verdict(read("", V.PROVED, damage("a")), read("", V.REFUTED, damage("b"))) is V.PROVED
    assert verdict(read("", V.OPEN, damage("a")), read("", V.REFUTED, damage("b"))) is V.OPEN


def test_choice_points_are_read_together():
    """Each clause holds in one reading, but no reading makes both of them hold."""
    statements = [
        read("a", V.PROVED, damage("k from 0")),
        read("a", V.REFUTED, damage("k from 1")),
        read("b", V.REFUTED, damage("k from 0")),
        read("b", V.PROVED, damage("k from 1")),
    ]
    assert combined(statements).verdict is V.REFUTED
    assert [clause.verdict for clause in combined(statements).clauses] == [V.PROVED, V.PROVED]


def test_damage_is_resolved_after_the_meanings_agree():
    statements = [
        read("", V.PROVED, damage("1"), meaning("a")),
        read("", V.REFUTED, damage("1"), meaning("b")),
        read("", V.SUPPORTED, damage("2"), meaning("a")),
        read("", V.SUPPORTED, damage("2"), meaning("b")),
    ]
    assert verdict(*statements) is V.SUPPORTED


def test_a_choice_of_one_clause_leaves_another_alone():
    statements = [
        read("a", V.PROVED, meaning("1")),
        read("a", V.REFUTED, meaning("2")),
        read("b", V.PROVED),
    ]
    found = combined(statements)
    assert found.verdict is V.DEPENDS
    counted = "1 of 2 clauses proved, 1 depends on the reading"
    assert found.sentence == f"{counted}; proved if read as '1'; refuted if read as '2'"
    assert found.clauses[0].readings == {"1": V.PROVED, "2": V.REFUTED}


def test_several_clauses_are_counted():
    clauses = [read(name, V.PROVED) for name in "abcde"]
    assert combined([*clauses, read("f", V.OPEN)]).sentence == "5 of 6 clauses proved, 1 open"
    assert combined([read("", V.PROVED)]).sentence == ""


def test_many_readings_are_counted():
    readings = [read("", V.PROVED, meaning(str(number))) for number in range(4)]
    found = combined([*readings, read("", V.REFUTED, meaning("other"))])
    assert found.sentence == "4 of 5 readings proved, 1 refuted"


def test_damage_inside_one_meaning_does_not_outvote_another():
    statements = [
        read("", V.REFUTED, meaning("wide")),
        read("", V.PROVED, meaning("narrow"), damage("1")),
        read("", V.REFUTED, meaning("narrow"), damage("2")),
    ]
    assert verdict(*statements) is V.DEPENDS


def test_how_damaged_text_is_read_is_said():
    found = combined([read("", V.PROVED, damage("a")), read("", V.REFUTED, damage("b"))])
    assert found.sentence == "damaged text is read as serves it best: a"


@pytest.mark.parametrize("tier", [Tier.EXACT, Tier.SOLVER])
def test_it_is_said_of_all_clauses_whichever_of_them_decides(tier):
    statements = [
        read("a", V.PROVED, damage("1"), damage("p", "a letter")),
        read("a", V.REFUTED, damage("2"), damage("p", "a letter")),
        read("b", V.PROVED, tier=tier),
        read("c", V.PROVED, damage("x", "an index")),
    ]
    said = "3 of 3 clauses proved; damaged text is read as serves it best: "
    for order in permutations(statements):
        options = combined(order).sentence.removeprefix(said).split("; ")
        assert sorted(options) == ["1", "p", "x"]


def test_what_fails_in_one_meaning_serves_no_better_for_being_undecided_in_another():
    text, other = damage("brackets"), damage("none")
    any_constant, some_constant = meaning("every"), meaning("some")
    depends = (
        read("a", V.PROVED, text, some_constant),
        read("a", V.REFUTED, text, any_constant),
    )
    undecided = (
        read("a", V.OPEN, other, some_constant),
        read("a", V.REFUTED, other, any_constant),
    )
    assert verdict(*depends, *undecided) is V.DEPENDS
    assert verdict(*undecided) is V.OPEN
    lost = (
        read("a", V.REFUTED, text, some_constant),
        read("a", V.REFUTED, text, any_constant),
    )
    assert verdict(*lost, *undecided) is V.OPEN
