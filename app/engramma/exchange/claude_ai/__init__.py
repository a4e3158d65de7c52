"""Conversations, memories and projects of a Claude.ai export."""
