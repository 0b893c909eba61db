"""Runs come back from their JSON, and nothing else is a run."""

import json

import pytest
from made_results import EVIDENCE, TEXT, TWO, claim, instead, part, run

from reports.results import (
    Edit,
    LegendEntry,
    MutantResult,
    Mutation,
    Run,
    Source,
)
from tests.reports.test_markdown import HOSTILE
from verify.evidence import (
    Key,
    NotDecoded,
    Severity,
    Tier,
    Verdict,
)


def full_run():
    """Return a run whose claim has something in every field that holds records."""
    failed = part(
        Verdict.REFUTED,
        severity=Severity.RATE,
        witness=TWO,
        instead=instead(evidence=(EVIDENCE,), meant=Source("section 9")),
    )
    edit = Edit(
        change="x >= 1 added",
        size=1,
        text=TEXT,
        verdict=Verdict.PROVED,
        tier=Tier.SOLVER,
        by="solver",
        witness=TWO,
    )
    fate = MutantResult(Key(0, instead=True), "x < 2", "true", "solver")
    found = claim(
        "a",
        Verdict.REFUTED,
        parts=(failed, part(name="other", certificate=None)),
        terms={"R_n": LegendEntry("R_{n}", "the ratio")},
        mutation=Mutation(1, 1, 0, (fate,)),
        repairs={Key(0): (edit,)},
    )
    return run(found)


def test_results_come_back_from_their_json():
    found = Run.from_json(full_run().to_json())
    assert found == full_run()
    (back,) = found.claims
    assert all(isinstance(key, Key) for key in (*back.repairs, back.mutation.mutants[0].statement))
    with pytest.raises(NotDecoded, match="schema_version"):
        Run.from_json('{"schema_version": 99}')


def changed(path, entry):
    """Return the JSON of a full run with one entry changed or added."""
    data = json.loads(full_run().to_json())
    *way, last = path.split(".")
    place = data
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[last] = entry
    return json.dumps(data)


@pytest.mark.parametrize("text", [*HOSTILE, ""])
@pytest.mark.parametrize(
    "path",
    [
        "profile",
        "claims.0.verdict",
        "claims.0.tier",
        "claims.0.severity",
        "claims.0.source",
        "claims.0.headline",
        "claims.0.proof",
        "claims.0.code",
        "claims.0.terms.R_n",
        "claims.0.mutation.mutants.0.statement",
        "claims.0.mutation.mutants.0.end",
        "claims.0.repairs.0.0.tier",
        "claims.0.parts.0.verdict",
        "claims.0.parts.0.text.type",
        "claims.0.parts.0.witness.x",
        "claims.0.parts.0.evidence.0.outcome",
        "claims.0.parts.0.instead.verdict",
        "claims.0.parts.0.instead.tier",
        "claims.0.parts.0.instead.meant",
    ],
)
def test_text_cannot_stand_for_anything_else(path, text):
    with pytest.raises(NotDecoded):
        Run.from_json(changed(path, text))


@pytest.mark.parametrize(
    ("path", "entry"),
    [
        ("schema_version", 1),
        ("claims.0.headline", 2),
        ("claims.0.mutation.mutants.0.statement", 7),
        ("claims.0.headline", -1),
        ("claims.0.says", "x <= 1"),
        ("claims.0.source", {"main": 7}),
        ("claims.0.source", {"page": "7"}),
        ("claims.0.source", None),
        ("claims.0.source_hash", "<script>"),
        ("claims.0.repairs", {"first": []}),
        ("claims.0.repairs", {"0/other": []}),
        ("claims.0.repairs", {"-1": []}),
        ("claims.0.parts.0.hash", "0" * 63),
        ("claims.0.parts.0.says", "x <= 1"),
        ("claims.0.parts.0.text.says", None),
        ("claims.0.parts.0.instead.text", {"says": "x <= 2"}),
    ],
)
def test_what_is_no_record_is_refused(path, entry):
    with pytest.raises(NotDecoded):
        Run.from_json(changed(path, entry))


def test_a_changed_run_is_refused_only_for_what_was_changed():
    assert Run.from_json(changed("claims.0.parts.0.text.says", HOSTILE[0])) != full_run()
