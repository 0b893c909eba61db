"""Pictures: every kind, safe in a page whatever a claim is called, small, and the same again."""

import hashlib
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from two_processes import outputs

from reports.curves import Cut, Functions, Ratio, Sides
from reports.drawings import LIMIT, drawing, is_of_marks, legible, marks
from reports.recomputed import AlongRay, AtPoint, AtSize, Condition, Term
from reports.results import PartResult, StatementText
from verify.evidence import PiecewiseLinearValue, RationalValue, Verdict

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "<script>alert(1)</script>",
    "$\\frac{1}{0}$ $x$",
    "{{}} \\begin{ @0@ @1@ @99@",
    '"><img src=x onerror=alert(1)>',
    "a\x00b\x1b[31m\n\u202e\ud800c",
    "😀漢字" * 3,
    "<b>$" * 2500,
    "&amp;lt;",
    "",
)


def rational(value):
    return RationalValue(str(value))


def function(knots, values, left="0", right="0"):
    return PiecewiseLinearValue(
        knots=tuple(map(str, knots)), values=tuple(map(str, values)), left=left, right=right
    )


def sides(symbol="x", **changes):
    at = [k / 10 for k in range(-10, 31)]
    cut = Cut(
        symbol=symbol,
        integer=False,
        at=tuple(at),
        left=tuple(x * x for x in at),
        right=(1.0,) * len(at),
        difference=None,
        state=tuple("outside" if x < 0 else "holds" if x <= 1 else "fails" for x in at),
        witness=30,
    )
    return Sides(relation="≤", about="", cuts=(replace(cut, **changes),), largest=None)


def ratio(variable="x", slope=1.0, sign="≍"):
    scale = [k / 2 for k in range(17)]
    heights = [slope * s for s in scale]
    ray = {variable: "1", "y": "1/2", "z": "0"}
    return Ratio(relation=sign, ray=ray, scale=tuple(scale), ratio=tuple(heights))


def part(plot=None, witness=None, verdict=Verdict.REFUTED, name=""):
    return PartResult(
        name=name,
        reading="",
        text=StatementText(type="for all", says="", latex=""),
        hash="0" * 64,
        verdict=verdict,
        witness=witness,
        plot=plot,
    )


def words(picture):
    """Return the visible texts of a picture, after checking what every picture must be."""
    svg = picture.svg
    root = ElementTree.fromstring(svg)
    assert (root.tag, root.get("role")) == (f"{SVG}svg", "img")
    assert (root.get("id"), root.get("aria-labelledby")) == (picture.name, f"{picture.name}c")
    assert picture.caption.endswith(".")
    assert len(svg.encode()) <= LIMIT
    assert svg.startswith("<svg")
    for unwanted in ("<!--", "<style", "<metadata", "xlink", "matplotlib", "#000000", "#ffffff"):
        assert unwanted not in svg
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"#(drawing[^)\"]+)", svg)) <= set(ids)
    assert {e.tag.removeprefix(SVG) for e in root.iter()} <= {
        "svg",
        "g",
        "path",
        "defs",
        "use",
        "text",
        "clipPath",
        "rect",
        "circle",
    }
    return [e.text for e in root.iter(f"{SVG}text")]


# -- the kinds --------------------------------------------------------------------------------


def test_both_sides_are_named_with_the_relation():
    (svg,) = drawing(part(sides()))
    found = words(svg)
    assert {
        "x",
        "left side",
        "≤ right side",
        "counterexample",
        "the claim fails",
        "outside the hypotheses",
    } <= set(found)
    assert "currentColor" in svg.svg
    assert "x goes from -1 to 3" in svg.caption
    assert (
        "20 of 41 sampled points break the claim, 10 do not satisfy its hypotheses" in svg.caption
    )


def test_gaps_break_the_line():
    left = sides().cuts[0].left
    whole, broken = (
        drawing(part(sides(left=values)))[0] for values in (left, [*left[:15], None, *left[16:]])
    )
    assert broken.svg.count("M ") == whole.svg.count("M ") + 1
    words(broken)


def test_a_pole_does_not_flatten_the_rest():
    at = sides().cuts[0].at
    left = [1 / (x - 0.51) for x in at]
    left[16] = 1e9
    highest = max(
        float(w.replace("−", "-"))
        for w in words(drawing(part(sides(left=left)))[0])
        if re.fullmatch(r"−?[\d.]+", w)
    )
    assert highest < 1000


def test_positive_sides_that_are_far_apart_are_logarithmic():
    at = sides().cuts[0].at
    found = words(drawing(part(sides(left=[10.0 ** (4 * x) for x in at])))[0])
    assert "10⁴" in found


def test_sides_that_look_alike_are_drawn_as_a_difference():
    found = words(drawing(part(sides(difference=[0.1] * 41)))[0])
    assert {"left side − right side", "≤ 0"} <= set(found)


