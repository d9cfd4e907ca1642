"""Responding to interactions: in time, once, and to those who may see it."""
