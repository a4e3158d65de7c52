"""How Review and the inspector say what an agent asks for. Words, free of Qt."""

from __future__ import annotations

from dataclasses import fields

from engramma.model.asked import POLICY, Asked
from engramma.model.memory import Memory
from engramma.model.policy import Policy
from engramma.ui.inspector.words import ASSOCIATIONS, actor_word, word

# To do what, and what a person is asked.
_ACTIONS = {
    "remember": ("remember this", "Should this be remembered?"),
    "edit": ("word it like this", "Should it be worded like this?"),
    "correct": ("correct it", "Is this true now instead?"),
    "trash": ("move it to the Trash", "Should this go to the Trash?"),
    "restore": ("restore it", "Should this come back?"),
    "merge": ("merge them", "Are these the same?"),
    "link": ("link them", "Do these belong together?"),
    "unlink": ("take their link away", "Should this link go?"),
    "pin": ("pin it", "Should this be pinned, as it was where it comes from?"),
    "unpin": ("take the pin off", "May this fade again?"),
    "tag": ("change its tags", "Should its tags change?"),
    "change": ("change its facts", "Should its facts change?"),
    POLICY: ("take over the policy of its store", "Should memories fade here as they did there?"),
}
_TITLES = {
    "trash": "To the Trash",
    "restore": "Restore",
    "merge": "Merge",
    "link": "Link",
    "unlink": "Unlink",
    "pin": "Pin",
    "unpin": "Unpin",
    "tag": "Tags",
    "change": "Facts",
    POLICY: "Policy",
}


def asks_to(asked: Asked) -> str:
    """ "remember this"."""
    return _ACTIONS.get(asked.action, (asked.action, ""))[0]


def asked_sentence(asked: Asked) -> str:
    """ "planner asks to correct it: “Staging listens on port 9090.”" """
    said = f": “{' '.join(asked.text.split())}”" if asked.text else "."
    return f"{actor_word(asked.actor)} asks to {asks_to(asked)}{said}"


def asked_question(asked: Asked) -> str:
    """What the card asks a person."""
    return _ACTIONS.get(asked.action, ("", "Should an agent do this?"))[1]


def asked_title(asked: Asked, memories: list[Memory]) -> str:
    """The line in the list: the wording that is proposed, or what would become of which memories."""
    if asked.text:
        return " ".join(asked.text.split())
    if asked.settings:
        return (
            f"{_TITLES[POLICY]}: {', '.join(f'{_setting(name)} {value:g}' for name, value in asked.settings)}"
        )
    texts = [" ".join(memory.text.split()) for memory in memories[:2]]
    about = " · ".join(texts or (f"M-{target}" for target in asked.targets[:2]))
    return f"{_TITLES.get(asked.action, asked.action)}: {about}"


def asked_facts(asked: Asked, memories: tuple[Memory, ...]) -> tuple[tuple[str, str], ...]:
    """(name, words) of how it is filed; the tags of a new memory stand for themselves."""
    facts = [
        ("Link", _link(asked, memories)),
        ("Kind", word(asked.kind) if asked.kind else ""),
        ("Category", word(asked.category) if asked.category else ""),
        ("Importance", "" if asked.importance is None else f"{asked.importance:.2f}"),
        ("Tier", word(asked.tier) if asked.tier else ""),
        ("Session", "" if asked.session_id is None else f"S-{asked.session_id}"),
        ("Add tags", ", ".join(asked.add)),
        ("Remove tags", ", ".join(asked.remove)),
        *((_setting(name), f"{value:g}") for name, value in asked.settings),
    ]
    return tuple((name, words) for name, words in facts if words)


def _setting(name: str) -> str:
    described = next((setting for setting in fields(Policy) if setting.name == name), None)
    return name if described is None else str(described.metadata["title"])


def _link(asked: Asked, memories: tuple[Memory, ...]) -> str:
    if not asked.type:
        return ""
    said = ASSOCIATIONS.get(asked.type, (asked.type, "", ""))[0]
    relation = f", “{asked.relation}”" if asked.relation else ""
    if len(memories) != 2:
        return f"{said}{relation}"
    one, other = memories
    if asked.type == "related":
        return f"{one.label} and {other.label} are related{relation}"
    return f"{one.label} {said} {other.label}{relation}"
