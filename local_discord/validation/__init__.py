"""Discord's rules for request bodies, as pure functions from a body to its problems."""

from __future__ import annotations
