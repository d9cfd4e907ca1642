"""The outbox: what is being told to people who did not ask just then."""
