"""What is stored of players."""

from __future__ import annotations
