"""The way from a board in the chat to the table in a browser, and back."""
