"""What is installed is all that is needed, and as fast as a checkout."""

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest
import sympy

from verify.claims.sources import OURS

ROOT = Path(__file__).resolve().parent.parent
DATA = (".json", ".jinja", ".css", ".js", ".typed")
FILES = ("thmcheck.py", "pyproject.toml", "README.md", "LICENSE")
CLOSURE = """
from pathlib import Path
from verify.claims import folders, sources
assert folders.ROOT == Path({place!r}), folders.ROOT
paths = sources.closure("verify.judging.assemble")
print(*sorted({{path.relative_to(folders.ROOT).parts[0] for path in paths}}))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with what a wheel holds, and beside it a library like in `site-packages`."""
    if find_spec("pip") is None or int(version("setuptools").partition(".")[0]) < 77:
        pytest.skip("nothing here builds wheels")
    source, place = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    for name in OURS:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, source)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", str(source), str(source)], check=True, timeout=300)
    (wheel,) = source.glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        content.extractall(place)
    (place / "sympy").symlink_to(Path(sympy.__file__).parent)
    return source, place


def python(place, folder, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(place)}
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_every_file_of_the_packages_is_in_the_wheel(installed):
    source, place = installed
    wanted = {
        path.relative_to(source)
        for name in OURS
        for path in (source / name).rglob("*")
        if path.suffix in (".py", *DATA)
    }
    assert any(path.parts[-3:-1] == ("certificates", "steepest-mirror") for path in wanted)
    assert not {path for path in wanted if not (place / path).exists()}


def test_what_is_hashed_for_a_key_is_ours_alone(installed, tmp_path):
    _, place = installed
    done = python(place, tmp_path, "-c", CLOSURE.format(place=str(place)))
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) <= set(OURS)


def test_the_record_of_what_is_installed_stays_as_it_is(installed, tmp_path):
    _, place = installed
    before = {path: path.stat().st_mtime_ns for path in (place / "verify" / "record").rglob("*")}
    done = python(place, tmp_path, "-m", "thmcheck", "run", "--paper", "less-data", "--record")
    assert done.returncode == 2, done.stderr
    assert "--record: less-data came with an installed package" in done.stderr
    after = {path: path.stat().st_mtime_ns for path in (place / "verify" / "record").rglob("*")}
    assert {path: time for path, time in after.items() if path.suffix == ".json"} == {
        path: time for path, time in before.items() if path.suffix == ".json"
    }


@pytest.mark.long
def test_everything_can_be_done_in_an_empty_folder(installed, tmp_path):
    """The tutorial's commands, for the claim that `new` writes and for its contrary."""
    _, place = installed

    def thmcheck(*arguments):
        done = python(place, tmp_path, "-m", "thmcheck", *arguments, "--papers", ".")
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    thmcheck("new", "young")
    assert "verdict   proved" in thmcheck("check", "young/lem-1")
    claims = tmp_path / "papers" / "young" / "claims.py"
    text = claims.read_text(encoding="utf-8")
    assert "from thmcheck import Claim, ForAll, Source, reals\n" in text
    claims.write_text(text.replace("<=", ">="), encoding="utf-8")
    assert "verdict   refuted" in thmcheck("check", "young/lem-1", "--certificates", "sealed")
    (certificate,) = (tmp_path / "sealed").glob("*.json")
    assert "accepted: young/lem-1 fails" in thmcheck("replay", str(certificate))
    thmcheck("run", "--paper", "young", "--record")
    thmcheck("report", "--out", "report")
    assert "refuted" in (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    claims.write_text(text, encoding="utf-8")
    assert "score 1.00" in thmcheck("mutate", "young/lem-1")
    assert "verdict" in thmcheck("show", "less-data/txt-global")
