"""Completes what is to be erased: copies that nobody sees, and summaries that say nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.records import dataclass
from engramma.store.handles import Connection
from engramma.store.purging.subjects import Subject, read_subjects, read_text
from engramma.store.purging.traces import Traces, find_traces

_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Found:
    """`subjects` with the `withdrawn` copies and the `emptied` summaries among them, and their traces elsewhere."""

    subjects: tuple[Subject, ...]
    withdrawn: tuple[int, ...]
    emptied: tuple[int, ...]
    traces: Traces

    @property
    def ids(self) -> tuple[int, ...]:
        """Every memory that will be erased."""
        return tuple(subject.id for subject in self.subjects)


def named_subjects(connection: Connection, ids: Sequence[int]) -> tuple[Subject, ...]:
    """The memories that were named. Raises InvalidValueError for none, NotFoundError for one that is not there."""
    if not ids:
        raise InvalidValueError("No memory was named.")
    subjects = read_subjects(connection, ids)
    there = {subject.id for subject in subjects}
    for memory_id in ids:
        if memory_id not in there:
            raise NotFoundError(f"There is no memory M-{memory_id}.")
    return subjects


def find_all(connection: Connection, subjects: Sequence[Subject]) -> Found:
    """What goes with these memories."""
    chosen = {subject.id: subject for subject in subjects}
    withdrawn: set[int] = set()
    emptied: set[int] = set()
    for _round in range(_ROUNDS):
        traces = find_traces(connection, tuple(chosen.values()))
        empty = {
            memory_id
            for memory_id in traces.summaries
            if not traces.words.without_sentences(read_text(connection, memory_id))
        }
        more = read_subjects(connection, sorted((traces.withdrawn | empty) - chosen.keys()))
        if not more:
            break
        withdrawn |= traces.withdrawn
        emptied |= empty
        chosen.update((subject.id, subject) for subject in more)
    return Found(tuple(chosen.values()), tuple(sorted(withdrawn)), tuple(sorted(emptied)), traces)
