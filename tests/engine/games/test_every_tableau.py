"""The tableau of each game: what is built on it, what moves together and what fills its piles."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove
from tests.engine.games.face_down import hiding
from tests.engine.positions import aside, games, moves, play, position, started

DOWN_ALTERNATING = games("""
    saratoga saratoga-draw1 saratoga-takeback saratoga-aisleriot cassim cassim-seven phoenix
    phoenix-takeback klondike klondike-3 vegas vegas-3 casino-klondike westcliff easthaven
    double-klondike gargantua harp freecell freecell-no-takeback relaxed-freecell forecell
    forecell-no-takeback yukon gypsy nomad miss-milligan milligan-cell milligan-harp carlton
    lexington-harp elba maria number-ten rank-and-file emperor king-albert queen-victoria raglan
    relaxed-raglan northwest-territory arctic-garden somerset american-canister ceiling-fan box-fan
""")
DOWN_IN_SUIT = games("""
    cassim-classic trigon acme bakers-game eight-off seahaven russian spider-1 scorpion wasp wasp-ii
    three-blind-mice double-scorpion forty-thieves josephine limited busy-aces napoleons-square
    lucas san-juan-hill big-forty ali-baba fortunes-favor alpha-star delta-star cruel fan fan-16
    free-fan la-belle-lucie
""")
DOWN_REGARDLESS = games("""
    arizona thirty-six bristol spider-2 spider relaxed-spider spiderette relaxed-spiderette
    will-o-the-wisp open-will-o-the-wisp simple-simon mrs-mop flower-garden wildflower brigade
    beleaguered-castle siegecraft streets-and-alleys stronghold private-lane penelopes-web
    portuguese-solitaire spanish-patience bakers-dozen grandfathers-clock super-flower-garden
""")
DOWN_ON_ANOTHER_SUIT = games("thumb-and-pouch chinaman moosehide indian morehead")
UP_OR_DOWN_IN_SUIT = games("alaska fortress ten-by-one bastion house-in-the-wood bisley bisley-13")
ROUND_THE_CORNER = games("""
    agnes-bernauer agnes-sorel duchess canfield canfield-by-runs canfield-by-piles superior-canfield
    rainfall rainbow chameleon storehouse american-toad penguin deuces crescent
""")
BUILDS = {
    **dict.fromkeys([*DOWN_ALTERNATING, *ROUND_THE_CORNER], ("HD", "")),
    **dict.fromkeys([*DOWN_IN_SUIT, "storehouse", "american-toad", "penguin", "deuces"], ("S", "")),
    **dict.fromkeys([*DOWN_REGARDLESS, "rainbow", "chameleon"], ("SHDC", "")),
    **dict.fromkeys(DOWN_ON_ANOTHER_SUIT, ("HDC", "")),
    **dict.fromkeys(["whitehead", "agnes-sorel"], ("SC", "")),
    **dict.fromkeys([*UP_OR_DOWN_IN_SUIT, "crescent"], ("S", "S")),
    "realm": ("HD", "HD"),
    "mancunian": ("SHDC", "SHDC"),
}
"""The suits that go onto spades, of cards a rank below and of cards a rank above."""

KINGS_FILL = games("""
    saratoga saratoga-draw1 saratoga-takeback saratoga-aisleriot cassim cassim-seven klondike
    klondike-3 vegas vegas-3 casino-klondike chinaman trigon double-klondike gargantua forecell
    forecell-no-takeback eight-off seahaven yukon russian alaska moosehide scorpion three-blind-mice
    double-scorpion miss-milligan milligan-cell elba northwest-territory arctic-garden
    penelopes-web portuguese-solitaire fan fan-16 free-fan ceiling-fan box-fan
""")
NOTHING_FILLS = games("""
    agnes-sorel bristol bakers-dozen cruel la-belle-lucie super-flower-garden house-in-the-wood
    bisley bisley-13 realm mancunian crescent
""")
OTHERS_FILL = games("agnes-bernauer penguin canfield-by-piles duchess")
"""Games with tests of their own of what fills an empty pile."""
ANY_CARD_FILLS = [
    game for game in BUILDS if game not in (*KINGS_FILL, *NOTHING_FILLS, *OTHERS_FILL)
]

SINGLY = games("""
    acme bristol forty-thieves limited busy-aces san-juan-hill deuces maria emperor indian
    fortunes-favor king-albert raglan morehead flower-garden brigade portuguese-solitaire
    spanish-patience delta-star fortress ten-by-one bastion bakers-dozen grandfathers-clock cruel
    fan fan-16 ceiling-fan box-fan la-belle-lucie super-flower-garden house-in-the-wood bisley
    bisley-13 realm mancunian crescent
""")
MOVED_OTHERWISE = ["yukon", "lexington-harp"]
"""Games in which every card moves that lies face up."""
RUNS_IN_SUIT = games("""
    cassim-classic whitehead trigon bakers-game eight-off seahaven penguin spider-1 spider-2 spider
    relaxed-spider spiderette relaxed-spiderette will-o-the-wisp open-will-o-the-wisp simple-simon
    mrs-mop josephine napoleons-square lucas big-forty ali-baba wildflower alpha-star free-fan
""")
RUNS_REGARDLESS = games("""
    arizona thirty-six beleaguered-castle siegecraft streets-and-alleys stronghold private-lane
    penelopes-web
