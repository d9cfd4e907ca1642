"""Sentences about games, as every client says them: the chat, and the table in a browser."""
