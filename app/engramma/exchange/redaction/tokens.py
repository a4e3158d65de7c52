"""Keys that are known by their own shape and that detect-secrets has no plugin for, or a narrower one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engramma.exchange.redaction.finds import Find, HitKind

_TAIL = r"(?![A-Za-z0-9])"
_SHAPES: tuple[tuple[str, str], ...] = (
    ("Anthropic key", r"sk-ant-[a-z0-9]{2,12}-[A-Za-z0-9_-]{20,200}"),
    ("API key", r"sk-(?:proj-|svcacct-|or-v1-|lf-)?[A-Za-z0-9][A-Za-z0-9_-]{19,220}"),
    ("Google API key", r"AIza[0-9A-Za-z_-]{35}"),
    ("Google client secret", r"GOCSPX-[0-9A-Za-z_-]{20,60}"),
    ("Google access token", r"ya29\.[0-9A-Za-z_-]{20,300}"),
    ("Hugging Face token", r"hf_[A-Za-z0-9]{30,60}"),
    ("GitHub token", r"github_pat_[A-Za-z0-9_]{20,120}"),
    ("DigitalOcean token", r"do[opr]_v1_[a-f0-9]{40,80}"),
    ("Shopify token", r"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}"),
    ("age secret key", r"AGE-SECRET-KEY-1[0-9A-Za-z]{30,80}"),
    ("npm token", r"npm_[A-Za-z0-9]{36}"),
    ("PyPI token", r"pypi-[A-Za-z0-9_-]{50,220}"),
    ("Databricks token", r"dapi[a-f0-9]{32}"),
    ("Linear key", r"lin_api_[A-Za-z0-9]{30,60}"),
    ("Notion token", r"(?:secret|ntn)_[A-Za-z0-9]{40,60}"),
    ("Vault token", r"hv[sbr]\.[A-Za-z0-9_-]{20,200}"),
    ("Doppler token", r"dp\.(?:pt|st|sa|ct|scim|audit)\.[A-Za-z0-9._-]{30,80}"),
    ("New Relic key", r"NRAK-[A-Z0-9]{27}"),
    ("Sentry token", r"sntry[su]_[A-Za-z0-9+/=_-]{30,220}"),
    ("Airtable token", r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    ("Postman key", r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    ("PlanetScale token", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{30,80}"),
    ("Supabase token", r"sb[ps]_[a-f0-9]{40}"),
    ("Replicate token", r"r8_[A-Za-z0-9]{37}"),
    ("Groq key", r"gsk_[A-Za-z0-9]{40,60}"),
    ("xAI key", r"xai-[A-Za-z0-9]{60,100}"),
    ("Perplexity key", r"pplx-[A-Za-z0-9]{40,60}"),
    ("Stripe key", r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,120}"),
    ("Stripe webhook secret", r"whsec_[A-Za-z0-9+/=]{24,80}"),
    ("Slack token", r"xox[abceoprs]-[A-Za-z0-9-]{10,200}"),
    ("Slack app token", r"xapp-\d-[A-Za-z0-9-]{20,200}"),
    ("Atlassian token", r"ATATT3[A-Za-z0-9_=-]{20,250}"),
    ("Telegram token", r"\d{8,10}:AA[A-Za-z0-9_-]{33}"),
    ("AWS access key", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"),
    ("JSON web token", r"eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}"),
)
_ALL = re.compile(
    r"(?<![A-Za-z0-9_])(?:"
    + "|".join(f"(?P<k{n}>{shape}{_TAIL})" for n, (_label, shape) in enumerate(_SHAPES))
    + ")"
)
_PEM = re.compile(
    r"-----BEGIN ((?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?)-----"
    r"(?:[A-Za-z0-9+/=\s\\:,.-]{0,20000}?-----END \1-----|(?:\s|\\n|[A-Za-z0-9+/=]){0,20000})"
)


def shaped_keys(text: str) -> Iterator[Find]:
    """Keys by their prefixes, and blocks of private keys, also those that lost their end."""
    for found in _ALL.finditer(text):
        label = _SHAPES[int((found.lastgroup or "k0")[1:])][0]
        yield Find(found.start(), found.end(), HitKind.KEY, label)
    if "PRIVATE KEY" in text:
        for found in _PEM.finditer(text):
            length = len(found[0].rstrip())
            yield Find(found.start(), found.start() + length, HitKind.KEY, "Private key")
