"""The bundle as the sniffer knows it. Its rows go into a store as they are, so that it yields no records."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from engramma.exchange.bundle.manifest import FORMAT, MANIFEST
from engramma.exchange.format import Source
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken
from engramma.model.transfer import Record

_ZIP = b"PK\x03\x04"
_OUR_DATE = b"\x00\x00\x21\x00"
_MANIFEST_BYTES = 16 * 1024**2


class BundleFormat:
    """Recognises bundles; `engramma.exchange.bundle.reader` reads them."""

    name = FORMAT
    title = "Engramma bundle"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the manifest inside the ZIP.

        A damaged or hostile bundle is recognised, too, so that the reader can say what is wrong with it.
        """
        if not head.startswith(_ZIP):
            return 0.0
        try:
            with zipfile.ZipFile(path) as archive, archive.open(MANIFEST) as member:
                manifest = json.loads(member.read(_MANIFEST_BYTES))
        except KeyError:
            return 0.0
        except (
            OSError,
            EOFError,
            zipfile.BadZipFile,
            NotImplementedError,
            RuntimeError,
            ValueError,
            zlib.error,
        ):
            first = head[30 : 30 + int.from_bytes(head[26:28], "little")]
            return 0.6 if head[10:14] == _OUR_DATE and first.endswith(b".jsonl") else 0.0
        return 1.0 if isinstance(manifest, dict) and manifest.get("format") == FORMAT else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """Always raises ImportFileError: a bundle has no records, it is imported whole."""
        raise ImportFileError(f"{source.name} is a bundle, which is imported whole, not record by record.")
