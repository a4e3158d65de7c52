"""The tree of a transcript: rewinds, compaction, forks, parallel tools, split messages, sub-agents."""

from __future__ import annotations

import json
from pathlib import Path

from exchange_cases import (
    Transcript,
    call,
    check_promises,
    events_by_text,
    key,
    only,
    reasons,
    records_of,
    uid,
    write_lines,
)

from engramma.exchange.claude_code.transcript import ClaudeCodeFormat
from engramma.exchange.sniffer import recognise_all
from engramma.model.transfer import EventRecord, MemoryRecord, SessionRecord

FORM = ClaudeCodeFormat()


def test_a_rewound_branch_is_not_active(tmp_path: Path) -> None:
    t = Transcript()
    t.user("p", None, "Start")
    t.agent("a", "p", "Ready")
    t.user("old", "a", "First try")
    t.agent("old-a", "old", "First answer")
    t.user("new", "a", "Second try")
    t.agent("new-a", "new", "Second answer")
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    check_promises(records)
    active = {text: event.active for text, event in events_by_text(records).items()}
    assert active == {
        "Start": True,
        "Ready": True,
        "First try": False,
        "First answer": False,
        "Second try": True,
        "Second answer": True,
    }
    assert events_by_text(records)["Second try"].parent_key == key("a")


def test_turns_written_again_after_compaction_are_not_doubled(tmp_path: Path) -> None:
    t = Transcript()
    t.user("u1", None, "Start")
    t.agent("a1", "u1", "Ready")
    t.user("b1", "a1", "Wrong way")
    t.user("b2", "a1", "Right way")
    t.agent("k1", "b2", "Kept one")
    t.user("k2", "k1", "Kept two")
    boundary = t.add("system", "cb", None, subtype="compact_boundary", content="Conversation compacted")
    boundary["logicalParentUuid"] = uid("k2")
    kept = [uid("k1"), uid("k2")]
    boundary["compactMetadata"] = {
        "preservedSegment": {"headUuid": kept[0]},
        "preservedMessages": {"uuids": kept},
    }
    t.user("cs", "cb", "This session is being continued. Summary: a plan.", isCompactSummary=True)
    t.agent("k1", "cs", "Kept one")
    t.user("k2", "k1", "Kept two")
    t.user("p", "k2", "Go on")
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    check_promises(records)
    assert len(only(EventRecord, records)) == 9
    assert reasons(records) == [(9, "the same turn stands on line 5"), (10, "the same turn stands on line 6")]
    rewound = [event.text for event in only(EventRecord, records) if not event.active]
    assert rewound == ["Wrong way"]
    assert events_by_text(records)["Conversation compacted"].parent_key == key("k2")
    [memory] = only(MemoryRecord, records)
    assert (memory.kind, memory.category, memory.event_key) == ("episodic", "summary", key("cs"))
    assert memory.quote == memory.text[memory.start : memory.end]


def test_compaction_that_moves_the_last_turn_keeps_the_branch_before_it(tmp_path: Path) -> None:
    """The boundary leads to a turn that stands only behind it, so the chain is a circle."""
    t = Transcript()
    t.user("u1", None, "Start")
    t.user("x", "u1", "Dropped")
    t.user("h", "u1", "Head")
    boundary = t.add("system", "cb", None, subtype="compact_boundary", content="Conversation compacted")
    boundary["logicalParentUuid"] = uid("tail")
    boundary["compactMetadata"] = {"preservedMessages": {"uuids": [uid("h"), uid("tail")]}}
    t.user("cs", "cb", "Summary", isCompactSummary=True)
    t.agent("tail", "cs", "Tail")
    t.user("p", "tail", "Go on")
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    check_promises(records)
    assert [event.text for event in only(EventRecord, records) if not event.active] == ["Dropped"]


def test_tools_at_the_same_time_are_no_branches(tmp_path: Path) -> None:
    t = Transcript()
    t.user("p", None, "Look")
    t.agent("a1", "p", "Looking.", call("t1", "Read", file_path="a.py"), message="msg_1")
    t.agent("a2", "a1", call("t2", "Bash", command="ls"), message="msg_1")
    t.result("r1", "a1", "t1", "text of a")
    t.result("r2", "a2", "t2", "a.py")
    t.agent("b", "r1", "Done.")
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    check_promises(records)
    events = only(EventRecord, records)
    assert [(event.text, event.speaker, event.active) for event in events] == [
        ("Look", "", True),
        ("Looking.\n\n→ Read: a.py\n\n→ Bash: ls", "model-x", True),
        ("text of a", "Read", True),
        ("a.py", "Bash", True),
        ("Done.", "model-x", True),
    ]
    assert [event.parent_key for event in events] == ["", key("p"), key("a1"), key("a1"), key("r1")]
    assert [tool["name"] for tool in json.loads(events[1].detail)["tools"]] == ["Read", "Bash"]
    assert events[1].original.count("\n") == 1


def test_parts_of_a_message_around_its_results_are_one_turn_in_order(tmp_path: Path) -> None:
    t = Transcript()
    t.user("p", None, "Look")
    t.agent("a0", "p", {"type": "thinking", "thinking": "", "signature": "x"}, message="msg_1")
    t.agent("a1", "a0", call("t1", "Read", file_path="a.py"), message="msg_1")
    t.result("r1", "a1", "t1", "text of a")
    t.agent("a2", "r1", "Second half.", message="msg_1")
    t.user("q", "a2", "Thanks")
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    check_promises(records)
    assert [(event.text, event.key) for event in only(EventRecord, records)] == [
        ("Look", key("p")),
        ("→ Read: a.py\n\nSecond half.", key("a0")),
        ("text of a", key("r1")),
        ("Thanks", key("q")),
    ]
    assert reasons(records) == []


