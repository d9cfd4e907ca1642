"""The moment of a win: what was reached, what comes next, and the same deal for others."""

from __future__ import annotations

from local_discord.testing import Person
from tests.e2e.test_sharing import won


async def test_a_win_says_what_was_reached_and_offers_what_comes_next(ada: Person) -> None:
    board = await won(ada)
    assert "**Won**" in board.text
    assert "**Perfect game:** no undo, no hint." in board.text
    # A first win beats nothing.
    assert "Personal best" not in board.text
    assert "in a row" not in board.text
    labels = [button.label for button in board.buttons]
    assert labels == ["New deal", "Today's deal", "Share", "Replay", "Same deal again"]
    later = await ada.command("patience", "board")
    assert "**Won**" in later.text
    assert "Perfect game" not in later.text


async def test_a_shared_win_deals_the_same_deal_to_others(ada: Person, ben: Person) -> None:
    card = await ada.press(await won(ada), label="Share")
    dealt = await ben.press(card, label="Play this deal")
    assert dealt.id != card.id
    assert "Phoenix · deal 47" in dealt.text
    assert "winnable" in dealt.text
    assert "Phoenix · deal 47" in (await ben.command("patience", "board")).text
