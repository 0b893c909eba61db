"""Texts: Python's topics, and a local copy made here."""

import pytest
import torch

from numerics import texts
from numerics.local_data import VARIABLE, MissingData
from numerics.network_training import NO_LABEL


def test_topics_ship_with_python():
    found = texts.python_topics()
    assert len(found) > 50
    assert sum(map(len, found.values())) > 300_000
    assert list(found) == sorted(found)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    (tmp_path / "text").mkdir()
    return tmp_path / "text"


def test_a_local_copy_is_read_file_by_file(folder):
    (folder / "b.txt").write_text("cd")
    (folder / "a.txt").write_text("ab")
    tokens, kinds = texts.local()
    assert bytes(tokens.tolist()) == b"ab\ncd"
    assert kinds == texts.BYTES


def test_a_tokenizer_beside_it_is_used(folder):
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({"one": 0, "two": 1, "?": 2}, unk_token="?"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / texts.TOKENIZER))
    (folder / "a.txt").write_text("two one three")
    tokens, kinds = texts.local()
    assert (tokens.tolist(), kinds) == ([1, 0, 2], 3)
    (folder / texts.TOKENIZER).write_text("{")
    with pytest.raises(ValueError, match=r"tokenizer\.json is damaged"):
        texts.local()


def test_a_missing_or_damaged_text_is_said(folder, monkeypatch):
    with pytest.raises(MissingData, match=r"no \*\.txt in the folder text"):
        texts.local()
    (folder / "a.txt").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(ValueError, match=r"a\.txt is no text in UTF-8"):
        texts.local()
    monkeypatch.delenv(VARIABLE)
    with pytest.raises(MissingData, match="THMCHECK_DATA"):
        texts.local()


def test_the_label_of_a_token_is_the_next_one():
    found = texts.blocks(torch.arange(10), 4)
    assert found.inputs["input_ids"].tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert found.labels.tolist() == [[1, 2, 3, 4], [5, 6, 7, 8]]
    with pytest.raises(ValueError, match="no piece of 4 and the next"):
        texts.blocks(torch.arange(4), 4)


def test_masked_tokens_are_the_labels():
    found = texts.masked(torch.arange(5, 4005), 10, mask=3, share=0.2, seed=0)
    ids, hidden = found.inputs["input_ids"], found.labels != NO_LABEL
    assert (ids == 3).equal(hidden)
    assert 0.15 < float(hidden.double().mean()) < 0.25
    whole = torch.where(hidden, found.labels, ids).flatten()
    assert torch.equal(whole, torch.arange(5, 4005))
    with pytest.raises(ValueError, match="no piece of 10"):
        texts.masked(torch.arange(9), 10, mask=3, share=0.2, seed=0)
