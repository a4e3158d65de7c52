"""The server that agents talk to.

The only place that knows the MCP SDK; every use case belongs to the engine.
"""
