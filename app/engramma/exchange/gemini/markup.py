"""The words of an HTML answer as plain text: no scripts, no styles, no markup.

Not the standard library's parser, which takes quadratic time on hostile text: this is linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

LONGEST = 1_000_000
_SILENT = frozenset({"script", "style", "template", "noscript", "head"})
_BLOCKS = frozenset(
    {
        "p",
        "div",
        "br",
        "li",
        "ul",
        "ol",
        "tr",
        "table",
        "pre",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "blockquote",
    }
)
_TAG = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]{0,20})|<[!?]")
_ENDS = {name: re.compile(f"</{name}", re.IGNORECASE) for name in _SILENT}
_BLANK_LINES = re.compile(r"\n{3,}")


def plain_text(html: str) -> str:
    """The text of `html`, at most the first `LONGEST` characters of it."""
    lines = "".join(_pieces(html[:LONGEST])).split("\n")
    return _BLANK_LINES.sub("\n\n", "\n".join(line.strip() for line in lines)).strip()


def _pieces(html: str) -> Iterator[str]:
    at = 0
    while (start := html.find("<", at)) >= 0:
        yield unescape(html[at:start])
        tag = _TAG.match(html, start)
        if tag is None:
            yield "<"
            at = start + 1
            continue
        close = html.find("-->" if html.startswith("<!--", start) else ">", start)
        if close < 0:
            if html.startswith("<!--", start):
                return
            at = start
            break
        at = html.index(">", close) + 1
        name = (tag[1] or "").lower()
        if name in _BLOCKS:
            yield "\n- " if name == "li" and html[start + 1] != "/" else "\n"
        elif name in _SILENT and html[start + 1] != "/":
            end = _ENDS[name].search(html, at)
            if end is None:
                return
            at = end.start()
    yield unescape(html[at:])
