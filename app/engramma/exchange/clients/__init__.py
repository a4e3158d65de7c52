"""How other programs that run agents keep their settings, and how one entry is put in and taken out again."""
