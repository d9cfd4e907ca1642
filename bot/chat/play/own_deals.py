"""Games that begin with a board that a player entered."""

from __future__ import annotations

import asyncio
import functools
import logging
import re
import secrets
from typing import TYPE_CHECKING, Final

from bot.chat.games.names import find_game
from bot.chat.games.offers import named_game
from bot.chat.play.advice_views import beyond_view, chances_text, goes_on, maybe
from bot.chat.play.boards import board_reply, offers_resume
from bot.chat.play.own_deal_forms import BOARD, FILE, refused_board
from bot.chat.requests.failures import FAILURES
from bot.chat.responding.audience import boards_are_private
from bot.chat.responding.components import on_press
from bot.chat.responding.forms import entered_file
from bot.chat.responding.live_boards import edit_again, edited_later
from bot.errors import StoreError
from bot.i18n import N_, _, ngettext
from bot.models.advice import Odds, Solution
from bot.service.errors import NotYet, SecretDeal, ServiceError
from bot.service.play.games import Games
from bot.service.solver.advice import Advisor
from bot.wording.formatting import format_moves
from engine import Game, PatienceError, Status, parse_board
from engine.hidden_cards import unknown_places
from engine.solver import Outcome

if TYPE_CHECKING:
    from bot.chat.responding.components import Entries
    from bot.chat.responding.context import Context
    from bot.chat.responding.replies import Reply
    from bot.chat.responding.shown_boards import ShownBoard
    from bot.models.play import GameSnapshot
    from engine import Board, Rules

_log = logging.getLogger(__name__)

_RECORD: Final = re.compile(r"[\s`>]*\[\s*game\s*\"", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\s*(?:deal|game|nr\.?)?\s*#?\s*[\d.,_ ]{1,25}\s*", re.IGNORECASE)
_STARTING: Final = 60.0
"""Seconds that a verdict waits for a solver that is starting up."""
_LONGEST_LINE: Final = 1500
"""Characters of a line that wins, so that it fits the message."""


class NoBoard(ServiceError):
    """Nothing was entered."""

    text = N_("Type or paste a board, or choose a text file that has one.")


class DealNumber(ServiceError):
    """A deal was entered by its number."""

    text = N_("A deal by its number is dealt by /play. Enter the cards of a board here.")


class OtherGame(ServiceError):
    """A record is of another game than the one that was chosen."""

    text = N_("This is a record of {game}; choose that game.")


class AlreadyWon(ServiceError):
    """There is nothing left to play on a board."""

    text = N_("This board is won already. Enter one with something left to play.")


@on_press("position", updates=False, private=boards_are_private)
@on_press("position:of:{rules_id}", updates=False, private=boards_are_private)
@offers_resume
async def _enter(context: Context, entries: Entries, rules_id: str = "") -> Reply:
    [typed] = entries[BOARD] or ("",)
    game = rules_id or named_game(entries)
    try:
        text = await entered_file(context, entries, FILE) or typed
        typed = text
        if not text.strip():
            raise NoBoard
        return await own_deal_reply(context, _read(find_game(game), text))
    except PatienceError as error:
        return refused_board(game, typed, error)


def _read(rules: Rules, text: str) -> Board:
    """The board of a text, or of a record: where that has got to, or its deal if it was won."""
    if _NUMBER.fullmatch(text):
        raise DealNumber
    if not _RECORD.match(text):
        return parse_board(rules, text, seed=secrets.token_hex())
    game = Game.from_record(text)
    if game.rules != rules:
        raise OtherGame(game=game.rules.title)
    return game.boards[0] if game.board.is_won else game.board


@on_press("position:{game_id:int}", updates=False, private=boards_are_private)
@offers_resume
async def _play_again(context: Context, game_id: int) -> Reply:
    """Deal somebody's own deal to whoever wants to play it."""
    shown = await context.services[Games].get(game_id)
    if shown.is_secret:
        raise SecretDeal
    return await own_deal_reply(context, shown.game.boards[0])


async def own_deal_reply(context: Context, board: Board) -> Reply:
    """Begin a game with a board, unless it is won, and say whether it can be once that is known."""
    if board.status is Status.WON:
        raise AlreadyWon
    snapshot = await context.services[Games].start_with(context.player, board, context.place)
    notice = _("Looking whether this can be won …")
    unknown = len(unknown_places(snapshot.game))
    if unknown:
        notice = f"{_dealt_at_random(unknown)} {notice}"
    reply = await board_reply(context, snapshot, notice=notice)
    follow = functools.partial(_tell, context, snapshot)
    return edited_later(context, snapshot, reply, follow)


async def _tell(context: Context, snapshot: GameSnapshot, shown: ShownBoard) -> None:
    """Say on the board whether it can be won, unless its player has acted."""
    try:
        found = await _solution(context, snapshot)
        if isinstance(found, Odds) and found.is_open and not found.searched:
            await _show(context, snapshot, shown, _verdict(snapshot, found))
            await context.services[Advisor].look_longer(snapshot)
            found = await _solution(context, snapshot)
        notice = _verdict(snapshot, found)
    except (PatienceError, TimeoutError):
        notice = _("Nobody can say just now whether this can be won; /odds asks again.")
    except StoreError as error:
        _log.warning("An own deal was not searched: %s", error)
        return
    await _show(context, snapshot, shown, notice)


async def _show(context: Context, snapshot: GameSnapshot, shown: ShownBoard, notice: str) -> None:
    """Show the board with a notice, unless its player has acted."""
    try:
        current = await context.services[Games].get(snapshot.game_id)
        if current.version == snapshot.version:
            reply = await board_reply(context, snapshot, notice=notice)
            await edit_again(context, snapshot.game_id, shown, reply)
    except (PatienceError, StoreError, *FAILURES) as error:
        _log.info("The verdict on an own deal was not shown: %s", error)


async def _solution(context: Context, snapshot: GameSnapshot) -> Solution | Odds:
    """How a game is won, once a solver that is starting up can tell."""
    advisor = context.services[Advisor]
    try:
        return await advisor.solution(snapshot)
    except NotYet as error:
        async with asyncio.timeout(_STARTING):
            await error.until_ready()
        return await advisor.solution(snapshot)


def _verdict(snapshot: GameSnapshot, found: Solution | Odds) -> str:
    """Whether a board can be won, and how, in lines, and what that goes by beside the board."""
    verdict = _found(found)
    has_chances = isinstance(found, Odds) and found.chances is not None
    beyond = "" if has_chances else beyond_view(snapshot)
    return f"{verdict}\n-# {beyond}" if beyond else verdict


def _found(found: Solution | Odds) -> str:
    if isinstance(found, Solution):
        line = " ".join(map(str, found.game.moves))
        moves = format_moves(len(found.game.moves))
        won = _("**Can be won**, for example in {moves}.", moves=moves)
        return f"{won}\n||{line}||" if len(line) <= _LONGEST_LINE else won
    if found.chances is not None:
        said = f"{_dealt_at_random(found.chances.unknown)}\n{chances_text(found.chances)}"
    elif found.verdict is Outcome.LOST:
        return _("**Cannot be won**: every way was tried.")
    else:
        said = maybe(found)
    more = goes_on(found)
    if found.is_open and found.searched:
        more = f"{more} {_('/odds looks longer.')}"
    return f"{said}\n{more}" if more else said


def _dealt_at_random(unknown: int) -> str:
    return ngettext(
        "**{number} card unknown**, dealt at random here.",
        "**{number} cards unknown**, dealt at random here.",
        unknown,
    )
