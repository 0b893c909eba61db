"""Markdown: nothing in a claim becomes markup."""

import re

import pytest
from made_results import EVIDENCE, claim, instead, part, run
from msgspec.structs import replace

from reports.markdown import code, escape, markdown
from reports.results import (
    Source,
    StatementText,
)
from verify.evidence import (
    RayValue,
    Severity,
    Verdict,
)

HOSTILE = (
    "<script>alert(1)</script>",
    "[click](javascript:alert(1))",
    "![image](http://example.org/x.png)",
    "a | b | c",
    "`code` **bold** _it_ ~~no~~ $x$",
    "# heading\n\n- list\n1. one\n> quote\n---",
    "</a><img src=x onerror=alert(1)>",
    "``` fence",
    "\x00\x1b[31m",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_a_claim_becomes_markup(text):
    statement = StatementText(
        type="for all", says=text, latex="", hypotheses=(text,), where={text: text}
    )
    bad = part(
        Verdict.REFUTED,
        name=text,
        reading=text,
        text=statement,
        reason=text,
        covered=(text,),
        severity=Severity.CONCLUSION,
        witness={text: RayValue(text)},
        evidence=(replace(EVIDENCE, detail=text, restrictions=(text,)),),
        instead=instead(text=statement, meant=Source(text, text), reason=text),
    )
    found = claim(
        "a",
        Verdict.REFUTED,
        parts=(bad, bad),
        title=text,
        words=text,
        note=text,
        uses=(text,),
        source=Source(text, text),
        lost=(text,),
    )
    page = markdown(run(found, errors=(text,)))
    outside = "".join(spans_removed(line) for line in page.splitlines(keepends=True))
    without_anchors = outside.replace('<a id="paper/a"></a>', "")
    assert "<" not in without_anchors
    links = re.findall(r"(?<!\\)\]\(([^)]*)\)", outside)
    assert all(target.startswith("#") for target in links)
    starts = [line for line in page.splitlines() if line.startswith(("# ", "---", ">", "1."))]
    assert starts == ["# What was found"]
    for line in page.splitlines():
        if line.startswith("|") and "search" in line:
            assert spans_removed(line).replace("\\|", "").count("|") == 7


def spans_removed(line):
    """Return a line without its code spans, as CommonMark finds them."""
    out, rest = "", line
    while "`" in rest:
        before, tick, after = rest.partition("`")
        if before.endswith("\\"):
            out, rest = out + before + tick, after
            continue
        fence = tick + after[: len(after) - len(after.lstrip("`"))]
        inner = after[len(fence) - 1 :]
        end = closing(inner, fence)
        if end is None:
            out, rest = out + before + fence, inner
        else:
            out, rest = out + before, inner[end + len(fence) :]
    return out + rest


def closing(text, fence):
    at = 0
    while (at := text.find("`", at)) >= 0:
        length = len(text[at:]) - len(text[at:].lstrip("`"))
        if length == len(fence):
            return at
        at += length
    return None


def test_code_spans_cannot_be_left():
    assert code("a`` b") == "``` a`` b ```"
    assert code("a|b", table=True) == "`a\\|b`"
    assert escape("1. one\n# two") == "&#49;. one # two"
