"""What the settings read and do about the embedding model; everything here runs on a worker thread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engramma.model.errors import EngrammaError
from engramma.model.records import dataclass

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.embedding import EmbeddingFailure, EmbeddingStatus, EmbedReport
    from engramma.model.progress import CancelToken, Report

SOME_FAILURES = 5


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """Whether a model lies on this computer and may be loaded: `sha256` of its weights, or why not in `problem`."""

    name: str
    folder: Path | None
    sha256: str
    problem: str


@dataclass(frozen=True, slots=True)
class ModelRead:
    """How the vectors of a store stand, and why some texts got none."""

    status: EmbeddingStatus
    failures: tuple[EmbeddingFailure, ...]


def read_model(store: MemoryStore, _report: Report, _cancel: CancelToken) -> ModelRead:
    """The state of the vectors."""
    status = store.embedding.status()
    failures = store.embedding.failures(limit=SOME_FAILURES) if status.failed else ()
    return ModelRead(status, failures)


def check_model(name: str, _report: Report, _cancel: CancelToken) -> ModelCheck:
    """Look for a model by name or folder, and at the hash of its weights; loads nothing."""
    from engramma.embedding import model_folders

    try:
        found = model_folders.find_model(name)
        return ModelCheck(found.name, found.path, model_folders.check_model(found), "")
    except EngrammaError as error:
        return ModelCheck(name, None, "", str(error))
    except OSError as error:
        return ModelCheck(name, None, "", f"The folder of {name} cannot be read: {error.strerror}.")


def use_model(store: MemoryStore, name: str, report: Report, cancel: CancelToken) -> EmbedReport:
    """Choose a model for all stores, and embed this one by it."""
    store.embedding.choose_model(name)
    return store.embedding.run(report=report, cancel=cancel)


def embed(store: MemoryStore, retry: bool, report: Report, cancel: CancelToken) -> EmbedReport:
    """Embed what waits."""
    return store.embedding.run(retry=retry, report=report, cancel=cancel)
