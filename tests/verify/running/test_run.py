"""Runs: what misbehaves costs its own item, nothing is lost, and the seed decides everything."""

import dataclasses
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import odd_papers
import pytest
import sympy as sp

from reports.results import Run, printed_leaves
from theory.claim import ForAll, Missing, Observed, SameOrder
from theory.language import Head, reals
from verify.claims import sources
from verify.claims.statements import is_opaque
from verify.claims.witness import values_in
from verify.errors import UsageError
from verify.evidence import Key, RationalValue, RayValue, Severity, Verdict
from verify.methods import METHODS, applied_last
from verify.running import run as running
from verify.running.cache import Cache
from verify.running.engine import Engine, Local
from verify.running.examine import examine
from verify.running.items import Item, Limits
from verify.running.keys import key_of
from verify.running.options import Options
from verify.running.run import KnownClaim
from verify.running.scheduler import Scheduler
from verify.running.work.apply import Apply
from verify.running.work.judge import Confirm, Judge, Replay
from verify.running.work.vary import Mutate

SCHEMA = Path(__file__).resolve().parents[3] / "docs" / "run.schema.json"
NARROW = Limits(seconds=10, memory=2**30)


# -- checks that misbehave --------------------------------------------------------------------


@pytest.fixture(scope="module")
def odd(tmp_path_factory):
    with odd_papers.installed(tmp_path_factory.mktemp("papers"), "odd"):
        cache = Cache(pytest.fail, tmp_path_factory.mktemp("cache") / "results.sqlite")
        found = running.run(odd_papers.ids("odd"), Options(jobs=2, limits=NARROW), cache)
        yield {claim.id.partition("/")[2]: claim for claim in found.claims}, found, cache
        cache.close()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hang", "no answer within 10 s"),
        ("crash", "the worker died (exit code 11)"),
        ("ends", "the worker died (exit code 0)"),
        ("killed", "the worker died (exit code -9, SIGKILL)"),
        ("fault", "the worker died (exit code -11, SIGSEGV)"),
        ("deaf", "the worker died"),
        ("eat", "MemoryError"),
        ("rubbish", "instead of evidence"),
        ("not-json", "object has no form in JSON"),
        ("leaves", "SystemExit"),
    ],
)
def test_a_check_that_misbehaves_costs_only_its_own_item(odd, name, words):
    claims, _, _ = odd
    head = claims[name].head
    assert claims[name].verdict is Verdict.OPEN
    broken = [e for e in head.evidence if e.error]
    assert [e.method for e in broken] == ["experiment"]
    assert words in broken[0].detail
    assert words in (head.reason or "")


def test_the_checks_around_it_are_done(odd):
    claims, found, _ = odd
    assert claims["fine"].verdict is Verdict.SUPPORTED
    assert claims["missing"].verdict is Verdict.UNCHECKED
    assert not found.errors


def test_vacuous_hypotheses_are_vacuous(odd):
    assert odd[0]["vacuous"].verdict is Verdict.VACUOUS


def test_nan_decides_nothing(odd):
    nan = odd[0]["nan"]
    assert nan.verdict is Verdict.OPEN
    assert not any(e.outcome in ("holds", "fails") for e in nan.head.evidence)


def test_what_broke_is_not_stored(odd):
    _, _, cache = odd
    rows = cache.connection.execute("SELECT value FROM result").fetchall()
    assert rows
    assert not any("the worker died" in row[0] or '"error":true' in row[0] for row in rows)


