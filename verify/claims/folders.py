"""Where papers stand: in this project, in folders that are named, in installed packages.

The papers of this project live in `theory/papers` and are attacked in `verify/papers`. Any other
folder may hold papers too, each in a folder of its own:

    DIR/papers/<name>/claims.py     what the paper claims, in this or any other file
    DIR/papers/<name>/attack.py     `MEANINGS` of its heads and `EXPERIMENTS`, if it needs any
    DIR/record/                     recorded verdicts and certificates

They are imported as `theory.papers.<name>`, and import each other by `from .claims import ...`.
DIR is named by the environment variable `THMCHECK_PAPERS`, or is the folder of a package that an
installed distribution names as an entry point of the group `thmcheck.papers`.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAPERS = "theory.papers"  # the package that every paper's folder becomes a part of
VARIABLE, GROUP = "THMCHECK_PAPERS", "thmcheck.papers"


def roots() -> tuple[Path, ...]:
    """Return the folders that hold papers, this project first."""
    named = [Path(p).resolve() for p in os.environ.get(VARIABLE, "").split(os.pathsep) if p]
    packages = (place for places in installed().values() for place in places)
    return tuple(dict.fromkeys((ROOT, *named, *packages)))


@functools.cache
def installed() -> dict[str, tuple[Path, ...]]:
    """Return the packages that installed distributions name as papers, with their folders."""
    found = {}
    for entry in entry_points(group=GROUP):
        try:
            spec = find_spec(entry.module)
        except ModuleNotFoundError:  # a package above it
            spec = None
        places = spec.submodule_search_locations if spec is not None else None
        found[entry.module] = tuple(Path(place).resolve() for place in places or ())
    return found


def papers_folder(root: Path) -> Path:
    """Return where the papers stand below a folder that holds papers."""
    return root / "theory" / "papers" if root == ROOT else root / "papers"


def record_folder(root: Path) -> Path:
    """Return where what was found out about the papers of a folder is recorded."""
    return root / "verify" / "record" if root == ROOT else root / "record"


def is_installed(root: Path) -> bool:
    """Return whether a folder that holds papers belongs to an installed package.

    Beside the packages of a wheel its installer leaves a `*.dist-info`; beside sources is none.
    """
    return any(any(above.glob("*.dist-info")) for above in (root, *root.parents))


def reach() -> None:
    """Let the package of the papers also find those of the other folders.

    Python keeps nothing of what this process compiles from then on: it would take a file that was
    written anew for the one it knows, if both have the same length and second.
    """
    path = importlib.import_module(PAPERS).__path__
    others = roots()[1:]
    if others:
        sys.dont_write_bytecode = True
    for root in others:
        folder = str(papers_folder(root))
        if folder not in path:
            path.append(folder)


def root_of(path: Path) -> Path:
    """Return the folder with papers that a file of ours or of a paper belongs to."""
    return next((r for r in roots()[1:] if path.is_relative_to(papers_folder(r))), ROOT)
