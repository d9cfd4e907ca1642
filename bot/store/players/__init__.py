"""What is stored of players."""
