"""Duplicate, conflict or distinct: the cases that memories come in, in five languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engramma.theory.likeness import Comparer, Likeness

Compare = Callable[[str, str], Likeness]

DUPLICATES = [
    ("don't restart the broker during the day!!", "Don't restart the broker during the day."),
    ("The API gateway times out after 45 seconds.", "API gateway timeout is 45s."),
    ("Never commit secrets to the repository.", "Secrets must not be committed to the repo."),
    ("Bob approves all purchase orders.", "All purchase orders are approved by Bob."),
    ("The nightly backup starts at 02:30.", "Backups kick off every night at half past two in the morning."),
    ("Rate limit: 100 requests per minute", "The rate limit is 100 requests a minute."),
    ("Use pnpm instead of npm in the web client.", "In the web client, don't use npm; use pnpm."),
    ("Das Meeting beginnt um 14 Uhr.", "Beginn des Meetings: 14:00"),
    ("No se deben borrar los registros.", "Está prohibido eliminar los registros."),
    ("Il est interdit de déployer le vendredi.", "Ne jamais déployer le vendredi."),
    ("不要提交密码到仓库。", "禁止把密码提交到仓库。"),
]

CONFLICTS = [
    ("The API gateway times out after 45 seconds.", "API gateway timeout is 60s.", "number"),
    ("Shipping is free from 49 €.", "Shipping is free from 60 €.", "number"),
    ("The standup is at 9:30.", "The standup is at 10:15.", "date"),
    ("The user's birthday is 14 March.", "The user was born on 16 March.", "date"),
    ("pin numpy==1.26.4", "pin numpy==2.1.0", "version"),
    ("The service runs on Python 3.11.", "The service was moved to Python 3.13.", "version"),
    ("The cat is called Momo.", "The cat's name is Olive.", "name"),
    ("Linting is done with Ruff.", "We lint with Flake8.", "name"),
    ("Invoices are sent as PDF.", "Invoices are sent as XML.", "value"),
    ("Logs are written to /var/log/app.", "Logs are written to /srv/log/app.", "value"),
    ("Push notifications are on by default.", "Push notifications are off by default.", "polarity"),
    ("Caching is enabled for the product list.", "The product list must not be cached.", "polarity"),
    ("Docker is required.", "Docker is optional.", "polarity"),
    ("Haustiere sind im Büro erlaubt.", "Im Büro sind keine Haustiere erlaubt.", "polarity"),
    ("Die Miete beträgt 850 Euro.", "Die Miete beträgt jetzt 910 €.", "number"),
    ("La tienda abre a las 9.", "La tienda abre a las diez.", "date"),
    ("Le mot de passe expire après 90 jours.", "Le mot de passe expire au bout de 60 jours.", "number"),
    ("缓存过期时间为5分钟。", "缓存过期时间改为10分钟。", "number"),
    ("办公室可以抽烟。", "办公室禁止抽烟。", "polarity"),
]

DISTINCT = [
    ("The left gripper opens to 70 mm.", "The right gripper opens to 50 mm."),
    ("Sprint 14 ends on 3 May.", "Sprint 15 ends on 17 May."),
    ("In March the conversion rate was 2.1 %.", "In April the conversion rate was 2.4 %."),
    ("Tenant 7: storage quota 20 GB", "Tenant 9: storage quota 20 GB"),
    ("The robot has three arms.", "The robot has four cameras."),
    ("Backups are encrypted.", "Backups are copied to a second site."),
    ("The customer pays by card.", "The customer pays by card in advance."),
    ("The table is partitioned by month.", "The table is partitioned by month and region."),
    ("Copying files from staging to live is forbidden.", "Copying files from live to staging is forbidden."),
    ("The API returns at most 100 rows.", "The API returns at least one row."),
    ("Der Zug nach Ulm fährt um 8:12 Uhr.", "Der Zug nach Hof fährt um 9:40 Uhr."),
    ("Le bras gauche porte la caméra.", "Le bras droit porte la pince."),
    ("会议室A有投影仪。", "会议室B有白板。"),
    ("The dashboard is green.", "Nadia plays the cello."),
]


@pytest.mark.parametrize(("a", "b"), DUPLICATES)
def test_the_same_in_other_words_is_a_duplicate(a: str, b: str, likeness: Compare) -> None:
    assert likeness(a, b).kind == "duplicate"


@pytest.mark.parametrize(("a", "b", "what"), CONFLICTS)
def test_one_thing_that_differs_is_a_conflict(a: str, b: str, what: str, likeness: Compare) -> None:
    found = likeness(a, b)
    assert (found.kind, found.what) == ("conflict", what)
    assert found.detail


@pytest.mark.parametrize(("a", "b"), DISTINCT)
def test_other_subjects_and_additions_are_distinct(a: str, b: str, likeness: Compare) -> None:
    assert likeness(a, b).kind == "distinct"


def test_a_conflict_shows_what_differs_and_where(likeness: Compare) -> None:
    a, b = "Shipping is free from 49 € on.", "Free shipping starts at 60 €."
    found = likeness(a, b)
    assert found.detail == "49 € against 60 €"
    assert [a[start:end] for start, end in found.left] == ["49 €"]
    assert [b[start:end] for start, end in found.right] == ["60 €"]


def test_the_other_order_exchanges_the_sides_and_nothing_else(likeness: Compare) -> None:
    a, b = "Invoices are sent as PDF.", "Invoices are sent as XML."
    one, other = likeness(a, b), likeness(b, a)
    assert (one.kind, one.what, one.confidence) == (other.kind, other.what, other.confidence)
    assert (one.left, one.right) == (other.right, other.left)
    assert (one.detail, other.detail) == ("PDF against XML", "XML against PDF")


@pytest.mark.parametrize("similarity", [0.99, 0.5, -0.2, float("nan"), None])
def test_no_similarity_makes_a_duplicate_of_what_differs(
    similarity: float | None, comparer: Comparer
) -> None:
    for a, b in (*DISTINCT, *(pair[:2] for pair in CONFLICTS)):
        assert comparer.compare(a, b, similarity=similarity).kind != "duplicate"


@pytest.mark.parametrize("similarity", [0.8, float("nan"), None])
def test_with_and_without_a_similarity_the_clear_cases_are_the_same(
    similarity: float | None, comparer: Comparer
) -> None:
    for a, b, what in CONFLICTS[:8]:
        found = comparer.compare(a, b, similarity=similarity)
        assert (found.kind, found.what) == ("conflict", what)


def test_clear_conflicts_are_surer_than_doubtful_ones(likeness: Compare) -> None:
    clear = likeness("The lease ends on 3 May.", "The lease ends on 9 May.")
    doubtful = likeness("The customer wants invoices by post.", "The customer wants invoices by courier.")
    assert clear.kind == doubtful.kind == "conflict"
    assert clear.confidence > doubtful.confidence


def test_texts_too_long_to_be_read_are_duplicates_only_when_equal(likeness: Compare) -> None:
    text = "The port is 80. " * 1_000
    assert likeness(text, text.upper()).kind == "duplicate"
    assert likeness(text, text + "The port is 81.").kind == "distinct"


def test_texts_without_words_of_content_are_distinct(likeness: Compare) -> None:
    assert likeness("", "it is").kind == "distinct"
    assert likeness("42", "43").kind == "distinct"
    assert likeness("", "").kind == "duplicate"