""")
RUNS_ALTERNATING = [
    *(game for game in DOWN_ALTERNATING if game not in (*SINGLY, *MOVED_OTHERWISE)),
    *games("agnes-bernauer canfield-by-runs duchess"),
]
RUNS = {
    **dict.fromkeys(RUNS_ALTERNATING, ("9S 8H 7S", "8C")),
    **dict.fromkeys(RUNS_IN_SUIT, ("9S 8S 7S", "8H")),
    **dict.fromkeys(RUNS_REGARDLESS, ("9S 8S 7H", "6H")),
    **dict.fromkeys(["thumb-and-pouch", "chinaman"], ("9S 8H 7S", "8S")),
    "agnes-sorel": ("9S 8C 7S", "8H"),
    "spider-1": ("9S 8S 7S", "6S"),
}
"""A run, and a card that is no part of it in the place of its second."""
HIDING = [game for game in BUILDS if any(engine.rules_of(game).tableau.face_down)]


def tens(game: str) -> list[str]:
    """The tens that take 9♠."""
    return [f"T{suit}" for suit in BUILDS[game][0] if suit in "SHDC"[: engine.rules_of(game).suits]]


@pytest.mark.parametrize("game", BUILDS)
def test_a_tableau_builds_by_rank_and_suit(game: str) -> None:
    """Kings and aces are neighbours only where builds go round the corner."""
    below, above = BUILDS[game]
    corner = game in ROUND_THE_CORNER
    suits = "SHDC"[: engine.rules_of(game).suits]
    fits = {("9S", f"8{suit}"): suit in below for suit in suits}
    fits |= {("9S", f"T{suit}"): suit in above for suit in suits}
    fits |= {("9S", f"7{below[0]}"): False, ("AS", f"K{below[0]}"): corner}
    fits |= {("KS", f"A{below[0]}"): corner and bool(above)}
    for (onto, card), takes in fits.items():
        board = position(game, f"1: {onto}", f"2: {card}", *started(game), rest=aside(game))
        assert ("2-1" in moves(board)) == takes, (onto, card)


@pytest.mark.parametrize("game", [*ANY_CARD_FILLS, *KINGS_FILL, *NOTHING_FILLS])
def test_an_empty_pile_takes_any_card_or_only_kings_or_nothing(game: str) -> None:
    """From wherever cards come: the tableau, the waste, a cell or the reserve."""
    others = {"w": "4S", "a": "5S", "r1": "6S"}
    there = [name for name in others if name in engine.deal(game, 7).board.piles]
    if engine.rules_of(game).tableau.refilled:
        there = [name for name in there if name == "w"]
    lines = ["1: 3S KS", "2: 2S 9S", *(f"{name}: {others[name]}" for name in there)]
    board = position(game, *lines, *started(game), rest=aside(game))
    taken = {move.split("-")[0] for move in moves(board, target="3")}
    assert ("1" in taken) == (game not in NOTHING_FILLS)
    assert taken & {"2", *there} == ({"2", *there} if game in ANY_CARD_FILLS else set())
    if game not in ANY_CARD_FILLS:
        only = "An empty pile takes only a king" if game in KINGS_FILL else "You cannot play cards"
        with pytest.raises(IllegalMove, match=only):
            play(board, "2-3")


@pytest.mark.parametrize("game", SINGLY)
def test_cards_move_one_at_a_time(game: str) -> None:
    eight = "8S" if "TS" in tens(game) else "8H"
    board = position(game, f"1: KS 9S {eight}", f"2: {tens(game)[0]}", rest=aside(game))
    assert not moves(board, "1", "2")
    with pytest.raises(IllegalMove, match="Only the top card of pile 1 can move"):
        play(board, "1-2*2")


@pytest.mark.parametrize("game", RUNS)
def test_any_part_of_a_run_moves(game: str) -> None:
    """Onto a pile, and into an empty one that takes it; a card out of place is part of no run."""
    run, other = RUNS[game]
    start = [*started(game)]
    ten, *another = tens(game)
    board = position(game, f"1: KS {run}", f"2: {ten}", *start, rest=aside(game))
    assert moves(board, "1", "2") == {"1-2*3"}
    if game in ANY_CARD_FILLS:
        assert moves(board, "1", "3") == {"1-3", "1-3*2", "1-3*3"}
    if game in KINGS_FILL:
        headed = run.replace("9", "K").replace("8", "Q").replace("7", "J")
        kings = position(game, f"1: 2S {headed}", *start, rest=aside(game))
        assert moves(kings, "1", "3") == {"1-3*3"}
    for onto in another[:1]:
        part = position(game, f"1: KS {ten} {run}", f"2: {onto}", *start, rest=aside(game))
        assert moves(part, "1", "2") == {"1-2*3"}
    nine, eight, seven = run.split()
    for cards in (f"{nine} {other} {seven}", f"{nine} {seven} {eight}", f"{eight} {nine} {seven}"):
        board = position(game, f"1: KS {cards}", f"2: {ten}", *start, rest=aside(game))
        assert not moves(board, "1", "2")
        with pytest.raises(IllegalMove, match="are not a run"):
            play(board, "1-2*3")


@pytest.mark.parametrize("game", HIDING)
def test_an_uncovered_face_down_card_is_turned_up(game: str) -> None:
    fives = ["2: 5S", "3: 5H"][: engine.rules_of(game).suits]
    board = hiding(game, "1: (3S) (9S) 4S", *fives, rest=aside(game))
    assert str(board).splitlines()[0] == "1: ?? ?? 4S"
    move = next(move for move in board.legal_moves() if str(move) in ("1-2", "1-3"))
    assert str(play(board, move)).splitlines()[0] == "1: ?? 9S"
