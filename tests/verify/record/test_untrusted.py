"""Files that somebody hands in are looked at before anything is read."""

import json

import pytest

from tests.verify.judging.test_certificate import certificate
from theory.language import reals
from verify.record import untrusted

x, y = reals("x y")


FILES = {
    "not json": b"certificate: 1",
    "not text": b"\xff\xfe\x00",
    "too large": b"[" + b"1," * 600_000 + b"1]",
    "too deep": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "deep lists": b"[" * 50 + b"]" * 50,
    "huge number": b"[" + b"9" * 10_000 + b"]",
    "float": b"[1.5]",
    "nan": b"[NaN]",
    "infinity": b"[-Infinity]",
    "twice": b'{"claim": "a", "claim": "b"}',
    "empty": b"",
    "cut off": b'{"claim": "a',
    "lone surrogate": b'["\\ud800',
}


@pytest.mark.parametrize("content", FILES.values(), ids=FILES.keys())
def test_hostile_files_are_refused_before_anything_is_evaluated(tmp_path, content):
    path = tmp_path / "certificate.json"
    path.write_bytes(content)
    with pytest.raises(untrusted.Unreadable):
        untrusted.read(path, dict)


def test_brackets_in_strings_are_no_depth(tmp_path):
    path = tmp_path / "certificate.json"
    content = {"a": "[" * 1000 + '"\\"', "b": certificate()}
    path.write_text(json.dumps(content), encoding="utf-8")
    assert untrusted.read(path, dict) == content
