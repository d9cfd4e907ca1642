"""Replays, read back by Pillow."""

from __future__ import annotations

import io
import pickle
import random
from functools import cache
from pathlib import Path

import pytest
from PIL import GifImagePlugin, Image

import engine
from engine import CATALOGUE, Game
from rendering import THEMES, InvalidStyle, Style, UnknownTheme, draw_scene, scene_of
from rendering.animation.replay import (
    CLIP_MOVES,
    MAX_BYTES,
    WIDTH,
    ReplayTooLarge,
    draw_clip,
    draw_replay,
)
from rendering.cards.palette import palette_of
from rendering.encoding.gif import MAX_COLOURS, Animation
from tests.rendering.boards import played

NARROW = Style(width=240)
WINS = Path(__file__).parents[2] / "engine" / "wins.txt"


@cache
def won(name: str) -> Game:
    """The first recorded win of a game."""
    line = next(line for line in WINS.read_text().splitlines() if line.split()[0] == name)
    _, number, *moves = line.split()
    game = engine.deal(name, int(number))
    for move in moves:
        game.play(move)
    assert game.board.is_won
    return game


def long_game(name: str, moves: int) -> Game:
    """A random game of exactly that many moves."""
    game, rng = engine.deal(name, 1), random.Random(1)
    while len(game.moves) < moves:
        legal = game.legal_moves()
        if legal:
            game.play(rng.choice(legal))
        else:
            game.undo()
            game.undo()
    return game


def opened(shown: Animation) -> GifImagePlugin.GifImageFile:
    image = Image.open(io.BytesIO(shown.gif))
    assert isinstance(image, GifImagePlugin.GifImageFile)
    return image


def pictures(shown: Animation) -> list[Image.Image]:
    image = opened(shown)
    frames = []
    for number in range(image.n_frames):
        image.seek(number)
        frames.append(image.convert("RGB"))
    return frames


def times(shown: Animation) -> list[int]:
    """The duration of each frame in milliseconds."""
    image = opened(shown)
    found = []
    for number in range(image.n_frames):
        image.seek(number)
        found.append(image.info["duration"])
    return found


def boards(game: Game, style: Style) -> list[Image.Image]:
    """The picture of every board of a game, from the deal on."""
    game = game.copy()
    drawn = []
    while True:
        png = draw_scene(scene_of(game), style).png
        drawn.append(Image.open(io.BytesIO(png)).convert("RGB"))
        if not game.moves:
            return drawn[::-1]
        game.undo()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "theme", "suits"),
    [("saratoga", "felt", 2), ("phoenix", "dark", 4), ("saxony", "felt", 4)],
)
def test_a_replay_of_a_win_shows_every_board(game: str, theme: str, suits: int) -> None:
    style = Style(theme, suits, width=330)
    shown, drawn = draw_replay(won(game), style), boards(won(game), style)
    assert {board.height for board in drawn} == {shown.height}
    assert [frame.tobytes() for frame in pictures(shown)] == [each.tobytes() for each in drawn]


@pytest.mark.parametrize("game", ["klondike", "spider-1", "penguin", "golf"])
def test_an_unfinished_game_is_shown_to_its_current_position(game: str) -> None:
    going_on, style = played(CATALOGUE[game], 3, 12, 3), Style(width=330)
    shown, drawn = draw_replay(going_on, style), boards(going_on, style)
    assert shown.frames == len(drawn)
    assert pictures(shown)[-1].tobytes() == drawn[-1].tobytes()


def test_a_game_without_moves_is_one_frame() -> None:
    shown = draw_replay(engine.deal("cassim", 5), Style(width=330))
    assert (shown.frames, len(pictures(shown))) == (1, 1)


def test_drawing_a_replay_leaves_the_game_unchanged() -> None:
    game = won("cassim").copy()
    game.undo()
    moves, undone = game.moves, game.undone
    draw_replay(game, Style(width=330))
    assert (game.moves, game.undone) == (moves, undone)


def test_a_replay_has_the_size_frames_and_duration_it_states() -> None:
    shown = draw_replay(won("saratoga"), Style(width=400))
    image = opened(shown)
    assert image.size == (shown.width, shown.height)
    assert shown.width == 400
    assert image.n_frames == shown.frames == len(won("saratoga").moves) + 1
    assert sum(times(shown)) == round(shown.seconds * 1000)


def test_the_last_board_is_held_before_the_replay_loops() -> None:
    shown = draw_replay(won("phoenix"), Style(width=330))
    *before, last = times(shown)
    assert last >= 3000
    assert last > max(before)
    assert opened(shown).info["loop"] == 0


@pytest.mark.parametrize(("moves", "pace"), [(3, 600), (20, 600), (100, 350), (300, 110)])
def test_longer_games_play_faster(moves: int, pace: int) -> None:
    assert times(draw_replay(long_game("saratoga", moves), NARROW))[1] == pace


