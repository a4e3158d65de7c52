"""Words by which a mistake would be costly are found in five languages, and everyday ones are not taken for them."""

from __future__ import annotations

import pytest

from engramma.theory.likeness import Comparer, Stakes
from engramma.theory.likeness.stakes import KINDS, load_stakes


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The user's passport expires in June.", "identity"),
        ("API keys are rotated every 90 days.", "access"),
        ("Admins log in with two-factor codes.", "access"),
        ("The rent is 900 € a month.", "money"),
        ("Jonas is allergic to peanuts.", "health"),
        ("The emergency stop cuts the power.", "safety"),
        ("Das Passwort steht im Tresor.", "access"),
        ("Die Krankenversicherung wechselt im Mai.", "health"),
        ("La contraseña caduca en mayo.", "access"),
        ("El sueldo se paga el día 25.", "money"),
        ("L'utilisatrice est allergique aux noix.", "health"),
        ("Le loyer est de 700 euros.", "money"),
        ("用户对花生过敏。", "health"),
        ("密码放在保险箱里。", "access"),
        ("房间每晚400元。", "money"),
    ],
)
def test_words_of_high_stakes_are_found(text: str, kind: str, comparer: Comparer) -> None:
    found = comparer.stakes(text)
    assert found.high
    assert kind in found.kinds
    assert all(word in text for word in found.words)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The worker pool has 8 threads.",
        "Use tabs for indentation.",
        "The standup is at 9:15.",
        "Der Build läuft mit Gradle.",
        "La reunión es el lunes.",
        "Le serveur écoute sur le port 8080.",
        "前端用Vue开发。",
        "单元测试用pytest。",
        "Chunks have 512 tokens.",
        "The nightly backup starts at 2:30.",
    ],
)
def test_everyday_notes_are_not_taken_for_them(text: str, comparer: Comparer) -> None:
    assert comparer.stakes(text) == Stakes()


def test_the_kinds_are_in_one_order_and_the_words_as_written(comparer: Comparer) -> None:
    found = comparer.stakes("The dose is 5 mg.", "Passwords for 3 Euros", "My PASSPORT")
    assert found.kinds == tuple(kind for kind in KINDS if kind != "safety")
    assert found.words == ("dose", "Passwords", "Euros", "PASSPORT")


def test_a_phrase_needs_all_its_words(comparer: Comparer) -> None:
    assert comparer.stakes("The API key is old.").words == ("API key",)
    assert not comparer.stakes("The API is old; press any key.").high


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="weather"):
        load_stakes('[weather]\nen = "rain"')
