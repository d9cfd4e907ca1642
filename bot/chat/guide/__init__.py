"""Help, the list of games, and their rules."""
