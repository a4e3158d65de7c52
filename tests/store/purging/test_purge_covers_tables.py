"""No table is forgotten: whatever can hold words of a memory is erased, covered, or known to hold none of them."""

from __future__ import annotations

from sqlalchemy import Text

from engramma.store.purging.erasing import references
from engramma.store.tables import event, memory, metadata

# Columns of words that a purge covers where their rows stay.
COVERED = {
    "event": {"text", "detail", "original"},
    "session": {"title", "summary", "topics", "original"},
    "operation": {"label", "note"},
    "proposal": {"reason", "payload", "note"},
    "import_source": {"report"},
    "provenance": {"quote", "original"},
    "gate_verdict": {"reasons"},
    "image": {"before", "after"},
    "memory": {"text"},
    "version": {"text"},
}
# Tables of which no column says what a memory says: a person's own questions, searches and names, and technical rows.
OWN_WORDS = {
    "pass_item", "recall", "recall_check", "saved_search", "client", "meta", "lease", "policy_setting",
    "policy_change", "embedding_model", "consolidation_pass", "row_range", "tombstone", "entity_relation", "entity",
}  # fmt: skip
KEYED = {"owner_type"}


def test_every_table_is_decided_about() -> None:
    erased = {table.name for table, _column in (*references(memory), *references(event))}
    for table in metadata.sorted_tables:
        has_words = any(isinstance(column.type, Text) for column in table.c)
        if not has_words or KEYED & set(table.c.keys()):
            continue
        known = table.name in erased or table.name in COVERED or table.name in OWN_WORDS
        assert known, f"{table.name}: may a purge leave words of a memory in it?"


def test_what_refers_to_a_memory_is_found_by_its_keys() -> None:
    found = {(table.name, column.name) for table, column in references(memory)}
    assert {
        ("tag", "memory_id"),
        ("association", "target_id"),
        ("conflict", "b_id"),
        ("draft", "memory_id"),
    } <= found
    assert ("image", "memory_id") not in found
