"""What is private in a text: secrets, addresses, numbers, paths, one's own list of names; and masks for them."""
