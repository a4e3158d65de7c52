"""What an import would do, as the page shows it: files, which of them are chosen, and sums. Free of Qt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from engramma.exchange.sniffer import format_named
from engramma.model.errors import ImportFileError
from engramma.model.transfer import CollisionPolicy, FileReport, ImportReport, SampleRow, Skipped

FORMAT_ICONS = {
    "locomo": "chats",
    "claude-code": "chats",
    "mcp-memory": "brackets-curly",
    "engramma-bundle": "package",
}


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """One file of an import. `chosen` is the person's choice; a file with an error can never be chosen."""

    report: FileReport
    samples: tuple[SampleRow, ...] = ()
    chosen: bool = True

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

    def to_write(self, policy: CollisionPolicy) -> int:
        """How many items would be written."""
        changed = 0 if policy is CollisionPolicy.SKIP else self.report.changed
        return self.report.new + changed

    def reasons(self) -> tuple[tuple[str, int], ...]:
        """Why lines were skipped, with counts, most frequent first."""
        return tuple(Counter(skipped.reason for skipped in self.report.skipped).most_common())

    def skipped_lines(self) -> tuple[Skipped, ...]:
        """Every skipped line."""
        return self.report.skipped


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """All files. `asked` are the files and folders that the person gave; `seconds` how long reading took."""

    asked: tuple[Path, ...]
    files: tuple[PlannedFile, ...]
    policy: CollisionPolicy = CollisionPolicy.SKIP
    seconds: float = 0.0

    @classmethod
    def of(cls, asked: tuple[Path, ...], report: ImportReport, *, seconds: float) -> ImportPlan:
        """The plan that a preview amounts to."""
        files = tuple(
            PlannedFile(item, report.samples.get(item.path, ()), chosen=not item.error)
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

    def sums(self) -> tuple[int, int, int, int, int]:
        """Read, new, known, changed and skipped of the chosen files."""
        reports = [item.report for item in self.chosen]
        return (
            sum(report.read for report in reports),
            sum(report.new for report in reports),
            sum(report.known for report in reports),
            sum(report.changed for report in reports),
            sum(len(report.skipped) for report in reports),
        )

    def with_chosen(self, place: int, *, chosen: bool) -> ImportPlan:
        """The plan with one file chosen or left out."""
        files = list(self.files)
        files[place] = replace(files[place], chosen=chosen and files[place].readable)
        return replace(self, files=tuple(files))

    def with_policy(self, policy: CollisionPolicy) -> ImportPlan:
        """The plan with another way to treat changed items."""
        return replace(self, policy=policy)


def counted(count: int, one: str, many: str = "") -> str:
    """ "1 session", "3 sessions", "" for none."""
    if not count:
        return ""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def number_text(number: int) -> str:
    """A count, or a dash for none."""
    return f"{number:,}" if number else "–"
