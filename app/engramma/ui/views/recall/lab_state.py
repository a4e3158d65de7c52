"""What of the Recall Lab is kept for the next start: the question and how it is asked. A pending change is not."""

from __future__ import annotations

from typing import Any

from engramma.ui.views.recall.days_slider import MOST_DAYS
from engramma.ui.views.recall.question_row import QuestionRow


def state_of(asked: QuestionRow) -> dict[str, Any]:
    """As plain values."""
    return {
        "question": asked.line.text(),
        "as": asked.asker.actor,
        "mode": asked.mode.value,
        "ahead": asked.other.days.value(),
        "scope": asked.other.scope.key,
        "side": asked.side.value,
        "hits": asked.hits.value(),
        "budget": asked.budget.value(),
    }


def restore(asked: QuestionRow, state: dict[str, Any]) -> None:
    """Take up what `state_of` gave; what cannot be read is left as it is. Asks nothing."""
    asked.blockSignals(True)
    if isinstance(state.get("question"), str):
        asked.put(state["question"])
    if isinstance(state.get("as"), str):
        asked.asker.set_actor(state["as"])
    for control, key in ((asked.mode, "mode"), (asked.side, "side")):
        if state.get(key) in control.keys:
            control.set_value(state[key])
    ahead, scope = str(state.get("ahead", "")), state.get("scope")
    asked.other.restore(
        days=int(ahead) if ahead.isdecimal() and int(ahead) <= MOST_DAYS else None,
        scope_key=scope if isinstance(scope, str) else None,
    )
    for field, key in ((asked.hits, "hits"), (asked.budget, "budget")):
        if isinstance(state.get(key), int):
            field.setValue(state[key])
    asked.blockSignals(False)
    asked.side.setEnabled(asked.question.has_b)
