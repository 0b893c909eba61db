"""Which ink is read on which colour."""

from __future__ import annotations


def ink(colour: str) -> str:
    """Return black or white, whichever is read more easily on a colour `#rrggbb`.

    >>> ink("#ffffff"), ink("#000080")
    ('#000000', '#ffffff')
    """
    return "#000000" if (luminance(colour) + 0.05) ** 2 > 0.05 * 1.05 else "#ffffff"


def luminance(colour: str) -> float:
    """Return how bright a colour `#rrggbb` is, from 0 to 1.

    >>> luminance("#000000"), luminance("#ffffff")
    (0.0, 1.0)
    """
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
