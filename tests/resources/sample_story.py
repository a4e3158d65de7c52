"""The sample's source files as read, and a small model that plays them through without the engine.

It knows just enough of the memory model to notice what that would not allow; it writes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources import files
from typing import Any

Line = dict[str, Any]

DAY = 24 * 60
HALF_LIFE = {"short_term": 7 * DAY, "long_term": 60 * DAY}

SHAPES = {
    "session": {"key", "title", "agent", "day", "start", "end", "topics", "summary", "open"},
    "event": {"key", "turn", "at", "role", "speaker", "text"},
    "memory": {"key", "text", "kind", "category", "importance", "tags", "event", "quote"},
    "verdict": {"event", "score", "kept", "reasons"},
}
ACTIONS = {
    "recall": {"question", "session", "hits"},
    "promote": {"memory", "gate"},
    "pin": {"memory"},
    "unpin": {"memory"},
    "trash": {"memory"},
    "restore": {"memory"},
    "edit": {"memory", "text"},
    "set": {"memory"},
    "tag": {"memory", "add", "remove"},
    "correct": {"memory", "key", "text", "tags"},
    "merge": {"survivor", "members"},
    "conflict": {"a", "b", "what", "stakes", "detail"},
    "proposal": {"step", "action", "memories", "reason"},
    "link": {"a", "b", "type", "relation"},
    "ask": {"text", "category", "tags"},
    "ask_link": {"a", "b", "type", "relation"},
    "undo": set(),
}


def minute(day: int, at: str) -> int:
    hours, minutes = at.split(":")
    return day * DAY + int(hours) * 60 + int(minutes)


def shown(moment: int) -> str:
    return f"day {moment // DAY} {moment % DAY // 60:02d}:{moment % 60:02d}"


@dataclass
class Life:
    """One memory as it is at some moment of the story; times in minutes, today's midnight is 0."""

    born: int
    kind: str
    importance: float
    tier: str = "short_term"
    state: str = "active"
    pinned: bool = False
    edited: bool = False
    anchor: int = 0
    level: float = 1.0
    recalls: tuple[int, ...] = ()
    among_first_three: int = 0
    rivals: frozenset[str] = frozenset()

    @property
    def fades(self) -> bool:
        return not self.pinned and self.kind != "procedural"

    def strength(self, moment: int) -> float:
        if not self.fades:
            return 1.0
        return float(self.level * 2 ** (-max(0, moment - self.anchor) / HALF_LIFE[self.tier]))


@dataclass
class Source:
    """All files of the sample, read once."""

    sessions: dict[str, Line] = field(default_factory=dict)
    events: dict[str, Line] = field(default_factory=dict)
    memories: dict[str, Line] = field(default_factory=dict)
    verdicts: list[Line] = field(default_factory=list)
    lives: list[Line] = field(default_factory=list)
    store: Line = field(default_factory=dict)
    repeated: list[str] = field(default_factory=list)
    misshapen: list[str] = field(default_factory=list)

    def said_at(self, event: str) -> int:
        session = self.sessions[event.partition("/")[0]]
        return minute(session["day"], self.events[event]["at"])

    def turns(self, session: str) -> list[Line]:
        return [event for key, event in self.events.items() if key.partition("/")[0] == session]

    def texts(self) -> Iterator[str]:
        for line in (*self.sessions.values(), *self.events.values(), *self.memories.values(), *self.lives):
            for name in ("title", "summary", "text", "question", "action", "reason", "detail", "relation"):
                if isinstance(line.get(name), str):
                    yield line[name]

    @cached_property
    def story(self) -> Story:
        return Story(self).play()


