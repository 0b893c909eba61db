"""Finding claims: what cannot be read costs itself alone; what results depend on is found."""

import odd_papers
import pytest
from typer.testing import CliRunner

from verify.claims import catalogue
from verify.cli.main import app
from verify.record import committed
from verify.running.items import Item
from verify.running.keys import key_of

BROKEN = {
    "syntax": b"A = Claim(id='broken/lem-1'",
    "bytes": b"A = Claim(id='broken/lem-1', title='\xff\xfe')",
    "nul": b"A = Claim(id='broken/lem-1')\0",
    "deep": b"A = " + b"(" * 5000,
    "coding": b"# -*- coding: nonsense -*-\nA = Claim(id='broken/lem-1')",
    "id": b"A = Claim(id='broken/../../lem')",
    "unseen": "A = Claim(id='broken/lem\u200b')".encode(),
    "twice": b"A = Claim(id='broken/lem-1')\nB = Claim(id='broken/lem-1')",
    "folder": None,
    "dangling": None,
}


@pytest.fixture
def invoke():
    def call(*arguments):
        result = CliRunner().invoke(app, list(arguments))
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


@pytest.fixture
def folder(tmp_path):
    with odd_papers.installed(tmp_path, "plain"):
        yield tmp_path / "theory" / "papers"


def put(folder, kind, name="broken.py"):
    path = folder / name
    if kind == "folder":
        path.mkdir()
    elif kind == "dangling":
        path.symlink_to(folder / "nowhere.py")
    else:
        path.write_bytes(BROKEN[kind])
    catalogue.forget()
    return path


@pytest.mark.parametrize("kind", BROKEN)
def test_a_file_that_cannot_be_read_costs_itself_alone(folder, kind):
    before = set(catalogue.index())
    put(folder, kind)
    assert set(catalogue.index()) == before
    problems = catalogue.problems()
    assert len(problems) == (kind != "folder")
    assert all(p.paper == "broken" and "broken" in p.words for p in problems)
    assert len({key_of(Item("describe", i)) for i in odd_papers.ids("plain")}) == 9


@pytest.mark.parametrize("kind", ["syntax", "twice", "dangling"])
def test_other_papers_are_listed_shown_and_checked_with_one_warning(folder, kind, invoke):
    put(folder, kind)
    for arguments in (
        ("list", "--paper", "plain"),
        ("show", "plain/def-7"),
        ("check", "plain/def-7"),
        ("run", "--paper", "plain"),
    ):
        result = invoke(*arguments)
        assert result.exit_code == 0, result.output
        assert result.stderr.count("broken.py") == (2 if kind == "twice" else 1)
        assert "plain/def-7" in result.stdout or arguments[0] == "run"
    everything = invoke("list")
    assert everything.exit_code == 3
    assert "plain/def-7" in everything.stdout
    assert "broken.py" in everything.stderr


def test_a_run_of_the_paper_itself_reports_the_file_as_an_error(folder, invoke, tmp_path):
    put(folder, "syntax")
    (folder / "broken_too.py").write_text("", encoding="utf-8")
    result = invoke("run", "--paper", "broken")
    assert result.exit_code == 3
    assert "broken.py:1: " in result.stderr
    path = folder / "plain" / "more.py"
    path.parent.mkdir()
    path.write_bytes(BROKEN["syntax"])
    catalogue.forget()
    out = tmp_path / "run.json"
    result = invoke("run", "--paper", "plain", "--json", str(out))
    assert result.exit_code == 3
    assert "9 claims" in result.stdout
    assert "error: " in result.stderr
    assert str(path) in out.read_text(encoding="utf-8")


def test_an_id_that_stands_twice_costs_these_claims_alone(folder):
    (folder / "other.py").write_text("A = Claim(id='plain/lem-1')\n", encoding="utf-8")
    catalogue.forget()
    assert "plain/lem-1" not in catalogue.index()
    assert "plain/lem-2" in catalogue.index()
    (problem,) = catalogue.problems()
    assert "plain/lem-1 stands twice" in problem.words
    assert "plain.py" in problem.words
    assert "other.py" in problem.words


def test_what_is_recorded_of_a_file_that_cannot_be_read_is_kept(folder, invoke, tmp_path):
    assert invoke("run", "--paper", "plain", "--record").exit_code == 0
    path = folder / "plain.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "\n(", encoding="utf-8")
    catalogue.forget()
    (folder / "rest.py").write_text(odd_papers.RATES, encoding="utf-8")
    catalogue.forget()
    invoke("run", "--paper", "rates", "--record")
    assert len([i for i in committed.load() if i.startswith("plain/")]) == 9
    assert (tmp_path / "verify" / "record" / "certificates" / "plain" / "lem-2.json").exists()


def test_a_module_that_cannot_be_imported_costs_its_own_claims(tmp_path, invoke):
    with odd_papers.installed(tmp_path, "plain", "unbuilt"):
        result = invoke("check", "unbuilt/claim", "plain/def-7")
    assert result.exit_code == 3
    assert "cannot be built: ZeroDivisionError" in result.stderr
    assert "verdict   definition" in result.stdout


# -- what results depend on -------------------------------------------------------------------


PACKAGE = {
    "theory/papers/deep.py": "from verify.papers.deep import MEANINGS\nA = Claim(id='deep/a')\n",
    "verify/papers/deep/__init__.py": "from .core import accept\nfrom . import steps\n",
    "verify/papers/deep/core/__init__.py": "from ._inner import accept as accept\n",
    "verify/papers/deep/core/_inner.py": "from ...deep.terms import normal\nimport json\n",
    "verify/papers/deep/terms.py": "def normal():\n    from .late import later\n",
    "verify/papers/deep/late.py": "later = 1\n",
    "verify/papers/deep/steps.py": "from .star import *\n",
    "verify/papers/deep/star.py": "STAR = 1\n",
}


@pytest.mark.parametrize("name", PACKAGE)
def test_the_key_follows_relative_imports_and_what_a_package_passes_on(tmp_path, name):
    with odd_papers.installed(tmp_path):
        for file, text in {**PACKAGE, "verify/papers/deep/apart.py": ""}.items():
            path = tmp_path / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        item = Item("method", "deep/a", method="search", opaque=False)
        for changed, counts in ((name, True), ("verify/papers/deep/apart.py", False)):
            catalogue.forget()
            before = key_of(item)
            path = tmp_path / changed
            path.write_text(path.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
            catalogue.forget()
            assert (key_of(item) != before) == counts


@pytest.mark.parametrize(
    "kind", ["describe", "replay", "method", "judge", "mutate", "repair", "draw"]
)
def test_the_key_follows_what_does_the_work(kind, monkeypatch):
    read, claim = set(), next(iter(catalogue.index()))
    monkeypatch.setattr(catalogue, "_digest", lambda path: read.add(path.name) or "")
    catalogue.closure_hash.cache_clear()
    key_of(Item(kind, claim, method="solver", opaque=False))
    catalogue.closure_hash.cache_clear()
    assert {"workers.py", "isolation.py", "claim.py", "language.py", "statements.py"} <= read
    wanted = {"method": "solver.py", "describe": "text.py", "mutate": "mutants.py",
              "repair": "repairs.py", "draw": "plots.py"}.get(kind, "verdict.py")  # fmt: skip
    assert wanted in read
