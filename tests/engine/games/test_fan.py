"""Fan, La Belle Lucie and their families: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engine
from engine import IllegalMove, Move, Status
from engine.dealing import opening
from engine.rules import Foundations
from engine.shuffle import reshuffled
from tests.engine.positions import moves, play, position

GATHERING = ["la-belle-lucie", "super-flower-garden"]
KINGS_ONLY = ["fan", "fan-16", "free-fan", "ceiling-fan", "box-fan"]
NOTHING = [*GATHERING, "house-in-the-wood"]
ALL = [*KINGS_ONLY, *NOTHING]


@pytest.mark.parametrize("game", ALL)
def test_all_cards_lie_face_up(game: str) -> None:
    board = engine.deal(game, 7).board
    assert not board.hidden
    assert not {"r1", "w", "c"} & board.piles.keys()
    assert {"a", "b"} <= board.piles.keys() if game == "free-fan" else "a" not in board.piles


@pytest.mark.parametrize(("full", "most"), [("a b", 1), ("b", 2), ("", 3)])
def test_in_free_fan_the_empty_cells_limit_the_length_of_runs(full: str, most: int) -> None:
    cells = [f"{cell}: {card}" for cell, card in zip(full.split(), ("2C", "4C"), strict=False)]
    run = ["TS", "9S", "8S", "7S"]
    board = position("free-fan", f"1: 2D {' '.join(run[:most])}", "2: JS", *cells, rest="16")
    assert moves(board, "1", "2") == {str(Move("1", "2", most))}
    board = position("free-fan", f"1: 2D {' '.join(run[: most + 1])}", "2: JS", *cells, rest="16")
    assert moves(board, "1", "2") == set()
    kings = ["KS", "QS", "JS", "TS"]
    board = position("free-fan", f"1: 2D {' '.join(kings[:most])}", *cells, rest="16")
    assert moves(board, "1", "5") == {str(Move("1", "5", most))}
    board = position("free-fan", f"1: 2D {' '.join(kings[: most + 1])}", *cells, rest="16")
    assert moves(board, "1", "5") == set()


@pytest.mark.parametrize("game", GATHERING)
def test_the_tableau_is_gathered_pile_by_pile_and_the_last_fan_may_be_shorter(game: str) -> None:
    piles = ["1: KS QH 5D", "7: 6D", "18: TD 9D 8D 7D"]
    board = position(game, *piles, "redeals: 2", foundations="QS JH 4D KC", rest="7")
    gathered = [*board.piles["1"], *board.piles["7"], *board.piles["18"]]
    dealt = reshuffled(gathered, 1)
    after = play(board, "s")
    assert sorted(dealt) == sorted(gathered)
    assert [after.piles[str(pile)] for pile in range(1, 19)] == [
        dealt[at : at + 3] for at in range(0, 54, 3)
    ]
    assert [len(after.piles[f"f{pile}"]) for pile in range(1, 5)] == [12, 11, 4, 13]


@pytest.mark.parametrize("game", GATHERING)
def test_there_are_two_redeals(game: str) -> None:
    playing = engine.deal(game, 7)
    first = playing.board.piles
    playing.play("s")
    assert playing.board.piles != first
    assert str(playing.board).endswith("redeals: 1")
    playing.play("s")
    with pytest.raises(IllegalMove, match="There are no redeals left"):
        playing.play("s")
    playing.undo()
    playing.undo()
    assert playing.board.piles == first


@pytest.mark.parametrize("game", KINGS_ONLY)
def test_games_without_redeals_have_no_stock(game: str) -> None:
    with pytest.raises(IllegalMove, match="has no stock"):
        play(engine.deal(game, 7).board, "s")


def test_la_belle_lucie_is_stuck_only_when_the_redeals_are_used_up() -> None:
    foundations = "KH KD KC"
    stuck = position("la-belle-lucie", "1: AS KS", "redeals: 0", foundations=foundations, rest="1")
    assert stuck.status is Status.STUCK
    again = position("la-belle-lucie", "1: AS KS", "redeals: 1", foundations=foundations, rest="1")
    assert again.status is Status.PLAYING


def test_a_redeal_keeps_every_card_even_if_more_are_gathered_than_were_dealt() -> None:
    """Aces returned from the foundations make one card more than the fans hold."""
    trefoil = replace(
        engine.rules_of("la-belle-lucie"),
        tableau=replace(engine.rules_of("la-belle-lucie").tableau, deal=(3,) * 16),
        foundations=Foundations(start=1),
    )
    game = engine.Game(opening(trefoil, 1))
    game.play("f2-14")
    game.play("s")
    assert sum(map(len, game.board.stacks)) == 52
    assert len(game.board.piles["16"]) == 4
