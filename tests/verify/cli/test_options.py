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


def test_a_missing_gpu_is_named(invoke):
    torch = pytest.importorskip("torch")
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    result = invoke("run", "--device", "cuda")
    assert result.exit_code == 2
    assert "--device cuda: torch finds no CUDA device" in result.stderr
