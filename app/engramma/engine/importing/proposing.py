"""Statements of a source that only a person may let in: they become proposals to remember them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from engramma.engine.importing.samples import memory_sample
from engramma.engine.memories.checks import LONGEST_TEXT, checked_tags
from engramma.engine.memories.remembering import Statement
from engramma.model.errors import InvalidValueError
from engramma.model.operation import IMPORT
from engramma.model.transfer import MemoryRecord, Skipped
from engramma.store.consolidation.asked import find_asked, insert_asked, questions_asked
from engramma.store.database import Reading
from engramma.store.handles import Connection
from engramma.store.identity import normal_text
from engramma.store.journal.step import Step
from engramma.store.known import known_contents

if TYPE_CHECKING:
    from engramma.engine.importing.intake import Intake

REMEMBER, EDIT = "remember", "edit"


def propose_wording(
    connection: Connection, step: Step | None, memory_id: int, *, text: str, source: str
) -> bool:
    """Ask whether a memory is to be worded as in `source`; False where that was asked, and not agreed to, before."""
    payload = json.dumps({"text": text}, ensure_ascii=False)
    before = find_asked(Reading(connection, ()), action=EDIT, targets=[memory_id], payload=payload)
    if before is None and step is not None:
        insert_asked(
            step,
            action=EDIT,
            targets=[memory_id],
            payload=payload,
            reason=f"Worded otherwise in {source}",
            actor=IMPORT,
        )
    return before is None


def take_proposals(
    intake: Intake, records: Sequence[MemoryRecord], *, connection: Connection, step: Step | None
) -> None:
    """Propose what the store neither knows nor was ever asked about."""
    checked = list(_checked(intake, records))
    payloads = [payload for _record, _text, payload in checked]
    keys = [intake.workspace.content_key(text) for _record, text, _payload in checked]
    asked = questions_asked(connection, action=REMEMBER, payloads=payloads)
    stored = known_contents(connection, keys)
    for (record, text, payload), key in zip(checked, keys, strict=True):
        row = stored.get(key)
        if row is not None or payload in asked or _is_planned(intake, payload, step):
            intake.tally.count("deleted" if row is not None and row.gone else "known", "proposal")
            continue
        asked.add(payload)
        intake.tally.look(record)
        wanted = intake.tally.wants_sample("new", "proposal")
        intake.tally.count(
            "new", "proposal", sample=memory_sample(record, "new", text=text) if wanted else None
        )
        if step is not None:
            insert_asked(
                step, action=REMEMBER, targets=(), payload=payload, reason=record.proposed, actor=IMPORT
            )


def _is_planned(intake: Intake, payload: str, step: Step | None) -> bool:
    return step is None and intake.planned_before(f"proposal\n{payload}") is not None


def _checked(intake: Intake, records: Sequence[MemoryRecord]) -> Iterator[tuple[MemoryRecord, str, str]]:
    """Each with its text as it is stored and what carrying it out needs, as JSON."""
    for record in records:
        text = normal_text(record.text)
        if not text or len(text) > LONGEST_TEXT:
            reason = "no text in it" if not text else f"longer than {LONGEST_TEXT:,} characters"
            intake.tally.skip(Skipped(line=record.line, reason=reason))
            continue
        try:
            tags = checked_tags(record.tags)
        except InvalidValueError:
            tags = ()
        statement = Statement(
            text=text,
            kind=record.kind,
            tier=record.tier,
            category=record.category,
            importance=min(max(record.importance, 0.0), 1.0),
            tags=tags,
        )
        yield record, text, json.dumps(asdict(statement), ensure_ascii=False, sort_keys=True)
