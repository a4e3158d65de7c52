"""What a person has chosen on the merge page so far, and what that comes to. Values, free of Qt."""

from __future__ import annotations

from dataclasses import replace

from engramma.model.association import LinkKey
from engramma.model.memory import Kind, Memory
from engramma.model.merge_result import result_of, survivor_rule
from engramma.model.merging import Contradiction, MergeChoice, MergeMember, MergePreview, MergeResult
from engramma.model.records import dataclass

RULE_WORDS = {
    "pinned": "it is pinned",
    "edited": "a person edited it",
    "strongest": "it is the strongest",
    "newest": "it is the newest",
}


@dataclass(frozen=True, slots=True)
class ChosenMerge:
    """`out` take no part; `survivor` None leaves it to the rule. The text is `written`, or that of `text_from`, or
    the survivor's.
    """

    preview: MergePreview
    out: frozenset[int] = frozenset()
    survivor: int | None = None
    text_from: int | None = None
    written: str | None = None
    without_tags: frozenset[str] = frozenset()
    without_links: frozenset[LinkKey] = frozenset()
    even_pinned: bool = False

    @property
    def taking_part(self) -> tuple[MergeMember, ...]:
        """The members that are in."""
        return tuple(one for one in self.preview.members if one.memory.id not in self.out)

    @property
    def memories(self) -> tuple[Memory, ...]:
        """Their memories."""
        return tuple(one.memory for one in self.taking_part)

    @property
    def by_rule(self) -> bool:
        """Whether the rule says who stays."""
        return self.survivor is None or self.survivor in self.out or not self._is_member(self.survivor)

    @property
    def survivor_id(self) -> int | None:
        """Who stays; None while nobody takes part."""
        if not self.memories:
            return None
        return survivor_rule(self.memories)[0] if self.by_rule else self.survivor

    @property
    def why_survivor(self) -> str:
        """Why that one stays: "by rule: it is pinned"."""
        if not self.by_rule:
            return "you chose it"
        rules = survivor_rule(self.memories)[1] if self.memories else ()
        words = " and ".join(RULE_WORDS[rule] for rule in rules)
        return f"by rule: {words}" if words else "by rule"

    @property
    def losers(self) -> tuple[Memory, ...]:
        """Those that are superseded."""
        return tuple(memory for memory in self.memories if memory.id != self.survivor_id)

    @property
    def pinned_losers(self) -> tuple[Memory, ...]:
        """Those of them that are pinned."""
        return tuple(memory for memory in self.losers if memory.pinned)

    @property
    def text(self) -> str:
        """The text of the result."""
        if self.written is not None:
            return self.written
        wanted = self.survivor_id if self.text_from is None else self.text_from
        found = self.preview.member(wanted) if wanted is not None else None
        if found is None and self.survivor_id is not None:
            found = self.preview.member(self.survivor_id)
        return "" if found is None else found.memory.text

    @property
    def contradictions(self) -> tuple[Contradiction, ...]:
        """Those between members that are in."""
        return tuple(
            one
            for one in self.preview.contradictions
            if one.left not in self.out and one.right not in self.out
        )

    def warnings(self) -> tuple[str, ...]:
        """What a person should know first: who edited, procedural ones, two kinds."""
        found = []
        edited = [memory.label for memory in self.losers if memory.person_edited and not memory.pinned]
        if edited:
            found.append(f"You edited {_listed(edited)}; that wording stays as a version, superseded")
        kinds = {memory.kind for memory in self.memories}
        survivor = next((one for one in self.memories if one.id == self.survivor_id), None)
        if survivor is not None and len(kinds) > 1:
            others = _listed(sorted(str(kind) for kind in kinds if kind != survivor.kind))
            found.append(f"The result is {survivor.kind}; others are {others}")
        if survivor is not None and Kind.PROCEDURAL in kinds and survivor.kind is not Kind.PROCEDURAL:
            found.append("Procedural memories never fade; the result will")
        return tuple(found)

    def choice(self) -> MergeChoice | None:
        """What the engine is told; None while it cannot be carried out."""
        survivor = self.survivor_id
        if survivor is None or not self.losers:
            return None
        own = next(memory.text for memory in self.memories if memory.id == survivor)
        return MergeChoice(
            survivor,
            tuple(memory.id for memory in self.losers),
            None if self.text == own else self.text,
            self.without_tags,
            self.without_links,
            self.even_pinned,
            tuple(one.seen for one in self.taking_part),
        )

    def result(self) -> MergeResult | None:
        """What it comes to."""
        choice = self.choice()
        return None if choice is None else result_of(self.preview, choice)

    def problem(self) -> str:
        """Why it cannot be merged yet; empty when it can."""
        if self.preview.read_only:
            return "The store is open read-only"
        if not self.losers:
            return "A merge needs at least two memories"
        if not self.text.strip():
            return "The result needs some text"
        if self.pinned_losers and not self.even_pinned:
            names = _listed([memory.label for memory in self.pinned_losers])
            return f"{names} would be superseded although pinned"
        return ""

    def toggled(self, memory_id: int) -> ChosenMerge:
        """A member in or out."""
        return replace(self, out=self.out ^ {memory_id})

    def with_preview(self, preview: MergePreview) -> ChosenMerge:
        """The same choices on what is there now."""
        kept = replace(self, preview=preview)
        if self.text_from is not None and preview.member(self.text_from) is None:
            kept = replace(kept, text_from=None)
        return kept

    def _is_member(self, memory_id: int) -> bool:
        return self.preview.member(memory_id) is not None


def changed_since(before: MergePreview, after: MergePreview) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(changed, gone): members that are others now, and those that take no part any more."""
    now = {one.memory.id: one.seen for one in after.members}
    changed = [one.memory.id for one in before.members if now.get(one.memory.id, one.seen) != one.seen]
    gone = [one.memory.id for one in before.members if one.memory.id not in now]
    return tuple(changed), tuple(gone)


def _listed(names: list[str]) -> str:
    if len(names) < 3:
        return " and ".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
