"""The entry points: command line, window and tour.

Each imports what it starts only when it starts it, so that a data command never loads Qt.
"""
