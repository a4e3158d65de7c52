"""200 planted secrets of 20 kinds in lines as memories and transcripts have them; all made up from a seed.

Written before the rules that look for them, so that these frames and tokens are no echo of the rules. The
random parts are drawn, so no token is anybody's. `KNOWN` are the kinds that detect-secrets has a plugin for.
"""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Callable
from dataclasses import dataclass

SEED = 20_261_130
OF_EACH = 10

_ALNUM = string.ascii_letters + string.digits
_URLSAFE = _ALNUM + "-_"
_HEX = string.digits + "abcdef"
_LOWER = string.ascii_lowercase + string.digits
_UPPER = string.ascii_uppercase + string.digits


@dataclass(frozen=True, slots=True)
class Planted:
    """A line or some lines with one secret in them."""

    kind: str
    text: str
    secret: str


def _draw(rng: random.Random, letters: str, length: int) -> str:
    return "".join(rng.choice(letters) for _ in range(length))


def _jwt(rng: random.Random) -> str:
    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    claims = {"sub": str(rng.randrange(10**9)), "name": "A. Nobody", "iat": 1_767_225_600}
    return f"{part({'alg': 'HS256', 'typ': 'JWT'})}.{part(claims)}.{_draw(rng, _URLSAFE, 43)}"


def _private_key(rng: random.Random) -> str:
    body = "\n".join(_draw(rng, _ALNUM + "+/", 64) for _ in range(4))
    name = rng.choice(("RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "EC PRIVATE KEY"))
    return f"-----BEGIN {name}-----\n{body}\n-----END {name}-----"


def _password(rng: random.Random) -> str:
    word = rng.choice(("Otter", "Maple", "Lantern", "Quartz", "Willow", "Copper"))
    return f"{word}{rng.choice('!#%+?')}{rng.randrange(1000, 9999)}{rng.choice(('kite', 'moss', 'fern'))}"


MAKERS: dict[str, Callable[[random.Random], str]] = {
    "aws access key": lambda rng: "AKIA" + _draw(rng, _UPPER, 16),
    "github token": lambda rng: rng.choice(("ghp_", "gho_", "ghs_")) + _draw(rng, _ALNUM, 36),
    "gitlab token": lambda rng: "glpat-" + _draw(rng, _URLSAFE.replace("-", ""), 20),
    "slack token": lambda rng: (
        f"xoxb-{rng.randrange(10**11, 10**12)}-{rng.randrange(10**11, 10**12)}-" + _draw(rng, _ALNUM, 24)
    ),
    "stripe key": lambda rng: rng.choice(("sk_live_", "rk_live_")) + _draw(rng, _ALNUM, 24),
    "openai key": lambda rng: f"sk-{_draw(rng, _ALNUM, 20)}T3BlbkFJ{_draw(rng, _ALNUM, 20)}",
    "json web token": _jwt,
    "private key": _private_key,
    "password in an address": lambda rng: _draw(rng, _ALNUM, 14),
    "npm token": lambda rng: "npm_" + _draw(rng, _ALNUM, 36),
    "password": _password,
    "anthropic key": lambda rng: "sk-ant-api03-" + _draw(rng, _URLSAFE.replace("-", ""), 93) + "AA",
    "google api key": lambda rng: "AIza" + _draw(rng, _URLSAFE.replace("-", ""), 35),
    "hugging face token": lambda rng: "hf_" + _draw(rng, string.ascii_letters, 34),
    "github fine-grained token": lambda rng: f"github_pat_{_draw(rng, _ALNUM, 22)}_{_draw(rng, _ALNUM, 59)}",
    "digitalocean token": lambda rng: "dop_v1_" + _draw(rng, _HEX, 64),
    "shopify token": lambda rng: "shpat_" + _draw(rng, _HEX, 32),
    "google client secret": lambda rng: "GOCSPX-" + _draw(rng, _URLSAFE.replace("-", ""), 28),
    "age secret key": lambda rng: "AGE-SECRET-KEY-1" + _draw(rng, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
    "bearer token": lambda rng: _draw(rng, _ALNUM, 40),
}

KNOWN = frozenset(
    {
        "aws access key",
        "github token",
        "gitlab token",
        "slack token",
        "stripe key",
        "openai key",
        "json web token",
        "private key",
        "password in an address",
        "npm token",
        "password",
    }
)

_FRAMES = (
    "We rotated the old one on Friday; the new one is {} and goes into the vault.",
    "export SERVICE_TOKEN={}",
    'The config file still had "token": "{}", which must go.',
    "curl -H 'X-Api-Key: {}' https://api.shop.example/v1/orders",
    "{}",
    "Use {} for staging only, never in production.",
    "user pasted: here you go ({}) try again please",
    "- deploy secret: `{}`",
    "ERROR 401 for key {}, retrying in 30 s",
    "TOKEN: '{}'  # from the onboarding mail",
)
_OWN_FRAMES: dict[str, tuple[str, ...]] = {
    "password": (
        "The admin password is {}",
        "password = {}",
        "DB_PASSWORD={}",
        "Log in as ops with password: {}",
        '"password": "{}",',
        "The Wi-Fi passphrase is {} at the office.",
        "mysql -u root -p{} shop",
        "PGPASSWORD='{}' psql -h db.shop.example",
        "His passwd was {} until the reset.",
        "sudo needs the pwd {} on that box",
    ),
    "password in an address": (
        "postgres://shop:{}@db.shop.example:5432/orders",
        "The cache is redis://default:{}@cache.shop.example:6379/0 since May.",
        'DATABASE_URL="mysql://root:{}@10.0.0.5/shop"',
        "git clone https://deploy:{}@git.shop.example/team/app.git",
        "amqp://worker:{}@queue.shop.example/",
        "mongodb+srv://reader:{}@cluster0.shop.example/test?retryWrites=true",
        "It answered on ftp://backup:{}@files.shop.example only.",
        "proxy=http://corp:{}@proxy.shop.example:3128",
        "Connect with `psql postgresql://app:{}@localhost/app`.",
        "smtp://mailer:{}@smtp.shop.example:587",
    ),
    "bearer token": (
        "Authorization: Bearer {}",
        "curl -H 'Authorization: Bearer {}' https://api.shop.example/me",
        '{{"headers": {{"authorization": "Bearer {}"}}}}',
        "It sends `Authorization: token {}` with every call.",
        "requests.get(url, headers={{'Authorization': 'Bearer {}'}})",
        "access_token={}&expires_in=3600",
        '"access_token": "{}"',
        "GET /export?api_key={}&page=2",
        "set-cookie: session_token={}; HttpOnly",
        "client_secret: {}",
    ),
    "npm token": (
        "//registry.npmjs.org/:_authToken={}",
        "NPM_TOKEN={}",
        *_FRAMES[:8],
    ),
}


def planted() -> tuple[Planted, ...]:
    """200 texts with one secret each: ten of each kind."""
    rng = random.Random(SEED)
    found: list[Planted] = []
    for kind, make in MAKERS.items():
        for number in range(OF_EACH):
            frame = _OWN_FRAMES.get(kind, _FRAMES)[number]
            secret = make(rng)
            found.append(Planted(kind, frame.format(secret), secret))
    return tuple(found)
