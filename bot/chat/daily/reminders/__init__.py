"""Reminders by direct message: setting, sending and stopping them."""
