"""The words of the memory model as plain values: what every other floor speaks in.

Standard library only; nothing here opens a file, reads a clock or knows SQL or Qt.
"""
