"""Find claims: by their literal ids in the source, and as objects of the modules that hold them.

The index reads source text only, so that listing claims imports neither sympy nor torch; a claim
is built by importing just the module that holds it.

Papers live in `theory/papers` and `verify/papers` of this project, and in the same two folders
below every path of the environment variable `THMCHECK_PAPERS`.
"""

from __future__ import annotations

import ast
import difflib
import fnmatch
import functools
import hashlib
import importlib
import os
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify.folder import keep, table

if TYPE_CHECKING:
    from theory.claim import Claim

SHOWING = ("theory.notebook", "reports.notebook")  # no result depends on how it is shown
ROOT = Path(__file__).resolve().parents[2]
METHODS = "verify/methods"  # where a claim without quantities of its own is attacked
PARSED = "ids-2.json"  # the number changes with `_ids`
MAX_PARSED = 2000
_ID = re.compile(r"[A-Za-z0-9][\w.-]*/[\w.()+-]+", re.ASCII)  # also the name of a file


class UnknownId(LookupError):
    """No claim matches what was asked for."""


@dataclass(frozen=True)
class Problem:
    """What cannot be read, of which paper; it costs its own file or its own claims only."""

    paper: str
    words: str


@dataclass(frozen=True)
class Location:
    """Where a claim stands in the source."""

    id: str
    module: str
    path: Path
    line: int
    root: Path

    @property
    def place(self) -> str:
        """The place as `path:line`, relative to the folder that holds the papers."""
        return f"{self.path.relative_to(self.root).as_posix()}:{self.line}"

    @property
    def paper(self) -> str:
        """The paper's id, the part before the slash."""
        return self.id.partition("/")[0]


def roots() -> tuple[Path, ...]:
    """Return the folders that hold papers, this project first."""
    more = os.environ.get("THMCHECK_PAPERS", "").split(os.pathsep)
    return (ROOT, *(Path(p).resolve() for p in more if p))


def index() -> dict[str, Location]:
    """Return every claim's id and place, in the order of the source.

    What cannot be read is left out; see `problems`.
    """
    return _read()[0]


def problems() -> tuple[Problem, ...]:
    """Return what stands in the way of reading some claims: a file, or an id."""
    return _read()[1]


@functools.cache
def _read() -> tuple[dict[str, Location], tuple[Problem, ...]]:
    found: dict[str, list[Location]] = {}
    problems: list[Problem] = []
    parsed = table(PARSED)  # by hash of the file: parsing hundreds of claims takes a second
    known = len(parsed)
    for root in roots():
        folder = root / "theory" / "papers"
        for path in sorted(p for p in folder.rglob("*.py") if not p.is_dir()):
            inside = path.relative_to(folder).with_suffix("")
            paper = inside.parts[0].replace("_", "-")
            module = ".".join(("theory", "papers", *inside.parts))
            try:
                digest = _digest(path)
                if digest not in parsed:
                    parsed[digest] = _ids(path)
            except (OSError, SyntaxError, ValueError, RecursionError, MemoryError) as error:
                problems.append(Problem(paper, f"{path}{_at(error)}"))
                continue
            for name, line in parsed[digest]:
                place = Location(name, module, path, line, root)
                if _ID.fullmatch(name):
                    found.setdefault(name, []).append(place)
                else:
                    words = f"{path}:{line}: {name!r:.80} is no id; write `paper/name`"
                    problems.append(Problem(paper, words))
    if len(parsed) > known:
        keep(PARSED, dict(list(parsed.items())[-MAX_PARSED:]))
    for name, places in found.items():
        if len(places) > 1:
            where = ", ".join(f"{place.path}:{place.line}" for place in places)
            problems += [
                Problem(paper, f"{name} stands twice: {where}")
                for paper in dict.fromkeys(place.paper for place in places)
            ]
    once = {name: places[0] for name, places in found.items() if len(places) == 1}
    return once, tuple(problems)


def _at(error: Exception) -> str:
    """Return where in a file and why it cannot be read, as what follows its path."""
    if isinstance(error, SyntaxError):
        return f":{error.lineno or 1}: {error.msg}"
    if isinstance(error, OSError):
        return f": {error.strerror or error}"
    return f": {type(error).__name__}: {error}"


def _ids(path: Path) -> list[tuple[str, int]]:
    """Return the literal ids of the claims in a file, with their lines.

    Raises:
        SyntaxError, ValueError, RecursionError, MemoryError: it is no Python.
    """
    return [
        (str(keyword.value.value), node.lineno)
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Claim"
        for keyword in node.keywords
        if keyword.arg == "id" and isinstance(keyword.value, ast.Constant)
    ]


def forget() -> None:
    """Forget what was read of the source, for a process in which it changes."""
    for cached in (_read, attack_modules, closure_hash, _closure, _files, _imports, _digest):
        cached.cache_clear()


def papers() -> list[str]:
    """Return the ids of all papers that have claims."""
    return list(dict.fromkeys(location.paper for location in index().values()))


def title(paper: str) -> str:
    """Return the title of a paper: the first line of what its package or module says of itself."""
    location = next(found for found in index().values() if found.paper == paper)
    papers = location.root / "theory" / "papers"
    inside = location.path.relative_to(papers).parts[0]
    path = location.path if inside == location.path.name else papers / inside / "__init__.py"
    tree = _parsed(path)
    said = ast.get_docstring(tree) if tree is not None else None
    return said.partition("\n")[0].rstrip(".") if said else ""


def source_hash(location: Location) -> str:
    """Return the hash of the file that holds a claim."""
    return _digest(location.path)


