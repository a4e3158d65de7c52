"""A model is looked at before it is chosen: what may not be loaded is said in one sentence, nothing is loaded."""

from __future__ import annotations

import hashlib
from pathlib import Path

from engramma.model.progress import CancelToken, silent
from engramma.ui.views.settings.meaning.reading import check_model


def test_only_weights_as_safetensors_fit(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    folder.mkdir()
    found = check_model(str(folder), silent, CancelToken())
    assert "safetensors" in found.problem
    assert (found.folder, found.sha256) == (None, "")
    (folder / "model.safetensors").write_bytes(b"numbers")
    found = check_model(str(folder), silent, CancelToken())
    assert (found.name, found.folder, found.problem) == ("tiny", folder, "")
    assert found.sha256 == hashlib.sha256(b"numbers").hexdigest()
    assert "not on this computer" in check_model("no-such-model", silent, CancelToken()).problem
