"""What a store holds beside the bare texts, so that a format can say beforehand how much of it gets lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from engramma.model.records import dataclass


class Aspect(StrEnum):
    """A kind of content that a format carries or loses."""

    SESSIONS = "sessions"
    EVENTS = "events"
    QUOTES = "quotes"
    VERSIONS = "versions"
    STRENGTHS = "strengths"
    RECALLS = "recalls"
    KINDS = "kinds"
    TIERS = "tiers"
    CATEGORIES = "categories"
    IMPORTANCE = "importance"
    PINS = "pins"
    TAGS = "tags"
    CREATED = "created"
    UPDATED = "updated"
    QUALITIES = "qualities"
    LINE_BREAKS = "line_breaks"
    SUPERSEDED = "superseded"
    TRASHED = "trashed"
    TIES = "ties"
    ABOUT = "about"
    MORE_ABOUT = "more_about"
    THINGS = "things"
    RELATIONS = "relations"
    VERDICTS = "verdicts"
    CONFLICTS = "conflicts"
    PROPOSALS = "proposals"
    CHECKS = "checks"
    SAVED = "saved"
    POLICY = "policy"


_WORDS: dict[Aspect, tuple[str, str]] = {
    Aspect.SESSIONS: ("session", "sessions"),
    Aspect.EVENTS: ("turn of a session", "turns of sessions"),
    Aspect.QUOTES: ("quote that a memory comes from", "quotes that memories come from"),
    Aspect.VERSIONS: ("earlier wording", "earlier wordings"),
    Aspect.STRENGTHS: ("strength, with how it fades", "strengths, with how they fade"),
    Aspect.RECALLS: ("recall", "recalls"),
    Aspect.KINDS: ("kind (episodic, semantic or procedural)", "kinds (episodic, semantic or procedural)"),
    Aspect.TIERS: ("tier", "tiers"),
    Aspect.CATEGORIES: ("category", "categories"),
    Aspect.IMPORTANCE: ("importance", "importances"),
    Aspect.PINS: ("pin", "pins"),
    Aspect.TAGS: ("tag", "tags"),
    Aspect.CREATED: ("exact time of writing", "exact times of writing"),
    Aspect.UPDATED: ("time of a later change", "times of later changes"),
    Aspect.QUALITIES: ("note that a time is not exact", "notes that times are not exact"),
    Aspect.LINE_BREAKS: ("text whose line breaks become spaces", "texts whose line breaks become spaces"),
    Aspect.SUPERSEDED: ("superseded memory, left out", "superseded memories, left out"),
    Aspect.TRASHED: ("memory in the Trash, left out", "memories in the Trash, left out"),
    Aspect.TIES: ("association between memories", "associations between memories"),
    Aspect.ABOUT: ("link to a thing that a memory is about", "links to things that memories are about"),
    Aspect.MORE_ABOUT: (
        "further link to a thing that a memory is about",
        "further links to things that memories are about",
    ),
    Aspect.THINGS: ("thing that memories are about", "things that memories are about"),
    Aspect.RELATIONS: ("relation between things", "relations between things"),
    Aspect.VERDICTS: ("verdict of the gate", "verdicts of the gate"),
    Aspect.CONFLICTS: ("conflict", "conflicts"),
    Aspect.PROPOSALS: ("proposal", "proposals"),
    Aspect.CHECKS: ("recall check", "recall checks"),
    Aspect.SAVED: ("saved search", "saved searches"),
    Aspect.POLICY: ("setting of the policy", "settings of the policy"),
}


@dataclass(frozen=True, slots=True)
class Loss:
    """So much of an aspect will not be in the file."""

    aspect: Aspect
    count: int

    @property
    def words(self) -> str:
        """For a person: `12 turns of sessions`."""
        return f"{self.count:,} {_WORDS[self.aspect][self.count != 1]}"


def losses(carries: Iterable[Aspect], contents: Mapping[Aspect, int]) -> tuple[Loss, ...]:
    """What of `contents` a format that carries only these aspects loses; nothing of which there is none."""
    kept = frozenset(carries)
    return tuple(
        Loss(aspect, contents[aspect])
        for aspect in Aspect
        if aspect not in kept and contents.get(aspect, 0) > 0
    )
