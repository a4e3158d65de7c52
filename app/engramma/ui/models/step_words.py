"""How the window speaks of the steps of a consolidation pass: titles, icons, what was done. Pure values."""

from __future__ import annotations

from collections.abc import Iterable

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class StepWords:
    """`one` and `many` say what was done, after a number; `aim` says what the step is for."""

    title: str
    icon: str
    one: str
    many: str
    aim: str


STEPS = {
    "gate": StepWords("Gate events", "funnel", "session read", "sessions read", "Reads turns not read yet"),
    "promote": StepWords("Promote", "stack", "promoted", "promoted", "Lifts what was recalled to long-term"),
    "summarise": StepWords(
        "Summarise sessions",
        "note",
        "summary written",
        "summaries written",
        "Tells what a closed session said",
    ),
    "associate": StepWords("Associate", "link", "link added", "links added", "Joins what belongs together"),
    "merge": StepWords(
        "Merge duplicates", "git-merge", "merged", "merged", "Makes one of what says the same"
    ),
    "conflict": StepWords(
        "Conflicts", "warning", "conflict marked", "conflicts marked", "Finds two values for one thing"
    ),
    "staleness": StepWords(
        "Staleness", "hourglass-medium", "set aside", "set aside", "Asks about what faded long ago"
    ),
    "expire": StepWords("Expire events", "hourglass-low", "expired", "expired", "Asks to let old turns go"),
    "purge": StepWords("Purge", "trash", "purged", "purged", "Asks to empty the Trash"),
}
ALIASES = {"duplicates": "merge", "conflicts": "conflict"}

MODE_WORDS = {"auto": "automatic", "propose": "asks you", "off": "off"}
"""By the values of `StepMode`."""


def step_words(step: str) -> StepWords:
    """The words of a step; one that is not known speaks for itself."""
    known = STEPS.get(ALIASES.get(step, step))
    if known is not None:
        return known
    title = step.replace("_", " ").capitalize()
    return StepWords(title, "gear", f"item of {step}", f"items of {step}", "")


def done_words(applied: Iterable[tuple[str, int]]) -> str:
    """ "4 promoted, 2 summaries written"; empty when nothing was done."""
    return ", ".join(
        f"{count:,} {words.one if count == 1 else words.many}"
        for step, count in applied
        if count and (words := step_words(step))
    )
