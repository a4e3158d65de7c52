"""Another store on its way into this one: what would come in, and where the two say different things."""

from __future__ import annotations

from pathlib import Path

from engramma.model.memory import Memory
from engramma.model.records import dataclass
from engramma.model.transfer import FileReport

EDITED, CONTRADICTS = "edited", "contradicts"


@dataclass(frozen=True, slots=True)
class Theirs:
    """A memory of the other store. Times in UTC microseconds."""

    text: str
    kind: str
    tier: str
    state: str
    pinned: bool
    importance: float
    created_at: int
    updated_at: int


@dataclass(frozen=True, slots=True)
class MergeConflict:
    """`what` is EDITED (the same memory with another wording) or CONTRADICTS (a new one says something else).

    `uid` is the outside id of theirs; `detail` a short phrase such as "49 € against 60 €". `redacted`: there may be
    masks in theirs, which never take the place of words.
    """

    uid: str
    what: str
    ours: Memory
    theirs: Theirs
    detail: str = ""
    redacted: bool = False

    @property
    def guarded(self) -> str:
        """Why theirs cannot take the place of ours; empty when it can."""
        if self.redacted:
            return "theirs is masked"
        if self.ours.pinned:
            return "yours is pinned"
        if self.ours.person_edited:
            return "you edited yours"
        if self.what == CONTRADICTS and self.ours.kind == "procedural":
            return "yours is procedural"
        return ""


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What merging `path` would do; `pinned`, `procedural` and `important` memories would arrive as proposals."""

    path: Path
    file: FileReport
    conflicts: tuple[MergeConflict, ...]
    pinned: int = 0
    procedural: int = 0
    important: int = 0
