"""All tables of a store, by subject. Importing this package completes the metadata; it opens nothing."""

from engramma.store.tables.associations import association, entity, entity_relation, mention
from engramma.store.tables.base import metadata
from engramma.store.tables.consolidation import (
    conflict,
    consolidation_pass,
    looked,
    pass_item,
    proposal,
    tombstone,
)
from engramma.store.tables.exchange import (
    client,
    draft,
    import_source,
    meta,
    policy_change,
    policy_setting,
    saved_search,
)
from engramma.store.tables.journal import image, lease, operation, row_range
from engramma.store.tables.memories import memory, provenance, segment, tag, version
from engramma.store.tables.recalls import (
    embedding_model,
    recall,
    recall_check,
    recall_hit,
    vector,
    vector_backlog,
)
from engramma.store.tables.sessions import event, gate_verdict, passage, session

__all__ = [
    "association",
    "client",
    "conflict",
    "consolidation_pass",
    "draft",
    "embedding_model",
    "entity",
    "entity_relation",
    "event",
    "gate_verdict",
    "image",
    "import_source",
    "lease",
    "looked",
    "memory",
    "mention",
    "meta",
    "metadata",
    "operation",
    "pass_item",
    "passage",
    "policy_change",
    "policy_setting",
    "proposal",
    "provenance",
    "recall",
    "recall_check",
    "recall_hit",
    "row_range",
    "saved_search",
    "segment",
    "session",
    "tag",
    "tombstone",
    "vector",
    "vector_backlog",
    "version",
]
