"""A listing is short, says the same as its lines, and has before it what it calls."""

import contextlib
import io

import pytest

from verify.display.listing import WIDE, apart, asserted, chained, fitting, listing


def double(x):
    """Twice x."""
    return 2 * x


def rest(x, y):
    """What is left of x.

    It takes two lines to say so.
    """
    left = x
    while left >= y:
        left = left - y

    return left


def written(*body, functions=(), names=()):
    return listing(body, functions, "", names, exact=True)


def output(source):
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(compile(source, "listing", "exec"), {})
    return shown.getvalue().split()


def test_what_is_one_expression_and_called_once_is_put_in_its_place():
    source = written("x = 3", "print(double(x))", functions=[double])
    assert "def double" not in source
    assert output(source) == ["6"]
    twice = written("x = 3", "print(double(x) + double(5))", functions=[double])
    assert "def double(x):  # Twice x" in twice
    assert output(twice) == ["16"]
    not_simple = written("x = 3", "print(double(x + 1))", functions=[double])
    assert output(not_simple) == ["8"]


def test_a_longer_function_stays_without_blank_lines():
    source = written("print(rest(7, 4), rest(8, 3))", functions=[rest])
    above, _, _ = source.partition("\n\nprint")
    assert "It takes two lines" in above
    assert "" not in above.splitlines()
    assert output(source) == ["3", "2"]


def test_ranges_that_occur_twice_have_a_name():
    inside = "map(Fraction, range(1, int(n) + 1))"
    lines = (f"print(sum({inside}))", f"print(sum(x*x for x in {inside}))")
    source = written("n = 3", *lines, names=["n"])
    assert source.count("range") == 1
    assert output(source) == ["6", "14"]
    bound = written("n = 3", f"print(sum(sum({inside}) + sum({inside}) for n in (1, 2)))")
    assert bound.count("range") == 2
    assert output(bound) == ["8"]


@pytest.mark.parametrize("a", range(-1, 4))
@pytest.mark.parametrize("b", range(-1, 4))
def test_conditions_in_one_say_what_they_say_each(a, b):
    alone = ["a >= 0", "a > 1", "b >= a", "b < 3", "a + b < 5 or a == b", "2 >= b", "b > 0"]
    alone += ["a - b < 2", "a - 1 < 3", "b - 1 < 4", "0 >= 0"]
    known = {"a": a, "b": b, "tiny": 0}
    meant = all(eval(one, known) for one in alone)
    try:
        exec("\n".join(asserted(alone)), dict(known))
    except AssertionError:
        assert not meant
    else:
        assert meant


def test_conditions_that_differ_in_numbers_or_what_they_bind():
    numbers = [f"f(a*b)*f(b) + {n} < b*0.{n}" for n in (25, 5, 75)]
    (together,) = asserted(numbers)
    pairs = "[(25, 0.25), (5, 0.5), (75, 0.75)]"
    assert together == f"assert all(f(a*b)*f(b) + u < b*v for u, v in {pairs})"
    bound = [f"all(f({x}) + 1 < b for {x} in (1, 2, 3))" for x in "cde"]
    assert " and ".join(bound) in " ".join(asserted(bound)).replace("assert ", "and ")


def test_either_is_in_brackets_where_several_conditions_stand_together():
    assert chained(apart(["a < 1 or b < 2", "c < 3"])) == ["(a < 1 or b < 2)", "c < 3"]


def test_what_counts_as_equal_moves_to_the_other_side():
    assert chained(["x*y >= c - tiny", "d + tiny >= x*y"]) == ["c - tiny <= x*y <= d + tiny"]
    assert chained(["x < c - tiny", "a < x"]) == ["a < x < c - tiny"]


def test_lines_are_cut_at_blanks():
    line = f"left = {' + '.join('term' for _ in range(40))}"
    parts = fitting(line)
    assert max(map(len, parts)) <= WIDE
    assert "".join("".join(parts).split()) == f"left=({'+'.join('term' for _ in range(40))})"
