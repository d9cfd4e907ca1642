"""Players' profiles and badges."""
