"""Bundles: the same bytes there and back, nothing new the second time, and no harm from hostile ones."""

from __future__ import annotations

import copy
import hashlib
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from tests.conftest import FROZEN_AT
from tests.engine.import_files import conversation, knowledge, transcript
from tests.engine.store_picture import picture
from tests.engine.test_undo_properties import acts, run

from engramma.engine import MemoryStore, open_store
from engramma.engine.live_sessions import Judgement, KeptStatement, SaidEvent, record_gate, record_session
from engramma.engine.recalls import record_recall
from engramma.engine.review import propose
from engramma.model.answer import Answer
from engramma.model.clock import DAY, FixedClock, parse_iso
from engramma.model.errors import ExportFileError, QueryError
from engramma.model.progress import Cancelled, CancelToken
from engramma.model.transfer import CollisionPolicy, FileReport

NOW = 1_790_000_000_000_000
Rows = dict[str, list[dict[str, Any]]]


def exported(store: MemoryStore, name: str = "a") -> Path:
    path = store.path.with_name(f"{store.path.stem}-{name}.engramma-bundle")
    store.transfer.export(path)
    return path


def rows_of(bundle: Path) -> Rows:
    with zipfile.ZipFile(bundle) as archive:
        return {
            name.removesuffix(".jsonl"): [json.loads(line) for line in archive.read(name).splitlines()]
            for name in archive.namelist()
            if name.endswith(".jsonl")
        }


def written(path: Path, rows: Rows, **manifest: Any) -> Path:
    """A bundle whose manifest is true to `rows`, whatever they are."""
    files = {}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for table, items in rows.items():
            data = b"".join(json.dumps(item).encode() + b"\n" for item in items)
            archive.writestr(f"{table}.jsonl", data)
            files[f"{table}.jsonl"] = {
                "table": table,
                "rows": len(items),
                "bytes": len(data),
                "sha256": hashlib.sha256(data).hexdigest(),
            }
        whole = {"format": "engramma-bundle", "version": 1, "files": files} | manifest
        archive.writestr("manifest.json", json.dumps(whole))
    return path


def take(store: MemoryStore, path: Path, *, policy: CollisionPolicy = CollisionPolicy.SKIP) -> FileReport:
    """Import, after a preview that must have foretold the same and written nothing."""
    before = picture(store)
    [planned] = store.transfer.preview([path], policy=policy).files
    assert picture(store) == before
    [done] = store.transfer.import_files([path], policy=policy).files
    for name in (
        "read",
        "new",
        "known",
        "changed",
        "deleted",
        "sessions",
        "events",
        "memories",
        "skipped",
        "error",
    ):
        assert getattr(planned, name) == getattr(done, name), name
    return done


