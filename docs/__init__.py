"""The documentation, and the program that writes the pages about the games."""

from __future__ import annotations
