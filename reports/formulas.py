"""Formulas on a page: LaTeX becomes native MathML, which browsers and screen readers read.

The LaTeX of a claim is material like any other: what it becomes is built anew from a list of
elements and attributes, so that nothing of it can turn into a script, a link or a style.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element

LONGEST = 4000  # characters; a longer formula is shown as text
DEEPEST = 100  # elements inside one another; browsers stop at a few hundred
ELEMENTS = frozenset(
    {
        "math",
        "mfrac",
        "mi",
        "mn",
        "mo",
        "mover",
        "mroot",
        "mrow",
        "mspace",
        "msqrt",
        "mstyle",
        "msub",
        "msubsup",
        "msup",
        "mtable",
        "mtd",
        "mtext",
        "mtr",
        "munder",
        "munderover",
    }
)
ROWS = frozenset({"math", "mrow", "mtd", "msqrt", "mstyle"})
_LENGTH = re.compile(r"[+-]?\d{0,2}(\.\d+)?(em|ex|px|%)?")
ATTRIBUTES = {  # name -> what its value may be
    "accent": re.compile("true|false"),
    "columnalign": re.compile("left|right|center"),
    "displaystyle": re.compile("true|false"),
    "fence": re.compile("true|false"),
    "form": re.compile("prefix|infix|postfix"),
    "linethickness": _LENGTH,
    "mathvariant": re.compile("[a-z-]{1,30}"),
    "maxsize": _LENGTH,
    "minsize": _LENGTH,
    "movablelimits": re.compile("true|false"),
    "scriptlevel": re.compile("[0-3]"),
    "separator": re.compile("true|false"),
    "stretchy": re.compile("true|false"),
    "width": _LENGTH,
}
# a macro could grow without bounds, and what follows a % would be left out silently
_REFUSED = re.compile(r"\\\w*new|\\\w*def|\\let|\\declare|(?<!\\)%", re.IGNORECASE)
PRIMED = frozenset({"msup", "msubsup"})
PRIMES = "\N{PRIME}\N{DOUBLE PRIME}\N{TRIPLE PRIME}"
TALL = frozenset({"mfrac", "mtable", "munder", "mover", "munderover", "msqrt", "mroot"})
_SHAPED = re.compile("<(?:mfrac|msqrt|mroot|munder|mover|munderover|mtable)\\b")
TOKENS = frozenset({"mi", "mn", "mo", "mtext"})
LARGE = frozenset("∑∏∫⋂⋃")  # operators that are higher than a line
FENCES = frozenset("()[]{}|")  # which browsers stretch by themselves, | where its side is known
_BRACE = re.compile(r"\\.|([{}])", re.DOTALL)
_REFERENCE = re.compile(r"&#x([0-9A-Fa-f]{2,6});")  # how latex2mathml writes a symbol
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


# latex2mathml has a dozen exceptions without a common base, and on what it does not expect raises
# whatever its code happens to
CONVERTER_ERRORS = Exception


@lru_cache(maxsize=20_000)
def mathml(latex: str, text: str) -> str:
    """Return a formula as inline MathML, or as its text where that is not possible.

    Args:
        latex: the formula.
        text: the same formula as text, shown when the LaTeX is empty, longer than `LONGEST`
            characters, damaged, or has anything that is not in `ELEMENTS` and `ATTRIBUTES`.

    Returns:
        A `<math>` or a `<code>` element, well-formed as XML and as HTML. Where its signs do not
        stand in a row, the text is its alternative.

    >>> print(mathml("", "x < 1"))
    <code>x &lt; 1</code>
    >>> print(mathml("x < 1", "x < 1").partition(">")[2])
    <mi>x</mi><mo>&lt;</mo><mn>1</mn></math>
    """
    printable = _UNPRINTABLE.sub("\ufffd", text)
    try:
        shown = _converted(latex)
    except CONVERTER_ERRORS:
        return f"<code>{html.escape(printable)}</code>"
    if not text or not _SHAPED.search(shown):
        return shown
    return f'<math alttext="{html.escape(printable)}"{shown.removeprefix("<math")}'


def _converted(latex: str) -> str:
    """Return a formula as MathML.

    Raises:
        CONVERTER_ERRORS: it cannot be shown as MathML; the kind of error says nothing.
    """
    if not latex.strip() or len(latex) > LONGEST:
        raise ValueError(f"a formula has 1 to {LONGEST} characters, this one {len(latex)}")
    if _REFUSED.search(latex) or _UNPRINTABLE.search(latex) or not _balanced(latex):
        raise ValueError("a macro, a comment, a control character or an unbalanced brace")
    formula = _clean(convert_to_element(latex), 0)
    shown = ElementTree.tostring(formula, encoding="unicode")
    ElementTree.fromstring(shown)
    return shown


def _balanced(latex: str) -> bool:
    depth = 0
    for brace in _BRACE.findall(latex):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        if depth < 0:
            return False
    return depth == 0


def _clean(found: Element, depth: int) -> Element:
    """Return an element made anew from what is allowed.

    Raises:
        ValueError: it has an element, attribute, command or depth that is not allowed.
    """
    if found.tag not in ELEMENTS or depth > DEEPEST:
        raise ValueError(f"<{found.tag}> at depth {depth}")
    new = Element(found.tag)
    for name, value in found.attrib.items():
        if name not in ("xmlns", "display"):
            if name not in ATTRIBUTES or not ATTRIBUTES[name].fullmatch(value):
                raise ValueError(f"{name}={value!r}")
            new.set(name, value)
    new.text = _symbols(found.text, found.tag)
    if new.text and new.attrib.pop("mathvariant", "") == "double-struck":
        new.text = "".join(chr(0x1D7D8 + int(c)) if c in "0123456789" else c for c in new.text)
    if new.text in FENCES and new.get("stretchy") == "true":
        for default in ("stretchy", "fence", *(["form"] if new.text != "|" else [])):
            new.attrib.pop(default, None)
    row = found.tag in ROWS
    for child in found:
        if not (row and child.tag == "mo" and not child.text):  # stands for nothing
            new.append(_clean(child, depth + 1))
    if len(new) > 2 and {new[0].text, new[-1].text} <= FENCES and not _is_tall(new):
        for fence in (new[0], new[-1]):
            fence.set("stretchy", "false")
    if row and all(part.tag in TOKENS and part.text not in LARGE for part in new):
        for part in new:  # none is higher than a line, to which another could stretch
            if part.get("stretchy") == "false":
                part.attrib.pop("stretchy")
    if new.tag in ("msub", "msubsup") and _spells_a_word(new[1]):
        word = Element("mi")
        word.text = "".join(letter.text or "" for letter in new[1])
        new[1] = word
    if new.tag in PRIMED and new[-1].text and not new[-1].text.strip(PRIMES):
        return _primed(new)
    alone = len(new) == 1
    if alone and new.tag == "mrow" and not new.attrib:
        return new[0]
    if alone and new.tag in ROWS and new[0].tag == "mrow" and not new[0].attrib:
        new[:] = list(new[0])  # such an element is a row already
    return new


def _primed(found: Element) -> Element:
    """Return a base with primes beside it, which browsers would raise twice as superscripts."""
    base, *below, prime = found
    row = Element("mrow")
    row.append(base)
    ElementTree.SubElement(row, "mo").text = prime.text
    if not below:
        return row
    new = Element("msub")
    new.extend((row, *below))
    return new


def _spells_a_word(index: Element) -> bool:
    """Return whether an index is a word, as in N_data, and no product of letters."""
    return len(index) > 2 and all(part.tag == "mi" and len(part.text or "") == 1 for part in index)


def _is_tall(row: Element) -> bool:
    """Return whether what stands in a row is higher than a line."""
    return any(part.tag in TALL for part in row.iter())


def _symbols(text: str | None, tag: str) -> str | None:
    """Return the text of an element with the references of latex2mathml as characters.

    Raises:
        ValueError: it is a command that latex2mathml does not know.
    """
    if text and tag != "mtext" and text.startswith("\\"):
        raise ValueError(f"{text} is not known")
    return text and _REFERENCE.sub(lambda match: chr(int(match[1], 16)), text)
