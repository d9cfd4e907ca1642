"""The daily deal: playing it, its leaderboard, calendar and reminders, and what shows its days."""
