"""Find claims: by their literal ids in the source, and as objects of the modules that hold them.

The index reads source text only, so that listing claims imports neither sympy nor torch; a claim
is built by importing just the module that holds it.
"""

from __future__ import annotations

import ast
import difflib
import fnmatch
import functools
import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify.claims import folders, sources
from verify.claims.folders import GROUP, PAPERS
from verify.claims.imported import imported, why_not_built
from verify.claims.source_mistakes import is_claim, mistake_in
from verify.errors import NotBuilt
from verify.folder import keep, table

if TYPE_CHECKING:
    from reports.results import PaperFacts
    from theory.claim import Claim

METHODS = "verify/methods"  # where a claim without quantities of its own is attacked
PARSED = "ids-3.json"  # the number changes with `_ids`
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
    """Where a claim stands in the source.

    Args:
        id: of the claim.
        module, path, line: where it stands.
        root: the folder that holds its paper.
        claim: the claim itself, if it was written in this process and stands in no paper.
    """

    id: str
    module: str
    path: Path
    line: int
    root: Path
    claim: Claim | None = None

    @property
    def place(self) -> str:
        """The place as `path:line`, relative to the folder that holds the papers."""
        if self.claim is not None:
            return "written in this process"
        return f"{self.path.relative_to(self.root).as_posix()}:{self.line}"

    @property
    def paper(self) -> str:
        """The paper's id, the part before the slash."""
        return self.id.partition("/")[0]


def index() -> dict[str, Location]:
    """Return every claim's id and place, in the order of the source.

    What cannot be read is left out; see `problems`.
    """
    return {**_read()[0], **_written} if _written else _read()[0]


_written: dict[str, Location] = {}  # the claims of `holding`


@contextmanager
def holding(claim: Claim) -> Iterator[None]:
    """Let a claim that stands in no paper be found by its id, in this process alone."""
    from theory.frozen import written_at

    source, line = written_at(claim)
    _written[claim.id] = Location(claim.id, "__main__", Path(source), line, folders.ROOT, claim)
    attack_modules.cache_clear()
    try:
        yield
    finally:
        del _written[claim.id]
        attack_modules.cache_clear()


def problems() -> tuple[Problem, ...]:
    """Return what stands in the way of reading some claims: a file, or an id."""
    return _read()[1]


@functools.cache
def _read() -> tuple[dict[str, Location], tuple[Problem, ...]]:
    found: dict[str, list[Location]] = {}
    problems = list(_without_papers())
    parsed = table(PARSED)  # by hash of the file: parsing hundreds of claims takes a second
    known = len(parsed)
    homes: dict[str, Path] = {}
    for root, path, module in _paper_files():
        package = module.split(".")[2]
        paper = package.replace("_", "-")
        misplaced = _misplaced(path, root, homes.setdefault(package, root))
        if misplaced:
            problems.append(Problem(paper, misplaced))
            continue
        try:
            digest = sources.digest(path)
            if digest not in parsed:
                parsed[digest] = _ids(path)
        except sources.UNREADABLE as error:
            problems.append(Problem(paper, f"{path}{_at(error)}"))
            continue
        for name, line in parsed[digest]:
            wrong = _wrong_id(name, paper)
            if wrong:
                problems.append(Problem(paper, f"{path}:{line}: {wrong}"))
            else:
                place = Location(name, module, path, line, root)
                found.setdefault(name, []).append(place)
    if len(parsed) > known:
        keep(PARSED, dict(list(parsed.items())[-MAX_PARSED:]))
    problems += _twice(found)
    once = {name: places[0] for name, places in found.items() if len(places) == 1}
    return once, tuple(problems)


def _wrong_id(name: str, paper: str) -> str:
    """Return why a claim of a paper cannot have an id; empty if it can.

    The folder says whose notation binds a claim, and the id on whose lists it stands.
    """
    if not _ID.fullmatch(name):
        return f"{name!r:.80} is no id; write `{paper}/name`"
    other, _, rest = name.partition("/")
    if other != paper:
        return f"{name:.80} stands in the folder of {paper}; write `{paper}/{rest:.80}`"
    return ""


