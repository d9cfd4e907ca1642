"""The services: everything a player can do, independent of Discord. A room a subject."""
