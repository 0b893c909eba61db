"""Formulas in plain words, `Z_t <= b - t c / 2`, as HTML that shows them as such."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_NAMES = (
    "vartheta varphi alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma "
    "tau phi psi omega Gamma Delta Theta Lambda Xi Sigma Phi Psi Omega"
)
_GREEK = dict(zip(_NAMES.split(), "ϑϕαβγδεζηθκλμνξρστφψωΓΔΘΛΞΣΦΨΩ", strict=True))
_GREEK["etatilde"] = "\N{GREEK SMALL LETTER ETA}\N{COMBINING TILDE}"
_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "~": "∼"}
_LOWER = r"\{[^{}]*\}|[A-Za-z0-9]+|[+-](?![\w])"
_UPPER = r"\{[^{}]*\}|\([^()]*(?:\([^()]*\)[^()]*)*\)|-?[A-Za-z0-9]+|\*"
_FORMULA = re.compile(
    rf"(?<=\w)\[(?P<place>\d+(?:, \d+)*)\]|(?P<sign><=|>=|!=|(?<= )~(?= ))|(?P<root>\bsqrt\()"
    rf"|_(?P<lower>{_LOWER})|\^(?P<upper>{_UPPER})"
    rf"|(?<![A-Za-z`])(?<![A-Za-z]-)(?P<greek>{'|'.join(_GREEK)})(?![A-Za-z`])"
)


def prose(words: str) -> Markup:
    """Return words with the formulas in them typeset; what is no formula stays as it is.

    >>> prose("X_{t+1} <= eta^2 sqrt(B)")
    Markup('X<sub>t+1</sub> ≤ η<sup>2</sup> √(B)')
    >>> prose("X[10] = 1")
    Markup('X<sub>10</sub> = 1')
    >>> prose("a_+ and T_-")
    Markup('a<sub>+</sub> and T<sub>-</sub>')
    >>> prose("T^(-2s) of a <b>")
    Markup('T<sup>-2s</sup> of a &lt;b&gt;')
    """
    shown, at = Markup(""), 0
    for found in _FORMULA.finditer(words):
        shown += escape(words[at : found.start()]) + _typeset(found)
        at = found.end()
    return shown + escape(words[at:])


def _typeset(found: re.Match[str]) -> Markup:
    if found["sign"]:
        return Markup(_SIGNS[found["sign"]])
    if found["root"]:
        return Markup("√(")
    if found["greek"]:
        return Markup(_GREEK[found["greek"]])
    if found["place"]:
        return Markup("<sub>{}</sub>").format(found["place"])
    tag, inside = ("sub", found["lower"]) if found["lower"] else ("sup", found["upper"])
    whole = inside[1:-1] if inside[0] in "{(" else inside
    return Markup(f"<{tag}>{{}}</{tag}>").format(prose(whole))
