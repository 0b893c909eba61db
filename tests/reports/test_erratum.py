"""The erratum of a paper as LaTeX."""

import re

from made_results import TEXT, TWO, claim, instead, part
from msgspec.structs import replace

from reports.erratum import erratum, escaped
from verify.evidence import Severity, Verdict


def failing(name, **changes):
    own = part(Verdict.REFUTED, hash=name.ljust(64, "0"), **changes)
    return claim(name, Verdict.REFUTED, parts=(own,))


def test_it_says_of_every_finding_what_is_printed_where_it_fails_and_what_holds():
    better = replace(
        TEXT,
        says="x <= 2",
        latex=r"x \leq 2",
        hypotheses=(*TEXT.hypotheses, "x < 3"),
        hypotheses_latex=(*TEXT.hypotheses_latex, "x < 3"),
    )
    shown = erratum(
        "Of 100 % and x_1",
        [
            failing(
                "thm-1.1",
                severity=Severity.CONCLUSION,
                witness=TWO,
                certificate={"claim": "a"},
                instead=instead(text=better),
            ),
            failing("thm-1.1-step-sum", severity=Severity.CONCLUSION),
            failing("eq-3", severity=Severity.TYPOGRAPHIC),
            claim("thm-1.2"),
        ],
    )
    assert r"Of 100 \% and x\_1: erratum" in shown
    assert "1 of 2 numbered results fails" in shown
    assert r"\item[Theorem 1.1] Title of thm-1.1 (section 1)." in shown
    assert r"Printed: $x \leq 1$." in shown
    assert "Fails at: x = 2." in shown
    assert r"Read instead: $x \leq 2$ if $x < 3$ (proved)." in shown
    assert "Also: Theorem 1.1, a step of its proof." in shown
    assert shown.index("Findings") < shown.index("Slips of the pen") < shown.index("Equation (3)")
    assert "nothing that we know of" in shown
    assert "Theorem 1.2" not in shown


def test_words_are_no_commands():
    hostile = "\\input{/etc/passwd} $x_1^2$ & 50% #1 ~ <a|b>"
    found = escaped(hostile)
    known = r"\\(textbackslash|textasciitilde|textasciicircum|textless|textgreater|textbar)\{\}"
    rest = re.sub(r"\\[&%$#_{}]", "", re.sub(known, "", found))
    assert not set(rest) & set("\\&%$#_{}~^<>|")
    shown = erratum(hostile, [claim("thm-1.1")])
    assert "\\input{" not in shown.replace("\\usepackage[utf8]{inputenc}", "")
