"""The table with which a reader checks a counterexample by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from reports.formulas import mathml
from reports.recomputed import AlongRay, AtPoint, Condition, Recomputed, Steps, Term
from reports.results import ClaimResult, PartResult

WIDE = 64  # characters; a longer formula scrolls, so that its value stays in sight
_SCROLLED = Markup(
    '<div class="row" tabindex="0" role="group" aria-label="A long formula">{}</div>'
)
_MARKS = {True: "✓ holds", False: "✗ fails", None: "not decided"}


@dataclass(frozen=True)
class Row:
    """A row: a term or a condition, its value, and whether it holds.

    Args:
        shown: the term or the condition.
        value: exactly and in decimals.
        mark: of a condition: a tick or a cross, in words.
        text: the condition as text.
    """

    shown: Markup
    value: str
    mark: str = ""
    text: str = ""


def has_own_numbers(claim: ClaimResult, part: PartResult) -> bool:
    """Return whether a table shows that another clause fails than the one that decides.

    One reading of each clause is enough, and where a point is shown no table is needed.
    """
    return _is_first(claim, part, lambda one: one.witness is None and one.recomputed is not None)


def has_own_lines(claim: ClaimResult, part: PartResult) -> bool:
    """Return whether lines of Python stand beside the point at which such another clause fails."""
    return _is_first(claim, part, lambda one: one.witness is not None and bool(one.script))


def _is_first(claim: ClaimResult, part: PartResult, shows: Callable[[PartResult], bool]) -> bool:
    """Return whether a part is the first to show that its clause, which does not decide, fails."""
    if part.name == claim.head.name:
        return False
    alike = (one for one in claim.parts if one.name == part.name and one.verdict.fails)
    return next(filter(shows, alike), None) is part


def groups(
    found: Recomputed, of_prints: bool = False, printed: str = "printed"
) -> dict[str, list[Row]]:
    """Return the rows of a table by what they are.

    Args:
        found: what was computed.
        of_prints: whether it compares what two places of a paper print.
        printed: what the statement that fails is called.
    """
    if isinstance(found, AlongRay):
        named = {
            "constants": [_row(term) for term in found.constants],
            f"both sides {found.in_general}".strip(): [
                Row(Markup("{}: ").format(words) + _math(side.text, side.latex), side.exact)
                for words, side in (("left side", found.left), ("right side", found.right))
            ],
        }
        for one in () if found.in_general else found.sizes:
            named[f"at {found.about} {one.size}"] = list(_at_size(found, one.size))
    elif isinstance(found, Steps):
        named = {
            step.title: [Row(_math(one.text, one.latex), "") for one in step.shown]
            for step in found.steps
        }
    else:
        known = {term.text: term.value for term in found.symbols}
        named = {
            "values": [_row(term) for term in found.symbols],
            "assumed": [_condition(one, known) for one in found.assumed],
            "on the way": list(dict.fromkeys(map(_row, found.within))),
            printed: list(_printed(found, known)),
        }
        if of_prints:
            there = Row(_math(found.printed.text, found.printed.latex), "", "✗ differs")
            here = [Row(_math(one.text, one.latex), "") for one in found.assumed]
            named = {"one place has": here, "another place has": [there]}
    return {title: rows for title, rows in named.items() if rows}


def brief(found: Recomputed, printed: str = "printed") -> dict[str, list[Row]]:
    """Return these rows with one for all that is assumed and holds without numbers to compare."""
    named = groups(found, printed=printed)
    rows = named.get("assumed", [])
    told = [row for row in rows if row.value or row.mark != _MARKS[True]]
    if len(told) + 1 < len(rows):
        also = "what else is assumed" if told else "what is assumed"
        named["assumed"] = [*told, Row(Markup(also), "", _MARKS[True])]
    return named


def _printed(found: AtPoint, known: dict[str, str]) -> Iterator[Row]:
    """Yield both sides of what is printed, and the relations in it, then whether it holds."""
    sides = zip(("left side", "right side"), found.printed.sides, strict=False)
    for name, side in sides:
        yield Row(Markup("{}: ").format(name) + _math(side.text, side.latex), side.value)
    for relation in found.relations:
        yield _condition(relation, known)
    whole = "what is printed" if found.printed.sides else "all of it"
    yield Row(Markup(whole), "", _MARKS[found.printed.holds])


def _at_size(found: AlongRay, size: int) -> Iterator[Row]:
    """Yield what a point of a ray has."""
    one = next(one for one in found.sizes if one.size == size)
    for term in one.variables:
        yield _row(term)
    yield Row(Markup("what is assumed"), "", _MARKS[one.assumed])
    yield Row(Markup("left side"), one.left)
    yield Row(Markup("right side"), one.right)
    yield Row(Markup("left over right"), one.ratio)


def _row(term: Term) -> Row:
    return Row(_math(term.text, term.latex), term.value)


def _condition(one: Condition, known: Iterable[str]) -> Row:
    """Return the row of a condition; values that stand in the table already are not repeated."""
    plain = all(side.text in known or side.text == side.exact for side in one.sides)
    values = "" if plain else " against ".join(side.value or "?" for side in one.sides)
    return Row(_math(one.text, one.latex), values, _MARKS[one.holds], one.text)


def _math(text: str, latex: str) -> Markup:
    shown = Markup(mathml(latex, text))
    return _SCROLLED.format(shown) if len(text) > WIDE else shown