def test_both_sides_at_several_sizes():
    sizes = [(1, "0.5", "1"), (10, "0.04", "1"), (100, "0.003", "1")]
    term = Term(text="x", latex="x")
    ray = AlongRay(
        constants=(),
        left=term,
        right=term,
        sizes=tuple(
            AtSize(size=n, variables=(), assumed=True, left=one, right=other, ratio="")
            for n, one, other in sizes
        ),
        about="C_0 =",
    )
    (svg,) = drawing(replace(part(), recomputed=ray))
    assert "left side 0.5, right side 1 where C_0 is 1;" in svg.caption
    assert "left side 0.003, right side 1 where C_0 is 100." in svg.caption
    assert drawing(replace(part(), recomputed=replace(ray, sizes=ray.sizes[:2]))) == []
    below = tuple(replace(size, left=f"-{size.left}") for size in ray.sizes)
    (svg,) = drawing(replace(part(), recomputed=replace(ray, sizes=below)))
    assert "left side -0.003" in svg.caption
    unknown = tuple(replace(size, left="") for size in ray.sizes)
    assert drawing(replace(part(), recomputed=replace(ray, sizes=unknown))) == []


def at_point(left="1", right="3", text="a < b*c", holds=False, **more):
    one, other = text.split(" < ") if " < " in text else text.split(" != ")
    terms = Term(text=one, latex=one, exact=left), Term(text=other, latex=other, exact=right)
    printed = Condition(text=text, latex="", sides=terms, holds=holds)
    return AtPoint(symbols=(), printed=printed, **more)


def marked(found, **more):
    return marks(replace(part(**more), recomputed=found))


def test_both_sides_are_marks_on_a_line_where_nothing_else_is_drawn():
    inside = tuple(Term(text=t, latex=t, exact="1/2", decimals="0.5") for t in ("c", "not in it"))
    (svg,) = marked(at_point(within=inside))
    found = words(svg)
    assert {"left side", "< right side", "the claim fails by this", "in it", "value"} <= set(found)
    assert {" a = 1", " b*c = 3", " c = 1/2 = 0.5"} <= set(found)
    assert "this fails: a < b*c, with left side = 1, right side = 3. In it: c" in svg.caption
    assert is_of_marks(svg.caption)
    (equal,) = marked(at_point("0", "0", "a != 0"))
    assert {"≠ right side", "the claim fails: equal", " 0"} <= set(words(equal))


def test_marks_are_of_the_relation_that_fails_alone():
    found = at_point()
    other = replace(found.printed, text="a < b")
    either = replace(found, printed=Condition(text="or", latex="", holds=False))
    both = (other, found.printed)
    (svg,) = marked(replace(either, relations=both, broken="a < b*c"))
    assert "a < b*c" in svg.caption
    assert not marked(replace(either, relations=both))
    assert not marked(at_point(holds=True))
    assert not marked(at_point(left=""))


def test_a_cut_on_which_nothing_else_satisfies_the_hypotheses_is_no_picture_beside_marks():
    state = ("outside",) * 30 + ("fails",) + ("outside",) * 10
    pinned = sides(state=state)
    for found, plot, count in (
        (at_point(), sides(), 1),
        (at_point(), pinned, 0),
        (None, pinned, 1),
    ):
        pictures = drawing(replace(part(plot), recomputed=found))
        assert len(pictures) == count
        assert not any(is_of_marks(one.caption) for one in pictures)


def test_sides_of_lines_of_python_have_their_names():
    (svg,) = drawing(part(replace(sides(), names=("least", "C_0/D^rate"))))
    assert {"least", "≤ C_0/D^rate"} <= set(words(svg))
    assert "least ≤ C_0/D^rate. Both sides are what the lines of Python compare" in svg.caption


def test_functions_that_an_argument_chooses():
    chosen = {"alpha": function((0, 1, 3), (1, 2, 3), "1", "1"), "beta": function((0,), (1,))}
    first, second = drawing(part(Functions(chosen)))
    assert "The function alpha" in first.caption
    assert "The function beta" in second.caption
    assert drawing(part(Functions({"alpha": function(("a",), (1,))}))) == []


def test_a_ratio_is_logarithmic_and_names_its_ray():
    (svg,) = drawing(part(ratio()))
    found = words(svg)
    assert "scale, where x = scale, y = scale^(1/2), z is constant" in found
    assert "left side / right side, slope 1 at the end" in found
    assert {"10⁰", "10⁸"} <= set(found)


def test_a_density_is_drawn_with_its_median():
    tent = function((0, 1, 2), (0, 1, 0))
    slope = function((0, 1), (0, 1), right="3")
    first, second = drawing(part(witness={"L": rational("1/2"), "f": tent, "g": slope}))
    assert "median" in words(first)
    assert "the median 1," in first.caption
    assert "L = 1/2" in first.caption
    assert "median" not in words(second)


def test_a_density_is_drawn_before_the_sides_of_a_relation_and_these_before_other_functions():
    tent = function((0, 1, 2), (0, 1, 0))
    slope = function((0, 1), (0, 1), right="3")
    first, second, third = drawing(part(sides(), witness={"f": slope, "p": tent}))
    assert "median" in words(first)
    assert "The function" not in second.caption
    assert third.caption.startswith("The function f")


