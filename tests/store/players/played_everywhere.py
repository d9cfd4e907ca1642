"""Rows about a player in every table that there is."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.models.contests import Tournament, TournamentKind
from bot.models.due import Shown, board_subject
from bot.models.places import Place
from bot.models.play import Deal
from bot.models.players import Reminder, ReminderKind
from bot.store.contests.schema import ratings
from bot.store.contests.tournaments import create_tournament
from bot.store.database.connection import Database
from bot.store.due.boards import replace_board
from bot.store.play.games import create_game
from bot.store.players.badges import save_badges
from bot.store.players.last_seen import save_name
from bot.store.players.reminders import save_reminder
from bot.store.preferences import Owner, save_preferences, set_visibility
from bot.store.solver.deals import StoredSolution, save_solution
from tests.store.contests.racing import challenge, start_challenge, start_race
from tests.store.finished_games import NOON, play_to_the_end
from tests.store.players.player_rows import fill_other_tables

ANN, BOB, EVE = 81384788765712384, 2**63 - 1, 175928847299117063
DAY: Final = timedelta(days=1)


async def enter_tournament(database: Database) -> None:
    """Let Ann play the set deal of a tournament."""
    week = Tournament(0, Place(5, guild_id=6), TournamentKind.GAMES, NOON, NOON + 7 * DAY)
    started = await create_tournament(database, week, [("saratoga", 42)])
    assert started is not None
    await create_game(
        database, Deal(ANN, "saratoga", 42, NOON, contest_deal_id=started.deals[0].id)
    )


async def play_everywhere(database: Database) -> None:
    """Leave rows about Ann in every table that can hold them."""
    await play_to_the_end(database, ANN, day=NOON.date(), guild=6, moves=3, undos=1)
    await start_challenge(database, ANN, BOB)
    await challenge(database, EVE, ANN)
    game = await create_game(database, Deal(ANN, "phoenix", 7, NOON))
    await replace_board(database, Shown(board_subject(game.id), Place(5, 6), 8, "", NOON))
    await save_solution(database, game.id, StoredSolution(0, "s"))
    await enter_tournament(database)
    await save_reminder(database, Reminder(ANN, ReminderKind.DAY, 18, "UTC", "en"), NOON)
    await start_race(database, ANN, BOB, EVE)
    await save_preferences(database, Owner.PLAYER, ANN, {"theme": "dark"})
    await set_visibility(database, 6, ANN, visible=False)
    await save_name(database, ANN, "Ann")
    await save_badges(database, ANN, ["first-win"])
    rating = {"player_id": ANN, "scope": 6, "races": 1, "wins": 0, "race_id": 1}
    async with database.transaction() as connection:
        await connection.execute(ratings.insert().values(**rating, mu=25.0, sigma=8.0, at=NOON))
    await fill_other_tables(database, ANN)
