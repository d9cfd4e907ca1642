"""What a player has reached, is called, is reminded of, and may have deleted."""
