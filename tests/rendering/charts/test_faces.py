"""Faces: avatars and initials, below a day's board and along the line of its card."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from rendering import Picture, Style
from rendering.board.scene import Scene
from rendering.charts.day_board import MAX_FACES, draw_day_board
from rendering.charts.day_card import DayCard, describe_day, draw_day_card
from rendering.charts.faces import Face
from tests.rendering.boards import won_board
from tests.rendering.charts.charted import DAY_CARD

STYLE = Style(width=400)
SCENE = Scene(won_board("saratoga"))
PINK = (255, 0, 255)


def png(colour: str, size: int = 64) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (size, size), colour).save(file, "PNG")
    return file.getvalue()


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def drawn(*faces: tuple[Face, float], others: int = 0) -> Image.Image:
    return opened(draw_day_board(SCENE, faces, others, STYLE, ""))


def count(image: Image.Image, colour: tuple[int, int, int]) -> int:
    return sum(
        number for number, one in image.getcolors(image.width * image.height) or [] if one == colour
    )


def with_winners(number: int) -> DayCard:
    winners = [replace(DAY_CARD.winners[0], rank=rank + 1) for rank in range(number)]
    return replace(DAY_CARD, winners=tuple(winners), won=number)


def test_an_avatar_is_a_disc_and_the_bar_beneath_grows() -> None:
    image = drawn((Face("Ada", png("#ff00ff")), 0.5), (Face("Ben"), 0.0))
    assert count(image, PINK) == pytest.approx(3.14 * 17**2, rel=0.07)
    assert drawn((Face("A"), 0.2)).tobytes() != drawn((Face("A"), 0.8)).tobytes()


@pytest.mark.parametrize("content", [b"", b"nonsense", png("red")[:60], png("red", 2_000)], ids=len)
def test_what_is_no_avatar_leaves_the_initial(content: bytes) -> None:
    assert drawn((Face("Ada", content), 0.5)).tobytes() == drawn((Face("Ada"), 0.5)).tobytes()


def test_those_whose_faces_have_no_room_are_counted() -> None:
    faces = [(Face(f"Player {number}"), 1.0) for number in range(MAX_FACES)]
    assert drawn(*faces, others=1).tobytes() == drawn(*faces[:-1], others=2).tobytes()


def test_a_board_that_nobody_plays_has_no_row_of_faces() -> None:
    assert drawn().height < drawn((Face("Ada"), 0.5)).height


def test_each_winner_stands_along_the_line_and_the_best_three_beside_the_boards() -> None:
    def discs(number: int) -> int:
        card = with_winners(number)
        faces = [replace(one, face=Face("", png("#ff00ff"))) for one in card.winners]
        return count(opened(draw_day_card(replace(card, winners=tuple(faces)), STYLE)), PINK)

    alone = discs(1)
    # A disc along the line is somewhat smaller than one beside the boards.
    assert discs(3) == pytest.approx(3 * alone, rel=0.05)
    assert alone * 3 < discs(4) < alone * 4


def test_a_day_that_nobody_won_says_in_how_many_moves_it_can_be() -> None:
    lost = replace(DAY_CARD, winners=(), won=0, perfect=0, end=None)
    assert "Nobody reached the last card. It can be won in 98 moves." in describe_day(lost)
    assert draw_day_card(lost, STYLE).height < draw_day_card(DAY_CARD, STYLE).height


def test_the_text_tells_what_the_picture_of_a_day_shows() -> None:
    assert describe_day(DAY_CARD) == (
        "Saturday 21 November 2026: Saratoga (medium). 5 started, 2 won, 1 perfect. "
        "The server's streak: 12 days. "
        "1. Ada: 115 moves, perfect, no undo and no hint, 31 days in a row, won at 07:05 UTC. "
        "2. Ben: 130 moves, won at 19:30 UTC. "
        "Two small boards: as dealt, and as won by Ada. Next day: Klondike (easy)."
    )


@pytest.mark.parametrize("winners", [0, 1, 10, 200])
def test_a_day_is_drawn_however_many_won_it(winners: int) -> None:
    card = with_winners(winners)
    long = tuple(replace(one, face=Face("W" * 40)) for one in card.winners)
    picture = draw_day_card(replace(card, winners=long), Style())
    assert opened(picture).size == (picture.width, picture.height)
    assert len(picture.png) < 150_000
    assert len(picture.alt) <= 1024
