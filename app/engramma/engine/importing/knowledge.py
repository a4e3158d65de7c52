"""Takes in memories, entities and the relations between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engramma.engine.importing.proposing import propose_wording
from engramma.engine.importing.samples import memory_sample, named_sample
from engramma.engine.memories.checks import LONGEST_TEXT, checked_tags
from engramma.model.errors import InvalidValueError
from engramma.model.operation import IMPORT
from engramma.model.transfer import CollisionPolicy, EntityRecord, MemoryRecord, RelationRecord, Skipped
from engramma.store.associations.mentions import entities_found_by_pass
from engramma.store.handles import Connection
from engramma.store.identity import folded, normal_text, storable
from engramma.store.journal.step import Step
from engramma.store.known import (
    KnownRow,
    has_association,
    known_contents,
    known_entities,
    known_events,
    known_memories,
    known_relations,
)
from engramma.store.memories.writing import insert_version
from engramma.store.tables import (
    association,
    entity,
    entity_relation,
    memory,
    mention,
    provenance,
    segment,
    tag,
    version,
)

if TYPE_CHECKING:
    from engramma.engine.importing.intake import Intake


def take_entities(
    intake: Intake, records: list[EntityRecord], *, connection: Connection, step: Step | None
) -> None:
    """Insert the things that memories are about; one that was a ghost and is described now stops being one."""
    known = known_entities(connection, [record.key for record in records])
    # What a pass found and no source has described yet becomes the thing of that name.
    nameless = entities_found_by_pass(connection, [folded(record.name) for record in records])
    fresh: dict[str, dict[str, object]] = {}
    for record in records:
        row = known.get(record.key)
        if row is not None and (not row.gone or intake.policy is not CollisionPolicy.BOTH):
            intake.tally.count("deleted" if row.gone else "known", "entity")
            if step is not None and not row.gone and not record.ghost:
                step.update(entity, row.id, ghost=0)
            continue
        if record.key in fresh:
            intake.tally.count("known", "entity")
            if not record.ghost:
                fresh[record.key]["ghost"] = 0
            continue
        if step is None and intake.planned_before(record.key) is not None:
            intake.tally.count("known", "entity")
            continue
        name = normal_text(record.name)
        intake.tally.count("new", "entity", sample=named_sample("entity", name, line=record.line))
        found = nameless.pop(folded(name), None)
        if step is not None and found is not None:
            kind = normal_text(record.type)
            step.update(entity, found, name=name, type=kind, ghost=int(record.ghost), source_key=record.key)
            continue
        fresh[record.key] = {
            "name": name,
            "normal_name": folded(name),
            "type": normal_text(record.type),
            "ghost": int(record.ghost),
            "source_key": record.key,
        }
    if step is not None and fresh:
        step.insert_many(entity, list(fresh.values()))


def take_memories(
    intake: Intake, records: list[MemoryRecord], *, connection: Connection, step: Step | None
) -> None:
    """Insert statements that the store does not know by key or by content."""
    texts = [normal_text(record.text) for record in records]
    keys = [intake.workspace.content_key(text) for text in texts]
    by_key = known_memories(connection, [record.key for record in records])
    by_content = known_contents(connection, keys)
    fresh: list[tuple[MemoryRecord, str, bytes]] = []
    for record, text, key in zip(records, texts, keys, strict=True):
        verdict = _verdict(
            intake,
            record,
            text=text,
            key=key,
            by_key=by_key,
            by_content=by_content,
            connection=connection,
            step=step,
        )
        if not verdict:
            continue
        wanted = intake.tally.wants_sample(verdict, "memory")
        intake.tally.count(
            verdict, "memory", sample=memory_sample(record, verdict, text=text) if wanted else None
        )
        if verdict == "new":
            intake.tally.look(record)
            fresh.append((record, text, key))
            by_content[key] = KnownRow(id=0, content=key, gone=False)
            if step is None:
                intake.planned_before(record.key)
    if step is not None and fresh:
        _insert(intake, fresh, connection=connection, step=step)


def _verdict(
    intake: Intake,
    record: MemoryRecord,
    *,
    text: str,
    key: bytes,
    by_key: dict[str, KnownRow],
    by_content: dict[bytes, KnownRow],
    connection: Connection,
    step: Step | None,
) -> str:
    if not text or len(text) > LONGEST_TEXT:
        reason = "no text in it" if not text else f"longer than {LONGEST_TEXT:,} characters"
        intake.tally.skip(Skipped(line=record.line, reason=reason))
        return ""
    row = by_key.get(record.key)
    both = intake.policy is CollisionPolicy.BOTH
    if row is not None and not row.gone:
        if row.content == key:
            return "known"
        if intake.policy is CollisionPolicy.REPLACE and not row.guarded:
            if step is not None:
                _replace(intake, row.id, text=text, key=key, step=step)
            return "changed"
        if intake.policy is CollisionPolicy.ASK:
            name = intake.tally.name
            intake.tally.asked += propose_wording(connection, step, row.id, text=text, source=name)
            return "changed"
        if not both:
            if intake.policy is CollisionPolicy.REPLACE:
                intake.tally.skip(
                    Skipped(
                        line=record.line,
                        reason=f"M-{row.id} is pinned or edited by a person and stays as it is",
                    )
                )
                return ""
            return "changed"
    same = by_content.get(key)
    if same is not None and not same.gone:
        return "known"
    if not both and ((row is not None and row.gone) or (same is not None and same.gone)):
        return "deleted"
    if step is None and intake.planned_before(key.hex()) is not None:
        return "known"
    return "new"


def _replace(intake: Intake, memory_id: int, *, text: str, key: bytes, step: Step) -> None:
    number = insert_version(step, memory_id, text=text, actor=IMPORT)
    step.update(memory, memory_id, text=text, content_key=key, version=number, updated_at=step.at)


def _insert(
    intake: Intake, fresh: list[tuple[MemoryRecord, str, bytes]], *, connection: Connection, step: Step
) -> None:
    now = step.at
    events = known_events(connection, [record.event_key for record, _, _ in fresh if record.event_key])
    rows: list[dict[str, Any]] = []
    for record, text, key in fresh:
        half_life = _half_life(record, step)
        rows.append(
            {
                "uid": intake.workspace.uids.next(now),
                "text": text,
                "kind": record.kind,
                "tier": record.tier,
                "category": record.category,
                "pinned": int(record.pinned),
                "importance": min(max(record.importance, 0.0), 1.0),
                "created_at": record.time.at if record.time.at is not None else now,
                "time_text": storable(record.time.text),
                "time_quality": record.time.quality,
                "updated_at": now,
                "session_id": _session_of(intake, record, events=events, connection=connection, step=step),
                "source_key": record.key,
                "content_key": key,
                "t0": now,
                "half_life": half_life,
            }
        )
    ids = step.insert_many(memory, rows)
    step.insert_many(
        version,
        [
            {"memory_id": memory_id, "number": 1, "text": text, "created_at": now, "actor": IMPORT}
            for memory_id, (_record, text, _key) in zip(ids, fresh, strict=True)
        ],
    )
    step.insert_many(
        segment,
        [
            {
                "memory_id": memory_id,
                "t0": now,
                "s0": 1.0,
                "half_life": row["half_life"],
                "reason": "imported",
            }
            for memory_id, row in zip(ids, rows, strict=True)
        ],
    )
    step.insert_many(
        provenance,
        [
            {
                "memory_id": memory_id,
                "session_id": row["session_id"],
                "event_id": events[record.event_key].id if record.event_key in events else None,
                "start_char": record.start,
                "end_char": record.end,
                "quote": normal_text(record.quote),
                "source_id": intake.source_id,
                "line": record.line,
                "original": storable(record.original),
            }
            for memory_id, row, (record, _text, _key) in zip(ids, rows, fresh, strict=True)
        ],
    )
    _tag_and_link(intake, ids, [record for record, _text, _key in fresh], connection=connection, step=step)


def _tag_and_link(
    intake: Intake, ids: range, records: list[MemoryRecord], *, connection: Connection, step: Step
) -> None:
    tags: list[dict[str, Any]] = []
    wanted: set[str] = set()
    for memory_id, record in zip(ids, records, strict=True):
        try:
            names = checked_tags(record.tags)
        except InvalidValueError as error:
            intake.tally.skip(Skipped(line=record.line, reason=f"its tags were left out: {error.message}"))
            names = ()
        tags.extend({"memory_id": memory_id, "name": name} for name in names)
        wanted.update(record.entities)
    step.insert_many(tag, tags)
    entities = known_entities(connection, wanted)
    step.insert_many(
        mention,
        [
            {"memory_id": memory_id, "entity_id": entities[key].id, "weight": 1.0, "weight_at": step.at}
            for memory_id, record in zip(ids, records, strict=True)
            for key in dict.fromkeys(record.entities)
            if key in entities and not entities[key].gone
        ],
    )


def _session_of(
    intake: Intake,
    record: MemoryRecord,
    *,
    events: dict[str, KnownRow],
    connection: Connection,
    step: Step,
) -> int | None:
    if record.session_key:
        return intake.session_id(record.session_key, connection=connection, step=step)
    row = events.get(record.event_key)
    return row.session_id if row else None


def _half_life(record: MemoryRecord, step: Step) -> float | None:
    return None if record.pinned or record.kind == "procedural" else step.policy.half_life(record.tier)


def take_relations(
    intake: Intake, records: list[RelationRecord], *, connection: Connection, step: Step | None
) -> None:
    """Link entities, or memories, that the store knows by now."""
    ends = {key for record in records for key in (record.source_key, record.target_key)}
    entities = known_entities(connection, ends)
    memories = known_memories(connection, ends - entities.keys())
    present = known_relations(connection, [row.id for row in entities.values()])
    for record in records:
        source, target = entities.get(record.source_key), entities.get(record.target_key)
        relation = normal_text(record.relation)
        one, other = memories.get(record.source_key), memories.get(record.target_key)
        if step is None:
            # With `both`, what was deleted is about to come anew.
            source, one = (_unless_planned(intake, end, record.source_key) for end in (source, one))
            target, other = (_unless_planned(intake, end, record.target_key) for end in (target, other))
        if any(end is not None and end.gone for end in (source, target, one, other)):
            intake.tally.count("deleted", "relation")
            continue
        if source is not None and target is not None:
            triple = (source.id, target.id, relation)
            fresh = triple not in present
            present.add(triple)
            intake.tally.count("new" if fresh else "known", "relation")
            if step is not None and fresh:
                step.insert(
                    entity_relation,
                    source_id=source.id,
                    target_id=target.id,
                    relation=relation,
                    import_source_id=intake.source_id,
                    line=record.line,
                    original=storable(record.original),
                )
            continue
        if one is not None and other is not None and one.id != other.id:
            fresh = not has_association(connection, one.id, other.id, type_=record.type, relation=relation)
            intake.tally.count("new" if fresh else "known", "relation")
            if step is not None and fresh:
                step.insert(
                    association,
                    source_id=one.id,
                    target_id=other.id,
                    type=record.type,
                    relation=relation,
                    weight=min(max(record.weight, 0.0), 1.0),
                    weight_at=step.at,
                    actor=IMPORT,
                )
        elif step is None and all(
            end is not None or intake.is_planned(key)
            for end, key in ((source or one, record.source_key), (target or other, record.target_key))
        ):
            seen = intake.planned_before(f"{record.source_key}\n{record.target_key}\n{relation}") is not None
            intake.tally.count("known" if seen else "new", "relation")
        else:
            intake.tally.skip(Skipped(line=record.line, reason="one end of the relation is not in the file"))


def _unless_planned(intake: Intake, end: KnownRow | None, key: str) -> KnownRow | None:
    return None if end is not None and end.gone and intake.is_planned(key) else end
