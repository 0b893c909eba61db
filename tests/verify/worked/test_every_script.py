"""Every script that the report shows runs by itself, and says what fails of its numbers alone."""

import contextlib
import io
import re
import subprocess
import sys
import time

import pytest

from tests.whole_run import whole_run
from theory.argument_language import States
from verify.claims import catalogue
from verify.claims.statements import part_at
from verify.display.script import MANY_LINES, WIDE, scripts
from verify.display.text import as_spelled_for
from verify.evidence import Key
from verify.worked.illustrated import illustrated

SHOWN = {
    claim.id: claim
    for claim in whole_run().claims
    if any(part.script or (part.recomputed and claim.verdict.fails) for part in claim.parts)
}
MODULE = re.compile(r"^(?:import|from) (\w+)", re.M)
MODULES = {"fractions", "itertools", "math", "mpmath"}
SECONDS = 10
LONGER = {"signsgd-scaling/eq-40": 28}  # a chance, five sums and eight hypotheses
VALUES = re.compile(r"^ *# the (?:values|constants|variables)$(.*?)^ *# what is", re.M | re.S)
CASES = re.compile(r"^cases = (.*)", re.M | re.S)
MOVES = re.compile(
    r"alpha\(1\) - alpha\(0\)|^def least_slope\(", re.M
)  # where alpha has to be straight
CURVED = "y_0**2/(y_0 + slope*(x_0 - x))"  # what alpha is elsewhere
NUMBER = re.compile(r"(?<![\w.])-?\d+")


def written(claim_id):
    """Return the scripts for the parts of a claim that fail, by the place of the part."""
    claim = catalogue.load(claim_id)
    parts = {Key(i): part for i, part in enumerate(SHOWN[claim_id].parts)}
    certificates = {key: part.certificate for key, part in parts.items() if part.certificate}
    argued = [key for key, part in parts.items() if part.recomputed and key not in certificates]
    argued += [key for key in certificates if isinstance(part_at(claim, key).statement, States)]
    with as_spelled_for(claim):
        found = scripts(claim, certificates)
        found |= {key: illustrated(claim, key, certificates.get(key)).script for key in argued}
    assert all(found[key] for key, part in parts.items() if part.script)
    return {key: source for key, source in found.items() if source}


def last_line(source):
    """Return the last line that a script prints here; what stops it is no such line."""
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        try:
            exec(compile(source, "script", "exec"), {})
        except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as stopped:
            print(f"{type(stopped).__name__}: {stopped}")
    return shown.getvalue().rstrip().rpartition("\n")[2]


def run_alone(source, folder):
    """Return the last line that a script prints to whoever has Python and mpmath alone."""
    path = folder / "script.py"
    path.write_text(source, encoding="utf-8")
    command = [sys.executable, "-I", path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
    assert not done.stderr
    return done.stdout.splitlines()[-1]


def changed(source):
    """Yield a script with one of its numbers changed, for each number of the counterexample."""
    for place in (VALUES, CASES):
        for block in place.finditer(source):
            for number in NUMBER.finditer(source, *block.span(1)):
                value = int(number[0])
                printed = re.findall(r"\b\d{3,}\b", source.rpartition("# what is printed")[2])
                for other in (-value - 1, 0, 1, 1000 * value if value > 99 else 2, *printed):
                    yield f"{source[: number.start()]}{other}{source[number.end() :]}"


@pytest.mark.parametrize("claim_id", SHOWN)
def test_a_script_says_what_fails_and_no_more_with_another_number(claim_id, tmp_path):
    found = written(claim_id)
    assert found
    longest = max(source.count("\n") for source in found.values())
    assert longest <= LONGER.get(claim_id, MANY_LINES)
    for number, (key, source) in enumerate(found.items()):
        assert max(map(len, source.splitlines())) <= WIDE
        assert set(MODULE.findall(source)) <= MODULES
        start = time.process_time()
        last = run_alone(source, tmp_path) if number == 0 else last_line(source)
        assert last == "fails", key
        assert time.process_time() - start < SECONDS
        if MOVES.search(source):
            assert last_line(source.replace(CURVED, "None")) == "fails", key
        others = changed(source)
        assert any(last_line(other) != "fails" for other in others), key
