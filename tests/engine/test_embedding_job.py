"""The embed job: everything gets its vector, in spite of bad texts, cancelling, other processes and other models."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from engramma.embedding import Embedder, EmbeddingFailedError, EmbeddingUnavailableError, Vectors
from engramma.embedding.hashing import HashingEmbedder
from engramma.engine import MemoryStore, open_store
from engramma.engine.embedding import embedding_job, new_vectors
from engramma.model.clock import FixedClock
from engramma.model.embedding import EmbeddingModel
from engramma.model.errors import StoreBusyError
from engramma.model.progress import Cancelled, CancelToken, Progress
from engramma.model.recall import RecallMode
from engramma.store.leases import held_lease
from engramma.theory.ranking.passages import passages


@pytest.fixture(autouse=True)
def hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No model, and batches so small that few texts make several."""
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "hash")
    monkeypatch.setattr(embedding_job, "BATCH", 16)
    monkeypatch.setattr(new_vectors, "_WRITE", 10)


class Other(HashingEmbedder):
    """Another model: the same rows, turned."""

    name = "other"

    def model(self, *, patience: float = 60.0) -> EmbeddingModel:
        return EmbeddingModel("other", "0" * 64, super().model().dimensions)

    def embed(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> Vectors:
        return np.ascontiguousarray(super().embed(texts, cancel=cancel)[:, ::-1])


class Picky(HashingEmbedder):
    """Refuses every batch with a bad text in it."""

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.bad = "bad"

    def embed(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> Vectors:
        self.batches.append(len(texts))
        if any(self.bad in text for text in texts):
            raise EmbeddingFailedError("That text is bad.")
        return super().embed(texts, cancel=cancel)


class Slow(HashingEmbedder):
    """Waits before each batch until it is let go."""

    def __init__(self) -> None:
        self.waiting = threading.Event()
        self.go = threading.Event()

    def embed(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> Vectors:
        self.waiting.set()
        self.go.wait(10)
        return super().embed(texts, cancel=cancel)


class Erasing(HashingEmbedder):
    """Erases a turn just when its words are embedded with the turn after it."""

    def __init__(self, path: Path, event_id: int) -> None:
        self._path = path
        self._event_id = event_id

    def embed(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> Vectors:
        if any(text.endswith("4711. Really?") for text in texts):
            with sqlite3.connect(self._path) as raw:
                raw.execute("UPDATE event SET text = '' WHERE id = ?", (self._event_id,))
        return super().embed(texts, cancel=cancel)


def use(store: MemoryStore, embedder: Embedder) -> None:
    store.workspace.vectors.use(embedder)


def fill(store: MemoryStore, count: int, word: str = "fact") -> list[int]:
    return [store.memories.remember(f"Some {word} number {number}.").id for number in range(count)]


def vectors(store: MemoryStore) -> dict[tuple[str, str, int], bytes]:
    with sqlite3.connect(store.path) as connection:
        rows = connection.execute(
            "SELECT name, owner_type, owner_id, data FROM vector JOIN embedding_model m ON m.id = model_id"
        )
        return {(name, kind, owner): data for name, kind, owner, data in rows}


def test_everything_gets_the_vector_of_its_text(store: MemoryStore) -> None:
    ids = fill(store, 40)
    session = store.sessions.start("Talk")
    store.sessions.append(session, "user", "Is the harbour green?", speaker="Ada")
    seen: list[Progress] = []
    report = store.embedding.run(report=seen.append)
    assert (report.written, report.failed) == (41, 0)
    stored = vectors(store)
    texts = ["Some fact number 0.", "Ada: Is the harbour green?"]
    expected = HashingEmbedder().embed(texts)
    assert stored["hashing", "memory", ids[0]] == expected[0].tobytes()
    assert stored["hashing", "event", 1] == expected[1].tobytes()
    assert (seen[-1].done, seen[-1].total) == (41, 41)
    assert [part.done for part in seen] == sorted(part.done for part in seen)
    status = store.embedding.status()
    assert (status.embedded, status.waiting, status.failed, status.damaged) == (41, 0, 0, 0)
    assert store.embedding.run().written == 0


def test_it_is_no_operation_and_undo_passes_it_by(store: MemoryStore) -> None:
    fill(store, 3)
    newest = store.history.recent(limit=1)[0]
    store.feed.poll()
    store.embedding.run()
    assert store.history.recent(limit=1)[0] == newest
    notice = store.feed.poll()
    assert notice is None or not notice.memory_ids
    store.history.undo()
    store.history.redo()
    assert store.embedding.status().waiting == 0


def test_bad_texts_are_found_out_listed_and_retried(store: MemoryStore) -> None:
    picky = Picky()
    use(store, picky)
    good = fill(store, 30)
    bad = [store.memories.remember(f"A bad text {number}.").id for number in range(2)]
    report = store.embedding.run()
    assert (report.written, report.failed) == (30, 2)
    assert {key[2] for key in vectors(store)} == set(good)
    failed = store.embedding.failures()
    assert [(item.owner_id, item.attempts, item.error) for item in failed] == [
        (memory_id, 1, "That text is bad.") for memory_id in bad
    ]
    assert len(picky.batches) < 30
    assert store.embedding.run().failed == 0
    picky.bad = "nothing"
    report = store.embedding.run(retry=True)
    assert (report.written, store.embedding.failures()) == (2, ())


def test_a_cancelled_job_keeps_what_it_has_and_goes_on_from_there(store: MemoryStore) -> None:
    fill(store, 40)
    cancel = CancelToken()

    def stop_after_one(progress: Progress) -> None:
        if progress.done:
            cancel.cancel()

    with pytest.raises(Cancelled):
        store.embedding.run(report=stop_after_one, cancel=cancel)
    done = len(vectors(store))
    assert 0 < done < 40
    assert store.embedding.run().written == 40 - done


def test_one_process_at_a_time(store: MemoryStore) -> None:
    fill(store, 1)
    database = store.workspace.database
    with (
        held_lease(database, "embedding", at=1, what="Embedding"),
        pytest.raises(StoreBusyError, match="Embedding is running already"),
    ):
        store.embedding.run()
    assert store.embedding.run().written == 1


def test_without_a_model_nothing_is_written(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "off")
    fill(store, 1)
    with pytest.raises(EmbeddingUnavailableError, match="words alone"):
        store.embedding.run()
    status = store.embedding.status()
    assert (status.kind, status.waiting, status.store_model) == ("off", 1, None)
    assert "switched off" in status.notice


def test_another_model_takes_over_at_the_end_of_one_job(store: MemoryStore) -> None:
    fill(store, 30)
    store.embedding.run()
    before = store.embedding.matrix()
    use(store, Other())
    status = store.embedding.status()
    assert status.changed
    assert (status.waiting, status.embedded) == (30, 0)
    assert "another model" in status.notice
    assert "words alone" in store.embedding.embed_query("fact").notice
    cancel = CancelToken()

    def stop_after_one(progress: Progress) -> None:
        if progress.done:
            cancel.cancel()

    with pytest.raises(Cancelled):
        store.embedding.run(report=stop_after_one, cancel=cancel)
    assert store.embedding.matrix() is before
    assert store.embedding.status().embedded == 16
    meanwhile = store.recall.ask("Some fact number 7.")
    assert (meanwhile.hits[0].id, meanwhile.mode) == (8, RecallMode.LEXICAL)
    assert "another model" in meanwhile.notice
    assert store.embedding.run().written == 30 - 16
    assert {key[0] for key in vectors(store)} == {"other"}
    status = store.embedding.status()
    assert not status.changed
    assert status.store_model == Other().model()
    found = store.embedding.embed_query("Some fact number 7.")
    assert found.vector is not None
    assert store.embedding.matrix().nearest(found.vector, 1)[0][1] == 8


def test_going_back_to_the_model_before_needs_a_job_again(store: MemoryStore) -> None:
    fill(store, 5)
    store.embedding.run()
    use(store, Other())
    store.embedding.run()
    use(store, HashingEmbedder())
    assert store.embedding.status().changed
    assert store.embedding.run().written == 5
    assert len(store.embedding.matrix()) == 5


def test_damaged_vectors_are_told_and_made_anew(store: MemoryStore) -> None:
    ids = fill(store, 5)
    store.embedding.run()
    sound = vectors(store)
    with sqlite3.connect(store.path) as raw:
        raw.execute("UPDATE vector SET data = zeroblob(512) WHERE owner_id = ?", (ids[1],))
        raw.execute("UPDATE vector SET data = x'00' WHERE owner_id = ?", (ids[2],))
    store.workspace.vectors.close()
    status = store.embedding.status()
    assert status.damaged == 2
    assert "2 stored vectors are damaged" in status.notice
    assert store.embedding.run().written == 2
    assert vectors(store) == sound
    assert store.embedding.status().notice == ""


def test_writes_go_on_while_a_batch_is_computed(store: MemoryStore) -> None:
    slow = Slow()
    use(store, slow)
    ids = fill(store, 3)
    outcome: list[object] = []
    working = threading.Thread(target=lambda: outcome.append(store.embedding.run()))
    working.start()
    assert slow.waiting.wait(10)
    store.memories.edit(ids[0], "Changed meanwhile.")
    store.memories.remember("New meanwhile.")
    slow.go.set()
    working.join()
    assert {key[2] for key in vectors(store)} >= {ids[1], ids[2]}
    store.embedding.run()
    assert store.embedding.status().waiting == 0
    expected = HashingEmbedder().embed(["Changed meanwhile."])[0].tobytes()
    assert vectors(store)["hashing", "memory", ids[0]] == expected


def test_a_turn_purged_meanwhile_is_in_no_vector_of_a_later_one(store: MemoryStore) -> None:
    session = store.sessions.start("Talk")
    for text in ("The code is 4711.", "Really?", "Yes."):
        store.sessions.append(session, "user", text)
    first, *later = store.sessions.event_ids(session)
    use(store, Erasing(store.path, first))
    store.embedding.run()
    # There was no vector yet that erasing could find: what was read before is compared when one is written.
    assert vectors(store) == {}
    use(store, HashingEmbedder())
    store.embedding.run()
    written = vectors(store)
    assert written["hashing", "event", later[0]] == HashingEmbedder().embed(["Really?"])[0].tobytes()


def test_a_long_text_has_vectors_of_its_passages(store: MemoryStore) -> None:
    sentences = [f"Sentence {number} tells of {number} boats in the harbour." for number in range(30)]
    long = store.memories.remember(" ".join(sentences)).id
    short = fill(store, 1)[0]
    session = store.sessions.start("Talk")
    store.sessions.append(session, "agent", " ".join(sentences) + " Then it ends.")
    store.sessions.append(session, "tool", " ".join(sentences) + " Done.")
    store.embedding.run()
    matrix = store.embedding.matrix()
    assert len(matrix.owners.places("memory")) == 2
    assert matrix.owners.ids[matrix.owners.passages("memory")].tolist() == [long] * 3
    assert len(matrix.owners.passages("event")) == 3
    rows = matrix.rows(matrix.owners.passages("memory"))
    expected = HashingEmbedder().embed(passages(" ".join(sentences)))
    assert np.array_equal(rows, expected)
    assert {kind for kind, _id, _cosine in matrix.nearest(rows[0], 9)} == {"memory", "event"}
    assert store.embedding.status().damaged == 0
    assert [check.name for check in store.doctor.check().checks if not check.ok] == []
    store.memories.edit(long, "Short now.")
    store.embedding.run()
    assert {*store.embedding.matrix().owners.places("memory")} >= {
        matrix.places_of("memory", np.array([short]))[0]
    }
    fresh = store.embedding.matrix()
    gone = fresh.owners.ids[fresh.owners.passages("memory")]
    assert gone.tolist() == []


@pytest.fixture
def second(store: MemoryStore, store_path: Path, clock: FixedClock) -> Iterator[MemoryStore]:
    """The same file, opened once more as another process would."""
    with open_store(store_path, clock=clock) as opened:
        yield opened


def test_what_another_process_embeds_is_seen(store: MemoryStore, second: MemoryStore) -> None:
    fill(store, 4)
    assert store.embedding.embed_query("fact").vector is None
    second.embedding.run()
    assert len(store.embedding.matrix()) == 4
    found = store.embedding.embed_query("Some fact number 2.")
    assert found.vector is not None
    assert found.notice == ""
    second.memories.remember("One more.")
    second.embedding.run()
    assert len(store.acting_as("agent:x").embedding.matrix()) == 5


def test_a_killed_job_leaves_a_lease_that_is_taken_over(store: MemoryStore) -> None:
    fill(store, 2)
    with sqlite3.connect(store.path) as raw:
        raw.execute("INSERT INTO lease (name, owner, taken_at) VALUES ('embedding', '1:0.00', 1)")
    assert store.embedding.run().written == 2
