"""Every claim is a pytest item, and its verdict in the quick profile is no surprise.

An item fails where `thmcheck run` would not exit with 0: the verdict differs from the recorded one
or contradicts that of another profile, or there is an error. `make claims` asks all claims,
`pytest -k thm-4.8` those whose ids contain this. Without `-k` or the name of this file nothing of
it is collected.
"""

from __future__ import annotations

import pytest

from verify.claims import catalogue  # reads ids from source text: to collect them builds no claim


@pytest.fixture(scope="session")
def complaints(request: pytest.FixtureRequest) -> dict[str, list[str]]:
    """What is wrong, by id of the claim; all claims that were selected are checked in one run."""
    from verify.cli.options import CORES
    from verify.record import committed
    from verify.running import run
    from verify.running.options import Options

    items = [item for item in request.session.items if isinstance(item, pytest.Function)]
    ids = [str(i.callspec.params["claim_id"]) for i in items if i.function is test_claim]
    recorded = committed.load()
    found = run.run(
        ids,
        Options(jobs=CORES, fresh=True),
        certificates=committed.certificates(),
        others=run.known_from(recorded),
    )
    wrong = {claim_id: [f"error: {e}" for e in found.errors_of(claim_id)] for claim_id in ids}
    for change in committed.surprises(found, recorded):
        wrong[change.id].append(f"recorded -> found: {change}")
    return wrong


@pytest.mark.parametrize("claim_id", catalogue.index())
def test_claim(claim_id: str, complaints: dict[str, list[str]]) -> None:
    """Its verdict is no surprise."""
    if complaints[claim_id]:
        pytest.fail("\n".join(complaints[claim_id]), pytrace=False)


def test_every_file_of_claims_can_be_read() -> None:
    """What cannot be read has no item above."""
    assert [problem.words for problem in catalogue.problems()] == []
