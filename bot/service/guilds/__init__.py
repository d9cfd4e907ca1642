"""Servers: their languages, setup, and what they leave behind."""
