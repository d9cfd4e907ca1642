"""A whole game as an animated picture, from the deal to the last board."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from PIL import Image

from engine import Game
from rendering.gif import Frame, animate
from rendering.layout import layout_of
from rendering.picture import compose
from rendering.scene import Scene, scene_of
from rendering.strings import ENGLISH, Strings
from rendering.theme import palette_of, theme_named

MOST_BYTES: Final = 8_000_000
"""How large a replay's file may be: what a chat takes from anybody, with room to spare."""

_FIRST: Final = 120
_LAST: Final = 400
_SLOWEST: Final = 60
_FASTEST: Final = 6
_LONGEST: Final = 3500
"""Times in hundredths of a second: the deal, the last board, a move at most and at least, and all
moves together."""

_NARROWER: Final = 0.8
_NARROWEST: Final = 240
_FEWEST_FRAMES: Final = 150


class ReplayTooLarge(ValueError):
    """A replay cannot be made as small as asked for."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game as an animated picture.

    Attributes:
        gif: the picture, a GIF file that runs for ever.
        width: its width in pixels.
        height: its height in pixels.
        frames: how many pictures it has, the deal among them.
        seconds: how long it takes once.
        alt: what it shows, in words.
    """

    gif: bytes
    width: int
    height: int
    frames: int
    seconds: float
    alt: str


def replay(
    game: Game,
    *,
    theme: str = "felt",
    suits: int = 2,
    width: int = 550,
    most_bytes: int = MOST_BYTES,
    title: str = "",
    strings: Strings = ENGLISH,
) -> Replay:
    """A game from the deal to where it stands, a picture for each move.

    The longer the game the quicker it goes; a very long one shows several moves at once. Where
    the file would be too large more moves are shown at once, and then the picture gets narrower.

    Args:
        game: the game; moves taken back are no part of the replay.
        theme: the name of the theme.
        suits: 2 or 4, the number of colours the suits have.
        width: the picture's width in pixels, 240 to 2400; the height follows from the boards.
        most_bytes: how large the file may be.
        title: what the game is called; that of its rules if none is given.
        strings: the texts of the language.

    Raises:
        UnknownTheme: when there is no such theme.
        InvalidScene: when the numbers are out of range.
        ReplayTooLarge: when even a small picture with few moves is larger than that.
    """
    moves = len(game.moves)
    palette = palette_of(theme_named(theme), suits)
    for joined, wide in _attempts(moves, width):
        scenes = _scenes(game, joined, theme=theme, suits=suits, width=wide)
        height = max(layout_of(scene.board, wide).height for scene in scenes)
        times = _times(len(scenes))
        frames = (
            Frame(_framed(scene, height), time) for scene, time in zip(scenes, times, strict=True)
        )
        gif = animate(frames, palette, most_bytes=most_bytes)
        if gif is not None:
            alt = _alt(scenes[-1], moves, title or scenes[-1].board.rules.title, strings)
            return Replay(gif, wide, height, len(scenes), sum(times) / 100, alt)
    raise ReplayTooLarge(
        f"A replay of {moves} moves does not fit in {most_bytes} bytes; allow it more."
    )


def _attempts(moves: int, width: int) -> Iterator[tuple[int, int]]:
    """How many moves a frame tells and how wide it is: as wished first, then less and less."""
    most_frames = _LONGEST // _FASTEST
    joined = max(1, -(-moves // most_frames))
    yield joined, width
    while moves > joined * _FEWEST_FRAMES:
        joined *= 2
        yield joined, width
    while width > _NARROWEST:
        width = max(_NARROWEST, round(width * _NARROWER))
        yield joined, width
    while moves > joined:
        joined *= 2
        yield joined, width


def _scenes(game: Game, joined: int, *, theme: str, suits: int, width: int) -> list[Scene]:
    """The deal, then the board after every so many moves and after the last."""
    game = game.copy()
    scenes: list[Scene] = []
    for played in range(len(game.moves), 0, -1):
        if not scenes or played % joined == 0:
            scenes.append(scene_of(game, theme=theme, suits=suits, width=width))
        game.undo()
    scenes.append(scene_of(game, theme=theme, suits=suits, width=width))
    return scenes[::-1]


def _times(frames: int) -> tuple[int, ...]:
    """How long each frame is shown, in hundredths of a second."""
    if frames == 1:
        return (_LAST,)
    between = frames - 2
    pace = max(_FASTEST, min(_SLOWEST, _LONGEST // max(1, between)))
    return (_FIRST, *itertools.repeat(pace, between), _LAST)


def _framed(scene: Scene, height: int) -> Image.Image:
    """A board on a canvas for all; the one of a game won stands in the middle."""
    picture = compose(scene)
    if picture.height == height:
        return picture
    canvas = Image.new("P", (picture.width, height), 0)
    above = (height - picture.height) // 2 if scene.board.is_won else 0
    canvas.paste(picture, (0, above))
    return canvas


def _alt(last: Scene, moves: int, title: str, strings: Strings) -> str:
    board = last.board
    return strings.replay.format(
        game=strings.format_game(title, last.number),
        moves=strings.moves.of(moves),
        end=strings.won if board.is_won else strings.cards_home.of(board.foundation_count),
    )
