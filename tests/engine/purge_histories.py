"""Stores with an eventful past, and the search for bytes of what was purged from them."""

from __future__ import annotations

import random
import re
import sqlite3
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.engine.import_files import transcript

from engramma.engine import MemoryStore
from engramma.engine.recalls import record_recall
from engramma.model.errors import EngrammaError
from engramma.model.operation import Take

LETTERS = {
    "plain": "abcdefghijklmnopqrstuvwxyz",
    "accents": "àéîõüçñßøåæœ",
    "greek": "αβγδεζηθικλμνξοπρστυφχψω",
    "han": "记忆删除密码服务器端口项目会议时间地址客户",
    "signs": "abc\"\\'<>&%_#;",
}


MARK = re.compile(rb"[qQ]\d{6,12}")
"""Every secret word has such a mark, which no common word, no id and no hash has."""


def bytes_left(path: Path, texts: Iterable[str]) -> list[tuple[str, str]]:
    """(file or index, mark) for every mark of `texts` that still stands in a file of the store or a vocabulary."""
    marks = {mark.lower() for text in texts for mark in MARK.findall(text.encode())}
    found = []
    for file in sorted(path.parent.glob(f"{path.name}*")):
        if file.name.endswith(".backup"):
            continue
        # Not read in this process: closing the file would drop the locks that SQLite has on it.
        data = subprocess.run(["cat", str(file)], capture_output=True, check=True).stdout
        found += [(file.name, mark.decode()) for mark in {m.lower() for m in MARK.findall(data)} & marks]
    return sorted(found + _vocabulary_left(path, marks))


def _vocabulary_left(path: Path, marks: set[bytes]) -> list[tuple[str, str]]:
    """Marks in the terms of the full text, where parts of words that begin alike are kept once."""
    connection = sqlite3.connect(path)
    found = []
    try:
        for name in fulltext_tables(connection):
            connection.execute(f"CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', '{name}', 'row')")
            for (term,) in connection.execute("SELECT term FROM temp.terms"):
                found += [(name, mark.decode()) for mark in MARK.findall(str(term).encode()) if mark in marks]
            connection.execute("DROP TABLE temp.terms")
    finally:
        connection.close()
    return found


def fulltext_tables(connection: sqlite3.Connection) -> list[str]:
    """The full-text indexes of a store."""
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE sql LIKE '%USING fts5(%'")
    return [name for (name,) in rows]


