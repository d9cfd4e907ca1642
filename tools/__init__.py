"""Programs that write documents, catalogues and measurements for those who work on the project."""

from __future__ import annotations
