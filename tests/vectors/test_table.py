"""A static table in the format of model2vec."""

from __future__ import annotations

import json
import os
import struct
import sys
from collections.abc import Sequence
from math import hypot
from pathlib import Path

import pytest

from memento_cli.actions.vectors.embedding import Embedder, embedder_of
from memento_cli.actions.vectors.providers.provider import ProviderFault
from memento_cli.actions.vectors.providers.table import Table
from memento_cli.core.vectors.quantized import components, cosine
from memento_cli.core.vectors.texts import DOCUMENT, QUERY
from tests.vectors.settings import settings_with
from tests.vectors.static_table import TEXTS, VARIANTS, Variant, safetensors, static_table

pytest.importorskip("tokenizers")
RECORDED = dict(map(json.loads, Path(__file__).with_name("model2vec.jsonl").open()))
HALF = 1e-3
"""How exact model2vec's own answer is where its numbers have 16 bits."""


def embedder(folder: Path) -> Embedder:
    """The embedder of a table."""
    made = embedder_of(settings_with(table=str(folder)))
    assert made is not None
    return made


def scaled(vector: Sequence[float], is_unit: bool) -> list[float]:
    """A vector as model2vec answers it."""
    length = hypot(*vector) or 1.0
    return [component / length if is_unit else component for component in vector]


@pytest.mark.parametrize("name", VARIANTS)
def test_as_model2vec_has_it(tmp_path: Path, name: str) -> None:
    """The vectors are those of model2vec, with every tokenizer, type, weight and limit."""
    variant = VARIANTS[name]
    folder = static_table(tmp_path / name, variant)
    vectors = Table(str(folder)).embed([(text, DOCUMENT) for text in TEXTS], 10)
    is_unit = bool(variant.config.get("normalize"))
    for vector, recorded in zip(vectors, RECORDED[name], strict=True):
        exact = HALF if variant.dtype == "F16" else 1e-5
        assert scaled(vector, is_unit) == pytest.approx(recorded, abs=exact)


@pytest.mark.parametrize("tokenizer", ["wordpiece", "unigram"])
def test_rows(tmp_path: Path, tokenizer: str) -> None:
    """Texts of one meaning are alike, also in two languages."""
    folder = static_table(tmp_path / "table", Variant(tokenizer, dims=128))
    texts = ["my car", "the automobile", "自動車", "a glass of wine"]
    car, *others = map(components, embedder(folder).embed(texts, QUERY, 10).rows)
    automobile, japanese, wine = (cosine(car, row) for row in others)
    assert min(automobile, japanese) > 0.5 > 0.3 > wine


def test_unknown_words(tmp_path: Path) -> None:
    """A text of which no word is known is like nothing."""
    folder = static_table(tmp_path / "table", VARIANTS["wordpiece"])
    assert embedder(folder).embed(["Привет"], QUERY, 10).rows == [bytes(8)]


def test_a_folder_of_links(tmp_path: Path) -> None:
    """The files may be links, as in the cache of a model hub."""
    folder = static_table(tmp_path / "blobs", VARIANTS["unigram"])
    (tmp_path / "table").mkdir()
    for file in folder.iterdir():
        (tmp_path / "table" / file.name).symlink_to(file)
    assert embedder(tmp_path / "table").embed(["car"], QUERY, 10) == (
        embedder(folder).embed(["car"], QUERY, 10)
    )


def test_without_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library for tokens the error says what to install."""
    folder = static_table(tmp_path / "table", VARIANTS["wordpiece"])
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(ProviderFault, match="tokenizers, which is not installed") as raised:
        embedder(folder).embed(["car"], QUERY, 10)
    assert raised.value.hint == "pip install tokenizers"


ONE = ("F32", [1, 8], [1.0] * 8)


def with_header(header: object) -> bytes:
    """A file with a header of one's own, and a few numbers."""
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + bytes(64)


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("model.safetensors", None, "No such file"),
        ("model.safetensors", b"", "no safetensors file"),
        ("model.safetensors", struct.pack("<Q", 2**60) + b"{}", "no safetensors file"),
        ("model.safetensors", with_header([1]), "no safetensors file"),
        ("model.safetensors", with_header({"embeddings": {"dtype": "F32"}}), "no safetensors"),
        (
            "model.safetensors",
            with_header(
                {"embeddings": {"dtype": "F32", "shape": [9, 9], "data_offsets": [0, 324]}}
            ),
            "no safetensors file",
        ),
        (
            "model.safetensors",
            with_header({"embeddings": {"dtype": "F32", "shape": [2, 8], "data_offsets": [0, 63]}}),
            "no safetensors file",
        ),
        ("model.safetensors", safetensors({"other": ONE}), "has no embeddings"),
        ("model.safetensors", safetensors({"embeddings": ONE}), "not those of its vectors"),
        ("tokenizer.json", None, "tokenizer.json"),
        ("tokenizer.json", b"{}", "tokenizer.json"),
        ("config.json", b"[1]", "no object in JSON"),
    ],
)
def test_broken_tables(tmp_path: Path, name: str, content: bytes | None, problem: str) -> None:
    """A table with a broken file is a fault in one line that names the folder and the file."""
    folder = static_table(tmp_path / "table", VARIANTS["wordpiece"])
    if content is None:
        os.remove(folder / name)
    else:
        (folder / name).write_bytes(content)
    with pytest.raises(ProviderFault, match=problem) as raised:
        embedder(folder).embed(["car"], QUERY, 10)
    assert str(folder) in raised.value.message and raised.value.message.isprintable()
    assert raised.value.retry_after is None and not raised.value.is_too_large


def test_without_a_configuration(tmp_path: Path) -> None:
    """The configuration may be missing; then 512 tokens of a text are read."""
    folder = static_table(tmp_path / "table", VARIANTS["unigram"])
    whole = embedder(folder).embed(TEXTS[:1], QUERY, 10)
    os.remove(folder / "config.json")
    assert embedder(folder).embed(TEXTS[:1], QUERY, 10) == whole
