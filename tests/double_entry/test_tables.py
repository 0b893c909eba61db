"""Tables and their settings, transcribed twice: each was typed from the page without the other."""

from decimal import Decimal

import sympy as sp

from theory.claim import Observed
from theory.papers.steepest_mirror.experiments import SIGN_DESCENT
from theory.papers.steepest_mirror.table_4 import STRENGTHS, TAB_4, TABLE_4, greatest, least

# table 4 of the paper on steepest mirror flows: L, alpha_1 (decoupled, as appendix I says), alpha_2
# (coupled), distance from the predicted balance, distance from the truth
ROWS = """
 1  0     1e-4  0       7.1
 1  1e-4  0     0       7.0
 1  0     1e-3  0       7.1
 1  1e-3  0     0       5.8
 1  0     1e-2  0       7.1
 1  1e-2  0     0       1.0
 1  0     0     0       7.1
 2  0     1e-4  5.3e-4  4.8e-1
 2  1e-4  0     7.3e-5  4.7e-1
 2  0     1e-3  5.1e-3  4.7e-1
 2  1e-3  0     1.8e-3  4.1e-1
 2  0     1e-2  3.5e-2  4.7e-1
 2  1e-2  0     6.7e-4  4.8e-1
 2  0     0     1.1e-4  4.8e-1
10  0     1e-4  1.2e-1  2.5e-4
10  1e-4  0     1.5e-4  1.4e-4
10  0     1e-3  3.9e-1  2.9e-4
10  1e-3  0     2.9e-4  4.9e-5
10  0     1e-2  7.8e-1  3.0e-3
10  1e-2  0     1.6e-3  7.9e-6
10  0     0     1.5e-4  2.1e-4
"""
SETTINGS = {
    "n": 100,
    "k": 80,
    "q": 1,
    "learning rate": "1e-4",
    "steps": 10**6,
    "truth": "1 five times, then 0",
    "start": "w_1 = 0, w_i = 0.1",
}


def test_the_numbers_of_table_4_are_the_same():
    entered: dict = {}
    for depth, decoupled, coupled, *values in map(str.split, ROWS.strip().splitlines()):
        assert "0" in (decoupled, coupled)
        kind = "decoupled" if decoupled != "0" else "coupled" if coupled != "0" else "none"
        strength = next((s for s in (decoupled, coupled) if s != "0"), None)
        entered.setdefault((int(depth), kind), {})[strength] = tuple(values)
    claimed = {
        (depth, kind): dict(zip((None,) if kind == "none" else STRENGTHS, rows, strict=True))
        for depth, kinds in TABLE_4.items()
        for kind, rows in kinds.items()
    }
    assert entered == claimed


def observed():
    return [part.statement for part in TAB_4.parts if isinstance(part.statement, Observed)]


def test_the_settings_of_table_4_are_the_same():
    assert SIGN_DESCENT == SETTINGS
    for statement in observed():
        assert statement.settings.items() >= SETTINGS.items()


def test_every_cell_of_table_4_is_claimed_up_to_rounding():
    """At depth 1 there is no pair of factors, and so no balance."""
    expected, claimed = {}, set()
    for depth, decoupled, coupled, *values in map(str.split, ROWS.strip().splitlines()):
        kind = "decoupled" if decoupled != "0" else "coupled" if coupled != "0" else "none"
        strength = next((s for s in (decoupled, coupled) if s != "0"), None)
        for column, value in zip(("balance", "distance"), values, strict=True):
            if depth != "1" or column != "balance":
                expected[int(depth), kind, strength, column] = Decimal(value)
    for statement in observed():
        said = statement.settings
        if "column" in said:
            cell = said["L"], said["decay"], said.get("strength"), said["column"]
            claimed.add(cell)
            unit = Decimal((0, (1,), expected[cell].as_tuple().exponent))
            for units, fits in (("-0.51", 0), ("-0.5", 1), ("0.5", 1), ("0.51", 0)):
                value = sp.Rational(str(expected[cell] + unit * Decimal(units)))
                assert bool(statement.effect.subs({least: value, greatest: value})) == fits
    assert claimed == expected.keys()
