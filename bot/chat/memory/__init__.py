"""What the process remembers of interactions; nothing of it outlives a restart."""
