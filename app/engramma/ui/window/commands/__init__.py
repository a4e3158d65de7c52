"""The commands of the window, by subject. Each module says what its commands are and does what they say."""
