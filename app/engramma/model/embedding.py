"""Values about vectors that every floor shares: which model, how far the work is, what failed."""

from __future__ import annotations

from engramma.model.records import dataclass

OWNER_TYPES = ("memory", "event", "context", "passage")


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """A model by name and by the hash of its weights; two models of one name and other weights are two models."""

    name: str
    sha256: str
    dimensions: int


@dataclass(frozen=True, slots=True)
class WaitingCounts:
    """How many texts of each kind have a vector of the store's model, wait for one, or failed to get one."""

    owner_type: str
    embedded: int
    waiting: int
    failed: int


@dataclass(frozen=True, slots=True)
class EmbeddingFailure:
    """A text that got no vector: whose, how often it was tried, and why it failed, for a person."""

    owner_type: str
    owner_id: int
    attempts: int
    error: str


@dataclass(frozen=True, slots=True)
class EmbeddingStatus:
    """How the vectors of a store stand.

    `store_model` is the model of the stored vectors (None: there are none yet), `wanted_model` the name of the one
    that the person chose; `changed` says that they differ, so that recall is lexical until one job has re-embedded
    the store. `counts` are of the wanted model. `damaged` stored rows are no vectors; the job makes them anew.
    `notice` says in one sentence what is missing, empty when nothing is.
    """

    kind: str
    store_model: EmbeddingModel | None
    wanted_model: str
    changed: bool
    counts: tuple[WaitingCounts, ...]
    damaged: int
    notice: str

    @property
    def embedded(self) -> int:
        """Vectors of the store's model."""
        return sum(part.embedded for part in self.counts)

    @property
    def waiting(self) -> int:
        """Texts without a vector, those that failed left out."""
        return sum(part.waiting for part in self.counts)

    @property
    def failed(self) -> int:
        """Texts that were tried and got none."""
        return sum(part.failed for part in self.counts)


@dataclass(frozen=True, slots=True)
class EmbedReport:
    """What an embed job did: vectors written, texts that failed in it, seconds, and the model."""

    model: EmbeddingModel
    written: int
    failed: int
    seconds: float
