"""The pictures of a server's day: who is in it while it goes on, and how it went."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from bot.chat.daily.day_views import STEPS, steps_done
from bot.chat.daily.views import format_turn
from bot.chat.games.pictures import faces_of, if_drawn
from bot.errors import StoreError
from bot.i18n import _, day_and_weekday, format_percent, ngettext
from bot.i18n.texts import picture_strings
from bot.images import ImageRenderer
from bot.service.daily.daily import Daily
from bot.service.errors import ServiceError
from bot.service.play.games import Games
from bot.wording.formatting import format_difficulty, format_moves, game_title
from engine import deal
from rendering import Style, scene_of
from rendering.charts.day_board import MAX_FACES
from rendering.charts.day_card import DayCard, Winner

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.chat.responding.context import PatienceBot
    from bot.models.rankings import LeaderboardLine
    from bot.service.daily.posts import DayBoard, Digest
    from engine import Board
    from rendering import Picture
    from rendering.charts.faces import Face

_DAY: Final = timedelta(days=1)
_BOARD: Final = Style(width=800)
"""As wide as chats show it, and lighter than boards to play on: it is sent again all day."""

_log = logging.getLogger(__name__)


async def draw_day(bot: PatienceBot, board: DayBoard) -> Picture | None:
    """A day that goes on: its game with all cards face down, and who is in it; None if it fails."""
    rules_id = board.deal.rules_id
    progress = {line.player_id: 1.0 for line in board.winners}
    progress |= {one.player_id: steps_done(board.deal, one) / STEPS for one in board.players}
    faces = await faces_of(bot, progress)
    shown = tuple((faces[player], done) for player, done in progress.items())
    others = board.won + len(board.players) + board.unlisted - len(shown)
    # Of another deal, so that the piles tell nothing of the day's.
    scene = scene_of(deal(rules_id, 1))
    covered = replace(scene.board, hidden=tuple(map(len, scene.board.stacks)))
    scene = replace(scene, board=covered, number=None)
    alt = _("{game} as it is dealt, all cards face down", game=game_title(rules_id))
    people = [
        _("{name} has won", name=face.name)
        if done == 1
        else f"{face.name} {format_percent(round(100 * done))}"
        for face, done in shown[:MAX_FACES]
    ]
    alt = "; ".join([alt, *people])
    images = bot.services[ImageRenderer]
    return await if_drawn(images.day_board(scene, shown, others, _BOARD, alt))


async def draw_card(bot: PatienceBot, digest: Digest) -> Picture | None:
    """How a day went; None if that fails."""
    played = digest.deal
    faces = await faces_of(bot, [line.player_id for line in digest.lines])
    [following] = await bot.services[Daily].coming(played.day + _DAY)
    card = DayCard(
        day=day_and_weekday(played.day),
        game=game_title(played.rules_id),
        level=format_difficulty(played.difficulty),
        dealt=deal(played.rules_id, played.deal_number).board,
        end=await _end(bot, digest),
        end_by=faces[digest.shown.player_id].name if digest.shown else "",
        winners=tuple(_winners(digest, faces)),
        started=digest.started,
        won=digest.figures.won,
        perfect=digest.figures.perfect,
        streak=digest.streak,
        par=played.par,
        following=format_turn(following),
    )
    return await if_drawn(bot.services[ImageRenderer].day_card(card, Style()))


def _winners(digest: Digest, faces: Mapping[int, Face]) -> Iterator[Winner]:
    for line in digest.lines:
        win = digest.wins.get(line.player_id)
        if win is not None:
            yield Winner(
                face=faces[line.player_id],
                rank=line.rank,
                result=_result(line, is_quiet=line.player_id in digest.quiet),
                is_perfect=line.perfect > 0,
                streak=digest.streaks.get(line.player_id, 0),
                began=win.began_at,
                won=win.won_at,
            )


def _result(line: LeaderboardLine, *, is_quiet: bool) -> str:
    """A win in few words."""
    facts = [format_moves(line.moves)]
    if not is_quiet:
        facts.append(picture_strings().format_duration(int(line.played.total_seconds())))
    if line.hints or line.odds:
        hints = line.hints + line.odds
        facts.append(ngettext("{number} hint", "{number} hints", hints))
    return " · ".join(facts)


async def _end(bot: PatienceBot, digest: Digest) -> Board | None:
    """The board of the best game that may be shown, as it was won."""
    if digest.shown is None:
        return None
    try:
        return (await bot.services[Games].get(digest.shown.game_id)).game.board
    except (StoreError, ServiceError) as error:
        _log.info("A day's card is without the board that was won: %s", error)
        return None
