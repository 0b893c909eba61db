"""`doctor`: what is here, the example of every method, and what stays unchecked."""

import odd_papers


def test_doctor_tests_every_method(invoke):
    result = invoke("doctor")
    assert result.exit_code == 0, result.stdout
    for method in ("vacuity", "enumeration", "solver", "derivation", "balls", "search"):
        assert f"ok  {method}" in result.stdout
    assert "has no example" not in result.stdout


def test_doctor_says_what_this_machine_has(invoke):
    lines = invoke("doctor").stdout.splitlines()
    seen = {line.split()[1]: line for line in lines if line.startswith(("ok", "ILL"))}
    assert int(seen["processors"].split()[-1]) >= 1
    assert seen["memory"].endswith("GiB")


def test_doctor_says_what_stays_unchecked_and_why(invoke, tmp_path):
    with odd_papers.installed(tmp_path, "odd"):
        assert "\nunchecked: a pretrained model" not in invoke("doctor").stdout
        invoke("check", "odd/missing")
        assert "\nunchecked: a pretrained model\n    odd/missing\n" in invoke("doctor").stdout
