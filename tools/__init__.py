"""Programs for developers: they write documents, catalogues, contact sheets and win rates."""

from __future__ import annotations
