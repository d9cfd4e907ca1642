"""Functions that drawing workers run, in addition to those of the rendering.

A worker imports the module of its function, so this one imports only what drawing needs:
:mod:`bot.images` would take 5 MB more in each worker.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from datetime import date
from typing import Final

from engine import Game, Move, deal
from rendering import Picture, Style, draw
from rendering.animation.replay import draw_clip, draw_replay
from rendering.animation.turning_point import draw_turning_point
from rendering.charts.share_card import Win, draw_share_card
from rendering.encoding.gif import Animation

_FIRST_GAME: Final = "klondike"
_NICENESS: Final = 10


@dataclass(frozen=True, slots=True)
class WinCard:
    """The card of a won game."""

    record: str
    seconds: int | None
    undos: int
    hints: int
    player: str
    title: str
    day: date | None = None


def draw_first_board() -> None:
    """Draw a board, which loads the code and caches the cards of the best-known game.

    The cards of another game are drawn with its first board, in 20 to 50 ms.
    Drawing them in advance would take each worker 1.4 seconds and 24 MB.
    """
    draw(deal(_FIRST_GAME, 1))


def prepare_for_replays() -> None:
    """Load the code, with a lower priority than of those who draw boards, where there are any."""
    if sys.platform != "win32":
        os.nice(_NICENESS)
    draw_first_board()


def draw_record(record: str, title: str, style: Style) -> Animation:
    """Draw the game of a record as an animated picture."""
    return draw_replay(Game.from_record(record), style, title=title)


def draw_moment(record: str, title: str, style: Style) -> Animation:
    """Draw the moves that decided the won game of a record."""
    return draw_clip(Game.from_record(record), style, title=title)


def draw_lost(record: str, better: Move, alt: str, style: Style) -> Animation:
    """Draw the last move of a record, which lost its game, and a better one."""
    return draw_turning_point(Game.from_record(record), better, style, alt=alt)


def draw_card(won: WinCard, style: Style) -> Picture:
    """Draw the card of a win."""
    game = Game.from_record(won.record)
    win = Win(
        game.board,
        game.number,
        len(game.moves),
        won.seconds,
        won.undos,
        won.hints,
        won.player,
        day=won.day,
        title=won.title,
    )
    return draw_share_card(win, style)


def cpu_seconds() -> tuple[int, float]:
    """A worker's process id and processor time."""
    # Long enough that the next call goes to another worker.
    time.sleep(0.01)
    return os.getpid(), time.process_time()
