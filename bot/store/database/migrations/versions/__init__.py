"""The revisions, oldest first; a published one is never changed."""

from __future__ import annotations
