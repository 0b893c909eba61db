"""Every mark stands out from the page at least 3 to 1, and every text 4.5 to 1."""

import re

import pytest

from reports import drawings
from reports.page import _source
from reports.palette import luminance
from verify.evidence import Verdict

CSS = _source("report.css")
THEMES = {
    name: dict(re.findall(r"--(\w+):(#[0-9a-f]{3,6})", rule))
    for name, rule in zip(("light", "dark"), re.findall(r":root\{[^}]*\}", CSS), strict=True)
}


def whole(colour):
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


def ratio(one, other):
    low, high = sorted(luminance(whole(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def over(colour, paper, opacity):
    """Return a colour that is seen through to the paper."""
    pairs = ((int(whole(c)[at : at + 2], 16) for c in (colour, paper)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(opacity * a + (1 - opacity) * b):02x}" for a, b in pairs)


@pytest.mark.parametrize("theme", THEMES)
def test_texts_can_be_read(theme):
    for name in ("ink", "faint", "link"):
        for behind in ("paper", "soft"):
            assert ratio(THEMES[theme][name], THEMES[theme][behind]) >= 4.5, (name, behind)


@pytest.mark.parametrize("theme", THEMES)
def test_marks_stand_out(theme):
    paper, faint = THEMES[theme]["paper"], THEMES[theme]["faint"]
    assert ratio(faint, paper) >= 3  # around every square, box and key, whatever is inside
    for selector in (r"\.verdict::before", r"\.strip a", r"\.graph \.node rect"):
        assert "var(--faint)" in re.search(selector + r"\{[^}]*\}", CSS)[0]
    for selector, colour in (("arrow", faint), (r"arrow\.lost", Verdict.REFUTED.colour)):
        rule = re.search(rf"\.graph \.{selector}\{{[^}}]*\}}", CSS)[0]
        opacity = float(re.search(r"opacity:([\d.]+)", rule)[1])
        assert ratio(over(colour, paper, opacity), paper) >= 3, selector
    for colour in (drawings.LEFT, drawings.RIGHT, drawings.FAILS, drawings.OUTSIDE):
        assert ratio(colour, paper) >= 3, colour
