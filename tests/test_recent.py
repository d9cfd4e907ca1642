"""Tests for dictionaries of a limited size."""

from __future__ import annotations

from bot.recent import Recent


def test_entries_set_longest_ago_go() -> None:
    recent = Recent[str, int](2)
    recent["first"], recent["second"], recent["first"] = 1, 2, 3
    assert recent.setdefault("third", 4) == 4
    assert list(recent.items()) == [("first", 3), ("third", 4)]
