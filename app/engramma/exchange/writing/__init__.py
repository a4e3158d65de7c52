"""Writers of other tools' formats, and of texts for people: what they carry, what they lose, and their bytes."""
