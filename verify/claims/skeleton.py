"""The first files of a new paper."""

from __future__ import annotations

import re
from pathlib import Path

from verify.claims import folders
from verify.errors import UsageError

CLAIMS = '''"""{title}: what the paper claims, in our own words.

Say here what the objects of the paper are; derive them in small functions rather than quoting
formulas, so that the statements below compare something derived with something printed.
"""

import sympy as sp

{imports}

x, y = reals("x y")

EXAMPLE = Claim(
    id="{paper}/lem-1",
    title="Replace this by the first claim of the paper",
    source=Source("section 1"),
    words="The geometric mean of two non-negative numbers is at most the arithmetic mean.",
    printed=ForAll(sp.sqrt(x * y) <= (x + y) / 2, given=(x >= 0, y >= 0)),
)
'''

# our own papers know nothing of the engine, which `thmcheck` passes on
IMPORTS_HERE = """from theory.claim import Claim, ForAll, Source
from theory.language import reals"""
IMPORTS = "from thmcheck import Claim, ForAll, Source, reals"

ATTACK = '''"""How {paper} is attacked: what its opaque quantities mean, and its experiments."""

# Head -> (Formula(derived from its definition), Exact or Approximate(computed)): two meanings that
# share nothing. A claim without heads needs no entry.
MEANINGS: dict = {{}}

# name -> function of (statement, seed, scale, device) that returns Evidence
EXPERIMENTS: dict = {{}}
'''


def write(paper: str, root: Path) -> list[Path]:
    """Write the skeleton of a paper and return its files: the claims and the attack.

    Args:
        paper: the paper's id.
        root: a folder that holds papers, see `verify.claims.catalogue`.

    Raises:
        UsageError: the name is no paper id, or the paper is there already.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", paper) or len(paper) > 60:
        raise UsageError(
            f"{paper!r} is no name for a paper: lower-case letters, digits and single dashes, "
            "a letter first, such as `my-paper`"
        )
    module = paper.replace("-", "_")
    if root == folders.ROOT:
        both = (root / "theory" / "papers", root / "verify" / "papers")
        files = {folder / f"{module}.py": folder / module for folder in both}
        imports = IMPORTS_HERE
    else:
        folder = folders.papers_folder(root) / module
        files = {folder / "claims.py": folder, folder / "attack.py": folder}
        imports = IMPORTS
    for path in (*files, *files.values()):
        if path.exists():
            raise UsageError(f"{path} exists already; nothing was written")
    for path, text in zip(files, (CLAIMS, ATTACK), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        title = paper.replace("-", " ").capitalize()
        path.write_text(text.format(paper=paper, title=title, imports=imports), encoding="utf-8")
    return list(files)
