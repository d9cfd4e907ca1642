"""Settings of players and guilds, and privacy."""
