"""The pages of methods are made of what the methods say of themselves."""

import re
from doctest import DocTestParser, DocTestRunner
from pathlib import Path

import pytest

from verify.methods import METHODS
from verify.methods.pages import FOLDER, INDEX, explained, pages

ROOT = Path(__file__).resolve().parents[3]


def test_the_pages_are_what_the_methods_say_of_themselves():
    written = {p.name: p.read_text(encoding="utf-8") for p in (ROOT / FOLDER).iterdir()}
    assert written == pages(), "run: make docs"
    assert set(written) == {INDEX, *(f"{name}.md" for name in METHODS)}


def test_links_from_one_page_to_another_lead_somewhere():
    for page in (ROOT / FOLDER).iterdir():
        links = re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
        assert links
        assert all((page.parent / link).exists() for link in links), page


@pytest.mark.parametrize("name", METHODS)
def test_a_method_says_what_it_decides_why_that_is_sound_an_example_and_its_source(name):
    said = explained(METHODS[name])
    assert said.title.lower().startswith(name.removesuffix("s"))
    assert said.decides.startswith("It ")
    assert len(said.sound) > 200
    assert f'METHODS["{name}"].apply(Task(' in said.example
    assert re.search(r"[A-Z]\w+( and others)?, \"[A-Z][^\"]+\",[^\"]*\(?(19|20)\d\d", said.source)
    assert METHODS[name].handles.endswith(".")


@pytest.mark.parametrize("name", METHODS)
def test_the_example_on_a_page_runs_as_it_stands_there(name):
    (shown,) = re.findall(r"```python\n(.+?)```", pages()[f"{name}.md"], re.DOTALL)
    example = DocTestParser().get_doctest(shown, {}, name, None, None)
    failed, tried = DocTestRunner(verbose=False).run(example)
    assert (failed, tried > 2) == (0, True)
