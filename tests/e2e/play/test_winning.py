"""The moment of a win: what was reached, what comes next, and the same deal for others."""

from __future__ import annotations

import pytest
from PIL.GifImagePlugin import GifImageFile

from bot.service.play.games import Games
from bot.service.players.statistics import Statistics
from engine.rules import Difficulty
from local_discord.testing import Person
from rendering.animation.replay import CLIP_MOVES
from tests.e2e.counted_calls import counted
from tests.e2e.messages import choose, offered
from tests.e2e.play.boards import picture
from tests.e2e.play.winning import won
from tests.e2e.running_bot import RunningBot


@pytest.mark.quick
async def test_a_win_says_what_was_reached_and_offers_what_comes_next(
    bot: RunningBot, ada: Person
) -> None:
    board = await won(bot, ada)
    assert "**Won**" in board.text
    assert "**Perfect game:** no undo, no hint." in board.text
    # A first win beats nothing.
    assert "Personal best" not in board.text
    assert "in a row" not in board.text
    labels = [button.label for button in board.buttons]
    assert labels == ["New deal", "Share"]
    assert offered(board) == [
        *("Today's deal", "One like this, a bit harder"),
        *("Replay", "Best moves", "Same deal again"),
    ]
    later = await ada.command("patience", "board")
    assert "**Won**" in later.text
    assert "Perfect game" not in later.text


async def test_only_the_winning_press_asks_what_was_reached(bot: RunningBot, ada: Person) -> None:
    async with counted(bot, (Statistics, "for_win")) as counts:
        board = await ada.command("patience", "play", game="phoenix", deal="47")
        await ada.press(board, label="4")
        assert counts["Statistics.for_win"] == 0
        await won(bot, ada)
        assert counts["Statistics.for_win"] == 1
        await ada.command("patience", "board")
        assert counts["Statistics.for_win"] == 1


async def test_a_shared_win_deals_the_same_deal_to_others(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    card = await ada.press(await won(bot, ada), label="Share")
    dealt = await ben.press(card, label="Play this deal")
    assert dealt.id != card.id
    assert "Phoenix · deal 47" in dealt.text
    assert "Phoenix · deal 47" in dealt.text
    assert "Phoenix · deal 47" in (await ben.command("patience", "board")).text


async def test_a_win_is_celebrated_once_with_an_animation(bot: RunningBot, ada: Person) -> None:
    board = await won(bot, ada)
    assert (await picture(board)).format == "GIF"
    assert "The cards cascade over the board, once." in board.alt
    later = await ada.command("patience", "board")
    assert (await picture(later)).format == "PNG"
    assert "cascade" not in later.alt


async def test_without_motion_a_won_board_is_a_still_picture(bot: RunningBot, ada: Person) -> None:
    settings = await ada.command("patience", "settings")
    settings = await ada.press(settings, label="Celebrate wins with an animation: on")
    assert settings.button("Celebrate wins with an animation: off")
    board = await won(bot, ada)
    assert "**Perfect game:**" in board.text
    assert (await picture(board)).format == "PNG"


async def test_who_wants_it_quiet_is_told_neither_time_nor_badge(
    bot: RunningBot, ada: Person
) -> None:
    settings = await ada.command("patience", "settings")
    await ada.press(settings, label="Quiet: no streaks, badges or times: off")
    board = await won(bot, ada)
    assert "**Won** in 72 moves." in board.text
    for word in ("Perfect", "Badge", "Personal best", "🔥"):
        assert word not in board.text
    card = await ada.press(board, label="Share")
    assert "72 moves" in card.alt
    assert "second" not in card.alt
    assert "streak" not in (await ada.command("patience", "daily calendar")).text


async def test_the_best_moves_of_a_win_are_a_clip_for_all(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    board = await won(bot, ada)
    clip = await choose(ada, board, "Best moves")
    assert "best moves" in clip.text
    image = await picture(clip)
    assert isinstance(image, GifImageFile)
    assert image.n_frames == CLIP_MOVES + 2
    assert "Phoenix" in (await choose(ben, board, "Best moves")).text
    assert bot.discord.refusals == []


async def test_one_like_a_won_deal_is_dealt_even_without_a_solver(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    board = await won(bot, ada)
    dealt = await choose(ada, board, "One like this, a bit harder")
    assert "No harder deal turned up just now" in dealt.text
    assert "Phoenix" in dealt.text
    refused = await choose(ben, board, "One like this, a bit harder")
    assert refused.ephemeral


async def test_after_a_graded_deal_one_of_the_same_grade_is_offered(
    bot: RunningBot, ada: Person
) -> None:
    games = bot.services[Games]
    dealt = await games.start(ada.id, "phoenix", 47, grade=Difficulty.EASY)
    await games.play(ada.id, dealt.game.legal_moves()[0])
    board = await ada.command("patience", "board")
    assert "### Phoenix · deal 47 · easy" in board.text
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    board = await ada.command("patience", "board")
    assert "### Phoenix · deal 47 · easy" in board.text
    another = await ada.press(board, label="New deal · easy")
    # There is no solver here that could compare deals.
    assert "Deals of **Phoenix** could not be compared just now" in another.text
