"""What waits for a vector follows from the texts; what failed is kept until the text changes or it is retried."""

from __future__ import annotations

import json

from tests.store.vectors.toy_vectors import MODEL, Embed, state_of, unit_rows

from engramma.engine import MemoryStore
from engramma.model.embedding import EmbeddingFailure
from engramma.store.vectors.models import forget_failures
from engramma.store.vectors.texts import LONGEST, event_text
from engramma.store.vectors.waiting import count_all_waiting, count_waiting, failures, waiting_texts
from engramma.store.vectors.writing import TextToEmbed, erase_vectors, record_failures, write_vectors


def waiting(store: MemoryStore) -> list[TextToEmbed]:
    state = state_of(store)
    return [item for part in waiting_texts(store.workspace.database, state.id, size=3) for item in part]


def counts(store: MemoryStore) -> dict[str, tuple[int, int, int]]:
    with store.workspace.database.read() as reading:
        found = count_waiting(reading, state_of(store).id)
    return {part.owner_type: (part.embedded, part.waiting, part.failed) for part in found}


def talk(store: MemoryStore) -> int:
    """A session with a person's turn, an agent's, a tool's."""
    session = store.sessions.start("Harbour talk")
    store.sessions.append(session, "tool", "total 48", speaker="ls")
    store.sessions.append(session, "user", "Is it green?", speaker="Ada")
    store.sessions.append(session, "agent", "It is.", speaker="assistant")
    return session


def test_everything_waits_memories_first_and_tools_last(store: MemoryStore) -> None:
    talk(store)
    found = waiting(store)
    assert [item.owner_type for item in found] == ["memory"] * 10 + ["event"] * 3
    assert [item.text for item in found[10:]] == ["Ada: Is it green?", "It is.", "total 48"]
    assert counts(store) == {"memory": (0, 10, 0), "event": (0, 3, 0)}


def test_what_is_embedded_waits_no_more_until_its_text_changes(store: MemoryStore, embed_all: Embed) -> None:
    embed_all()
    assert waiting(store) == []
    store.memories.edit(3, "Another fact.")
    store.memories.pin([4])
    assert [(item.owner_id, item.text) for item in waiting(store)] == [(3, "Another fact.")]
    store.history.undo()
    store.history.undo()
    assert waiting(store) == []


def test_trashed_and_superseded_memories_do_not_wait(store: MemoryStore) -> None:
    store.memories.trash([1])
    corrected = store.memories.correct(2, "Corrected.")
    ids = {item.owner_id for item in waiting(store)}
    assert ids == {3, 4, 5, 6, 7, 8, 9, 10, corrected.id}
    store.memories.restore([1])
    assert 1 in {item.owner_id for item in waiting(store)}


def test_an_insert_that_was_undone_does_not_wait(store: MemoryStore) -> None:
    store.memories.remember("Soon undone.")
    store.history.undo()
    assert len(waiting(store)) == 10


def test_a_text_that_changed_while_it_was_embedded_gets_no_vector(store: MemoryStore) -> None:
    texts = waiting(store)
    store.memories.edit(1, "Changed meanwhile.")
    store.memories.trash([2])
    written = write_vectors(
        store.workspace.database, state_of(store).id, texts, vectors=unit_rows(len(texts))
    )
    assert written == 9
    assert [item.text for item in waiting(store)] == ["Changed meanwhile."]


def test_what_failed_is_listed_and_does_not_wait_until_it_is_retried_or_changed(store: MemoryStore) -> None:
    state = state_of(store)
    bad = waiting(store)[:2]
    for _attempt in range(2):
        record_failures(store.workspace.database, state.id, bad, error="too odd")
    assert counts(store)["memory"] == (0, 8, 2)
    with store.workspace.database.read() as reading:
        assert failures(reading, state.id) == (
            EmbeddingFailure("memory", 1, 2, "too odd"),
            EmbeddingFailure("memory", 2, 2, "too odd"),
        )
        assert len(failures(reading, state.id, limit=1)) == 1
    store.memories.edit(1, "Less odd.")
    assert counts(store)["memory"] == (0, 9, 1)
    with store.workspace.database.write() as connection:
        assert forget_failures(connection, state.id) == 2
    assert counts(store)["memory"] == (0, 10, 0)


def test_a_vector_ends_a_failure(store: MemoryStore, embed_all: Embed) -> None:
    state = state_of(store)
    record_failures(store.workspace.database, state.id, waiting(store)[:1], error="once")
    with store.workspace.database.write() as connection:
        forget_failures(connection, state.id)
    embed_all()
    assert counts(store)["memory"] == (10, 0, 0)


def test_nothing_waits_in_a_store_that_never_had_a_model(store: MemoryStore, embed_all: Embed) -> None:
    with store.workspace.database.read() as reading:
        assert count_all_waiting(reading) == 0
    embed_all()
    store.memories.remember("One more.")
    with store.workspace.database.read() as reading:
        assert count_all_waiting(reading) == 1
    assert state_of(store).model == MODEL


def test_an_event_is_embedded_with_its_person_and_picture() -> None:
    picture = json.dumps({"blip_caption": "a photo of a boat"})
    assert event_text("Look!", role="note", speaker="Ben", detail=picture) == (
        "Ben: Look! [shares a photo of a boat]"
    )
    for speaker in ("user", "Assistant", ""):
        assert event_text("Hi.", role="user", speaker=speaker) == "Hi."
    assert event_text("Hi.", role="tool", speaker="bash") == "Hi."
    for odd in ('{"blip_caption": 3}', '{"blip_caption"', '["blip_caption"]', '"blip_caption"'):
        assert event_text("Hi.", role="user", speaker="", detail=odd) == "Hi."
    assert len(event_text("x" * 100_000, role="user", speaker="")) == LONGEST


def test_a_purged_text_gets_no_vector_though_its_key_stayed(store: MemoryStore) -> None:
    talk(store)
    texts = [item for item in waiting(store) if item.owner_type == "event"]
    with store.workspace.database.write() as connection:
        connection.exec_driver_sql("UPDATE event SET text = 'Is it ░░░░░?' WHERE text = 'Is it green?'")
    state = state_of(store)
    write_vectors(store.workspace.database, state.id, texts, vectors=unit_rows(len(texts)))
    assert [item.text for item in waiting(store) if item.owner_type == "event"] == ["Ada: Is it ░░░░░?"]


def test_the_vectors_after_an_erased_turn_go_with_it(store: MemoryStore, embed_all: Embed) -> None:
    session = store.sessions.start("Long talk")
    for number in range(12):
        store.sessions.append(session, "tool" if number == 5 else "user", f"Turn {number}.")
    events = store.sessions.event_ids(session)
    embed_all()
    with store.workspace.database.write() as connection:
        erase_vectors(connection, [("event", events[3])])
    assert sorted(item.owner_id for item in waiting(store)) == [
        events[number] for number in (3, 4, 6, 7, 8, 9, 10)
    ]
