"""A run over all papers, kept for the tests of what is made from runs.

`python tests/whole_run.py report/report.json` keeps another one, of a report, so that what shows
its counterexamples and arguments is in it; what the kernel was shown as proofs is left out, because
nothing here replays it.
"""

import gzip
import json
import sys
from functools import cache
from pathlib import Path

from reports.results import Run

FILE = Path(__file__).with_name("whole_run.json.gz")


@cache
def whole_run() -> Run:
    """Return the run."""
    return Run.from_json(gzip.decompress(FILE.read_bytes()))


def keep(path: Path) -> None:
    """Keep the run in a JSON file, with the kinds of its proofs alone."""
    data = json.loads(path.read_text(encoding="utf-8"))
    if not any(part.get("recomputed") for claim in data["claims"] for part in claim["parts"]):
        raise SystemExit(f"{path} shows no counterexample; make it with: thmcheck report")
    for claim in data["claims"]:
        insteads = [part["instead"] for part in claim["parts"] if part["instead"]]
        for found in (*claim["parts"], *insteads):
            for piece in found["evidence"]:
                piece["certificate"] = kinds_alone(piece["certificate"])
    text = json.dumps(data, separators=(",", ":"), sort_keys=True)
    FILE.write_bytes(gzip.compress(text.encode(), mtime=0))


def kinds_alone(certificate):
    """Return a certificate without anything that could be checked."""
    if isinstance(certificate, list):
        return [kinds_alone(part) for part in certificate if isinstance(part, dict)]
    if not isinstance(certificate, dict):
        return certificate
    inner = {k: kinds_alone(v) for k, v in certificate.items() if isinstance(v, (dict, list))}
    return {"kind": certificate.get("kind"), **inner}


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
