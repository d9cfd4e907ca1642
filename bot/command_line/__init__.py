"""What an operator runs beside the bot: ``python -m bot health`` and its like, a module each."""
