"""The kinds of damage that the doctor knows, each by the check that names it and the statements that do it."""

from __future__ import annotations

from tests.engine.doctored import NOW

from engramma.model.clock import DAY

FUTURE = NOW + 400 * DAY
LATE = f"{FUTURE} WHERE id ="

Kinds = dict[str, tuple[str, list[str]]]

CONTENT: Kinds = {
    "created late": ("times", [f"UPDATE memory SET created_at = {LATE} 3"]),
    "turn before 1970": ("times", ["UPDATE event SET at = -5 WHERE id = 1"]),
    "session ends late": ("times", [f"UPDATE session SET ended_at = {LATE} 1"]),
    "segment begins late": (
        "times",
        [
            f"UPDATE segment SET t0 = {LATE} 5",
            f"UPDATE memory SET fades_at = fades_at - t0 + {FUTURE}, t0 = {LATE} 5",
        ],
    ),
    "no segment": ("segments_missing", ["DELETE FROM segment WHERE memory_id = 4"]),
    "segment before birth": ("segments_order", ["UPDATE segment SET t0 = t0 - 1e12 WHERE id = 6"]),
    "circle of two": (
        "supersession_circles",
        ["UPDATE memory SET state = 'superseded', superseded_by = 8 WHERE id = 10"],
    ),
    "circle of one": (
        "supersession_circles",
        ["UPDATE memory SET state = 'superseded', superseded_by = 4 WHERE id = 4"],
    ),
    "no successor": (
        "supersession_without_successor",
        ["UPDATE memory SET state = 'superseded' WHERE id = 5"],
    ),
    "successor is gone": (
        "supersession_without_successor",
        ["UPDATE memory SET superseded_by = 99, state = 'superseded' WHERE id = 8"],
    ),
    "pinned in short term": ("pinned_tier", ["UPDATE memory SET tier = 'short_term' WHERE id = 2"]),
    "association to nothing": (
        "associations_dangling",
        ["UPDATE association SET target_id = 99 WHERE id = 2"],
    ),
    "mention of nothing": ("associations_dangling", ["UPDATE mention SET entity_id = 99 WHERE id = 1"]),
    "twin association": (
        "associations_twins",
        [
            "INSERT INTO association(source_id, target_id, type, weight, weight_at, born_op) "
            "SELECT source_id, target_id, type, 0.01, weight_at, born_op FROM association WHERE id = 3"
        ],
    ),
    "mirrored association": (
        "associations_twins",
        [
            "INSERT INTO association(source_id, target_id, type, weight, weight_at, born_op) "
            "SELECT target_id, source_id, type, 0.9, weight_at, born_op FROM association WHERE id = 3"
        ],
    ),
    "crowd": (
        "associations_crowded",
        [
            "WITH RECURSIVE n(i) AS (VALUES (100) UNION ALL SELECT i + 1 FROM n WHERE i < 170) "
            "INSERT INTO entity(id, name, normal_name, born_op) SELECT i, 'thing ' || i, 'thing ' || i, 1 FROM n",
            "INSERT INTO mention(memory_id, entity_id, weight, weight_at, born_op) "
            "SELECT 4, id, id / 1000.0, 0, 1 FROM entity WHERE id >= 100",
        ],
    ),
    "span beyond the turn": ("provenance_spans", ["UPDATE provenance SET end_char = 5000"]),
    "verdict beyond the turn": ("provenance_spans", ["UPDATE gate_verdict SET end_char = 5000 WHERE id = 2"]),
    "tag of nothing": ("orphans", ["UPDATE tag SET memory_id = 99 WHERE id = 3"]),
    "quote of nothing": ("orphans", ["UPDATE provenance SET memory_id = 99"]),
    "hit of nothing": ("orphans", ["UPDATE recall_hit SET memory_id = 99 WHERE id = 6"]),
    "turn of no session": ("orphans", ["UPDATE event SET session_id = 99 WHERE id = 2"]),
    "memory of no session": ("orphans", ["UPDATE memory SET session_id = 99 WHERE id = 4"]),
    "setting out of range": ("policy", ["UPDATE policy_setting SET value = '1e9'"]),
    "setting that is no number": ("policy", ["UPDATE policy_setting SET value = 'soon'"]),
}

# An undo brings back no reference to what is not there.
NEVER_BACK = ("turn of no session", "memory of no session", "successor is gone")
# A person who takes the repair back has put it into short-term memory on purpose.
ON_PURPOSE = "pinned in short term"

LAST = "full text dropped"
DERIVED: Kinds = {
    "fades at another time": ("fading", ["UPDATE memory SET fades_at = fades_at + 9000000 WHERE id = 4"]),
    "never fades": ("fading", ["UPDATE memory SET half_life = NULL, fades_at = NULL WHERE id = 4"]),
    "recalled too often": ("recall_counts", ["UPDATE memory SET recalls = 9 WHERE id = 4"]),
    "disputed with nobody": ("recall_counts", ["UPDATE memory SET conflicted = 1 WHERE id = 4"]),
    "words lost": (
        "fulltext",
        [
            "INSERT INTO memory_words(memory_words, rowid, text) SELECT 'delete', id, text FROM memory WHERE id = 3"
        ],
    ),
    "words changed": (
        "fulltext",
        [
            "INSERT INTO event_words(event_words, rowid, text) SELECT 'delete', id, text FROM event WHERE id = 1",
            "INSERT INTO event_words(rowid, text) VALUES (1, 'what nobody said')",
        ],
    ),
    "trigger dropped": ("schema", ["DROP TRIGGER memory_words_update"]),
    "index dropped": ("schema", ["DROP INDEX ix_memory_shown"]),
    LAST: ("schema", ["DROP TRIGGER recall_words_event_insert", "DROP VIEW recall_text"]),
    "lease of a dead process": ("leases", ["INSERT INTO lease VALUES ('pass', '999999:gone', 1, '')"]),
    "draft of nothing": ("drafts", ["INSERT INTO draft VALUES ('window', 99, 1, 'Half a thought.', 1)"]),
    "importance is none": ("importance", ["UPDATE memory SET importance = 1e300 WHERE id = 5"]),
    "strength is none": ("segment_values", ["UPDATE segment SET s0 = -3 WHERE id = 5"]),
    "half-life is none": ("segment_values", ["UPDATE segment SET half_life = -3 WHERE id = 5"]),
}


def packed(kinds: Kinds) -> list[Kinds]:
    """As few groups as possible in which no two are found by the same check, so that few stores are damaged."""
    groups: list[Kinds] = []
    for kind, found in kinds.items():
        free = (group for group in groups if found[0] not in {name for name, _statements in group.values()})
        group = next(free, None)
        if group is None:
            groups.append(group := {})
        group[kind] = found
    return groups


def split(kinds: Kinds, apart: tuple[str, ...]) -> list[Kinds]:
    """The groups of most kinds, then those of the ones `apart`."""
    most = {kind: found for kind, found in kinds.items() if kind not in apart}
    return packed(most) + packed({kind: kinds[kind] for kind in apart})
