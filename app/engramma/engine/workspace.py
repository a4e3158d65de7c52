"""What every use case of an open store shares: the file, the journal, the clock, who acts.

Internal to the engine; not part of the public API.
"""

from __future__ import annotations

from dataclasses import field

from engramma.engine.embedding.shared import SharedVectors
from engramma.engine.recall.shared import SharedRecall
from engramma.model.clock import Clock
from engramma.model.policy import Policy
from engramma.model.records import dataclass
from engramma.store.database import Database
from engramma.store.identity import UidSource
from engramma.store.identity import content_key as keyed
from engramma.store.journal.journal import Journal
from engramma.store.policy import load_policy


@dataclass(frozen=True, slots=True)
class Workspace:
    """One actor's hands on one open store."""

    database: Database
    journal: Journal
    clock: Clock
    uids: UidSource
    actor: str
    key: bytes
    proposing: bool = False
    """Whether everything that this actor would change waits for a person instead."""
    vectors: SharedVectors = field(default_factory=SharedVectors, compare=False, repr=False)
    recall: SharedRecall = field(default_factory=SharedRecall, compare=False, repr=False)

    def content_key(self, text: str) -> bytes:
        """The keyed hash of a statement in this store."""
        return keyed(text, key=self.key)

    def policy(self) -> Policy:
        """The policy in force."""
        with self.database.read() as reading:
            return load_policy(reading.connection)
