"""What a person has written and not saved yet, as it is kept beside the memories so that a crash takes none of it."""

from __future__ import annotations

from engramma.model.records import dataclass

TEXT, CORRECTION, NEW, REVIEW = "text", "correction", "new", "review"
"""What is being written: another wording of a memory, the correction of one, a new memory, the wording of a card."""

OWNED_BY = "@"
"""What stands in a key between the sitting and the process."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An unsaved text; never part of the history, of a bundle, or of what agents see.

    `key` names the sitting it was written in and the process of that, `memory_id` what it is about (None: a new
    memory), `base_version` the wording it was written over (0: none), `updated_at` UTC microseconds. `fields` are the
    other things filled in.
    `elsewhere`: another process, which still runs, is writing it.
    """

    key: str
    memory_id: int | None
    base_version: int
    text: str
    updated_at: int
    fields: tuple[tuple[str, str], ...] = ()
    elsewhere: bool = False

    @property
    def sitting(self) -> str:
        """The part of the key that stays when another process goes on with it."""
        return self.key.partition(OWNED_BY)[0]

    @property
    def owner(self) -> str:
        """The process that wrote it last; "" for a draft of before these were named."""
        return self.key.partition(OWNED_BY)[2]

    @property
    def editor(self) -> str:
        """TEXT, CORRECTION, NEW or REVIEW."""
        return self.key.partition(":")[0]

    @property
    def title(self) -> str:
        """What it is, for people: "M-12", "Correction of M-12", "New memory", "Wording in Review"."""
        if self.editor == REVIEW:
            return "Wording in Review" + (f" for M-{self.memory_id}" if self.memory_id is not None else "")
        if self.memory_id is None:
            return "New memory"
        return f"Correction of M-{self.memory_id}" if self.editor == CORRECTION else f"M-{self.memory_id}"
