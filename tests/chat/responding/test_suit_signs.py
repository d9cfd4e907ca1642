"""Emoji for suits in texts and labels."""

from __future__ import annotations

import contextvars
from collections.abc import Iterator

import discord
import pytest
from discord import ui

from bot.chat.responding.components import option
from bot.chat.responding.replies import MAX_TEXT, message, text_reply
from bot.chat.responding.suit_signs import label_and_sign, use_suit_signs, with_signs
from engine.cards import Suit

SIGNS = tuple(f"<:{suit.name.lower()}:{suit + 10**17}>" for suit in Suit)


@pytest.fixture
def signs() -> Iterator[None]:
    """The emoji are known."""
    use_suit_signs(SIGNS)
    yield
    use_suit_signs(())


def shown(view: ui.LayoutView) -> list[str]:
    return [one.content for one in view.walk_children() if isinstance(one, ui.TextDisplay)]


def test_until_the_emoji_are_known_suits_are_characters() -> None:
    assert with_signs("**7♥** from 3") == "**7♥** from 3"
    assert label_and_sign("7♥ → home") == ("7♥ → home", None)


@pytest.mark.usefixtures("signs")
def test_texts_have_emoji_for_suits() -> None:
    text = "**10♠ and 9♦ from 3**: where to?"
    assert shown(text_reply(text).view) == [
        "**10<:spades:100000000000000000> and 9<:diamonds:100000000000000002> from 3**: where to?"
    ]


@pytest.mark.usefixtures("signs")
def test_code_keeps_its_characters() -> None:
    text = "7♥ and `type 7♥`\n```\n1: 7♥ 6♣\n\n2: 5♦\n```\n6♣"
    assert with_signs(text) == text.replace("7♥ and", "7<:hearts:100000000000000001> and").replace(
        "```\n6♣", "```\n6<:clubs:100000000000000003>"
    )


@pytest.mark.usefixtures("signs")
def test_texts_that_would_become_too_long_keep_their_characters() -> None:
    short, long = "7♥ " * 20, "7♥ " * (MAX_TEXT // 20)
    assert "♥" not in "".join(shown(message(ui.TextDisplay(short), ui.TextDisplay(short))))
    both = shown(message(ui.TextDisplay(long), ui.TextDisplay(short)))
    assert both == [long, short]


@pytest.mark.usefixtures("signs")
def test_a_label_with_one_suit_has_it_as_its_emoji() -> None:
    assert label_and_sign("7♦ → home") == ("7 → home", "<:diamonds:100000000000000002>")
    for label in ("cell a", "7♥ → 9♥", "7♥ + 7♠", "discard 7♥"):
        assert label_and_sign(label) == (label, None)


@pytest.mark.usefixtures("signs")
def test_options_have_emoji_too() -> None:
    one = option("Q♠ · r4", "r4", "3 moves")
    assert (one.label, one.emoji) == ("Q · r4", discord.PartialEmoji(name="spades", id=10**17))


@pytest.mark.usefixtures("signs")
def test_another_task_has_signs_of_its_own() -> None:
    contextvars.copy_context().run(use_suit_signs, ())
    assert with_signs("7♥") == "7<:hearts:100000000000000001>"


@pytest.mark.usefixtures("signs")
def test_suits_that_are_of_no_card_stay_as_they_were_typed() -> None:
    assert with_signs("There is no game called “🕷️ ♠”.") == "There is no game called “🕷️ ♠”."
