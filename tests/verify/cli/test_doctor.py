"""`doctor`: the example of every method."""


def test_doctor_tests_every_method(invoke):
    result = invoke("doctor")
    assert result.exit_code == 0, result.stdout
    for method in ("vacuity", "enumeration", "solver", "derivation", "balls", "search"):
        assert f"ok  {method}" in result.stdout
    assert "has no example" not in result.stdout