def test_experiments_for_a_gpu_have_a_worker_of_their_own(tmp_path, monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(Local, "_worker", recording(asked, Local._worker))
    with odd_papers.installed(tmp_path, "odd"):
        found = running.run(["odd/fine"], Options(jobs=2, device="cuda", limits=NARROW))
    assert found.claims[0].verdict is Verdict.SUPPORTED
    assert sorted(asked) in (["cpu", "cuda"], ["cpu", "cpu", "cuda"])


def recording(asked, function):
    def call(self, device):
        asked.append(device)
        return function(self, device)

    return call


def test_evidence_that_contradicts_itself_is_an_error_of_the_run(tmp_path):
    with odd_papers.installed(tmp_path, "wrong", "unbuilt"):
        ids = [*odd_papers.ids("wrong"), *odd_papers.ids("unbuilt")]
        found = running.run(ids, Options(jobs=2))
    claims = {claim.id: claim for claim in found.claims}
    factor = claims["wrong/factor"]
    assert factor.verdict is Verdict.OPEN
    assert "contradicts itself" in str(factor.head.reason)
    assert {"holds", "fails"} <= {e.outcome.value for e in factor.head.evidence}
    (error,) = [e for e in found.errors if e.startswith("wrong/factor")]
    assert "solver (solver) says holds" in error
    assert "experiment (experiment) says fails" in error
    assert any("what should hold instead" in e for e in found.errors)
    assert claims["wrong/repair"].head.severity is Severity.CONCLUSION
    assert any("not built: " in e and "ZeroDivisionError" in e for e in found.errors)


def test_an_experiment_that_is_not_there_is_an_error_of_the_run(tmp_path):
    with odd_papers.installed(tmp_path, "mistyped"):
        found = running.run(odd_papers.ids("mistyped"), Options(jobs=1))
    verdicts = {claim.id.partition("/")[2]: claim.verdict for claim in found.claims}
    assert verdicts == {
        "fig-1": Verdict.SUPPORTED,
        "fig-2": Verdict.OPEN,
        "fig-3": Verdict.UNCHECKED,  # it says itself what is missing
    }
    words = "no experiment is called 'trainig loss'; nearest: 'training loss'"
    assert found.errors == (f"mistyped/fig-2: {words}",)
    assert found.claims[2].head.reason == "a pretrained model"


# -- a run that works -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    with odd_papers.installed(tmp_path_factory.mktemp("papers"), "plain"):
        yield running.run(odd_papers.ids("plain"), Options(jobs=2))


def test_verdicts(plain):
    assert {c.id.partition("/")[2]: c.verdict.value for c in plain.claims} == {
        "lem-1": "proved",
        "lem-2": "refuted",
        "lem-3": "misprinted",
        "thm-4": "proved",
        "thm-4-step-square": "proved",
        "lem-5": "proved",
        "lem-6": "refuted",
        "def-7": "stipulated",
        "fig-8": "unchecked",
    }


def test_quick_asks_for_one_proof_and_standard_for_all(plain, tmp_path):
    for claim in plain.claims:
        for part in claim.parts:
            last = {method.name: method.needless for method in applied_last()}
            first = [e for e in part.evidence if e.method not in last]
            asked = {e.method for e in part.evidence} & set(last)
            for method, needless in last.items() if first else ():
                assert (method in asked) != any(map(needless.follows, first)), (claim.id, method)
    with odd_papers.installed(tmp_path, "plain"):
        (claim,) = running.run(["plain/lem-1"], Options(profile="standard")).claims
    assert [e.method for e in claim.head.evidence] == list(METHODS)


def test_a_refutation_says_what_breaks_what_holds_and_how_bad_it_is(plain):
    claims = {c.id: c for c in plain.claims}
    false = claims["plain/lem-2"].head
    assert false.witness == {"x": RationalValue("2")}
    assert false.certificate is not None
    assert values_in(false.certificate["witness"]) == false.witness
    assert false.instead is not None
    assert false.instead.verdict is Verdict.PROVED
    assert false.severity == "hypothesis"
    assert claims["plain/lem-3"].head.name == "sum"
    assert claims["plain/lem-3"].head.severity is Severity.TYPOGRAPHIC


def test_a_proof_is_lost_along_uses_and_sound_if_all_its_steps_hold(plain):
    claims = {c.id: c for c in plain.claims}
    assert claims["plain/lem-1"].lost == ("plain/lem-2",)
    assert claims["plain/lem-3"].lost == ("plain/lem-2",)
    assert claims["plain/lem-1"].proof == "gap"
    assert claims["plain/thm-4"].proof == "sound"
    assert claims["plain/lem-5"].proof == "unchecked"


def test_the_status_of_a_proof_uses_what_is_recorded_of_the_others(plain, tmp_path):
    with odd_papers.installed(tmp_path, "plain"):
        known = [KnownClaim("plain/lem-2", (), Verdict.REFUTED, {})]
        alone = running.run(["plain/lem-1"], Options(jobs=1), others=known)
    assert alone.claims[0].lost == ("plain/lem-2",)


@pytest.mark.parametrize(
    ("user", "verdict"),
    [
        ("carries-on", Verdict.REFUTED),
        ("rests-on", Verdict.REFUTED),
        ("another-reason", Verdict.MISPRINTED),
        ("on-argued", Verdict.MISPRINTED),
    ],
)
def test_a_misprint_is_one_unless_a_false_result_goes_on_with_it(tmp_path, user, verdict):
    with odd_papers.installed(tmp_path, "chain"):
        names = ["chain/argued", f"chain/{user}", "chain/false"]
        found, using, false = running.run(names, Options(engine="here")).claims
        others = [
            KnownClaim(one.id, one.uses, one.verdict, {}, printed_leaves(one))
            for one in (using, false)
        ]
        alone = running.run(names[:1], Options(engine="here"), others=others).claims[0]
    same = ("verdict", "severity", "sentence", "clauses", "proof", "lost")
    assert all(getattr(alone, name) == getattr(found, name) for name in same)
    assert found.verdict is found.head.verdict is found.clauses[0].verdict is verdict
    carried = verdict is Verdict.REFUTED
    assert found.severity is (Severity.CONCLUSION if carried else Severity.TYPOGRAPHIC)
    assert (f"misprint is carried on: chain/{user} uses it" in (found.head.reason or "")) is carried
    assert ("chain/argued" in using.lost) is (user == "carries-on")


def test_json_fits_the_published_schema_and_comes_back(plain):
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    data = json.loads(plain.to_json())
    jsonschema.validate(data, schema)
    assert Run.from_json(plain.to_json()) == plain


def test_a_refuted_rate_is_recorded_with_its_ray(tmp_path):
    with odd_papers.installed(tmp_path, "rates"):
        found = running.run(["rates/thm-1"], Options(jobs=1))
    (rate,) = found.claims
    assert (rate.verdict, rate.parts[0].severity) == (Verdict.REFUTED, "conclusion")
    assert rate.parts[0].witness == {"x": RayValue("1")}
    assert rate.parts[0].instead.verdict is Verdict.SUPPORTED
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.validate(json.loads(found.to_json()), schema)


def test_the_schema_refuses_what_is_wrong(plain):
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    data = json.loads(plain.to_json())
    data["claims"][0]["verdict"] = "probably fine"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema)


