"""Undo and redo: whose turn it is, what stands in the way, and what a person can choose then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore, open_store
from engramma.engine.recalls import record_recall
from engramma.engine.review import mark_conflict
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import NotFoundError, NothingToUndoError, StoreBusyError
from engramma.model.operation import Take
from engramma.store.tables import operation


def keep(store: MemoryStore, text: str = "Port 8080.") -> int:
    return store.memories.remember(text).id


def text_of(store: MemoryStore, one: int) -> str:
    return store.memories.get(one).text


def content_is_consistent(store: MemoryStore, one: int) -> None:
    """The text is that of the version it says it is, and is known again by its content."""
    found = store.memories.details(one)
    wording = {item.number: item.text for item in found.versions}
    assert wording[found.memory.version] == found.memory.text
    if found.memory.state == "active":
        assert store.memories.remember(found.memory.text).id == one


class TestTurns:
    def test_undo_and_redo_by_name(self, store: MemoryStore, clock: FixedClock) -> None:
        one = keep(store)
        assert store.history.redo_label() is None
        store.memories.edit(one, "Port 8443.")
        store.memories.pin([one])
        assert store.history.undo_label() == f"pin of M-{one}"
        result = store.history.undo()
        assert (result.label, result.conflicts) == (f"pin of M-{one}", ())
        assert store.history.undo_label() == f"edit of M-{one}"
        assert store.history.redo_label() == f"pin of M-{one}"
        store.history.undo()
        assert text_of(store, one) == "Port 8080."
        assert store.history.redo_label() == f"edit of M-{one}"
        store.history.redo()
        store.history.redo()
        assert (text_of(store, one), store.memories.get(one).pinned) == ("Port 8443.", True)
        with pytest.raises(NothingToUndoError, match="nothing to redo"):
            store.history.redo()

    def test_something_new_ends_redo(self, store: MemoryStore) -> None:
        one = keep(store)
        store.memories.edit(one, "Port 8443.")
        store.history.undo()
        store.memories.tag([one], add=["x"])
        assert store.history.redo_label() is None
        with pytest.raises(NothingToUndoError):
            store.history.redo()

    def test_a_recall_does_not_end_redo(self, store: MemoryStore) -> None:
        one = keep(store)
        store.memories.edit(one, "Port 8443.")
        store.history.undo()
        record_recall(store.workspace, "what?", [one])
        assert store.history.redo_label() == f"edit of M-{one}"

    def test_each_actor_takes_back_their_own(self, store: MemoryStore, agent: MemoryStore) -> None:
        one = keep(store)
        agent.memories.tag([one], add=["by-agent"])
        assert store.history.undo_label() == f"new memory M-{one}"
        assert agent.history.undo_label() == f"tag “by-agent” on M-{one}"
        store.memories.tag([one], add=["by-person"])
        store.history.undo()
        assert store.memories.get(one).tags == ("by-agent",)
        by_agent = agent.history.recent(actor="agent:claude")[0].id
        assert store.history.undo(by_agent).operation_id is not None, "a person takes back an agent's by name"
        assert store.memories.get(one).tags == ()
        with pytest.raises(NothingToUndoError):
            agent.history.undo()

    def test_undoing_across_a_restart(self, store: MemoryStore, clock: FixedClock) -> None:
        one = keep(store)
        store.memories.edit(one, "Port 8443.")
        before = store.history.undo_label()
        with open_store(store.path, clock=clock) as again:
            assert again.history.undo_label() == before
            again.history.undo()
        assert text_of(store, one) == "Port 8080."

    def test_what_cannot_be_undone(self, store: MemoryStore) -> None:
        with pytest.raises(NothingToUndoError, match=r"There is nothing to undo."):
            store.history.undo()
        with pytest.raises(NotFoundError, match=r"There is no operation 77."):
            store.history.undo(77)
        one = keep(store)
        made = store.history.recent()[0].id
        store.history.undo(made)
        with pytest.raises(NothingToUndoError, match=f"Operation {made} has been undone already."):
            store.history.undo(made)
        with pytest.raises(NotFoundError):
            store.memories.get(one)

    def test_long_chains_of_undo_and_redo_end_where_they_say(self, store: MemoryStore) -> None:
        one = keep(store)
        store.memories.edit(one, "Port 8443.")
        edit = store.history.recent()[0].id
        for turn in range(1, 5):
            store.history.undo()
            assert text_of(store, one) == "Port 8080.", turn
            assert store.history.get(edit).undone
            store.history.redo()
            assert text_of(store, one) == "Port 8443.", turn
            assert not store.history.get(edit).undone
        labels = {item.label for item in store.history.recent() if item.kind in ("undo", "redo")}
        assert labels == {f"Undo: edit of M-{one}", f"Redo: edit of M-{one}"}

    def test_a_redo_undone_by_name_and_brought_back(self, store: MemoryStore) -> None:
        one = keep(store)
        store.memories.edit(one, "Port 8443.")
        edit = store.history.recent()[0].id
        store.history.undo()
        redo = store.history.redo().operation_id
        store.history.undo(redo)
        assert (text_of(store, one), store.history.get(edit).undone) == ("Port 8080.", True)
        store.history.redo()
        assert (text_of(store, one), store.history.get(edit).undone) == ("Port 8443.", False)
        store.history.undo()
        assert (text_of(store, one), store.history.get(edit).undone) == ("Port 8080.", True)


class TestConflicts:
    @pytest.fixture
    def edited_twice(self, store: MemoryStore, agent: MemoryStore) -> tuple[int, int]:
        """A memory and the operation of its first edit, after which an agent edited it, too."""
        one = keep(store)
        store.memories.edit(one, "Port 8443.")
        first = store.history.recent()[0].id
        store.acting_as("cli").memories.edit(one, "Port 9000.")
        return one, first

    def test_to_ask_changes_nothing(self, store: MemoryStore, edited_twice: tuple[int, int]) -> None:
        one, first = edited_twice
        before = picture(store)
        count = len(store.history.recent())
        result = store.history.undo(first)
        assert result.operation_id is None
        [conflict] = result.conflicts
        assert (conflict.memory_id, conflict.field) == (one, "text")
        assert (conflict.restored, conflict.current) == ("Port 8080.", "Port 9000.")
        assert conflict.changed_by == first + 1
        assert picture(store) == before
        assert len(store.history.recent()) == count

    def test_mine_keeps_what_came_since(self, store: MemoryStore, edited_twice: tuple[int, int]) -> None:
        one, first = edited_twice
        assert store.history.undo(first, take=Take.MINE).operation_id is not None
        assert text_of(store, one) == "Port 9000."
        content_is_consistent(store, one)

    def test_theirs_restores_all_the_same(self, store: MemoryStore, edited_twice: tuple[int, int]) -> None:
        one, first = edited_twice
        result = store.history.undo(first, take=Take.THEIRS)
        assert result.operation_id is not None
        assert text_of(store, one) == "Port 8080."
        assert not store.memories.get(one).person_edited
        content_is_consistent(store, one)
        store.history.undo(result.operation_id, take=Take.ASK)
        assert text_of(store, one) == "Port 9000."
        content_is_consistent(store, one)

    def test_a_later_edit_by_a_person_stays_one(self, store: MemoryStore, agent: MemoryStore) -> None:
        one = keep(store)
        store.memories.edit(one, "Port 8443.")
        first = store.history.recent()[0].id
        store.memories.edit(one, "Port 9000.")
        store.history.undo(first, take=Take.MINE)
        found = store.memories.get(one)
        assert (found.text, found.person_edited, found.version) == ("Port 9000.", True, 3)

    def test_the_same_value_twice_is_no_conflict(self, store: MemoryStore, agent: MemoryStore) -> None:
        one = keep(store)
        store.memories.change([one], importance=0.9)
        first = store.history.recent()[0].id
        agent.memories.tag([one], add=["x"])
        assert store.history.undo(first).operation_id is not None
        assert store.memories.get(one).tags == ("x",)

    def test_a_correction_of_one_that_was_trashed_since(self, store: MemoryStore) -> None:
        one = keep(store)
        new = store.memories.correct(one, "Port 8443.").id
        correction = store.history.recent()[0].id
        store.memories.trash([one])
        [conflict] = store.history.undo(correction).conflicts
        assert (conflict.field, conflict.restored, conflict.current) == ("state", "active", "trashed")
        store.history.undo(correction, take=Take.MINE)
        found = store.memories.get(one)
        assert (found.state, found.superseded_by) == ("trashed", None)
        with pytest.raises(NotFoundError):
            store.memories.get(new)
        store.memories.restore([one])
        assert store.memories.get(one).state == "active"

    def test_a_conflict_that_arises_at_the_last_moment_is_seen(
        self, store: MemoryStore, agent: MemoryStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from engramma.store.journal import undo as undoing

        one = keep(store)
        store.memories.edit(one, "Port 8443.")
        first = store.history.recent()[0].id
        look = undoing.find_conflicts
        looks = 0

        def looking(connection: object, operation_id: int) -> object:
            nonlocal looks
            looks += 1
            found = look(connection, operation_id)
            if looks == 1:
                store.acting_as("cli").memories.edit(one, "Port 9000.")
            return found

        monkeypatch.setattr(undoing, "find_conflicts", looking)
        result = store.history.undo(first)
        assert (result.operation_id, len(result.conflicts)) == (None, 1)
        assert text_of(store, one) == "Port 9000."
        assert store.history.recent()[0].kind == "edit"

    def test_two_cannot_undo_the_same_at_once(
        self, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one = keep(store)
        store.memories.edit(one, "Port 8443.")
        first = store.history.recent()[0].id
        journal = store.workspace.journal
        with journal.long("undo", "Undo: edit", actor="agent:claude", undoes=first) as running:
            with running.step() as step:
                step.changes += 1
            with pytest.raises(StoreBusyError, match="being undone already"):
                store.history.undo(first)
        with store.workspace.database.write() as connection:
            connection.execute(operation.update().where(operation.c.id == first).values(undone_by=running.id))
        with pytest.raises(NothingToUndoError):
            store.history.undo(first)


class TestImports:
    @pytest.fixture
    def imported(self, store: MemoryStore, tmp_path: Path) -> int:
        """The operation of an import of five memories, M-1 to M-5."""
        source = tmp_path / "memory.jsonl"
        lines = [
            {"type": "entity", "name": f"thing {n}", "entityType": "x", "observations": [f"Fact {n}."]}
            for n in range(5)
        ]
        source.write_text("".join(json.dumps(line) + "\n" for line in lines))
        report = store.transfer.import_files([source])
        assert report.operation_id is not None
        return report.operation_id

    def test_an_untouched_import_goes_and_comes_back_whole(self, store: MemoryStore, imported: int) -> None:
        whole = picture(store)
        store.history.undo()
        assert {table: rows for table, rows in picture(store).items() if rows} == {}
        store.history.redo()
        assert picture(store) == whole

    def test_one_that_was_edited_since_is_a_conflict(self, store: MemoryStore, imported: int) -> None:
        store.memories.edit(2, "What I know better.")
        store.memories.pin([3])
        result = store.history.undo(imported)
        assert result.operation_id is None
        assert {(item.memory_id, item.field) for item in result.conflicts} == {
            (2, "text"),
            (3, "pinned"),
            (3, "tier"),
        }
        assert store.statistics().total == 5

    def test_mine_keeps_those_with_all_that_is_theirs(self, store: MemoryStore, imported: int) -> None:
        store.memories.edit(2, "What I know better.")
        store.memories.tag([2, 4], add=["mine"])
        store.history.undo(imported, take=Take.MINE)
        assert [line.memory.id for line in store.memories.page(range(1, 6))] == [2]
        found = store.memories.details(2)
        assert (found.memory.text, found.memory.tags) == ("What I know better.", ("mine", "type:x"))
        assert len(found.versions) == 2
        assert found.provenance
        content_is_consistent(store, 2)

    def test_theirs_lets_them_go_and_redo_brings_the_edit_back(
        self, store: MemoryStore, imported: int
    ) -> None:
        store.memories.edit(2, "What I know better.")
        whole = picture(store)
        store.history.undo(imported, take=Take.THEIRS)
        assert store.statistics().total == 0
        store.history.redo()
        assert picture(store) == whole

    def test_an_edit_that_was_undone_is_no_conflict(self, store: MemoryStore, imported: int) -> None:
        store.memories.edit(2, "What I know better.")
        store.history.undo()
        assert store.history.undo(imported).operation_id is not None


def test_thousands_in_one_operation(store: MemoryStore, clock: FixedClock) -> None:
    from engramma.store.identity import content_key

    with store.workspace.journal.long("import", "import of many", actor="import") as running:
        for start in range(0, 2_500, 500):
            with running.step() as step:
                _insert_bare(store, step, range(start, start + 500), content_key)
    ids = store.search.order("").ids
    before = picture(store)
    store.memories.pin(ids)
    store.memories.tag(ids, add=["bulk"])
    store.memories.change(ids[:1_000], importance=0.25)
    assert store.statistics().pinned == 2_500
    after = picture(store)
    for _ in range(3):
        store.history.undo()
    assert picture(store) == before
    for _ in range(3):
        store.history.redo()
    assert picture(store) == after
    result = store.history.undo(1)
    assert result.operation_id is None
    assert len(result.conflicts) == 6_000
    store.history.undo(1, take=Take.MINE)
    assert store.statistics().total == 2_500


def _insert_bare(store, step, numbers, content_key) -> None:  # type: ignore[no-untyped-def]
    from engramma.store.tables import memory, segment, version

    ids = step.insert_many(
        memory,
        [
            {
                "uid": store.workspace.uids.next(step.at),
                "text": f"Fact {number}.",
                "kind": "semantic",
                "tier": "short_term",
                "category": "fact",
                "importance": 0.5,
                "created_at": step.at,
                "updated_at": step.at,
                "content_key": content_key(f"Fact {number}.", key=store.workspace.key),
                "t0": step.at,
            }
            for number in numbers
        ],
    )
    step.insert_many(
        segment,
        [{"memory_id": one, "t0": step.at, "s0": 1.0, "half_life": 7.0, "reason": "imported"} for one in ids],
    )
    step.insert_many(
        version,
        [
            {"memory_id": one, "number": 1, "text": "x", "created_at": step.at, "actor": "import"}
            for one in ids
        ],
    )


class TestHistory:
    def test_what_happened_to_one_memory_names_undo_and_redo(
        self, store: MemoryStore, agent: MemoryStore, clock: FixedClock
    ) -> None:
        one, two = keep(store), keep(store, "Port 1.")
        store.memories.edit(one, "Port 8443.")
        store.memories.rehearse([one])
        store.history.undo()
        store.history.redo()
        agent.memories.tag([one], add=["x"])
        record_recall(agent.workspace, "what?", [one])
        mark_conflict(store.workspace, one, two, what="number", stakes="normal", detail="")
        kinds = [item.kind for item in store.history.of_memory(one)]
        assert kinds == ["conflict", "recall", "tag", "redo", "undo", "rehearse", "edit", "remember"]
        assert [item.kind for item in store.history.of_memory(two)] == ["conflict", "remember"]
        assert store.history.of_memory(99) == ()

    def test_the_fields_of_an_operation(self, store: MemoryStore) -> None:
        one = keep(store)
        store.memories.edit(one, "Port 8443.")
        edit = store.history.recent()[0].id
        fields = {item.column: (item.before, item.after) for item in store.history.changes(edit)}
        assert fields["text"] == ("Port 8080.", "Port 8443.")
        assert "updated_at" not in fields
        assert not any(item.changed_since for item in store.history.changes(edit))
        store.memories.edit(one, "Port 9000.")
        assert {item.column for item in store.history.changes(edit) if item.changed_since} >= {"text"}

    def test_pages_and_days(self, store: MemoryStore, agent: MemoryStore, clock: FixedClock) -> None:
        for number in range(5):
            keep(store if number % 2 else agent, f"Fact {number}.")
            clock.advance(DAY)
        whole = store.history.recent()
        assert [item.id for item in whole] == [5, 4, 3, 2, 1]
        assert store.history.recent(limit=2) == whole[:2]
        assert store.history.recent(before_id=4, limit=2) == whole[2:4]
        assert [item.id for item in store.history.recent(actor="agent:")] == [5, 3, 1]
        days = store.history.by_day(days=3)
        assert [(actor, count) for _day, actor, count in days] == [("person", 1), ("agent:claude", 1)]
        assert days[0][0] < days[1][0]
