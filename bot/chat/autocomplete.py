"""What is offered while somebody types: games and legal moves, at most 25."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from discord.app_commands import Choice

from bot.chat.finding import found
from bot.i18n import LANGUAGES, _, translate, use_locale
from engine import CATALOGUE, PatienceError, UnknownGame, rules_of

if TYPE_CHECKING:
    from engine import Board, Move, Rules

_MOST: Final = 25
_LONGEST: Final = 100


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
"""The games offered before anything is typed: the best known, and those that are told from them."""


def game_choices(typed: str) -> list[Choice[str]]:
    """The games that what was typed may mean, the likeliest first."""
    if not typed.strip():
        games = [CATALOGUE[game] for game in FIRST_OFFERED]
    else:
        games = found(typed, _named())
    return [Choice(name=_(rules.title)[:_LONGEST], value=rules.id) for rules in games[:_MOST]]


def game_named(typed: str) -> Rules:
    """The game that a person means who did not choose from what was offered.

    Raises:
        UnknownGame: when nothing in the name of a game, or in those of several, is that text.
    """
    try:
        return rules_of(typed)
    except UnknownGame:
        games = found(typed, _named(), forgiving=False)
        if len(games) != 1:
            raise
        return games[0]


def _names(rules: Rules) -> tuple[str, ...]:
    """What a game is called: its titles in all languages, and its id."""
    titles = []
    for language in LANGUAGES:
        with use_locale(language):
            titles.append(_(rules.title))
    return (*dict.fromkeys(titles), rules.id)


@cache
def _named() -> tuple[tuple[tuple[str, ...], Rules], ...]:
    """Every game with its names."""
    return tuple((_names(rules), rules) for rules in CATALOGUE.values())


def move_choices(board: Board, typed: str) -> list[Choice[str]]:
    """The legal moves in words, those that fit what was typed; a move typed in full comes first."""
    wanted = typed.casefold().split()
    fitting = [
        choice
        for choice in (_choice(board, move) for move in board.legal_moves())
        if all(word in f"{choice.value} {choice.name}".casefold() for word in wanted)
    ]
    meant = _meant(board, typed)
    if meant is not None:
        first = _choice(board, meant)
        fitting = [first, *(choice for choice in fitting if choice.value != first.value)]
    return fitting[:_MOST]


def _choice(board: Board, move: Move) -> Choice[str]:
    return Choice(name=translate(board.describe(move))[:_LONGEST], value=str(move))


def _meant(board: Board, typed: str) -> Move | None:
    """The legal move that the text is, if it is one."""
    try:
        return board.parse_move(typed)
    except PatienceError:
        return None
