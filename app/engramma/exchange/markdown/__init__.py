"""Memories kept as Markdown: notes, an agent's own memory folder, and files of instructions."""
