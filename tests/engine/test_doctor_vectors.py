"""A store whose vectors are damaged, missing or of other models opens, recalls, says so, and is mended by one job."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from tests.engine import doctored

from engramma.embedding import Vectors
from engramma.embedding.hashing import DIMENSIONS as WIDTH
from engramma.embedding.hashing import HashingEmbedder
from engramma.engine import MemoryStore, open_store
from engramma.model.clock import FixedClock
from engramma.model.doctor import CheckResult
from engramma.model.embedding import EmbeddingModel
from engramma.model.progress import CancelToken
from engramma.store.vectors import matrix
from engramma.store.vectors.sidecar import sidecars_of

TEXTS = [f"The {word} warehouse stands in street {number}." for number, word in enumerate("abcdefghij")]
QUESTION = "Where does the c warehouse stand?"


class Wide(HashingEmbedder):
    """Another model, with 768 numbers a vector."""

    name = "wide"

    def model(self, *, patience: float = 60.0) -> EmbeddingModel:
        return EmbeddingModel("wide", "1" * 64, 768)

    def embed(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> Vectors:
        rows = super().embed(texts, cancel=cancel)
        wide = np.zeros((len(rows), 768), dtype=np.float32)
        wide[:, : rows.shape[1]] = rows
        return wide

    def embed_query(self, text: str, *, patience: float = 1.0) -> Vectors:
        return self.embed([text])[0]


@pytest.fixture
def store(store_path: Path, frozen_clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> MemoryStore:
    """Ten memories with vectors, closed again."""
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "hash")
    with open_store(store_path, clock=frozen_clock, create=True) as made:
        for text in TEXTS:
            made.memories.remember(text)
        made.embedding.run()
    return made


def opened(path: Path, clock: FixedClock) -> MemoryStore:
    """The store anew; it opens and recalls whatever state its vectors are in."""
    store = open_store(path, clock=clock)
    hits = store.recall.ask(QUESTION).hits
    assert hits[0].text == TEXTS[2]
    return store


def checks(store: MemoryStore) -> dict[str, CheckResult]:
    """Of the vectors; everything else is sound."""
    found = store.doctor.check().checks
    assert all(check.ok for check in found if not check.name.startswith("vectors_"))
    return {
        check.name.removeprefix("vectors_"): check for check in found if check.name.startswith("vectors_")
    }


def failed(store: MemoryStore) -> list[str]:
    return [name for name, check in checks(store).items() if not check.ok]


def blob(value: float, *, width: int) -> str:
    return f"x'{np.full(width, value, dtype='<f4').tobytes().hex()}'"


def test_rows_that_are_no_vectors(store: MemoryStore, store_path: Path, frozen_clock: FixedClock) -> None:
    doctored.damage(
        store_path,
        [
            f"UPDATE vector SET data = {blob(0.0, width=WIDTH)} WHERE id = 1",
            f"UPDATE vector SET data = {blob(float('nan'), width=WIDTH)} WHERE id = 3",
            f"UPDATE vector SET data = {blob(0.5, width=768)} WHERE id = 4",
            f"UPDATE vector SET data = {blob(0.5, width=WIDTH)} WHERE id = 5",
            "DELETE FROM vector WHERE id = 6",
            "UPDATE embedding_model SET erasures = erasures + 1",
        ],
    )
    with opened(store_path, frozen_clock) as again:
        assert failed(again) == ["damaged"]
        damaged = checks(again)["damaged"]
        assert damaged.count == 4
        for words in (
            "1 zero",
            "1 not finite",
            "1 of another width",
            "1 not of length 1",
            "recall leaves them out",
        ):
            assert words in damaged.detail
        missing = checks(again)["missing"]
        assert (missing.ok, missing.count) == (True, 1)
        done = again.doctor.repair()
        assert (done.mended, done.operation_id) == (("vectors_damaged",), None)
        assert checks(again)["missing"].count == 5
        assert "engramma embed" in checks(again)["missing"].detail
        again.embedding.run()
        assert checks(again)["missing"].count == 0
        assert len(again.embedding.matrix()) == len(TEXTS)
        assert again.recall.ask(QUESTION).mode == "hybrid"


def test_vectors_of_another_width_altogether(
    store: MemoryStore, store_path: Path, frozen_clock: FixedClock
) -> None:
    with open_store(store_path, clock=frozen_clock) as made:
        made.workspace.vectors.use(Wide())
        made.embedding.run()
    with opened(store_path, frozen_clock) as again:
        assert failed(again) == ["model"]
        found = checks(again)["model"]
        assert (found.count, found.repair) == (len(TEXTS), "")
        assert "768 wide" in found.detail
        assert "`engramma embed`" in found.detail
        assert again.recall.ask(QUESTION).notice
        assert again.doctor.repair().mended == (), "a change of the model is for its own job"
        again.embedding.run()
        assert failed(again) == []
        assert again.embedding.matrix().vectors.shape == (len(TEXTS), WIDTH)


def test_a_mixture_of_models(store: MemoryStore, store_path: Path, frozen_clock: FixedClock) -> None:
    doctored.damage(
        store_path,
        [
            "INSERT INTO embedding_model VALUES (7, 'old', 'abc', 768, 0, 90, 0)",
            f"INSERT INTO vector VALUES (90, 7, 'memory', 1, x'00', {blob(0.5, width=768)})",
            "INSERT INTO vector SELECT 50, model_id, 'memory', 777, x'00', data FROM vector WHERE id = 1",
        ],
    )
    with opened(store_path, frozen_clock) as again:
        assert failed(again) == ["model", "orphaned"]
        assert "count lags" in checks(again)["model"].detail
        assert again.doctor.repair().mended == ("vectors_model", "vectors_orphaned")
        assert failed(again) == []
    doctored.damage(store_path, ["UPDATE embedding_model SET current = 0"])
    with opened(store_path, frozen_clock) as again:
        assert failed(again) == ["model"]
        assert again.doctor.repair().mended == ("vectors_model",)
        assert len(again.embedding.matrix()) == len(TEXTS)


def test_a_change_of_the_model_that_was_stopped_goes_on(
    store: MemoryStore, store_path: Path, frozen_clock: FixedClock
) -> None:
    with open_store(store_path, clock=frozen_clock) as made:
        model_id = made.embedding.matrix().model
        assert model_id is not None
    doctored.damage(
        store_path,
        [
            "UPDATE embedding_model SET name = 'old', sha256 = 'abc'",
            "INSERT INTO embedding_model VALUES (7, 'hashing', 'def', 128, 0, 90, 0)",
            "INSERT INTO vector SELECT 90, 7, owner_type, owner_id, content_key, data FROM vector WHERE id = 1",
        ],
    )
    with opened(store_path, frozen_clock) as again:
        found = checks(again)["model"]
        assert (found.ok, found.repair) == (False, "")
        assert "old" in found.detail
        again.doctor.repair()
        with doctored.raw(store_path) as connection:
            assert connection.execute("SELECT count(*) FROM vector WHERE model_id = 7").fetchone() == (1,)


def test_a_sidecar_that_disagrees(
    store: MemoryStore, store_path: Path, frozen_clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matrix, "_SMALLEST_SIDECAR", 1)
    with open_store(store_path, clock=frozen_clock) as made:
        made.embedding.matrix()
        (sidecar,) = sidecars_of(store_path)
        assert failed(made) == []
    good = sidecar.read_bytes()
    sidecar.write_bytes(good[:2_000] + b"\\x00\\x00\\x80\\x3f" + good[2_004:])
    with open_store(store_path, clock=frozen_clock) as made:
        assert failed(made) == ["sidecar"]
        assert checks(made)["sidecar"].count == 1
    sidecar.write_bytes(good[:-50])
    with open_store(store_path, clock=frozen_clock) as made:
        assert failed(made) == ["sidecar"]
        assert made.doctor.repair().mended == ("vectors_sidecar",)
        assert sidecars_of(store_path) == ()
        assert made.recall.ask(QUESTION).hits
