"""Canfield and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Outcome, Status
from engine.cards import Rank
from engine.shuffle import shuffled
from engine.solver import solve
from tests.engine.games.face_down import hiding
from tests.engine.positions import cards, moves, play, position

SHAPES = {
    "canfield": (4, 13, 12, 34),
    "canfield-by-runs": (4, 13, 12, 34),
    "canfield-by-piles": (4, 13, 12, 34),
    "superior-canfield": (4, 13, 0, 34),
    "rainfall": (4, 13, 12, 34),
    "rainbow": (4, 13, 12, 34),
    "chameleon": (3, 12, 11, 36),
    "storehouse": (4, 13, 12, 31),
    "acme": (4, 13, 12, 31),
    "american-toad": (8, 20, 0, 75),
}
"""Sizes of the tableau's piles of one card, the reserve, its face-down cards, and the stock."""
ALL = list(SHAPES)
BASE_DEALT = [game for game in ALL if game not in ("storehouse", "acme")]
IN_SUIT = ["storehouse", "acme", "american-toad"]
OTHER_UNITS = ["acme", "canfield-by-runs", "canfield-by-piles"]
WHOLE_PILES = [game for game in ALL if game not in OTHER_UNITS]
REFILLED = [game for game in ALL if game != "superior-canfield"]
HIDING = [game for game in ALL if SHAPES[game][2]]


def next_in(game: str, rank: str) -> str:
    """A card of that rank that builds on a spade."""
    return rank + ("S" if game in IN_SUIT else "H")


@pytest.mark.parametrize(("game", "shape"), SHAPES.items(), ids=ALL)
def test_a_reserve_single_cards_and_a_stock_are_dealt(
    game: str, shape: tuple[int, int, int, int]
) -> None:
    piles, reserve, down, stock = shape
    board = engine.deal(game, 7).board
    assert [len(board.stacks[pile.index]) for pile in board.compiled.tableau] == [1] * piles
    assert (len(board.piles["r1"]), len(board.piles["s"])) == (reserve, stock)
    assert sum(board.hidden) == down
    assert "r2" not in board.piles


@pytest.mark.parametrize("game", BASE_DEALT)
def test_the_first_card_starts_a_foundation_then_reserve_and_tableau_are_dealt(game: str) -> None:
    piles, reserve, _, _ = SHAPES[game]
    board = engine.deal(game, 7).board
    order = shuffled(7, board.rules.decks)
    foundation = board.compiled.foundations_by_suit[order[0].suit][0]
    assert (board.foundation_count, board.stacks[foundation]) == (1, order[:1])
    assert board.base == order[0].rank - 1
    assert board.piles["r1"] == order[1 : 1 + reserve]
    tops = tuple(board.piles[str(pile)][0] for pile in range(1, piles + 1))
    assert tops == order[1 + reserve : 1 + reserve + piles]
    assert board.piles["s"][::-1] == order[1 + reserve + piles :]


@pytest.mark.parametrize(("game", "rank"), [("storehouse", Rank.TWO), ("acme", Rank.ACE)])
def test_the_four_cards_of_a_rank_start_the_foundations(game: str, rank: Rank) -> None:
    board = engine.deal(game, 7).board
    foundations = [stack for name, stack in board.piles.items() if name.startswith("f")]
    assert [(len(stack), stack[0].rank) for stack in foundations] == [(1, rank)] * 4
    others = tuple(card for card in shuffled(7) if card.rank is not rank)
    assert board.piles["r1"] == others[:13]


@pytest.mark.parametrize("game", BASE_DEALT)
def test_the_other_foundations_start_with_the_rank_of_the_first(game: str) -> None:
    board = position(game, "f1: QS", "1: QH", "2: AH", "3: QD")
    assert moves(board, target="f2") == {"1-f2"}
    assert moves(board, target="f3") == {"3-f3"}
    assert not moves(board, "2", "f2")


@pytest.mark.parametrize("game", BASE_DEALT)
def test_foundations_are_built_up_in_suit_ace_on_king_to_thirteen_cards(game: str) -> None:
    board = position(game, "f1: QS", "1: KS", "2: AS", "3: KH")
    assert moves(board, target="f1") == {"1-f1"}
    board = play(board, "1-f1", "2-f1")
    assert board.piles["f1"] == cards("QS KS AS")
    board = position(game, "f1: QS KS AS 2S 3S 4S 5S 6S 7S 8S 9S TS", "1: JS")
    assert len(play(board, "1-f1").piles["f1"]) == 13


