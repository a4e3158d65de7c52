"""Things that show what they are by their shape alone: files, identifiers, codes, hosts, addresses, channels.

Looks at one piece of text between blanks. Every pattern is anchored and without nested repeats, so that no input
makes it slow.
"""

from __future__ import annotations

import re

from engramma.theory.entities.found import EntityType
from engramma.theory.entities.words import EntityWords

LONGEST = 120
_URL = re.compile(
    r"[a-zA-Z][a-zA-Z0-9+.-]{1,15}://(?:[^/\s@:]{1,60}(?::[^/\s@]{0,60})?@)?([^/\s:?#@]{3,100})"
)
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,40})(?:\.[A-Za-z0-9-]{1,40}){1,4}")
_HANDLE = re.compile(r"@[A-Za-z][\w-]*(?:\.[\w-]+)*")
_SCOPED = re.compile(r"@[a-z][\w-]*/[\w.-]+")
_NUMBER_TICKET = re.compile(r"#\d{3,7}")
_CHANNEL = re.compile(r"#[^\W\d_][\w-]{1,60}")
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_TICKET = re.compile(r"([A-Z][A-Z0-9]{1,9})-\d{1,6}")
_CODE = re.compile(r"([A-Z]{1,8})-?(\d{2,6})")
_NAME_PART = r"[A-Za-z_]\w*"
_CALL = re.compile(rf"{_NAME_PART}(?:(?:\.|::|->){_NAME_PART})*\(\)")
_SNAKE = re.compile(r"[A-Za-z_$]\w*(?:(?:\.|::)[A-Za-z_]\w*)*")
_DOTTED = re.compile(rf"{_NAME_PART}(?:(?:\.|::){_NAME_PART})+")
_CAMEL = re.compile(r"[A-Z]*[a-z0-9]+(?:[A-Z]+[a-z0-9]*)+|[A-Z]{2,}[a-z]{2,}[a-z0-9]*(?:[A-Z][a-z0-9]*)*")
_HUMP = re.compile(r"[a-z]{2}")
_SURNAME = re.compile(r"(?:Mc|Mac|Fitz|De|Di|La|Le|Van|O)[A-Z]")
_KEBAB = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+")
_FILE = re.compile(r"[\w@+-][\w.@+-]*\.([A-Za-z0-9]{1,10})")
_HOST = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*\.([a-z]{2,9})")
_IP = re.compile(r"(?:\d{1,3}\.){3}\d{1,3}")
_PORT = re.compile(r":\d{2,5}$")
_YEARS = re.compile(r"\d{4}s?|\d+(?:s|st|nd|rd|th|er|ten|x|px|pt|k|m|h|d|mm|cm|kg|bit|way|fold)")
_DRIVE = re.compile(r"[A-Za-z]:\\[\w.\\ -]+")
_PATH = re.compile(r"(?:~|\.{1,2})?/?[\w.@+$%{}*-]+(?:/[\w.@+$%{}*:-]+)*/?|/[\w.@+-]+")
_NO_CODES = frozenset(
    {"FY", "Q", "KW", "CW", "MP", "H", "CO", "A", "B", "C", "D", "S", "X", "V", "T", "N", "PM"}
)


