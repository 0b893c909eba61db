"""Long formulas of a page in pieces between which a browser may break the line.

The text alternative of a formula is that of all its pieces together.

Browsers never break a line within a formula. So one that is long becomes several, each of which but
the first begins with a quantifier, a relation, a connective, or a sign between terms, outside of
brackets unless what stands in them is long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SHORT = 12  # characters of a formula, or of a piece of one, that is not broken further
LONG = 40  # characters in brackets that are broken, too
SIGNS = frozenset("=≠<>≤≥≈≍≲≳∈∼→⟹⇒⟺⇔∧∨+−-±")
TERMS = frozenset("+−-±")
QUANTIFIERS = frozenset("∀∃")
BREAK = "<wbr>"
_FORMULA = re.compile(r"<math\b.*?</math>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_OPENING, _CLOSING = frozenset("([{⟨⌈⌊"), frozenset(")]}⟩⌉⌋")


def breakable(page: str) -> str:
    """Return a page with all of its long formulas in pieces."""
    return _FORMULA.sub(lambda found: in_pieces(found[0]), page)


@lru_cache(maxsize=20_000)
def in_pieces(formula: str) -> str:
    """Return a `<math>` element as several, with places for a break between them.

    >>> in_pieces("<math><mi>x</mi><mo>=</mo><mi>y</mi></math>")
    '<math><mi>x</mi><mo>=</mo><mi>y</mi></math>'
    >>> long = "<mi>" + "x" * SHORT + "</mi>"
    >>> in_pieces(f"<math>{long}<mo>=</mo>{long}</math>").count("<math>")
    2
    """
    if len(_TAG.sub("", formula)) <= 2 * SHORT:
        return formula
    root = ElementTree.fromstring(formula)
    pieces = list(_pieces(root))
    if len(pieces) == 1:
        return formula
    text = root.attrib.pop("alttext", "")
    shown = BREAK.join(_as_formula(root, piece) for piece in pieces)
    return f'<span role="math" aria-label="{escape(text)}">{shown}</span>' if text else shown


def _pieces(root: Element) -> Iterator[list[Element]]:
    """Yield the elements of a formula, piece by piece."""
    piece: list[Element] = []
    depth, length, before = 0, 0, ""
    for part, own in _in_a_row(root):
        sign = (part.text or "") if part.tag in ("mo", "mi") else ""
        if own:
            depth += (sign in _OPENING) - (sign in _CLOSING)
        starts = sign in QUANTIFIERS or (sign in SIGNS and before not in SIGNS | _OPENING)
        if piece and starts and not depth and length >= SHORT:
            yield piece
            piece, length = [], 0
        piece.append(part)
        length += len("".join(part.itertext()))
        before = sign
    yield piece


def _in_a_row(row: Element) -> Iterator[tuple[Element, bool]]:
    """Yield what stands in a row, and whether a bracket there closes off what is not broken.

    What stands in long brackets is in the row, too; these no longer grow with it.
    """
    for part in row:
        inside = "".join(part.itertext())
        if part.tag != "mrow" or part.attrib or len(inside) < LONG:
            yield part, True
            continue
        if inside[0] in _OPENING:
            for fence in (part[0], part[-1]):
                fence.set("stretchy", "false")
            yield part[0], False
            yield from _in_a_row_of(part[1:-1])
            yield part[-1], False
        else:
            yield from _in_a_row(part)


def _in_a_row_of(parts: list[Element]) -> Iterator[tuple[Element, bool]]:
    row = Element("mrow")
    row.extend(parts)
    return _in_a_row(row)


def _as_formula(root: Element, piece: list[Element]) -> str:
    new = Element(root.tag, root.attrib)
    for number, part in enumerate(piece):
        new.append(part)
        if not number and part.text in TERMS:
            part.set("form", "infix")  # else what begins a formula stands for no sum
    return ElementTree.tostring(new, encoding="unicode")
