"""Which cards may be decided as one: the same sort for the same cause, and never where much is at stake."""

from __future__ import annotations

from engramma.ui.views.review.cards import KINDS, Card, CardKind
from engramma.ui.views.review.choices import Act, Choice
from engramma.ui.views.review.deciding import Order, Question, must_ask


def alike(card: Card, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards among `cards` that may be decided together with this one, itself included."""
    if card.high:
        return (card,)
    return tuple(
        other
        for other in cards
        if other.kind is card.kind
        and not other.high
        and _cause(other) == _cause(card)
        and (card.kind is not CardKind.CONFLICT or len(other.memories) == len(card.memories))
    )


def question_for_all(choice: Choice, cards: tuple[Card, ...]) -> Question | None:
    """What to ask before all of these are decided so; None where each must be looked at by itself."""
    orders = tuple(Order(card, choice.act, same_side(card, choice)) for card in cards)
    if len(orders) < 2 or choice.opens_editor or any(must_ask(order) for order in orders):
        return None
    words = KINDS[cards[0].kind].many.lower()
    plain = several_words(choice)
    return Question(
        title=f"{plain}: {len(cards):,} {words} like this. One undo takes all of it back.",
        lines=tuple(preview_line(card, choice) for card in cards),
        agree=f"Decide {len(cards):,}",
        orders=orders,
    )


def preview_line(card: Card, choice: Choice) -> str:
    """One card of the preview: the memories that it is about, the one that stays first where that is chosen."""
    if not card.is_pair:
        return card.title
    kept = same_side(card, choice)
    memories = card.memories if kept is None else (kept, *(one for one in card.memories if one != kept))
    names = [f"M-{memory}" for memory in memories]
    others = ", ".join(names[1:])
    joint = "instead of" if kept is not None else "with"
    return f"{names[0]} {joint} {others}: {card.title}"


def several_words(choice: Choice) -> str:
    """A choice as it is said of many cards: which memory is the first differs from card to card."""
    if choice.act is Act.KEEP:
        return "Keep the earlier" if choice.key == "1" else "Keep the later"
    if choice.act is Act.MERGE:
        return "Merge into the strongest"
    return choice.words.rstrip("…")


def same_side(card: Card, choice: Choice) -> int | None:
    """The memory of a card at the same place as the one that was chosen; merges choose by themselves."""
    if choice.act is not Act.KEEP:
        return None
    return card.memories[0 if choice.key == "1" else -1]


def _cause(card: Card) -> tuple[str, str]:
    proposal = card.proposal
    if proposal is None:
        return ("", "")
    if card.asked is not None:
        return (proposal.actor, proposal.action)
    return (proposal.step, proposal.action if proposal.from_pass else "")
