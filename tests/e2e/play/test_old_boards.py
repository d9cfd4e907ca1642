"""Presses on boards that are out of date."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.chat.requests import pace
from bot.service.play.games import Games
from local_discord import rate_limits
from local_discord.rate_limits import Limit, Limits
from local_discord.testing import Person
from tests.e2e.play.boards import live_board
from tests.e2e.player import custom_id
from tests.e2e.running_bot import RunningBot

OUT_OF_DATE = "out of date"


async def play_elsewhere(bot: RunningBot, person: Person, *moves: str) -> None:
    """Play moves that the person's board does not show yet."""
    for move in moves:
        await bot.services[Games].play(person.id, move)


@pytest.mark.quick
async def test_a_press_one_action_behind_shows_the_board_without_a_word(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    await play_elsewhere(bot, ada, "s")
    shown = await ada.press(board, custom_id=custom_id(board, ":tap:s"))
    assert "1 move ·" in shown.text
    assert OUT_OF_DATE not in shown.text


async def test_a_press_two_actions_behind_says_that_the_board_is_out_of_date(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    await play_elsewhere(bot, ada, "s", "s")
    shown = await ada.press(board, custom_id=custom_id(board, ":tap:s"))
    assert OUT_OF_DATE in shown.text
    assert "2 moves ·" in (await ada.command("patience", "board")).text


async def test_a_question_about_an_earlier_position_changes_nothing(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    question = await ada.command("patience", "type giveup")
    await play_elsewhere(bot, ada, "r4-2")
    said = await ada.press(question, label="Give up")
    assert said.id == question.id
    assert "You played on" in said.text
    assert "1 move ·" in (await ada.refresh(board)).text


async def test_a_question_about_a_game_put_aside_changes_nothing(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    question = await ada.command("patience", "type giveup")
    await ada.command("patience", "play", game="cassim", deal="5")
    assert "/resume" in (await ada.press(question, label="Give up")).text
    assert "Cassim · deal 5" in (await ada.command("patience", "board")).text


@pytest.mark.quick
async def test_a_second_press_on_new_deal_deals_once(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    question = await ada.command("patience", "type giveup")
    over = live_board(ada, await ada.press(question, label="Give up"))
    first, second = await asyncio.gather(
        ada.press(over, label="New deal"), ada.press(over, label="New deal")
    )
    assert first.id == second.id == over.id
    assert first.text == second.text


@pytest.mark.parametrize("moves", [0, 1])
async def test_an_earlier_game_is_dealt_again_below_it_whatever_is_played_now(
    ada: Person, moves: int
) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    question = await ada.command("patience", "type giveup")
    over = live_board(ada, await ada.press(question, label="Give up"))
    await ada.command("patience", "play", game="phoenix", deal="8")
    for _ in range(moves):
        await ada.command("patience", "type move", play="r4 2")
    shown = await ada.press(over, label="Same deal again")
    assert shown.id != over.id
    assert "Phoenix · deal 7" in shown.text
    assert "Phoenix · deal 7" in (await ada.refresh(over)).text


async def test_a_question_about_a_game_that_is_over_says_so(bot: RunningBot, ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    question = await ada.command("patience", "type giveup")
    await bot.services[Games].give_up(ada.id)
    said = await ada.press(question, label="Keep playing")
    assert "This game is over already, so nothing was changed." in said.text


async def test_a_board_older_than_an_hour_can_be_posted_anew_instead_of_edited(
    bot: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "OLD_AFTER", timedelta())
    monkeypatch.setattr(rate_limits, "OLD_MESSAGE_SECONDS", 0)
    bot.discord.limits = Limits(old_callback_edits=Limit(1, 3600))
    bot.client.reposts_old_boards = True
    first = await ada.command("patience", "play", game="phoenix", deal="7")
    second = await ada.press(first, label="6")
    third = await ada.press(second, label="Undo")
    assert len({first.id, second.id, third.id}) == 3
    assert "1 move ·" in second.text
    await ada.wait_until(lambda: second.id not in ada.messages, "deletion")


async def test_a_private_board_older_than_an_hour_is_edited(
    bot: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "OLD_AFTER", timedelta())
    bot.client.reposts_old_boards = True
    await ada.press(await ada.command("patience", "settings"), label="Show my boards to others: on")
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    assert (await ada.press(board, label="6")).id == board.id
