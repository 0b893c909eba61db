"""The words that evidence is made of, and the form that records have in JSON."""

import copy
import pickle
import re

import pytest

from verify.evidence import (
    Evidence,
    Key,
    NotDecoded,
    Outcome,
    Proof,
    RationalValue,
    Severity,
    Tier,
    Verdict,
    from_json,
    plain,
    to_json,
)

KEYS = [Key(0), Key(0, instead=True), Key(12), Key(12, instead=True)]


@pytest.mark.parametrize("key", KEYS)
def test_a_key_comes_back(key):
    assert Key.parse(str(key)) == key
    assert (key.part, key.instead) in ((0, False), (0, True), (12, False), (12, True))
    for again in (copy.copy(key), pickle.loads(pickle.dumps(key))):
        assert type(again) is Key
        assert again == key
    (found,) = from_json(to_json({key: 1}), dict[Key, int])
    assert type(found) is Key
    assert found == key


def test_keys_have_the_names_that_files_know():
    assert to_json([Key(1), Key(1, instead=True)]) == '["1","1/instead"]'
    assert plain({Key(1): Key(2)}) == {"1": "2"}


@pytest.mark.parametrize(
    "name", ["", "x", "01", "-1", "+1", " 1", "1/", "1/other", "1/instead/", "١"]
)
def test_what_names_no_key_is_refused(name):
    with pytest.raises(ValueError, match=r"key|int\(\)"):
        Key.parse(name)
    with pytest.raises(NotDecoded):
        from_json(to_json({name: 1}), dict[Key, int])


def test_evidence_comes_back_and_nothing_else_is_evidence():
    piece = Evidence("search", Outcome.FAILS, Tier.SEARCH, witness={"x": RationalValue("1/2")})
    data = plain(piece)
    assert from_json(to_json(piece), Evidence) == piece
    for wrong in (
        {**data, "outcome": "maybe"},
        {**data, "more": 1},
        {**data, "size": "1"},
        {**data, "witness": {"x": {"kind": "rational"}}},
        {**data, "witness": {"x": {"kind": "rational", "value": "one half"}}},
        {**data, "witness": {"x": {"kind": "complex", "value": "1"}}},
        {name: value for name, value in data.items() if name != "tier"},
        [data],
    ):
        with pytest.raises(NotDecoded):
            from_json(to_json(wrong), Evidence)


def test_what_is_no_record_has_no_form_in_json():
    with pytest.raises(NotImplementedError, match="complex"):
        to_json(1j)


@pytest.mark.parametrize("words", [Outcome, Tier, Proof, Severity, Verdict])
def test_every_word_has_its_sentence_and_its_place(words):
    members = list(words)
    assert all(member.sentence for member in members)
    assert len({member.sentence for member in members}) == len(members)
    assert len({member.rank for member in members}) == len(members)


def test_every_verdict_has_a_colour_of_its_own():
    colours = [verdict.colour for verdict in Verdict]
    assert len(set(colours)) == len(colours)
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours)
    assert all(verdict.when for verdict in Verdict)
