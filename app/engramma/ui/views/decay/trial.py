"""What a person supposes in the view Decay, what it would change in the whole store, and putting it in force.

A rehearsal and a pin are about the memories that are shown and become commands of the window; half-lives and the
threshold are the store's and become one change of its policy. Nothing is written before one of the two is asked for.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from engramma.model.errors import InvalidValueError
from engramma.model.policy import Policy
from engramma.model.policy_effect import PolicyEffect
from engramma.model.records import dataclass
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.pacing import PacedTimer
from engramma.ui.plots.decay_handles import PIN, Handle, Tried
from engramma.ui.plots.decay_what_if import WhatIf
from engramma.ui.views.decay.reading import read_effect
from engramma.ui.views.settings.policy.draft import PolicyDraft
from engramma.ui.views.settings.policy.preview_words import applied_words
from engramma.ui.views.settings.policy.reading import apply_draft, read_preview
from engramma.ui.views.settings.policy.scale import scale_of

if TYPE_CHECKING:
    from engramma.engine.policy_preview import PolicyPreview

PICTURE, EFFECT = "decay policy picture", "decay policy effect"
EFFECT_AFTER, LOOK_AFTER, LOOK_GAP = 40, 600, 5_000


@dataclass(frozen=True, slots=True)
class Aim:
    """The memories that a pin or a rehearsal would be for: these, or with none all results of the search."""

    count: int
    ids: tuple[int, ...] = ()


class Trial(QObject):
    """`changed`: something else is supposed, or its effect is known."""

    changed = Signal()

    def __init__(self, context: WindowContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._draft: PolicyDraft | None = None
        self._rehearse_in: int | None = None
        self._pin = False
        self._preview: PolicyPreview | None = None
        self._effect: tuple[PolicyDraft, PolicyEffect] | None = None
        self._applying = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(EFFECT_AFTER)
        self._soon.timeout.connect(self._ask)
        self._again = PacedTimer(self, soon=LOOK_AFTER, gap=LOOK_GAP)
        self._again.timeout.connect(self._ask)

    @property
    def draft(self) -> PolicyDraft | None:
        """The policy as it would be; None before a store was read."""
        return self._draft

    @property
    def what(self) -> WhatIf | None:
        """What is supposed."""
        if self._draft is None:
            return None
        return WhatIf(self._draft.current, self._draft.policy, self._rehearse_in, self._pin)

    @property
    def effect(self) -> PolicyEffect | None:
        """What the supposed policy would change, None while it is not known."""
        found = self._effect
        return found[1] if found is not None and found[0] == self._draft else None

    @property
    def applying(self) -> bool:
        """Whether a policy is being put in force."""
        return self._applying

    def take_policy(self, policy: Policy) -> None:
        """The policy in force was read; what is supposed stays."""
        self._draft = PolicyDraft(policy) if self._draft is None else self._draft.on(policy)
        self._tell()

    def forget(self) -> None:
        """Another store, or none."""
        self._draft, self._preview, self._effect = None, None, None
        self._rehearse_in, self._pin = None, False
        # What was being put in force in the other store is told of no more.
        self._applying = False
        self._tell()

    def look_again(self) -> None:
        """The store changed: what is known of its effect is not."""
        self._preview, self._effect = None, None
        if self._draft is not None and self._draft.changed:
            self._again.start()

    def let_go(self) -> None:
        """Nobody looks: the picture of a large store is not kept."""
        self._again.stop()
        self._preview = None
        for key in (PICTURE, EFFECT):
            self._context.jobs.drop(key)

    def reset(self) -> None:
        """Suppose nothing."""
        if self._draft is not None:
            self._draft = PolicyDraft(self._draft.current)
        self._rehearse_in, self._pin = None, False
        self._tell()

    def try_value(self, tried: Tried) -> None:
        """Suppose what was dragged: rounded to what a person would write, and kept within the range of its field."""
        if tried.field == Handle.REHEARSE:
            self.rehearse_in(None if tried.value < 0 else round(tried.value))
            return
        if tried.field == PIN:
            self.pin(bool(tried.value))
            return
        scale = scale_of(tried.field)
        self.propose(tried.field, scale.value(scale.position(tried.value)))

    def propose(self, field: str, value: float) -> None:
        """Suppose a value of the policy, as it was typed."""
        if self._draft is None:
            return
        try:
            self._draft = self._draft.with_value(field, value)
        except InvalidValueError as error:
            self._context.report_error(error)
            return
        self._soon.start()
        self._tell()

    def rehearse_in(self, days: int | None) -> None:
        """Suppose a rehearsal some days from now, or none."""
        self._rehearse_in = days
        self._tell()

    def pin(self, pinned: bool) -> None:
        """Suppose that they are pinned, or not."""
        self._pin = pinned
        self._tell()

    # Putting it in force

    def apply_to(self, aim: Aim) -> None:
        """Pin the memories, or rehearse them now: a rehearsal cannot be made ahead, and a pin leaves none to make."""
        if not aim.count or not (self._pin or self._rehearse_in is not None):
            return
        command = "memory.pin" if self._pin else "memory.rehearse"
        self._rehearse_in, self._pin = None, False
        self._tell()
        if aim.ids:
            self._context.run(command, ids=aim.ids)
        else:
            self._context.run(command)

    def apply_policy(self) -> None:
        """Put the supposed policy in force, as one operation."""
        store, draft = self._context.store, self._draft
        if store is None or draft is None or not draft.changed or self._applying:
            return
        moved = 0 if self.effect is None else self.effect.moved
        self._applying = True
        self._tell()
        self._context.jobs.write(
            "Apply the policy",
            functools.partial(apply_draft, store, draft),
            functools.partial(self._on_applied, draft, moved),
            failed=self._on_failed,
            quiet=False,
        )

    def _on_applied(self, draft: PolicyDraft, moved: int, policy: Policy) -> None:
        self._applying = False
        self._draft, self._effect, self._preview = PolicyDraft(policy), None, None
        self._context.toast(applied_words(draft, moved), icon="check", undo=True)
        self._tell()

    def _on_failed(self, error: Exception) -> None:
        self._applying = False
        self._tell()
        self._context.report_error(error)

    # Its effect

    def _ask(self) -> None:
        store, draft = self._context.store, self._draft
        if store is None or draft is None or not draft.changed:
            return
        if self._preview is None:
            work = functools.partial(read_preview, store)
            self._context.jobs.read("Look how memories fade", work, self._on_picture, key=PICTURE)
            return
        effect = functools.partial(read_effect, store, self._preview, draft)
        done = functools.partial(self._on_effect, draft)
        self._context.jobs.read("Preview the policy", effect, done, key=EFFECT)

    def _on_picture(self, preview: PolicyPreview) -> None:
        self._preview = preview
        self._ask()

    def _on_effect(self, draft: PolicyDraft, effect: PolicyEffect) -> None:
        self._effect = (draft, effect)
        self._tell()

    def _tell(self) -> None:
        self.changed.emit()
