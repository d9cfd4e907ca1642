"""The foundations of each game: whether they give cards back, and that filling them wins."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.cards import Rank
from engine.rules import EmptyPileRule
from tests.engine.positions import aside, games, moves, play, position

KEEPING = games("""
    saratoga cassim cassim-seven phoenix westcliff thirty-six agnes-bernauer agnes-sorel canfield
    canfield-by-runs canfield-by-piles superior-canfield rainfall rainbow storehouse acme
    american-toad duchess freecell-no-takeback forecell-no-takeback penguin yukon russian alaska
    moosehide miss-milligan milligan-cell milligan-harp carlton lexington-harp fortunes-favor
    beleaguered-castle siegecraft streets-and-alleys stronghold private-lane penelopes-web
    alpha-star delta-star cruel thirty bristol
""")
GIVING_BACK = games("""
    saratoga-draw1 saratoga-takeback saratoga-aisleriot klondike klondike-3 vegas vegas-3
    casino-klondike double-klondike gargantua forecell elba northwest-territory arctic-garden
    ceiling-fan box-fan cassim-classic bakers-game forty-thieves josephine san-juan-hill deuces
    big-forty ali-baba fortress ten-by-one bastion phoenix-takeback easthaven harp freecell
    relaxed-freecell gypsy maria number-ten rank-and-file emperor king-albert queen-victoria raglan
    relaxed-raglan somerset american-canister arizona flower-garden wildflower brigade whitehead
    thumb-and-pouch indian morehead chinaman trigon eight-off seahaven fan fan-16 free-fan
    la-belle-lucie super-flower-garden house-in-the-wood nomad limited busy-aces napoleons-square
    lucas portuguese-solitaire spanish-patience bakers-dozen
""")
OTHERWISE_WON = games("""
    agnes-bernauer agnes-sorel canfield canfield-by-runs canfield-by-piles superior-canfield
    rainfall rainbow storehouse american-toad duchess penguin deuces thirty
""")
"""Games whose foundations end with another card than the king."""
WON_WITH_KINGS = [
    *(game for game in (*KEEPING, *GIVING_BACK) if game not in OTHERWISE_WON),
    *games("saxony saxony-aces carpet carpet-founded"),
]
FIVES = ("1: 5S", "2: 5H", "3: 5D", "4: 5C")


def up_to_four(game: str) -> str:
    """A foundation of hearts up to the four."""
    lower = {Rank.ACE: "AH 2H ", Rank.TWO: "2H "}
    base = engine.rules_of(game).foundations.base
    return f"f2: {lower[base] if isinstance(base, Rank) else ''}3H 4H"


@pytest.mark.parametrize("game", KEEPING)
def test_foundation_cards_stay(game: str) -> None:
    board = position(game, up_to_four(game), *FIVES, rest=aside(game))
    assert not moves(board, "f2")
    with pytest.raises(IllegalMove, match="stay there"):
        play(board, "f2-1")


@pytest.mark.parametrize("game", GIVING_BACK)
def test_foundations_give_their_top_cards_back_to_the_tableau_alone(game: str) -> None:
    """Onto the piles that would take the card from the tableau, and kings into empty ones."""
    board = position(game, up_to_four(game), *FIVES, rest=aside(game))
    other = position(game, *FIVES, "5: 9S 4H", rest=aside(game))
    back = {move.removeprefix("f2-") for move in moves(board, "f2")}
    built = {move.removeprefix("5-") for move in moves(other, "5")}
    assert back & set("1234") == built & set("1234") != set()
    assert {target for target in back if not target.isdigit()} == (
        {"a"} if game == "nomad" else set()
    )
    assert ("6" in back) == ("6" in built)
    suit = "23456789TJQK" if game == "deuces" else "A23456789TJQK"
    king = position(game, f"f2: {' '.join(rank + 'H' for rank in suit)}", rest=aside(game))
    fill = engine.rules_of(game).tableau.fill
    assert ("f2-2" in moves(king)) == (fill is not EmptyPileRule.NOTHING)


@pytest.mark.parametrize("game", [game for game in WON_WITH_KINGS if game != "bristol"])
def test_foundations_are_built_up_in_suit_from_the_ace(game: str) -> None:
    """A second copy of a card belongs on the second foundation of its suit."""
    for lines, card, takes in (
        (["f2: AH 2H"], "3H", {"1-f2"}),
        (["f2: AH 2H"], "4H", set()),
        (["f2: AH 2H"], "3D", set()),
        ([], "AS", {"1-f1"}),
        ([], "2S", set()),
    ):
        board = position(game, *lines, f"1: {card}", rest=aside(game))
        assert {move for move in moves(board, "1") if "-f" in move} == takes, (lines, card)
    if engine.rules_of(game).copies == 2:
        board = position(game, "f1: AS", "1: AS", rest=aside(game))
        assert "1-f5" in moves(board, "1")


@pytest.mark.parametrize("game", WON_WITH_KINGS)
def test_a_game_is_won_with_every_card_on_the_foundations(game: str) -> None:
    copies = engine.rules_of(game).copies
    full = " ".join(["KS KH KD KC"] * copies)
    board = position(game, "1: KC", foundations=f"{full[:-2]}QC", rest="1")
    assert board.status is Status.PLAYING
    won = play(board, f"1-f{4 * copies}")
    assert won.status is Status.WON
    assert all(len(won.piles[f"f{n}"]) == 13 for n in range(1, 4 * copies + 1))
