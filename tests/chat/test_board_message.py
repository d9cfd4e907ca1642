"""The message that shows a board: within Discord's limits, whatever the board."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from discord import ui

import engine
from bot.chat.board_message import board_message
from bot.chat.components import BoardButton
from bot.chat.taps import moves_by_pile
from bot.service import Outcome, Seat
from engine import Board, Game
from rendering import Picture
from tests.chat.test_taps import boards

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PICTURE = Picture(png=b"", width=1100, height=800, alt="A board.")


def seat_at(board: Board, outcome: Outcome = Outcome.PLAYING) -> Seat:
    """A seat at a board, at the highest numbers that can be."""
    return Seat(
        game_id=2**62,
        player=2**63 - 1,
        version=99_999,
        game=Game(board, engine.LAST_DEAL),
        number=engine.LAST_DEAL,
        outcome=outcome,
        undos=0,
        elapsed=timedelta(hours=100),
        place=None,
        started_at=NOW,
        updated_at=NOW,
        finished_at=None,
    )


def buttons_of(view: ui.LayoutView) -> list[BoardButton]:
    """The buttons of a message, in order."""
    return [item for item in view.walk_children() if isinstance(item, BoardButton)]


def messages(game: str) -> Iterator[ui.LayoutView]:
    """The messages for boards met in random play, untapped and with each pile tapped."""
    for board in boards(game, deals=3, moves=40):
        seat = seat_at(board)
        yield board_message(seat, PICTURE, "board.png")
        for pile, moves in moves_by_pile(board).items():
            if len(moves) > 1:
                yield board_message(seat, PICTURE, "board.png", selected=pile)


@pytest.mark.parametrize("game", engine.CATALOGUE)
def test_a_board_keeps_within_discords_limits(game: str) -> None:
    for view in messages(game):
        buttons = buttons_of(view)
        ids = [button.custom_id for button in buttons]
        assert sum(1 for _ in view.walk_children()) <= 40
        assert len(set(ids)) == len(ids)
        assert all(len(one) <= 100 for one in ids)
        assert all(0 < len(button.item.label or "") <= 80 for button in buttons)
        rows = [item for item in view.walk_children() if isinstance(item, ui.ActionRow)]
        assert all(1 <= len(row.children) <= 5 for row in rows)


@pytest.mark.parametrize("game", engine.CATALOGUE)
def test_pile_buttons_stay_at_their_places_while_a_game_goes_on(game: str) -> None:
    labels = {
        tuple(
            str(button.item.label)
            for button in buttons_of(board_message(seat_at(board), PICTURE, "board.png"))
            if not str(button.item.label).startswith(("s ", "f"))
        )
        for board in boards(game, deals=2)
    }
    assert len(labels) == 1


def test_foundations_have_buttons_only_while_one_can_give_a_card_back() -> None:
    for board in boards("saxony", deals=3):
        view = board_message(seat_at(board), PICTURE, "board.png")
        shown = {str(one.item.label) for one in buttons_of(view) if not one.item.disabled}
        giving = {move.source for move in board.legal_moves() if move.source.startswith("f")}
        all_shown = [one for one in buttons_of(view) if str(one.item.label).startswith("f")]
        assert {label for label in shown if label.startswith("f")} == giving
        assert len(all_shown) == (8 if giving else 0)


def test_a_won_game_tells_deal_moves_and_time() -> None:
    board = engine.deal("phoenix", 7).board
    texts = board_message(seat_at(board, Outcome.WON), PICTURE, "board.png").walk_children()
    shown = "\n".join(item.content for item in texts if isinstance(item, ui.TextDisplay))
    assert f"Deal {engine.LAST_DEAL} in 0 moves and 100 h 0 min" in shown


def test_a_board_that_could_not_be_drawn_is_shown_as_text() -> None:
    board = engine.deal("saxony", 7).board
    view = board_message(seat_at(board), None, "board.png")
    texts = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    assert str(board) in "\n".join(texts)
    assert sum(map(len, texts)) <= 4000