def test_a_message_id_far_away_is_another_message(tmp_path: Path) -> None:
    t = Transcript()
    t.agent("a", None, "One", message="msg_1")
    t.lines += [{"type": "mode", "mode": "normal"}] * 100
    t.agent("b", "a", "Two", message="msg_1")
    assert list(events_by_text(records_of(FORM, t.write(tmp_path / "t.jsonl")))) == ["One", "Two"]


def test_parents_skip_lines_that_are_no_events(tmp_path: Path) -> None:
    t = Transcript()
    t.user("p", None, "Start")
    t.add("progress", "g1", "p", data={"type": "hook_progress"})
    t.add("attachment", "g2", "g1", attachment={"type": "task_reminder"})
    t.agent("a", "g2", "Answer")
    events = events_by_text(records_of(FORM, t.write(tmp_path / "t.jsonl")))
    assert events["Answer"].parent_key == key("p")


def test_a_parent_in_another_file_is_named_all_the_same(tmp_path: Path) -> None:
    t = Transcript()
    t.user("p", "elsewhere", "Goes on")
    [event] = only(EventRecord, records_of(FORM, t.write(tmp_path / "t.jsonl")))
    assert event.parent_key == key("elsewhere")


def test_a_fork_has_the_keys_of_what_it_copied_and_its_own_session(tmp_path: Path) -> None:
    first, fork = Transcript("first"), Transcript("fork")
    copied = first.user("p", None, "Start")
    first.agent("a", "p", "Answer")
    fork.lines.append(copied)
    fork.user("q", "p", "Another way")
    one = records_of(FORM, first.write(tmp_path / "one.jsonl"))
    two = records_of(FORM, fork.write(tmp_path / "two.jsonl"))
    check_promises(two)
    assert events_by_text(one)["Start"].key == events_by_text(two)["Start"].key
    sessions = {session.key: session for session in only(SessionRecord, two)}
    assert list(sessions) == [key("first"), key("fork")]
    assert sessions[key("fork")].parent_key == key("first")
    assert events_by_text(two)["Another way"].session_key == key("fork")


def test_ids_that_are_no_uuids_count_only_within_their_session(tmp_path: Path) -> None:
    def line(session: str, text: str) -> dict[str, object]:
        return {"type": "user", "uuid": "u1", "sessionId": session, "message": {"content": text}}

    records = records_of(
        FORM, write_lines(tmp_path / "t.jsonl", [line("s", "One"), line("r", "Two"), line("s", "3")])
    )
    check_promises(records)
    keys = [event.key for event in only(EventRecord, records)]
    assert keys == ["claude-code:s/u1", "claude-code:r/u1", "claude-code:s/u1~2"]


def test_the_fuller_of_two_lines_with_one_uuid_tells_the_turn(tmp_path: Path) -> None:
    t = Transcript()
    t.user("p", None, "Start")
    t.lines[0]["message"] = "error"
    t.user("p", None, "Start again")
    t.user("p", None, "Start")
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    check_promises(records)
    assert list(events_by_text(records)) == ["Start again"]
    assert reasons(records) == [
        (1, "a message without readable content"),
        (3, "the same turn stands on line 2"),
    ]


def test_the_same_words_without_id_and_time_were_said_twice(tmp_path: Path) -> None:
    yes = {"type": "user", "sessionId": "s", "message": {"content": "yes"}}
    timed = yes | {"timestamp": "2026-03-01T10:00:00Z"}
    records = records_of(FORM, write_lines(tmp_path / "t.jsonl", [yes, yes, timed, timed]))
    check_promises(records)
    assert len(only(EventRecord, records)) == 3
    assert reasons(records) == [(4, "the same turn stands on line 3")]


def test_circles_end(tmp_path: Path) -> None:
    t = Transcript()
    t.user("a", "b", "One")
    t.user("b", "c", "Two")
    t.user("c", "a", "Three")
    t.user("d", "d", "Four")
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    check_promises(records)
    assert [event.active for event in only(EventRecord, records)] == [True] * 4


def test_sub_agents_are_child_sessions(tmp_path: Path) -> None:
    main = Transcript("main")
    main.user("p", None, "Delegate a search")
    session_file = main.write(tmp_path / f"{uid('main')}.jsonl")
    agent = Transcript("main")
    agent.user("sp", None, "Search for TODO", isSidechain=True, agentId="abc123")
    agent.agent("sa", "sp", "Found two.", isSidechain=True, agentId="abc123")
    place = tmp_path / uid("main") / "subagents" / "agent-abc123.jsonl"
    agent.write(place)
    place.with_suffix(".meta.json").write_text('{"agentType": "explorer"}')
    assert [found.path for found in recognise_all(session_file)] == [session_file, place]
    assert [found.path for found in recognise_all(tmp_path)] == [session_file, place]
    records = records_of(FORM, place)
    check_promises(records)
    [child] = only(SessionRecord, records)
    assert child.key == f"{key('main')}/agent-abc123"
    assert child.parent_key == key("main")
    assert (child.agent, child.title) == ("explorer", "explorer: Search for TODO")
    assert all(event.sidechain and event.active for event in only(EventRecord, records))


def test_a_side_chain_inside_a_session_is_marked_and_judged_by_itself(tmp_path: Path) -> None:
    t = Transcript()
    t.user("p", None, "Start")
    t.user("s", "p", "Side question", isSidechain=True)
    t.agent("sa", "s", "Side answer", isSidechain=True)
    t.agent("a", "p", "Answer")
    events = events_by_text(records_of(FORM, t.write(tmp_path / "t.jsonl")))
    assert {text: (event.sidechain, event.active) for text, event in events.items()} == {
        "Start": (False, True),
        "Side question": (True, True),
        "Side answer": (True, True),
        "Answer": (False, True),
    }
