"""How meaning stands in the status bar: off, waiting, embedding, failed, another model; the job from its popup."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import (
    Asked,
    Stocked,
    asked,
    bare_context,
    context,
    settle,
    stocked,
)

from engramma.model.embedding import EmbeddingFailure, WaitingCounts
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.embedding_watch import Meaning, embedding_watch
from engramma.ui.window.status.embedding_button import EmbeddingButton
from engramma.ui.window.status.embedding_popup import sentence_of

__all__ = ["asked", "bare_context", "context", "settle", "stocked"]


@pytest.fixture
def button(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, context: WindowContext, settle: Callable[[], None]
) -> EmbeddingButton:
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "hash")
    made = EmbeddingButton(context)
    qtbot.addWidget(made)
    embedding_watch(context).look()
    settle()
    return made


def test_the_backlog_is_seen_and_worked_off_by_a_job(
    button: EmbeddingButton, context: WindowContext, stocked: Stocked, settle: Callable[[], None]
) -> None:
    assert button.text().strip() == "Meaning: 44 waiting"
    titles: list[str] = []
    context.jobs.status_changed.connect(lambda status: titles.append(status.title))
    button.click()
    settle()
    popup = button.popup
    assert popup is not None
    assert popup.run.text() == "Embed now"
    assert not popup.retry.isVisible()
    popup.run.click()
    settle()
    assert "Embed" in titles, "a job in the status bar, with progress and cancel"
    assert button.text().strip() == "Meaning: ready"
    assert popup.sentence.text() == "Everything can be found by what it means."
    assert stocked.store.embedding.status().waiting == 0
    popup.close()


def test_meaning_that_is_switched_off_says_so(
    qtbot: QtBot, context: WindowContext, settle: Callable[[], None]
) -> None:
    made = EmbeddingButton(context)
    qtbot.addWidget(made)
    assert made.isHidden(), "nothing is said before it is known"
    embedding_watch(context).look()
    settle()
    assert made.text().strip() == "Meaning: off"
    assert not embedding_watch(context)._timer.isActive()


def test_another_model_is_offered_and_failures_are_listed(
    button: EmbeddingButton, context: WindowContext, asked: list[Asked]
) -> None:
    watch = embedding_watch(context)
    known = watch.meaning
    assert known is not None
    counts = (WaitingCounts("memory", 30, 5_882, 0), WaitingCounts("event", 0, 0, 2))
    changed = replace(known.status, counts=counts, changed=True, wanted_model="another-model")
    button.show_meaning(Meaning(changed))
    assert button.text().strip() == "Meaning: other model"
    button.open()
    popup = button.popup
    assert popup is not None
    popup.show_meaning(Meaning(changed), running=False)
    assert popup.run.text() == "Re-embed 5,882 texts with another-model"
    failed = replace(known.status, counts=(WaitingCounts("event", 30, 0, 2),))
    failures = (EmbeddingFailure("event", 7, 3, "The text is too odd."),)
    meaning = Meaning(failed, failures)
    assert meaning.words == "2 failed"
    assert sentence_of(replace(meaning, problem="The model is not there.")) == "The model is not there."
    popup.show_meaning(meaning, running=False)
    assert popup.retry.isVisible()
    names = [found.accessibleName() for found in popup.findChildren(QPushButton) if found.isVisible()]
    assert "Show E-7, which has no vector" in names
    popup.show_meaning(Meaning(replace(failed, counts=counts), moving=True), running=True)
    assert popup.cancel.isVisible()
    assert Meaning(replace(known.status, counts=counts), moving=True).words == "embedding 0 %"
    popup.settings.click()
    assert [(one.command, one.arguments) for one in asked] == [("view.settings", {"section": "model"})]
    assert not popup.isVisible()
    watch._timer.stop()
