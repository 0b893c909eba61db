"""The table with which a reader checks a counterexample by hand."""

import made_results as made
from msgspec.structs import replace

from reports.check import brief, groups, has_own_lines, has_own_numbers
from reports.recomputed import AlongRay, AtPoint, AtSize, Condition, Step, Steps, Term
from verify.evidence import Verdict


def term(text, exact="", decimals=""):
    return Term(text=text, latex=text, exact=exact, decimals=decimals)


X, ONE = term("x", "1/4", "0.25"), term("1", "1")
POINT = AtPoint(
    symbols=(X,),
    within=(term("x^2", "1/16", "0.0625"),),
    assumed=(
        Condition(text="x < 1", latex="x < 1", sides=(X, ONE), holds=True),
        Condition(text="x^2 < 1", latex="", sides=(term("x^2", "1/16", "0.0625"), ONE), holds=None),
    ),
    printed=Condition(
        text="e^x <= 1", latex="", sides=(term("e^x", "", "1.284025417"), ONE), holds=False
    ),
)


def test_a_quantity_that_stands_on_the_way_twice_is_shown_once():
    twice = replace(POINT, within=(X, ONE, X, term("x", "1/2", "0.5")))
    assert [row.value for row in groups(twice)["on the way"]] == ["1/4 = 0.25", "1", "1/2 = 0.5"]


def test_another_clause_that_fails_has_its_own_numbers_once_and_the_one_that_decides_has_none():
    fails = made.part(Verdict.REFUTED, recomputed=POINT)
    parts = (
        replace(fails, name="first"),
        replace(fails, name="first", reading="wide"),
        replace(fails, name="second", reading="narrow"),
        replace(fails, name="second", reading="wide"),
        replace(fails, name="third", witness=made.TWO),
        replace(fails, name="fourth", recomputed=None),
        replace(fails, name="fifth", verdict=Verdict.PROVED),
    )
    claim = made.claim("c", Verdict.REFUTED, parts=parts)
    shown = [part.reading for part in parts if has_own_numbers(claim, part)]
    assert shown == ["narrow"]


def test_another_clause_that_fails_at_a_point_has_lines_of_python_beside_it():
    fails = made.part(Verdict.REFUTED, witness=made.TWO, script="print(2)")
    parts = (
        replace(fails, name="first"),
        replace(fails, name="second"),
        replace(fails, name="second", reading="wide"),
        replace(fails, name="third", script=""),
        replace(fails, name="fourth", witness=None),
        replace(fails, name="fifth", verdict=Verdict.PROVED),
    )
    claim = made.claim("c", Verdict.REFUTED, parts=parts)
    shown = [(part.name, part.reading) for part in parts if has_own_lines(claim, part)]
    assert shown == [("second", "")]


def test_what_is_assumed_and_holds_without_numbers_is_one_row_but_not_what_is_undecided():
    rises = Condition(text="f is increasing", latex="", sides=(), holds=True)
    unknown = replace(rises, text="g is increasing", holds=None)
    less = POINT.assumed[1]
    found = brief(replace(POINT, assumed=(rises, less, unknown, rises)))["assumed"]
    assert [(row.text, row.mark) for row in found] == [
        ("x^2 < 1", "not decided"),
        ("g is increasing", "not decided"),
        ("", "✓ holds"),
    ]
    alone = replace(POINT, assumed=(rises, less))
    assert brief(alone) == groups(alone)


def test_values_hypotheses_and_both_sides_stand_in_a_table():
    found = groups(POINT)
    assert list(found) == ["values", "assumed", "on the way", "printed"]
    assert [(row.value, row.mark) for row in found["values"]] == [("1/4 = 0.25", "")]
    assert [(row.value, row.mark) for row in found["assumed"]] == [
        ("", "✓ holds"),
        ("1/16 = 0.0625 against 1", "not decided"),
    ]
    assert [(row.value, row.mark) for row in found["printed"]] == [
        ("≈ 1.284025417", ""),
        ("1", ""),
        ("", "✗ fails"),
    ]
    assert "<mi>e</mi>" in found["printed"][0].shown


def test_a_ray_is_shown_at_each_of_its_sizes():
    one = AtSize(size=10, variables=(X,), assumed=True, left="2", right="4", ratio="0.5")
    left, right = (Term(text=text, latex=text) for text in ("x", "1"))
    found = groups(AlongRay(constants=(), left=left, right=right, sizes=(one,)))
    assert list(found) == ["both sides", "at size 10"]
    assert "<math" in found["both sides"][0].shown
    assert [row.value for row in found["at size 10"]] == ["1/4 = 0.25", "", "2", "4", "0.5"]


def test_formulas_of_both_sides_stand_for_all_sizes():
    one = AtSize(size=10, variables=(X,), assumed=True, left="12", right="10", ratio="1.2")
    left, right = (Term(text="y", latex="y", exact=formula) for formula in ("x + 2", "x"))
    found = groups(AlongRay(constants=(), left=left, right=right, sizes=(one,), about="x ="))
    assert list(found) == ["both sides for every x > 0"]
    assert [row.value for row in found["both sides for every x > 0"]] == ["x + 2", "x"]


def test_an_argument_is_shown_step_by_step():
    shown = Condition(text="x > 1", latex="x > 1")
    found = groups(Steps(steps=(Step(title="take", shown=(shown,)), Step(title="so", shown=()))))
    assert list(found) == ["take"]
    assert "<math" in found["take"][0].shown


def test_terms_cannot_become_markup():
    hostile = term("<script>", "<b>")
    found = groups(AtPoint(symbols=(hostile,), printed=POINT.printed))
    assert "<script>" not in found["values"][0].shown
