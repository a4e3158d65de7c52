"""The stores of mem0: what get_all returns, the history database, the plugin's Markdown, the OpenMemory backup."""