def test_storehouse_builds_from_two_to_king_and_then_the_ace() -> None:
    up = "f1: 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"
    board = play(position("storehouse", up, "1: KS", "2: AS", "3: AH"), "1-f1", "2-f1")
    assert len(board.piles["f1"]) == 13
    assert not moves(board, "3", "f2")


def test_acme_builds_from_ace_to_king() -> None:
    board = position("acme", "1: 2S", "2: 3H", "3: KD", foundations="AS 2H QD")
    assert moves(board) >= {"1-f1", "2-f2", "3-f3"}


def test_in_canfield_by_piles_only_a_whole_pile_moves_to_another() -> None:
    board = position("canfield-by-piles", "f1: QS", "1: 9H 8S", "2: TS", "3: 9D", "4: 7H")
    assert moves(board, "1") == {"1-2*2"}
    assert moves(board, "4") == {"4-1"}
    with pytest.raises(IllegalMove, match=r"only the whole of pile 1 to another pile"):
        play(board, "1-3")
    with pytest.raises(IllegalMove, match=r"only the whole of pile 1 to another pile"):
        play(position("canfield-by-piles", "f1: QS", "1: TC 9H 8S", "2: TS", "3: 9D"), "1-2*2")


def test_in_canfield_by_piles_a_top_card_leaves_its_pile_for_a_foundation() -> None:
    board = position("canfield-by-piles", "f1: QS", "1: AH KS", "2: 2S", "3: 9D", "4: 7H")
    assert moves(board, "1") == {"1-f1", "1-2*2"}
    with pytest.raises(IllegalMove, match="one at a time"):
        play(board, "1-f1*2")


def test_in_canfield_by_piles_the_waste_alone_fills_empty_piles() -> None:
    board = position("canfield-by-piles", "f3: 3D", "1: 9C 8H", "3: 5S", "w: JS")
    assert moves(board, target="2") == {"w-2"}


@pytest.mark.parametrize("game", WHOLE_PILES)
def test_only_the_top_card_or_the_whole_pile_moves(game: str) -> None:
    nine, eight = ("9S", "8S") if game in IN_SUIT else ("9H", "8S")
    seven, ten = ("7S", "TS") if game in IN_SUIT else ("7H", "TS")
    foundation = "f3: 2D" if game == "storehouse" else "f3: QD"
    board = position(game, foundation, f"1: {nine} {eight} {seven}", f"2: {ten}", "3: 2C")
    assert moves(board, "1", "2") == {"1-2*3"}
    longer = position(game, foundation, f"1: {ten} {nine} {eight} {seven}", "3: 2C")
    assert moves(longer, "1", "2") == {"1-2"}
    with pytest.raises(IllegalMove, match=r"the top card of .* or the whole pile"):
        play(longer, "1-2*2")


@pytest.mark.parametrize("game", REFILLED)
def test_an_empty_pile_is_filled_from_the_reserve_at_once(game: str) -> None:
    start = {"storehouse": "f3: 2D 3D", "acme": "f3: AD 2D 3D"}.get(game, "f3: 3D")
    tops = ["2: JC", "3: TC", "4: 9C", "5: 8C", "6: 7C", "7: 6C", "8: 5C"][: SHAPES[game][0] - 1]
    board = play(position(game, start, "1: 4D", *tops, "r1: 7H JS"), "1-f3")
    assert (board.piles["1"], board.piles["r1"]) == (cards("JS"), cards("7H"))


def test_in_superior_canfield_any_card_fills_an_empty_pile_at_any_time() -> None:
    board = position("superior-canfield", "f3: 3D", "1: 4D", "2: 9C 8H", "r1: 7H JC", "w: JS")
    after = play(board, "1-f3")
    assert not after.piles["1"]
    assert moves(after, target="1") == {"2-1", "r1-1", "w-1"}


@pytest.mark.parametrize("game", ALL)
def test_only_the_top_card_of_the_reserve_is_available(game: str) -> None:
    start = {"storehouse": "f3: 2D 3D", "acme": "f3: AD 2D 3D"}.get(game, "f3: 3D")
    tops = ["1: 9S", "2: 9C", "3: KC", "4: KH", "5: QH", "6: JH", "7: TH", "8: 9H"]
    eight = next_in(game, "8")
    board = position(game, start, *tops[: SHAPES[game][0]], f"r1: 4D {eight}")
    assert "r1-1" in moves(board)
    assert "r1-f3" not in moves(board)
    assert "r1-f3" in moves(play(board, "r1-1"))
    assert not moves(board, target="r1")


