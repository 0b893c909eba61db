"""Which files a module of ours or of a paper is made of, and a hash of what they say.

Source text is parsed and never run.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from verify.claims import folders
from verify.claims.folders import PAPERS

SUBJECTS = ("numerics", "verify/papers")  # beside the papers
OURS = ("theory", "numerics", "property_tests", "verify", "reports")
WORDS = ("theory.claim", "theory.language", "verify.claims.meanings")  # what `thmcheck` passes on
BLOCKS = (ast.stmt, ast.excepthandler, ast.match_case)  # statements, and what else holds some
# what reading the source of a module raises
UNREADABLE = (
    OSError,  # there is no such file
    SyntaxError,  # it is no Python
    ValueError,  # its bytes are no text
    RecursionError,  # it is nested too deeply for the parser, which says this
    MemoryError,  # or this
)


def forget() -> None:
    """Forget what was read, for a process in which it changes."""
    for cached in (closure_hash, subject_hash, closure, files, _imports, syntax_tree, digest):
        cached.cache_clear()


@functools.cache
def closure_hash(*modules: str) -> str:
    """Return a hash of the project's source files that the modules import, themselves included.

    It covers where they stand, too, below the folder of the project or of the papers.
    """
    return _hash(set().union(*map(closure, modules)))


@functools.cache
def subject_hash(*modules: str) -> str:
    """Return a hash of what the modules import of papers, of attacks on them and of simulators.

    What of the project every paper has in common is left out.
    """
    return _hash(filter(_is_of_a_subject, set().union(*map(closure, modules))))


def _is_of_a_subject(path: Path) -> bool:
    root = folders.root_of(path)
    places = (folders.papers_folder(root), *(folders.ROOT / name for name in SUBJECTS))
    return any(path.is_relative_to(place) for place in places)


def _hash(paths: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in sorted(paths):
        place = path.relative_to(folders.root_of(path)).as_posix()
        found.update(f"{place}:{_digest_if_readable(path)};".encode())
    return found.hexdigest()


@functools.cache
def closure(module: str) -> frozenset[Path]:
    """Return the files that a module runs."""
    followed: set[Path] = set()
    above: set[Path] = set()  # packages run too, but what they import for others does not matter
    queue = [module]
    while queue:
        name = queue.pop()
        if name == "thmcheck":
            queue += WORDS
        for path in files(name):
            if path not in followed:
                followed.add(path)
                queue += _imports(path)
        while name := name.rpartition(".")[0]:
            above.update(files(name))
    return frozenset(followed | above)


@functools.cache
def files(module: str) -> tuple[Path, ...]:
    """Return the files behind the name of a module of ours or of a paper; others have none."""
    parts = module.split(".")
    bases = [folders.ROOT.joinpath(*parts)] if parts[0] in OURS else []
    if module.startswith(f"{PAPERS}."):
        bases += [folders.papers_folder(root).joinpath(*parts[2:]) for root in folders.roots()[1:]]
    paths = (p for base in bases for p in (base.with_suffix(".py"), base / "__init__.py"))
    return tuple(path for path in paths if path.exists())


@functools.cache
def _imports(path: Path) -> tuple[str, ...]:
    """Return the names that a file imports; one that is no Python imports nothing."""
    package = _package(path)
    names: list[str] = []
    for node in _statements(syntax_tree(path) or ast.Module([], [])):
        if isinstance(node, ast.Import):
            names += [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *([node.module] if node.module else ())))
            names += [module, *(f"{module}.{a.name}" for a in node.names)]
    return tuple(names)


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what stands in a module as a statement, at every depth; no expression holds one."""
    queue: list[ast.AST] = [tree]
    while queue:
        node = queue.pop()
        yield node
        queue += [child for child in ast.iter_child_nodes(node) if isinstance(child, BLOCKS)]


def _package(path: Path) -> tuple[str, ...]:
    root = folders.root_of(path)
    if root == folders.ROOT:
        return path.relative_to(folders.ROOT).parent.parts
    return (*PAPERS.split("."), *path.relative_to(folders.papers_folder(root)).parent.parts)


def _digest_if_readable(path: Path) -> str:
    try:
        return digest(path)
    except OSError:
        return "unreadable"


@functools.lru_cache(maxsize=8)  # many claims after each other are attacked in the same files
def syntax_tree(path: Path) -> ast.Module | None:
    """Return the syntax tree of a file, `None` if there is none; all share it."""
    try:
        return ast.parse(path.read_bytes())
    except UNREADABLE:
        return None


def lines_of_entries(path: Path, table: str) -> dict[Any, int] | None:
    """Return the lines of the entries of a dictionary of a module, by key; the module is not run.

    Args:
        path: the file of the module.
        table: the name of the dictionary.

    Returns:
        `None` where only the module itself knows its keys: the dictionary is not written out at one
        place, or a key is neither a constant nor a member of a module that is imported already.
    """
    tree = syntax_tree(path) or ast.Module([], [])
    uses = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == table]
    imported = {name.rpartition(".")[2] for name in _imports(path)}
    if not uses and imported.isdisjoint((table, "*")):
        return {}
    value, _ = _assigned(tree, table)
    if len(uses) > 1 or not isinstance(value, ast.Dict):
        return None
    try:
        return {_known(key, path): key.lineno if key else 0 for key in value.keys}
    except LookupError:
        return None


def _known(key: ast.expr | None, path: Path) -> Any:
    """Return what a key in a module is, which is not run.

    Raises:
        LookupError: nobody knows yet.
    """
    match key:
        case ast.Constant(value=value):
            return value
        case ast.Attribute(value=ast.Name(id=name), attr=member):
            places = [place for place in _imports(path) if place.rpartition(".")[2] == name]
            modules = [sys.modules[place] for place in places if place in sys.modules]
            if len(places) == len(modules) == 1 and hasattr(modules[0], member):
                return getattr(modules[0], member)
    raise LookupError(key)


def line_of_entry(path: Path, table: str, place: int, size: int) -> int:
    """Return the line of an entry of a dictionary of a module, or else of the dictionary.

    Only where the dictionary is written out, entry by entry, the entry has a line of its own.

    Args:
        path: the file of the module.
        table: the name of the dictionary.
        place, size: which of how many entries it is.
    """
    value, line = _assigned(syntax_tree(path) or ast.Module([], []), table)
    keys = value.keys if isinstance(value, ast.Dict) else []
    key = keys[place] if len(keys) == size else None
    return line if key is None else key.lineno


def _assigned(tree: ast.Module, name: str) -> tuple[ast.expr | None, int]:
    """Return what a module assigns to a name and the line; nothing and the first line if none."""
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                return value, statement.lineno
            case ast.AnnAssign(target=ast.Name(id=target), value=value) if target == name:
                return value, statement.lineno
    return None, 1


@functools.cache
def digest(path: Path) -> str:
    """Return a hash of a file.

    Raises:
        OSError: it cannot be read.
    """
    return hashlib.sha256(path.read_bytes()).hexdigest()
