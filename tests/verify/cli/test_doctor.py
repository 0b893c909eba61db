"""`doctor`: what is here, the example of every method, and what stays unchecked."""

from pathlib import Path

import odd_papers
import pytest

from numerics import image_sets, local_data
from verify.cli import doctor
from verify.folder import folder
from verify.running import keys
from verify.running.cache import FILE


def seen(invoke):
    """Return the line on each thing that was looked at, by its name."""
    lines = invoke("doctor").stdout.splitlines()
    return {line.split()[1]: line for line in lines if line.startswith(("ok", "ILL"))}


def test_doctor_tests_every_method(invoke):
    result = invoke("doctor")
    assert result.exit_code == 0, result.stdout
    for method in ("vacuity", "enumeration", "solver", "derivation", "balls", "search"):
        assert f"ok  {method}" in result.stdout
    assert "has no example" not in result.stdout


def test_doctor_says_what_this_machine_has(invoke):
    lines = seen(invoke)
    assert int(lines["processors"].split()[-1]) >= 1
    assert lines["memory"].endswith("GiB")
    assert lines["scikit-learn"].startswith("ok")


@pytest.mark.parametrize(
    ("extra", "package"),
    [("cluster", "distributed"), ("networks", "transformers"), ("fast", "numba")],
)
def test_doctor_says_what_an_extra_brings(monkeypatch, extra, package):
    found = doctor._extra(package, "a run needs it", extra)
    assert (found.well, found.seen) == (True, keys.version_of(package))
    monkeypatch.setattr(keys, "version_of", lambda package: keys.MISSING)
    assert (
        f"a run needs it: pip install 'thmcheck[{extra}]'"
        in doctor._extra(package, "a run needs it", extra).seen
    )
    assert doctor._extra(package, "a run needs it", extra).well  # nothing else needs it


def test_doctor_says_what_stays_unchecked_and_why(invoke, tmp_path):
    with odd_papers.installed(tmp_path, "odd"):
        assert "\nunchecked: a pretrained model" not in invoke("doctor").stdout
        invoke("check", "odd/missing")
        assert "\nunchecked: a pretrained model\n    odd/missing\n" in invoke("doctor").stdout


def test_the_record_says_why_where_nothing_was_checked_here(ran, invoke, tmp_path, monkeypatch):
    monkeypatch.setenv("THMCHECK_CACHE", str(tmp_path / "empty"))
    assert "\nunchecked: a pretrained model\n    plain/fig-8\n" in invoke("doctor").stdout


def test_doctor_writes_nothing_into_the_store(ran, invoke, tmp_path, monkeypatch):
    def files():
        return {path: path.read_bytes() for path in folder().rglob("*") if path.is_file()}

    before = files()
    assert invoke("doctor").exit_code == 0
    assert files() == before != {}
    monkeypatch.setenv("THMCHECK_CACHE", str(tmp_path / "empty"))
    assert str(tmp_path / "empty" / FILE) in seen(invoke)["cache"]
    assert not folder().exists()


def test_a_store_that_cannot_be_used_is_seen(invoke, tmp_path, monkeypatch):
    folder().mkdir()
    (folder() / FILE).write_text("no database " * 100)
    line = seen(invoke)["cache"]
    assert line.startswith("ILL")
    assert f"{folder() / FILE} was damaged" in line
    assert [path.name for path in folder().iterdir()] == [FILE]
    monkeypatch.setenv("THMCHECK_CACHE", str(Path(__file__) / "inside"))
    assert seen(invoke)["cache"].startswith("ILL")


def test_doctor_says_which_local_data_is_found(invoke, tmp_path, monkeypatch):
    monkeypatch.delenv(local_data.VARIABLE, raising=False)
    assert "THMCHECK_DATA is not set" in doctor._local_data().seen
    monkeypatch.setenv(local_data.VARIABLE, str(tmp_path))
    name, where, names = image_sets.FASHION_MNIST
    (tmp_path / where).mkdir()
    for file in names:
        (tmp_path / where / file).touch()
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "a.txt").touch()
    found = doctor._local_data()
    assert found.well
    assert "text for language models is there" in found.seen
    assert "Flowers-102 is not there" in found.seen
    assert f"THMCHECK_DATA={tmp_path}; {name} is there" in found.seen
    assert f"{image_sets.CIFAR10[0]} is not there" in found.seen
    monkeypatch.setenv(local_data.VARIABLE, str(tmp_path / "nowhere"))
    assert not doctor._local_data().well
