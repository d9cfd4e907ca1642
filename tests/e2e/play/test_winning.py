"""The moment of a win: what was reached, what comes next, and the same deal for others."""

from __future__ import annotations

from bot.service import Statistics
from local_discord.testing import Person
from tests.e2e.running_bot import RunningBot
from tests.e2e.test_one_straight_line import counted
from tests.e2e.test_sharing import picture, won


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


async def test_only_the_winning_press_asks_what_was_reached(bot: RunningBot, ada: Person) -> None:
    with counted(bot, (Statistics, "of_win")) as counts:
        board = await ada.command("patience", "play", game="phoenix", deal="47")
        await ada.press(board, label="4")
        assert counts["Statistics.of_win"] == 0
        await won(ada)
        assert counts["Statistics.of_win"] == 1
        await ada.command("patience", "board")
        assert counts["Statistics.of_win"] == 1


async def test_a_shared_win_deals_the_same_deal_to_others(ada: Person, ben: Person) -> None:
    card = await ada.press(await won(ada), label="Share")
    dealt = await ben.press(card, label="Play this deal")
    assert dealt.id != card.id
    assert "Phoenix · deal 47" in dealt.text
    assert "winnable" in dealt.text
    assert "Phoenix · deal 47" in (await ben.command("patience", "board")).text


async def test_a_win_is_celebrated_once_with_an_animation(ada: Person) -> None:
    board = await won(ada)
    assert (await picture(board)).format == "GIF"
    assert "The cards cascade over the board, once." in board.alt
    later = await ada.command("patience", "board")
    assert (await picture(later)).format == "PNG"
    assert "cascade" not in later.alt


async def test_without_motion_a_won_board_is_a_still_picture(ada: Person) -> None:
    settings = await ada.command("patience", "settings")
    settings = await ada.press(settings, label="Celebrate wins with an animation: on")
    assert settings.button("Celebrate wins with an animation: off")
    board = await won(ada)
    assert "**Perfect game:**" in board.text
    assert (await picture(board)).format == "PNG"
