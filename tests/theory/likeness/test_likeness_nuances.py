"""The same words can make another statement: that must never be merged."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engramma.theory.likeness import Likeness

Compare = Callable[[str, str], Likeness]

OTHERWISE = [
    ("The zino must not be moved on Thursday.", "The porivi must not be moved on Thursday."),
    ("The zino must not be porivi on Thursday.", "The porivi must not be dupuda on Thursday."),
    ("The limit is 100 calls per minute.", "The limit is 100 calls per hour."),
    ("The user prefers tabs over spaces.", "The user prefers spaces over tabs."),
    ("Prefer inheritance to composition.", "Composition is preferred over inheritance."),
    ("Python 3.8 is supported.", "Support for Python 3.8 has been dropped."),
    ("The sensor works below zero.", "Below zero the sensor does not work."),
    ("The office opens at 9.", "The office in Lima opens at 9."),
    ("Backups are stored in Frankfurt.", "We keep the backups in Dublin."),
    ("The code is formatted by dprint.", "The code is formatted by alejandra."),
    ("Files larger than 10 MB are compressed.", "Files smaller than 10 MB are compressed."),
    ("Expenses over 500 € need approval.", "Expenses under 500 € need approval."),
    ("The latency is < 200 ms.", "The latency is > 200 ms."),
    ("Bestellungen über 50 € sind versandkostenfrei.", "Bestellungen unter 50 € sind versandkostenfrei."),
    ("超过50元包邮", "低于50元包邮"),
    ("It is -5 °C in the cold store.", "It is 5 °C in the cold store."),
    ("Run the linter before committing.", "Run the linter after committing."),
    ("The lamp hangs above the desk.", "The lamp hangs below the desk."),
    ("Move the files to staging.", "Move the files from staging."),
    ("Backups may be deleted.", "Backups must be deleted."),
    ("Der Hund darf ins Haus.", "Der Hund muss ins Haus."),
    ("Only admins see the banner.", "Admins see the banner."),
    ("The user was in Rome.", "The user will be in Rome."),
    ("Ana owes Ben 20 €.", "Ben owes Ana 20 €."),
    ("The cat chases the dog.", "The dog chases the cat."),
    ("Call Ana if Ben is late.", "Call Ben if Ana is late."),
    ("The user has 2 sons and 3 daughters.", "The user has 3 sons and 2 daughters."),
    ("Port 80 goes to 8080.", "Port 8080 goes to 80."),
    ("The library is written in C++.", "The library is written in C#."),
    ("retries = 5", "retries != 5"),
    ("The release makes me 😀", "The release makes me 😢"),
    ("The docks face the wall.", "The docks face away from the wall."),
    ("Backups go to the archive every night.", "Customer backups go to the archive every night."),
]  # fmt: skip

THE_SAME = [
    ("Prefer composition to inheritance.", "Composition is preferred over inheritance."),
    ("Mia speaks French and German.", "Mia speaks German and French."),
    ("Speed must not exceed 30 km/h.", "Maximum speed: 30 km/h"),
    ("Uploads larger than 10 MB are rejected.", "Uploads above 10 MB get rejected."),
    ("Bob approves orders.", "Orders are approved by Bob."),
    ("El equipo de datos mantiene el panel.", "El panel lo mantiene el equipo de datos."),
    ("支付团队负责订单服务。", "订单服务由支付团队负责。"),
]


@pytest.mark.parametrize(("a", "b"), OTHERWISE)
def test_the_same_words_with_another_meaning_are_no_duplicate(a: str, b: str, likeness: Compare) -> None:
    assert likeness(a, b).kind != "duplicate"


@pytest.mark.parametrize(("a", "b"), THE_SAME)
def test_another_form_with_the_same_meaning_stays_one(a: str, b: str, likeness: Compare) -> None:
    assert likeness(a, b).kind == "duplicate"
