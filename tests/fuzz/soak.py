"""Judge many generated statements, and count what the engine gets wrong.

    python -m tests.fuzz.soak --seed 1 --count 20000 --jobs 2     goes on where it was
    python -m tests.fuzz.soak --seed 1 --only 346                 one case, in words
    python -m tests.fuzz.soak --seed 1 --count 2000 --unmended all   does it see wrong verdicts?

Workers can be killed: a case that takes too long, or takes its worker with it, costs itself only.
Each finished case is a line of a file in the cache folder, so that a run that is killed goes on
from there, as long as neither engine nor shapes have changed. A table is printed, the figures are
written as JSON, and the exit code is 1 if anything was wrong.

With `--unmended` a class of errors is let back into the workers (see `tests.fuzz.unmended`), or
each of them in turn; the run ends with the first wrong verdict, and the exit code is 1 if there is
none. Nothing of that is kept.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from tests.fuzz.case import Refused
from tests.fuzz.generate import case, is_rewritten, shape_of
from tests.fuzz.unmended import UNMENDED, unmended
from verify.folder import folder
from verify.running.process import Worker
from verify.running.server import begin
from verify.running.workers import ENVIRONMENT, HEAVY, start_worker

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("theory", "property_tests", "verify", "tests/fuzz")
LIMIT = 10.0  # seconds for one case
MEMORY = 3 * 2**30
WORDS = ("proved", "supported", "refuted", "vacuous", "undecided", "error")
NO_VERDICTS = (  # wrong, but deceives nobody
    "raises",
    "the certificate of a proof is refused",
    "the certificate of a refutation is refused",
)
Row = dict[str, Any]


def judged(seed: int, number: int) -> str:
    """Return what became of one case, as one line of JSON."""
    from tests.fuzz.wrong import examine, shown_of

    row: Row = {"number": number, "shape": shape_of(number).__name__}
    started = time.process_time()
    try:
        made = case(seed, number)
        generated = time.process_time() - started
        findings = examine(made, seed=number, rewrite=is_rewritten(number))
    except Refused as refusal:
        return json.dumps({**row, "refused": str(refusal)[:200]})
    found = asdict(findings)
    found["seconds"] = {k: round(v, 4) for k, v in found["seconds"].items()}
    found["seconds"]["generating"] = round(generated, 4)
    return json.dumps({**row, **found, "vacuous": made.vacuous, "statement": shown_of(made)})


def _judged(item: tuple[int, int]) -> tuple[str, bool]:
    """Judge a case in a worker, which may go on after it."""
    return judged(*item), True


def source_hash() -> str:
    """Return a hash of all that a result depends on."""
    digest = hashlib.sha256()
    for name in SOURCES:
        for path in sorted((ROOT / name).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


class Progress:
    """The finished cases of a seed, in a file to which one line is added for each."""

    def __init__(self, seed: int, fresh: bool) -> None:
        self.path = folder() / f"soak-{seed}.jsonl"
        self.header = json.dumps({"source": source_hash()})
        self.rows: dict[int, Row] = {} if fresh else dict(self._known())
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = [self.header, *(json.dumps(row) for row in self.rows.values())]
        self.path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def _known(self) -> Iterator[tuple[int, Row]]:
        """Yield the rows on file if they are of this source; what is no row is left out."""
        if not self.path.exists():
            return
        lines = self.path.read_text(encoding="utf-8").split("\n")
        if lines[0] != self.header:
            return
        for line in lines[1:]:
            try:
                row = json.loads(line)
                yield row["number"], row
            except (ValueError, TypeError, KeyError):
                continue

    def add(self, line: str) -> Row:
        """Keep a finished case."""
        row: Row = json.loads(line)
        self.rows[row["number"]] = row
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        return row


def run(seed: int, numbers: Iterable[int], jobs: int, progress: Progress, limit: float) -> None:
    """Judge the cases that are not on file yet."""
    waiting = [n for n in numbers if n not in progress.rows]
    started = time.monotonic()
    setup = partial(start_worker, MEMORY)
    for done, line in enumerate(answers(seed, waiting, jobs, limit, setup), start=1):
        for text in lines_of(seed, progress.add(line)):
            sys.stdout.write(text + "\n")
        if done % 500 == 0:
            rate = (time.monotonic() - started) / done
            sys.stderr.write(f"{done} of {len(waiting)}, {1000 * rate:.0f} ms each\n")


def answers(
    seed: int, numbers: Iterable[int], jobs: int, limit: float, setup: Callable[[], None]
) -> Generator[str, None, None]:
    """Yield what became of cases, in their order, as lines of JSON.

    Args:
        seed, numbers: the cases.
        jobs: how many workers judge them.
        limit: seconds for one case.
        setup: called in a new worker before its first case.
    """
    os.environ.update(ENVIRONMENT)
    begin(HEAVY)
    waiting = deque(numbers)
    pool = [Worker(setup, _judged, limit) for _ in range(jobs)]
    flying: deque[tuple[int, Future[str]]] = deque()
    try:
        while waiting or flying:
            while waiting and len(flying) < 4 * jobs:
                number = waiting.popleft()
                flying.append((number, pool[number % jobs].submit((seed, number))))
            yield answer(*flying.popleft())
    finally:
        for worker in pool:
            worker.stop()


def answer(number: int, future: Future[str]) -> str:
    """Return the line of a case, whatever became of its worker."""
    try:
        return future.result()
    except TimeoutError:
        reason = "no answer in time"
    except Exception as error:  # the worker died, or the harness itself raised
        reason = f"{type(error).__name__}: {error}"[:300]
    shape = shape_of(number).__name__
    return json.dumps({"number": number, "shape": shape, "lost": reason})


def lines_of(seed: int, row: Row) -> Iterator[str]:
    """Yield one reproducible line for each wrong outcome of a case."""
    for wrong in row.get("wrong", ()):
        yield (
            f"WRONG {row['shape']} --seed {seed} --only {row['number']}: {wrong['method']} "
            f"{wrong['kind']}: {wrong['statement']} | {wrong['detail']}"
        )
    if "lost" in row and not row["lost"].startswith("no answer"):
        yield f"LOST {row['shape']} --seed {seed} --only {row['number']}: {row['lost']}"


# -- figures --------------------------------------------------------------------------------------


def figures(seed: int, rows: list[Row], wall: float | None = None) -> dict[str, Any]:
    """Return the figures of a run."""
    told = [row for row in rows if "verdict" in row]
    true = [row for row in told if row["truth"] is not False]
    false = [row for row in told if row["truth"] is False]
    methods: dict[str, Counter[str]] = {}
    seconds: Counter[str] = Counter()
    for row in told:
        for method, word in row["methods"].items():
            methods.setdefault(method, Counter())[word] += 1
            if word == "proved" and row["truth"] is not False:
                methods[method]["true proved"] += 1
        seconds.update(row["seconds"])
        for method in {wrong["method"] for wrong in row["wrong"]}:
            methods.setdefault(method, Counter())["wrong"] += 1
    return {
        "seed": seed,
        "cases": len(rows),
        "refused": sum("refused" in row for row in rows),
        "lost": sum("lost" in row for row in rows),
        "true": len(true),
        "false": len(false),
        "true proved": sum(row["verdict"] == "proved" for row in true),
        "false refuted": sum(row["verdict"] == "refuted" for row in false),
        "wrong cases": sum(bool(row["wrong"]) for row in told),
        "overlooked": sum(row["overlooked"] for row in told),
        "verdicts": dict(Counter(row["verdict"] for row in told)),
        "methods": {name: dict(count) for name, count in sorted(methods.items())},
        "shapes": by_shape(told),
        "kinds": dict(Counter(w for row in told for w in {w["kind"] for w in row["wrong"]})),
        "ms per case": round(1000 * sum(seconds.values()) / max(len(told), 1), 1),
        "ms by stage": {
            k: round(1000 * v / max(len(told), 1), 1) for k, v in seconds.most_common()
        },
        "wall seconds": wall and round(wall),
        "wrong": [line for row in rows for line in lines_of(seed, row)],
    }


def by_shape(rows: list[Row]) -> dict[str, dict[str, int]]:
    """Return for every shape how many cases there were, true, proved of these, wrong."""
    found: dict[str, Counter[str]] = {}
    for row in rows:
        count = found.setdefault(row["shape"], Counter())
        true = row["truth"] is not False
        count.update(
            {
                "cases": 1,
                "true": true,
                "true proved": true and row["verdict"] == "proved",
                "false": not true,
                "false refuted": not true and row["verdict"] == "refuted",
                "overlooked": row["overlooked"],
                "wrong": bool(row["wrong"]),
            }
        )
    return {shape: dict(count) for shape, count in sorted(found.items())}


def table(found: dict[str, Any]) -> list[str]:
    """Return the figures as lines of Markdown."""
    true, false = max(found["true"], 1), max(found["false"], 1)
    heads = (
        "proved",
        "of these true",
        "supported",
        "refuted",
        "vacuous",
        "undecided",
        "error",
        "wrong",
    )
    keys = ("proved", "true proved", *heads[2:])
    lines = [
        f"Seed {found['seed']}: {found['cases']} statements, {found['refused']} refused, "
        f"{found['lost']} without an answer in time; {found['true']} true as far as known, "
        f"{found['true proved']} of them proved ({100 * found['true proved'] / true:.0f} %); "
        f"{found['false']} false, {found['false refuted']} of them refuted "
        f"({100 * found['false refuted'] / false:.0f} %), {found['overlooked']} supported though "
        f"false at an end of a range or a small integer; {found['ms per case']:.0f} ms of "
        f"processor time each; **{found['wrong cases']} with a wrong outcome**.",
        "",
        f"| method | {' | '.join(heads)} | ms |",
        f"|---|{'---|' * (len(heads) + 1)}",
    ]
    times = found["ms by stage"]
    for method, count in found["methods"].items():
        cells = " | ".join(str(count.get(key, 0)) for key in keys)
        lines.append(f"| {method} | {cells} | {times.get(method, 0):.0f} |")
    return lines


def shape_table(found: dict[str, Any]) -> list[str]:
    """Return one line for each shape, those with wrong outcomes first."""
    heads = ("cases", "true", "true proved", "false", "false refuted", "overlooked", "wrong")
    lines = [f"{'shape':24}" + "".join(f"{head:>15}" for head in heads)]
    ranked = sorted(found["shapes"].items(), key=lambda item: (-item[1]["wrong"], item[0]))
    for shape, count in ranked:
        lines.append(f"{shape:24}" + "".join(f"{count.get(head, 0):15}" for head in heads))
    return lines


def explain(seed: int, number: int) -> int:
    """Judge one case here, and say everything about it."""
    row = json.loads(judged(seed, number))
    for name, value in row.items():
        sys.stdout.write(f"{name}: {value}\n")
    return int(bool(row.get("wrong")))


# -- an engine that is wrong ----------------------------------------------------------------------


FOR_GOOD = ExitStack()  # never closed: what it holds lasts as long as the worker


def start_unmended_worker(name: str) -> None:
    """Set up a worker process whose engine has a class of errors."""
    start_worker(MEMORY)
    FOR_GOOD.enter_context(unmended(name))


def first_wrong(
    name: str, seed: int, numbers: Iterable[int], jobs: int, limit: float
) -> tuple[int, Row | None]:
    """Let a class of errors back in, and return after how many cases which one shows it.

    What the engine gets wrong without that class does not count.
    """
    count = 0
    setup = partial(start_unmended_worker, name)
    with closing(answers(seed, numbers, jobs, limit, setup)) as found:
        for count, line in enumerate(found, start=1):
            row = json.loads(line)
            if deceived(row):
                row["wrong"] = deceived(row, json.loads(judged(seed, row["number"])))
            if deceived(row):
                return count, row
    return count, None


def deceived(row: Row, otherwise: Row | None = None) -> list[Row]:
    """Return the wrong verdicts of a case, without those that it has otherwise, too."""
    known = [] if otherwise is None else otherwise.get("wrong", ())
    wrong = row.get("wrong", ())
    return [w for w in wrong if w not in known and w["kind"] not in NO_VERDICTS]


def seen(
    names: Iterable[str], seed: int, numbers: Iterable[int], jobs: int, limit: float
) -> Iterator[Row]:
    """Yield how soon each class of errors is seen, once it is let back in."""
    for name in names:
        number, _, words = str(UNMENDED[name].__doc__).partition(": ")
        cases, row = first_wrong(name, seed, numbers, jobs, limit)
        line = None if row is None else next(lines_of(seed, row))
        yield {"class": number, "name": name, "believed": words, "cases": cases, "line": line}


def unmended_table(rows: Iterable[Row]) -> Iterator[str]:
    """Yield one line of Markdown for each class of errors that was let back in, below heads."""
    yield "| class | what is believed | cases | the first wrong verdict |"
    yield "|---|---|---|---|"
    for row in rows:
        line = "none" if row["line"] is None else row["line"].replace("|", "\\|")
        yield f"| {row['class']}, `{row['name']}` | {row['believed']} | {row['cases']} | {line} |"


def let_back_in(options: argparse.Namespace) -> int:
    """Let classes of errors back in, print how soon they are seen; fail if one is not."""
    names = UNMENDED if options.unmended == "all" else [options.unmended]
    rows: list[Row] = []

    def kept() -> Iterator[Row]:
        for row in seen(names, options.seed, range(options.count), options.jobs, options.limit):
            rows.append(row)
            yield row

    for line in unmended_table(kept()):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    if options.json is not None:
        options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return int(any(row["line"] is None for row in rows))


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz.soak",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one case")
    parser.add_argument("--json", type=Path, help="where the figures go, else the cache folder")
    parser.add_argument("--only", type=int, help="one case, judged here")
    parser.add_argument("--fresh", action="store_true", help="forget what is on file")
    parser.add_argument(
        "--unmended", choices=("all", *UNMENDED), help="let a class of errors back in"
    )
    options = parser.parse_args(arguments)
    if options.unmended is not None:
        return let_back_in(options)
    if options.only is not None:
        return explain(options.seed, options.only)
    started = time.monotonic()
    progress = Progress(options.seed, options.fresh)
    known = sum(n in progress.rows for n in range(options.count))
    run(options.seed, range(options.count), options.jobs, progress, options.limit)
    rows = [progress.rows[n] for n in range(options.count)]
    wall = None if known else time.monotonic() - started
    found = figures(options.seed, rows, wall)
    path = options.json or folder() / f"soak-{options.seed}.json"
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    for line in (*table(found), "", *shape_table(found), "", f"figures: {path}"):
        sys.stdout.write(line + "\n")
    return int(found["wrong cases"] > 0)


if __name__ == "__main__":
    sys.exit(main())
