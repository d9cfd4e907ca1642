"""Share cards."""

from __future__ import annotations

import dataclasses
import datetime as dt
import io
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

import engine
from engine.cards import CARDS
from rendering import THEMES, InvalidStyle, Picture, Style, UnknownTheme
from rendering.board.layout import layout_of
from rendering.charts.share_card import InvalidWin, Win, draw_share_card
from tests.declared import EXTREMES
from tests.rendering.boards import won_board
from tests.rendering.charts.charted import WIN as ADA

SMALL = Style(width=400)


def share_card(win: Win) -> Picture:
    return draw_share_card(win, Style())


def opened(card: Picture) -> Image.Image:
    image = Image.open(io.BytesIO(card.png))
    image.load()
    return image


def changed_box(card: Picture, other: Picture) -> tuple[int, int, int, int] | None:
    """The bounding box of the differences of two cards; None if there are none."""
    return ImageChops.difference(
        opened(card).convert("RGB"), opened(other).convert("RGB")
    ).getbbox()


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("suits", [2, 4])
@pytest.mark.parametrize("width", [400, 550, 1100])
def test_a_share_card_is_a_palette_png_of_its_size(theme: str, suits: int, width: int) -> None:
    card = draw_share_card(ADA, Style(theme, suits, width=width))
    image = opened(card)
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (card.width, card.height)
    assert card.width == width


@pytest.mark.parametrize(
    "game", ["saxony", "penguin", "spider", "gargantua", "bisley", "golf", "emperor", "canfield"]
)
def test_share_cards_have_the_shape_of_a_chat_picture(game: str) -> None:
    win = Win(won_board(game), 2**63 - 1, 171, 3754, 3, 1, "Ada", dt.date(2026, 9, 30))
    card = share_card(win)
    assert 1.1 <= card.width / card.height <= 1.65


@pytest.mark.parametrize("rules", EXTREMES, ids=lambda rules: rules.id)
def test_games_of_many_decks_have_share_cards(rules: engine.Rules) -> None:
    card = share_card(Win(won_board(rules), 1, 500))
    assert opened(card).size == (card.width, card.height)


def test_a_card_of_accordion_does_not_tell_how_it_was_won() -> None:
    won = won_board("accordion")
    pile = next(stack for stack in won.stacks if stack)
    mixed = dataclasses.replace(won, stacks=(pile[::-1], *won.stacks[1:]))
    cards = [share_card(Win(board, 1, 51)) for board in (won, mixed)]
    assert changed_box(*cards) is None


def test_the_final_board_is_on_the_card() -> None:
    other = dataclasses.replace(ADA, board=won_board("klondike"))
    assert changed_box(share_card(ADA), share_card(other)) is not None
    recoloured = changed_box(share_card(ADA), draw_share_card(ADA, Style(suits=4)))
    assert recoloured is not None
    wide = layout_of(ADA.board, round(1100 * 0.66))
    assert recoloured[2] - recoloured[0] > wide.width * 0.9
    assert recoloured[3] - recoloured[1] > wide.height * 0.4


@pytest.mark.slow
@pytest.mark.parametrize(
    "other",
    [
        dataclasses.replace(ADA, moves=116),
        dataclasses.replace(ADA, seconds=755),
        dataclasses.replace(ADA, seconds=None),
        dataclasses.replace(ADA, undos=1),
        dataclasses.replace(ADA, hints=1),
        dataclasses.replace(ADA, player="Bob"),
        dataclasses.replace(ADA, number=73),
        dataclasses.replace(ADA, day=dt.date(2026, 11, 22)),
    ],
)
def test_everything_described_is_shown(other: Win) -> None:
    assert share_card(ADA).png != share_card(other).png
    assert share_card(ADA).alt != share_card(other).alt


