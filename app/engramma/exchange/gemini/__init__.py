"""Sessions of the Gemini command line tool, and Gemini's part of a Google Takeout."""
