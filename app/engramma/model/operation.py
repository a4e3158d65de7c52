"""Operations: named, undoable changes by one actor, and what came of undoing one."""

from __future__ import annotations

from enum import StrEnum

from engramma.model.records import dataclass

PERSON = "person"
CLI = "cli"
WORKER = "worker"
IMPORT = "import"


class OperationStatus(StrEnum):
    """`open` while its transactions run; `rolled_back` when its owner died before it was done."""

    OPEN = "open"
    DONE = "done"
    ROLLED_BACK = "rolled_back"


class Take(StrEnum):
    """What to do where a field changed since: keep the later value, or restore the old one all the same."""

    ASK = "ask"
    MINE = "mine"
    THEIRS = "theirs"


@dataclass(frozen=True, slots=True)
class Operation:
    """One step of the history. `undone_by` names the operation that took it back."""

    id: int
    uid: str
    at: int
    actor: str
    kind: str
    label: str
    status: OperationStatus
    undoes: int | None
    undone_by: int | None
    changes: int

    @property
    def undone(self) -> bool:
        """Whether it has been taken back and not redone."""
        return self.undone_by is not None


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One column of one row, before and after an operation. Values are plain SQL values."""

    operation_id: int
    table: str
    row_id: int
    column: str
    before: object
    after: object
    memory_id: int | None
    changed_since: bool


@dataclass(frozen=True, slots=True)
class UndoConflict:
    """A field that a later operation changed, so that undoing needs a person's choice."""

    table: str
    row_id: int
    memory_id: int | None
    field: str
    restored: object
    current: object
    changed_by: int | None


@dataclass(frozen=True, slots=True)
class UndoResult:
    """What an undo or redo did; with conflicts and `operation_id` None nothing was changed.

    `erased` are memories that were erased for good since, and so were passed over.
    """

    undone: int
    label: str
    operation_id: int | None
    conflicts: tuple[UndoConflict, ...] = ()
    erased: tuple[int, ...] = ()
