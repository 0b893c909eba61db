"""Finding claims: what cannot be read costs itself alone; what results depend on is found."""

import os
import sys
from pathlib import Path

import odd_papers
import pytest

from verify.claims import catalogue, folders, sources
from verify.claims.statements import attacked_in
from verify.record import committed
from verify.running.items import Item
from verify.running.keys import key_of
from verify.running.work.apply import Apply
from verify.running.work.describe import Describe

PILOT = "signsgd-scaling/eq-28"
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
def folder(tmp_path):
    with odd_papers.installed(tmp_path, "plain"):
        yield tmp_path / "papers"


def put(folder, kind, name="broken/claims.py"):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
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
    assert len({key_of(Item(i, Describe())) for i in odd_papers.ids("plain")}) == 9


@pytest.mark.parametrize("kind", ["syntax", "twice"])
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
        assert result.stderr.count("broken/claims.py") == (2 if kind == "twice" else 1)
        assert "plain/def-7" in result.stdout or arguments[0] == "run"
    everything = invoke("list")
    assert everything.exit_code == 3
    assert "plain/def-7" in everything.stdout
    assert "broken/claims.py" in everything.stderr


def test_a_run_of_the_paper_itself_reports_the_file_as_an_error(folder, invoke, tmp_path):
    put(folder, "syntax")
    (folder / "broken_too").mkdir()
    (folder / "broken_too" / "claims.py").write_text("", encoding="utf-8")
    result = invoke("run", "--paper", "broken")
    assert result.exit_code == 3
    assert "broken/claims.py:1: " in result.stderr
    path = folder / "plain" / "more.py"
    path.write_bytes(BROKEN["syntax"])
    catalogue.forget()
    out = tmp_path / "run.json"
    result = invoke("run", "--paper", "plain", "--json", str(out))
    assert result.exit_code == 3
    assert "9 claims" in result.stdout
    assert "error: " in result.stderr
    assert str(path) in out.read_text(encoding="utf-8")


def test_an_id_that_stands_twice_costs_these_claims_alone(folder):
    (folder / "plain" / "other.py").write_text("A = Claim(id='plain/lem-1')\n", encoding="utf-8")
    catalogue.forget()
    assert "plain/lem-1" not in catalogue.index()
    assert "plain/lem-2" in catalogue.index()
    (problem,) = catalogue.problems()
    assert "plain/lem-1 stands twice" in problem.words
    assert "claims.py" in problem.words
    assert "other.py" in problem.words


def test_an_id_is_that_of_the_folder_in_which_the_claim_stands(folder):
    (folder / "plain" / "other.py").write_text("A = Claim(id='plane/lem-1')\n", encoding="utf-8")
    catalogue.forget()
    assert "plane/lem-1" not in catalogue.index()
    (problem,) = catalogue.problems()
    assert problem.paper == "plain"
    assert "other.py:1: plane/lem-1 stands in the folder of plain" in problem.words
    assert "write `plain/lem-1`" in problem.words


