"""What an import would do, as the page shows it: files, which of them are chosen, and sums. Free of Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engramma.exchange.sniffer import format_named
from engramma.exchange.tabular.look import TableLook
from engramma.model.errors import ImportFileError
from engramma.model.import_choice import FileChoice
from engramma.model.import_outlook import FileOutlook
from engramma.model.transfer import CollisionPolicy, FileReport, ImportReport, SampleRow, Skipped

if TYPE_CHECKING:
    from engramma.engine.incoming_secrets import FileSecrets

_SHOWN = 300
_AS_READ, _NOTHING_NEW = FileChoice(), FileOutlook()
_ICONS = {
    "chats": (
        "locomo",
        "claude-code",
        "role-lines",
        "chatgpt",
        "claude-ai",
        "codex",
        "gemini-cli",
        "gemini-takeout",
        "cursor",
        "copilot-cli",
        "openclaw",
        "hermes",
    ),
    "brackets-curly": ("mcp-memory", "jsonl", "mem0", "claude-mem-export", "agentmemory", "letta"),
    "package": ("engramma-bundle", "portable-memory", "hindsight", "openmemory-backup"),
    "database": (
        "sqlite",
        "claude-mem",
        "mem0-history",
        "mcp-memory-service",
        "nexo",
        "nexo-diaries",
        "openmemory",
        "openai-agents",
        "cursor-store",
        "cursor-editor",
    ),
    "table": ("csv",),
    "file-text": (
        "markdown",
        "basic-memory",
        "mem0-markdown",
        "memory-transfer",
        "claude-memory",
        "agent-instructions",
    ),
}
FORMAT_ICONS = {name: icon_name for icon_name, names in _ICONS.items() for name in names}


def items_of(report: FileReport, policy: CollisionPolicy) -> int:
    """How many items of a file are written: changed ones only where something becomes of them."""
    return report.new + (0 if policy is CollisionPolicy.SKIP else report.changed)


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """One file of an import. `chosen` is the person's choice; a file with an error can never be chosen.

    `choice` is how it comes in; `table` what its columns are, when it is a table. `secrets`: None until it was
    searched for them; `searching`: it will be, unasked.
    """

    report: FileReport
    samples: tuple[SampleRow, ...] = ()
    chosen: bool = True
    choice: FileChoice = _AS_READ
    outlook: FileOutlook = _NOTHING_NEW
    table: TableLook | None = None
    bytes: int = 0
    secrets: FileSecrets | None = None
    searching: bool = False

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self.report.path)

    @property
    def readable(self) -> bool:
        """Whether it is of a known format."""
        return not self.report.error

    @property
    def title(self) -> str:
        """What it was recognised as."""
        if not self.readable:
            return "Not recognised"
        try:
            return format_named(self.report.format).title
        except ImportFileError:
            return self.report.format

    @property
    def detail(self) -> str:
        """What it holds, or why it is not taken."""
        report = self.report
        if report.error:
            name = self.path.name
            return report.error.removeprefix(f"{name}: ").removeprefix(f"{name} ").removeprefix("is ")
        parts = (
            counted(report.sessions, "session"),
            counted(report.events, "turn"),
            counted(report.memories, "memory", "memories"),
        )
        return ", ".join(part for part in parts if part) or "nothing new in it"

    @property
    def secret_count(self) -> int:
        """How many secrets its new items would bring, as far as is known."""
        return self.secrets.count if self.secrets is not None else 0

    @property
    def secrets_text(self) -> str:
        """The same as a number; an ellipsis while it is searched, a question mark when nobody searched."""
        if self.secrets is None:
            return "…" if self.searching else "?"
        return number_text(self.secrets.count)

    @property
    def secrets_tip(self) -> str:
        """What the number means."""
        if self.secrets is None:
            return "Being searched for secrets" if self.searching else "Not searched for secrets yet"
        count = self.secrets.count
        return (
            f"{counted(count, 'secret')} in the new items" if count else "No secrets found in the new items"
        )

    def to_write(self, policy: CollisionPolicy) -> int:
        """How many items would be written."""
        return items_of(self.report, policy)

    def reasons(self) -> tuple[tuple[str, int], ...]:
        """Why lines were skipped, with counts, most frequent first."""
        return tuple(Counter(skipped.reason for skipped in self.report.skipped).most_common())

    def skipped_lines(self) -> tuple[Skipped, ...]:
        """Every skipped line."""
        return self.report.skipped

    def rows(self, wanted: str) -> tuple[SampleRow, ...]:
        """Sample rows as they would come in: `all`, of one verdict or with `secrets`; of `skipped` all there are."""
        if wanted == "secrets":
            return tuple(map(self._as_chosen, self.secrets.rows)) if self.secrets is not None else ()
        if wanted == "skipped":
            return tuple(_skipped_row(skipped) for skipped in self.report.skipped)
        return tuple(
            self._as_chosen(row)
            for row in self.samples
            if wanted in ("all", "known" if row.verdict == "deleted" else row.verdict)
        )

    def _as_chosen(self, row: SampleRow) -> SampleRow:
        if row.what != "memory" or row.verdict != "new":
            return row
        kind = self.choice.kind_of(row.told or row.kind, row.kind)
        return replace(row, kind=kind, tier=self.choice.tier_of(row.tier))


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """All files. `asked` are the files and folders that the person gave; `seconds` how long reading took."""

    asked: tuple[Path, ...]
    files: tuple[PlannedFile, ...]
    policy: CollisionPolicy = CollisionPolicy.SKIP
    seconds: float = 0.0

    @classmethod
    def of(
        cls,
        asked: tuple[Path, ...],
        report: ImportReport,
        *,
        seconds: float,
        choices: Mapping[str, FileChoice] | None = None,
        tables: Mapping[str, TableLook] | None = None,
        sizes: Mapping[str, int] | None = None,
    ) -> ImportPlan:
        """The plan that a preview amounts to; `choices`, `tables` and `sizes` in bytes by path."""
        files = tuple(
            PlannedFile(
                item,
                report.samples.get(item.path, ()),
                chosen=not item.error,
                choice=(choices or {}).get(item.path, _AS_READ),
                outlook=report.outlooks.get(item.path, _NOTHING_NEW),
                table=(tables or {}).get(item.path),
                bytes=(sizes or {}).get(item.path, 0),
            )
            for item in report.files
        )
        return cls(asked, files, seconds=seconds)

    @property
    def name(self) -> str:
        """What the import is called: the one file or folder, or how many."""
        return self.asked[0].name if len(self.asked) == 1 else f"{len(self.asked)} files"

    @property
    def chosen(self) -> tuple[PlannedFile, ...]:
        """The files that would be imported."""
        return tuple(item for item in self.files if item.chosen and item.readable)

    @property
    def to_write(self) -> int:
        """How many items would be written."""
        return sum(item.to_write(self.policy) for item in self.chosen)

    @property
    def paths(self) -> tuple[Path, ...]:
        """What to give to the import: as asked if all is chosen, else file by file."""
        if all(item.chosen or not item.readable for item in self.files):
            return self.asked
        return tuple(item.path for item in self.chosen)

    @property
    def turns(self) -> int:
        """How many turns of conversations are among the new items."""
        return sum(item.report.events for item in self.chosen)

    def sums(self) -> tuple[int, int, int, int, int, int]:
        """Read, new, known, changed, skipped and secrets of the chosen files."""
        reports = [item.report for item in self.chosen]
        return (
            sum(report.read for report in reports),
            sum(report.new for report in reports),
            sum(report.known for report in reports),
            sum(report.changed for report in reports),
            sum(len(report.skipped) for report in reports),
            sum(item.secret_count for item in self.chosen),
        )

    def with_chosen(self, place: int, *, chosen: bool) -> ImportPlan:
        """The plan with one file chosen or left out."""
        files = list(self.files)
        files[place] = replace(files[place], chosen=chosen and files[place].readable)
        return replace(self, files=tuple(files))

    @property
    def choices(self) -> dict[str, FileChoice]:
        """How the files come in, by path, where a person chose."""
        return {item.report.path: item.choice for item in self.files if item.choice != _AS_READ}

    def with_choice(self, place: int, choice: FileChoice) -> ImportPlan:
        """The plan with another way for one file to come in."""
        files = list(self.files)
        files[place] = replace(files[place], choice=choice)
        return replace(self, files=tuple(files))

    def with_left_out(self, paths: frozenset[str]) -> ImportPlan:
        """The plan without the files of these paths."""
        files = tuple(
            replace(item, chosen=item.chosen and item.report.path not in paths) for item in self.files
        )
        return replace(self, files=files)

    @property
    def left_out(self) -> frozenset[str]:
        """The paths of the files that a person left out."""
        return frozenset(item.report.path for item in self.files if item.readable and not item.chosen)

    def with_secrets(
        self, found: Mapping[tuple[str, str], FileSecrets], *, waiting: frozenset[str]
    ) -> ImportPlan:
        """The plan with what was found by path and format; the files of the paths in `waiting` are still searched."""
        files = tuple(
            replace(
                item,
                secrets=found.get((item.report.path, item.report.format)),
                searching=item.report.path in waiting,
            )
            for item in self.files
        )
        return replace(self, files=files)

    def with_policy(self, policy: CollisionPolicy) -> ImportPlan:
        """The plan with another way to treat changed items."""
        return replace(self, policy=policy)


def _skipped_row(skipped: Skipped) -> SampleRow:
    text = f"{skipped.reason}: {skipped.original}" if skipped.original else skipped.reason
    return SampleRow(
        verdict="skipped",
        line=skipped.line,
        text=text[:_SHOWN],
        what="",
        tier="",
        kind="",
        time_text="",
        time_quality="",
    )


def counted(count: int, one: str, many: str = "") -> str:
    """ "1 session", "3 sessions", "" for none."""
    if not count:
        return ""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def number_text(number: int) -> str:
    """A count, or a dash for none."""
    return f"{number:,}" if number else "–"