def test_a_single_foundation_does_not_show_the_order_it_was_built_in() -> None:
    board = won_board("black-hole")
    foundation = board.compiled.foundations[0]
    stacks = list(board.stacks)
    stacks[foundation] = tuple(random.Random(1).sample(CARDS, 52))
    shuffled = dataclasses.replace(board, stacks=tuple(stacks))
    assert share_card(Win(shuffled, 1, 51)) == share_card(Win(board, 1, 51))


@pytest.mark.parametrize("game", ["golf", "pyramid", "aces-up"])
def test_all_discards_are_seen_side_by_side_also_where_aces_stay(game: str) -> None:
    card = opened(share_card(Win(won_board(game), 2, 67))).convert("L")
    light = sum(card.histogram()[230:])
    assert light > card.width * card.height / 6


def test_cards_left_in_the_stock_are_shown_with_the_others() -> None:
    board = won_board("golf")
    foundation, stock = board.compiled.foundations[0], board.compiled.stock
    stacks = list(board.stacks)
    stacks[foundation], stacks[stock] = stacks[foundation][:40], stacks[foundation][40:]
    early = dataclasses.replace(board, stacks=tuple(stacks))
    assert share_card(Win(early, 1, 51)) == share_card(Win(board, 1, 51))


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.text(max_size=200))
def test_any_player_name_fits_a_card(name: str) -> None:
    card = draw_share_card(dataclasses.replace(ADA, player=name), SMALL)
    assert opened(card).size == (card.width, card.height)
    assert len(card.alt) <= 1024


@pytest.mark.parametrize("name", ["W" * 200, "🌸", "李明", "\u202eadA", "Z" + "\u0335" * 150])
def test_no_name_overflows_its_line(name: str) -> None:
    nobody, named = dataclasses.replace(ADA, player=""), dataclasses.replace(ADA, player=name)
    changed = changed_box(share_card(nobody), share_card(named))
    if changed is not None:
        left, top, right, bottom = changed
        assert 40 < left < right < 1060
        assert 120 < top < bottom < 200


def test_a_name_that_cannot_be_displayed_is_left_out() -> None:
    nobody, named = dataclasses.replace(ADA, player=""), dataclasses.replace(ADA, player="李明")
    assert changed_box(share_card(nobody), share_card(named)) is None


def test_the_alt_text_says_all_that_a_card_shows() -> None:
    assert draw_share_card(ADA, SMALL).alt == (
        "Ada won Saratoga, deal 72, the daily deal of 21 November 2026. "
        "115 moves, time 12:34, perfect, no undo and no hint."
    )
    helped = Win(won_board("saxony"), None, moves=1, undos=2, hints=1)
    assert draw_share_card(helped, SMALL).alt == "Won: Saxony. 1 move, 2 undos, 1 hint."


def test_an_unwon_game_has_no_card() -> None:
    with pytest.raises(InvalidWin, match="Saratoga is not won; only wins have a card"):
        Win(engine.deal("saratoga", 1).board, 1, 0)


@pytest.mark.parametrize(
    "figures", [(-1, 0, 0, 0), (0, -1, 0, 0), (0, 0, -1, 0), (0, 0, 0, -1)], ids=str
)
def test_negative_counts_are_rejected(figures: tuple[int, int, int, int]) -> None:
    with pytest.raises(InvalidWin, match="cannot be below zero"):
        Win(ADA.board, 1, *figures)


def test_an_invalid_style_is_rejected() -> None:
    with pytest.raises(UnknownTheme, match="no theme called “plaid”"):
        Style("plaid")
    with pytest.raises(InvalidStyle, match="2 or 4 colours, not 3"):
        Style(suits=3)
    with pytest.raises(InvalidStyle, match="at least 400 pixels wide, not 399"):
        draw_share_card(ADA, Style(width=399))


def test_a_pickled_win_can_be_drawn() -> None:
    sent = pickle.loads(pickle.dumps(ADA))  # noqa: S301  # packed in the line itself
    assert draw_share_card(sent, SMALL) == draw_share_card(ADA, SMALL)