def _without_papers() -> Iterator[Problem]:
    """Yield the folders and packages that are named as places of papers and have none."""
    for package, places in folders.installed().items():
        if not places:
            yield Problem("", f"the entry point {package} of {GROUP} is no package")
    for root in folders.roots()[1:]:
        if not folders.papers_folder(root).is_dir():
            wanted = folders.papers_folder(root) / "<name>" / "claims.py"
            yield Problem("", f"{root} holds no papers; a paper stands in {wanted}")


def _paper_files() -> Iterator[tuple[Path, Path, str]]:
    """Yield every file of every paper: its root, the file, and the name of its module."""
    for root in folders.roots():
        for path in sorted(p for p in folders.papers_folder(root).rglob("*.py") if not p.is_dir()):
            module = _module(path, root)
            if module != PAPERS:
                yield root, path, module


def _twice(found: Mapping[str, Sequence[Location]]) -> Iterator[Problem]:
    """Yield the ids that stand in several places, for every paper that is concerned."""
    for name, places in found.items():
        if len(places) > 1:
            where = ", ".join(f"{place.path}:{place.line}" for place in places)
            for paper in dict.fromkeys(place.paper for place in places):
                yield Problem(paper, f"{name} stands twice: {where}")


def _module(path: Path, root: Path) -> str:
    """Return the name by which a file of a paper is imported."""
    inside = path.relative_to(folders.papers_folder(root)).with_suffix("").parts
    return ".".join((PAPERS, *(inside[:-1] if inside[-1] == "__init__" else inside)))


def _misplaced(path: Path, root: Path, home: Path) -> str:
    """Return why a file is not read although it can be, if there is a reason.

    Args:
        path, root: the file.
        home: the first folder that has a paper of its name.
    """
    if home != root:
        name = path.relative_to(folders.papers_folder(root)).parts[0]
        return (
            f"{path} is left out: {folders.papers_folder(home)} has a paper {name} too; rename one"
        )
    if root != folders.ROOT and path.parent == folders.papers_folder(root):
        return f"{path}: a paper is a folder; move it to {path.with_suffix('') / 'claims.py'}"
    return ""


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
        if isinstance(node, ast.Call) and is_claim(node)
        for keyword in node.keywords
        if keyword.arg == "id" and isinstance(keyword.value, ast.Constant)
    ]


def forget() -> None:
    """Forget what was read of the source, for a process in which it changes."""
    for cached in (folders.installed, _read, attack_modules):
        cached.cache_clear()
    sources.forget()


def papers() -> list[str]:
    """Return the ids of all papers that have claims."""
    return list(dict.fromkeys(location.paper for location in index().values()))


def title(paper: str) -> str:
    """Return the title of a paper: the first line of what its package or module says of itself."""
    return _said(paper).partition("\n")[0].rstrip(".")


def facts(paper: str) -> PaperFacts:
    """Return who wrote a paper and which version was read: lines that its title is followed by.

    They begin with `Authors:` and `Version:`; either may be missing.
    """
    from reports.results import PaperFacts

    lines = (line.partition(": ") for line in _said(paper).splitlines())
    known = {name: words.rstrip(".") for name, _, words in lines if words}
    return PaperFacts(authors=known.get("Authors", ""), version=known.get("Version", ""))


def _said(paper: str) -> str:
    """Return what the package or module of a paper says of itself."""
    location = next(found for found in index().values() if found.paper == paper)
    if location.claim is not None:
        return ""
    folder = folders.papers_folder(location.root)
    package = folder / location.path.relative_to(folder).parts[0] / "__init__.py"
    tree = sources.syntax_tree(package if package.exists() else location.path)
    return (ast.get_docstring(tree) or "") if tree is not None else ""