def test_the_same_seed_gives_the_same_json_with_one_worker(plain, tmp_path):
    with odd_papers.installed(tmp_path, "plain"):
        again = running.run(odd_papers.ids("plain"), Options(jobs=1))
    mine, other = (odd_papers.without_times(json.loads(r.to_json())) for r in (plain, again))
    assert json.dumps(mine, sort_keys=True) == json.dumps(other, sort_keys=True)


def test_a_known_refutation_is_replayed_and_not_searched(plain, tmp_path):
    certificate = next(c for c in plain.claims if c.id == "plain/lem-2").head.certificate
    assert certificate is not None
    stale = {**certificate, "statement": "0" * 64}
    with odd_papers.installed(tmp_path, "plain"):
        known = {"plain/lem-2": {"0": certificate}}
        replayed = running.run(["plain/lem-2"], Options(jobs=1), certificates=known).claims[0]
        anew = Options(jobs=1, fresh=True)
        both = running.run(["plain/lem-2"], anew, certificates=known).claims[0]
        known = {"plain/lem-2": {"0": stale}}
        searched = running.run(["plain/lem-2"], Options(jobs=1), certificates=known).claims[0]
    assert [e.method for e in replayed.head.evidence] == ["replay"]
    assert len(searched.head.evidence) > 3
    assert {"replay", "search"} <= {e.method for e in both.head.evidence}
    for found in (replayed, searched, both):
        assert (found.verdict, found.head.tier) == (Verdict.REFUTED, "exact")
        assert found.head.certificate == certificate
        assert found.head.instead.verdict is Verdict.PROVED


# -- the cache --------------------------------------------------------------------------------


def test_a_second_run_is_answered_from_the_cache(tmp_path):
    with odd_papers.installed(tmp_path, "plain"):
        cache = Cache(pytest.fail, tmp_path / "results.sqlite")
        ids = odd_papers.ids("plain")[:2]
        first = running.run(ids, Options(jobs=1), cache)
        started = time.perf_counter()
        rows = cache.connection.execute("SELECT value FROM result").fetchall()
        methods = {e.method for c in first.claims for p in c.parts for e in p.evidence}
        for name in methods - {"replay", "argument"}:  # evidence stands with its method alone
            assert sum(row[0].count(f'"method":"{name}"') for row in rows) == sum(
                e.method == name for c in first.claims for p in c.parts for e in all_evidence(p)
            )
        second = Scheduler(NoEngine(), cache)
        second.complete({i: examine(i, "quick", 0, "cpu", {}, False) for i in ids})
        assert time.perf_counter() - started < 5
        assert running.run(ids, Options(jobs=1), cache).to_json() == first.to_json()
        cache.close()


