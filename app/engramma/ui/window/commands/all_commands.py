"""Puts the commands of every subject into a window's table, in the order in which menus and palette list them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.ui.window.commands.activity_commands import ActivityCommands
from engramma.ui.window.commands.agent_commands import AgentCommands
from engramma.ui.window.commands.calendar_commands import CalendarCommands
from engramma.ui.window.commands.draft_commands import DraftCommands
from engramma.ui.window.commands.edit_commands import EditCommands
from engramma.ui.window.commands.export_commands import ExportCommands
from engramma.ui.window.commands.finding_commands import FindingCommands
from engramma.ui.window.commands.graph_commands import GraphCommands
from engramma.ui.window.commands.link_commands import LinkCommands
from engramma.ui.window.commands.memory_commands import MemoryCommands
from engramma.ui.window.commands.merge_commands import MergeCommands
from engramma.ui.window.commands.overview_commands import OverviewCommands
from engramma.ui.window.commands.recall_commands import RecallCommands
from engramma.ui.window.commands.replace_commands import ReplaceCommands
from engramma.ui.window.commands.search_commands import SearchCommands
from engramma.ui.window.commands.session_commands import SessionCommands
from engramma.ui.window.commands.store_merge_commands import StoreMergeCommands
from engramma.ui.window.commands.switch_commands import SwitchCommands
from engramma.ui.window.commands.view_commands import view_commands

if TYPE_CHECKING:
    from engramma.ui.window.main_window import MainWindow


def add_commands(window: MainWindow) -> None:
    """Fill the table of a window whose views, search bar and desks are made."""
    context, centre, shell, table = window.context, window.centre, window.shell, window.table
    memory = MemoryCommands(context, centre, edit_in_view=shell.edit_in_view)
    search = SearchCommands(context, window.search, window.sidebar.saved, centre)
    table.add(window.files.commands())
    table.add(FindingCommands(context, centre).commands())
    table.add(ExportCommands(context, centre).commands())
    table.add(StoreMergeCommands(context, centre).commands())
    table.add(SwitchCommands(window).commands())
    table.add(EditCommands(context, centre).commands())
    table.add(ActivityCommands(context, centre).commands())
    table.add(view_commands(shell))
    table.add(memory.commands())
    table.add(CalendarCommands(context).commands())
    table.add(MergeCommands(context, centre).commands())
    table.add(LinkCommands(context).commands())
    table.add(GraphCommands(context, centre).commands())
    table.add(ReplaceCommands(context, centre).commands())
    table.add(search.commands())
    table.add(window.consolidation.commands())
    table.add(RecallCommands(context).commands())
    table.add(AgentCommands(context, centre).commands())
    table.add(OverviewCommands(context).commands())
    window.settings_desk.register()
    table.add(SessionCommands(context, centre).commands())
    table.add(DraftCommands(context, centre, panes=shell).commands())
