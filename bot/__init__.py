"""Patience, a solitaire bot for Discord."""

from __future__ import annotations

from runpy import run_module

__all__ = ["main"]
__version__ = "1.2.0"


def main() -> None:
    """Do what ``python -m bot`` does, under a name for which workers import nothing."""
    run_module("bot", {"PROGRAM": "patience"}, "__main__", alter_sys=True)
