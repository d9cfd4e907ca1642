"""What players are told unasked, and the way back to where a game could be won."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from PIL.GifImagePlugin import GifImageFile

from bot.images import ImageRenderer
from bot.service.play.games import Games
from bot.service.players.statistics import Statistics
from bot.service.solver.pool import SolverPool
from engine import deal, solve
from local_discord.testing import Message, Person
from tests.e2e.daily.daily_deals import days_of, prove_at_once
from tests.e2e.messages import choose, labels
from tests.e2e.play.boards import picture
from tests.e2e.play.winning import finished
from tests.e2e.running_bot import RunningBot, running_patience
from tests.waiting import until

AT_ONCE = "Say at once when a game can no longer be won"
TRIES_SECONDS = 300.0
"""How long twenty tries may take on a busy machine, where other searches come first."""


@pytest.fixture
async def bot(images: ImageRenderer, migrated_file: Path) -> AsyncIterator[RunningBot]:
    """A bot with a solver that the deals of the day leave to others."""
    days = days_of(prove_at_once, partial(datetime.now, UTC))
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        async with running_patience(images, migrated_file, solvers, days) as bot:
            yield bot


async def turn_on(ada: Person) -> None:
    """Choose to be told."""
    settings = await ada.command("patience", "settings")
    await ada.press(settings, label=f"{AT_ONCE}: off")


async def given_up(ada: Person, game: str = "phoenix", deal: str = "47", tap: str = "4") -> Message:
    """A board that was given up after a move."""
    board = await ada.command("patience", "play", game=game, deal=deal)
    await ada.press(board, label=tap)
    return await ada.press(await ada.command("patience", "type giveup"), label="Give up")


async def told_of_tries(ada: Person, words: str) -> Message:
    """The board that says how a fair player fared, which may take long on a busy machine."""

    def found() -> Message | None:
        return next((one for one in ada.messages.values() if words in one.text), None)

    await until(found, seconds=TRIES_SECONDS)
    told = found()
    assert told is not None
    return told


async def test_after_a_loss_the_way_back_leads_to_a_game_that_does_not_count(
    bot: RunningBot, ada: Person
) -> None:
    await given_up(ada)
    told = await ada.until(lambda one: "could still be won" in one.text, "verdict")
    line = await ada.press(told, label="How to win")
    assert line.ephemeral
    assert "### How to win Phoenix, deal 47" in line.text
    replay = await ada.press(line, label="Watch")
    assert isinstance(await picture(replay), GifImageFile)

    back = await ada.press(told, label="Go on")
    assert "1 move · " in back.text
    assert "does not count" in back.text
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    assert await bot.services[Statistics].losses(ada.id) == 1


async def test_the_way_back_from_a_stuck_board_is_on_that_board(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", game="golf", deal="5")
    for _ in range(15):
        await bot.services[Games].play(ada.id, "s")
    stuck = await ada.press(await ada.command("patience", "board"), label="s · deal")
    told = await ada.until(lambda one: " lost it: " in one.text, "verdict")
    assert told.id == stuck.id != board.id
    assert (await bot.services[Games].active(ada.id)).odds == 0
    back = await ada.press(told, label="Back to there")
    assert back.id == told.id
    assert back.media
    assert "s · deal" in labels(back)
    assert (await bot.services[Games].active(ada.id)).odds == 1


async def test_a_film_shows_the_move_that_lost_a_game_and_a_better_one(
    bot: RunningBot, ada: Person
) -> None:
    await ada.command("patience", "play", game="golf", deal="5")
    for _ in range(15):
        await bot.services[Games].play(ada.id, "s")
    await ada.press(await ada.command("patience", "board"), label="s · deal")
    told = await ada.until(lambda one: " lost it: " in one.text, "verdict")
    film = await ada.press(told, label="See why")
    assert film.ephemeral
    assert "✅ Better: " in film.text
    shown = await picture(film)
    assert isinstance(shown, GifImageFile)
    assert shown.n_frames == 4
    assert (await bot.services[Games].active(ada.id)).hints == 1
    await ada.press(told, label="Undo")
    refused = await ada.press(film, label="Back to there")
    assert "played on since then" in refused.text


async def test_whoever_turned_that_off_is_not_told_what_lost_a_game(
    bot: RunningBot, ada: Person
) -> None:
    settings = await ada.command("patience", "settings")
    await ada.press(settings, label="Say which move lost a game: on")
    over = await given_up(ada)
    assert await bot.client.interactions.in_flight.wait(TRIES_SECONDS) == 0
    assert "could still be won" not in ada.messages[over.id].text


async def test_after_a_loss_with_hidden_cards_it_says_how_often_the_bot_wins_without_them(
    bot: RunningBot, ada: Person
) -> None:
    await turn_on(ada)
    await given_up(ada, "klondike", "6", "s · turn")
    told = await told_of_tries(ada, "of 20 tries without seeing")
    assert re.search(
        r"It could still be won\.\n-# I won [1-9] of 20 tries without seeing face-down",
        told.text,
    )
    assert "Go on" in labels(told)
    assert await bot.services[Statistics].losses(ada.id) == 1


async def test_nobody_tries_a_deal_that_could_not_be_won_from_the_start(
    bot: RunningBot, ada: Person
) -> None:
    await turn_on(ada)
    await given_up(ada, "klondike", "24", "s · turn")
    told = await ada.until(lambda one: "could not be won from the start" in one.text, "verdict")
    for tasks in (bot.client.interactions.in_flight, bot.client.interactions.aside):
        assert await tasks.wait(TRIES_SECONDS) == 0
    assert "tries" not in ada.messages[told.id].text


async def test_whoever_goes_on_after_a_win_keeps_the_new_board(
    bot: RunningBot, ada: Person
) -> None:
    await ada.command("patience", "play", game="klondike", deal="6")
    won = await finished(bot, ada, solve(deal("klondike", 6).board).moves)
    board = await choose(ada, won, "Same deal again")
    assert await bot.client.interactions.aside.wait(TRIES_SECONDS) == 0
    assert "A hard deal" not in ada.messages[board.id].text
    assert "0 moves ·" in ada.messages[board.id].text


async def test_a_lost_game_says_so_in_its_line_and_counts_it_as_a_look_at_the_odds(
    bot: RunningBot, ada: Person
) -> None:
    await turn_on(ada)
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.press(board, label="6")
    told = await ada.until(lambda one: "can no longer be won" in one.text, "verdict")
    assert told.id == board.id
    assert (await bot.services[Games].active(ada.id)).odds == 1


async def test_to_be_told_at_once_is_offered_after_the_third_loss_and_once(
    bot: RunningBot, ada: Person
) -> None:
    for _ in range(3):
        await given_up(ada)
    offer = await ada.until(lambda one: "Shall I tell you" in one.text, "offer")
    assert offer.ephemeral
    await ada.press(offer, label="No, thanks")
    await given_up(ada)
    await ada.command("patience", "help")
    assert sum("Shall I tell you" in one.text for one in ada.messages.values()) == 0
