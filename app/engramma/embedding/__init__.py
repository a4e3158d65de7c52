"""Text to vectors.

The only place that may know a model library, and never one at import time.
"""
