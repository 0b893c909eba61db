"""The published schema of a run is that of its records."""

import json

import jsonschema

from reports.schema import PAGE, schema
from verify.evidence import Tier, Verdict


def test_the_published_schema_is_that_of_the_records():
    assert PAGE.read_text(encoding="utf-8") == schema(), "make docs"


def test_it_is_a_schema_and_knows_every_word():
    found = json.loads(schema())
    jsonschema.Draft202012Validator.check_schema(found)
    assert set(found["$defs"]["Verdict"]["enum"]) == {v.value for v in Verdict}
    assert set(found["$defs"]["Tier"]["enum"]) == {t.value for t in Tier}
    assert found["$defs"]["PartResult"]["additionalProperties"] is False
