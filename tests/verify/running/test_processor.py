"""The limit on processor time: it ends what computes, not what waits, and is lifted afterwards."""

import resource
import time

import pytest

from verify.running.process import Worker, WorkerDied
from verify.running.processor import processor_time


def nothing():
    """Set up nothing."""


def wait_or_compute(busy):
    with processor_time(1):
        started = time.monotonic()
        while time.monotonic() - started < (60 if busy else 3):
            if not busy:
                time.sleep(0.1)
    return "done", True


@pytest.fixture
def worker():
    running = Worker(nothing, wait_or_compute, 100)
    yield running
    running.stop()


def test_what_computes_for_too_long_costs_its_item_and_what_waits_does_not(worker):
    with pytest.raises(WorkerDied, match="no answer within its processor time"):
        worker.submit(True).result()
    assert worker.submit(False).result() == "done"


def test_the_limit_is_for_the_block_alone():
    before = resource.getrlimit(resource.RLIMIT_CPU)
    with processor_time(1000):
        within, most = resource.getrlimit(resource.RLIMIT_CPU)
    assert 1000 <= within <= 1001 + time.process_time()
    assert most == before[1]
    assert resource.getrlimit(resource.RLIMIT_CPU) == before
