"""Known facts: each has a reference."""

import pytest

from theory.argument_language import States
from theory.known_facts import KNOWN_FACTS


@pytest.mark.parametrize("name", KNOWN_FACTS)
def test_a_known_fact_has_a_reference(name):
    assert isinstance(KNOWN_FACTS[name].statement, States)
    assert len(KNOWN_FACTS[name].reference) > 20
