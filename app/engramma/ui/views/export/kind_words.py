"""Words and icons for the kinds of private values, and the groups in which they are counted."""

from __future__ import annotations

from engramma.exchange.redaction.finds import HitKind

KIND_ICONS = {
    HitKind.KEY: "key",
    HitKind.PASSWORD: "lock-key",
    HitKind.CARD: "credit-card",
    HitKind.ACCOUNT: "bank",
    HitKind.EMAIL: "envelope-simple",
    HitKind.PHONE: "phone",
    HitKind.PATH: "folder-simple",
    HitKind.NAME: "identification-card",
}
PLURALS = {
    HitKind.KEY: "keys",
    HitKind.PASSWORD: "passwords",
    HitKind.CARD: "card numbers",
    HitKind.ACCOUNT: "bank accounts",
    HitKind.EMAIL: "e-mail addresses",
    HitKind.PHONE: "telephone numbers",
    HitKind.PATH: "paths of users",
    HitKind.NAME: "words of your list",
}
GROUPS: tuple[tuple[str, str, frozenset[HitKind]], ...] = (
    ("key", "Keys, passwords", frozenset({HitKind.KEY, HitKind.PASSWORD})),
    ("credit-card", "Cards, accounts", frozenset({HitKind.CARD, HitKind.ACCOUNT})),
    ("envelope-simple", "E-mail, phone", frozenset({HitKind.EMAIL, HitKind.PHONE})),
    ("folder-simple", "Paths of users", frozenset({HitKind.PATH})),
    ("identification-card", "Your own words", frozenset({HitKind.NAME})),
)
