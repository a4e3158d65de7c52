"""Names of months, weekdays and spans of time in questions: English, German, Spanish, French, Chinese."""

from __future__ import annotations

from collections.abc import Mapping

_NAMES = (
    "january jan januar jänner enero janvier janv",
    "february feb februar febrero février fevrier févr",
    "march mar märz maerz marzo mars",
    "april apr abril avril avr",
    "may mai mayo",
    "june jun juni junio juin",
    "july jul juli julio juillet juil",
    "august aug agosto août aout",
    "september sep sept septiembre septembre",
    "october oct oktober okt octubre octobre",
    "november nov noviembre novembre",
    "december dec dezember dez diciembre décembre decembre",
)
MONTHS: Mapping[str, int] = {
    name: number for number, names in enumerate(_NAMES, start=1) for name in names.split()
}

AMBIGUOUS = frozenset({"may", "march", "mar", "mars", "mai", "sep", "dec", "jan", "juli", "august", "apr"})
"""Also a verb, a planet or a given name: a month only beside a number or a word that leads to a month."""

_DAY_NAMES = (
    "monday montag lunes lundi 星期一 周一",
    "tuesday dienstag martes mardi 星期二 周二",
    "wednesday mittwoch miércoles miercoles mercredi 星期三 周三",
    "thursday donnerstag jueves jeudi 星期四 周四",
    "friday freitag viernes vendredi 星期五 周五",
    "saturday samstag sonnabend sábado sabado samedi 星期六 周六",
    "sunday sonntag domingo dimanche 星期日 星期天 周日",
)
WEEKDAYS: Mapping[str, int] = {
    name: number for number, names in enumerate(_DAY_NAMES) for name in names.split()
}

UNITS: Mapping[str, str] = {
    word: unit
    for unit, words in {
        "day": "day days tag tage tagen día dia días dias jour jours 天 日",
        "week": "week weeks woche wochen semana semanas semaine semaines 周 星期 礼拜",
        "month": "month months monat monate monaten mes meses mois 月 个月",
        "year": "year years jahr jahre jahren año ano años anos an ans année années annee 年",
    }.items()
    for word in words.split()
}

NUMBERS: Mapping[str, int] = {
    word: number
    for number, words in enumerate(
        (
            "a an one ein eine einem einer einen un una une 一",
            "two couple zwei dos deux 二 两",
            "three drei tres trois 三",
            "four vier cuatro quatre 四",
            "five fünf cinco cinq 五",
            "six sechs seis 六",
            "seven sieben siete sept 七",
            "eight acht ocho huit 八",
            "nine neun nueve neuf 九",
            "ten zehn diez dix 十",
        ),
        start=1,
    )
    for word in words.split()
}

DAYS_AGO: Mapping[str, int] = {
    "today": 0,
    "tonight": 0,
    "heute": 0,
    "hoy": 0,
    "aujourd'hui": 0,
    "aujourd’hui": 0,
    "今天": 0,
    "yesterday": 1,
    "gestern": 1,
    "ayer": 1,
    "hier": 1,
    "昨天": 1,
    "vorgestern": 2,
    "anteayer": 2,
    "avant-hier": 2,
    "前天": 2,
}

SPANS: Mapping[str, tuple[str, int]] = {
    "上周": ("week", 1),
    "上个星期": ("week", 1),
    "这周": ("week", 0),
    "本周": ("week", 0),
    "上个月": ("month", 1),
    "上月": ("month", 1),
    "这个月": ("month", 0),
    "本月": ("month", 0),
    "去年": ("year", 1),
    "今年": ("year", 0),
    "前年": ("year", 2),
}

SEASONS: Mapping[str, int] = {
    "spring": 3, "frühling": 3, "frühjahr": 3, "primavera": 3, "printemps": 3, "春天": 3,
    "summer": 6, "sommer": 6, "verano": 6, "été": 6, "夏天": 6,
    "autumn": 9, "fall": 9, "herbst": 9, "otoño": 9, "automne": 9, "秋天": 9,
    "winter": 12, "invierno": 12, "hiver": 12, "冬天": 12,
}  # fmt: skip
"""The first of the three months of each."""
