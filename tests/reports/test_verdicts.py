"""What is said of verdicts and their colours stands on the members alone."""

import re
from pathlib import Path

import pytest

from reports import page as html
from reports.markdown import markdown
from reports.results import Run
from reports.summary import WORDS
from reports.verdicts import PAGE, page
from verify.evidence import Verdict

ROOT = Path(__file__).resolve().parents[2]
RENDERERS = [
    p for p in (ROOT / "reports").rglob("*.*") if p.suffix in (".py", ".css", ".js", ".jinja")
]
EMPTY = Run(profile="quick", seed=0)


def test_the_page_about_verdicts_is_made_from_them():
    assert PAGE.read_text(encoding="utf-8") == page(), "make docs"


@pytest.mark.parametrize("path", RENDERERS, ids=lambda path: path.name)
def test_no_renderer_repeats_the_colour_of_a_verdict(path):
    text = path.read_text(encoding="utf-8").lower()
    assert not [verdict for verdict in Verdict if verdict.colour in text]


def test_the_page_of_a_run_takes_every_colour_from_the_members():
    text = html.page(EMPTY)
    defined = dict(re.findall(r"(--[\w-]+):(#[0-9a-f]+)", text))
    used = set(re.findall(r"var\((--[\w-]+)\)", text)) - {"--verdict"}
    assert used <= set(defined)
    for verdict in Verdict:
        name = verdict.value.replace(" ", "-")
        assert defined[f"--{name}"] == verdict.colour
        assert f".{name}{{--verdict:var(--{name})}}" in text


@pytest.mark.parametrize("member", [m for members in WORDS.values() for m in members])
def test_a_report_says_what_its_words_mean(member):
    assert f"<dt>{member}</dt><dd>{member.sentence}</dd>" in html.page(EMPTY)
    assert f"- {member.value}: {member.sentence}\n" in markdown(EMPTY)
