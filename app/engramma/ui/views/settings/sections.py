"""Which sections the settings have, in their order, and how each is made when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engramma.ui.bridge import WindowContext
from engramma.ui.views.settings.appearance_section import AppearanceSection
from engramma.ui.views.settings.consolidation_section import ConsolidationSection
from engramma.ui.views.settings.folders_section import FoldersSection
from engramma.ui.views.settings.health.health_section import HealthSection
from engramma.ui.views.settings.meaning.model_section import ModelSection
from engramma.ui.views.settings.policy.policy_section import PolicySection
from engramma.ui.views.settings.privacy_section import PrivacySection
from engramma.ui.views.settings.section import SettingsSection
from engramma.ui.views.settings.shortcuts.shortcuts_section import ShortcutsSection
from engramma.ui.views.settings.tools import SettingsTools

SECTIONS: tuple[type[SettingsSection], ...] = (
    AppearanceSection,
    ShortcutsSection,
    PolicySection,
    ConsolidationSection,
    ModelSection,
    FoldersSection,
    PrivacySection,
    HealthSection,
)


def section_makers(context: WindowContext, tools: SettingsTools) -> dict[str, Callable[[], SettingsSection]]:
    """By key. The section of the policy is left out: the page makes it, with its preview."""
    return {
        AppearanceSection.key: partial(AppearanceSection, context, tools),
        ShortcutsSection.key: partial(ShortcutsSection, tools.shortcuts),
        ConsolidationSection.key: partial(ConsolidationSection, context, tools.worker),
        ModelSection.key: partial(ModelSection, context),
        FoldersSection.key: partial(FoldersSection, context, tools.folders),
        PrivacySection.key: partial(PrivacySection, context, tools),
        HealthSection.key: partial(HealthSection, context, tools.backups),
    }
