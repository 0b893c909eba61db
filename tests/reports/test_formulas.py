"""Formulas as MathML: well-formed, from a list of elements, and text where that fails."""

import html
import re
import time
from itertools import pairwise
from pathlib import Path
from unicodedata import normalize
from xml.etree import ElementTree

import pytest
from latex2mathml.converter import convert_to_element
from whole_run import whole_run

from reports.formulas import ATTRIBUTES, ELEMENTS, LONGEST, mathml

PRIME = "\N{PRIME}"

ROOT = Path(__file__).resolve().parents[2]


def converted(latex):
    """Return the root element of a formula that must be MathML."""
    shown = mathml(latex, "the text")
    assert shown.startswith("<math"), shown
    return ElementTree.fromstring(shown)


def words(latex):
    return "".join(converted(latex).itertext())


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"x \leq 1", "x≤1"),
        ("x < 1", "x<1"),
        (r"\frac{a}{b} \neq \sqrt{2}", "ab≠2"),
        (r"\left(u, v\right) \in \mathbb{R}", "(u,v)∈ℝ"),
        (r"\mathbb{1}_{x \geq 0}", "𝟙x≥0"),
        (r"\operatorname{erfc}{\left(x \right)}", "erfc(x)"),
        (r"\operatorname{E_{2}}{\left(x \right)}", "E2(x)"),
        (
            r"\begin{cases} 1 & \text{for}\: x > 0 \\0 & \text{otherwise} \end{cases}",
            "{1forx>00otherwise",
        ),
        (r"\alpha \asymp \beta \lesssim \gamma", "α≍β≲γ"),
        (r"\frac{\left|{f\left(a\right)}\right|}{2}", "|f(a)|2"),
        (r"\sqrt{\left|{a}\right|}", "|a|"),
        (r"\frac{\begin{cases} 1 & \text{for}\: x > 0 \end{cases}}{4}", "{1forx>04"),
        (r"\text{a < b & c}", "a\xa0<\xa0b\xa0&\xa0c"),
        (r"\text{&lt;script&gt;}", "&lt;script&gt;"),
        (r"\text{<script>alert(1)</script>}", "<script>alert(1)</script>"),
    ],
)
def test_formulas_become_mathml(latex, text):
    assert words(latex) == text


def test_no_formula_of_a_whole_run_loses_anything():
    texts = [part.text for claim in whole_run().claims for part in claim.parts]
    formulas = {latex for text in texts for latex in (text.latex, *text.hypotheses_latex)}
    assert len(formulas) > 1000
    for latex in sorted(formulas):
        shown = mathml(latex, "")
        if shown.startswith("<math"):
            whole = html.unescape("".join(convert_to_element(latex).itertext()))
            found = "".join(ElementTree.fromstring(shown).itertext())
            one, other = (normalize("NFKC", text) for text in (found, whole))
            assert one.replace(PRIME, "") == other.replace(PRIME, "")
            assert one.count(PRIME) == other.count(PRIME)  # they move to their letter


def test_an_unknown_part_of_a_name_leaves_no_empty_element():
    root = converted(r"\operatorname{E_{2}}{\left(x \right)}")
    operators = [e for e in root.iter("mo") if not e.text]
    assert not operators


TEXT = [
    "",
    "   ",
    "x" * (LONGEST + 1),
    "}",
    r"\frac{a}{b",
    "{" * 2000 + "}" * 2000,
    r"\frac",
    "a^b^c",
    r"\left(x",
    r"\begin{array}{l}x",
    r"\nosuchcommand x",
    r"\href{javascript:alert(1)}{x}",
    r"\style{position:fixed}{x}",
    r"\class{evil}{x}",
    r"\color{red}{x}",
    r"\hspace{99999em}",
    r"\rule{1em}{1em}",
    r"\unicode{x0000}",
    r"\unicode{xFFFFFF}",
    "x \\leq 1 % and what follows",
    "\x00",
    "\ud800",
    r"\newcommand{\a}{xx} \a",
    r"\def\a{xx}\a",
    r"\DeclareMathOperator{\a}{xx}\a",
]


@pytest.mark.parametrize("latex", TEXT, ids=range(len(TEXT)))
def test_what_cannot_be_shown_is_text(latex):
    assert mathml(latex, "a <b> & 'c'") == "<code>a &lt;b&gt; &amp; &#x27;c&#x27;</code>"


