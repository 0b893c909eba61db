"""Which files a module is made of, and where entries of its dictionaries stand."""

from pathlib import Path

import odd_papers
import pytest

from theory.language import DEFINES
from verify.claims import catalogue, folders, sources
from verify.running.items import Item
from verify.running.keys import key_of
from verify.running.work.apply import Apply

PACKAGE = {
    "papers/deep/claims.py": "from .attack import MEANINGS\nA = Claim(id='deep/a')\n",
    "papers/deep/attack/__init__.py": "from .core import accept\nfrom . import steps\n",
    "papers/deep/attack/core/__init__.py": "from ._inner import accept as accept\n",
    "papers/deep/attack/core/_inner.py": "from ...attack.terms import normal\nimport json\n",
    "papers/deep/attack/terms.py": "def normal():\n    from .late import later\n",
    "papers/deep/attack/late.py": "later = 1\n",
    "papers/deep/attack/steps.py": "from .star import *\n",
    "papers/deep/attack/star.py": "STAR = 1\n",
}


@pytest.mark.parametrize("name", PACKAGE)
def test_the_key_follows_relative_imports_and_what_a_package_passes_on(tmp_path, name):
    with odd_papers.installed(tmp_path):
        for file, text in {**PACKAGE, "papers/deep/attack/apart.py": ""}.items():
            path = tmp_path / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        item = Item("deep/a", Apply("search", {}), opaque=False)
        for changed, counts in ((name, True), ("papers/deep/attack/apart.py", False)):
            catalogue.forget()
            before = key_of(item)
            path = tmp_path / changed
            path.write_text(path.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
            catalogue.forget()
            assert (key_of(item) != before) == counts


def test_no_key_depends_on_the_files_of_libraries(monkeypatch):
    """Installed, our packages stand beside all others: to parse those would take half a minute."""
    libraries = Path(pytest.__file__).parents[1]
    monkeypatch.setattr(folders, "ROOT", libraries)
    catalogue.forget()
    try:
        assert sources.files("pytest") == sources.files("_pytest.python") == ()
        assert sources.files("numpy") == sources.files("sympy.core.basic") == ()
    finally:
        monkeypatch.undo()
        catalogue.forget()
    paths = sources.closure("theory.papers.less_data") | sources.closure("verify.judging.assemble")
    ours = {path.relative_to(folders.ROOT).parts[0] for path in paths}
    assert ours <= set(sources.OURS)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("TABLE = {\n    1: 1,\n    2: 2,\n}\n", 4),
        ("TABLE: dict = {1: 1, **{}, 2: 2}\nOTHER = {\n}\n", 2),
        ("OTHER = 0\nTABLE = dict.fromkeys((1, 2))\n", 3),
        ("from somewhere import TABLE\n", 1),
        ("TABLE = {", 1),
    ],
)
def test_an_entry_that_is_written_out_has_a_line(tmp_path, text, line):
    path = tmp_path / "attack.py"
    path.write_text(f"\n{text}", encoding="utf-8")
    assert sources.line_of_entry(path, "TABLE", 1, 2) == line


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("TABLE = {\n    1: 1,\n    'a': 2,\n}\n", {1: 3, "a": 4}),
        ("from theory import language\nTABLE = {language.DEFINES: 1}\n", {DEFINES: 3}),
        ("from theory import language\nOTHER = {}\n", {}),
        # the module itself must be asked
        ("from theory import language as words\nTABLE = {words.DEFINES: 1}\n", None),
        ("from theory import language\nTABLE = {language.UNKNOWN: 1}\n", None),
        ("from reports import language\nTABLE = {language.DEFINES: 1}\n", None),
        ("from theory import language\nTABLE = {**language.ALL, 1: 1}\n", None),
        ("TABLE = {name: 1 for name in (1, 2)}\n", None),
        ("TABLE = {1: 1}\nTABLE[2] = 2\n", None),
        ("from somewhere import TABLE\n", None),
        ("from somewhere import *\n", None),
        ("if True:\n    TABLE = {1: 1}\n", None),
    ],
)
def test_entries_have_lines_where_the_source_says_what_they_are(tmp_path, text, wanted):
    path = tmp_path / "attack.py"
    path.write_text(f"\n{text}", encoding="utf-8")
    sources.forget()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sources, "_package", lambda path: ("papers",))
        assert sources.lines_of_entries(path, "TABLE") == wanted
