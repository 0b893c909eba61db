"""Find claims: by their literal ids in the source, and as objects of the modules that hold them.

The index reads source text only, so that listing claims imports neither sympy nor torch; a claim
is built by importing just the module that holds it.
"""

from __future__ import annotations

import ast
import difflib
import fnmatch
import hashlib
import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theory.claim import Claim

ROOT = Path(__file__).resolve().parent.parent
PAPERS = ROOT / "theory" / "papers"


class UnknownId(LookupError):
    """No claim matches what was asked for."""


@dataclass(frozen=True)
class Location:
    """Where a claim stands in the source."""

    id: str
    module: str
    path: Path
    line: int

    @property
    def place(self) -> str:
        """The place as `path:line`, relative to the project."""
        return f"{self.path.relative_to(ROOT)}:{self.line}"


@cache
def index() -> dict[str, Location]:
    """Return every claim's id and place, in the order of the source.

    Raises:
        ValueError: two claims have the same id.
    """
    found: dict[str, Location] = {}
    for path in sorted(PAPERS.rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "Claim":
                continue
            for keyword in node.keywords:
                if keyword.arg == "id" and isinstance(keyword.value, ast.Constant):
                    name = str(keyword.value.value)
                    if name in found:
                        raise ValueError(f"{name} stands twice: {found[name].place}, {path}")
                    found[name] = Location(name, module, path, node.lineno)
    return found


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
    module = importlib.import_module(location.module)
    for value in vars(module).values():
        if isinstance(value, Claim) and value.id == claim_id:
            return value
    raise ValueError(f"{location.place} names {claim_id} but is no module-level constant")


def attack(paper: str) -> Any:
    """Return the module `verify.papers.<paper>`, or an empty stand-in where there is none."""
    name = f"verify.papers.{paper.replace('-', '_')}"
    path = ROOT.joinpath(*name.split("."))
    if path.with_suffix(".py").exists() or path.is_dir():
        return importlib.import_module(name)
    return importlib.import_module("verify.papers")


def attack_place(claim_id: str) -> str:
    """Return where the attack on a claim's paper stands, and the line if it names the claim."""
    stem = ROOT / "verify" / "papers" / claim_id.partition("/")[0].replace("-", "_")
    candidates = [stem.with_suffix(".py")] if stem.with_suffix(".py").exists() else []
    candidates += sorted(stem.glob("*.py")) if stem.is_dir() else []
    for path in candidates:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if claim_id in line:
                return f"{path.relative_to(ROOT)}:{number}"
    return str(candidates[0].relative_to(ROOT)) if candidates else "verify/methods"


@cache
def closure_hash(*modules: str) -> str:
    """Return a hash of the project's source files that the modules import, themselves included."""
    digest = hashlib.sha256()
    for path in sorted(_closure(modules)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _closure(modules: Sequence[str]) -> set[Path]:
    seen: set[Path] = set()
    queue = list(modules)
    while queue:
        for path in _files(queue.pop()):
            if path not in seen:
                seen.add(path)
                queue += _imports(path)
    return seen


def _files(module: str) -> list[Path]:
    base = ROOT.joinpath(*module.split("."))
    found = [p for p in (base.with_suffix(".py"), base / "__init__.py") if p.exists()]
    parent = module.rpartition(".")[0]
    return found + (_files(parent) if parent else [])


@cache
def _imports(path: Path) -> tuple[str, ...]:
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{a.name}" for a in node.names)]
    return tuple(names)
