"""Where in a source a mistake stands: inside a claim, or in the statement that has raised.

A source is a file, or a cell of a notebook, which `linecache` keeps under the name that its frames
have.
"""

from __future__ import annotations

import ast
import functools
import linecache
from collections.abc import Iterable
from pathlib import Path

from verify.claims.mistakes import (
    INEXACT,
    NO_NUMBER,
    UNDECIDABLE,
    Mistake,
    inexact,
    mistakes,
    numeric,
    undecided,
)

CONNECTIVES = ("And", "Or", "Not", "Implies", "Equivalent", "Xor", "ITE")
MATHEMATICS = ("Claim", "ForAll", "SameOrder", *CONNECTIVES)  # calls whose arguments are formulas


def mistake_in(path: Path, line: int, written: str = "Claim") -> str:
    """Return what makes a claim another one than it looks like, though it could be built.

    Args:
        path: the source; what stands outside of the claims in it counts for all of them.
        line: where the claim begins.
        written: what is looked for there: "Claim", or "ForAll" for a statement without a claim.
    """
    try:
        shared, own = _mistakes(parsed(path), written)
    except SyntaxError:  # a cell may have commands of the notebook
        return ""
    mistake = (own[line] or shared) if line in own else None
    return told(path, mistake) if mistake is not None else ""


def told(path: Path, mistake: Mistake) -> str:
    """Return a mistake with the place where it stands."""
    return (
        f"{path}:{mistake.line}: {mistake}" if path.is_file() else f"line {mistake.line}: {mistake}"
    )


def mistake_of(statement: ast.stmt | None, error: BaseException) -> Mistake | None:
    """Return what in a statement has probably led to an error."""
    if statement is None:
        return None
    value = getattr(statement, "value", None)
    found = next(mistakes(value), None) if value is not None else None
    if found is None and UNDECIDABLE in str(error):
        found = undecided(statement)
    if found is None and INEXACT in str(error):
        found = inexact(statement)
    if found is None and any(words in str(error) for words in NO_NUMBER):
        found = numeric(statement)
    return found


def statement_at(tree: ast.Module, line: int) -> ast.stmt | None:
    """Return the smallest statement of a source that has a line."""
    around: list[ast.stmt] = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)), default=None)


def is_claim(call: ast.Call) -> bool:
    """Return whether a call writes a claim."""
    return _name(call) == "Claim"


def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a source; one that is kept nowhere is empty.

    Raises:
        SyntaxError: it is no Python.
    """
    is_file = path.is_file()
    return _parsed(path.read_bytes() if is_file else "".join(linecache.getlines(str(path))))


@functools.cache
def _parsed(text: bytes | str) -> ast.Module:
    return ast.parse(text)


@functools.cache
def _mistakes(tree: ast.Module, written: str) -> tuple[Mistake | None, dict[int, Mistake | None]]:
    """Return the first mistake outside of claims, and the first one of each claim by its line."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    wholes = [call for call in calls if is_claim(call) or _name(call) == written]
    inside = {id(part) for whole in wholes for part in ast.walk(whole)}
    own = {call.lineno: _first(ast.walk(call)) for call in wholes if _name(call) == written}
    return _first(call for call in calls if id(call) not in inside), own


def _first(nodes: Iterable[ast.AST]) -> Mistake | None:
    """Return the first mistake in what stands for mathematics."""
    calls = (n for n in nodes if isinstance(n, ast.Call) and _name(n) in MATHEMATICS)
    return next((mistake for call in calls for mistake in mistakes(call)), None)


def _name(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))
