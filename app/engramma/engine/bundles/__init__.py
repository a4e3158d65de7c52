"""Bundles: a store, or a part of it, in one file, and back."""

from engramma.engine.bundles.exporting import ExportReport, export_bundle
from engramma.engine.bundles.importing import import_bundles, preview_bundles

__all__ = ["ExportReport", "export_bundle", "import_bundles", "preview_bundles"]