@pytest.fixture(scope="module")
def made_full(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A closed store with something in nearly every table, made once, and the moment at which it ends."""
    folder = tmp_path_factory.mktemp("full")
    clock = FixedClock(parse_iso(FROZEN_AT))
    with open_store(folder / "full.engramma", clock=clock, create=True) as made:
        filled(made, clock, folder)
    return folder / "full.engramma", clock.now()


@pytest.fixture
def full(made_full: tuple[Path, int], store_path: Path, clock: FixedClock) -> Iterator[MemoryStore]:
    """A copy of it."""
    path, clock.instant = made_full
    shutil.copy(path, store_path)
    with open_store(store_path, clock=clock) as opened:
        yield opened


@pytest.fixture(scope="module")
def full_rows(made_full: tuple[Path, int], tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """What a bundle of such a store holds; copy it before changing it."""
    path = shutil.copy(made_full[0], tmp_path_factory.mktemp("rows") / "full.engramma")
    with open_store(path, clock=FixedClock(made_full[1])) as opened:
        return rows_of(exported(opened))


@pytest.fixture
def rows(full_rows: Rows) -> Rows:
    """Rows of a bundle, to be spoiled."""
    return copy.deepcopy(full_rows)


def filled(store: MemoryStore, clock: FixedClock, tmp_path: Path) -> MemoryStore:
    """Something for nearly every table."""
    said = [
        SaidEvent(turn=n, role="user", speaker="Ann", text=f"Remember: port {n}.", at=clock.now() + n)
        for n in range(1, 5)
    ]
    session_id, events = record_session(
        store.workspace,
        "Ports",
        said,
        agent="claude",
        topics=["ports"],
        summary="On ports.",
        started_at=clock.now(),
        ended_at=clock.now() + 9,
    )
    kept = KeptStatement(
        event_id=events[0], text="The port is 1.", kind="semantic", category="fact", importance=0.7,
        tags=("port",), at=clock.now(), quote="port 1", start=10, end=16,
    )  # fmt: skip
    judged = [
        Judgement(event_id=events[0], score=0.7, reasons=(("cue", 0.7),), kept=0),
        Judgement(event_id=events[1], score=0.1, reasons=(), kept=None),
    ]
    [one] = record_gate(store.workspace, session_id, "Ports", statements=[kept], judgements=judged)
    two = store.memories.remember(
        "The port is 2.", session_id=session_id, quote="port 2", event_id=events[1]
    ).id
    clock.advance(DAY)
    new = store.memories.correct(one, "The port is 8443.").id
    three = store.memories.remember("It listens on two.").id
    store.memories.merge(two, [three])
    store.memories.pin([new])
    store.memories.edit(two, "The second port is 2.")
    store.memories.trash([store.memories.remember("Nonsense.").id])
    record_recall(store.workspace, "which port?", [new, two], session_id=session_id)
    propose(store.workspace, [two], step_name="merge", action="merge", reason="alike")
    store.saved.add("Ports", "tag:port")
    store.transfer.import_files(
        [
            transcript(tmp_path / "s-1.jsonl", ["One.", "Two.", "Three."]),
            knowledge(
                tmp_path / "m.jsonl", {"a": ["Fact."], "b": ["Other."]}, relations=[("a", "b", "near")]
            ),
            conversation(tmp_path / "talk.json"),
        ]
    )
    return store


@pytest.fixture
def empty(tmp_path: Path, clock: FixedClock) -> MemoryStore:
    with open_store(tmp_path / "other.engramma", clock=clock, create=True) as made:
        yield made


class TestThereAndBack:
    def test_the_same_bytes_and_nothing_new_the_second_time(
        self, full: MemoryStore, empty: MemoryStore, clock: FixedClock
    ) -> None:
        first = exported(full)
        assert exported(full, "again").read_bytes() == first.read_bytes()
        clock.advance(50 * DAY)
        report = take(empty, first)
        assert (report.error, report.skipped, report.known) == ("", (), 0)
        assert exported(empty).read_bytes() == first.read_bytes()
        before = picture(empty)
        again = take(empty, first)
        assert (again.new, again.changed) == (0, 0)
        assert picture(empty) == before
        assert len(empty.history.recent()) == 1
        for name in ("by_tier", "by_kind", "by_state", "pinned", "sessions", "events", "dormant"):
            assert getattr(empty.statistics(), name) == getattr(full.statistics(), name)

    def test_undone_and_taken_again(self, full: MemoryStore, empty: MemoryStore) -> None:
        bundle = exported(full)
        take(empty, bundle)
        empty.history.undo()
        assert {table: rows for table, rows in picture(empty).items() if rows} == {}
        assert take(empty, bundle).deleted > 0
        assert {table: rows for table, rows in picture(empty).items() if rows} == {}
        both = take(empty, bundle, policy=CollisionPolicy.BOTH)
        assert both.new > 0
        assert empty.statistics().by_state == full.statistics().by_state
        assert take(empty, bundle, policy=CollisionPolicy.BOTH).new == 0

    def test_into_a_store_that_knows_a_part(self, full: MemoryStore, empty: MemoryStore) -> None:
        mine = empty.memories.remember("the port is 8443", tags=["mine"]).id
        before = empty.memories.details(mine)
        take(empty, exported(full))
        after = empty.memories.details(mine)
        assert (after.memory.text, after.memory.tags, after.segments) == (
            before.memory.text,
            before.memory.tags,
            before.segments,
        )

    def test_replace_never_touches_what_a_person_holds(self, full: MemoryStore, empty: MemoryStore) -> None:
        bundle = exported(full)
        take(empty, bundle)
        port, fact = (int(empty.search.order(text).ids[0]) for text in ("second", "fact"))
        empty.memories.edit(port, "What I know better.")
        empty.memories.pin([fact])
        report = take(empty, bundle, policy=CollisionPolicy.REPLACE)
        assert report.changed == 1
        assert empty.memories.get(port).text == "What I know better."
        agents = empty.acting_as("agent:claude")
        other = int(empty.search.order("other").ids[0])
        agents.memories.edit(other, "An agent's version.")
        take(empty, bundle, policy=CollisionPolicy.REPLACE)
        assert empty.memories.get(other).text == "Other."

    def test_another_wording_waits_for_a_person(self, full: MemoryStore, empty: MemoryStore) -> None:
        bundle = exported(full)
        take(empty, bundle)
        port = int(empty.search.order("second").ids[0])
        theirs = empty.memories.get(port).text
        empty.memories.edit(port, "What I know better.")
        report = take(empty, bundle, policy=CollisionPolicy.ASK)
        assert (report.changed, report.asked) == (1, 1)
        [asked] = [one for one in empty.consolidation.asked() if one.action == "edit"]
        assert (asked.targets, asked.text, asked.actor) == ((port,), theirs, "import")
        assert empty.transfer.import_files([bundle], policy=CollisionPolicy.ASK).operation_id is None
        empty.consolidation.answer(asked.proposal_id, Answer.ACCEPT)
        assert empty.memories.get(port).text == theirs

    def test_a_part_of_a_store(self, full: MemoryStore, empty: MemoryStore, tmp_path: Path) -> None:
        path = tmp_path / "part.engramma-bundle"
        report = full.transfer.export(path, query="port")
        assert report.counts["memory"] == 2
        assert report.bytes == path.stat().st_size
        done = take(empty, path)
        assert (done.skipped, done.memories, done.sessions) == ((), 2, 1)
        full.transfer.export(tmp_path / "nothing.engramma-bundle", query="zebra")
        assert take(empty, tmp_path / "nothing.engramma-bundle").read == 0

    def test_cancelling_leaves_nothing(self, full: MemoryStore, empty: MemoryStore, tmp_path: Path) -> None:
        bundle = exported(full)
        for at in range(1, 40):
            cancel = CancelToken()
            asked = 0

            def check(
                real: Callable[[], None] = cancel.check, cancel: CancelToken = cancel, at: int = at
            ) -> None:
                nonlocal asked
                asked += 1
                if asked == at:
                    cancel.cancel()
                real()

            cancel.check = check  # type: ignore[method-assign]
            try:
                empty.transfer.import_files([bundle], cancel=cancel)
            except Cancelled:
                assert empty.history.recent() == ()
                assert {table: rows for table, rows in picture(empty).items() if rows} == {}
        target = tmp_path / "cancelled.engramma-bundle"
        cancel = CancelToken()
        cancel.cancel()
        with pytest.raises(Cancelled):
            full.transfer.export(target, cancel=cancel)
        assert not target.exists()
        assert not list(tmp_path.glob(".*part"))

    def test_taking_back_rows_that_refer_to_later_ones(self, full: MemoryStore, empty: MemoryStore) -> None:
        """A correction chain over many transactions: the newest goes first, though older ones refer to it."""
        one = full.memories.remember("Version 0.").id
        for number in range(1, 60):
            one = full.memories.correct(one, f"Version {number}.").id
        bundle = exported(full)
        with pytest.raises(ZeroDivisionError):
            _take_slowly_and_fail(empty, bundle)
        assert {table: rows for table, rows in picture(empty).items() if rows} == {}


def test_proposals_of_one_moment_all_come_along(store: MemoryStore, empty: MemoryStore) -> None:
    one, other = store.memories.remember("The pump hums.").id, store.memories.remember("The door sticks.").id

    def ask(*about: int) -> None:
        propose(store.workspace, about, step_name="staleness", action="confirm", reason="old")

    for number in range(240):
        ask(one if number % 2 else other)
    bundle = exported(store)
    take(empty, bundle)
    assert exported(empty).read_bytes() == bundle.read_bytes()
    ask(one, other)
    more = exported(store, "b")
    take(empty, more)
    assert len(rows_of(exported(empty, "c"))["proposal"]) == 241
    assert empty.transfer.import_files([more]).operation_id is None


def _take_slowly_and_fail(store: MemoryStore, bundle: Path) -> None:
    with store.workspace.journal.long("import", "x", actor="import") as running:
        _take_slowly(store, bundle, running)
        raise ZeroDivisionError


def _take_slowly(store: MemoryStore, bundle: Path, running: Any) -> None:
    from engramma.engine.bundles.choices import MergeChoices
    from engramma.engine.bundles.intake import BundleIntake
    from engramma.engine.importing.tally import Tally
    from engramma.store.bundle_rows import BUNDLED

    intake = BundleIntake(store.workspace, Tally(str(bundle), "bundle"), MergeChoices())
    rows = rows_of(bundle)
    for table in BUNDLED:
        items = rows.get(table.name, [])
        for start in range(0, len(items), 5):
            with running.step() as step:
                intake.take(table, items[start : start + 5], connection=step.connection, step=step)
    for part in intake.late_links():
        with running.step() as step:
            intake.link(part, step=step)


@settings(max_examples=8)
@given(sequence=acts)
def test_any_store_goes_there_and_back(sequence: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        clock = FixedClock(NOW)
        with (
            open_store(Path(folder, "one.engramma"), clock=clock, create=True) as one,
            open_store(Path(folder, "two.engramma"), clock=clock, create=True) as two,
        ):
            run(one, clock, sequence)
            if len(sequence) % 2 and one.history.undo_label():
                one.history.undo()
            bundle = exported(one)
            report = take(two, bundle)
            assert (report.error, report.skipped) == ("", ())
            assert exported(two).read_bytes() == bundle.read_bytes()
            assert two.search.order("").ids.size == one.search.order("").ids.size
            assert take(two, bundle).new == 0


class TestExporting:
    def test_a_store_is_never_written_over(
        self, full: MemoryStore, empty: MemoryStore, tmp_path: Path
    ) -> None:
        link = tmp_path / "link.engramma-bundle"
        link.symlink_to(full.path)
        for path in (full.path, empty.path, link):
            before = path.read_bytes()
            with pytest.raises(ExportFileError, match="is a store, which an export would destroy"):
                full.transfer.export(path)
            assert path.read_bytes() == before
        assert full.statistics().total > 0

    def test_what_cannot_be_written_is_one_sentence(self, full: MemoryStore, tmp_path: Path) -> None:
        with pytest.raises(ExportFileError, match="cannot be written: no such file"):
            full.transfer.export(tmp_path / "missing" / "x.engramma-bundle")
        with pytest.raises(ExportFileError, match="cannot be written"):
            full.transfer.export(tmp_path)
        with pytest.raises(QueryError):
            full.transfer.export(tmp_path / "x.engramma-bundle", query="kind:nonsense")
        assert not (tmp_path / "x.engramma-bundle").exists()

    def test_an_earlier_bundle_is_replaced_only_by_a_whole_one(self, full: MemoryStore) -> None:
        path = exported(full)
        before = path.read_bytes()
        cancel = CancelToken()
        cancel.cancel()
        with pytest.raises(Cancelled):
            full.transfer.export(path, cancel=cancel)
        assert path.read_bytes() == before
        full.memories.remember("One more.")
        full.transfer.export(path)
        assert path.read_bytes() != before


class TestDamage:
    def test_cut_off_anywhere(self, full: MemoryStore, empty: MemoryStore, tmp_path: Path) -> None:
        whole = exported(full).read_bytes()
        for at in range(4, len(whole) - 1, len(whole) // 25):
            path = tmp_path / "cut.engramma-bundle"
            path.write_bytes(whole[:at])
            report = take(empty, path)
            assert report.error, at
        assert empty.history.recent() == ()

    def test_any_byte_turned(self, full: MemoryStore, empty: MemoryStore, tmp_path: Path) -> None:
        whole = exported(full).read_bytes()
        for at in range(0, len(whole), len(whole) // 40):
            path = tmp_path / "turned.engramma-bundle"
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
            report = take(empty, path)
            assert report.error or report.new, at
            if not report.error:
                empty.history.undo()
                assert exported(full).read_bytes()
                break

    @pytest.mark.parametrize(
        ("manifest", "says"),
        [
            ({"version": 2}, "newer"),
            ({"version": 0}, "damaged"),
            ({"format": "other"}, "no format|no Engramma bundle"),
            ({"files": {}}, "does not name"),
            ({"files": {"../x.jsonl": {"table": "x", "rows": 0, "bytes": 0, "sha256": "0" * 64}}}, "damaged"),
        ],
    )
    def test_a_manifest_that_is_not_ours(
        self, rows: Rows, empty: MemoryStore, tmp_path: Path, manifest: dict[str, Any], says: str
    ) -> None:
        path = written(tmp_path / "x.engramma-bundle", rows, **manifest)
        report = take(empty, path)
        assert report.error
        assert re.search(says, report.error), report.error
        assert empty.history.recent() == ()

    def test_members_that_lead_outside(self, rows: Rows, empty: MemoryStore, tmp_path: Path) -> None:
        for name in ("../evil.jsonl", "/etc/passwd", "a\\..\\b.jsonl"):
            path = tmp_path / "x.engramma-bundle"
            written(path, rows)
            with zipfile.ZipFile(path, "a") as archive:
                archive.writestr(name, "x")
            assert "refused" in take(empty, path).error
        assert not (tmp_path.parent / "evil.jsonl").exists()


HUGE = 10**30
MISFITS: list[tuple[str, dict[str, Any]]] = [
    ("memory", {"kind": "sensory"}),
    ("memory", {"state": "gone"}),
    ("memory", {"importance": 7}),
    ("memory", {"importance": "high"}),
    ("memory", {"text": ""}),
    ("memory", {"text": 5}),
    ("memory", {"text": None}),
    ("memory", {"uid": "x"}),
    ("memory", {"uid": ["x"]}),
    ("memory", {"uid": "\ud800" * 26}),
    ("memory", {"created_at": HUGE}),
    ("memory", {"created_at": True}),
    ("memory", {"created_at": 1.5}),
    ("memory", {"pinned": 3}),
    ("memory", {"version": 0}),
    ("memory", {"session_id": -1}),
    ("memory", {"superseded_by": "M-1"}),
    ("segment", {"half_life": 1e308}),
    ("segment", {"half_life": -1}),
    ("segment", {"s0": 5}),
    ("segment", {"t0": HUGE}),
    ("segment", {"memory_id": HUGE}),
    ("segment", {"memory_id": 999}),
    ("session", {"topics": "no json"}),
    ("session", {"topics": "[1, 2]"}),
    ("session", {"topics": "[" * 100_000}),
    ("session", {"time_quality": "guessed"}),
    ("event", {"role": "god"}),
    ("event", {"session_id": None}),
    ("event", {"turn": "first"}),
    ("event", {"at": 1 << 62}),
    ("tag", {"name": ""}),
    ("tag", {"name": {"a": 1}}),
    ("association", {"weight": 2}),
    ("association", {"target_id": None}),
    ("gate_verdict", {"reasons": "[3]"}),
    ("gate_verdict", {"score": "nan"}),
    ("recall", {"mode": "magic"}),
    ("recall_hit", {"memory_id": None, "event_id": None}),
    ("recall_hit", {"parts": "7"}),
    ("proposal", {"targets": "no json"}),
    ("proposal", {"status": "done"}),
    ("conflict", {"what": "nothing"}),
    ("entity", {"normal_name": ["x"]}),
    ("entity", {"ghost": 9}),
    ("import_source", {"bytes": "many"}),
    ("saved_search", {"query": 5}),
    ("policy_setting", {"field": "retrieval_threshold", "value": "NaN"}),
    ("policy_setting", {"field": "retrieval_threshold", "value": "abc"}),
    ("policy_setting", {"field": "no_such_setting", "value": "1"}),
]


@pytest.mark.parametrize("table", sorted({table for table, _changed in MISFITS}))
def test_rows_that_do_not_fit_are_named_and_do_no_harm(
    rows: Rows, empty: MemoryStore, tmp_path: Path, table: str
) -> None:
    base = {"policy_setting": {"field": "", "value": ""}, "conflict": {"a_id": 0, "b_id": 1, "found_at": 1}}
    items = rows.setdefault(table, [])
    good = items[0] if items else base[table]
    lines = set()
    for number, changed in enumerate(changed for name, changed in MISFITS if name == table):
        own = {"uid": f"01M0000000000000000000{number:04d}"} if "uid" in good else {}
        items.append({**good, **own, **({"name": f"t{number}"} if table == "tag" else {}), **changed})
        lines.add(len(items))
    report = take(empty, written(tmp_path / "x.engramma-bundle", rows))
    assert report.error == ""
    named = {
        item.line: item.reason for item in report.skipped if item.reason.startswith(table.replace("_", " "))
    }
    assert lines <= named.keys(), [items[line - 1] for line in lines - named.keys()]
    assert not any("twice" in named[line] for line in lines)
    _works(empty)


@pytest.mark.parametrize("place", [-1, 999, HUGE, "1", 1.5, [], True])
def test_references_that_lead_nowhere(rows: Rows, empty: MemoryStore, tmp_path: Path, place: object) -> None:
    for items in rows.values():
        for name in items[0]:
            if name.endswith("_id") or name in ("superseded_by", "merged_into"):
                items[0][name] = place
    rows["proposal"][0]["targets"] = json.dumps([5, 999])
    report = take(empty, written(tmp_path / "x.engramma-bundle", rows))
    assert report.error == ""
    assert report.skipped
    assert "event" in {item.reason.split(":")[0] for item in report.skipped}
    _works(empty)


def test_the_same_row_twice(rows: Rows, empty: MemoryStore, tmp_path: Path) -> None:
    for items in rows.values():
        items.append(items[0])
    report = take(empty, written(tmp_path / "x.engramma-bundle", rows))
    assert any("twice" in item.reason for item in report.skipped)
    _works(empty)


def test_chains_that_bite_their_own_tail(rows: Rows, empty: MemoryStore, tmp_path: Path) -> None:
    last = len(rows["memory"]) - 1
    for place, item in enumerate(rows["memory"]):
        item["superseded_by"] = item["merged_into"] = 0 if place == last else place + 1
    rows["session"][0]["parent_id"] = 0
    take(empty, written(tmp_path / "x.engramma-bundle", rows))
    _works(empty)


def _works(store: MemoryStore) -> None:
    """Everything that reads or writes the store still does, and one undo takes the bundle out again."""
    ids = store.search.order("is:active OR is:superseded OR is:trashed").ids
    for line in store.memories.page(ids):
        details = store.memories.details(line.memory.id)
        assert 0.0 <= details.memory.strength <= 1.0
    for session in store.sessions.list():
        store.sessions.events(store.sessions.event_ids(session.id))
        store.sessions.gate_counts(session.id)
    store.statistics()
    store.search.facets("")
    store.policy()
    made = store.memories.remember("Still works.").id
    if len(ids):
        record_recall(store.workspace, "what?", [int(ids[0]), made])
    store.memories.pin([made])
    for _ in range(2):
        store.history.undo()
    if store.history.undo_label():
        from engramma.model.operation import Take

        store.history.undo(take=Take.THEIRS)
    assert store.statistics().total == 0
