"""The order in which verdicts are shown, and their colours."""

from __future__ import annotations

from reports.results import Verdict

COLOURS = {  # in the order of a reader: what stands, what fails, what is not known
    Verdict.PROVED: "#1a7f37",
    Verdict.SUPPORTED: "#7bc47f",
    Verdict.DEFINITION: "#8db4d9",
    Verdict.MISPRINTED: "#e3a008",
    Verdict.REFUTED: "#c0392b",
    Verdict.VACUOUS: "#8e44ad",
    Verdict.NOT_REPRODUCED: "#d35400",
    Verdict.OPEN: "#8a8f98",
    Verdict.UNCHECKED: "#c9cdd3",
}
ORDER = tuple(COLOURS)


def ink(colour: str) -> str:
    """Return black or white, whichever is read more easily on a colour `#rrggbb`.

    >>> ink("#ffffff"), ink("#1a7f37")
    ('#000000', '#ffffff')
    """
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#000000" if (luminance + 0.05) ** 2 > 0.05 * 1.05 else "#ffffff"


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
