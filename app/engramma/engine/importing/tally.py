"""Counts what became of the records of one file, and keeps a few of each kind to show."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from engramma.model.import_choice import kind_word
from engramma.model.import_outlook import FileOutlook, KindGroup
from engramma.model.transfer import EventRecord, FileReport, MemoryRecord, SampleRow, Skipped

_SAMPLES = 40
_SKIPPED_KEPT = 50_000
_MOST_GROUPS = 200


class Tally:
    """The running account of one file."""

    def __init__(self, path: str, format_name: str) -> None:
        self.path = path
        self.format = format_name
        self.new = self.known = self.changed = self.deleted = self.asked = 0
        self.made: Counter[str] = Counter()
        self._skipped: list[Skipped] = []
        self._more: Counter[str] = Counter()
        self._samples: list[SampleRow] = []
        self._shown: Counter[str] = Counter()
        self._groups: Counter[tuple[str, str, str]] = Counter()
        self._times: Counter[str] = Counter()

    @property
    def name(self) -> str:
        """The file's name, for a person."""
        return Path(self.path).name

    def count(self, verdict: str, what: str, *, sample: SampleRow | None = None) -> None:
        """Count one record as `new`, `known`, `changed` or `deleted` (known, and deleted before)."""
        if verdict == "new":
            self.new += 1
            self.made[what] += 1
        elif verdict == "changed":
            self.changed += 1
        else:
            self.known += 1
            self.deleted += verdict == "deleted"
        if sample is not None:
            self._show(sample)

    def skip(self, skipped: Skipped) -> None:
        """Count a line that was not taken in."""
        if len(self._skipped) < _SKIPPED_KEPT:
            self._skipped.append(skipped)
        else:
            self._more[skipped.reason] += 1
        self._show(
            SampleRow(
                verdict="skipped",
                line=skipped.line,
                text=skipped.reason,
                what="",
                tier="",
                kind="",
                time_text="",
                time_quality="",
            )
        )

    def look(self, record: MemoryRecord | EventRecord) -> None:
        """Count of what kind, tier and time quality a new item is."""
        self._times[record.time.quality.value] += 1
        if isinstance(record, MemoryRecord):
            word = kind_word(record)
            if len(self._groups) >= _MOST_GROUPS and (word, record.kind, record.tier) not in self._groups:
                word = record.kind
            self._groups[(word, record.kind, record.tier)] += 1

    def outlook(self) -> FileOutlook:
        """What the new items are."""
        groups = (KindGroup(*key, count) for key, count in self._groups.most_common())
        return FileOutlook(tuple(groups), tuple(self._times.most_common()))

    def wants_sample(self, verdict: str, what: str) -> bool:
        """Whether another sample of this sort would be kept."""
        return self._shown[f"{verdict}:{what}"] < _SAMPLES

    def _show(self, sample: SampleRow) -> None:
        sort = f"{sample.verdict}:{sample.what}"
        if self._shown[sort] < _SAMPLES:
            self._shown[sort] += 1
            self._samples.append(sample)

    def samples(self) -> tuple[SampleRow, ...]:
        """The records kept to show, in the order of the file."""
        return tuple(sorted(self._samples, key=lambda row: (row.line is None, row.line or 0)))

    def report(self, *, error: str = "") -> FileReport:
        """The account as a value."""
        more = tuple(
            Skipped(line=None, reason=f"{reason} ({count:,} more lines)")
            for reason, count in self._more.items()
        )
        skipped = (*self._skipped, *more)
        return FileReport(
            path=self.path,
            format=self.format,
            read=self.new + self.known + self.changed + len(self._skipped) + self._more.total(),
            new=self.new,
            known=self.known,
            changed=self.changed,
            sessions=self.made["session"],
            events=self.made["event"],
            memories=self.made["memory"],
            deleted=self.deleted,
            asked=self.asked,
            skipped=skipped,
            error=error,
        )
