"""Whom messages name, and how names are written that are no mentions."""

from __future__ import annotations

import pytest
from discord import ui

from bot.chat.responding.mentions import named_players, plain
from bot.chat.responding.replies import message


def test_everybody_is_named_whom_a_text_mentions_wherever_it_stands() -> None:
    section = ui.Section[ui.LayoutView]("<@!3>", accessory=ui.Button[ui.LayoutView](label="<@9>"))
    container = ui.Container[ui.LayoutView](ui.TextDisplay("<@2>, <@1>"), section)
    view = message(ui.TextDisplay("<@1> and <#4>, </play:5>"), container)
    assert named_players(view) == (1, 2, 3)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ada Lovelace", "Ada Lovelace"),
        ("李明 🃏", "李明 🃏"),
        ("*_~`|", r"\*\_\~\`\|"),
        ("<@1> @here", r"\<\@1\> \@here"),
        ("[a](http://b.c)", r"\[a\](http\://b\.c)"),
        ("عبد", "\u2068عبد\u2069"),
    ],
)
def test_a_name_reads_as_it_is_written(name: str, text: str) -> None:
    assert plain(name) == text
