"""The words of a preview: what a change would do, to how many, and what it leaves alone. Free of Qt."""

from __future__ import annotations

from collections.abc import Callable

from engramma.model.bulk import BulkAction, BulkChange, BulkPreview, Trait
from engramma.model.memory import Memory

TIERS = {"short_term": "short-term", "long_term": "long-term"}
TRAITS = {
    Trait.PINNED: "pinned",
    Trait.EDITED: "edited by you",
    Trait.PROCEDURAL: "procedural",
    Trait.SUPERSEDED: "superseded",
    Trait.TRASHED: "in the Trash",
}
EFFECTS: dict[BulkAction, str] = {
    BulkAction.PIN: "They do not fade while they are pinned, and become long-term. Texts and tags stay.",
    BulkAction.UNPIN: "They begin to fade now, from full strength. Their tier stays long-term.",
    BulkAction.TAG: "Only tags change: texts, strength and tiers stay as they are.",
    BulkAction.IMPORTANCE: "Only the importance changes. It counts in recall and at the gates; nothing fades faster.",
    BulkAction.KIND: "What becomes procedural stops fading, what no longer is begins to. Texts and tags stay.",
    BulkAction.CATEGORY: "Only the category changes.",
    BulkAction.TIER: "Each keeps its strength of now and fades from there with the half-life of its new tier.",
    BulkAction.REHEARSE: "They have full strength again and fade from there. Recalls are not counted.",
    BulkAction.TRASH: "No list and no recall has them any more. Nothing is erased: they can be restored.",
    BulkAction.RESTORE: "They come back as they were and fade from full strength. Superseded ones stay superseded.",
}


ACTS = {
    BulkAction.PIN: "Pin {what}",
    BulkAction.UNPIN: "Unpin {what}",
    BulkAction.REHEARSE: "Rehearse {what}",
    BulkAction.TRASH: "Move {what} to the Trash",
    BulkAction.RESTORE: "Restore {what}",
    BulkAction.IMPORTANCE: "Set the importance of {what} to {value}",
    BulkAction.KIND: "Make {what} {value}",
    BulkAction.CATEGORY: "Give {what} the category {value}",
    BulkAction.TIER: "Move {what} to {value}",
}


def count_words(count: int) -> str:
    """ "1 memory", "39,412 memories"."""
    return "1 memory" if count == 1 else f"{count:,} memories"


def act_words(change: BulkChange, what: str) -> str:
    """The act as a sentence without its full stop: "Move 12 memories to the Trash"."""
    if change.action is not BulkAction.TAG:
        return ACTS[change.action].format(what=what, value=_value_words(change))
    parts = []
    if change.add:
        parts.append(f"put {_quoted(change.add)} on")
    if change.remove:
        parts.append(f"take {_quoted(change.remove)} off")
    words = f"{' and '.join(parts)} {what}"
    return words[:1].upper() + words[1:]


def effect_words(preview: BulkPreview) -> str:
    """What becomes of them, and what stays."""
    words = EFFECTS[preview.change.action]
    if preview.half_life is not None:
        words = words.replace("the half-life of its new tier", f"a half-life of {preview.half_life:g} days")
    return words


def title_words(preview: BulkPreview) -> str:
    """The question."""
    return f"{act_words(preview.change, count_words(len(preview.ids)))}?"


def button_words(preview: BulkPreview, included: frozenset[Trait]) -> str:
    """What the button would do now, short."""
    count = preview.changing(included)
    if not count:
        return "Nothing to change"
    verbs: dict[BulkAction, Callable[[str], str]] = {
        BulkAction.TAG: "Tag {}".format,
        BulkAction.TRASH: "Move {} to the Trash".format,
        BulkAction.PIN: "Pin {}".format,
        BulkAction.UNPIN: "Unpin {}".format,
        BulkAction.REHEARSE: "Rehearse {}".format,
        BulkAction.RESTORE: "Restore {}".format,
        BulkAction.TIER: "Move {}".format,
    }
    return verbs.get(preview.change.action, "Change {}".format)(count_words(count))


def fact_rows(preview: BulkPreview, included: frozenset[Trait]) -> tuple[tuple[str, int], ...]:
    """What becomes of the memories, and what is among them: (words, how many)."""
    changing = preview.changing(included)
    left = sum(1 for trait in preview.change.protects if preview.held(trait))
    out = len(preview.ids) - preview.unchanged() - changing
    rows = [("will change", changing)]
    if preview.unchanged():
        rows.append((_already(preview.change.action), preview.unchanged()))
    if left and out:
        rows.append(("left out, as they are protected", out))
    if preview.gone:
        rows.append(("no longer there", preview.gone))
    told = [trait for trait in TRAITS if trait not in preview.change.protects and preview.count(trait)]
    if preview.change.action is BulkAction.RESTORE:
        told = [trait for trait in told if trait is not Trait.TRASHED]
    rows += [(f"of all: {TRAITS[trait]}", preview.count(trait)) for trait in told]
    return tuple(rows)


def tick_words(preview: BulkPreview, trait: Trait) -> str:
    """ "3 pinned are left out: include them"."""
    count = preview.held(trait)
    one = count == 1
    return f"{count:,} {TRAITS[trait]} {'is' if one else 'are'} left out: include {'it' if one else 'them'}"


def sample_words(change: BulkChange, memory: Memory) -> str:
    """What changes of one memory."""
    match change.action:
        case BulkAction.IMPORTANCE:
            return f"{memory.importance:.2f} → {_value_words(change)}"
        case BulkAction.KIND:
            return f"{memory.kind.value} → {_value_words(change)}"
        case BulkAction.CATEGORY:
            return f"{memory.category.value} → {_value_words(change)}"
        case BulkAction.TIER:
            return f"{TIERS.get(memory.tier.value, '')} → {_value_words(change)}"
        case BulkAction.TAG:
            added = [f"+{name}" for name in change.add if name not in memory.tags]
            gone = [f"−{name}" for name in change.remove if name in memory.tags]
            return " ".join([*added, *gone])
        case BulkAction.PIN:
            return "pinned"
        case BulkAction.UNPIN:
            return "fades from 1.00"
        case BulkAction.REHEARSE:
            return f"{memory.strength:.2f} → 1.00"
        case BulkAction.TRASH:
            return f"{memory.state.value} → Trash"
    return "Trash → superseded" if memory.superseded_by or memory.merged_into else "Trash → active"


def _value_words(change: BulkChange) -> str:
    """What they get: a number, a kind, a category, a tier."""
    if change.action is BulkAction.IMPORTANCE:
        return f"{float(change.value or 0):.2f}"
    value = str(change.value)
    return TIERS.get(value, value) if change.action is BulkAction.TIER else value


def _already(action: BulkAction) -> str:
    if action is BulkAction.REHEARSE:
        return "stay as they are: only active ones are rehearsed"
    if action is BulkAction.RESTORE:
        return "stay as they are: not in the Trash"
    return "stay as they are: it is so already"


def _quoted(names: tuple[str, ...]) -> str:
    return ", ".join(f"“{name}”" for name in names)