class Secrets:
    """Makes texts with words that occur nowhere else."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.made = 0

    def word(self) -> str:
        """A word that no other text has."""
        self.made += 1
        letters = LETTERS[self.dice.choice(sorted(LETTERS))]
        number = f"q{self.dice.randrange(10**12):012d}x{self.made}"
        body = "".join(self.dice.choice(letters) for _ in range(self.dice.choice((0, 3, 8, 20))))
        return number + body

    def text(self, *, words: int | None = None) -> str:
        """Some common words around secret ones."""
        count = words or self.dice.choice((1, 2, 5, 12, 300, 1500))
        parts = [self.word() if self.dice.random() < 0.4 else self.dice.choice(COMMON) for _ in range(count)]
        parts[self.dice.randrange(count)] = self.word()
        return " ".join(parts)


COMMON = (
    "the",
    "service",
    "uses",
    "port",
    "number",
    "of",
    "our",
    "project",
    "and",
    "we",
    "always",
    "decided",
)


class Life:
    """A random life of a store in which some texts are told apart: `secret` ones are to be purged, others stay."""

    def __init__(self, store: MemoryStore, dice: random.Random, folder: Path) -> None:
        self.store = store
        self.agent = store.acting_as("agent:claude")
        self.dice = dice
        self.folder = folder
        self.secrets = Secrets(dice)
        self.victims: list[int] = []
        self.texts: list[str] = []

    def live(self, steps: int) -> None:
        """Do `steps` random things; what cannot be done just then is passed over."""
        acts = (
            self.remember, self.remember, self.say, self.edit_victim, self.tag, self.pin, self.trash, self.undo,
            self.undo, self.redo, self.correct, self.merge, self.link, self.recall, self.bring_in, self.fill,
            self.rename_session, self.reinforce,
        )  # fmt: skip
        for _ in range(steps):
            try:
                self.dice.choice(acts)()
            except EngrammaError:
                continue

    def keep(self, memory_id: int, *texts: str) -> None:
        """These texts are in a memory by now, and must be gone with it."""
        self.victims.append(memory_id)
        self.texts.extend(texts)

    def fill(self) -> None:
        """Memories that stay."""
        for _ in range(self.dice.randrange(20)):
            self.store.memories.remember(
                " ".join(self.dice.choices(COMMON, k=self.dice.choice((3, 30, 400))))
            )

    def remember(self) -> None:
        actor = self.dice.choice((self.store, self.agent))
        text = self.secrets.text()
        made = actor.memories.remember(text, tags=["tag"] if self.dice.random() < 0.3 else [])
        self.keep(made.id, text)

    def reinforce(self) -> None:
        if self.texts:
            text = self.dice.choice(self.texts)
            self.keep(self.store.memories.remember(text).id)

    def say(self) -> None:
        """A live session in which something is said, remembered by the gate and summarised in the title."""
        secret = self.secrets.text(words=6)
        said = f"Hello there. Remember that {secret}. Thanks."
        session_id = self.store.sessions.start(f"About {secret}"[: self.dice.choice((20, 60, 300))])
        self.store.sessions.append(session_id, "user", said)
        for number in range(self.dice.randrange(4)):
            self.store.sessions.append(session_id, "agent", f"Noted as number {number}.")
        self.store.sessions.end(session_id, summary=f"They met. Remember that {secret}. They left.")
        event_id = self.store.sessions.event_ids(session_id)[0]
        made = self.store.memories.remember(
            f"Remember that {secret}.",
            session_id=session_id,
            event_id=event_id,
            quote=f"Remember that {secret}.",
        )
        self.keep(made.id, f"Remember that {secret}.")
        self.victims.extend(self.store.sessions.memory_ids(session_id))

    def victim(self) -> int:
        return self.dice.choice(self.victims or [1])

    def edit_victim(self) -> None:
        text = self.secrets.text()
        self.keep(self.store.memories.edit(self.victim(), text).id, text)

    def tag(self) -> None:
        self.store.memories.tag([self.victim()], add=[self.dice.choice(("red", "green"))])

    def pin(self) -> None:
        self.dice.choice((self.store.memories.pin, self.store.memories.unpin))([self.victim()])

    def trash(self) -> None:
        self.dice.choice((self.store.memories.trash, self.store.memories.restore))([self.victim()])

    def undo(self) -> None:
        self.dice.choice((self.store, self.agent)).history.undo(take=Take.THEIRS)

    def redo(self) -> None:
        self.store.history.redo(take=Take.MINE)

    def correct(self) -> None:
        text = self.secrets.text()
        self.keep(self.store.memories.correct(self.victim(), text).id, text)

    def merge(self) -> None:
        self.store.memories.merge(self.victim(), [self.victim(), self.victim()])

    def link(self) -> None:
        from engramma.engine.links import link

        link(self.store.workspace, self.victim(), self.victim())

    def recall(self) -> None:
        record_recall(self.store.workspace, "what of it?", [self.victim()])

    def bring_in(self) -> None:
        """A transcript that quotes what is remembered already."""
        if self.texts:
            name = f"{self.secrets.made}-{self.dice.randrange(10**6)}"
            file = transcript(
                self.folder / f"{name}.jsonl", ["Hi.", self.dice.choice(self.texts)], session=name
            )
            self.store.transfer.import_files([file])
            file.unlink()

    def purge_all(self) -> None:
        """Purge every memory that ever had a secret text, whatever state it is in."""
        there = [memory_id for memory_id in dict.fromkeys(self.victims) if self.known(memory_id)]
        for start in range(0, len(there), 5):
            part = [memory_id for memory_id in there[start : start + 5] if self.known(memory_id)]
            if part:
                self.store.purging.purge(part, include_pinned=True)

    def known(self, memory_id: int) -> bool:
        """Whether the memory is there, seen or not."""
        try:
            self.store.purging.preview([memory_id])
        except EngrammaError:
            return False
        return True

    def rename_session(self) -> None:
        self.store.transfer.export(self.folder / f"out-{self.secrets.made}.engramma-bundle")