@dataclass
class Story:
    """Plays the lives through and notes what the memory model would not allow."""

    source: Source
    lives: dict[str, Life] = field(default_factory=dict)
    offences: list[str] = field(default_factory=list)
    undone: int = 0
    open_high: set[frozenset[str]] = field(default_factory=set)
    steps: dict[str, list[dict[str, Life]]] = field(default_factory=dict)

    def play(self) -> Story:
        for key, memory in self.source.memories.items():
            born = self.source.said_at(memory["event"])
            self.lives[key] = Life(born, memory["kind"], memory["importance"], anchor=born)
        for line in self.source.lives:
            self.step(line, minute(line["day"], line["at"]))
        return self

    def named(self, line: Line) -> list[str]:
        single = [line[name] for name in ("memory", "survivor", "a", "b") if name in line]
        return [*single, *line.get("members", ()), *line.get("hits", ()), *line.get("memories", ())]

    def complain(self, line: Line, moment: int, what: str) -> None:
        self.offences.append(f"{shown(moment)} {line['do']}: {what}")

    def step(self, line: Line, moment: int) -> None:
        named = self.named(line)
        for key in named:
            if key not in self.lives or self.lives[key].born >= moment:
                self.complain(line, moment, f"{key} does not exist yet")
                return
        wanted = {"restore": ("trashed",), "trash": ("active", "superseded")}.get(line["do"], ("active",))
        if line["do"] != "proposal":
            for key in named:
                if self.lives[key].state not in wanted:
                    self.complain(line, moment, f"{key} is {self.lives[key].state}")
        if line["actor"].startswith("agent:") and line["do"] in ("edit", "set", "tag", "correct", "trash"):
            target = self.lives[line["memory"]]
            if target.pinned or target.kind == "procedural" or target.edited:
                self.complain(line, moment, f"{line['memory']} is protected from agents")
        if line["do"] == "undo":
            self.undo(line, moment)
            return
        before = {key: replace(self.lives[key]) for key in named}
        getattr(self, f"do_{line['do']}", self.do_nothing)(line, moment)
        if line["do"] not in ("recall", "promote", "proposal", "conflict"):
            self.steps.setdefault(line["actor"], []).append(before)

    def undo(self, line: Line, moment: int) -> None:
        stack = self.steps.get(line["actor"], [])
        if not stack:
            self.complain(line, moment, "nothing to undo")
            return
        self.lives.update(stack.pop())
        self.undone += 1

    def do_nothing(self, line: Line, moment: int) -> None:
        """Tags, links and proposals change nothing that is looked at here."""

    def do_recall(self, line: Line, moment: int) -> None:
        for rank, key in enumerate(line["hits"][:5]):
            life = self.lives[key]
            life.recalls = (*life.recalls, moment)
            life.among_first_three += rank < 3
            life.anchor, life.level = moment, 1.0
            for rival in life.rivals:
                if frozenset((key, rival)) in self.open_high and rival not in line["hits"]:
                    self.complain(line, moment, f"{key} comes without {rival}, with which it conflicts")

    def do_promote(self, line: Line, moment: int) -> None:
        life = self.lives[line["memory"]]
        days = len({recall // DAY for recall in life.recalls})
        event = (
            self.source.memories[line["memory"]]["event"] if line["memory"] in self.source.memories else ""
        )
        session = self.source.sessions.get(event.partition("/")[0])
        later = closed = 0
        if session is not None:
            later = len(self.source.turns(session["key"])) - self.source.events[event]["turn"]
            closed = minute(session["day"], session["end"]) < moment
        gates = {
            "rehearsed": len(life.recalls) >= 3 and days >= 2,
            "relevant": life.among_first_three >= 2,
            "episodic": life.importance > 0.6 and (len(life.recalls) >= 2 or (bool(closed) and later >= 5)),
        }
        if not gates[line["gate"].partition(":")[0]]:
            self.complain(line, moment, f"{line['memory']} does not pass: {line['gate']}")
        if life.rivals or life.tier == "long_term":
            self.complain(line, moment, f"{line['memory']} is held back or long-term already")
        life.level, life.anchor, life.tier = life.strength(moment), moment, "long_term"

    def do_pin(self, line: Line, moment: int) -> None:
        life = self.lives[line["memory"]]
        if life.pinned:
            self.complain(line, moment, f"{line['memory']} is pinned already")
        life.pinned, life.tier = True, "long_term"

    def do_unpin(self, line: Line, moment: int) -> None:
        life = self.lives[line["memory"]]
        life.pinned, life.anchor, life.level = False, moment, 1.0

    def do_edit(self, line: Line, moment: int) -> None:
        if line["actor"] == "person":
            life = self.lives[line["memory"]]
            life.edited, life.anchor, life.level = True, moment, 1.0

    def do_set(self, line: Line, moment: int) -> None:
        life = self.lives[line["memory"]]
        life.importance = line.get("importance", life.importance)
        life.kind = line.get("kind", life.kind)

    def leave(self, key: str, state: str) -> None:
        life = self.lives[key]
        for rival in life.rivals:
            self.lives[rival].rivals -= {key}
            self.open_high.discard(frozenset((key, rival)))
        life.state, life.rivals = state, frozenset()

    def do_trash(self, line: Line, moment: int) -> None:
        self.leave(line["memory"], "trashed")

    def do_restore(self, line: Line, moment: int) -> None:
        life = self.lives[line["memory"]]
        life.state, life.anchor, life.level = "active", moment, 1.0

    def do_correct(self, line: Line, moment: int) -> None:
        old = self.lives[line["memory"]]
        if line["key"] in self.lives:
            self.complain(line, moment, f"{line['key']} exists already")
        self.lives[line["key"]] = Life(moment, old.kind, 0.9, tier=old.tier, pinned=old.pinned, anchor=moment)
        self.leave(line["memory"], "superseded")

    def do_merge(self, line: Line, moment: int) -> None:
        parts = [self.lives[key] for key in (line["survivor"], *line["members"])]
        survivor = parts[0]
        survivor.level, survivor.anchor = max(part.strength(moment) for part in parts), moment
        survivor.importance = max(part.importance for part in parts)
        if any(part.tier == "long_term" for part in parts):
            survivor.tier = "long_term"
        for key in line["members"]:
            self.leave(key, "superseded")

    def do_conflict(self, line: Line, moment: int) -> None:
        self.lives[line["a"]].rivals |= {line["b"]}
        self.lives[line["b"]].rivals |= {line["a"]}
        if line["stakes"] == "high":
            self.open_high.add(frozenset((line["a"], line["b"])))


def read_all() -> Source:
    source = Source()
    folder = files("engramma.resources") / "sample"
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".jsonl"):
            for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                take(source, json.loads(text), f"{file.name}:{number}")
    source.store = json.loads((folder / "store.json").read_text(encoding="utf-8"))
    return source


def take(source: Source, line: Line, where: str) -> None:
    if "do" in line:
        extra = set(line) & {"importance", "category", "kind"} if line["do"] == "set" else set()
        if set(line) - extra != {"day", "at", "actor", "do"} | ACTIONS[line["do"]]:
            source.misshapen.append(where)
        source.lives.append(line)
        return
    kept = {"memory"} if line.get("kept") else set()
    if set(line) != {"type"} | SHAPES[line["type"]] | kept:
        source.misshapen.append(where)
    if line["type"] == "verdict":
        source.verdicts.append(line)
        return
    shelf = {"session": source.sessions, "event": source.events, "memory": source.memories}[line["type"]]
    if line["key"] in shelf:
        source.repeated.append(line["key"])
    shelf[line["key"]] = line
