"""The figures of runs over generated statements, as a section of `benchmarks/results.md`.

    python -m tests.fuzz.soak --seed 1 --json benchmarks/soak-1.json
    python -m benchmarks.soak

Every `benchmarks/soak-*.json` becomes a table; the rest of the page stays as it is.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.fuzz.soak import table

HERE = Path(__file__).parent
RESULTS = HERE / "results.md"
HEADING = "## Generated statements"


def section() -> list[str]:
    """Return the lines of the section, none where no run is on file."""
    lines: list[str] = []
    for path in sorted(HERE.glob("soak-*.json")):
        lines += ["", *table(json.loads(path.read_text(encoding="utf-8")))]
    return ["", HEADING, *lines] if lines else []


def main() -> None:
    """Put the section in its place, at the end of the page."""
    before = RESULTS.read_text(encoding="utf-8").partition(f"\n{HEADING}")[0].rstrip("\n")
    RESULTS.write_text("\n".join([before, *section()]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
