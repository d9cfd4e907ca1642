"""A board: where its cards lie, and the picture and the text of it."""

from __future__ import annotations
