"""Full text: FTS5 tables beside memories and events, kept by triggers, and the quoting that keeps user text inert.

Words find beginnings of words without case and accents. Trigrams, over the memory texts alone, find any three
characters in a row without case; two blanks after each text make every character begin a trigram, so that the
trigrams' vocabulary finds one or two characters, too (Chinese and Japanese words, symbols). SQLite before 3.45
keeps accents in trigrams, so the two complete each other.

Recall words, over memories and events together, find whole words in any of their forms (Porter's stems), after the
name of who said it. A row is the id of a memory times two, or that of an event times two and one.
"""

from __future__ import annotations

from sqlalchemy import column, table

MEMORY_WORDS = "memory_words"
MEMORY_TRIGRAMS = "memory_trigrams"
MEMORY_PIECES = "memory_pieces"
EVENT_WORDS = "event_words"
RECALL_WORDS = "recall_words"
RECALL_VOCABULARY = "recall_vocabulary"

memory_words = table(MEMORY_WORDS, column("rowid"), column(MEMORY_WORDS))
memory_trigrams = table(MEMORY_TRIGRAMS, column("rowid"), column(MEMORY_TRIGRAMS))
memory_pieces = table(MEMORY_PIECES, column("term"), column("doc"))
event_words = table(EVENT_WORDS, column("rowid"), column(EVENT_WORDS))

_UNICODE = "unicode61 remove_diacritics 2"
RECALL_TOKENIZER = f"porter {_UNICODE}"
NAMELESS = ("user", "assistant", "agent", "system", "tool", "human", "ai", "bot")
"""Speakers that are roles: their names would stand before half of all texts and tell nothing."""


def _kept(name: str, owner: str, *, value: str) -> tuple[str, ...]:
    """The triggers that keep the external-content table `name` true to `owner`; `value` is an SQL expression."""
    old, new = value.format(row="old"), value.format(row="new")
    forget = f"INSERT INTO {name}({name}, rowid, text) VALUES ('delete', old.id, {old});"
    learn = f"INSERT INTO {name}(rowid, text) VALUES (new.id, {new});"
    return (
        f"CREATE TRIGGER {name}_insert AFTER INSERT ON {owner} BEGIN {learn} END",
        f"CREATE TRIGGER {name}_delete AFTER DELETE ON {owner} BEGIN {forget} END",
        f"CREATE TRIGGER {name}_update AFTER UPDATE OF text ON {owner} WHEN old.text <> new.text "
        f"BEGIN {forget} {learn} END",
    )


_SAID = (
    "CASE WHEN {{row}}.speaker = '' OR {{row}}.role = 'tool' OR lower(trim({{row}}.speaker)) IN ({nameless}) "
    "THEN {{row}}.text ELSE trim({{row}}.speaker) || ': ' || {{row}}.text END"
).format(nameless=", ".join(f"'{name}'" for name in NAMELESS))


def _recalled(owner: str, *, row: str, value: str, columns: tuple[str, ...]) -> tuple[str, ...]:
    """The triggers that keep the rows of `owner` in the recall words; they change with any of `columns`."""
    name = f"{RECALL_WORDS}_{owner}"
    old = f"{row.format(row='old')}, {value.format(row='old')}"
    new = f"{row.format(row='new')}, {value.format(row='new')}"
    forget = f"INSERT INTO {RECALL_WORDS}({RECALL_WORDS}, rowid, text) VALUES ('delete', {old});"
    learn = f"INSERT INTO {RECALL_WORDS}(rowid, text) VALUES ({new});"
    changed = " OR ".join(f"old.{column} <> new.{column}" for column in columns)
    return (
        f"CREATE TRIGGER {name}_insert AFTER INSERT ON {owner} BEGIN {learn} END",
        f"CREATE TRIGGER {name}_delete AFTER DELETE ON {owner} BEGIN {forget} END",
        f"CREATE TRIGGER {name}_update AFTER UPDATE OF {', '.join(columns)} ON {owner} WHEN {changed} "
        f"BEGIN {forget} {learn} END",
    )


FULLTEXT_DDL: tuple[str, ...] = (
    f"CREATE VIRTUAL TABLE {MEMORY_WORDS} USING fts5("
    f"text, content='memory', content_rowid='id', tokenize='{_UNICODE}', prefix='1 2 3')",
    "CREATE VIEW memory_padded(id, text) AS SELECT id, text || '  ' FROM memory",
    f"CREATE VIRTUAL TABLE {MEMORY_TRIGRAMS} USING fts5("
    "text, content='memory_padded', content_rowid='id', tokenize='trigram')",
    f"CREATE VIRTUAL TABLE {MEMORY_PIECES} USING fts5vocab('{MEMORY_TRIGRAMS}', 'instance')",
    f"CREATE VIRTUAL TABLE {EVENT_WORDS} USING fts5("
    f"text, content='event', content_rowid='id', tokenize='{_UNICODE}', prefix='2')",
    "CREATE VIEW recall_text(id, text) AS SELECT id * 2, text FROM memory "
    f"UNION ALL SELECT id * 2 + 1, {_SAID.format(row='event')} FROM event",
    f"CREATE VIRTUAL TABLE {RECALL_WORDS} USING fts5("
    f"text, content='recall_text', content_rowid='id', tokenize='{RECALL_TOKENIZER}')",
    f"CREATE VIRTUAL TABLE {RECALL_VOCABULARY} USING fts5vocab('{RECALL_WORDS}', 'row')",
    *_kept(MEMORY_WORDS, "memory", value="{row}.text"),
    *_kept(MEMORY_TRIGRAMS, "memory", value="{row}.text || '  '"),
    *_kept(EVENT_WORDS, "event", value="{row}.text"),
    *_recalled("memory", row="{row}.id * 2", value="{row}.text", columns=("text",)),
    *_recalled("event", row="{row}.id * 2 + 1", value=_SAID, columns=("text", "speaker", "role")),
)

_INDEXES = (MEMORY_WORDS, MEMORY_TRIGRAMS, EVENT_WORDS, RECALL_WORDS)

FULLTEXT_REBUILD: tuple[str, ...] = tuple(
    f"INSERT INTO {name}({name}) VALUES ('rebuild')" for name in _INDEXES
)
FULLTEXT_OPTIMIZE: tuple[str, ...] = tuple(
    f"INSERT INTO {name}({name}) VALUES ('optimize')" for name in _INDEXES
)
FULLTEXT_CHECK: tuple[str, ...] = tuple(
    f"INSERT INTO {name}({name}, rank) VALUES ('integrity-check', 1)" for name in _INDEXES
)


def quoted(text: str, *, prefix: bool = False) -> str:
    """`text` as one FTS5 string, in which nothing is syntax; with `prefix`, its last word may go on."""
    escaped = text.replace('"', '""')
    return f'"{escaped}"*' if prefix else f'"{escaped}"'
