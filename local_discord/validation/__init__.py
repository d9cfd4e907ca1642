"""What Discord is strict about, as pure functions from a body to what is wrong with it."""

from __future__ import annotations
