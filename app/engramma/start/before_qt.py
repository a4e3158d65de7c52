"""Loads what the window starts with and what needs no Qt, SQLAlchemy first; imported before Qt.

Qt's import hook reads the source of every module that is imported after it, a tenth of a millisecond each: with what
is here loaded before, the window shows some hundredths sooner. Only what is needed before the window shows belongs
here; what is left out works as well, a little later. numpy and the rest of the engine come with the store.
"""

from __future__ import annotations

import engramma.store.libraries  # isort: skip
import engramma.engine.backup_plan
import engramma.engine.jobs
import engramma.engine.schedule
import engramma.model.bulk
import engramma.model.changes
import engramma.model.draft
import engramma.model.operation
import engramma.model.search
import engramma.ui.actions.conditions
import engramma.ui.actions.palette_rows
import engramma.ui.dialogs.drafts
import engramma.ui.models.step_words
import engramma.ui.window.backup_book
import engramma.ui.window.drops
import engramma.ui.window.pass_book
import engramma.ui.window.private_words
import engramma.ui.window.recent_stores
import engramma.ui.window.search.history
import engramma.ui.window.search.syntax
import engramma.ui.window.status.job_board
import engramma.ui.window.watch_book  # noqa: F401 (loading all these is the point)
