"""How far the players of races have come, and what ends for them at their deadlines."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from bot.models.contests import Race, RaceProgress, RaceState
from bot.service.play.replay import UNDO, apply
from bot.store.contests.races import close_race, end_turns, race_progress
from bot.store.database.connection import Database
from bot.store.play.game_logs import load_logs
from engine import PatienceError, deal


async def load_progress(database: Database, race: Race) -> tuple[RaceProgress, ...]:
    """The progress of a race's players, of each until they finished; in their order."""
    games = {
        one.player_id: one.game_id
        for one in race.racers
        if one.result is None and one.game_id is not None
    }
    found = await _progress_of_games(database, race, games, race.ended_at) if games else {}
    return tuple(one.result or found.get(one.player_id, RaceProgress()) for one in race.racers)


async def end_overdue(database: Database, race: Race, at: datetime) -> Race | None:
    """Close an open race past its deadline, or end a running one for those who are past theirs.

    None if it has ended already.
    """
    if race.state is RaceState.OPEN:
        return await close_race(database, race.id, race.deadline)
    results: dict[int, RaceProgress | None] = {}
    for racer in race.overdue(at):
        player, game_id, until = racer.player_id, racer.game_id, race.due(racer)
        results[player] = None
        if game_id is not None:
            results |= await _progress_of_games(database, race, {player: game_id}, until)
    return await end_turns(database, race.id, results)


def progress_of(rules_id: str, deal_number: int, log: Iterable[str]) -> RaceProgress:
    """The progress of a game after the entries of its log.

    A game that this version's rules cannot replay counts as one without moves.

    >>> progress_of("saratoga", 42, ["s", "s", "undo"])
    RaceProgress(progress=0, moves=1, undos=1, hints=0, odds=0)
    """
    texts = tuple(log)
    try:
        played = deal(rules_id, deal_number)
        for text in texts:
            apply(played, text)
    except PatienceError:
        return RaceProgress()
    return RaceProgress(played.board.progress, len(played.moves), texts.count(UNDO))


async def _progress_of_games(
    database: Database, race: Race, games: Mapping[int, int], until: datetime | None
) -> dict[int, RaceProgress]:
    """The progress of games of a race until some time, or until now; by player."""
    now = await race_progress(database, games.values())
    # A player who deletes their data just now has no game, and has left the race.
    progress = {player: now.get(game, RaceProgress()) for player, game in games.items()}
    if until is None:
        return progress
    logs = await load_logs(database, games.values(), until)
    for player, game in games.items():
        then = progress_of(race.rules_id, race.deal_number or 0, logs[game])
        with_help = progress[player]
        progress[player] = replace(then, hints=with_help.hints, odds=with_help.odds)
        # Replaying twenty games takes a while; presses do not wait for all of them.
        await asyncio.sleep(0)
    return progress
