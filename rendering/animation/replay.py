"""A whole game as an animated GIF, from the deal to the last board; or what decided it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine import Board, Game, Move
from rendering.board.layout import layout_of
from rendering.board.picture import compose
from rendering.board.scene import Scene, scene_of
from rendering.cards.palette import palette_of
from rendering.encoding.gif import Animation, Frame, animate
from rendering.strings import Strings
from rendering.style import Style

WIDTH: Final = 550
"""The usual width of a replay: half that of a board."""

MAX_BYTES: Final = 8_000_000
"""How large a replay's file may be: within Discord's limit for everybody."""

_FIRST_TIME: Final = 120
_LAST_TIME: Final = 400
_MAX_TIME: Final = 60
_MIN_TIME: Final = 6
_MAX_DURATION: Final = 3500
"""Hundredths of a second: the first and the last frame, any other at most and at least, and all of
those together."""

CLIP_MOVES: Final = 12
"""How many moves a clip shows."""
_CLIP_FIRST: Final = 90
_CLIP_PACE: Final = 35
_CLIP_LAST: Final = 180
"""Hundredths of a second of a clip's first frame, the others and its last: at most 690."""

_TURNED: Final = 4
_EMPTIED: Final = 3
_LONG: Final = 2
"""What a card that is turned up, a column that is emptied and a long run count in a clip."""

_NARROWER: Final = 0.8
_MIN_WIDTH: Final = 240
_MIN_FRAMES: Final = 150


class ReplayTooLarge(ValueError):
    """A replay cannot be made as small as required."""


def draw_replay(
    game: Game, style: Style, *, title: str = "", max_bytes: int = MAX_BYTES
) -> Animation:
    """Draw a game from the deal to its current position, one frame a move.

    The longer the game, the faster it plays; a frame of a very long game shows several moves. If
    the file would be too large, frames show more moves, and then the picture gets narrower.

    The file loops for ever.

    Args:
        game: the game; moves taken back are not shown.
        title: the game's title; by default that of its rules.
        max_bytes: how large the file may be.

    Raises:
        ReplayTooLarge: if even a narrow picture of few frames is larger than that.
    """
    moves = len(game.moves)
    palette = palette_of(style.theme, style.suits)
    for step, width in _attempts(moves, style.width):
        scaled = replace(style, width=width)
        scenes = _scenes(game, step)
        times = _times(len(scenes))
        frames = (
            Frame(compose(scene, scaled, is_lit=True), time)
            for scene, time in zip(scenes, times, strict=True)
        )
        gif = animate(frames, (*palette.colours, *palette.shades), max_bytes=max_bytes)
        if gif is not None:
            alt = _alt(scenes[-1], moves, title, style.strings)
            height = layout_of(game.board, width, style.large_index, is_wide=style.is_wide).height
            return Animation(gif, width, height, len(scenes), sum(times) / 100, alt)
    raise ReplayTooLarge(
        f"A replay of {moves} moves does not fit in {max_bytes} bytes; allow it more."
    )


