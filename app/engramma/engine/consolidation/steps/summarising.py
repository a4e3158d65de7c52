"""A closed session gets one episodic summary memory, dated by its end and derived from what was kept of it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from engramma.engine.consolidation.steps.step import ConsolidationStep, Look
from engramma.engine.summary_lexicon import summary_lexicon
from engramma.engine.workspace import Workspace
from engramma.model.plan import PlanItem, PlanStep
from engramma.model.session import Role
from engramma.store.consolidation.closed_sessions import (
    read_closed_sessions,
    read_said,
    read_sources,
    summary_key,
)
from engramma.store.database import Reading
from engramma.store.identity import normal_text
from engramma.store.journal.step import Step
from engramma.store.memories.equals import find_deleted_equal
from engramma.store.memories.writing import insert_memory, insert_provenance
from engramma.store.sessions.reading import read_session
from engramma.store.tables import association, session
from engramma.theory.summary import Said, summarise

ENOUGH_TURNS = 6
# Never above what promotes an episode by itself: a summary rises by being recalled.
IMPORTANCE = 0.6


def find_summaries(look: Look) -> Iterator[PlanItem]:
    """Closed live sessions of some length that have no summary memory, and about which there is something to say.

    Topics are judged within the session alone: with the store as background they would depend on when it is done.
    """
    connection = look.reading.connection
    for found in read_closed_sessions(look.reading, turns=ENOUGH_TURNS, now=look.at):
        said = read_said(connection, found.id)
        made = summarise(
            [Said(role=Role(role), speaker=speaker, text=text) for role, speaker, text in said],
            lexicon=summary_lexicon(),
            background=None,
            title=found.title,
        )
        text = normal_text(made.text)
        deleted_at = find_deleted_equal(connection, look.workspace.content_key(text))
        if text and (deleted_at is None or deleted_at > found.ended_at):
            yield PlanItem(
                0,
                PlanStep.SUMMARISE,
                "summarise",
                (),
                f"“{found.title}” was closed after {len(said)} turns",
                look.mode,
                found.ended_at,
                sessions=(found.id,),
                text=text,
                topics=made.topics,
            )


def write_summary(workspace: Workspace, step: Step, item: PlanItem) -> None:
    """Carry out an item of `find_summaries` within a step."""
    session_id = item.sessions[0]
    found = read_session(Reading(step.connection, ()), session_id)
    if found is None:
        return
    memory_id = insert_memory(
        step,
        uid=workspace.uids.next(item.at),
        key=workspace.content_key(item.text),
        text=item.text,
        kind="episodic",
        tier="short_term",
        category="summary",
        importance=IMPORTANCE,
        created_at=item.at,
        actor=workspace.actor,
        session_id=session_id,
        source_key=summary_key(found.uid),
    )
    insert_provenance(step, memory_id, session_id=session_id)
    step.insert_many(
        association,
        [
            {
                "source_id": memory_id,
                "target_id": source_id,
                "type": "derived_from",
                "relation": "",
                "weight": 1.0,
                "weight_at": item.at,
                "actor": workspace.actor,
            }
            for source_id in read_sources(step.connection, session_id, until=item.at)
        ],
    )
    empty: dict[str, object] = {}
    if not found.summary:
        empty["summary"] = item.text
    if not found.topics and item.topics:
        empty["topics"] = json.dumps(list(item.topics), ensure_ascii=False)
    if empty:
        step.update(session, session_id, **empty)


SUMMARISE = ConsolidationStep("Reading closed sessions", find_summaries, write_summary)
