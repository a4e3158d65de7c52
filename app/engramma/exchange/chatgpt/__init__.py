"""Conversations and saved memories of a ChatGPT export."""
