"""Verdicts that are kept, and what is written from them."""
