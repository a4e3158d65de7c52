"""Replays what happened, each act in its actor's name at its own time, through the engine's use cases."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from engramma.engine.links import add_entity, link
from engramma.engine.live_sessions import (
    Judgement,
    KeptStatement,
    SaidEvent,
    record_gate,
    record_session,
)
from engramma.engine.memory_store import MemoryStore
from engramma.engine.recalls import SentHit, record_recall, record_sent
from engramma.engine.review import mark_conflict, propose
from engramma.engine.sample.source import Calendar, Line, SampleSession, SampleSource
from engramma.engine.workspace import Workspace
from engramma.model.agent import Scope
from engramma.model.clock import MINUTE, FixedClock
from engramma.model.errors import AskedError
from engramma.model.recall import RecallScope

_BUDGET = 1_500
_LOOKED_AT = 200


class Replay:
    """Builds the sample's history act by act."""

    def __init__(self, workspace: Workspace, clock: FixedClock, calendar: Calendar) -> None:
        self._workspace = workspace
        self._clock = clock
        self._calendar = calendar
        self._sessions: dict[str, int] = {}
        self._memories: dict[str, int] = {}
        self._acts: dict[str, Callable[[Line, Workspace, MemoryStore], object]] = {
            "recall": self._recall,
            "promote": lambda line, _hands, store: store.memories.promote(
                self._memory(line), reason=line["gate"]
            ),
            "pin": lambda line, _hands, store: store.memories.pin([self._memory(line)]),
            "unpin": lambda line, _hands, store: store.memories.unpin([self._memory(line)]),
            "edit": lambda line, _hands, store: store.memories.edit(self._memory(line), line["text"]),
            "set": lambda line, _hands, store: store.memories.change(
                [self._memory(line)],
                importance=line.get("importance"),
                category=line.get("category"),
                kind=line.get("kind"),
            ),
            "tag": lambda line, _hands, store: store.memories.tag(
                [self._memory(line)], add=line.get("add", ()), remove=line.get("remove", ())
            ),
            "correct": self._correct,
            "merge": lambda line, _hands, store: store.memories.merge(
                self._memories[line["survivor"]], [self._memories[key] for key in line["members"]]
            ),
            "conflict": lambda line, hands, _store: mark_conflict(
                hands,
                self._memories[line["a"]],
                self._memories[line["b"]],
                what=line["what"],
                stakes=line["stakes"],
                detail=line.get("detail", ""),
            ),
            "proposal": lambda line, hands, _store: propose(
                hands,
                [self._memories[key] for key in line["memories"]],
                step_name=line["step"],
                action=line["action"],
                reason=line["reason"],
            ),
            "trash": lambda line, _hands, store: store.memories.trash([self._memory(line)]),
            "restore": lambda line, _hands, store: store.memories.restore([self._memory(line)]),
            "rehearse": lambda line, _hands, store: store.memories.rehearse([self._memory(line)]),
            "link": lambda line, hands, _store: link(
                hands,
                self._memories[line["a"]],
                self._memories[line["b"]],
                type_=line["type"],
                relation=line.get("relation", ""),
            ),
            "ask": self._ask,
            "ask_link": self._ask_link,
            "undo": lambda _line, _hands, store: store.history.undo(),
        }

    def run(self, source: SampleSource) -> None:
        """Everything, in order of time; a session comes before what was done on its last minute."""
        acts: list[tuple[int, int, int, Callable[[], None]]] = []
        for number, item in enumerate(source.sessions):
            end = self._calendar.at(item.line["day"], item.line["end"])
            start = self._calendar.at(item.line["day"], item.line["start"])
            acts.append((start, 0, number, partial(self._session, item, start=start, end=end)))
        for number, line in enumerate(source.lives):
            at = self._calendar.at(line["day"], line["at"])
            acts.append((at, 1, number, partial(self._life, line, at)))
        today = self._calendar.at(0, "00:00")
        furnished = False
        for at, _rank, _number, act in sorted(acts, key=lambda entry: entry[:3]):
            if at >= today and not furnished:
                self._furnish(source.store)
                furnished = True
            act()

    def _furnish(self, store: Line) -> None:
        hands = replace(self._workspace, actor="worker")
        for item in store.get("entities", ()):
            add_entity(
                hands,
                item["name"],
                type_=item.get("type", ""),
                memory_ids=[self._memories[key] for key in item["memories"] if key in self._memories],
            )
        saved = MemoryStore(replace(self._workspace, actor="person")).saved
        agents = MemoryStore(hands).agents
        for item in store.get("agents", ()):
            agents.limit(item["name"], Scope(item["scope"]))
            agents.pause(item["name"], paused=bool(item.get("paused")))
        for item in store.get("saved_searches", ()):
            saved.add(item["name"], item["query"])

    def _life(self, line: Line, at: int) -> None:
        self._clock.instant = max(self._clock.instant, at)
        hands = replace(self._workspace, actor=line["actor"])
        self._acts[line["do"]](line, hands, MemoryStore(hands))

    def _memory(self, line: Line) -> int:
        return self._memories[line["memory"]]

    def _recall(self, line: Line, hands: Workspace, store: MemoryStore) -> None:
        ids = [self._memories[key] for key in line["hits"]]
        session_id = self._sessions.get(line.get("session") or "")
        if line["day"] < 0:
            record_recall(hands, line["question"], ids, session_id=session_id)
        else:
            # Those of the last day are looked at one by one, so they are scored as they would have been.
            sent = _scored(store, line["question"], ids)
            record_sent(hands, line["question"], sent, session_id=session_id, budget=_BUDGET)

    def _correct(self, line: Line, _hands: Workspace, store: MemoryStore) -> None:
        made = store.memories.correct(self._memory(line), line["text"], tags=line.get("tags"))
        self._memories[line["key"]] = made.id

    def _ask(self, line: Line, hands: Workspace, _store: MemoryStore) -> None:
        with suppress(AskedError):
            MemoryStore(hands).proposing().memories.remember(
                line["text"], category=line["category"], tags=line["tags"]
            )

    def _ask_link(self, line: Line, hands: Workspace, _store: MemoryStore) -> None:
        one, other = self._memories[line["a"]], self._memories[line["b"]]
        with suppress(AskedError):
            link(replace(hands, proposing=True), one, other, type_=line["type"], relation=line["relation"])

    def _session(self, item: SampleSession, *, start: int, end: int) -> None:
        head = item.line
        hands = replace(
            self._workspace,
            actor="import" if head["agent"] == "imported" else f"agent:{head['agent']}",
        )
        self._clock.instant = max(self._clock.instant, start)
        said = [
            SaidEvent(
                turn=line["turn"],
                role=line["role"],
                speaker=line.get("speaker", ""),
                text=line["text"],
                at=self._calendar.at(head["day"], line["at"]),
            )
            for line in item.events
        ]
        session_id, ids = record_session(
            hands,
            head["title"],
            said,
            agent=head["agent"],
            topics=head["topics"],
            summary=head["summary"],
            started_at=start,
            ended_at=None if head.get("open") else end,
        )
        self._sessions[head["key"]] = session_id
        self._gate(
            item, session_id, dict(zip([line["key"] for line in item.events], ids, strict=True)), hands=hands
        )

    def _gate(
        self, item: SampleSession, session_id: int, events: dict[str, int], *, hands: Workspace
    ) -> None:
        texts = {line["key"]: line["text"] for line in item.events}
        times = {line["key"]: line["at"] for line in item.events}
        day = item.line["day"]
        kept = []
        for line in item.memories:
            start = texts[line["event"]].index(line["quote"])
            kept.append(
                KeptStatement(
                    event_id=events[line["event"]],
                    text=line["text"],
                    kind=line["kind"],
                    category=line["category"],
                    importance=line["importance"],
                    tags=tuple(line["tags"]),
                    at=self._calendar.at(day, times[line["event"]]),
                    quote=line["quote"],
                    start=start,
                    end=start + len(line["quote"]),
                )
            )
        places = {line["key"]: place for place, line in enumerate(item.memories)}
        judgements = [
            Judgement(
                event_id=events[line["event"]],
                score=line["score"],
                reasons=tuple((reason["name"], reason["points"]) for reason in line["reasons"]),
                kept=places[line["memory"]] if line["kept"] else None,
            )
            for line in item.verdicts
        ]
        if kept or judgements:
            self._clock.advance(MINUTE // 60)
            made = record_gate(hands, session_id, item.line["title"], statements=kept, judgements=judgements)
            self._memories.update(zip(places, made, strict=True))


def _scored(store: MemoryStore, question: str, ids: list[int]) -> list[SentHit]:
    """These memories with the scores that the words of the question give them, best first."""
    asked = store.recall.ask(question, limit=_LOOKED_AT, scope=RecallScope(memories_only=True), lexical=True)
    found = {hit.id: hit for hit in asked.hits}
    known = [
        SentHit(one, None, found[one].score, tuple(found[one].parts.items())) for one in ids if one in found
    ]
    least = min((hit.score for hit in known), default=1.0)
    rest = [SentHit(one, None, least / 2) for one in ids if one not in found]
    return sorted(known, key=lambda hit: -hit.score) + rest
