"""Messages that stay in channels: announcements and live boards."""
