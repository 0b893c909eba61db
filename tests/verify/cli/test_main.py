"""The command itself."""


def test_version(invoke):
    assert invoke("--version").stdout.startswith("thmcheck ")
