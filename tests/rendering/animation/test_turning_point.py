"""The film of the move that lost a game, and of a better one."""

from __future__ import annotations

import io
from itertools import count

from PIL import Image

from engine import Rules, deal
from rendering import Style
from rendering.animation.turning_point import draw_turning_point
from tests.support.every_game import every_game


@every_game
def test_in_three_seconds_the_board_is_seen_before_and_after_either_move(rules: Rules) -> None:
    deals = (deal(rules.id, number) for number in count(1))
    game = next(game for game in deals if game.legal_moves())
    moves = game.legal_moves()
    game.play(moves[0])
    film = draw_turning_point(game, moves[-1], Style(width=400), alt="Why it was lost.")
    assert (film.frames, film.seconds, film.alt) == (4, 3.0, "Why it was lost.")
    shown = Image.open(io.BytesIO(film.gif))
    assert (shown.size, shown.n_frames) == ((film.width, film.height), 4)  # type: ignore[attr-defined]  # of a GIF
