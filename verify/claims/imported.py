"""Import the modules of papers; a claim that cannot be built costs itself alone.

A module that raises is run again with every statement `NAME = Claim(...)` on its own: those that
raise are left out. Nothing else may be left out, for what a later claim is made of must be
exactly what its file says.
"""

from __future__ import annotations

import ast
import importlib
import sys
import traceback
from collections.abc import Iterator
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from verify.claims.source_mistakes import is_claim, mistake_of, parsed, statement_at
from verify.errors import FROM_A_PAPER, NotBuilt

PAPERS = ("theory.papers.", "verify.papers.")
_LEFT_OUT, _REASON = "__left_out__", "__reason__"  # names in a module that has a bad claim
SHOWN = 120  # characters of an expression in a message


def imported(name: str) -> ModuleType:
    """Return a module; from it, and from what it imports, bad claims are left out.

    Raises:
        NotBuilt: something else than a claim cannot be built; says where and why.
    """
    mended: list[tuple[str, Path]] = []
    while True:
        try:
            for module, path in mended:
                if module not in sys.modules:
                    _without_bad_claims(module, path)
            return importlib.import_module(name)
        except FROM_A_PAPER as error:
            failed = _failed(error)
            if failed is None or failed[:2] in mended or not _is_left_out(*failed[1:]):
                raise NotBuilt(reason(error)) from error
            mended.insert(0, failed[:2])


def why_not_built(module: ModuleType, line: int) -> str:
    """Return why the claim that begins at a line of a module was left out, "" if it was not."""
    error = vars(module).get(_LEFT_OUT, {}).get(line)
    return reason(error) if error is not None else ""


def reason(error: BaseException) -> str:
    """Return where a module of a paper fails, which expression, and what to write instead."""
    places = [p for p in _places(error.__traceback__) if p[0].startswith(PAPERS)]
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno or 1}: {error.msg}"
    if not places:
        return _words(error)
    _, path, summary = places[-1]
    statement = statement_at(parsed(path), summary.lineno or 1)
    mistake = mistake_of(statement, error)
    if mistake is not None:
        return f"{path}:{mistake.line}: {mistake}"
    text = " ".join(_segment(path, summary).split())
    shown = text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
    return f"{path}:{summary.lineno}: `{shown}`: {_words(error)}"


def place_of(error: BaseException) -> str:
    """Return the last `path:line` in a file of a paper that an error has passed, "" if none."""
    places = [p for p in _places(error.__traceback__) if p[0].startswith(PAPERS)]
    return f"{places[-1][1]}:{places[-1][2].lineno}" if places else ""


def _words(error: BaseException) -> str:
    """Return what an error says; what refuses a statement needs no name of a class."""
    from theory.well_formed import IllFormed

    return str(error) if isinstance(error, IllFormed) else f"{type(error).__name__}: {error}"


def _places(trace: TracebackType | None) -> Iterator[tuple[str, Path, traceback.FrameSummary]]:
    """Yield the name of the module, the file and the place of every frame, outermost first."""
    frames = [frame for frame, _ in traceback.walk_tb(trace)]
    for frame, summary in zip(frames, traceback.extract_tb(trace), strict=True):
        if Path(summary.filename).is_file():  # and no text that was run
            yield frame.f_globals.get("__name__", ""), Path(summary.filename), summary


def _failed(error: BaseException) -> tuple[str, Path, int] | None:
    """Return the module of a paper that could not be run, its file, and the line."""
    places = [
        (name, path, summary.lineno or 1)
        for name, path, summary in _places(error.__traceback__)
        if name.startswith(PAPERS) and summary.name == "<module>"
    ]
    return places[-1] if places else None


def _is_left_out(path: Path, line: int) -> bool:
    """Return whether a line belongs to a claim that nothing else in its file needs to be there."""
    tree = parsed(path)
    statement = statement_at(tree, line)
    return statement in tree.body and _named(statement, tree) is not None


def _named(node: ast.AST | None, tree: ast.Module) -> ast.Call | None:
    """Return the claim of a statement `NAME = Claim(...)`, for a name that has no other value."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call) if is_claim(call):
            bound = (n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == name)
            return call if sum(isinstance(n.ctx, ast.Store) for n in bound) == 1 else None
    return None


def _without_bad_claims(name: str, path: Path) -> None:
    """Run a module with every claim on its own; those that raise are kept as reasons."""
    tree = ast.parse(path.read_bytes())
    tree.body = [_guarded(node, tree) for node in tree.body]
    spec = find_spec(name)
    assert spec is not None
    module = module_from_spec(spec)
    vars(module)[_LEFT_OUT] = {}
    sys.modules[name] = module
    try:
        exec(compile(ast.fix_missing_locations(tree), path, "exec"), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    parent, _, stem = name.rpartition(".")
    setattr(sys.modules[parent], stem, module)


def _guarded(node: ast.stmt, tree: ast.Module) -> ast.stmt:
    """Return a statement that keeps the reason where a claim cannot be built."""
    call = _named(node, tree)
    if call is None:
        return node
    kept = ast.parse(f"{_LEFT_OUT}[{call.lineno}] = {_REASON}").body
    handler = ast.ExceptHandler(ast.Name("Exception", ast.Load()), _REASON, kept)
    guarded = ast.Try(body=[node], handlers=[handler], orelse=[], finalbody=[])
    return ast.copy_location(guarded, node)


def _segment(path: Path, summary: Any) -> str:
    """Return the expression that a frame was about, or its line if that is not known."""
    ends = (summary.lineno, summary.colno, summary.end_lineno, summary.end_colno)
    if None in ends:
        return str(summary.line)
    first, begin, last, end = ends
    lines = path.read_bytes().splitlines()[first - 1 : last]
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][begin:]
    return b" ".join(lines).decode(errors="replace")
