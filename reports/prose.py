"""Formulas in plain words, `Z_t <= b - t c / 2`, as HTML that shows them as such."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_NAMES = (
    "vartheta varphi alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma "
    "tau phi psi omega pi Gamma Delta Theta Lambda Xi Sigma Phi Psi Omega"
)
_SUM = "Sum("  # of a body over (index, first, last)
_RANGE = re.compile(r", \((?P<index>\w+), (?P<first>[^,()]+), (?P<last>[^,()]+)\)")
_GREEK = dict(zip(_NAMES.split(), "ϑϕαβγδεζηθκλμνξρστφψωπΓΔΘΛΞΣΦΨΩ", strict=True))
_GREEK["etatilde"] = "\N{GREEK SMALL LETTER ETA}\N{COMBINING TILDE}"
_AFTER_GREEK = "|".join(f"(?<={name}-)" for name in _GREEK)  # beta-alpha is no word
_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "<~": "≲", ">~": "≳", "~": "∼", "->": "→"}
_LOWER = r"\{[^{}]*\}|[A-Za-z0-9]+|[+*-](?![\w])"
_UPPER = r"\{[^{}]*\}|-?\([^()]*(?:\([^()]*\)[^()]*)*\)|-?[A-Za-z0-9]+|\*"
_FORMULA = re.compile(
    r"(?<=[\w'}])\[(?P<place>-?(?:[a-z]|\d+)(?: [+-] \w)?(?:, (?:[a-z]|\d+))*)\]"
    r"|(?P<times>(?<=[\w)\]'])\*(?=[\w(]))"
    r"|(?P<sign><=|>=|!=|<~|>~|(?<= )(?:~|->)(?= ))|(?P<root>\bsqrt\()"
    rf"|_(?P<lower>{_LOWER})|(?:\^|\*\*)(?P<upper>{_UPPER})"
    rf"|(?<![A-Za-z`])(?:(?<![A-Za-z]-)|{_AFTER_GREEK})(?P<greek>{'|'.join(_GREEK)})(?![A-Za-z`])"
)


def prose(words: str) -> Markup:
    """Return words with the formulas in them typeset; what is no formula stays as it is.

    >>> prose("X_{t+1} <= eta^2 sqrt(B)")
    Markup('X<sub>t+1</sub> ≤ η<sup>2</sup> √(B)')
    >>> prose("X[10] = 1")
    Markup('X<sub>10</sub> = 1')
    >>> prose("a_+ and T_-")
    Markup('a<sub>+</sub> and T<sub>-</sub>')
    >>> prose("a_* of four")
    Markup('a<sub>*</sub> of four')
    >>> prose("T^(-2s) of a <b>")
    Markup('T<sup>-2s</sup> of a &lt;b&gt;')
    >>> prose("B^(beta-alpha) in mu-strongly")
    Markup('B<sup>β-α</sup> in μ-strongly')
    >>> prose("2^-((d - 2)/2) <~ 1")
    Markup('2<sup>-((d - 2)/2)</sup> ≲ 1')
    >>> prose("Sum(2*x[k], (k, 1, n))")
    Markup('∑<sub>k=1</sub><sup>n</sup> 2⋅x<sub>k</sub>')
    """
    shown, at, words = Markup(""), 0, _with_sums(words)
    for found in _FORMULA.finditer(words):
        shown += escape(words[at : found.start()]) + _typeset(found)
        at = found.end()
    return shown + escape(words[at:])


def _with_sums(words: str) -> str:
    """Return words in which sums have their limits at the sign.

    >>> _with_sums("Sum(x[k] + 1, (k, 1, n)) = 0")
    '∑_{k=1}^{n} (x[k] + 1) = 0'
    """
    start = words.find(_SUM)
    if start < 0:
        return words
    depth, end = 1, start + len(_SUM)
    while end < len(words) and depth:
        depth += {"(": 1, ")": -1}.get(words[end], 0)
        end += 1
    inside = words[start + len(_SUM) : end - 1]
    limits = [found for found in _RANGE.finditer(inside) if found.end() == len(inside)]
    if depth or not limits:
        after = start + len(_SUM)
        return words[:after] + _with_sums(words[after:])
    body, over = inside[: limits[0].start()], limits[0]
    shown = f"({body})" if " + " in body or " - " in body else body
    shown = f"∑_{{{over['index']}={over['first']}}}^{{{over['last']}}} {shown}"
    if words[end : end + 1] in ("^", "*", "/"):  # which would be about the last factor alone
        shown = f"({shown})"
    return words[:start] + _with_sums(shown + words[end:])


def _typeset(found: re.Match[str]) -> Markup:
    if found["sign"]:
        return Markup(_SIGNS[found["sign"]])
    if found["root"]:
        return Markup("√(")
    if found["times"]:
        return Markup("\N{DOT OPERATOR}")
    if found["greek"]:
        return Markup(_GREEK[found["greek"]])
    if found["place"]:
        return Markup("<sub>{}</sub>").format(found["place"])
    tag, inside = ("sub", found["lower"]) if found["lower"] else ("sup", found["upper"])
    whole = inside[1:-1] if inside[0] in "{(" else inside  # but -(...) keeps its brackets
    return Markup(f"<{tag}>{{}}</{tag}>").format(prose(whole))