def source_hash(location: Location) -> str:
    """Return the hash of the file that holds a claim, or of the claim where there is no file."""
    if location.claim is None:
        return sources.digest(location.path)
    from theory.statements import statement_hash

    hashes = [statement_hash(part.statement) for part in location.claim.parts]
    return hashlib.sha256("".join(hashes).encode()).hexdigest()


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
        NotBuilt: the claim cannot be built; says where, of which expression, and why.
    """
    from theory.claim import Claim

    location = index().get(claim_id)
    if location is None:
        raise UnknownId(f"no claim is called {claim_id!r}")
    if location.claim is not None:
        mistake = mistake_in(location.path, location.line)
        if mistake:
            raise NotBuilt(mistake)
        return location.claim
    folders.reach()
    module = imported(location.module)
    reason = why_not_built(module, location.line) or mistake_in(location.path, location.line)
    if reason:
        raise NotBuilt(reason)
    for value in vars(module).values():
        if isinstance(value, Claim) and value.id == claim_id:
            return value
    raise NotBuilt(f"{location.place} names {claim_id} but is no module-level constant")


def notation_module(claim_id: str) -> str:
    """Return the module of the notation of a claim's paper, wherever in the paper it stands.

    It is empty if there is none, as for a claim that was written in this process.
    """
    return _module_beside(claim_id, "notation")


def standing_module(claim_id: str) -> str:
    """Return the module of the conditions under which a claim's paper is written, if it has one."""
    return _module_beside(claim_id, "standing")


def _module_beside(claim_id: str, kind: str) -> str:
    location = index().get(claim_id)
    if location is None or location.claim is not None:
        return ""
    name = f"{PAPERS}.{location.module.split('.')[2]}.{kind}"
    return name if sources.files(name) else ""


def is_users(claim_id: str) -> bool:
    """Return whether a claim is of a paper that a user brings, of which no test here looks at."""
    location = index().get(claim_id)
    return location is not None and location.claim is None and location.root != folders.ROOT


def attack_table(claim_id: str, table: str) -> dict[Any, Any]:
    """Return what the attack on a claim offers in a table, such as `MEANINGS`.

    Raises:
        NotBuilt: the attack cannot be imported.
    """
    offered: dict[Any, Any] = {}
    folders.reach()
    for name in attack_modules(claim_id):
        offered |= getattr(imported(name), table, {})
    return offered


@functools.cache
def attack_modules(claim_id: str) -> tuple[str, ...]:
    """Return the modules that attack a claim.

    They are the attack of its paper, and what stands in it under the name of a module of the
    paper that holds the claim or what it is made of: one for each topic that has one.
    """
    location = index()[claim_id]
    if location.claim is None:
        package = location.module.split(".")[2]
        made_of = {p.stem for p in sources.closure(location.module) if p.parent.name == package}
        made_of.discard("__init__")
    else:
        package, made_of = location.paper.replace("-", "_"), set()
    for paper in (f"verify.papers.{package}", f"{PAPERS}.{package}.attack"):
        if sources.files(paper):
            topics = (f"{paper}.{topic}" for topic in sorted(made_of))
            return (paper, *(name for name in topics if sources.files(name)))
    return ()


def attack_places(claim_id: str, table: str, names: Collection[Any]) -> list[str]:
    """Return where a table, such as `MEANINGS`, offers one of some names for a claim: `path:line`.

    An attack is imported, with all that it computes by, only if its source does not tell.

    Raises:
        NotBuilt: the attack cannot be imported.
    """
    found = []
    for module in attack_modules(claim_id):
        (path,) = sources.files(module)
        lines = sources.lines_of_entries(path, table)
        if lines is None:
            folders.reach()
            offered = list(getattr(imported(module), table, {}))
            lines = {
                name: sources.line_of_entry(path, table, number, len(offered))
                for number, name in enumerate(offered)
            }
        line = next((line for name, line in lines.items() if name in names), None)
        if line is not None:
            found.append(f"{path.relative_to(folders.root_of(path)).as_posix()}:{line}")
    return found
