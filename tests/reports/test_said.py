"""What parts say alike is said once; what differs is said of each."""

from made_results import TEXT, claim, part, run
from msgspec.structs import replace

from reports.page import page
from reports.said import called, conclusions, conditions

LONG = " + ".join(f"x_{k}**2/{k}" for k in range(1, 9)) + " <= 1"
GIVEN = ("a > 0", "b > 0", "c > 0", "d > 0", "e > 0")


def reading(name, given=GIVEN, says=LONG, **changes):
    text = replace(TEXT, says=says, latex=says, hypotheses=given, hypotheses_latex=given, **changes)
    return part(reading=name, text=text)


def test_a_long_conclusion_is_that_of_the_part_above_and_a_short_or_another_one_is_not():
    parts = [reading("one"), reading("two"), reading("three", says=LONG + " + 1")]
    assert conclusions(enumerate(parts)) == {1: (0, parts[0])}
    assert conclusions(enumerate([reading(name, says="x < 1") for name in "ab"])) == {}
    defined = reading("two", where={"x_1": "y"}, where_latex={"x_1": "y"})
    assert conclusions(enumerate([reading("one"), defined])) == {}


def test_conditions_are_those_of_the_nearest_part_above_that_lists_its_own():
    one, two = reading("one"), reading("two", (*GIVEN, "f > 0"))
    three = reading("three", (*GIVEN[1:], "f > 0"))
    found = conditions(enumerate([one, two, three]), ())
    assert (found[1].number, found[1].added, found[1].dropped) == (0, ("f > 0",), ())
    assert (found[2].number, found[2].added, found[2].dropped) == (0, ("f > 0",), ("a > 0",))


def test_conditions_are_listed_where_too_many_of_them_differ():
    others = ("a > 0", "b > 0", "g > 0", "h > 0", "i > 0")
    assert conditions(enumerate([reading("one"), reading("two", others)]), ()) == {}
    assert conditions(enumerate([reading("one"), reading("two")]), GIVEN) == {}


def test_a_part_is_called_by_its_name_its_reading_or_its_number():
    assert called(part(name="rate", reading="in L2"), 0) == "rate (read as “in L2”)"
    assert called(part(reading="in L2"), 1) == "the reading “in L2”"
    assert called(part(), 1) == "part 2"


def test_a_page_names_the_part_above_and_shows_what_differs():
    parts = (reading("one"), reading("two", (*GIVEN, "f > 0")), reading("three", ("g > 0",)))
    shown = page(run(claim("thm-1", parts=parts)))
    one = "<em>the reading “one”</em>"
    assert shown.count(f"<dd>the same as {one}</dd>") == 2
    assert shown.count(f"all that {one} assumes") == 1
    assert shown.count("<mi>f</mi>") == 1
