"""The sample store: an agent's project over five months, replayed through the engine up to today."""

from engramma.engine.sample.build import SAMPLE_NAME, build_sample, is_sample, open_sample

__all__ = ["SAMPLE_NAME", "build_sample", "is_sample", "open_sample"]
