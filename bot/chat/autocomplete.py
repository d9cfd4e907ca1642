"""Autocomplete: games and legal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.app_commands import Choice

from bot.chat.game_names import find_games, read_difficulty
from bot.chat.limits import MAX_OPTION_TEXT, MAX_OPTIONS
from bot.i18n import _, in_notation, translate
from engine import PatienceError

if TYPE_CHECKING:
    from bot.chat.context import Interaction
    from engine import Game, Move
    from engine.rules import Difficulty


async def complete_game(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Autocomplete the name of a game; for use in a command's ``autocomplete``."""
    return game_choices(typed, read_difficulty(interaction.namespace.difficulty))


def game_choices(typed: str, difficulty: Difficulty | None = None) -> list[Choice[str]]:
    """The games that the typed text may mean, best match first."""
    return [
        Choice(name=_(rules.title)[:MAX_OPTION_TEXT], value=rules.id)
        for rules in find_games(typed, difficulty).games[:MAX_OPTIONS]
    ]


def move_choices(game: Game, typed: str) -> list[Choice[str]]:
    """The legal moves that match the typed text; a move typed in full comes first."""
    wanted = typed.casefold().split()
    matching = [
        choice
        for choice in (_choice(game, move) for move in game.legal_moves())
        if all(word in f"{choice.value} {choice.name}".casefold() for word in wanted)
    ]
    typed_move = _parse(game, typed)
    if typed_move is not None:
        first = _choice(game, typed_move)
        matching = [first, *(choice for choice in matching if choice.value != first.value)]
    return matching[:MAX_OPTIONS]


def _choice(game: Game, move: Move) -> Choice[str]:
    name = translate(game.board.describe(move))
    return Choice(name=name[:MAX_OPTION_TEXT], value=str(move))


def _parse(game: Game, typed: str) -> Move | None:
    try:
        return game.board.parse_move(in_notation(typed))
    except PatienceError:
        return None