@pytest.mark.parametrize("game", HIDING)
def test_the_next_card_of_the_reserve_is_turned_up(game: str) -> None:
    start = {"storehouse": "f3: 2D 3D", "acme": "f3: AD 2D 3D"}.get(game, "f3: 3D")
    tops = ["1: JC", "2: TC", "3: 9C", "4: 8C"][: SHAPES[game][0]]
    board = hiding(game, start, *tops, "r1: (7H) (JS) 4D")
    assert "r1: ?? ?? 4D" in str(board)
    assert "r1: ?? JS" in str(play(board, "r1-f3"))


@pytest.mark.parametrize("game", ALL)
def test_the_top_card_of_the_waste_is_available(game: str) -> None:
    foundation = {"storehouse": "2D", "acme": "AD"}.get(game, "QD")
    board = position(
        game, f"f3: {foundation}", "1: 9S", "2: KC", "3: KH", f"w: 5C {next_in(game, '8')}"
    )
    assert "w-1" in moves(board)


def test_the_game_is_won_with_every_card_on_the_foundations() -> None:
    order = "A23456789TJQK"
    around = order[11:] + order[:11]
    full = [f"f{n}: {' '.join(rank + suit for rank in around)}" for n, suit in enumerate("SHD", 1)]
    last = f"f4: {' '.join(rank + 'C' for rank in around[:12])}"
    board = position("canfield", *full, last, rest="1")
    assert board.status is Status.PLAYING
    assert play(board, "1-f4").status is Status.WON


def test_duchess_deals_a_reserve_of_fans_and_four_cards_and_its_base_is_chosen_first() -> None:
    board = engine.deal("duchess", 7).board

    assert [len(board.piles[f"r{pile}"]) for pile in range(1, 5)] == [3] * 4
    assert [len(board.piles[str(pile)]) for pile in range(1, 5)] == [1] * 4
    assert len(board.piles["s"]) == 36
    tops = {f"r{n}": board.piles[f"r{n}"][-1] for n in range(1, 5)}
    assert moves(board) == {f"{name}-f{card.suit + 1}" for name, card in tops.items()}
    for move in ("s", "1-2"):
        with pytest.raises(IllegalMove, match="First choose a card of the reserve"):
            play(board, move)
    chosen = play(board, board.legal_moves()[0])
    assert chosen.base == tops["r1"].rank - 1
    assert chosen.can_play_stock


def test_duchess_builds_round_the_corner_from_the_chosen_rank_and_keeps_the_cards() -> None:
    board = position("duchess", "f1: QS", "1: KS", "2: AS", "3: QH")
    board = play(board, "1-f1", "2-f1", "3-f2")

    assert board.piles["f1"] == cards("QS KS AS")
    assert not moves(board, source="f1")


def test_only_the_reserve_fills_an_empty_pile_of_duchess_and_then_only_the_waste() -> None:
    board = position("duchess", "f1: 5S", "1: 9D 3S", "2: 8H", "r1: JD", "w: TC")
    assert moves(board, target="3") == {"r1-3"}
    with pytest.raises(IllegalMove, match="Only a card of the reserve may fill"):
        play(board, "w-3")
    board = position("duchess", "f1: 5S", "1: 9D 3S", "2: 8H", "w: TC")
    assert moves(board, target="3") == {"w-3"}
    with pytest.raises(IllegalMove, match="cannot go from pile 1 into pile 3"):
        play(board, "1-3")


def test_duchess_turns_one_card_and_redeals_once() -> None:
    board = position("duchess", "f1: 5S", "s: 2H 9C")
    stock = board.piles["s"]

    assert play(board, "s").piles["w"] == stock[-1:]
    board = play(board, *["s"] * (len(stock) + 1))
    assert (board.piles["s"], board.redeals) == (stock, 0)


def test_the_solver_tries_every_choice_of_duchess() -> None:
    board = engine.deal("duchess", 2).board
    verdict = solve(board, max_states=200_000, max_seconds=600)

    assert verdict.outcome is Outcome.WON
    assert play(board, *verdict.moves).is_won
    assert solve(board, max_states=4).outcome is Outcome.UNKNOWN
