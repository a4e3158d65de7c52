"""The plugins of detect-secrets, and the only file that knows that library: which ones are used, and how.

They are asked what stands in a line and nothing else: their `verify`, which would ask a server, is never called.
Public network addresses, hexadecimal digests (every commit is one) and bare words behind `password` are left out;
`wording` does the last better.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from engramma.exchange.redaction.finds import Find, HitKind

if TYPE_CHECKING:
    from detect_secrets.plugins.high_entropy_strings import Base64HighEntropyString

_WINDOW = 2_000
_OVERLAP = 400
_SHORTEST = 6
_GROUP = 8
_ENTROPY = 4.5
_RANDOM = 20


@cache
def _plugins() -> tuple[tuple[tuple[re.Pattern[str], HitKind, str], ...], Base64HighEntropyString]:
    """Their patterns, each with the kind of what it finds; loaded for the first text that is searched."""
    from detect_secrets.plugins import (
        artifactory,
        aws,
        azure_storage_key,
        basic_auth,
        cloudant,
        discord,
        github_token,
        gitlab_token,
        high_entropy_strings,
        ibm_cloud_iam,
        ibm_cos_hmac,
        jwt,
        mailchimp,
        npm,
        openai,
        pypi_token,
        sendgrid,
        slack,
        softlayer,
        square_oauth,
        stripe,
        telegram_token,
        twilio,
    )

    keys = (
        artifactory.ArtifactoryDetector,
        aws.AWSKeyDetector,
        azure_storage_key.AzureStorageKeyDetector,
        cloudant.CloudantDetector,
        discord.DiscordBotTokenDetector,
        github_token.GitHubTokenDetector,
        gitlab_token.GitLabTokenDetector,
        ibm_cloud_iam.IbmCloudIamDetector,
        ibm_cos_hmac.IbmCosHmacDetector,
        jwt.JwtTokenDetector,
        mailchimp.MailchimpDetector,
        npm.NpmDetector,
        openai.OpenAIDetector,
        pypi_token.PypiTokenDetector,
        sendgrid.SendGridDetector,
        slack.SlackDetector,
        softlayer.SoftlayerDetector,
        square_oauth.SquareOAuthDetector,
        stripe.StripeDetector,
        telegram_token.TelegramBotTokenDetector,
        twilio.TwilioKeyDetector,
    )
    patterns = [
        (pattern, HitKind.KEY, str(plugin.secret_type)) for plugin in keys for pattern in plugin.denylist
    ]
    address = basic_auth.BasicAuthDetector
    patterns += [(pattern, HitKind.PASSWORD, str(address.secret_type)) for pattern in address.denylist]
    return tuple(patterns), high_entropy_strings.Base64HighEntropyString(limit=_ENTROPY)


def known_secrets(text: str) -> Iterator[Find]:
    """What the plugins find, line by line; a long line is looked at in overlapping parts, so that time is bounded."""
    patterns, entropy = _plugins()
    for start, part in _parts(text):
        for pattern, kind, label in patterns:
            for found in pattern.finditer(part):
                first, last = _secret_span(found)
                if last - first >= _SHORTEST:
                    yield Find(start + first, start + last, kind, label)
        if "'" in part or '"' in part:
            for value in entropy.analyze_string(part):
                at = part.find(value)
                if at >= 0 and len(value) >= _RANDOM and entropy.calculate_shannon_entropy(value) > _ENTROPY:
                    yield Find(
                        start + at, start + at + len(value), HitKind.KEY, entropy.secret_type, sure=False
                    )


def _secret_span(found: re.Match[str]) -> tuple[int, int]:
    """The group that holds the secret, or the whole where the groups hold less, such as a prefix.

    The plugins' own `analyze_string` gives a group whatever it holds, for GitHub's tokens just `ghp`.
    """
    spans = [found.span(number) for number in range(1, (found.re.groups or 0) + 1)]
    longest = max(spans, key=lambda span: span[1] - span[0], default=(0, 0))
    return longest if longest[1] - longest[0] >= _GROUP else found.span()


def _parts(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.splitlines(keepends=True):
        for at in range(0, max(1, len(line) - _OVERLAP), _WINDOW - _OVERLAP):
            part = line[at : at + _WINDOW]
            if len(part) >= _SHORTEST:
                yield start + at, part
        start += len(line)
