"""A claim as a notebook shows it: HTML with LaTeX between dollars.

Jupyter typesets LaTeX in HTML wherever it stands; elsewhere it stays as readable as its source.
sympy's MathML printer is no way here: it knows none of the words of `theory.language`, and writes
names unescaped.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

import sympy as sp

from theory.argument_language import States
from theory.claim import Claim, Role
from theory.language import SYMPY_ERRORS
from theory.places import HERE
from theory.statements import ForAll, Observed, SameOrder, Statement

LONGEST = 4000  # characters of LaTeX; a longer formula is shown as text
SIGNS = {"same": r"\asymp", "at most": r"\lesssim", "at least": r"\gtrsim"}


def html(claim: Claim) -> str:
    """Return a claim as HTML: what it says, and the formulas of every part.

    Nothing in it can become markup, and only formulas are typeset.
    """
    lines = [f"<b>{_prose(claim.id)}</b> {_prose(claim.title)}"]
    lines += [_prose(line) for line in (claim.words, str(claim.source)) if line]
    for part in claim.parts:
        named = part.name if part.role is Role.PRINTED else f"{part.role}: {part.name}"
        title = "; ".join(filter(None, (named, part.reading)))
        lines += [f"<i>{_prose(title)}</i>"] if title else []
        lines += _statement(part.statement)
        if part.instead is not None:
            lines += ["<i>what is said to hold instead</i>", *_statement(part.instead.statement)]
    return "\n".join(
        ['<div style="overflow-x:auto">', *(f"<div>{line}</div>" for line in lines), "</div>"]
    )


def _statement(statement: Statement) -> Iterator[str]:
    """Return the lines of a statement: the conclusion, then what it rests on."""
    if isinstance(statement, (ForAll, States)):
        yield _formula(statement.says)
        for place, hypotheses in statement.places:
            stands = "" if place == HERE else f" {_prose(f'({place})')}"
            yield from (f"if {_formula(hypothesis)}{stands}" for hypothesis in hypotheses)
        where = statement.where if isinstance(statement, ForAll) else {}
        for name, meaning in where.items():
            yield f"where {_formula(name)} = {_formula(meaning)}"
    elif isinstance(statement, SameOrder):
        left, right = _formula(statement.left), _formula(statement.right)
        yield f"{left} ${escape(SIGNS[statement.relation])}$ {right}"
        for hypothesis in (*statement.given, *statement.regime):
            yield f"if {_formula(hypothesis)}"
    elif isinstance(statement, Observed):
        yield _formula(statement.effect)
        for name, value in statement.settings.items():
            yield f"with {_prose(f'{name} = {value}')}"
    else:
        yield f"not tested here; missing: {_prose(statement.what)}"


def _formula(expression: Any) -> str:
    """Return an expression between dollars, or its text where sympy has no LaTeX for it."""
    try:
        latex = sp.latex(sp.sympify(expression))
    except SYMPY_ERRORS:
        latex = ""
    if not latex or len(latex) > LONGEST or "$" in latex:
        return f"<code>{escape(str(expression))}</code>"
    return rf"$\displaystyle {escape(latex)}$"


def _prose(text: str) -> str:
    """Return text in which a notebook typesets nothing."""
    return f'<span class="tex2jax_ignore mathjax_ignore">{escape(text)}</span>'