@pytest.mark.slow
@pytest.mark.parametrize("moves", [501, 600, 1300])
def test_a_replay_takes_forty_seconds_at_most_and_no_frame_is_too_short(moves: int) -> None:
    shown = draw_replay(long_game("saratoga", moves), NARROW)
    assert shown.seconds <= 41
    assert min(times(shown)) >= 60


def test_with_several_moves_a_frame_the_last_board_comes_last() -> None:
    game = long_game("saratoga", 1301)
    shown = draw_replay(game, NARROW)
    assert shown.frames < 500
    drawn = Image.open(io.BytesIO(draw_scene(scene_of(game), NARROW).png)).convert("RGB")
    assert pictures(shown)[-1].tobytes() == drawn.tobytes()


@pytest.mark.slow
def test_five_hundred_moves_of_spider_fit_in_a_message() -> None:
    shown = draw_replay(long_game("spider", 500), Style("dark", 4, width=WIDTH))
    assert len(shown.gif) <= MAX_BYTES
    assert shown.width == 550


@pytest.mark.slow
def test_a_small_limit_means_more_moves_a_frame_then_narrower_pictures() -> None:
    game = long_game("spider", 200)
    whole = draw_replay(game, Style(width=400))
    joined = draw_replay(game, Style(width=400), max_bytes=len(whole.gif) - 1)
    narrower = draw_replay(game, Style(width=400), max_bytes=len(whole.gif) // 4)
    assert (joined.width, narrower.width < 400) == (400, True)
    assert narrower.frames <= joined.frames < whole.frames
    assert len(joined.gif) < len(whole.gif)
    assert len(narrower.gif) <= len(whole.gif) // 4


def test_a_replay_that_cannot_fit_is_rejected() -> None:
    with pytest.raises(ReplayTooLarge, match="115 moves does not fit in 900 bytes; allow it more"):
        draw_replay(won("saratoga"), NARROW, max_bytes=900)


def test_an_unknown_theme_or_width_is_rejected() -> None:
    with pytest.raises(UnknownTheme, match="no theme called “plaid”"):
        Style("plaid")
    with pytest.raises(InvalidStyle, match="240 to 2400"):
        Style(width=100)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("suits", [2, 4])
def test_the_palette_of_every_theme_leaves_room_for_transparency(theme: str, suits: int) -> None:
    palette = palette_of(theme, suits)
    assert len(palette.colours) + len(palette.shades) <= MAX_COLOURS


def test_the_alt_text_of_a_replay_names_game_length_and_outcome() -> None:
    assert (
        draw_replay(won("saratoga"), NARROW).alt == "Replay of Saratoga, deal 72: 115 moves, won."
    )
    begun = long_game("saratoga", 1)
    assert draw_replay(begun, NARROW).alt == "Replay of Saratoga, deal 1: 1 move, not won."


def test_a_pickled_game_can_be_replayed() -> None:
    game = won("phoenix")
    sent = pickle.loads(pickle.dumps(game))  # noqa: S301  # packed in the line itself
    assert draw_replay(sent, NARROW) == draw_replay(game, NARROW)


@pytest.mark.parametrize("name", ["saratoga", "cassim"])
def test_a_clip_shows_moves_before_the_rest_goes_by_itself_and_the_end(name: str) -> None:
    game = won(name)
    clip = draw_clip(game, NARROW)
    assert clip.seconds <= 7
    assert clip.frames == opened(clip).n_frames == CLIP_MOVES + 2
    decided = game.copy()
    while decided.can_finish() or decided.board.is_won:
        decided.undo()
    decided.redo()
    shown = [picture.tobytes() for picture in pictures(clip)]
    assert shown[-1] == pictures(draw_replay(game, NARROW))[-1].tobytes()
    before = [picture.tobytes() for picture in pictures(draw_replay(decided, NARROW))]
    first = before.index(shown[0])
    assert first >= len(before) // 3
    assert before[first : first + CLIP_MOVES + 1] == shown[:-1]


def test_a_clip_shows_more_cards_turned_up_than_other_parts_of_a_win() -> None:
    game = engine.deal("yukon", 2)
    for move in engine.solve(game.board, max_seconds=600).moves:
        game.play(move)
    down = [sum(board.hidden) for board in game.boards]
    before = [picture.tobytes() for picture in pictures(draw_replay(game, NARROW))]
    first = before.index(pictures(draw_clip(game, NARROW))[0].tobytes())
    later = range(len(down) // 3, len(down) - CLIP_MOVES)
    turned = [down[at] - down[at + CLIP_MOVES] for at in later]
    assert down[first] - down[first + CLIP_MOVES] > sum(turned) / len(turned)


def test_a_clip_of_a_short_win_is_that_of_all_its_moves() -> None:
    game = won("saratoga")
    board = game.boards[-3]
    short = Game(board)
    for move in game.moves[-2:]:
        short.play(move)
    clip = draw_clip(short, NARROW)
    assert clip.frames <= 3
    with pytest.raises(ReplayTooLarge):
        draw_clip(short, NARROW, max_bytes=100)
