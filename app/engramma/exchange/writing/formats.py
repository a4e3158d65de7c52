"""The formats that memories can leave in, by name: what each carries, and how it is written, file or folder.

The bundle is not among them: it is made of the store's rows, not of memories.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from engramma.exchange.writing import claude_folder, mcp_graph, mem0_json, note_folder, portable_folder
from engramma.exchange.writing.aspects import Aspect, Loss, losses
from engramma.exchange.writing.csv_table import csv_table
from engramma.exchange.writing.json_list import json_list
from engramma.exchange.writing.markdown_list import markdown_report
from engramma.exchange.writing.plain_list import plain_list
from engramma.exchange.writing.replacing import replacing_file, replacing_folder, write_text
from engramma.model.errors import ExportFileError
from engramma.model.outgoing import Cargo
from engramma.model.records import dataclass

Text = Callable[[Cargo], Iterator[str]]
Files = Callable[[Cargo], Iterator[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class OutgoingFormat:
    """One way out. `suffix` is what its name should end with; `text` writes a file, else `files` a folder.

    `note` is what a person should know beside the losses.
    """

    name: str
    title: str
    suffix: str
    carries: frozenset[Aspect]
    text: Text | None = None
    files: Files | None = None
    note: str = ""

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder of files."""
        return self.files is not None

    @property
    def carries_states(self) -> bool:
        """Whether superseded memories and those in the Trash go along, marked as such."""
        return Aspect.TRASHED in self.carries

    def losses(self, contents: Mapping[Aspect, int]) -> tuple[Loss, ...]:
        """What of these contents will not be in it."""
        return losses(self.carries, contents)

    def write(self, path: Path, cargo: Cargo, *, check: Callable[[Path], None] | None = None) -> None:
        """Write it to `path`, which changes only when all is written and `check` let it pass.

        Raises ExportFileError, and whatever `cargo` and `check` raise, for instance Cancelled.
        """
        if self.text is not None:
            with replacing_file(path) as temporary:
                write_text(temporary, self.text(cargo))
                if check is not None:
                    check(temporary)
        elif self.files is not None:
            with replacing_folder(path) as folder:
                for name, text in self.files(cargo):
                    file = folder / name
                    file.parent.mkdir(mode=0o700, exist_ok=True)
                    write_text(file, (text,))
                if check is not None:
                    check(folder)


_TABLE = frozenset(
    {
        Aspect.KINDS,
        Aspect.TIERS,
        Aspect.CATEGORIES,
        Aspect.IMPORTANCE,
        Aspect.PINS,
        Aspect.TAGS,
        Aspect.CREATED,
        Aspect.UPDATED,
        Aspect.QUALITIES,
        Aspect.LINE_BREAKS,
        Aspect.SUPERSEDED,
        Aspect.TRASHED,
        Aspect.ABOUT,
        Aspect.MORE_ABOUT,
    }
)

OUTGOING: tuple[OutgoingFormat, ...] = (
    OutgoingFormat(
        "memory-transfer",
        "Memory-transfer text",
        ".txt",
        frozenset(),
        text=lambda cargo: plain_list(cargo.memories()),
        note="One dated line a memory, as assistants take it in.",
    ),
    OutgoingFormat(
        "mcp-memory",
        "Knowledge graph of the MCP memory server",
        ".jsonl",
        mcp_graph.CARRIES,
        text=mcp_graph.mcp_graph,
        note="Memories about nothing stand under their first tag.",
    ),
    OutgoingFormat(
        "basic-memory",
        "basic-memory notes",
        "",
        note_folder.CARRIES,
        files=note_folder.note_folder,
        note="Associations stand as links between notes. Lines that look like Markdown get a backslash.",
    ),
    OutgoingFormat(
        "claude-memory",
        "Claude Code memory folder",
        "",
        claude_folder.CARRIES,
        files=claude_folder.claude_folder,
        note="Procedural memories go out as feedback, preferences as user, all others as project.",
    ),
    OutgoingFormat(
        "mem0", "mem0 memories (get_all JSON)", ".json", mem0_json.CARRIES, text=mem0_json.mem0_json
    ),
    OutgoingFormat(
        "portable-memory",
        "Portable Memory (.mem folder)",
        ".mem",
        portable_folder.CARRIES,
        files=portable_folder.portable_folder,
    ),
    OutgoingFormat(
        "csv",
        "CSV table",
        ".csv",
        _TABLE,
        text=lambda cargo: csv_table(cargo.memories()),
        note="A text that a spreadsheet would take for a formula gets an apostrophe in front.",
    ),
    OutgoingFormat("json", "JSON list", ".json", _TABLE, text=lambda cargo: json_list(cargo.memories())),
    OutgoingFormat(
        "markdown",
        "Markdown report",
        ".md",
        (_TABLE | {Aspect.QUOTES})
        - {Aspect.CREATED, Aspect.UPDATED, Aspect.QUALITIES, Aspect.ABOUT, Aspect.MORE_ABOUT},
        text=markdown_report,
        note="For reading. Days instead of exact times.",
    ),
)


def outgoing_format(name: str) -> OutgoingFormat:
    """The format of that name. Raises ExportFileError, which names the known ones."""
    for found in OUTGOING:
        if found.name == name:
            return found
    known = ", ".join(found.name for found in OUTGOING)
    raise ExportFileError(f"There is no format {name!r} to export to.", hint=f"Known are {known}.")
