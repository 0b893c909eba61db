"""A run over all papers, kept for the tests of what is made from runs.

`python tests/whole_run.py report/report.json` keeps another one, of a report, so that what shows
its counterexamples and arguments is in it; what the kernel was shown as proofs is left out, but for
the arguments of a few claims, which are replayed.
"""

import gzip
import json
import sys
from functools import cache
from pathlib import Path

from reports.results import Run

FILE = Path(__file__).with_name("whole_run.json.gz")
ARGUED = (  # claims of whose arguments the certificates are kept
    "instability-flatness/thm-5.4",
    "instability-flatness/cor-5.5",
    "instability-flatness/cor-5.5-prose",
    "signsgd-scaling/thm-F.6",
    "signsgd-scaling/thm-F.9",
    "steepest-mirror/thm-4.3",
)


@cache
def whole_run() -> Run:
    """Return the run."""
    return Run.from_json(gzip.decompress(FILE.read_bytes()))


def keep(path: Path) -> None:
    """Keep the run in a JSON file, of most proofs their kinds alone."""
    data = json.loads(path.read_text(encoding="utf-8"))
    if not any(part.get("recomputed") for claim in data["claims"] for part in claim["parts"]):
        raise SystemExit(f"{path} shows no counterexample; make it with: thmcheck report")
    for claim in data["claims"]:
        insteads = [part["instead"] for part in claim["parts"] if part["instead"]]
        for found in (*claim["parts"], *insteads):
            for piece in found["evidence"]:
                if claim["id"] in ARGUED and piece["method"] == "argument":
                    continue
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
