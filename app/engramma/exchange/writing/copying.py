"""The forms in which memories can be copied to a clipboard, by the names that commands have for them."""

from __future__ import annotations

from collections.abc import Iterable

from engramma.exchange.writing.csv_table import csv_table
from engramma.exchange.writing.json_list import json_list
from engramma.exchange.writing.markdown_list import markdown_list
from engramma.exchange.writing.plain_list import plain_list
from engramma.model.outgoing import Outgoing

_FORMS = {"text": plain_list, "markdown": markdown_list, "json": json_list, "csv": csv_table}


def copied(form: str, items: Iterable[Outgoing]) -> str:
    """The memories in one form: `text`, `markdown`, `json` or `csv`."""
    return "".join(_FORMS[form](items))
