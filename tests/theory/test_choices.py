"""Choice points: how a statement with several readings is read."""

import pytest
import sympy as sp

from theory.arguments import Assume
from theory.choices import Ambiguous, ChosenStatement, Damaged, readings
from theory.claim import (
    ByHand,
    ByReading,
    Claim,
    ForAll,
    Instead,
    Missing,
    SameAs,
    SameOrder,
    Source,
    Special,
)
from theory.hints import Keeps
from theory.language import DEFINES, Head, integers, reals
from theory.statements import statement_hash
from theory.well_formed import IllFormed

x, y = reals("x y")
n = integers("n")
AT = Source("section 1")
LOSS = Head("loss", "the loss")


def claim(printed, **changes):
    return Claim(id="p/c", title="-", source=AT, words="-", printed=printed, **changes)


def says(found):
    return {tuple(name for _, name in picked): str(read.says) for picked, read in found}


def test_a_condition_a_term_and_a_statement_can_be_chosen():
    condition = Ambiguous("strict or not", {"strictly": x > 0, "weakly": x >= 0})
    term = Ambiguous("which one", {"x": x, "y": y})
    assert says(readings(ForAll(says=condition))) == {
        ("strictly",): "x > 0",
        ("weakly",): "x >= 0",
    }
    assert says(readings(ForAll(says=sp.Le(term, x + y), given=(x > 0, y > 0)))) == {
        ("x",): "x <= x + y",
        ("y",): "y <= x + y",
    }
    either = Damaged("the formula", {"b": ForAll(says=x > 1), "a": ForAll(says=x > 2)})
    assert says(readings(either)) == {("a",): "x > 2", ("b",): "x > 1"}


def test_one_choice_point_is_read_in_one_way_wherever_it_stands():
    start = Ambiguous("from where k counts", {"one": sp.Integer(1), "zero": sp.Integer(0)})
    found = says(readings(ForAll(says=n + start >= start, given=(n >= start,))))
    assert found == {("one",): "n + 1 >= 1", ("zero",): "n >= 0"}


def test_choices_inside_an_option_are_read_only_with_it():
    inner = Ambiguous("inner", {"a": x > 0, "b": x > 1})
    outer = Ambiguous("outer", {"p": sp.And(inner, x < 9), "q": x > 2})
    assert set(says(readings(ForAll(says=outer)))) == {("p", "a"), ("p", "b"), ("q",)}


def test_hypotheses_abbreviations_and_orders_can_have_choices():
    big = Ambiguous("how big", {"at least 1": x >= 1, "at least 2": x >= 2})
    assert len(list(readings(ForAll(given=(big,), says=x > 0)))) == 2
    order = SameOrder(Ambiguous("power", {"2": x**2, "3": x**3}), x**2, (x >= 1,), (x,))
    assert [str(read.left) for _, read in readings(order)] == ["x**2", "x**3"]


def test_the_order_of_options_and_the_names_of_choices_change_no_statement():
    one = Ambiguous("why", {"a": x > 0, "b": x > 1})
    two = Ambiguous("why", {"b": x > 1, "a": x > 0})
    assert one == two
    hashes = [
        {statement_hash(part.statement) for part in claim(ForAll(says=c)).parts} for c in (one, two)
    ]
    assert hashes[0] == hashes[1]


def test_a_statement_without_choices_is_read_as_it_is():
    plain = ForAll(says=x**2 >= 0)
    assert list(readings(plain)) == [((), plain)]


@pytest.mark.parametrize(
    "options",
    [{"a": x > 0}, {}, {"a": x > 0, "b": x + 1}, {"a": x > 0, "": x > 1}],
    ids=["one", "none", "mixed", "nameless"],
)
def test_what_is_no_choice_is_refused(options):
    with pytest.raises(ValueError, match="why"):
        Ambiguous("why", options)
    with pytest.raises(ValueError, match="has a reason"):
        Ambiguous("", {"a": x > 0, "b": x > 1})


def test_options_are_checked_like_everything_else():
    with pytest.raises(IllFormed, match="not exact"):
        ForAll(says=Ambiguous("why", {"a": x > sp.Float(0.5), "b": x > 1}))
    with pytest.raises(IllFormed, match="not exact"):
        ForAll(says=Ambiguous("why", {"a": x, "b": sp.Float(0.5) * x}) > 1)


