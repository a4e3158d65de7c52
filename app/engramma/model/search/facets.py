"""Counts beside the results: how many memories each further filter would give."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class FacetCount:
    """One row: the term it stands for (`field`, `value` as for `field_term`), its label and its count."""

    field: str
    value: str
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class Facets:
    """Counts under the query, each group without its own terms. `total`: what the empty search finds."""

    total: int
    matching: int
    tiers: tuple[FacetCount, ...]
    kinds: tuple[FacetCount, ...]
    states: tuple[FacetCount, ...]
    categories: tuple[FacetCount, ...]
    tags: tuple[FacetCount, ...]