class Shapes:
    """Tells the kind of a thing by its shape and the lists of endings."""

    def __init__(self, words: EntityWords) -> None:
        self._words = words

    def of(self, core: str, *, before: str = "") -> tuple[str, EntityType] | None:
        """The name and kind of `core`, which has no punctuation at its ends; `before` is the word before it."""
        if len(core) > LONGEST or len(core) < 2:
            return None
        first = core[0]
        if "://" in core:
            return self._url(core)
        if "@" in core:
            return self._at(core)
        if first == "#":
            return _marked(core)
        if "/" in core or "\\" in core:
            return self._path(core, before=before)
        if core.endswith("()"):
            return (core[:-2], EntityType.IDENTIFIER) if _CALL.fullmatch(core) else None
        if "_" in core:
            return _snake(core)
        if "." in core:
            return self._dotted(core)
        if "-" in core:
            return self._hyphened(core)
        if core in self._words.plain_files:
            return core, EntityType.FILE
        return self._joined(core)

    def _url(self, core: str) -> tuple[str, EntityType] | None:
        found = _URL.match(core)
        if found is None:
            return None
        host = found.group(1).lower().removeprefix("www.").rstrip(".")
        return (host, EntityType.HOST) if host != "localhost" and len(host) > 2 else None

    def _at(self, core: str) -> tuple[str, EntityType] | None:
        if core[0] != "@":
            return (core.lower(), EntityType.ADDRESS) if _ADDRESS.fullmatch(core) else None
        if _SCOPED.fullmatch(core):
            return core, EntityType.IDENTIFIER
        if (
            len(core) > 2
            and _HANDLE.fullmatch(core)
            and core.lower().split(".")[0] not in self._words.decorators
        ):
            return core, EntityType.HANDLE
        return None

    def _path(self, core: str, *, before: str) -> tuple[str, EntityType] | None:
        if _DRIVE.fullmatch(core):
            return core, EntityType.FILE
        if not _PATH.fullmatch(core):
            return None
        parts = [part for part in core.split("/") if part]
        if not parts or not any(sign.isalpha() for sign in core):
            return None
        last = parts[-1]
        rooted = core[0] in "/~" or core.startswith(("./", "../"))
        if rooted:
            return (core, EntityType.FILE) if len(parts[0]) > 1 or len(parts) > 1 else None
        if "." in last and last.rsplit(".", 1)[1].lower() in self._words.file_endings:
            return core, EntityType.FILE
        if len(parts) < 2:
            return None
        if (
            "." in parts[0]
            and _HOST.fullmatch(parts[0])
            and parts[0].rsplit(".", 1)[1] in self._words.host_endings
        ):
            return parts[0].lower().removeprefix("www."), EntityType.HOST
        telling = before in self._words.path_words or (len(parts) > 1 and core[-1] == "/")
        if telling and len(parts[0]) > 1:
            return core, EntityType.FILE
        return None

    def _dotted(self, core: str) -> tuple[str, EntityType] | None:
        words = self._words
        bare = _PORT.sub("", core)
        if core.lower() in words.dot_files or core in words.dot_files:
            return core, EntityType.FILE
        if _IP.fullmatch(bare):
            return bare, EntityType.HOST
        ending = bare.rsplit(".", 1)[1]
        if ending.lower() in words.file_endings and ending not in ("Py", "Md") and _FILE.fullmatch(core):
            stem = core.rsplit(".", 1)[0]
            return (core, EntityType.FILE) if any(sign.isalpha() for sign in stem) else None
        if ending in words.host_endings and _HOST.fullmatch(bare) and not bare[0].isupper():
            return (bare, EntityType.HOST) if any(sign.isalpha() for sign in bare.rsplit(".", 1)[0]) else None
        if _DOTTED.fullmatch(core):
            parts = core.replace("::", ".").split(".")
            # "done.Then" is a forgotten blank; "os.path" is not told from "yes.but" without a list of modules.
            if len(parts) > 2 and all(len(part) > 1 and part.islower() for part in parts):
                return core, EntityType.IDENTIFIER
            if any(_is_camel(part) for part in parts):
                return core, EntityType.IDENTIFIER
        return None

    def _hyphened(self, core: str) -> tuple[str, EntityType] | None:
        words = self._words
        ticket = _TICKET.fullmatch(core)
        if ticket is not None:
            prefix = ticket.group(1).lower()
            if prefix not in words.standards:
                return core, EntityType.TICKET
            return (core, EntityType.TERM) if len(prefix) > 2 else None
        code = _CODE.fullmatch(core)
        if code is not None or not _KEBAB.fullmatch(core):
            return None
        if not core.islower() or core in words.ordinary_hyphens:
            return None
        parts = core.split("-")
        if parts[-1] in words.service_endings and len(parts[0]) > 1:
            return core, EntityType.SERVICE
        numbered = any(part.isdigit() or not part.isalpha() for part in parts[1:])
        if numbered and len(parts[0]) > 1 and parts[0] not in words.numbered_words:
            if any(_YEARS.fullmatch(part) for part in parts[1:]) or not parts[0].isalpha():
                return None
            return core, EntityType.SERVICE
        return None

    def _joined(self, core: str) -> tuple[str, EntityType] | None:
        """One word with capitals inside, or capitals and a number."""
        code = _CODE.fullmatch(core)
        if code is not None:
            letters, digits = code.groups()
            enough = len(digits) > 2 if len(letters) == 1 else len(letters) > 2 or len(digits) > 2
            plain = letters.lower() in self._words.standards and letters != "E"
            return (
                (core, EntityType.CODE)
                if enough and not plain and (letters not in _NO_CODES or len(digits) > 3)
                else None
            )
        return (core, EntityType.IDENTIFIER) if _is_camel(core) else None


def _marked(core: str) -> tuple[str, EntityType] | None:
    if _NUMBER_TICKET.fullmatch(core):
        return core, EntityType.TICKET
    if len(core) > 2 and _CHANNEL.fullmatch(core) and not _COLOUR.fullmatch(core):
        return core, EntityType.CHANNEL
    return None


def _snake(core: str) -> tuple[str, EntityType] | None:
    if not _SNAKE.fullmatch(core):
        return None
    bare = core.strip("_")
    return (core, EntityType.IDENTIFIER) if "_" in bare and any(sign.isalpha() for sign in bare) else None


def _is_camel(word: str) -> bool:
    if len(word) < 5 or not _CAMEL.fullmatch(word) or _SURNAME.match(word):
        return False
    # Plurals of abbreviations (APIs) and units (kWh) have no two small letters before or between capitals.
    return bool(_HUMP.search(word)) and not (word[:-1].isupper() and word[-1] == "s")
