"""Imports through the engine: idempotent, one operation, a dry run that tells the truth, and nothing half done."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.engine.import_files import conversation, knowledge, transcript, turn, write_lines
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore, open_store
from engramma.engine.importing import run as importing
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import ImportFileError, StoreBusyError
from engramma.model.progress import Cancelled, CancelToken, Progress
from engramma.model.transfer import CollisionPolicy, FileReport, ImportReport

SKIP, REPLACE, BOTH = CollisionPolicy.SKIP, CollisionPolicy.REPLACE, CollisionPolicy.BOTH


def counts(report: FileReport) -> dict[str, object]:
    return {
        name: getattr(report, name)
        for name in ("read", "new", "known", "changed", "deleted", "sessions", "events", "memories", "error")
    } | {"skipped": [(item.line, item.reason) for item in report.skipped]}


def take(store: MemoryStore, *paths: Path, policy: CollisionPolicy = SKIP) -> ImportReport:
    """Import, after a preview that must have said the same and written nothing."""
    before = picture(store)
    planned = store.transfer.preview(paths, policy=policy)
    assert picture(store) == before
    assert planned.operation_id is None
    done = store.transfer.import_files(paths, policy=policy)
    assert [counts(item) for item in planned.files] == [counts(item) for item in done.files]
    for item in done.files:
        assert item.read == item.new + item.known + item.changed + len(item.skipped)
    return done


@pytest.fixture
def made(tmp_path: Path) -> dict[str, Path]:
    """One file of each shape."""
    return {
        "transcript": transcript(tmp_path / "in" / "s-1.jsonl", [f"Turn {number}." for number in range(8)]),
        "knowledge": knowledge(
            tmp_path / "in" / "memory.jsonl",
            {"shop": ["It sells bulbs.", "It is in Utrecht."], "Ann": ["She owns the shop."]},
            relations=[("Ann", "shop", "owns")],
        ),
        "conversation": conversation(tmp_path / "in" / "talk.json"),
    }


class TestOnce:
    def test_everything_of_a_folder_in_one_operation(
        self, store: MemoryStore, made: dict[str, Path], clock: FixedClock
    ) -> None:
        report = take(store, made["transcript"].parent)
        assert {Path(item.path).name for item in report.files} == {"s-1.jsonl", "memory.jsonl", "talk.json"}
        assert all(not item.error for item in report.files)
        [operation] = store.history.recent()
        assert (operation.id, operation.kind) == (report.operation_id, "import")
        assert operation.label == "import of 3 files (3 sessions, 16 events, 3 memories)"
        found = store.memories.page([1, 2, 3])
        assert all(line.memory.strength == 1.0 for line in found)
        assert all(line.segments[0].reason == "imported" for line in found)
        store.history.undo()
        assert {table: rows for table, rows in picture(store).items() if rows} == {}

    @pytest.mark.parametrize("policy", [SKIP, REPLACE, BOTH])
    def test_the_same_again_is_nothing_new(
        self, store: MemoryStore, made: dict[str, Path], policy: CollisionPolicy
    ) -> None:
        take(store, *made.values())
        before = picture(store)
        again = take(store, *made.values(), policy=policy)
        assert again.operation_id is None
        assert all((item.new, item.changed) == (0, 0) for item in again.files)
        assert picture(store) == before
        assert len(store.history.recent()) == 1

    def test_provenance_reaches_the_line(self, store: MemoryStore, made: dict[str, Path]) -> None:
        take(store, made["knowledge"])
        one = store.search.order("utrecht").ids[0]
        [origin] = store.memories.details(int(one)).provenance
        assert (origin.source, origin.line) == ("memory.jsonl", 1)
        assert [entity.name for entity in store.memories.details(int(one)).entities] == ["shop"]

    def test_a_statement_that_is_known_by_content_is_not_doubled(
        self, store: MemoryStore, made: dict[str, Path]
    ) -> None:
        mine = store.memories.remember("it sells bulbs").id
        take(store, made["knowledge"])
        assert store.search.order("bulbs").ids.tolist() == [mine]

    def test_the_source_is_never_written(self, store: MemoryStore, made: dict[str, Path]) -> None:
        before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in made.values()}
        take(store, *made.values())
        assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in made.values()} == before


class TestAgain:
    def test_a_transcript_that_has_grown(self, store: MemoryStore, tmp_path: Path) -> None:
        path = transcript(tmp_path / "s-1.jsonl", ["One.", "Two."])
        take(store, path)
        [session] = store.sessions.list()
        transcript(path, ["One.", "Two.", "Three.", "Four."])
        [report] = take(store, path).files
        assert (report.new, report.known, report.sessions) == (2, 3, 0)
        [grown] = store.sessions.list()
        assert (grown.id, grown.events) == (session.id, 4)
        assert grown.ended_at > session.ended_at
        texts = [event.text for event in store.sessions.events(store.sessions.event_ids(grown.id))]
        assert texts == ["One.", "Two.", "Three.", "Four."]
        store.history.undo()
        assert store.sessions.list() == (session,)

    def test_a_transcript_that_was_forked(self, store: MemoryStore, tmp_path: Path) -> None:
        first = transcript(tmp_path / "s-1.jsonl", ["One.", "Two.", "Three."])
        take(store, first)
        lines = [turn(0, "One."), turn(1, "Two."), turn(7, "Another third.", role="user")]
        lines[2]["parentUuid"] = lines[1]["uuid"]
        for line in lines:
            line["sessionId"] = "s-2"
        take(store, write_lines(tmp_path / "s-2.jsonl", lines))
        texts = sorted(
            event.text
            for session in store.sessions.list()
            for event in store.sessions.events(store.sessions.event_ids(session.id))
        )
        assert texts == ["Another third.", "One.", "Three.", "Two."], "shared turns are not doubled"

    def test_an_import_that_was_undone(self, store: MemoryStore, made: dict[str, Path]) -> None:
        take(store, *made.values())
        store.history.undo()
        again = take(store, *made.values())
        assert again.operation_id is None
        assert all(item.deleted == item.known > 0 for item in again.files)
        assert store.statistics().total == 0
        both = take(store, *made.values(), policy=BOTH)
        assert both.operation_id is not None
        assert (store.statistics().total, store.statistics().events) == (3, 16)
        assert take(store, *made.values(), policy=BOTH).operation_id is None

    def test_a_session_that_was_undone_does_not_come_back_by_growing(
        self, store: MemoryStore, tmp_path: Path
    ) -> None:
        path = transcript(tmp_path / "s-1.jsonl", ["One.", "Two."])
        take(store, path)
        store.history.undo()
        transcript(path, ["One.", "Two.", "Three."])
        [report] = take(store, path).files
        assert (report.new, report.deleted) == (0, 4)
        assert store.statistics().events == 0

    def test_a_memory_in_the_trash_stays_there(self, store: MemoryStore, made: dict[str, Path]) -> None:
        take(store, made["knowledge"])
        store.memories.trash([1])
        [report] = take(store, made["knowledge"]).files
        assert (report.new, report.deleted) == (0, 1)
        assert store.memories.get(1).state == "trashed"


class TestCollisions:
    @pytest.fixture
    def changed(self, store: MemoryStore, tmp_path: Path) -> Path:
        """A transcript that was imported, and of which one turn reads differently now."""
        path = transcript(tmp_path / "s-1.jsonl", ["One.", "Two.", "Three."])
        take(store, path)
        return transcript(path, ["One.", "Two, really.", "Three."])

    def texts(self, store: MemoryStore) -> list[str]:
        [session] = store.sessions.list()
        return [event.text for event in store.sessions.events(store.sessions.event_ids(session.id))]

    def test_skip_keeps_what_is_there(self, store: MemoryStore, changed: Path) -> None:
        report = take(store, changed)
        assert (report.files[0].changed, report.operation_id) == (1, None)
        assert self.texts(store) == ["One.", "Two.", "Three."]

    def test_replace_takes_what_comes_and_can_be_undone(self, store: MemoryStore, changed: Path) -> None:
        report = take(store, changed, policy=REPLACE)
        assert report.files[0].changed == 1
        assert self.texts(store) == ["One.", "Two, really.", "Three."]
        store.history.undo()
        assert self.texts(store) == ["One.", "Two.", "Three."]

    def test_both_keeps_either(self, store: MemoryStore, changed: Path) -> None:
        take(store, changed, policy=BOTH)
        assert sorted(self.texts(store)) == ["One.", "Three.", "Two, really.", "Two."]
        assert take(store, changed, policy=BOTH).operation_id is None


class TestHalfWay:
    def test_a_preview_of_several_files_knows_what_the_first_brings(
        self, store: MemoryStore, tmp_path: Path
    ) -> None:
        one = knowledge(tmp_path / "a.jsonl", {"shop": ["It sells bulbs."], "Ann": ["She works."]})
        two = knowledge(
            tmp_path / "b.jsonl",
            {"shop": ["It sells bulbs.", "It closes at six."]},
            relations=[("Ann", "shop", "owns"), ("shop", "nowhere", "near"), ("x", "y", "z")],
        )
        take(store, one, two)

    def test_the_same_line_twice_is_one(self, store: MemoryStore, tmp_path: Path) -> None:
        lines = [turn(0, "One."), turn(1, "Two."), turn(0, "One."), turn(1, "Two."), turn(2, "Three.")]
        path = write_lines(tmp_path / "s-1.jsonl", lines)
        take(store, path)
        assert store.statistics().events == 3

    def test_progress_moves_while_a_transcript_is_only_looked_through(
        self, store: MemoryStore, tmp_path: Path
    ) -> None:
        path = write_lines(tmp_path / "s-1.jsonl", [turn(number, "Said.") for number in range(1_100)])
        seen: list[Progress] = []
        store.transfer.import_files([path], report=seen.append)
        assert len({item.done for item in seen if item.done < item.total / 2}) >= 2
        assert [item.done for item in seen] == sorted(item.done for item in seen)

    @pytest.mark.parametrize("at", [1, 3, 10, 40])
    def test_cancelling_leaves_nothing(self, store: MemoryStore, tmp_path: Path, at: int) -> None:
        path = conversation(tmp_path / "talk.json", sessions=12, turns=60)
        store.memories.remember("Before.")
        before = picture(store)
        cancel = CancelToken()
        seen: list[Progress] = []

        def report(progress: Progress) -> None:
            seen.append(progress)
            if len(seen) == at:
                cancel.cancel()

        try:
            store.transfer.import_files([path], report=report, cancel=cancel)
        except Cancelled:
            assert picture(store) == before
            assert [item.kind for item in store.history.recent()] == ["remember"]
        else:
            assert len(seen) <= at
            store.history.undo()
        again = store.transfer.import_files([path], policy=BOTH)
        assert again.files[0].events == 720, "what was taken back does not count as known"

    def test_a_reader_that_fails_half_way_takes_everything_back(
        self, store: MemoryStore, made: dict[str, Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = picture(store)
        read = importing.format_named

        class Broken:
            def __init__(self, form: object) -> None:
                self.form = form

            def read(self, source: object, *, cancel: CancelToken) -> object:
                records = self.form.read(source, cancel=cancel)
                yield next(records)
                yield next(records)
                raise RuntimeError("a fault in the reader")

        monkeypatch.setattr(importing, "format_named", lambda name: Broken(read(name)))
        with pytest.raises(RuntimeError):
            store.transfer.import_files([made["conversation"]])
        assert picture(store) == before
        monkeypatch.undo()
        assert take(store, made["conversation"]).operation_id is not None

    def test_a_file_that_cannot_be_read_on_keeps_its_good_part(
        self, store: MemoryStore, made: dict[str, Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        read = importing.format_named

        class Cut:
            def __init__(self, form: object) -> None:
                self.form = form

            def read(self, source: object, *, cancel: CancelToken) -> object:
                for number, record in enumerate(self.form.read(source, cancel=cancel)):
                    if number == 4:
                        raise ImportFileError("talk.json cannot be read: input/output error.")
                    yield record

        monkeypatch.setattr(importing, "format_named", lambda name: Cut(read(name)))
        report = store.transfer.import_files([made["conversation"], made["knowledge"]])
        assert [item.error for item in report.files if item.error] == [
            "talk.json cannot be read: input/output error."
        ] * 2
        assert report.operation_id is not None

    def test_one_import_at_a_time(self, store: MemoryStore, made: dict[str, Path], clock: FixedClock) -> None:
        inside, go_on = threading.Event(), threading.Event()

        def report(_progress: Progress) -> None:
            inside.set()
            go_on.wait(10)

        worker = threading.Thread(
            target=store.transfer.import_files, args=([made["conversation"]],), kwargs={"report": report}
        )
        worker.start()
        assert inside.wait(10)
        try:
            with (
                open_store(store.path, clock=clock) as other,
                pytest.raises(StoreBusyError, match=r"Another import is running already. Wait"),
            ):
                other.transfer.import_files([made["knowledge"]])
            with pytest.raises(StoreBusyError):
                store.transfer.import_files([made["knowledge"]])
            assert store.statistics().events == 0, "what is not done is not shown"
            assert store.memories.remember("Meanwhile.").created
        finally:
            go_on.set()
            worker.join()
        assert store.statistics().events == 8
        assert take(store, made["knowledge"]).operation_id is not None


class TestBadFiles:
    @pytest.mark.parametrize(
        ("name", "content", "says"),
        [
            ("empty.jsonl", b"", "is empty"),
            ("blank.jsonl", b"\n \n\n", "nothing but blanks"),
            ("diary.txt", b"Dear diary, today was good.", "no format that Engramma reads"),
            ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "no format that Engramma reads"),
        ],
    )
    def test_what_cannot_be_imported_is_one_sentence(
        self, store: MemoryStore, tmp_path: Path, name: str, content: bytes, says: str
    ) -> None:
        path = tmp_path / name
        path.write_bytes(content)
        report = store.transfer.import_files([path])
        assert says in report.files[0].error
        assert report.operation_id is None
        assert store.history.recent() == ()
        with pytest.raises(ImportFileError, match=says):
            store.transfer.recognise(path)

    def test_what_is_not_there(self, store: MemoryStore, tmp_path: Path) -> None:
        for path in (tmp_path / "missing.jsonl", tmp_path / "missing" / "x"):
            assert "cannot be read" in store.transfer.import_files([path]).files[0].error
            named = store.transfer.import_files([path], format="claude-code")
            assert "cannot be read" in named.files[0].error
        (tmp_path / "nothing").mkdir()
        assert "nothing in it" in store.transfer.import_files([tmp_path / "nothing"]).files[0].error
        with pytest.raises(ImportFileError, match="There is no format named x"):
            store.transfer.import_files([tmp_path], format="x")
        assert store.transfer.import_files([]).files == ()
        assert store.history.recent() == ()

    def test_a_transcript_with_everything_wrong_gives_its_good_part(
        self, store: MemoryStore, tmp_path: Path
    ) -> None:
        good = [turn(number, f"Good {number}.") for number in range(6)]
        path = write_lines(
            tmp_path / "s-1.jsonl",
            [
                b"\xef\xbb\xbf" + json.dumps(good[0]).encode(),
                b"\xff\xfe not utf-8 \xff",
                json.dumps(good[1]),
                '{"type": "user", "uuid": 5, "message": ',
                json.dumps(good[2]).replace("Good 2.", "Good \\ud800 2\\u0000."),
                "[" * 100_000,
                json.dumps({**good[3], "timestamp": "yesterday"}),
                json.dumps({"type": "never-heard-of", "sessionId": "s-1"}),
                json.dumps(good[4]),
                b"\x00\x00\x00",
                json.dumps(good[5])[:-9],
            ],
        )
        [report] = take(store, path).files
        assert not report.error
        assert report.events >= 5
        assert report.skipped
        assert all(item.reason for item in report.skipped)

    def test_a_file_cut_off_at_any_byte_is_never_a_crash(
        self, store: MemoryStore, made: dict[str, Path], tmp_path: Path
    ) -> None:
        for path in made.values():
            whole = path.read_bytes()
            for at in range(1, len(whole), max(1, len(whole) // 12)):
                cut = tmp_path / "cut" / path.name
                cut.parent.mkdir(exist_ok=True)
                cut.write_bytes(whole[:at])
                planned = store.transfer.preview([cut])
                done = store.transfer.import_files([cut])
                assert [counts(item) for item in planned.files] == [counts(item) for item in done.files]
        [report] = store.transfer.import_files([made["conversation"]]).files
        assert report.error == ""


def test_every_combination_of_policies_is_foretold(store: MemoryStore, tmp_path: Path) -> None:
    path = tmp_path / "memory.jsonl"
    steps: list[tuple[dict[str, list[str]], CollisionPolicy, Callable[[], object] | None]] = [
        ({"a": ["One."], "b": ["Two."]}, SKIP, None),
        ({"a": ["One, changed."], "b": ["Two."]}, SKIP, None),
        ({"a": ["One, changed."], "b": ["Two."]}, REPLACE, lambda: store.memories.pin([1])),
        ({"a": ["One, changed again."], "b": ["Two, changed."]}, REPLACE, lambda: store.memories.trash([2])),
        ({"a": ["One."], "b": ["Two."], "c": ["Three.", "Three."]}, BOTH, store.history.undo),
        ({"a": ["One."], "b": ["Two."], "c": ["Three."]}, BOTH, None),
    ]
    for facts, policy, before in steps:
        if before is not None:
            before()
        take(store, knowledge(path, facts, relations=[("a", "b", "next to")]), policy=policy)


def test_dates_come_from_the_source_and_fading_begins_now(
    store: MemoryStore, made: dict[str, Path], clock: FixedClock
) -> None:
    clock.advance(400 * DAY)
    take(store, made["transcript"], made["knowledge"])
    [session] = store.sessions.list()
    assert session.started_at < clock.now() - 300 * DAY
    assert store.memories.get(1).strength == 1.0
    clock.advance(7 * DAY)
    assert store.memories.get(1).strength == pytest.approx(0.5)


def test_a_copy_elsewhere_is_the_same_file(store: MemoryStore, made: dict[str, Path], tmp_path: Path) -> None:
    take(store, *made.values())
    for path in made.values():
        copy = tmp_path / "elsewhere" / path.name
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(path, copy)
        assert store.transfer.import_files([copy]).operation_id is None
