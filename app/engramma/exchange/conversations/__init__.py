"""What the readers of assistants' conversations share: times, lines, content blocks, trees, archives."""
