"""How an act is called: its verb with an icon and a colour, and what it was about, in a line. Free of widgets."""

from __future__ import annotations

from engramma.model.clock import to_local
from engramma.model.records import dataclass
from engramma.model.watching import Act, Did
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.models.dates import short_day_text, time_text
from engramma.ui.views.live.reading import ActLine


@dataclass(frozen=True, slots=True)
class Verb:
    """A word, its icon, and the colour token of both."""

    word: str
    icon: str
    colour: str


_VERBS = {
    "recall": Verb("recalled", "lightning", "text_secondary"),
    "remember": Verb("remembered", "pencil-simple", "ok"),
    "gate": Verb("kept", "pencil-simple", "ok"),
    "edit": Verb("edited", "pencil-simple", "ok"),
    "correct": Verb("corrected", "pencil-line", "ok"),
    "trash": Verb("forgot", "trash", "ok"),
    "restore": Verb("restored", "arrow-counter-clockwise", "ok"),
    "link": Verb("linked", "link", "ok"),
    "tag": Verb("tagged", "tag", "ok"),
    "session": Verb("session", "chats", "text_muted"),
    "proposal": Verb("proposes", "hand", "warning"),
    "undo": Verb("took back", "arrow-u-up-left", "text_secondary"),
}
_OTHER = Verb("changed", "pencil-simple", "ok")
_QUOTED = frozenset({"remember", "edit", "correct", "trash", "restore"})
_DECIDED = {"accepted": "accepted", "rejected": "rejected"}


def verb_of(act: Act) -> Verb:
    """What the agent did, in a word."""
    return _VERBS.get(act.operation.kind, _OTHER)


def about(act: Act) -> str:
    """What it was about, in a line."""
    operation = act.operation
    if act.recall is not None:
        return f"“{single_line(act.recall.question)}”"
    if act.proposal is not None:
        return single_line(_proposed(act))
    if operation.kind in _QUOTED and act.touched:
        return f"“{single_line(act.touched[0].text)}”"
    label = single_line(operation.label)
    return label[:1].upper() + label[1:]


def _proposed(act: Act) -> str:
    made = act.proposal
    assert made is not None
    if made.text:
        word = (
            ""
            if made.action == "remember"
            else f"{made.action.capitalize()} {act.touched[0].label}: "
            if (act.touched)
            else ""
        )
        return f"{word}“{made.text}”"
    label = act.operation.label.removeprefix("proposal").removeprefix(" on ").removeprefix(": ")
    return label[:1].upper() + label[1:]


def outcome(line: ActLine) -> str:
    """What came of it, for the right end of its row."""
    act = line.act
    if act.recall is not None:
        if not line.hits:
            return "nothing found"
        sent = f"{len(line.hits)} sent"
        return f"{sent}, {line.tokens:,} tokens"
    if act.proposal is not None and not act.proposal.waits:
        return _DECIDED.get(act.proposal.status, act.proposal.status)
    return "undone" if act.operation.undone else ""


def when(at: int, now: int) -> str:
    """The local time of today to the second, else the day."""
    if to_local(at).date() != to_local(now).date():
        return short_day_text(at, now)
    digits, space, half = time_text(at).partition(" ")
    return f"{digits}:{to_local(at).second:02d}{space}{half}"


def spoken(line: ActLine) -> str:
    """An act as a screen reader says it."""
    act = line.act
    parts = (
        time_text(act.operation.at),
        f"{single_line(act.agent)} {verb_of(act).word}",
        about(act),
        outcome(line),
    )
    return ", ".join(part for part in parts if part)


def counted(number: int, one: str, many: str = "") -> str:
    """ "1 recall", "2 recalls"."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def sort_words(did: Did) -> str:
    """The sort as the filter calls it."""
    return {Did.RECALL: "Recalls", Did.WRITE: "Writes", Did.PROPOSAL: "Proposals", Did.TALK: "Sessions"}[did]