def draw_clip(
    game: Game, style: Style, *, title: str = "", max_bytes: int = MAX_BYTES
) -> Animation:
    """Draw the moves that decided a win, in at most seven seconds, and then the won board.

    Those are the twelve in a row, before the game could be finished by itself, that did most.

    Args:
        game: a game that is won.
        title: the game's title; by default that of its rules.
        max_bytes: how large the file may be.

    Raises:
        ReplayTooLarge: if even a narrow picture is larger than that.
    """
    scenes = _decisive_scenes(game)
    between = len(scenes) - 2
    times = (_CLIP_FIRST, *itertools.repeat(_CLIP_PACE, between), _CLIP_LAST)
    palette = palette_of(style.theme, style.suits)
    for width in dict.fromkeys((style.width, max(_MIN_WIDTH, style.width // 2))):
        scaled = replace(style, width=width)
        frames = (
            Frame(compose(scene, scaled, is_lit=True), time)
            for scene, time in zip(scenes, times, strict=True)
        )
        gif = animate(frames, (*palette.colours, *palette.shades), max_bytes=max_bytes)
        if gif is not None:
            alt = _alt(scenes[-1], len(game.moves), title, style.strings)
            height = layout_of(game.board, width, style.large_index, is_wide=style.is_wide).height
            return Animation(gif, width, height, len(scenes), sum(times) / 100, alt)
    raise ReplayTooLarge(f"A clip does not fit in {max_bytes} bytes; allow it more.")


def _decisive_scenes(game: Game) -> list[Scene]:
    """The boards of the moves that decided a win, and its last."""
    first, end = _decisive_moves(game)
    played = game.copy()
    while len(played.moves) > end or played.board.is_won:
        played.undo()
    scenes = [scene_of(played)]
    while len(played.moves) > first:
        played.undo()
        scenes.append(scene_of(played))
    return [*scenes[::-1], scene_of(game)]


def _decisive_moves(game: Game) -> tuple[int, int]:
    """How many moves were played before those that decided a win, and with them.

    Of all stretches after the first third, and before the rest could go by itself, it is the one in
    which most happened, the last of equals.
    """
    played = game.copy()
    played.undo()
    while played.moves and played.can_finish():
        played.undo()
    end = min(len(played.moves) + 1, len(game.moves))
    boards = game.boards[: end + 1]
    worth = [
        _worth(before, move, after)
        for move, (before, after) in zip(game.moves, itertools.pairwise(boards), strict=False)
    ]
    most = max(0, end - CLIP_MOVES)
    firsts = range(min(end // 3, most), most + 1)
    first = max(firsts, key=lambda at: (sum(worth[at : at + CLIP_MOVES]), at))
    return first, min(first + CLIP_MOVES, end)


def _worth(before: Board, move: Move, after: Board) -> int:
    """How much a move did: cards turned up, a column emptied, a long run moved, a card cleared."""
    if move.is_stock:
        return 0
    turned = sum(before.hidden) - sum(after.hidden)
    if before.rules.clears_tableau:
        return _TURNED * turned + move.target.startswith("f")
    emptied = sum(
        bool(before.stacks[pile.index]) - bool(after.stacks[pile.index])
        for pile in before.compiled.tableau
    )
    return _TURNED * turned + _EMPTIED * max(0, emptied) + min(move.count - 1, _LONG)


def _attempts(moves: int, width: int) -> Iterator[tuple[int, int]]:
    """Moves a frame and width: as asked for first, then fewer frames, then narrower pictures."""
    step = max(1, -(-moves // (_MAX_DURATION // _MIN_TIME)))
    yield step, width
    while moves > step * _MIN_FRAMES:
        step *= 2
        yield step, width
    while width > _MIN_WIDTH:
        width = max(_MIN_WIDTH, round(width * _NARROWER))
        yield step, width
    while moves > step:
        step *= 2
        yield step, width


def _scenes(game: Game, step: int) -> list[Scene]:
    """The deal, then the board after every ``step`` moves and after the last."""
    game = game.copy()
    scenes: list[Scene] = []
    for played in range(len(game.moves), 0, -1):
        if not scenes or played % step == 0:
            scenes.append(scene_of(game))
        game.undo()
    scenes.append(scene_of(game))
    return scenes[::-1]


def _times(frames: int) -> tuple[int, ...]:
    """How long each frame is shown, in hundredths of a second."""
    if frames == 1:
        return (_LAST_TIME,)
    between = frames - 2
    pace = max(_MIN_TIME, min(_MAX_TIME, _MAX_DURATION // max(1, between)))
    return (_FIRST_TIME, *itertools.repeat(pace, between), _LAST_TIME)


def _alt(last: Scene, moves: int, title: str, strings: Strings) -> str:
    board = last.board
    return strings.replay.format(
        game=strings.format_game(title or board.rules.title, last.number),
        moves=strings.moves.of(moves),
        end=strings.won if board.is_won else strings.not_won,
    )
