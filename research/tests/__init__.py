"""Tests of what measures win rates."""
