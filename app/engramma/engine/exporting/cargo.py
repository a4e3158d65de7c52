"""The memories of one reading as a format's writer goes through them, with progress, cancel and masks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engramma.exchange.redaction.masks import Masks
from engramma.model.outgoing import Outgoing, Thing, ThingTie
from engramma.model.progress import CancelToken, Progress, Report
from engramma.store.bundle_rows import Selection
from engramma.store.database import Reading
from engramma.store.outgoing import read_outgoing, read_relations, read_things

Mask = Callable[[str], str]
_STRIDE = 100


class StoreCargo:
    """All that a selection holds; `masks` have the last word on every text that anybody wrote.

    A writer may go through it several times; the masks are counted once.
    """

    def __init__(
        self,
        reading: Reading,
        selection: Selection,
        *,
        name: str,
        active_only: bool,
        now: int,
        total: int,
        masks: Masks | None,
        report: Report,
        cancel: CancelToken,
    ) -> None:
        self._reading = reading
        self._selection = selection
        self._name = name
        self._active_only = active_only
        self._now = now
        self._total = total
        self._masks = masks
        self._counted: set[tuple[str, int]] = set()
        self._report = report
        self._cancel = cancel

    @property
    def name(self) -> str:
        """The store's name."""
        mask = self._mask_of("name", 0)
        return self._name if mask is None else mask(self._name)

    def memories(self) -> Iterator[Outgoing]:
        """The memories in order of their ids."""
        found = read_outgoing(self._reading, self._selection, active_only=self._active_only, now=self._now)
        for number, item in enumerate(found):
            if number % _STRIDE == 0:
                self._cancel.check()
                self._report(Progress(number, self._total, "Writing memories"))
            mask = self._mask_of("memory", item.memory.id)
            yield item if mask is None else masked(item, mask)

    def things(self) -> Iterator[Thing]:
        """The things in order of their ids."""
        for thing in read_things(self._reading, self._selection):
            self._cancel.check()
            mask = self._mask_of("thing", thing.id)
            yield thing if mask is None else _masked_thing(thing, mask)

    def relations(self) -> Iterator[ThingTie]:
        """The relations in order of their ids."""
        for number, tie in enumerate(read_relations(self._reading, self._selection)):
            self._cancel.check()
            mask = self._mask_of("relation", number)
            yield tie if mask is None else replace(tie, relation=mask(tie.relation))

    def _mask_of(self, part: str, number: int) -> Mask | None:
        if self._masks is None:
            return None
        again = (part, number) in self._counted
        self._counted.add((part, number))
        return self._masks.mask_again if again else self._masks.mask


def masked(item: Outgoing, mask: Mask) -> Outgoing:
    """With `mask` on every text of it."""
    memory = item.memory
    return Outgoing(
        replace(
            memory,
            text=mask(memory.text),
            tags=tuple(dict.fromkeys(mask(tag) for tag in memory.tags)),
            session_title=mask(memory.session_title),
        ),
        quotes=tuple(
            replace(
                quote,
                text=mask(quote.text),
                session_title=mask(quote.session_title),
                speaker=mask(quote.speaker),
                source=mask(quote.source),
            )
            for quote in item.quotes
        ),
        ties=tuple(replace(tie, relation=mask(tie.relation)) for tie in item.ties),
        things=tuple(_masked_thing(thing, mask) for thing in item.things),
    )


def _masked_thing(thing: Thing, mask: Mask) -> Thing:
    return replace(thing, name=mask(thing.name), type=mask(thing.type))
