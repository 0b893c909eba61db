"""Which files of the project a reader opens for one theorem, found from the names that it uses."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from theory.claim import Claim, Observed
from verify.claims import catalogue, sources
from verify.claims.imported import imported
from verify.claims.statements import heads, statements

READ = ("theory.papers.", "verify.papers.", "numerics.")  # the rest is the language and the engine


def files_to_open(claim_id: str) -> set[Path]:
    """Return the files that define what a claim and its attack are made of, its own included.

    From the claim, the meanings of its heads and its experiments every name is followed to where
    it is defined, and on through all that the definition uses.
    """
    place = catalogue.index()[claim_id]
    claim = catalogue.load(claim_id)
    start = [(place.module, node) for node in _claims(place.module).get(claim_id, ())]
    start += [(m, node) for m in catalogue.attack_modules(claim_id) for node in _entries(m, claim)]
    opened = set().union(*(sources.files(module) for module, _ in start))
    seen: set[tuple[str, str]] = set()
    todo = [use for module, node in start for use in _uses(module, node)]
    while todo:
        use = todo.pop()
        if use in seen or not use[0].startswith(READ):
            continue
        seen.add(use)
        module, name = use
        for definition in _definitions(module).get(name, ()):
            if not isinstance(definition, ast.ImportFrom):
                opened.update(sources.files(module))
            todo += _uses(module, definition)
    return opened


@functools.cache
def _claims(module: str) -> dict[str, list[ast.AST]]:
    """Return the calls with a literal `id` in a module, by that."""
    found: dict[str, list[ast.AST]] = {}
    for node in ast.walk(_tree(module)):
        for keyword in node.keywords if isinstance(node, ast.Call) else ():
            if keyword.arg == "id" and isinstance(keyword.value, ast.Constant):
                found.setdefault(str(keyword.value.value), []).append(node)
    return found


def _entries(module: str, claim: Claim) -> Iterator[ast.AST]:
    """Yield what an attack says of the heads and of the experiments of a claim."""
    every = [statement for _, statement in statements(claim)]
    wanted = {
        "MEANINGS": set().union(*map(heads, every)),
        "EXPERIMENTS": {s.experiment for s in every if isinstance(s, Observed)},
    }
    for table, names in wanted.items():
        yield from (entry for offered, entry in _offered(module, table) if names & offered)


@functools.cache
def _offered(module: str, table: str) -> list[tuple[set[Any], ast.AST]]:
    """Return what a table of an attack is about, each with what stands there for it."""
    found: list[tuple[set[Any], ast.AST]] = []
    space = vars(imported(module))
    for node in _definitions(module).get(table, ()):
        value = getattr(node, "value", None)
        if not isinstance(value, ast.Dict):  # computed as a whole
            found.append((set(space[table]), node))
            continue
        for key, entry in zip(value.keys, value.values, strict=True):
            offered = _value(entry, space) if key is None else [_value(key, space)]
            found.append((set(offered), entry))
    return found


def _value(node: ast.expr, space: dict[str, Any]) -> Any:
    """Return the value of an expression of a module."""
    return eval(compile(ast.Expression(node), "-", "eval"), space)


@functools.cache  # most definitions are met from many claims
def _uses(module: str, node: ast.AST) -> tuple[tuple[str, str], ...]:
    """Return the module and the name of every definition that a piece of source refers to."""
    return tuple(dict.fromkeys(_used(module, node)))


def _used(module: str, node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield node.module or "", alias.name
        return
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name):
            for found in _definitions(module).get(inner.value.id, ()):
                if isinstance(found, ast.ImportFrom):
                    yield f"{found.module}.{found.names[0].name}", inner.attr
        if isinstance(inner, ast.Name):
            yield module, inner.id


@functools.cache
def _definitions(module: str) -> dict[str, list[ast.AST]]:
    """Return what a module binds at its top level, imports included, one import for each name."""
    found: dict[str, list[ast.AST]] = {}
    for node in _tree(module).body:
        names: list[str] = []
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names = [node.name]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                single = ast.ImportFrom(node.module, [alias], node.level)
                found.setdefault(alias.asname or alias.name, []).append(single)
        for name in names:
            found.setdefault(name, []).append(node)
    return found


@functools.cache
def _tree(module: str) -> ast.Module:
    paths = sources.files(module)
    return ast.parse(paths[0].read_bytes()) if paths else ast.Module([], [])