# -- a claim -----------------------------------------------------------------------------------


def test_the_statements_of_a_claim_are_its_readings_special_cases_and_lemmas():
    strict = Ambiguous("strict or not", {"strictly": x < y, "weakly": x <= y})
    found = claim(
        {
            "first": ForAll(given=(strict,), says=x <= y),
            "second": ForAll(says=x**2 >= x - 1),
        },
        lemmas={"ours": ForAll(says=x**2 + 1 >= 2 * x)},
        because={"second": ByHand(("ours",))},
        special={"at 0": Special(values={x: 0}, clause="first")},
        instead={"second": Instead(ForAll(says=x**2 + 1 >= x))},
    )
    assert [(part.name, part.role.value, part.reading) for part in found.parts] == [
        ("first", "printed", "strictly"),
        ("first", "printed", "weakly"),
        ("second", "printed", ""),
        ("at 0", "special case", "strictly"),
        ("at 0", "special case", "weakly"),
        ("ours", "lemma", ""),
    ]
    assert [part.instead is not None for part in found.parts] == [False, False, True, *[False] * 3]


def test_a_special_case_is_computed_from_what_is_printed():
    printed = ForAll(given=(x > 0,), says=x + y > 0)
    _, case = claim(printed, special={"y = 2": Special(given=(x < 9,), values={y: 2})}).parts
    assert str(case.statement.says) == "x + 2 > 0"
    assert set(map(str, case.statement.given)) == {"x > 0", "x < 9"}
    assert case.special.conditions == ("y = 2", "x < 9")


def test_a_special_case_of_an_order_fixes_constants():
    order = SameOrder(y * x, x, (x >= 1,), (x,), {y: (1,)}, given=(y > 0,))
    _, case = claim(order, special={"y = 2": Special(values={y: 2}, given=(x >= 9,))}).parts
    assert case.statement.constants == {}
    assert str(case.statement.left) == "2*x"
    with pytest.raises(IllFormed, match="only the constants"):
        claim(order, special={"x = 2": Special(values={x: 2})})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"lemmas": {"": ForAll(says=x > 0)}}, "two statements are called"),
        ({"because": {"other": ByHand()}}, "'other' is no clause"),
        ({"because": {"": ByHand(("nothing",))}}, "no lemma of the claim"),
        ({"because": {"nothing": Keeps(n, x > 0)}}, "'nothing', which is no statement of it"),
        ({"lemmas": {"a": ForAll(x > 1)}, "because": {"a": ByHand()}}, "'a' is no clause"),
        ({"special": {"a": Special(clause="other")}}, "'other' is no clause"),
        ({"special": {"a": Special(values={n: sp.Rational(1, 2)})}}, "needs an integer"),
        ({"instead": {"other": Instead(Missing("-"))}}, "'other' is no clause"),
    ],
)
def test_names_that_belong_to_nothing_are_refused(changes, words):
    with pytest.raises(IllFormed, match=words):
        claim(ForAll(says=x * n > 0), **changes)


def test_each_reading_has_a_reason_of_its_own():
    strict = Ambiguous("strict or not", {"strictly": x < y, "weakly": x <= y})
    why = ByReading({"strictly": Assume(x < y), "weakly": ByHand(("ours",))})
    found = claim(
        ForAll(strict, given=(x < y,)),
        lemmas={"ours": ForAll(x**2 + 1 >= 2 * x)},
        because={"": why},
    )
    strictly, weakly, _ = found.parts
    assert strictly.because == Assume(x < y)
    assert weakly.because == ByHand(("ours",))
    assert strictly.against is None
    assert found.arguments == [Assume(x < y)]
    with pytest.raises(IllFormed, match="'other' is no option"):
        claim(ForAll(strict, given=(x < y,)), because={"": ByReading({"other": Assume(x < y)})})
    with pytest.raises(IllFormed, match="no lemma of the claim"):
        claim(ForAll(strict, given=(x < y,)), because={"": ByReading({"weakly": ByHand(("no",))})})


