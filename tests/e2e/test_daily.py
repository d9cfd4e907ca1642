"""The challenge of the day, from the first tap to the words that are shared."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import engine
from bot.chat.drawing import Artist
from bot.service import Daily, Tables
from engine import Move
from engine.solver import solve
from tests.e2e.house import House, open_house
from tests.local.person import Message, Person

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
"""On a Monday."""


class Clock:
    """A clock that stands still unless it is set."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


async def prove(game: str, number: int) -> tuple[Move, ...] | None:
    board = engine.deal(game, number).board
    return (await asyncio.to_thread(solve, board, max_seconds=2)).moves or None


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def house(artist: Artist, tmp_path: Path, clock: Clock) -> AsyncIterator[House]:
    """A house whose day is the clock's."""

    def days(tables: Tables) -> Daily:
        return Daily(tables, "a secret that is long enough", prove, clock=clock)

    async with open_house(artist, tmp_path / "patience.db", days=days) as house:
        yield house


async def line(house: House) -> tuple[Move, ...]:
    """Moves that win today's deal."""
    assert house.client is not None
    deal = await house.client.daily.deal()
    return solve(engine.deal(deal.game, deal.number).board, max_seconds=20).moves


async def won(house: House, person: Person) -> Message:
    assert house.client is not None
    moves = await line(house)
    deal = await house.client.daily.deal()
    game = engine.deal(deal.game, deal.number)
    board = await person.command("patience", "daily play")
    for move in moves:
        if game.can_finish():
            return await person.press(board, label="Finish")
        game.play(move)
        board = await person.command("patience", "move", play=str(move))
    return board


async def test_everybody_has_the_same_deal_whose_number_is_not_told(
    ada: Person, ben: Person
) -> None:
    boards = [await person.command("patience", "daily play") for person in (ada, ben)]
    assert await boards[0].picture() == await boards[1].picture()
    for board in boards:
        assert "16 November 2026" in board.text
        assert "par " in board.text
        assert "deal " not in board.text.splitlines()[0]
        assert "deal" not in board.alt.split(".")[0]


async def test_the_board_can_be_left_and_comes_back_as_it_was(ada: Person) -> None:
    board = await ada.command("patience", "daily play")
    stock_or_pile = next(button for button in board.buttons if not button.disabled)
    await ada.press(board, custom_id=stock_or_pile.custom_id)
    left = (await ada.command("patience", "board")).text
    await ada.command("patience", "play", game="phoenix", deal="7")
    back = await ada.command("patience", "daily play")
    assert left.splitlines()[1] in back.text


async def test_a_win_has_a_result_to_share_without_spoilers(house: House, ada: Person) -> None:
    board = await won(house, ada)
    result = await ada.press(board, label="My result")
    assert result.ephemeral
    assert "**Won**" in result.text
    assert "Perfect" in result.text
    assert "1 day won in a row" in result.text
    shared = await ada.press(result, label="Share")
    assert not shared.ephemeral
    assert "Patience 2026-11-16" in shared.text
    assert "⭐ perfect" in shared.text


async def test_who_has_a_result_sees_it_and_may_play_again_for_fun(
    house: House, ada: Person
) -> None:
    await won(house, ada)
    result = await ada.command("patience", "daily play")
    assert "**Won**" in result.text
    board = await ada.press(result, label="Play again for fun")
    assert "for fun" in board.text
    await ada.command("patience", "giveup")
    assert "once more, for fun" in (await ada.command("patience", "daily play")).text


async def test_the_first_finished_game_counts(ada: Person) -> None:
    await ada.command("patience", "daily play")
    await ada.press(await ada.command("patience", "giveup"), label="Give up")
    assert "Not won" in (await ada.command("patience", "daily play")).text


async def test_a_new_day_has_another_deal_and_the_streak_goes_on(
    house: House, ada: Person, clock: Clock
) -> None:
    await won(house, ada)
    clock.now += timedelta(days=1)
    board = await ada.command("patience", "daily play")
    assert "17 November 2026" in board.text
    assert "🔥 1 day" in board.text
