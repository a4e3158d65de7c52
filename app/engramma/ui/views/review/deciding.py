"""Carries out decisions on cards, on the writer thread, and notes which operations that took so it can be undone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engramma.model.answer import Answer
from engramma.model.errors import EngrammaError
from engramma.model.operation import Take, UndoResult
from engramma.model.plan import Proposal
from engramma.model.progress import CancelToken, Progress, Report
from engramma.model.records import dataclass
from engramma.ui.views.review.cards import Card, CardKind, means_trash
from engramma.ui.views.review.choices import Act

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

LOOKED_BACK = 40
# What an agent asked for is carried out as it was asked, or as a person worded it.
ASKED = "ask"
ERASING = ("purge", "erase_events")


@dataclass(frozen=True, slots=True)
class Order:
    """A decision on a card: `memory` is the one that is kept, `text` a wording that a person wrote."""

    card: Card
    act: Act
    memory: int | None = None
    text: str = ""
    even_pinned: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked before something is done: `final` cannot be taken back."""

    title: str
    lines: tuple[str, ...]
    agree: str
    orders: tuple[Order, ...]
    final: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """What came of decisions: the operations that they took, oldest first, and what was refused, by card."""

    orders: tuple[Order, ...]
    operations: tuple[int, ...]
    refused: tuple[tuple[str, EngrammaError], ...] = ()


def decide_all(store: MemoryStore, orders: tuple[Order, ...], report: Report, cancel: CancelToken) -> Decided:
    """Carry out decisions one after another; one that is refused does not stop the others.

    What was decided before it was cancelled stays decided.
    """
    before = _newest(store)
    done: list[Order] = []
    refused: list[tuple[str, EngrammaError]] = []
    for place, order in enumerate(orders):
        if cancel.cancelled:
            break
        report(Progress(place, len(orders), "Deciding"))
        try:
            _decide(store, order)
            done.append(order)
        except EngrammaError as error:
            refused.append((order.card.key, error))
    return Decided(tuple(done), _since(store, before, len(orders)), tuple(refused))


def erases(order: Order) -> bool:
    """Whether it erases something for good."""
    proposal = order.card.proposal
    return order.act is Act.ACCEPT and proposal is not None and proposal.action in ERASING


def must_ask(order: Order) -> bool:
    """Whether a person is asked before this is done: it cannot be taken back, or a pinned memory would give way."""
    return erases(order) or (
        order.act is Act.KEEP and not order.even_pinned and bool(order.card.pinned - {order.memory})
    )


def question_about(
    store: MemoryStore, order: Order, _report: Report, _cancel: CancelToken
) -> Question | None:
    """What to ask before this is done; None when it can simply be taken back."""
    if erases(order):
        return _about_erasing(store, order)
    losers = tuple(memory for memory in order.card.memories if memory != order.memory)
    pinned = [line.memory for line in store.memories.page(losers) if line.memory.pinned]
    if not pinned:
        return None
    names = ", ".join(memory.label for memory in pinned)
    return Question(
        title=f"{names} is pinned. Supersede it all the same? It is kept, struck through, and not recalled.",
        lines=tuple(memory.text for memory in pinned),
        agree=f"Supersede {names}",
        orders=(replace(order, even_pinned=True),),
    )


def _about_erasing(store: MemoryStore, order: Order) -> Question:
    card = order.card
    if card.memories:
        places = store.purging.preview(card.memories).places
        what = ", ".join(f"M-{memory}" for memory in card.memories[:3])
    else:
        preview = store.purging.preview_session(card.sessions[0])
        places, what = preview.places, f"the turns of “{preview.title}”"
    return Question(
        title=f"Erase {what} for good? This cannot be taken back. It touches:",
        lines=tuple(f"{place.title}: {place.count:,} {place.treatment.value}" for place in places),
        agree="Erase for good",
        orders=(order,),
        final=True,
    )


def take_back(
    store: MemoryStore, operations: tuple[int, ...], _report: Report, _cancel: CancelToken
) -> UndoResult | None:
    """Undo what a decision did, the newest first; stops where a later change stands in the way."""
    result: UndoResult | None = None
    for operation_id in sorted(operations, reverse=True):
        result = store.history.undo(operation_id, take=Take.ASK)
        if result.operation_id is None and result.conflicts:
            break
    return result


def _decide(store: MemoryStore, order: Order) -> None:
    card = order.card
    if card.conflict is not None:
        _resolve(store, order, card.conflict)
    elif card.verdict is not None:
        if order.act is Act.ACCEPT:
            store.sessions.rescue(card.verdict)
        else:
            store.sessions.decline(card.verdict)
    elif card.kind is CardKind.FADING:
        _keep(store, order)
    elif card.proposal is not None:
        answer, memory = _answer(order, card.proposal)
        store.consolidation.answer(card.proposal.id, answer, memory_id=memory, text=order.text)


def _keep(store: MemoryStore, order: Order) -> None:
    memory = order.card.memories[0]
    if order.act is Act.CONFIRM:
        store.memories.rehearse([memory])
    elif order.act is Act.PIN:
        store.memories.pin([memory])
    else:
        store.consolidation.let_fade(memory)


def _resolve(store: MemoryStore, order: Order, conflict_id: int) -> None:
    card = order.card
    keep = "both"
    if order.act is Act.MERGE:
        keep = "merged"
    elif order.act is Act.KEEP:
        keep = "left" if order.memory == card.memories[0] else "right"
    text = order.text if keep == "merged" else None
    store.consolidation.resolve_conflict(conflict_id, keep, text=text, even_pinned=order.even_pinned)
    if card.proposal is not None:
        store.consolidation.answer(card.proposal.id, Answer.REJECT)


def _answer(order: Order, proposal: Proposal) -> tuple[Answer, int | None]:
    """How a decision answers the proposal of its card."""
    card, act = order.card, order.act
    if act in (Act.REJECT, Act.BOTH):
        return Answer.REJECT, None
    if card.kind is CardKind.CONFLICT:
        if act is Act.MERGE:
            return Answer.MERGED, None
        return (Answer.LEFT if order.memory == proposal.targets[0] else Answer.RIGHT), None
    if card.kind is CardKind.DUPLICATES:
        if order.memory is None and not order.text:
            return Answer.ACCEPT, None
        return Answer.INTO, order.memory
    if act is Act.EDIT:
        return (Answer.ACCEPT if proposal.step == ASKED else Answer.CORRECT), None
    if act is Act.ACCEPT and means_trash(proposal) and proposal.step != ASKED:
        return Answer.TRASH, None
    if act is not Act.CONFIRM and (act is Act.ACCEPT or proposal.action == str(act)):
        return Answer.ACCEPT, None
    return _OTHERWISE[act], None


_OTHERWISE = {Act.CONFIRM: Answer.CONFIRM, Act.TRASH: Answer.TRASH, Act.RESTORE: Answer.RESTORE}


def _newest(store: MemoryStore) -> int:
    recent = store.history.recent(limit=1)
    return recent[0].id if recent else 0


def _since(store: MemoryStore, before: int, orders: int) -> tuple[int, ...]:
    recent = store.history.recent(actor=store.actor, limit=LOOKED_BACK + 3 * orders)
    return tuple(sorted(found.id for found in recent if found.id > before))