def all_evidence(part):
    return (*part.evidence, *(part.instead.evidence if part.instead else ()))


class NoEngine(Engine):
    """An engine that must not be needed."""

    def submit(self, item, worker):
        raise AssertionError(f"{item} is not in the cache")

    def restart(self):
        raise AssertionError


def test_the_key_follows_the_source_and_the_options(tmp_path):
    with odd_papers.installed(tmp_path, "odd"):
        item = Item("odd/nan", Apply("search", {}))
        before = key_of(item)
        assert before == key_of(item)
        others = [
            Item("odd/nan", Apply("balls", {})),
            Item("odd/nan", Apply("search", {Key(0): "another statement"})),
            dataclasses.replace(item, seed=1),
            dataclasses.replace(item, profile="full"),
            dataclasses.replace(item, device="cuda"),
            dataclasses.replace(item, claim="odd/vacuous"),
        ]
        assert len({before, *map(key_of, others)}) == len(others) + 1
        for name in ("papers/odd/claims.py", "papers/odd/attack.py"):
            path = tmp_path / name
            path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
            odd_papers.catalogue.forget()
            after = key_of(item)
            assert after != before
            before = after


def test_no_result_depends_on_how_it_is_shown(monkeypatch):
    read = set()
    monkeypatch.setattr(sources, "digest", lambda path: read.add(path.name) or "")
    sources.closure_hash("verify.methods.search", "theory.claim")
    assert {"claim.py", "search.py", "evidence.py"} <= read
    assert not {"notebook.py", "summary.py", "page.py"} & read


def test_only_opaque_statements_depend_on_the_attack(tmp_path):
    x = reals("x")
    head, r = Head("Q", "a quantity"), sp.Function("R")
    assert not is_opaque(ForAll(says=x**2 + 1 > 0))
    assert not is_opaque(ForAll(says=sp.Ge(r(x), x), where={r(x): x + 1}))
    assert not is_opaque(Missing("a model"))
    assert is_opaque(ForAll(says=head(x) > 0))
    assert is_opaque(ForAll(given=(head(x) > 0,), says=x > 0))
    assert is_opaque(SameOrder(head(x), x, (x >= 1,), (x,)))
    assert is_opaque(Observed("training", {}, x > 0))
    with odd_papers.installed(tmp_path, "odd"):
        plain, opaque = (Item("odd/nan", Apply("balls", {}), opaque=o) for o in (False, True))
        before = key_of(plain), key_of(opaque)
        path = tmp_path / "papers" / "odd" / "attack.py"
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        odd_papers.catalogue.forget()
        assert key_of(plain) == before[0]
        assert key_of(opaque) != before[1]


@pytest.mark.parametrize("work", [Judge({}), Replay({}), Confirm({}), Mutate()])
def test_a_judgement_depends_on_the_notation_and_on_what_its_heads_mean(tmp_path, work):
    with odd_papers.installed(tmp_path, "odd"):
        item = Item("odd/nan", work, opaque=False)
        method = Item("odd/nan", Apply("balls", {}), opaque=False)
        notation, attack = (tmp_path / "papers" / "odd" / f"{n}.py" for n in ("notation", "attack"))
        keys = [(key_of(item), key_of(method))]
        for path in (notation, notation, attack):
            before = path.read_text(encoding="utf-8") if path.exists() else ""
            path.write_text(before + "# changed\n", encoding="utf-8")
            odd_papers.catalogue.forget()
            keys.append((key_of(item), key_of(method)))
    assert len({of_item for of_item, _ in keys}) == len(keys)
    assert keys[-1][1] == keys[-2][1]


