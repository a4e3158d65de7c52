"""Purging: what goes with a memory, what is covered and what stays, who may do it, and what the history says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import select

from engramma.engine import MemoryStore, open_store
from engramma.engine.links import add_entity, link
from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY, FixedClock
from engramma.model.embedding import EmbeddingModel
from engramma.model.errors import InvalidValueError, NotFoundError, NothingToUndoError
from engramma.model.operation import Take
from engramma.model.plan import PlanStep
from engramma.model.purging import PurgePreview, Treatment
from engramma.store.tables import draft, event, image, memory, provenance, tombstone, vector
from engramma.store.vectors.models import take_model
from engramma.store.vectors.writing import TextToEmbed, write_vectors

SECRET = "The vault code of the Larkspur depot is 7731-xylophone."


def counts(preview: PurgePreview) -> dict[str, int]:
    """How many there are of each place."""
    return {place.name: place.count for place in preview.places}


def talk(
    store: MemoryStore, *said: str, title: str = "Depot", summary: str = ""
) -> tuple[int, tuple[int, ...]]:
    """A closed live session; its id and those of its turns."""
    session_id = store.sessions.start(title)
    for text in said:
        store.sessions.append(session_id, "user", text)
    store.sessions.end(session_id, summary=summary)
    return session_id, store.sessions.event_ids(session_id)


def quoted(store: MemoryStore, text: str, event_id: int, quote: str) -> int:
    """A memory with evidence in a turn."""
    session_id = store.sessions.events([event_id])[0].session_id
    return store.memories.remember(text, session_id=session_id, event_id=event_id, quote=quote).id


class TestPlaces:
    def test_the_preview_counts_every_place_and_changes_nothing(self, store: MemoryStore) -> None:
        _session, events = talk(store, f"Hello. {SECRET} Bye.", summary=f"{SECRET} They left.")
        memory_id = quoted(store, SECRET, events[0], SECRET)
        other = store.memories.remember("The depot opens at nine.").id
        store.memories.edit(memory_id, f"{SECRET} Really.")
        store.memories.tag([memory_id], add=["vault"])
        link(store.workspace, memory_id, other)
        add_entity(store.workspace, "xylophone", type_="code", memory_ids=[memory_id])
        record_recall(store.workspace, "what is the code?", [memory_id, other])
        before = store.history.recent()
        found = counts(store.purging.preview([memory_id]))
        assert store.history.recent() == before
        assert {
            name: found[name]
            for name in ("memory", "version", "tag", "association", "recall_hit", "entity", "event", "session")
        } == {
            "memory": 1, "version": 2, "tag": 1, "association": 2, "recall_hit": 1,
            "entity": 1, "event": 1, "session": 1,
        }  # fmt: skip
        assert found["provenance"] >= 1
        assert found["image"] >= 2, "the edit keeps its wordings for undo"

    def test_all_of_it_goes_and_the_rest_stays(self, store: MemoryStore) -> None:
        _session, events = talk(store, f"Hello. {SECRET} The depot opens at nine.", title="Depot talk")
        memory_id = quoted(store, SECRET, events[0], SECRET)
        beside = quoted(store, "The depot opens at nine.", events[0], "The depot opens at nine.")
        done = store.purging.purge([memory_id])
        assert done.memory_ids == (memory_id,)
        assert not done.status.pending
        with pytest.raises(NotFoundError):
            store.memories.get(memory_id)
        (said,) = store.sessions.events(events)
        assert said.text == f"Hello. {'█' * len(SECRET)} The depot opens at nine."
        for evidence in store.memories.details(beside).provenance:
            assert evidence.quote == "The depot opens at nine."
            assert evidence.start is not None
            assert said.text[evidence.start : evidence.end] == evidence.quote, (
                "the spans of others stay valid"
            )
        assert store.sessions.list()[0].title == "Depot talk"

    def test_the_source_may_be_kept(self, store: MemoryStore) -> None:
        _session, events = talk(store, f"Hello. {SECRET}", title=SECRET)
        memory_id = quoted(store, SECRET, events[0], SECRET)
        assert "event" not in counts(store.purging.preview([memory_id], keep_source=True))
        store.purging.purge([memory_id], keep_source=True)
        assert store.sessions.events(events)[0].text == f"Hello. {SECRET}"
        assert store.sessions.list()[0].title == SECRET

    def test_a_turn_that_says_it_without_being_its_evidence_is_covered_too(self, store: MemoryStore) -> None:
        _session, events = talk(store, f"As I said: {SECRET}")
        memory_id = store.memories.remember(SECRET).id
        store.purging.purge([memory_id])
        assert "xylophone" not in store.sessions.events(events)[0].text

    def test_the_sentence_is_cut_out_of_a_summary(self, store: MemoryStore) -> None:
        summary = store.memories.remember(
            f"They met at noon. {SECRET} Then they left.", category="summary"
        ).id
        memory_id = store.memories.remember(SECRET).id
        (place,) = [p for p in store.purging.preview([memory_id]).places if p.treatment is Treatment.CUT]
        assert place.memory_ids == (summary,)
        done = store.purging.purge([memory_id])
        assert done.shortened == (summary,)
        assert store.memories.get(summary).text == "They met at noon. Then they left."
        assert store.memories.remember("They met at noon. Then they left.").id == summary, "its key follows"

    def test_a_summary_that_says_nothing_else_goes_as_well(self, store: MemoryStore) -> None:
        summary = store.memories.remember(f"{SECRET} {SECRET}", category="summary").id
        done = store.purging.purge([store.memories.remember(SECRET).id])
        assert done.also_gone == (summary,)
        with pytest.raises(NotFoundError):
            store.memories.get(summary)

    def test_others_that_say_it_are_named_and_left_alone(self, store: MemoryStore) -> None:
        other = store.memories.remember(f"Bob told me once: {SECRET} He was sure.").id
        memory_id = store.memories.remember(SECRET).id
        done = store.purging.purge([memory_id])
        assert done.still_said == (other,)
        assert SECRET in store.memories.get(other).text

    def test_an_undone_copy_that_nobody_sees_goes_as_well(self, store: MemoryStore) -> None:
        store.memories.remember(SECRET)
        store.history.undo()
        memory_id = store.memories.remember(SECRET).id
        assert counts(store.purging.preview([memory_id]))["withdrawn"] == 1
        store.purging.purge([memory_id])
        with store.workspace.database.read() as reading:
            assert reading.connection.execute(select(memory.c.id)).all() == []

    def test_an_undone_memory_can_be_named_and_purged(self, store: MemoryStore) -> None:
        memory_id = store.memories.remember(SECRET).id
        store.history.undo()
        assert store.purging.resolve(f"M-{memory_id}") == memory_id
        assert store.purging.purge([memory_id]).memory_ids == (memory_id,)

    def test_vectors_and_their_files_beside_the_store_go(self, store: MemoryStore) -> None:
        memory_id = store.memories.remember(SECRET).id
        database = store.workspace.database
        with database.write() as connection:
            model = take_model(connection, EmbeddingModel("tiny", "0" * 64, 2))
        text = TextToEmbed("memory", memory_id, store.workspace.content_key(SECRET), SECRET)
        write_vectors(database, model.id, [text], vectors=np.array([[0.6, 0.8]], dtype=np.float32))
        sidecar = store.path.with_name(f"{store.path.name}.vectors-1")
        sidecar.write_bytes(b"0.6 0.8")
        found = {place.name: place for place in store.purging.preview([memory_id]).places}
        assert found["vector"].count == 1
        assert found["sidecar"].paths == (str(sidecar),)
        store.purging.purge([memory_id])
        assert not sidecar.exists()
        with database.read() as reading:
            assert reading.connection.execute(select(vector)).all() == []

    def test_drafts_go_and_backups_are_named_by_path(self, store: MemoryStore) -> None:
        memory_id = store.memories.remember(SECRET).id
        backup = store.path.with_name(f"{store.path.name}.before-2.backup")
        backup.write_bytes(b"copy")
        with store.workspace.database.write() as connection:
            connection.execute(
                draft.insert().values(
                    editor="e", memory_id=memory_id, base_version=1, text=SECRET, updated_at=0
                )
            )
        places = {place.name: place for place in store.purging.preview([memory_id]).places}
        assert places["draft"].count == 1
        assert places["backup"].paths == (str(backup),)
        assert places["backup"].treatment is Treatment.NAMED
        store.purging.purge([memory_id])
        assert backup.read_bytes() == b"copy"
        with store.workspace.database.read() as reading:
            assert reading.connection.execute(select(draft)).all() == []

    def test_what_an_import_saved_of_the_same_line_is_covered(
        self, store: MemoryStore, tmp_path: Path
    ) -> None:
        file = tmp_path / "memory.json"
        file.write_text(
            '{"type":"entity","name":"Depot","entityType":"place","observations":'
            f'["{SECRET}","It opens at nine o\'clock."]}}\n',
            encoding="utf-8",
        )
        store.transfer.import_files([file])
        ids = {line.memory.text: line.memory.id for line in store.memories.page(range(1, 9))}
        secret = next(memory_id for text, memory_id in ids.items() if "xylophone" in text)
        store.purging.purge([secret])
        with store.workspace.database.read() as reading:
            originals = list(reading.connection.scalars(select(provenance.c.original)))
        assert len(originals) == 1
        assert "opens at nine" in originals[0]
        assert "xylophone" not in originals[0]

    def test_importing_it_again_does_not_bring_it_back(self, store: MemoryStore, tmp_path: Path) -> None:
        file = tmp_path / "memory.json"
        line = '{"type":"entity","name":"Depot","entityType":"place","observations":["%s","It opens at nine."]}\n'
        file.write_text(line % SECRET, encoding="utf-8")
        store.transfer.import_files([file])
        secret = next(
            line.memory for line in store.memories.page(range(1, 9)) if "xylophone" in line.memory.text
        )
        store.purging.purge([secret.id])
        file.write_text(line % f"{SECRET[:-1]}", encoding="utf-8")
        store.transfer.import_files([file])
        texts = [line.memory.text for line in store.memories.page(range(1, 9))]
        assert len(texts) == 1
        assert "nine" in texts[0]

    def test_who_was_merged_into_it_stays_superseded(self, store: MemoryStore) -> None:
        survivor = store.memories.remember(SECRET).id
        member = store.memories.remember("The depot has a vault.").id
        store.memories.merge(survivor, [member])
        assert counts(store.purging.preview([survivor]))["follower"] == 1
        store.purging.purge([survivor])
        assert store.memories.get(member).state == "superseded"


class TestHistory:
    def test_it_is_one_operation_without_the_text_that_cannot_be_undone(self, store: MemoryStore) -> None:
        ids = [store.memories.remember(f"{SECRET} {number}").id for number in range(3)]
        done = store.purging.purge(ids)
        newest = store.history.recent()[0]
        assert (newest.id, newest.label, newest.kind) == (done.operation_id, "purge of 3 memories", "purge")
        assert newest.actor == "person"
        with pytest.raises(NothingToUndoError):
            store.history.undo(newest.id)
        assert store.history.undo_label() != newest.label
        assert [change.before for change in store.history.changes(newest.id)] == [None, None, None]

    def test_undoing_what_came_before_passes_it_over_and_names_it(self, store: MemoryStore) -> None:
        kept = store.memories.remember("The depot opens at nine.").id
        gone = store.memories.remember(SECRET).id
        store.memories.trash([kept, gone])
        trashing = store.history.recent()[0].id
        store.purging.purge([gone])
        result = store.history.undo(trashing)
        assert result.erased == (gone,)
        assert store.memories.get(kept).state == "active"
        again = store.history.redo()
        assert again.erased == (gone,)
        assert store.memories.get(kept).state == "trashed"

    def test_undoing_a_tag_names_it(self, store: MemoryStore) -> None:
        gone = store.memories.remember(SECRET, tags=["vault"]).id
        store.memories.tag([gone], remove=["vault"])
        untagging = store.history.recent()[0].id
        store.purging.purge([gone])
        assert store.history.undo(untagging).erased == (gone,)

    def test_the_survivor_of_a_merge_no_longer_counts_its_recalls(self, store: MemoryStore) -> None:
        survivor = store.memories.remember("The depot has a vault.").id
        member = store.memories.remember(SECRET).id
        record_recall(store.workspace, "what is the code?", [member])
        store.memories.merge(survivor, [member])
        assert store.memories.get(survivor).recalls == 1
        store.purging.purge([member])
        assert store.memories.get(survivor).recalls == 0

    def test_undoing_its_making_names_it(self, store: MemoryStore) -> None:
        gone = store.memories.remember(SECRET).id
        making = store.history.recent()[0].id
        store.purging.purge([gone])
        assert store.history.undo(making).erased == (gone,)

    def test_redoing_a_correction_whose_memory_is_gone(self, store: MemoryStore) -> None:
        old = store.memories.remember("The depot opens at eight.").id
        new = store.memories.correct(old, SECRET).id
        undone = store.history.undo().operation_id
        store.purging.purge([new])
        result = store.history.undo(undone)
        assert result.erased == (new,)
        assert store.memories.get(old).state == "superseded"
        with store.workspace.database.read() as reading:
            assert reading.connection.scalar(select(memory.c.superseded_by).where(memory.c.id == old)) is None

    def test_no_number_is_given_again(self, store: MemoryStore) -> None:
        store.memories.remember("The first one stays.")
        gone = store.memories.remember(SECRET).id
        store.memories.edit(gone, f"{SECRET} Really.")
        store.purging.purge([gone])
        assert store.memories.remember("The next one comes.").id == gone + 1
        result = store.history.undo(take=Take.THEIRS)
        assert result.label == f"new memory M-{gone + 1}"

    def test_the_journal_keeps_no_word_of_it(self, store: MemoryStore) -> None:
        gone = store.memories.remember(SECRET).id
        store.memories.edit(gone, f"{SECRET} Really.")
        store.history.undo()
        store.purging.purge([gone])
        with store.workspace.database.read() as reading:
            rows = reading.connection.execute(select(image.c.before, image.c.after)).all()
        assert all("xylophone" not in str(value) for row in rows for value in row)


class TestKnownAgain:
    def test_an_agent_hears_that_it_was_deleted_and_a_person_may_say_it_again(
        self, store: MemoryStore, agent: MemoryStore
    ) -> None:
        store.purging.purge([store.memories.remember(SECRET).id])
        with pytest.raises(InvalidValueError, match="deleted on 2 March 2026"):
            agent.memories.remember(f"  {SECRET.upper()} ")
        assert store.memories.remember(SECRET).created

    def test_earlier_wordings_are_known_too(self, store: MemoryStore, agent: MemoryStore) -> None:
        memory_id = store.memories.remember(SECRET).id
        store.memories.edit(memory_id, "The vault has no code any more.")
        store.purging.purge([memory_id])
        with pytest.raises(InvalidValueError, match="deleted"):
            agent.memories.remember(SECRET)

    def test_the_tombstone_is_a_keyed_hash(self, store: MemoryStore) -> None:
        store.purging.purge([store.memories.remember(SECRET).id])
        with store.workspace.database.read() as reading:
            (row,) = reading.connection.execute(select(tombstone)).all()
        assert row.content_key == store.workspace.content_key(SECRET)
        assert row.reason == "purged"

    def test_the_gate_does_not_bring_it_back(self, store: MemoryStore) -> None:
        said = "Remember: the vault code of the Larkspur depot is 7731-xylophone."
        _session, _events = talk(store, said)
        (memory_id,) = [line.memory.id for line in store.memories.page(range(1, 9))]
        store.purging.purge([memory_id])
        talk(store, said)
        assert store.memories.page(range(1, 9)) == ()


class TestWho:
    def test_an_agents_wish_becomes_a_proposal(self, store: MemoryStore, agent: MemoryStore) -> None:
        memory_id = store.memories.remember(SECRET).id
        done = agent.purging.purge([memory_id])
        assert done.operation_id is None
        assert store.memories.get(memory_id).text == SECRET
        (proposal,) = store.consolidation.proposals()
        assert (proposal.id, proposal.action, proposal.targets) == (done.proposal_id, "purge", (memory_id,))
        assert agent.purging.purge([memory_id]).proposal_id == proposal.id, "it is asked once"

    def test_accepting_the_proposal_purges(self, store: MemoryStore, agent: MemoryStore) -> None:
        memory_id = store.memories.remember(SECRET).id
        proposal_id = agent.purging.purge([memory_id]).proposal_id
        assert proposal_id is not None
        with pytest.raises(InvalidValueError, match="Only a person"):
            agent.consolidation.accept(proposal_id)
        store.consolidation.accept(proposal_id)
        with pytest.raises(NotFoundError):
            store.memories.get(memory_id)
        (decided,) = store.consolidation.proposals(status="accepted")
        assert decided.id == proposal_id

    def test_a_pass_proposes_it_and_a_person_accepts(self, store: MemoryStore, clock: FixedClock) -> None:
        memory_id = store.memories.remember(SECRET).id
        store.memories.trash([memory_id])
        clock.advance(31 * DAY)
        store.consolidation.run()
        (found,) = [item for item in store.consolidation.proposals() if item.step == PlanStep.PURGE]
        store.consolidation.accept(found.id)
        with pytest.raises(NotFoundError):
            store.memories.get(memory_id)

    def test_pinned_ones_need_their_own_word(self, store: MemoryStore, agent: MemoryStore) -> None:
        pinned = store.memories.remember(SECRET).id
        plain = store.memories.remember("The depot opens at nine.").id
        store.memories.pin([pinned])
        assert store.purging.preview([pinned, plain]).pinned == (pinned,)
        done = store.purging.purge([pinned, plain])
        assert (done.memory_ids, done.pinned) == ((plain,), (pinned,))
        with pytest.raises(InvalidValueError, match="pinned"):
            store.purging.purge([pinned])
        proposal_id = agent.purging.purge([pinned]).proposal_id
        assert proposal_id is not None
        with pytest.raises(InvalidValueError, match="pinned"):
            store.consolidation.accept(proposal_id)
        assert store.purging.purge([pinned], include_pinned=True).memory_ids == (pinned,)

    def test_waiting_proposals_about_it_are_dropped(self, store: MemoryStore, agent: MemoryStore) -> None:
        memory_id = store.memories.remember(SECRET).id
        asked = agent.purging.purge([memory_id]).proposal_id
        store.purging.purge([memory_id])
        (dropped,) = store.consolidation.proposals(status="dropped")
        assert dropped.id == asked

    def test_nothing_and_nobody(self, store: MemoryStore) -> None:
        with pytest.raises(InvalidValueError):
            store.purging.purge([])
        with pytest.raises(NotFoundError):
            store.purging.purge([12])
        with pytest.raises(NotFoundError):
            store.purging.preview([12])


def test_what_differed_from_another_memory_is_not_left_in_reasons(
    store: MemoryStore, store_path: Path
) -> None:
    one = store.memories.remember("The master password of the vault is 7731-kestrel.").id
    store.memories.remember("The master password of the vault is 1212-sparrow.")
    store.memories.remember("The backup runs at 4:17 at night.")
    gone = store.memories.remember("The backup runs at 5:29 at night.").id
    store.consolidation.run()
    assert any("5:29" in found.reason for found in store.consolidation.proposals())
    store.purging.purge([one, gone])
    # Not read in this process: closing the file would drop the locks that SQLite has on it.
    files = [str(file) for file in store_path.parent.glob(f"{store_path.name}*")]
    left = subprocess.run(["cat", *files], capture_output=True, check=True).stdout
    assert b"sparrow" in left
    assert b"kestrel" not in left
    assert b"5:29" not in left


def test_the_conflict_of_the_other_side_ends(store: MemoryStore) -> None:
    from engramma.store.tables import conflict

    one, other = store.memories.remember(SECRET).id, store.memories.remember("The code is 1212.").id
    with store.workspace.journal.short("conflict", "conflict", actor="worker") as step:
        step.insert(conflict, a_id=one, b_id=other, what="number", detail="7731 or 1212", found_at=step.at)
        step.touch([one, other])
    store.purging.purge([one])
    with store.workspace.database.read() as reading:
        assert reading.connection.scalar(select(memory.c.conflicted).where(memory.c.id == other)) == 0
        assert reading.connection.execute(select(conflict)).all() == []


def test_another_process_sees_what_happened(store: MemoryStore, store_path: Path) -> None:
    memory_id = store.memories.remember(SECRET).id
    with open_store(store_path, clock=store.clock) as other:
        other.feed.poll()
        store.purging.purge([memory_id])
        notice = other.feed.poll()
        assert notice is not None
        assert memory_id in notice.memory_ids
        with other.workspace.database.read() as reading:
            assert reading.connection.execute(select(event)).all() == []
