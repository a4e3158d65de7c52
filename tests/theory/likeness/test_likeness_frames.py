"""What a profile takes from a text: language, words of content, their sign."""

from __future__ import annotations

import pytest

from engramma.theory.likeness import Lexicon, Profile, profile


def signs(taken: Profile) -> dict[str, int]:
    return {atom.raw.casefold(): atom.sign for atom in taken.atoms}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The server is in the cellar.", "en"),
        ("Der Server steht im Keller.", "de"),
        ("El servidor está en el sótano.", "es"),
        ("Le serveur est dans la cave.", "fr"),
        ("服务器在地下室。", "zh"),
        ("后端使用Go和Redis。", "zh"),
        ("max_retries = 3", "en"),
    ],
)
def test_the_language_is_found(text: str, language: str, lexicon: Lexicon) -> None:
    assert profile(text, lexicon).language == language


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Deployments are planned.", "We plan a deployment."),
        ("The DB is reachable.", "The database was reachable."),
        ("Die Prüfungen laufen.", "Die Prüfung läuft."),
        ("Las facturas se revisan.", "La factura se revisa."),
        ("Die Datenbanken.", "DB"),
    ],
)
def test_forms_and_abbreviations_of_a_word_are_one_atom(one: str, other: str, lexicon: Lexicon) -> None:
    assert profile(one, lexicon).index.keys() & profile(other, lexicon).index.keys()


def test_a_german_compound_is_cut_into_words_that_are_known(lexicon: Lexicon) -> None:
    compound, phrase = profile("Die Teillieferungen", lexicon), profile("Lieferung in Teilen", lexicon)
    assert compound.index.keys() == phrase.index.keys()
    assert [atom.raw for atom in compound.atoms] == ["Teil", "lieferungen"]


def test_a_negation_turns_its_clause_and_no_other(lexicon: Lexicon) -> None:
    found = signs(profile("Never use spaces; use tabs.", lexicon))
    assert (found["spaces"], found["tabs"]) == (-1, 1)


def test_instead_of_turns_only_what_follows_it(lexicon: Lexicon) -> None:
    found = signs(profile("Use pnpm instead of yarn.", lexicon))
    assert (found["pnpm"], found["yarn"]) == (1, -1)


@pytest.mark.parametrize(
    "text",
    [
        "Pushing to main is forbidden.",
        "Pushing to main is not allowed.",
        "Nobody may push to main.",
        "Es ist verboten, auf main zu pushen.",
        "Pushes to main are blocked.",
    ],
)
def test_bans_and_negations_have_the_same_sign(text: str, lexicon: Lexicon) -> None:
    taken = profile(text, lexicon)
    assert {atom.sign for atom in taken.atoms} == {-1}


def test_a_limit_told_from_the_other_side_leaves_the_sign_open(lexicon: Lexicon) -> None:
    taken = profile("Files bigger than 10 MB cannot be uploaded.", lexicon)
    assert signs(taken) == {"files": 0, "bigger than": -1, "uploaded": 0}
    assert taken.sides == profile("Uploads of at most 10 MB", lexicon).sides


def test_places_are_those_of_the_text_as_it_was_given(lexicon: Lexicon) -> None:
    text = "Le café\u0301 d’Élodie coûte 4\u00a0€ “net”."
    taken = profile(text, lexicon)
    assert all(text[atom.start : atom.end] == atom.raw for atom in taken.atoms if "'" not in atom.raw)
    assert [text[value.start : value.end] for value in taken.values] == ["4\u00a0€"]


def test_of_a_long_text_the_beginning_is_read(lexicon: Lexicon) -> None:
    taken = profile("word " * 200_000, lexicon)
    assert not taken.whole
    assert len(taken.atoms) < 1_000