def test_a_topic_is_attacked_by_the_modules_of_its_name_and_of_what_it_is_made_of(tmp_path):
    files = {
        "papers/odd/__init__.py": "",
        "papers/odd/first.py": "A = 1\n",
        "papers/odd/second.py": "from theory.papers.odd import first\n"
        "from theory.claim import Claim\nB = Claim(id='odd/b')\n",
        "papers/odd/third.py": "",
        "papers/odd/attack/__init__.py": "EXPERIMENTS = {0: 0}\n",
        "papers/odd/attack/first.py": "MEANINGS = {1: 1}\n",
        "papers/odd/attack/second.py": "MEANINGS = {2: 2}\n",
        "papers/odd/attack/third.py": "raise ImportError\n",
    }
    with odd_papers.installed(tmp_path):
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        odd_papers.catalogue.forget()
        assert odd_papers.catalogue.attack_table("odd/b", "MEANINGS") == {1: 1, 2: 2}
        assert odd_papers.catalogue.attack_table("odd/b", "EXPERIMENTS") == {0: 0}
        item = Item("odd/b", Apply("search", {}))
        for name, counts in (("first", True), ("third", False)):
            before = key_of(item)
            path = tmp_path / "papers" / "odd" / "attack" / f"{name}.py"
            path.write_text(path.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
            odd_papers.catalogue.forget()
            assert (key_of(item) != before) == counts


def started(tmp_path, *arguments, interrupts=signal.SIG_DFL):
    environment = {
        **os.environ,
        "THMCHECK_PAPERS": str(tmp_path),
        "THMCHECK_CACHE": str(tmp_path / "cache"),
    }
    return subprocess.Popen(
        [sys.executable, "-m", "verify.cli.main", *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a test run in the background ignores SIGINT, and its children would inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, interrupts),
    )


def stored(tmp_path):
    path = tmp_path / "cache" / "results.sqlite"
    if not path.exists():
        return 0
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return connection.execute("SELECT count(*) FROM result").fetchone()[0]
    except sqlite3.OperationalError:  # the file is just being made
        return 0
    finally:
        connection.close()


HANGS = 300  # seconds; only a run that hangs takes longer, however busy the machine is


def stop_after(tmp_path, results, number, **options):
    """Start a run, send it a signal once so many results are stored, return code and output."""
    process = started(tmp_path, "run", "--paper", "plain", "--jobs", "2", **options)
    deadline = time.monotonic() + HANGS
    while stored(tmp_path) < results and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(number)
    output = process.communicate(timeout=HANGS)
    return process.returncode, output


def orphans(tmp_path):
    """Return the processes that still work for a killed run, after giving them time to notice."""
    for _ in range(100):
        found = [p for p in Path("/proc").glob("[0-9]*/environ") if works_for(p, tmp_path)]
        if not found:
            break
        time.sleep(0.1)
    return found


def works_for(environ, tmp_path):
    try:
        return f"THMCHECK_PAPERS={tmp_path}\0".encode() in environ.read_bytes()
    except OSError:
        return False


def test_a_killed_run_loses_nothing_that_was_finished(plain, tmp_path):
    odd_papers.write(tmp_path, "plain")
    kept = 0
    for results in (2, 30):
        stop_after(tmp_path, results, signal.SIGKILL)
        assert not orphans(tmp_path)
        assert stored(tmp_path) >= max(results, kept)
        kept = stored(tmp_path)
    process = started(tmp_path, "run", "--paper", "plain", "--json", "-")
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    mine, other = (
        odd_papers.without_times(d) for d in (json.loads(plain.to_json()), json.loads(output))
    )
    assert json.dumps(mine, indent=1).splitlines() == json.dumps(other, indent=1).splitlines()


def test_interrupting_leaves_the_cache_intact_and_says_so(tmp_path):
    odd_papers.write(tmp_path, "plain")
    code, (_, complaint) = stop_after(tmp_path, 5, signal.SIGINT)
    assert code == 130
    assert "interrupted" in complaint
    assert "Traceback" not in complaint
    assert stored(tmp_path) >= 5


def test_a_run_that_ignores_interrupts_goes_on(plain, tmp_path):
    odd_papers.write(tmp_path, "plain")
    code, (output, _) = stop_after(tmp_path, 5, signal.SIGINT, interrupts=signal.SIG_IGN)
    assert code == 0
    assert output.startswith(f"{len(plain.claims)} claims: ")


def test_engines_that_do_not_exist_are_named():
    for name in ("cloud://localhost:8786", "cloud"):
        with pytest.raises(UsageError, match=r"there is no engine 'cloud', only local"):
            running.run([], Options(engine=name))
