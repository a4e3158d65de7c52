"""A copy of the vectors beside the store, memory-mapped, so that processes share it and need not read every blob.

Never the truth: it may be missing, old or damaged, is then ignored and written anew, and holds nothing that the store
does not. Only its owner may read it. Whoever erases for good drops it, as it keeps erased rows until it is rewritten.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engramma.model.records import dataclass
from engramma.store.vectors.models import StoredModel
from engramma.store.vectors.owners import HIGHEST

log = logging.getLogger(__name__)

_FORMAT = 1
_LENGTH_BYTES = 8
_LONGEST_FOOTER = 4_096


@dataclass(frozen=True, slots=True, eq=False)
class SidecarRows:
    """What a sidecar holds: n × d float32 rows as mapped, whose they are, and how far it had come when written."""

    types: NDArray[np.uint8]
    owner_ids: NDArray[np.int64]
    vector_ids: NDArray[np.int64]
    vectors: NDArray[np.float32]
    last_vector_id: int
    erasures: int


def sidecar_path(store: Path, state: StoredModel) -> Path:
    """Where the copy of one model's vectors lies."""
    return store.with_name(f"{store.name}.vectors-{state.model.sha256[:12]}.npy")


def sidecars_of(store: Path) -> tuple[Path, ...]:
    """All copies of vectors beside a store, half-written ones included."""
    prefix = f"{store.name}.vectors-"
    try:
        names = sorted(os.listdir(store.parent))
    except OSError:
        return ()
    return tuple(store.with_name(name) for name in names if name.startswith(prefix))


def drop_sidecars(store: Path, *, keep: Path | None = None) -> tuple[Path, ...]:
    """Delete the copies beside a store, all but `keep`; those that are gone. What is mapped lives on in its process.

    Raises OSError for one that cannot be deleted.
    """
    dropped = []
    for path in sidecars_of(store):
        if path != keep:
            path.unlink(missing_ok=True)
            dropped.append(path)
    return tuple(dropped)


def write_sidecar(store: Path, state: StoredModel, rows: Iterator[SidecarRows]) -> bool:
    """Write the copy anew from `rows`, in order; whether that went well. Others see the old one or the new one."""
    path = sidecar_path(store, state)
    parts = list(rows)
    count = sum(len(part.vector_ids) for part in parts)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(handle, "wb") as file:
            header: Any = {"descr": "<f4", "fortran_order": False, "shape": (count, state.model.dimensions)}
            np.lib.format.write_array_header_1_0(file, header)
            for part in parts:
                file.write(np.ascontiguousarray(part.vectors, dtype="<f4").data)
            for name in ("vector_ids", "owner_ids"):
                for part in parts:
                    file.write(np.ascontiguousarray(getattr(part, name), dtype="<i8").data)
            for part in parts:
                file.write(part.types.tobytes())
            footer = json.dumps(
                {
                    "format": _FORMAT,
                    "model_id": state.id,
                    "name": state.model.name,
                    "sha256": state.model.sha256,
                    "dimensions": state.model.dimensions,
                    "last_vector_id": state.last_vector_id,
                    "erasures": state.erasures,
                    "rows": count,
                }
            ).encode()
            file.write(footer + len(footer).to_bytes(_LENGTH_BYTES, "big"))
        os.replace(fresh, path)
    except OSError as error:
        # No room, a folder that is read-only, or a system that replaces no file in use: it does without.
        log.info("no copy of the vectors is kept beside %s: %s", store.name, error)
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        return False
    return True


def open_sidecar(store: Path, state: StoredModel) -> SidecarRows | None:
    """The copy beside a store, mapped; None when there is none that can be continued to `state`."""
    path = sidecar_path(store, state)
    try:
        with path.open("rb") as file:
            return _read(file, path, state)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        log.info("the copy of the vectors beside %s is not used: %s", store.name, error)
        return None


def _read(file: Any, path: Path, state: StoredModel) -> SidecarRows | None:
    size = os.fstat(file.fileno()).st_size
    major = np.lib.format.read_magic(file)
    shape, fortran, kind = np.lib.format.read_array_header_1_0(file)
    start = file.tell()
    file.seek(-_LENGTH_BYTES, os.SEEK_END)
    length = int.from_bytes(file.read(_LENGTH_BYTES), "big")
    if major != (1, 0) or fortran or kind != np.dtype("<f4") or len(shape) != 2 or length > _LONGEST_FOOTER:
        raise ValueError("it is of another form")
    file.seek(-_LENGTH_BYTES - length, os.SEEK_END)
    footer = json.loads(file.read(length))
    rows, width = shape
    if size != start + rows * (4 * width + 17) + length + _LENGTH_BYTES or footer["rows"] != rows:
        raise ValueError("it is cut off")
    stated = [footer[name] for name in ("format", "model_id", "name", "sha256", "dimensions")]
    if stated != [_FORMAT, state.id, state.model.name, state.model.sha256, width]:
        return None
    if footer["last_vector_id"] > state.last_vector_id or footer["erasures"] > state.erasures:
        return None
    after = start + 4 * rows * width
    types = np.fromfile(path, dtype=np.uint8, count=rows, offset=after + 16 * rows)
    if rows == 0 or sys.byteorder != "little" or types.max() > HIGHEST:
        return None
    return SidecarRows(
        types,
        np.fromfile(path, dtype="<i8", count=rows, offset=after + 8 * rows),
        np.fromfile(path, dtype="<i8", count=rows, offset=after),
        np.asarray(np.memmap(path, dtype="<f4", mode="r", offset=start, shape=(rows, width))),
        int(footer["last_vector_id"]),
        int(footer["erasures"]),
    )
