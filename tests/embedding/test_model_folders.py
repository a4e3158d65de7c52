"""Only a model that is on this computer, is what it claims to be and cannot run code is ever loaded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engramma.embedding import EmbeddingUnavailableError
from engramma.embedding.model_folders import (
    DEFAULT_MODEL,
    ModelFolder,
    canonical_name,
    check_model,
    find_model,
    tokenizer_file,
)

EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that looks like a model."""
    model = tmp_path / "my-model"
    model.mkdir()
    (model / "model.safetensors").write_bytes(b"")
    kinds = ["sentence_transformers.models.Transformer", "sentence_transformers.models.Pooling"]
    (model / "modules.json").write_text(json.dumps([{"type": kind, "path": ""} for kind in kinds]))
    return model


def test_a_folder_is_a_model_by_its_last_part(folder: Path) -> None:
    found = find_model(str(folder))
    assert (found.name, found.path) == ("my-model", folder)
    assert canonical_name(str(folder)) == "my-model"
    assert check_model(found) == EMPTY_SHA256


def test_weights_in_parts_have_one_hash_that_follows_each(folder: Path) -> None:
    (folder / "second.safetensors").write_bytes(b"1")
    before = check_model(find_model(str(folder)))
    (folder / "second.safetensors").write_bytes(b"2")
    assert check_model(find_model(str(folder))) != before


@pytest.mark.parametrize("name", ["sentence-transformers/all-MiniLM-L6-v2", " ALL-minilm-l6-v2 "])
def test_the_default_model_has_one_name(name: str) -> None:
    assert canonical_name(name) == DEFAULT_MODEL


def test_a_model_that_is_not_here_is_not_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(EmbeddingUnavailableError, match="nothing is downloaded"):
        find_model("someone/some-model")
    assert tokenizer_file("someone/some-model") is None


def test_a_model_in_the_cache_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    repository = tmp_path / "models--someone--some-model"
    (repository / "refs").mkdir(parents=True)
    (repository / "refs" / "main").write_text("abc123\n")
    (repository / "snapshots" / "abc123").mkdir(parents=True)
    assert find_model("someone/some-model").path == repository / "snapshots" / "abc123"


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda folder: (folder / "model.safetensors").unlink(), "no weights as safetensors"),
        (
            lambda folder: [(folder / "2_Dense").mkdir(), (folder / "2_Dense" / "pytorch_model.bin").touch()],
            "can run code",
        ),
        (
            lambda folder: (folder / "modules.json").write_text('[{"type": "my_code.Module"}]'),
            "code of its own",
        ),
        (lambda folder: (folder / "modules.json").write_text("{"), "cannot be read"),
        (lambda folder: (folder / "modules.json").write_text("[1]"), "cannot be read"),
    ],
)
def test_a_model_that_could_run_code_is_refused(folder: Path, spoil, complaint: str) -> None:  # type: ignore[no-untyped-def]
    spoil(folder)
    with pytest.raises(EmbeddingUnavailableError, match=complaint):
        check_model(find_model(str(folder)))


def test_pickles_beside_safetensors_are_left_alone(folder: Path) -> None:
    (folder / "pytorch_model.bin").touch()
    (folder / "training_args.bin").touch()
    assert check_model(find_model(str(folder))) == EMPTY_SHA256


@pytest.mark.parametrize("missing", [True, False])
def test_a_file_that_is_not_the_published_one_is_refused(folder: Path, missing: bool) -> None:
    if missing:
        (folder / "model.safetensors").unlink()
    else:
        (folder / "model.safetensors").write_bytes(b"other")
    model = ModelFolder("my-model", folder, (("model.safetensors", EMPTY_SHA256),))
    with pytest.raises(EmbeddingUnavailableError, match=r"published file|cannot be read"):
        check_model(model)
