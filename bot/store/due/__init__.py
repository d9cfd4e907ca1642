"""What is due, and the messages that show it."""
