"""Which emoji there are."""

from __future__ import annotations

import pytest

from local_discord.emoji import LETTERS, _all_emoji, is_emoji
from local_discord.tests import emoji_list


def test_the_list_is_unicodes_with_the_regional_indicators() -> None:
    assert _all_emoji() == emoji_list.all_emoji() | LETTERS


def test_the_file_is_as_it_was_written() -> None:
    assert emoji_list.FILE.read_text(encoding="utf-8") == emoji_list.text()


@pytest.mark.parametrize(
    "text", ["🃏", "♠", "♠️", "1️⃣", "*️⃣", "🇩🇪", "🇦", "👍🏽", "👩🏽‍🚀", "👩🏿‍❤️‍💋‍👨🏻", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"]
)
def test_an_emoji_is_one(text: str) -> None:
    assert is_emoji(text)


@pytest.mark.parametrize(
    "text", ["", "1", "#", "A", "🏽", "🃏🃏", " 🃏", "🇦🇦", "🃏🏽", ":joker:", "\ufe0f"]
)
def test_other_text_is_none(text: str) -> None:
    assert not is_emoji(text)
