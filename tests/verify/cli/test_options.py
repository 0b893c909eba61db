"""What the options of all commands may be."""

import pytest


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "--profile", "huge"),
        ("run", "--jobs", "0"),
        ("run", "--jobs", "x"),
        ("nonsense",),
        ("check",),
        ("run", "--device", "tpu"),
    ],
)
def test_options_are_checked(invoke, arguments):
    assert invoke(*arguments).exit_code == 2


@pytest.mark.parametrize("jobs", ["0", "x"])
def test_a_variable_says_how_many_workers_there_are(invoke, monkeypatch, jobs):
    monkeypatch.setenv("THMCHECK_JOBS", jobs)
    result = invoke("run")
    assert result.exit_code == 2
    assert "THMCHECK_JOBS" in result.stderr


def test_a_missing_gpu_is_named(invoke):
    torch = pytest.importorskip("torch")
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    result = invoke("run", "--device", "cuda")
    assert result.exit_code == 2
    assert "--device cuda: torch finds no CUDA device" in result.stderr