def resolve(patterns: Sequence[str], known: Sequence[str] | None = None) -> list[str]:
    """Return the ids that ids, unique prefixes or globs stand for, in any letter case.

    Raises:
        UnknownId: a pattern matches nothing, or a prefix is not unique; names the nearest ids.
    """
    ids = list(index()) if known is None else list(known)
    lower = {i.lower(): i for i in ids}
    chosen: list[str] = []
    for pattern in patterns:
        wanted = pattern.lower()
        if wanted in lower:
            chosen.append(lower[wanted])
            continue
        if any(c in wanted for c in "*?["):
            matches = [lower[i] for i in fnmatch.filter(lower, wanted)]
        else:
            matches = [full for low, full in lower.items() if low.startswith(wanted)]
            if len(matches) > 1:
                some = ", ".join(matches[:5])
                raise UnknownId(f"{pattern!r} is the beginning of {len(matches)} ids: {some}, ...")
        if not matches:
            near = difflib.get_close_matches(wanted, lower, n=3, cutoff=0.3)
            hint = ", ".join(lower[n] for n in near) or "none is close; see `thmcheck list`"
            raise UnknownId(f"no claim is called {pattern!r}; nearest: {hint}")
        chosen += matches
    return list(dict.fromkeys(chosen))


def load(claim_id: str) -> Claim:
    """Import the module that holds a claim and return it.

    Raises:
        UnknownId: no claim has this id.
        ValueError: the module names the id but holds no such claim.
    """
    from theory.claim import Claim

    location = index().get(claim_id)
    if location is None:
        raise UnknownId(f"no claim is called {claim_id!r}")
    _reach("theory.papers")
    module = importlib.import_module(location.module)
    for value in vars(module).values():
        if isinstance(value, Claim) and value.id == claim_id:
            return value
    raise ValueError(f"{location.place} names {claim_id} but is no module-level constant")


def attack(claim_id: str, table: str) -> dict[Any, Any]:
    """Return what the attack on a claim offers in a table, such as `MEANINGS`."""
    offered: dict[Any, Any] = {}
    _reach("verify.papers")
    for name in attack_modules(claim_id):
        offered |= getattr(importlib.import_module(name), table, {})
    return offered


@functools.cache
def attack_modules(claim_id: str) -> tuple[str, ...]:
    """Return the modules below `verify/papers` that attack a claim.

    They have the names of the modules below `theory/papers` that hold the claim or what it is
    made of: the paper's own module, and one for each topic that has one.
    """
    location = index()[claim_id]
    package = location.paper.replace("-", "_")
    paper = f"verify.papers.{package}"
    made_of = {
        f"{paper}.{path.stem}" for path in _closure(location.module) if path.parent.name == package
    }
    return tuple(name for name in (paper, *sorted(made_of)) if _files(name))


def attack_places(claim_id: str, table: str, names: Collection[Any]) -> list[str]:
    """Return the files whose table, such as `MEANINGS`, offers one of some names for a claim."""
    found = []
    _reach("verify.papers")
    for module in attack_modules(claim_id):
        offered = getattr(importlib.import_module(module), table, {})
        if any(name in offered for name in names):
            (path,) = _files(module)
            root = next(root for root in roots() if path.is_relative_to(root))
            found.append(path.relative_to(root).as_posix())
    return found


def _reach(package: str) -> None:
    """Let a package of this project also find the modules of the other folders with papers."""
    path = importlib.import_module(package).__path__
    for root in roots()[1:]:
        folder = str(root.joinpath(*package.split(".")))
        if folder not in path:
            path.append(folder)


@functools.cache
def closure_hash(*modules: str, alone: tuple[str, ...] = ()) -> str:
    """Return a hash of the project's source files that the modules import, themselves included.

    Args:
        modules: the modules.
        alone: modules of which only their own file counts.
    """
    paths = set().union(*map(_closure, modules), *map(_files, alone))
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(f"{path.name}:{_digest_if_readable(path)};".encode())
    return digest.hexdigest()


@functools.cache
def _closure(module: str) -> frozenset[Path]:
    """Return the files that a module runs; what only shows a claim counts if it is asked for."""
    followed: set[Path] = set()
    above: set[Path] = set()  # packages run too, but what they import for others does not matter
    queue = [module]
    while queue:
        name = queue.pop()
        if name != module and any(f"{name}.".startswith(f"{shown}.") for shown in SHOWING):
            continue
        for path in _files(name):
            if path not in followed:
                followed.add(path)
                queue += _imports(path)
        while name := name.rpartition(".")[0]:
            above.update(_files(name))
    return frozenset(followed | above)


@functools.cache
def _files(module: str) -> tuple[Path, ...]:
    """Return the files behind a module name."""
    found: list[Path] = []
    for root in roots():
        base = root.joinpath(*module.split("."))
        found += [p for p in (base.with_suffix(".py"), base / "__init__.py") if p.exists()]
    return tuple(dict.fromkeys(found))


@functools.cache
def _imports(path: Path) -> tuple[str, ...]:
    """Return the names that a file imports; one that is no Python imports nothing."""
    package = _package(path)
    names: list[str] = []
    for node in ast.walk(_parsed(path) or ast.Module([], [])):
        if isinstance(node, ast.Import):
            names += [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *([node.module] if node.module else ())))
            names += [module, *(f"{module}.{a.name}" for a in node.names)]
    return tuple(names)


def _package(path: Path) -> tuple[str, ...]:
    root = next(r for r in roots() if path.is_relative_to(r))
    return path.relative_to(root).parent.parts


def _digest_if_readable(path: Path) -> str:
    try:
        return _digest(path)
    except OSError:
        return "unreadable"


def _parsed(path: Path) -> ast.Module | None:
    """Return the syntax tree of a file, `None` if there is none."""
    try:
        return ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _text(path: Path) -> str:
    """Return the text of a file, empty if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


@functools.cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
