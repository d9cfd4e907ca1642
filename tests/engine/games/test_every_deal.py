"""The deal of each game, card by card: row by row, and then what is left."""

from __future__ import annotations

from itertools import chain

import pytest

import engine
from engine.cards import Card, Suit
from engine.compiled import CELL_NAMES
from engine.shuffle import microsoft, shuffled
from tests.engine.positions import games

DEALS = {
    "4*4": "cassim",
    "4*7": "cassim-seven",
    "A: 4*7": "cassim-classic",
    "6*6": "phoenix phoenix-takeback arizona flower-garden wildflower thirty-six",
    "1-7": "saratoga saratoga-draw1 saratoga-takeback saratoga-aisleriot whitehead",
    "1-7 / 0-6": """
        klondike klondike-3 vegas vegas-3 casino-klondike thumb-and-pouch chinaman trigon spiderette
        relaxed-spiderette
    """,
    "3*10 / 2*10": "westcliff",
    "3*7 / 2*7": "easthaven will-o-the-wisp",
    "3*7": "open-will-o-the-wisp",
    "1-9 / 0-8": "double-klondike gargantua",
    "10-1 / 9-0": "harp",
    "7*4 6*4": """
        freecell freecell-no-takeback relaxed-freecell bakers-game streets-and-alleys stronghold
        private-lane penelopes-web american-canister realm mancunian
    """,
    "6*8": "forecell forecell-no-takeback eight-off",
    "5*10": "seahaven bastion",
    "1 6-11 / 0-6": "yukon russian alaska moosehide",
    "6 5*2 6 5*2 6 5*2 6 / 5 4*2 5 4*2 5 4*2 5": "spider-1 spider-2 spider relaxed-spider",
    "8*3 7-1": "simple-simon",
    "8*13": "mrs-mop",
    "7*7 / 3*4 0*3": "scorpion wasp",
    "7*7 / 3*3 0*4": "wasp-ii",
    "5*10 / 0*7 3*3": "three-blind-mice",
    "10*10 / 4*5 0*5": "double-scorpion",
    "3*8 / 2*8": "gypsy",
    "4*8": "nomad",
    "1*8": "miss-milligan milligan-cell",
    "1-8 / 0-7": "milligan-harp lexington-harp northwest-territory",
    "1-8": "carlton arctic-garden",
    "5*10 / 4*10": "elba",
    "4*10": "forty-thieves josephine big-forty",
    "A: 4*10": "san-juan-hill ali-baba",
    "2: 1*10": "deuces",
    "3*12": "limited",
    "1*12": "busy-aces",
    "4*12": "napoleons-square",
    "4*13": "lucas portuguese-solitaire spanish-patience",
    "4*9": "maria",
    "4*10 / 2*10": "number-ten",
    "4*10 / 3*10": "rank-and-file emperor",
    "3*10 / 1*10": "indian",
    "A: 1*12": "fortunes-favor",
    "1-9": "king-albert queen-victoria",
    "A: 1-7 7*2": "raglan relaxed-raglan",
    "1-8 8*2": "somerset morehead",
    "A: 5*7": "brigade",
    "A: 6*8": "beleaguered-castle siegecraft",
    "A: 4*12": "alpha-star delta-star cruel bisley",
    "A: 3*4 4*9": "bisley-13",
    "6*2 5*8": "fortress ten-by-one",
    "3*17 1": "fan free-fan ceiling-fan la-belle-lucie super-flower-garden",
    "3*16 2*2": "fan-16",
    "A: 3*16": "box-fan",
    "3*34 2": "house-in-the-wood",
    "1*20": "carpet",
    "A: 1*20": "carpet-founded",
}
"""The rank that starts the foundations, the cards of each pile, and how many of them lie face down.

``4*7`` are seven piles of four cards, and ``1-7`` piles of one card to seven.
"""
MICROSOFTS = games("""
    freecell freecell-no-takeback relaxed-freecell bakers-game forecell forecell-no-takeback
    eight-off
""")


def numbers(text: str) -> list[int]:
    """The numbers that a text such as ``1-3 4*2`` stands for."""
    found = list[int]()
    for word in text.split():
        if "*" in word:
            number, times = map(int, word.split("*"))
            found += [number] * times
        else:
            first, _, last = word.partition("-")
            start, end = int(first), int(last or first)
            found += range(start, end + 1) if start <= end else range(start, end - 1, -1)
    return found


@pytest.mark.parametrize(
    ("game", "deal"), [(game, deal) for deal, names in DEALS.items() for game in games(names)]
)
def test_cards_are_dealt_row_by_row_and_then_to_cells_reserve_and_stock(
    game: str, deal: str
) -> None:
    board = engine.deal(game, 7).board
    rules, piles = board.rules, board.piles
    tableau, _, down = deal.rpartition(": ")[2].partition(" / ")
    sizes = numbers(tableau)
    order = microsoft(7) if game in MICROSOFTS else shuffled(7, rules.decks)
    cards = [Card.of(card.rank, Suit(card.suit % rules.suits)) for card in order]
    bases = [f"{deal[0]}{suit}" for suit in "SHDC"] * rules.decks if ": " in deal else []
    left = iter([card for card in cards if str(card) not in bases])
    expected: list[list[Card]] = [[] for _ in sizes]
    for row in range(max(sizes)):
        for pile, size in zip(expected, sizes, strict=True):
            if size > row:
                pile.append(next(left))

    names = [name for name in piles if name.isdigit()]
    assert [list(piles[name]) for name in names] == expected
    foundations = [piles[name] for name in piles if name.startswith("f")]
    assert [str(cards[0]) for cards in foundations if cards] == bases
    assert len(foundations) >= 4 * rules.decks
    others = [*CELL_NAMES, *(name for name in piles if name.startswith("r"))]
    aside = chain.from_iterable(piles.get(name, ()) for name in others)
    assert [*aside, *piles.get("s", ())[::-1]] == list(left)
    hidden = [board.face_down(pile) for pile in board.compiled.tableau]
    assert hidden == (numbers(down) or [0] * len(sizes))
    assert ("?" in str(board)) == bool(down)
