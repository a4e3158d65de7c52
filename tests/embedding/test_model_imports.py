"""Who may import a model library: one file of the program, and nothing at import time."""

from __future__ import annotations

import ast
from pathlib import Path

import engramma.embedding

FOLDER = Path(engramma.embedding.__path__[0])
ALLOWED = {
    "sentence_model.py": {"sentence_transformers", "transformers"},
    "tokens.py": {"tokenizers"},
}
LIBRARIES = {"torch", "sentence_transformers", "transformers", "tokenizers", "safetensors", "huggingface_hub"}


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names & LIBRARIES


def test_each_library_is_known_to_one_file() -> None:
    found = {file.name: names for file in FOLDER.glob("*.py") if (names := imported(file))}
    assert found == ALLOWED
