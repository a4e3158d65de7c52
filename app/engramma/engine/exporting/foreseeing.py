"""Tells before an export what goes out, and what of it a format, or a person's choice, leaves behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engramma.engine.exporting.contents import contents_of
from engramma.engine.exporting.selecting import chosen, selected_whole
from engramma.engine.workspace import Workspace
from engramma.exchange.writing.aspects import Aspect, Loss
from engramma.exchange.writing.formats import OUTGOING, OutgoingFormat
from engramma.model.export_parts import WHOLE, ExportPart, LeftOut
from engramma.model.records import dataclass
from engramma.store.bundle_trimming import trimmed

Contents = Mapping[Aspect, int]
_WITH = {
    ExportPart.SESSIONS: (Aspect.EVENTS, Aspect.VERDICTS),
    ExportPart.EVENTS: (Aspect.VERDICTS,),
}
"""What goes with a part that is left out."""


@dataclass(frozen=True, slots=True)
class Foresight:
    """How many memories would go out in a format, and what would get lost."""

    memories: int
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """How much there is of each aspect before anything is left out; the bundle, and the other formats by name."""

    contents: Contents
    bundle: Foresight
    formats: Mapping[str, Foresight]

    def of(self, format: str) -> Foresight:
        """What a format comes to; every name that is no other format means the bundle."""
        return self.formats.get(format, self.bundle)


def foresee(
    workspace: Workspace,
    format: OutgoingFormat | None,
    *,
    query: str,
    ids: Sequence[int] | None,
    left_out: LeftOut = WHOLE,
) -> Foresight:
    """What an export would carry and lose; without a format, as a bundle. Raises QueryError."""
    whole, rest = _contents(workspace, query=query, ids=ids, left_out=left_out)
    return _foresight(format, whole, rest, left_out)


def look_ahead(
    workspace: Workspace, *, query: str, ids: Sequence[int] | None, left_out: LeftOut = WHOLE
) -> Outlook:
    """What an export would carry and lose in every format, from one look at the store. Raises QueryError."""
    whole, rest = _contents(workspace, query=query, ids=ids, left_out=left_out)
    return Outlook(
        whole,
        _foresight(None, whole, rest, left_out),
        {format.name: _foresight(format, whole, rest, left_out) for format in OUTGOING},
    )


def left_behind(left_out: LeftOut) -> frozenset[Aspect]:
    """What stays behind with these parts."""
    along = (aspect for part in left_out for aspect in _WITH.get(part, ()))
    return frozenset((*(Aspect(part.value) for part in left_out), *along))


def going(format: OutgoingFormat | None, contents: Contents) -> int:
    """How many memories of these contents a format takes along."""
    all_states = format is None or format.carries_states
    left = 0 if all_states else contents[Aspect.SUPERSEDED] + contents[Aspect.TRASHED]
    return contents[Aspect.KINDS] - left


def _contents(
    workspace: Workspace, *, query: str, ids: Sequence[int] | None, left_out: LeftOut
) -> tuple[Contents, Contents]:
    """All that was chosen, and what remains of it."""
    choice = chosen(query, ids)
    with workspace.database.read() as reading:
        selection = selected_whole(workspace, reading, choice)
        whole = contents_of(reading, selection)
        rest = contents_of(reading, trimmed(reading, selection, left_out)) if left_out else whole
    return whole, rest


def _foresight(
    format: OutgoingFormat | None, whole: Contents, rest: Contents, left_out: LeftOut
) -> Foresight:
    named = left_behind(left_out)
    losses: list[Loss] = []
    for aspect in Aspect:
        carried = format is None or aspect in format.carries
        count = whole.get(aspect, 0)
        if carried:
            count = count - rest.get(aspect, 0) if aspect in named else 0
        if count > 0:
            losses.append(Loss(aspect, count))
    return Foresight(going(format, rest), tuple(losses))
