"""Autocomplete: games and legal moves."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from discord.app_commands import Choice

from bot.chat.limits import MAX_OPTION_TEXT, MAX_OPTIONS
from bot.chat.search import fuzzy_find
from bot.i18n import LANGUAGES, _, translate, use_locale
from engine import CATALOGUE, PatienceError, UnknownGame, rules_of

if TYPE_CHECKING:
    from bot.chat.context import Interaction
    from engine import Game, Move, Rules

FIRST_OFFERED: Final = (
    "klondike",
    "spider-1",
    "freecell",
    "saratoga",
    "cassim",
    "phoenix",
    "saxony",
    "klondike-3",
    "spider-2",
    "spider",
    "yukon",
    "golf",
    "scorpion",
    "eight-off",
    "bakers-game",
    "beleaguered-castle",
    "la-belle-lucie",
    "canfield",
    "seahaven",
    "penguin",
    "easthaven",
    "forty-thieves",
    "king-albert",
    "flower-garden",
    "black-hole",
)
"""The games offered before anything is typed: the best known first."""


async def complete_game(_interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Autocomplete the name of a game; for use in a command's ``autocomplete``."""
    return game_choices(typed)


def game_choices(typed: str) -> list[Choice[str]]:
    """The games that the typed text may mean, best match first."""
    if not typed.strip():
        games = [CATALOGUE[rules_id] for rules_id in FIRST_OFFERED]
    else:
        games = fuzzy_find(typed, _named_games())
    return [
        Choice(name=_(rules.title)[:MAX_OPTION_TEXT], value=rules.id)
        for rules in games[:MAX_OPTIONS]
    ]


def find_game(typed: str) -> Rules:
    """The game meant by somebody who chose none of those offered.

    Raises:
        UnknownGame: if the text matches no game, or several.
    """
    try:
        return rules_of(typed)
    except UnknownGame:
        games = fuzzy_find(typed, _named_games(), forgiving=False)
        if len(games) != 1:
            raise
        return games[0]


def _names(rules: Rules) -> tuple[str, ...]:
    """A game's titles in all languages, and its id."""
    titles = []
    for language in LANGUAGES:
        with use_locale(language):
            titles.append(_(rules.title))
    return (*dict.fromkeys(titles), rules.id)


@cache
def _named_games() -> tuple[tuple[tuple[str, ...], Rules], ...]:
    return tuple((_names(rules), rules) for rules in CATALOGUE.values())


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
        return game.board.parse_move(typed)
    except PatienceError:
        return None