def test_text_can_always_be_written():
    shown = mathml("", "\x00\x1b[31m\ud800 end")
    assert shown.encode() == "<code>��[31m� end</code>".encode()
    ElementTree.fromstring(shown)


def test_a_macro_cannot_grow():
    names = [rf"\{letter}" for letter in "abcdefghijkl"]
    pairs = pairwise(names)
    chain = "x".join(rf"\newcommand{{{new}}}{{{8 * old}}}" for old, new in pairs)
    started = time.monotonic()
    assert mathml(chain + names[-1], "x") == "<code>x</code>"
    assert time.monotonic() - started < 1


HOSTILE = (
    "<script>alert(1)</script>",
    "</math><script>",
    '"><img src=x onerror=alert(1)>',
    "&lt;&#60;",
    "<!-- -->",
    "<![CDATA[x]]>",
    "<?php ?>",
    "$x$",
    "{",
    "}",
    "\\",
    "^",
    "_",
    "&",
    "%",
    "#",
    "~",
    r"\text{",
    r"\href{javascript:alert(1)}{x}",
    r"\left(",
    r"\right)",
    r"\frac",
    r"\begin{cases}",
    r"\end{cases}",
    r"\\",
    r"\operatorname{<b>}",
    r"\mathrm{<b>}",
    r"\verb|<b>|",
    r"\hbox{<b>$x$}",
    r"\colorbox{red}{<b>}",
    r"\tag{<b>}",
    r"\unicode{x3c}",
    r"\big<",
    r"\middle<",
    r"\not<",
    r"\sideset{_1}{_2}\sum",
    r"\genfrac<>{1pt}{0}{a}{b}",
    r"\above{<b>}",
    "x",
    "12",
)


def test_nothing_in_a_formula_becomes_markup():
    """Every pair of hostile pieces, plain and inside other commands."""
    shapes = ("{0}{1}", r"\frac{{{0}}}{{{1}}}", r"\text{{{0}}}_{{{1}}}", r"\left({0}\right){1}")
    allowed = ELEMENTS
    for one in HOSTILE:
        for other in HOSTILE:
            for shape in shapes:
                shown = mathml(shape.format(one, other), one)
                root = ElementTree.fromstring(shown)
                if root.tag == "code":
                    assert not len(root)
                    assert not root.attrib
                    continue
                root.attrib.pop("alttext", None)  # a text, in which all is escaped
                for element in root.iter():
                    assert element.tag in allowed
                    for name, value in element.attrib.items():
                        assert ATTRIBUTES[name].fullmatch(value)
                tags = set(re.findall(r"<[/!?]?([^\s>/]*)", shown))
                assert tags <= ELEMENTS


def test_the_same_formula_is_converted_once():
    mathml.cache_clear()
    assert mathml("x + 1", "x + 1") is mathml("x + 1", "x + 1")
    assert mathml.cache_info().hits == 1


def test_primes_stand_beside_their_letter_and_words_are_upright():
    shown = mathml(r"\alpha'_{min} + f'' - x_{ij}", "")
    assert "<msub><mrow><mi>α</mi><mo>′</mo></mrow><mi>min</mi></msub>" in shown
    assert "<mi>f</mi><mo>″</mo>" in shown
    assert "<msub><mi>x</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>" in shown


def test_brackets_grow_only_around_what_is_higher_than_a_line():
    low, high = (mathml(rf"f\left({inside}\right)", "") for inside in ("x_{j}", r"\frac{x}{y}"))
    assert low.count('stretchy="false"') == 2
    assert "stretchy" not in high


def test_a_formula_whose_signs_do_not_stand_in_a_row_has_its_text_as_alternative():
    shown = mathml(r"\frac{a}{b} < 1", 'a/b < 1 "x"')
    assert shown.startswith('<math alttext="a/b &lt; 1 &quot;x&quot;">')
    assert ElementTree.fromstring(shown).get("alttext") == 'a/b < 1 "x"'
    assert mathml(r"a_{1} < 1", "a_1 < 1").startswith("<math><")
    assert mathml(r"\frac{a}{b}", "").startswith("<math><")
