"""Sentences lose their openings, know their language, and say whether they can be read alone."""

from __future__ import annotations

import pytest

from engramma.model.session import Role
from engramma.theory.summary import Lexicon, Said
from engramma.theory.summary.singulars import singular
from engramma.theory.summary.standing import stands_alone
from engramma.theory.summary.statements import readable, statements_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Remember: the key is rotated every spring.", "The key is rotated every spring."),
        ("OK, so we keep the old server until June", "We keep the old server until June."),
        ("Yes. And the courier comes at noon.", "The courier comes at noon."),
        ("Then alarms get two levels.", "Alarms get two levels."),
        ("**Decision:** use `uv` for [locking](https://example.org/a).", "Use uv for locking."),
        ("Hey shop-agent, the courier comes at noon.", "The courier comes at noon."),
        ("shop/cart/totals.py holds all totals", "shop/cart/totals.py holds all totals."),
        ("Merke: das Zertifikat wird im Februar erneuert", "Das Zertifikat wird im Februar erneuert."),
        ("Bueno, el almacén de Valencia cerró en mayo.", "El almacén de Valencia cerró en mayo."),
        ("D'accord, donc les mesures restent en UTC.", "Les mesures restent en UTC."),
        ("好的，排班冲突以护士长为准", "排班冲突以护士长为准。"),
    ],
)
def test_openings_go(text: str, expected: str, lexicon: Lexicon) -> None:
    last = statements_of([Said(Role.AGENT, "shop-agent", text)], lexicon)[-1]
    assert readable(last) == expected
    assert text[last.start : last.end] == last.raw


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The courier comes at noon and takes all parcels with it.", "en"),
        ("Der Kurier kommt am Mittag und nimmt alle Pakete mit.", "de"),
        ("El mensajero viene a las doce y se lleva todos los paquetes.", "es"),
        ("Le coursier vient à midi et il prend tous les colis.", "fr"),
        ("快递员中午来，带走所有的包裹。", "zh"),
    ],
)
def test_the_language_is_told(text: str, language: str, lexicon: Lexicon) -> None:
    assert {one.language.code for one in statements_of([Said(Role.USER, "user", text)], lexicon)} == {
        language
    }


def test_a_short_event_speaks_the_sessions_language(lexicon: Lexicon) -> None:
    long = Said(Role.USER, "user", "Der Kurier kommt am Mittag und nimmt alle Pakete mit.")
    assert statements_of([long, Said(Role.AGENT, "a", "Server Neustart")], lexicon)[-1].language.code == "de"


@pytest.mark.parametrize(
    ("language", "word", "seen", "expected"),
    [
        ("en", "invoices", "", "invoice"),
        ("en", "retries", "", "retry"),
        ("en", "cookies", "", "cookie"),
        ("en", "kubernetes", "", "kubernetes"),
        ("en", "status", "", "status"),
        ("de", "rechnungen", "", "rechnung"),
        ("de", "karten", "karte", "karte"),
        ("de", "garten", "karte", "garten"),
        ("es", "decisiones", "", "decisión"),
        ("es", "facturas", "", "factura"),
        ("fr", "capteurs", "", "capteur"),
        ("fr", "temps", "", "temps"),
        ("zh", "夜班", "", "夜班"),
    ],
)
def test_singulars(language: str, word: str, seen: str, expected: str, lexicon: Lexicon) -> None:
    (spoken,) = [one for one in lexicon.languages if one.code == language]
    assert singular(word, spoken, frozenset([seen])) == expected


def test_tool_output_makes_no_statements(lexicon: Lexicon) -> None:
    assert statements_of([Said(Role.TOOL, "pytest", "All tests passed today.")], lexicon) == []


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("Refunds over 200 euros wait for a second confirmation.", True),
        ("The courier came late, so it waited at the gate.", True),
        ("Who waits for the confirmation of refunds?", False),
        ("This waits for a second confirmation of the human.", False),
        ("Keep them for fourteen days in a safe place.", False),
        ("Good morning to the garden shop!", False),
        ("Too short.", False),
        ('The courier said "wait at the gate of the garden.', False),
        ("The steps for a confirmation are these:", False),
        ("{'a': 1, 'b': [2, 3]} == 0x7f {} [] ()", False),
        ("Die Rechnungen werden nachts als PDF erzeugt.", True),
        ("Das ist für die Rechnungen sehr wichtig gewesen.", False),
        ("Auf dem Schild steht „Garten“ und darunter der Preis.", True),
        ("Das Backup der Rechnungen läuft jede Nacht.", True),
        ("Eso no sirve para el inventario del almacén.", False),
        ("Il prend toutes les mesures de la serre.", False),
        ("这个夜班必须由护士长确认才行。", False),
        ("夜班必须由护士长确认才行。", True),
    ],
)
def test_standing_alone(text: str, alone: bool, lexicon: Lexicon) -> None:
    (statement,) = statements_of([Said(Role.USER, "user", text)], lexicon)
    assert stands_alone(statement, Role.USER) is alone
