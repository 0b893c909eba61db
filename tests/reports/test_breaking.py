"""Long formulas become pieces between which a line may be broken, and nothing else changes."""

import re
from xml.etree import ElementTree

import pytest
from whole_run import whole_run

from reports.breaking import BREAK, SHORT, breakable, in_pieces
from reports.formulas import mathml

LONG = "a_{1} + a_{2} + a_{3} + a_{4} + a_{5} + a_{6} + a_{7}"


def text(shown):
    return re.sub("<[^>]*>", "", shown)


def test_a_long_sum_is_broken_before_its_signs():
    found = in_pieces(mathml(rf"{LONG} \leq {LONG}", "")).split(BREAK)
    assert len(found) > 2
    for piece in found[1:]:
        first = ElementTree.fromstring(piece)[0]
        assert first.text in "+≤"
        assert first.get("form") == ("infix" if first.text == "+" else None)


@pytest.mark.parametrize(
    "latex",
    [
        "x < 1",
        rf"f\left({LONG}\right)",
        rf"f({LONG})",
        rf"\frac{{{LONG}}}{{2}}",
        rf"x = - {'y' * SHORT} {'z' * SHORT}",
    ],
)
def test_nothing_is_broken_inside_of_brackets_and_fractions_or_behind_a_sign(latex):
    pieces = in_pieces(mathml(latex, "")).split(BREAK)
    assert len(pieces) == 1 or (len(pieces) == 2 and text(pieces[0]).endswith("x"))


def test_no_formula_of_a_whole_run_loses_anything():
    parts = [part.text for claim in whole_run().claims for part in claim.parts]
    formulas = {mathml(one.latex, one.says) for one in parts}
    assert any(BREAK in in_pieces(one) for one in formulas)
    for one in formulas:
        found = in_pieces(one)
        assert text(found) == text(one)
        ElementTree.fromstring(f"<p>{found.replace(BREAK, '')}</p>")


def test_what_is_no_formula_stays():
    page = f"<p>x &lt;math&gt; {'y' * 100}</p>"
    assert breakable(page) == page


def test_the_alternative_of_a_formula_is_that_of_all_its_pieces_together():
    shown = in_pieces(mathml(rf"\frac{{a}}{{b}} + {LONG} \leq {LONG}", 'a/b <= "it"'))
    assert shown.startswith('<span role="math" aria-label="a/b &lt;= &quot;it&quot;"><math><')
    assert BREAK in shown
    assert "alttext" not in shown
    short = mathml(r"\frac{a}{b} = 1", "a/b = 1")
    assert in_pieces(short) == short
