"""How a command ends that was used wrongly."""

import pytest


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "signsgd-scaling/eq-29"), "nearest: signsgd-scaling/eq-2"),
        (("check", "eq-28"), "nearest: signsgd-scaling/eq-2"),
        (("check", "nothing/*"), "no claim is called"),
        (("check", "i"), "the beginning of"),
        (("list", "--paper", "nobody"), "no paper is called 'nobody'; there are:"),
        (("list", "--verdict", "fine"), "not one of proved, supported"),
        (
            ("run", "--engine", "cloud"),
            "--engine cloud: there is no engine 'cloud', only local, dask\n",
        ),
        (("run", "--engine", "local://here:1"), "write --engine local\n"),
        (("run", "--engine", "here"), "--engine here: there is no engine 'here'"),
        (("run", "--allow", "nothing"), "no claim is called"),
        (("mutate",), "name claims, or a paper"),
        (("report",), "no run to report yet"),
        (("replay", "missing.json"), "No such file"),
        (("new", "Bad Name"), "no name for a paper"),
        (("new", "../evil"), "no name for a paper"),
        (("new", "less-data"), "exists already"),
    ],
)
def test_wrong_usage_exits_2_and_says_what_to_do(invoke, arguments, words):
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