@pytest.mark.parametrize(
    ("knots", "values"),
    [((-1, 0, 2), (0, Fraction(2, 3), 0)), ((0, 1, 3, 4), (0, Fraction(1, 3), Fraction(1, 3), 0))],
)
def test_the_median_halves_the_mass(knots, values):
    (svg,) = drawing(part(witness={"f": function(knots, values)}))
    median = float(re.search(r"the median ([-\d.]+),", svg.caption)[1])
    pieces = list(zip(knots, knots[1:], values, values[1:], strict=False))
    mass = 0.0
    for a, b, f, g in pieces:
        end = min(max(median, a), b)
        height = f + (g - f) * (end - a) / (b - a)
        mass += (end - a) * float(f + height) / 2
    assert mass == pytest.approx(0.5, abs=1e-5)


def test_sequences_are_drawn_and_constant_ones_are_not():
    witness = {f"d[{k}]": rational(k * k) for k in range(5)}
    witness |= {f"A[{k}]": rational(1) for k in range(5)} | {"X[0]": rational(1)}
    (svg,) = drawing(part(witness=witness))
    assert "index of d" in words(svg)


def test_what_does_not_fail_has_no_picture():
    assert drawing(part(sides(), verdict=Verdict.PROVED)) == []
    assert drawing(part(witness={"x": rational(1)})) == []
    assert drawing(part()) == []


# -- safe, small, the same --------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_text_and_nothing_else(name):
    witness = {name: function((0, 1), (0, 1), right="1"), "x": rational(1)}
    witness |= {f"{name[:60]}[{k}]": rational(k) for k in range(4)}
    for plot in (sides(name), ratio(name)):
        found = drawing(part(plot, witness, name=name))
        assert len(found) >= 2
        for svg in found:
            words(svg)
            svg.svg.encode("utf-8")
        if name:
            assert legible(name)[:10] in " ".join(words(found[0]))


def test_a_relation_is_one_of_those_known():
    plot = replace(sides(), relation="<script>")
    assert "script" not in drawing(part(plot))[0].svg


@pytest.mark.parametrize(
    "plot",
    [
        Sides(relation="≤", about="", cuts=(), largest=None),
        Ratio(relation="≍", ray={}, scale=(0.0,), ratio=(None,)),
        sides(left=(None,) * 41, right=(None,) * 41),
        sides(witness=99),
    ],
)
def test_data_that_no_run_writes_is_not_drawn(plot):
    assert drawing(part(plot)) == []


def test_a_witness_that_cannot_be_drawn_is_left_out():
    huge = function((0, "1" + "0" * 400), (0, 1), right="1")
    broken = PiecewiseLinearValue(knots=("1/0",), values=(), left="", right="")
    fine = function((0, 1), (0, 1), right="1")
    assert len(drawing(part(witness={"f": huge, "g": broken, "h": fine}))) == 1


def test_many_knots_stay_small():
    knots = range(2000)
    (svg,) = drawing(part(witness={"f": function(knots, [k * k for k in knots], right="1")}))
    words(svg)


def test_pictures_live_together_in_one_page():
    witness = {"f": function((0, 1), (0, 1))}
    pictures = [svg for name in "ab" for svg in drawing(part(sides(), witness, name=name))]
    assert len(pictures) == 4
    found = [set(re.findall(r' id="([^"]+)"', svg.svg)) for svg in pictures]
    assert sum(map(len, found)) == len(set().union(*found))


def test_settings_of_the_user_change_nothing():
    import matplotlib

    before = drawing(part(sides()))
    with matplotlib.rc_context({"font.size": 30, "lines.linewidth": 9, "axes.grid": True}):
        assert drawing(part(sides())) == before
        assert matplotlib.rcParams["font.size"] == 30


PICTURES = """
import hashlib
import sys
sys.path[:0] = ["tests", "tests/reports"]
from test_drawings import drawing, function, part, ratio, sides
witness = {"f": function((0, 1, 2), (0, 1, 0)), "g": function((0, 1), (1, 2), "1", "1")}
found = drawing(part(sides(), witness)) + drawing(part(ratio()))
print(len(found), hashlib.sha256("".join(one.svg for one in found).encode()).hexdigest())
"""


def test_two_processes_draw_the_same_bytes():
    printed = outputs(PICTURES)
    witness = {"f": function((0, 1, 2), (0, 1, 0)), "g": function((0, 1), (1, 2), "1", "1")}
    here = drawing(part(sides(), witness)) + drawing(part(ratio()))
    digest = hashlib.sha256("".join(one.svg for one in here).encode()).hexdigest()
    assert printed == {f"{len(here)} {digest}\n"}


def test_matplotlib_is_imported_only_to_draw():
    code = "import sys, reports.drawings; print('matplotlib' in sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "False"


def test_a_caption_names_what_follows_from_an_equation_and_is_not_as_in_the_counterexample():
    (plain,), (moving,) = (drawing(part(p)) for p in (sides(), replace(sides(), follows="|y|")))
    assert "all other symbols are as in the counterexample" in plain.caption
    assert "other symbols but |y|, which follows from what is assumed, are as" in moving.caption
