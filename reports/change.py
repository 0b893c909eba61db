"""A printed formula and the one that holds, beside each other, with what differs marked."""

from __future__ import annotations

from difflib import SequenceMatcher
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from markupsafe import Markup

from reports.formulas import mathml

CHANGED = "changed"  # the class of an element that the other formula has not
ROWS = ("math", "mrow")
MOST = 0.75  # of a formula; where more is new, marks say nothing


def marked(one: tuple[str, str], other: tuple[str, str]) -> tuple[Markup, Markup]:
    """Return two formulas, each as LaTeX and as text, with marks where they differ.

    >>> [shown.count("changed") for shown in marked(("x < 1", "x < 1"), ("x < 2", "x < 2"))]
    [1, 1]
    """
    shown = mathml(*one), mathml(*other)
    if shown[0] == shown[1] or not all(text.startswith("<math") for text in shown):
        return Markup(shown[0]), Markup(shown[1])
    left, right = (ElementTree.fromstring(text) for text in shown)
    _mark(left, right)
    if max(map(_share, (left, right))) > MOST:
        return Markup(shown[0]), Markup(shown[1])
    return _text(left), _text(right)


def _mark(left: Element, right: Element) -> None:
    """Mark what differs in two elements, as far inside as it can be told apart."""
    if ElementTree.tostring(left) == ElementTree.tostring(right):
        return
    alike = left.tag == right.tag and (left.text or "") == (right.text or "")
    if not alike or not len(left) or not len(right):
        for element in (left, right):
            element.set("class", CHANGED)
        return
    if left.tag not in ROWS and len(left) == len(right):
        for one, other in zip(left, right, strict=True):
            _mark(one, other)
        return
    _mark_rows(list(left), list(right))


def _mark_rows(left: list[Element], right: list[Element]) -> None:
    """Mark what differs in two sequences of elements."""
    old, new = ([ElementTree.tostring(one) for one in row] for row in (left, right))
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "replace" and b - a == d - c:
            for one, other in zip(left[a:b], right[c:d], strict=True):
                _mark(one, other)
        elif kind != "equal":
            for element in (*left[a:b], *right[c:d]):
                element.set("class", CHANGED)


def _share(formula: Element) -> float:
    """Return how much of a formula is marked."""
    inside = {e for part in formula.iter() if part.get("class") == CHANGED for e in part.iter()}
    leaves = [e for e in formula.iter() if not len(e)]
    return sum(e in inside for e in leaves) / len(leaves)


def _text(formula: Element) -> Markup:
    return Markup(ElementTree.tostring(formula, encoding="unicode"))
