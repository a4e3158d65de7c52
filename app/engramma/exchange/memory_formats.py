"""The formats of stores of memories, in one list for the sniffer."""

from __future__ import annotations

from engramma.exchange.agentmemory import AgentMemoryFormat
from engramma.exchange.claude_mem.store import ClaudeMemDatabaseFormat, ClaudeMemExportFormat
from engramma.exchange.format import Format
from engramma.exchange.hindsight import HindsightFormat
from engramma.exchange.letta import LettaFormat
from engramma.exchange.markdown.auto_memory import AutoMemoryFormat
from engramma.exchange.markdown.instructions import InstructionsFormat
from engramma.exchange.markdown.notes import BasicMemoryFormat, MarkdownFormat
from engramma.exchange.mem0.get_all import Mem0JsonFormat
from engramma.exchange.mem0.history import Mem0HistoryFormat
from engramma.exchange.mem0.openmemory_backup import OpenMemoryBackupFormat
from engramma.exchange.mem0.plugin_markdown import Mem0MarkdownFormat
from engramma.exchange.memory_service import MemoryServiceDatabaseFormat, MemoryServiceExportFormat
from engramma.exchange.memory_transfer import MemoryTransferFormat
from engramma.exchange.nexo.cognitive import NexoFormat
from engramma.exchange.nexo.diaries import NexoDiariesFormat
from engramma.exchange.openmemory_store import OpenMemoryStoreFormat
from engramma.exchange.portable_memory.folder import PortableMemoryFormat
from engramma.exchange.tabular.csv_file import CsvFormat
from engramma.exchange.tabular.json_lines_file import JsonLinesFormat
from engramma.exchange.tabular.sqlite_file import SqliteFormat

TABLES = (CsvFormat(), SqliteFormat(), JsonLinesFormat())
MEMORY_FORMATS: tuple[Format, ...] = (
    MemoryTransferFormat(),
    AutoMemoryFormat(),
    InstructionsFormat(),
    BasicMemoryFormat(),
    ClaudeMemDatabaseFormat(),
    ClaudeMemExportFormat(),
    Mem0JsonFormat(),
    Mem0HistoryFormat(),
    Mem0MarkdownFormat(),
    OpenMemoryBackupFormat(),
    MemoryServiceDatabaseFormat(),
    MemoryServiceExportFormat(),
    LettaFormat(),
    NexoFormat(),
    NexoDiariesFormat(),
    PortableMemoryFormat(),
    OpenMemoryStoreFormat(),
    AgentMemoryFormat(),
    HindsightFormat(),
    *TABLES,
    MarkdownFormat(),
)


def mapped_format(name: str) -> Format | None:
    """A table with a mapping of its columns, named as in `csv:text=Note,time=Date`; None for other names.

    Raises ImportFileError when the mapping cannot be read.
    """
    base, mark, mapping = name.partition(":")
    return next((table.mapped(mapping) for table in TABLES if mark and table.name == base), None)
