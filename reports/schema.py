"""The JSON schema of a run, made from the types of its records.

`python -m reports.schema` writes it.
"""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path

import msgspec

from reports.results import Run
from verify.evidence import Key, to_json

PAGE = Path(__file__).resolve().parents[1] / "docs" / "run.schema.json"


def schema() -> str:
    """Return the schema as JSON text."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A run of thmcheck"}
    found = msgspec.json.schema(Run, schema_hook=_of_key)
    for about in found["$defs"].values():
        if "description" in about:  # a docstring, which not every Python has without its margin
            about["description"] = cleandoc(about["description"])
    return to_json({**head, **found}, indent=1) + "\n"


def _of_key(kind: type) -> dict[str, str]:
    if kind is Key:
        return {"type": "string", "pattern": "^[0-9]+(/instead)?$"}
    raise NotImplementedError(f"{kind.__name__} has no schema")


if __name__ == "__main__":
    PAGE.write_text(schema(), encoding="utf-8")
