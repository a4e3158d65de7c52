"""What a question asks for by its form, and what a memory tells by its words: times, so far."""

from __future__ import annotations

import re

_ASKS_TIME = re.compile(
    r"^\W*(?:and |so |but )?(?:"
    r"(?:since |until |by )?when\b|how (?:long|soon|recently)\b|what (?:date|year|month|day|time)\b"
    r"|(?:in |on |at |since )?which (?:date|year|month|day|week)\b|(?:in|on|at) what (?:date|year|month|day|time)\b"
    r"|(?:seit |bis |ab )?wann\b|wie lange\b|(?:an|in) welche[mnrs] (?:tag|datum|monat|jahr)\b"
    r"|¿?\s*(?:desde |hasta )?cu[aá]ndo\b|¿?\s*cu[aá]nto tiempo\b"
    r"|¿?\s*(?:en |a )?qu[eé] (?:d[ií]a|fecha|mes|a[nñ]o)\b"
    r"|(?:depuis |jusqu'à )?quand\b|combien de temps\b|(?:à|en|quelle?) (?:quelle? )?(?:date|jour|mois|année)\b)"
    r"|什么时候|何时|几时|哪一?[天年月]|多久",
    re.IGNORECASE,
)
_NAMES_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|recently|just|since|now|soon|few"
    r"|this (?:week|month|year|morning|weekend|past|summer|winter|spring|fall|autumn)"
    r"|weeks?|weekends?|months?|years?|days?|hours?"
    r"|january|february|march|april|june|july|august|september|october|november|december|(?:in|on|since|of) may"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:19|20)\d\d"
    r"|gestern|heute|morgen|letzte[nrs]?|vor (?:\w+ )?(?:tagen|wochen|monaten|jahren)|seit|woche|monat|jahr"
    r"|ayer|hoy|mañana|pasad[oa]|hace|desde|semana|mes|año"
    r"|hier|aujourd'hui|demain|derni(?:er|ère)|depuis|semaine|mois|année"
    r")\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|昨天|今天|明天|去年|今年|上周|上个?月|[年月]",
    re.IGNORECASE,
)


def asks_for_time(question: str) -> bool:
    """Whether the answer is a date or a time span (English, German, Spanish, French, Chinese)."""
    return _ASKS_TIME.search(question[:400]) is not None


def names_time(text: str) -> bool:
    """Whether a text says when something happened, exactly or not."""
    return _NAMES_TIME.search(text) is not None
