"""The kinds of engines, and how a user names them."""

from contextlib import contextmanager

import pytest

from verify.errors import UsageError
from verify.running.engine import Address, InProcess
from verify.running.engines import ENGINES, EngineKind, engine_named
from verify.running.items import Limits

NARROW = Limits(seconds=10, memory=2**30)


def test_an_engine_somewhere_else_is_given_its_address(monkeypatch):
    opened = []

    @contextmanager
    def cluster(limits, address):
        opened.append((limits, address))
        yield InProcess()

    monkeypatch.setitem(ENGINES, "cluster", EngineKind(cluster, has_address=True))
    with engine_named("cluster://some.host:8786", offered=True)(NARROW) as engine:
        assert isinstance(engine, InProcess)
    assert opened == [(NARROW, Address("some.host", 8786))]
    for wrong in ("cluster", "cluster://", "cluster://host", "cluster://:1", "cluster://host:0"):
        with pytest.raises(UsageError, match="HOST:PORT"):
            engine_named(wrong)
    with pytest.raises(UsageError, match="write --engine local"):
        engine_named("local://some.host:8786")