def test_a_reason_may_need_the_options_of_two_choice_points():
    strict = Ambiguous("strict or not", {"strictly": x < y, "weakly": x <= y})
    known = Ambiguous("what is known", {"little": x <= y, "much": x < y})
    why = ByReading({("strictly", "much"): Assume(x < y), "weakly": Assume(x <= y)})
    found = claim(ForAll(strict, given=(known,)), because={"": why})
    reasons = {frozenset(n for _, n in p.picked): p.because for p in found.parts if p.picked}
    assert reasons[frozenset({"strictly", "much"})] == Assume(x < y)
    assert reasons[frozenset({"strictly", "little"})] is None
    assert reasons[frozenset({"weakly", "little"})] == Assume(x <= y)
    why = ByReading({("strictly", "other"): Assume(x < y)})
    with pytest.raises(IllFormed, match="'other' is no option"):
        claim(ForAll(strict, given=(known,)), because={"": why})


ONE = Ambiguous("words", {"a": ForAll(x > 0), "b": ForAll(x > 1)})
OTHER = Ambiguous("words", {"b": ForAll(x > 2), "c": ForAll(x > 3)})


@pytest.mark.parametrize(
    ("printed", "changes", "words"),
    [
        ({"first": ONE, "second": OTHER}, {}, "two choice points have the reason"),
        (
            ForAll(x > 0),
            {"lemmas": {"a": ForAll(Ambiguous("why", {"a": x > 1, "b": x > 2}))}},
            "out",
        ),
        (
            ForAll(x > 0),
            {"instead": Instead(ForAll(Damaged("why", {"a": x > 1, "b": x > 2})))},
            "out",
        ),
        (Ambiguous("why", {"a": ForAll(x > 0), "b": ForAll(DEFINES, (x > 0,))}), {}, "only define"),
        ({"a": SameAs(claim(ForAll(x > 0)))}, {}, "no statement but"),
        (x > 0, {}, "no statement but"),
        ({1: ForAll(x > 0)}, {}, "1 is no name"),
        (ForAll(x > 0), {"because": {"": "a lemma"}}, "no argument"),
        (ForAll(x > 0), {"uses": "p/lem-1"}, "`uses` is a tuple"),
        (SameAs(claim(ForAll(x > 0))), {"lemmas": {"a": ForAll(x > 1)}}, "which it repeats"),
    ],
)
def test_what_could_hide_a_narrowing_is_refused(printed, changes, words):
    with pytest.raises(IllFormed, match=words):
        claim(printed, **changes)


def test_another_paper_is_not_repeated():
    other = Claim(id="q/c", title="-", source=AT, words="-", printed=ForAll(x > 0))
    with pytest.raises(IllFormed, match="of another paper"):
        claim(SameAs(other))


def test_a_misprint_names_a_place():
    with pytest.raises(IllFormed, match="names no place"):
        Instead(ForAll(x > 0), meant=Source())


@pytest.mark.parametrize(
    "build",
    [
        lambda: ForAll(sp.Or(x > 0, DEFINES)),
        lambda: ForAll(x > 0, given=(DEFINES,)),
        lambda: ForAll(LOSS(x) > 0, where={LOSS(x): x**2}),
    ],
)
def test_words_that_mean_something_else_are_refused(build):
    with pytest.raises(IllFormed):
        build()


def test_a_special_case_fixes_an_index():
    sum_over = ForAll(x * n > 0, given=(n >= 1,), instances={n: (1, 2, 5)})
    kept = {"": Keeps(n, x > 0)}
    whole, case = claim(sum_over, because=kept, special={"n = 2": Special(values={n: 2})}).parts
    assert whole.hint == kept[""]
    assert (case.statement.instances, case.hint) == ({}, None)


def test_a_claim_without_a_clause_is_refused():
    with pytest.raises(IllFormed, match="nothing is printed"):
        claim({})
    clauses = {"a": Missing("-"), "b": Missing("-")}
    with pytest.raises(IllFormed, match="of which clause"):
        claim(clauses, instead=Instead(Missing("-")))


def test_what_is_stated_twice_is_judged_from_one_text():
    first = claim(ForAll(says=x**2 + 1 >= 2 * x), lemmas={"ours": ForAll(says=x**2 >= x - 1)})
    again = claim(SameAs(first))
    assert again.parts == first.parts
    assert again.lemmas == first.lemmas
    assert isinstance(Damaged("why", {"a": Missing("-"), "b": Missing("+")}), ChosenStatement)
