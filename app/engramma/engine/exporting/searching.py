"""Goes through everything that would be written and collects what is private in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engramma.engine.exporting.cargo import masked
from engramma.engine.exporting.row_masks import with_texts
from engramma.engine.exporting.values import Findings, Hit, Place
from engramma.exchange.redaction.finds import Find, Secret
from engramma.exchange.redaction.masks import Masks, secret_of
from engramma.exchange.writing.formats import OutgoingFormat
from engramma.model.progress import CancelToken, Progress, Report
from engramma.store.bundle_rows import BUNDLED, Selection, bundle_rows
from engramma.store.database import Reading
from engramma.store.outgoing import read_outgoing, read_relations, read_things
from engramma.store.tables import memory, session

_AROUND = 60
_WHERE = {"entity": "a thing", "entity_relation": "a relation", "import_source": "a source"}
_PLACES = 3
_STRIDE = 100
_SPACE = re.compile(r"^\S*\s+(?=\S)")
_LAST_WORD = re.compile(r"(?<=\S)\s+\S*$")


class Collector:
    """Teaches masks every text, and keeps what was found with its surroundings."""

    def __init__(self, masks: Masks) -> None:
        self._masks = masks
        self._hits: dict[Secret, Hit] = {}
        self._texts = 0
        self._characters = 0

    def at(
        self, where: str, *, memory_id: int | None = None, event_id: int | None = None
    ) -> Callable[[str], str]:
        """A reader of texts that stand in `where`; gives each back as it is."""

        def take(text: str) -> str:
            self._texts += 1
            self._characters += len(text)
            finds = self._masks.learn(text)
            for find in finds:
                value = text[find.start : find.end]
                secret = secret_of(find.kind, value)
                before, after = _around(text, find, finds)
                place = Place(where, before, value, after, memory_id, event_id)
                old = self._hits.get(secret)
                if old is None:
                    self._hits[secret] = Hit(
                        secret, find.kind, find.label, value, self._masks.name(secret), find.sure, 1, (place,)
                    )
                    continue
                places = old.places
                if len(places) < _PLACES and all(known.where != where for known in places):
                    places = (*places, place)
                sure = old.sure or find.sure
                self._hits[secret] = replace(old, count=old.count + 1, places=places, sure=sure)
            return text

        return take

    @property
    def findings(self) -> Findings:
        """What was found until now."""
        return Findings(tuple(self._hits.values()), self._texts, self._characters)


def _around(text: str, find: Find, finds: Sequence[Find]) -> tuple[str, str]:
    """The words before and after a find. They end between words and never inside another find: a part of a value
    would be shown without its mask."""
    start, end = max(0, find.start - _AROUND), min(len(text), find.end + _AROUND)
    for other in finds:
        if other.start < start < other.end:
            start = other.end
        if other.start < end < other.end:
            end = other.start
    before, after = text[start : find.start], text[find.end : end]
    if start:
        before = "…" + (before if text[start - 1].isspace() else _SPACE.sub("", before, count=1))
    if end < len(text):
        after = (after if text[end].isspace() else _LAST_WORD.sub("", after)) + "…"
    return before, after


def search_rows(
    reading: Reading, selection: Selection, masks: Masks, *, report: Report, cancel: CancelToken
) -> Findings:
    """All texts of a bundle's rows, table by table in the order in which they are written."""
    collector = Collector(masks)
    total = sum(len(selection.ids(table)) for table in BUNDLED)
    done = 0
    memories, sessions = selection.ids(memory), selection.ids(session)
    for table in sorted(BUNDLED, key=str):
        ids = selection.ids(table)
        for place, row in enumerate(bundle_rows(reading, table, selection)):
            if done % _STRIDE == 0:
                cancel.check()
                report(Progress(done, total, "Searching for private words"))
            done += 1
            with_texts(
                table.name, row, _reader(collector, table.name, row, int(ids[place]), memories, sessions)
            )
    return collector.findings


def search_memories(
    reading: Reading,
    selection: Selection,
    masks: Masks,
    format: OutgoingFormat,
    *,
    now: int,
    name: str,
    report: Report,
    cancel: CancelToken,
) -> Findings:
    """All texts that a format of memories may carry."""
    collector = Collector(masks)
    total = len(selection.ids(memory))
    collector.at("the store's name")(name)
    for thing in read_things(reading, selection):
        take = collector.at(f"the thing {thing.name}")
        take(thing.name)
        take(thing.type)
    for tie in read_relations(reading, selection):
        collector.at("a relation")(tie.relation)
    found = read_outgoing(reading, selection, active_only=not format.carries_states, now=now)
    for number, item in enumerate(found):
        if number % _STRIDE == 0:
            cancel.check()
            report(Progress(number, total, "Searching for private words"))
        masked(item, collector.at(item.memory.label, memory_id=item.memory.id))
    return collector.findings


def _reader(
    collector: Collector, table: str, row: dict[str, Any], row_id: int, memories: Any, sessions: Any
) -> Callable[[str], str]:
    """A reader of the texts of one row, which knows where it stands."""
    if table == "memory":
        return collector.at(f"M-{row_id}", memory_id=row_id)
    if table == "event":
        return collector.at(f"S-{int(sessions[row['session_id']])} turn {row['turn'] + 1}", event_id=row_id)
    if row.get("memory_id") is not None:
        part = {"version": "wording", "provenance": "quote"}.get(table, table)
        memory_id = int(memories[row["memory_id"]])
        return collector.at(f"M-{memory_id} {part}", memory_id=memory_id)
    return collector.at(f"S-{row_id}" if table == "session" else _WHERE.get(table, table.replace("_", " ")))