def test_what_is_recorded_of_a_file_that_cannot_be_read_is_kept(folder, invoke, tmp_path):
    assert invoke("run", "--paper", "plain", "--record").exit_code == 0
    path = folder / "plain" / "claims.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "\n(", encoding="utf-8")
    catalogue.forget()
    odd_papers.write(tmp_path, "rates")
    catalogue.forget()
    invoke("run", "--paper", "rates", "--record")
    assert len([i for i in committed.load() if i.startswith("plain/")]) == 9
    assert (tmp_path / "record" / "certificates" / "plain" / "lem-2.json").exists()


def test_a_module_that_cannot_be_imported_costs_its_own_claims(tmp_path, invoke):
    with odd_papers.installed(tmp_path, "plain", "unbuilt"):
        result = invoke("check", "unbuilt/claim", "plain/def-7")
    assert result.exit_code == 3
    assert "not built: " in result.stderr
    assert "claims.py:5: `1 / 0`: ZeroDivisionError" in result.stderr
    assert "verdict   stipulated" in result.stdout


def test_an_option_names_a_folder_for_one_command(invoke, tmp_path):
    odd_papers.write(tmp_path, "plain", "wrong")
    named = ("--papers", str(tmp_path))
    assert len(invoke("list", "--paper", "plain", *named).stdout.splitlines()) == 9
    assert "papers/plain/claims.py" in invoke("show", "plain/def-7", *named).stdout
    checked = invoke("check", "plain/def-7", *named)
    assert "verdict   stipulated" in checked.stdout
    assert invoke("run", "--paper", "plain", "--record", *named).exit_code == 0
    certificate = tmp_path / "record" / "certificates" / "plain" / "lem-2.json"
    assert "accepted" in invoke("replay", str(certificate), *named).stdout
    assert (tmp_path / "record" / "recorded" / "plain.json").exists()
    assert invoke("mutate", "plain/lem-5", *named).exit_code == 0
    assert "no claim is called" in invoke("show", "plain/def-7").stderr


def test_a_folder_without_papers_is_refused_with_the_way_out(invoke, tmp_path):
    result = invoke("list", "--papers", str(tmp_path / "nowhere"))
    assert result.exit_code == 2
    words = " ".join(result.stderr.replace("│", "").split())
    assert "has no folder `papers`" in words
    assert "thmcheck new NAME --papers" in words


def test_a_paper_of_two_folders_is_read_from_the_first(folder, tmp_path):
    other = tmp_path / "other"
    odd_papers.write(other, "plain", "rates")
    (other / "papers" / "less_data").mkdir()
    text = "A = Claim(id='less-data/mine')"
    (other / "papers" / "less_data" / "claims.py").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("THMCHECK_PAPERS", f"{tmp_path}{os.pathsep}{other}")
        catalogue.forget()
        index, problems = catalogue.index(), catalogue.problems()
    assert index["plain/lem-1"].root == tmp_path
    assert "rates/thm-1" in index
    assert "less-data/mine" not in index
    assert {problem.paper for problem in problems} == {"plain", "less-data"}
    assert all("rename one" in problem.words for problem in problems)


def test_a_file_beside_the_papers_is_named_with_the_place_it_should_have(folder):
    (folder / "young.py").write_text("A = Claim(id='young/lem-1')", encoding="utf-8")
    catalogue.forget()
    (problem,) = catalogue.problems()
    assert "a paper is a folder" in problem.words
    assert str(Path("papers", "young", "claims.py")) in problem.words


def test_a_named_folder_without_papers_is_told(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("THMCHECK_PAPERS", str(tmp_path / "theory"))
        catalogue.forget()
        (problem,) = catalogue.problems()
    catalogue.forget()
    assert problem.words.startswith(f"{tmp_path / 'theory'} holds no papers; a paper stands in")


def test_this_project_named_again_counts_once(monkeypatch):
    monkeypatch.setenv("THMCHECK_PAPERS", str(folders.ROOT))
    assert folders.roots() == (folders.ROOT,)


ENTRY = """
[thmcheck.papers]
theirs = their_package
gone = package_that_is_gone.papers
"""


def test_an_installed_package_brings_its_papers(tmp_path, monkeypatch):
    package, about = tmp_path / "their_package", tmp_path / "theirs-1.0.dist-info"
    odd_papers.write(package, "plain")
    (package / "__init__.py").write_text("1 / 0  # is found, and not imported\n", encoding="utf-8")
    about.mkdir()
    (about / "METADATA").write_text("Name: theirs\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(ENTRY, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    catalogue.forget()
    try:
        assert folders.roots()[-1] == package
        assert catalogue.index()["plain/lem-1"].place.startswith("papers/plain/claims.py:")
        (problem,) = catalogue.problems()
    finally:
        monkeypatch.undo()
        catalogue.forget()
    assert "package_that_is_gone.papers" in problem.words


def test_a_paper_computes_with_what_stands_beside_it(tmp_path, invoke, monkeypatch):
    files = {
        "claims.py": "from thmcheck import Claim, ForAll, Head, Source, reals\n"
        "x = reals('x')\nTWICE = Head('Twice', 'twice its argument')\n"
        "LEMMA = Claim(id='beside/lem-1', title='-', source=Source(), words='-',\n"
        "    printed=ForAll(given=(x > 0,), says=TWICE(x) < x))\n",
        "attack.py": "from thmcheck import Approximate, Formula\n"
        "from theory.papers.beside.claims import TWICE\n"
        "from theory.papers.beside.simulator import twice\n"
        "MEANINGS = {TWICE: (Formula(lambda x: 2 * x), Approximate(twice))}\n",
        "simulator.py": "def twice(x):\n    return x + x, 1e-12\n",
    }
    folder = tmp_path / "papers" / "beside"
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    result = invoke("check", "beside/lem-1", "--papers", str(tmp_path))
    assert "verdict   refuted (ball)" in result.stdout, result.output
    assert "attacked  papers/beside/attack.py:4" in result.stdout
    for recorded in (False, True):  # by the last run, or by the record alone
        if recorded:
            options = ("beside/lem-1", "--record", "--papers", str(tmp_path))
            assert invoke("check", *options).exit_code == 0
            monkeypatch.setenv("THMCHECK_CACHE", str(tmp_path / "cache"))
        (folder / "attack").mkdir()
        (folder / "attack.py").rename(folder / "attack" / "__init__.py")
        catalogue.forget()
        result = invoke("show", "beside/lem-1", "--papers", str(tmp_path))
        assert "attacked  papers/beside/attack/__init__.py:4" in result.stdout, result.output
        (folder / "attack" / "__init__.py").rename(folder / "attack.py")
        (folder / "attack").rmdir()
    with odd_papers.installed(tmp_path):
        item = Item("beside/lem-1", Apply("search", {}))
        before = key_of(item)
        (folder / "simulator.py").write_text(f"{files['simulator.py']}#\n", encoding="utf-8")
        catalogue.forget()
        assert key_of(item) != before


def test_a_file_that_is_written_anew_within_the_same_second_is_read_anew(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    path = tmp_path / "papers" / "quick" / "claims.py"
    path.parent.mkdir(parents=True)
    head = (
        "from theory.claim import Claim, ForAll, Source\nfrom theory.language import reals\n"
        "x = reals('x')\n"
        "LEM_1 = Claim(id='quick/lem-1', title='-', source=Source('lemma 1'), words='-', "
    )
    bounds = []
    with odd_papers.installed(tmp_path):
        for bound in (1, 2):
            path.write_text(f"{head}printed=ForAll(x < {bound}))\n", encoding="utf-8")
            os.utime(path, (1e9, 1e9))
            catalogue.forget()
            sys.modules.pop("theory.papers.quick.claims", None)  # as in another process
            (part,) = catalogue.load("quick/lem-1").parts
            bounds.append(part.statement.says.rhs)
    assert bounds == [1, 2]


def test_every_pilot_is_in_the_catalogue():
    assert PILOT in catalogue.index()
    assert catalogue.resolve(["SIGNSGD-SCALING/EQ-28"]) == [PILOT]


def test_where_a_claim_is_attacked_is_found_without_running_the_attack(monkeypatch):
    claim = catalogue.load("steepest-mirror/lem-4.5")
    monkeypatch.setattr(catalogue, "imported", lambda name: pytest.fail(f"{name} was imported"))
    by_source = attacked_in(claim)
    assert "verify/papers/steepest_mirror/coordinates.py:" in by_source
    monkeypatch.undo()
    monkeypatch.setattr(sources, "lines_of_entries", lambda path, table: None)
    assert attacked_in(claim) == by_source
