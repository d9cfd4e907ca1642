"""Statistics of players and guilds."""
