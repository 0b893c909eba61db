"""The figures of runs over generated statements, as a section of `benchmarks/results.md`.

    python -m tests.fuzz.soak --seed 1 --json benchmarks/soak-1.json
    python -m tests.fuzz.soak --seed 1 --count 2000 --unmended all --json benchmarks/unmended.json
    python -m benchmarks.soak

Every `benchmarks/soak-*.json` becomes a table, and `benchmarks/unmended.json` one under a heading
of its own; the rest of the page stays as it is.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.fuzz.soak import table, unmended_table

HERE = Path(__file__).parent
RESULTS = HERE / "results.md"
HEADING = "## Generated statements"
UNMENDED = HERE / "unmended.json"
LET_BACK_IN = (
    "### With a class of errors let back into the engine",
    "",
    "What makes one class of wrong verdicts impossible is taken back, one class at a time (see",
    "`tests/fuzz/unmended.py`), and statements are judged in their order up to the first verdict",
    "that is wrong then and not otherwise. `--only` judges that statement without the error.",
    "",
)


def section() -> list[str]:
    """Return the lines of the section, none where no run is on file."""
    lines: list[str] = []
    for path in sorted(HERE.glob("soak-*.json")):
        lines += ["", *table(json.loads(path.read_text(encoding="utf-8")))]
    if UNMENDED.exists():
        rows = json.loads(UNMENDED.read_text(encoding="utf-8"))
        lines += ["", *LET_BACK_IN, *unmended_table(rows)]
    return ["", HEADING, *lines] if lines else []


def main() -> None:
    """Put the section in its place, at the end of the page."""
    before = RESULTS.read_text(encoding="utf-8").partition(f"\n{HEADING}")[0].rstrip("\n")
    RESULTS.write_text("\n".join([before, *section()]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
