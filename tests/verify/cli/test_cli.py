"""The command line: what it prints, where it exits, what it imports."""

import json
import os
import resource
import subprocess
import sys

import odd_papers
import pytest
from pace import at_rest
from typer.testing import CliRunner

from verify.claims import catalogue
from verify.cli.main import app
from verify.evidence import Verdict
from verify.record import committed

PILOT = "signsgd-scaling/eq-28"


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """A folder with the paper `plain`, and a cache in which it has run once."""
    root = tmp_path_factory.mktemp("papers")
    cache = tmp_path_factory.mktemp("cache")
    with (
        odd_papers.installed(root, "plain"),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("THMCHECK_CACHE", str(cache))
        result = CliRunner().invoke(app, ["run", "--paper", "plain", "--record"])
        assert result.exit_code == 0, result.output
        yield root, cache, result


@pytest.fixture
def ran(plain, monkeypatch):
    root, cache, result = plain
    monkeypatch.setenv("THMCHECK_CACHE", str(cache))
    return root, result


def python(*arguments, **environment):
    """Run Python in a process of its own; return what became of it, user and system seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime


def external(*arguments, **environment):
    """Run the command line in a process of its own."""
    return python("-m", "verify.cli.main", *arguments, **environment)


# -- list and show ----------------------------------------------------------------------------


def test_claims_that_never_ran_are_listed_from_the_source(invoke, tmp_path):
    with odd_papers.installed(tmp_path, "plain"):
        result = invoke("list", "--paper", "plain")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 9
    assert all("not run" in line for line in result.stdout.splitlines())


def test_list_and_show_are_fast_and_import_neither_sympy_nor_torch(ran):
    root, _ = ran
    probe = (
        "import sys; from verify.cli.main import app\n"
        "try: app({arguments})\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "heavy = {{'sympy', 'torch', 'numpy', 'z3', 'flint', 'hypothesis'}} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    for arguments in (["list"], ["show", "plain/lem-2"]):
        code = probe.format(arguments=arguments)
        loop = seconds("for number in range(2_000_000): number + 1")
        taken = min(seconds(code, THMCHECK_PAPERS=str(root)) for _ in range(3))
        assert at_rest(taken, loop, 0.1) < 0.5


def seconds(code, **environment):
    """Return the processor time that Python needs for a program, which must succeed."""
    done, user, _ = python("-c", code, **environment)
    assert done.returncode == 0, done.stderr
    return user


@pytest.mark.parametrize(
    ("measured", "yardstick", "holds"),
    [(0.4, 0.1, True), (0.8, 0.2, True), (0.6, 0.1, False), (0.6, 0.05, False), (1.2, 0.2, False)],
)
def test_a_limit_grows_on_a_busy_machine_alone(measured, yardstick, holds):
    assert (at_rest(measured, yardstick, 0.1) < 0.5) is holds


def test_list_filters_and_prints_json(ran, invoke):
    rows = json.loads(invoke("list", "--paper", "PLAIN", "--json").stdout)
    assert [set(row) for row in rows[:1]] == [{"id", "verdict", "tier", "title", "stale"}]
    refuted = json.loads(
        invoke("list", "--paper", "plain", "--verdict", "refuted", "--json").stdout
    )
    assert [row["id"] for row in refuted] == ["plain/lem-2", "plain/lem-6"]
    assert "no claim matches" in invoke("list", "--paper", "plain", "--verdict", "vacuous").stdout


def test_show_prints_statement_source_verdict_and_places(ran, invoke):
    text = invoke("show", "PLAIN/LEM-3").stdout
    for wanted in (
        "A square of a sum",
        "source    section 1; appendix A",
        "(x + y)^2 = x^2 + x*y + y^2",
        "what holds instead",
        "(x + y)^2 = x^2 + 2*x*y + y^2",
        "meant     as section 2 shows",
        "verdict   misprinted (exact)",
        "leans on plain/lem-2",
        "papers/plain/claims.py:",
        "verify/methods",
    ):
        assert wanted in text, wanted
    shown = json.loads(invoke("show", "plain/lem-3", "--json").stdout)
    assert (shown["id"], shown["verdict"]) == ("plain/lem-3", "misprinted")


def test_what_was_found_before_the_file_changed_is_marked(ran, invoke):
    root, _ = ran
    path = root / "papers" / "plain" / "claims.py"
    text = path.read_text(encoding="utf-8")
    try:
        path.write_text(text + "\n# changed\n", encoding="utf-8")
        catalogue.forget()
        assert "proved* (exact)" in invoke("list", "--paper", "plain").stdout
        assert "stale     papers/plain/claims.py has changed" in invoke("show", "plain/def").stdout
    finally:
        path.write_text(text, encoding="utf-8")
        catalogue.forget()


# -- wrong usage ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "signsgd-scaling/eq-29"), "nearest: signsgd-scaling/eq-2"),
        (("check", "eq-28"), "nearest: signsgd-scaling/eq-2"),
        (("check", "nothing/*"), "no claim is called"),
        (("check", "i"), "the beginning of"),
        (("list", "--paper", "nobody"), "no paper is called 'nobody'; there are:"),
        (("list", "--verdict", "fine"), "not one of proved, supported"),
        (("run", "--engine", "dask://localhost:8786"), "not built yet"),
        (("run", "--engine", "cloud"), "--engine cloud: not one of local\n"),
        (("run", "--engine", "here"), "--engine here: not one of local\n"),
        (("run", "--allow", "nothing"), "no claim is called"),
        (("mutate",), "name claims, or a paper"),
        (("report",), "no run to report yet"),
        (("replay", "missing.json"), "No such file"),
        (("new", "Bad Name"), "no name for a paper"),
        (("new", "../evil"), "no name for a paper"),
        (("new", "less-data"), "exists already"),
    ],
)
def test_wrong_usage_exits_2_and_says_what_to_do(invoke, arguments, words):
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "--profile", "huge"),
        ("run", "--jobs", "0"),
        ("run", "--jobs", "x"),
        ("nonsense",),
        ("check",),
        ("run", "--device", "tpu"),
    ],
)
def test_options_are_checked(invoke, arguments):
    assert invoke(*arguments).exit_code == 2


def test_a_missing_gpu_is_named(invoke):
    torch = pytest.importorskip("torch")
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    result = invoke("run", "--device", "cuda")
    assert result.exit_code == 2
    assert "--device cuda: torch finds no CUDA device" in result.stderr


# -- run, record, report ----------------------------------------------------------------------


def test_recording_prints_every_change_and_writes_certificates(ran):
    root, result = ran
    assert "plain/lem-1: new, proved" in result.stdout
    assert "9 claims: 4 proved, 2 refuted" in result.stdout
    names = {p.name for p in (root / "record" / "certificates" / "plain").glob("*.json")}
    assert names == {"lem-2.json", "lem-3@0.json", "lem-6.json"}


def test_a_recorded_run_has_no_surprise_and_writes_what_it_is_asked_for(ran, invoke, tmp_path):
    json_file, junit = tmp_path / "out" / "run.json", tmp_path / "run.xml"
    result = invoke("run", "--paper", "plain", "--json", str(json_file), "--junit", str(junit))
    assert result.exit_code == 0, result.output
    assert "surprise" not in result.stderr
    found = json.loads(json_file.read_text(encoding="utf-8"))
    false = next(c for c in found["claims"] if c["id"] == "plain/lem-2")
    assert [e["method"] for e in false["parts"][0]["evidence"]] == ["replay"]
    assert "<testsuites" in junit.read_text(encoding="utf-8")
    assert result.stderr.count("[9/9]") == 1


def change_record(root, claim, verdict):
    path = root / "record" / "recorded" / "plain.json"
    text = path.read_text(encoding="utf-8")
    body = json.loads(text)
    body["claims"][claim]["verdicts"]["quick"] = {"": [verdict, None]}
    path.write_text(json.dumps(body), encoding="utf-8")
    return path, text


def test_another_verdict_than_the_recorded_one_exits_1(ran, invoke):
    path, text = change_record(ran[0], "plain/lem-1", "refuted")
    try:
        result = invoke("run", "--paper", "plain")
    finally:
        path.write_text(text, encoding="utf-8")
    assert result.exit_code == 1
    assert "surprise: plain/lem-1: refuted (quick) -> proved" in result.stderr


def test_a_lost_verdict_is_not_recorded_unless_allowed(ran, invoke):
    path, text = change_record(ran[0], "plain/fig-8", "proved")
    before = path.read_text(encoding="utf-8")
    try:
        result = invoke("run", "--paper", "plain", "--record")
        assert result.exit_code == 1
        assert "would lose a verdict: plain/fig-8" in result.stderr
        assert path.read_text(encoding="utf-8") == before
        result = invoke("run", "--paper", "plain", "--record", "--allow", "plain/fig-8")
        assert result.exit_code == 0
        assert "plain/fig-8: proved -> unchecked" in result.stdout
        assert committed.load()["plain/fig-8"].verdict is Verdict.UNCHECKED
    finally:
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "--paper", "plain", "--record"), "--record: plain came with an installed package"),
        (("new", "other"), "name a folder for your papers"),
    ],
)
def test_nothing_is_written_into_an_installed_package(
    invoke, tmp_path, monkeypatch, arguments, words
):
    package = tmp_path / "their_package"
    (tmp_path / "theirs-1.0.dist-info").mkdir()
    with odd_papers.installed(package, "plain"):
        result = invoke(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "--papers" in result.stderr
    assert [path.name for path in package.iterdir()] == ["papers"]
    assert [path.name for path in (package / "papers").iterdir()] == ["plain"]


def test_the_report_is_made_from_the_last_run(ran, invoke, tmp_path):
    assert invoke("run", "--paper", "plain").exit_code == 0
    result = invoke("report", "--out", str(tmp_path / "report"))
    assert result.exit_code == 0
    page = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert "| plain | 2 | 1 | 1 | 4 | 1 | 9 |" in page
    assert "<script>" not in page
    data = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert len(data["claims"]) == 9


def test_an_error_of_the_run_exits_3_with_both_pieces(tmp_path):
    odd_papers.write(tmp_path, "wrong")
    done, _, _ = external("run", "--paper", "wrong", THMCHECK_PAPERS=str(tmp_path))
    assert done.returncode == 3
    assert "says holds" in done.stderr
    assert "says fails" in done.stderr
    assert "proved" not in done.stdout


# -- check, replay, mutate --------------------------------------------------------------------


def test_check_prints_evidence_witness_and_what_holds(ran, invoke):
    result = invoke("check", "plain/lem-2", "plain/def-7")
    assert result.exit_code == 0
    for wanted in (
        "breaks at x = 2",
        "2 against 1",
        "what holds instead",
        "solver      fails",
        "sealed    certificate",
        "verdict   refuted (exact). A counterexample",
        "verdict   stipulated",
    ):
        assert wanted in result.stdout, wanted


def test_check_of_one_claim_is_fast_and_prints_json(ran):
    root, _ = ran
    done, user, system = external("check", "plain/lem-5", "--json", THMCHECK_PAPERS=str(root))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["claims"][0]["verdict"] == "proved"
    assert user + system < 8


def test_replay_accepts_what_is_right_and_refuses_the_rest(ran, invoke, tmp_path):
    good = ran[0] / "record" / "certificates" / "plain" / "lem-2.json"
    result = invoke("replay", str(good))
    assert result.exit_code == 0, result.stderr
    assert "accepted: plain/lem-2 fails" in result.stdout
    altered = tmp_path / "altered.json"
    altered.write_text(good.read_text(encoding="utf-8").replace('"2"', '"3"'), encoding="utf-8")
    result = invoke("replay", str(altered))
    assert result.exit_code == 1
    assert "refused: the content does not match its digest" in result.stderr
    for content in ("[" * 100_000, '{"claim": "__import__(\'os\')"}', "[]", '{"claim": 1}'):
        altered.write_text(content, encoding="utf-8")
        result = invoke("replay", str(altered))
        assert result.exit_code == 1
        assert "refused" in result.stderr


def test_mutants_are_counted_and_end_up_in_the_next_run(ran, invoke, tmp_path):
    result = invoke("mutate", "plain/thm-4-step-square", "--json", str(tmp_path / "m.json"))
    assert result.exit_code == 0, result.stderr
    assert "mutants: " in result.stdout
    fates = json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))
    counts = fates["plain/thm-4-step-square"]
    invoke("run", "--paper", "plain", "--json", str(tmp_path / "r.json"))
    found = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    step = next(c for c in found["claims"] if c["id"] == "plain/thm-4-step-square")
    assert step["mutation"]["killed"] == counts["killed"] > 0


# -- what else --------------------------------------------------------------------------------


def test_new_writes_a_paper_that_can_be_checked(invoke, tmp_path, monkeypatch):
    monkeypatch.setenv("THMCHECK_PAPERS", str(tmp_path))
    catalogue.forget()
    try:
        result = invoke("new", "my-paper")
        assert result.exit_code == 0
        catalogue.forget()
        assert invoke("new", "my-paper").exit_code == 2
        result = invoke("check", "my-paper/lem-1")
    finally:
        catalogue.forget()
    assert result.exit_code == 0, result.stderr
    assert "verdict   proved" in result.stdout


def test_doctor_tests_every_method(invoke):
    result = invoke("doctor")
    assert result.exit_code == 0, result.stdout
    for method in ("vacuity", "enumeration", "solver", "derivation", "balls", "search"):
        assert f"ok  {method}" in result.stdout
    assert "has no example" not in result.stdout


@pytest.mark.parametrize("text", ["A = Claim(id='x/a'", 2 * "A = Claim(id='x/a')\n"])
def test_a_file_that_cannot_be_read_is_named(invoke, tmp_path, monkeypatch, text):
    path = tmp_path / "papers" / "x" / "claims.py"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("THMCHECK_PAPERS", str(tmp_path))
    catalogue.forget()
    try:
        result = invoke("list")
    finally:
        catalogue.forget()
    assert result.exit_code == 3
    assert "claims.py:" in result.stderr


def test_version(invoke):
    assert invoke("--version").stdout.startswith("thmcheck ")


def test_every_pilot_is_in_the_catalogue():
    assert PILOT in catalogue.index()
    assert catalogue.resolve(["SIGNSGD-SCALING/EQ-28"]) == [PILOT]
