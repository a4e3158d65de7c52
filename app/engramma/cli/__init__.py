"""The data commands: arguments in, one JSON document or a few lines out, and an exit code.

Imports no Qt; every use case belongs to the engine.
"""
