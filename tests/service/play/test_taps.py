"""Taps: what is clear is played at once, and the rest is asked."""

from __future__ import annotations

import pytest

import engine
from bot.service.play.moves import distinct_moves
from bot.service.play.taps import clear_move, tapped_move
from bot.service.preferences import Tap
from engine import CATALOGUE, Board, Game, Move, Outcome, Rules
from engine.automatic import safe_moves
from engine.goals import parse_goal
from tests.declared import CLASSICS, EXTREMES
from tests.engine.positions import position
from tests.support.boards import boards, spider, with_the_rest
from tests.support.every_game import each_of

ONCE_LOST = [
    pytest.param(
        "saratoga",
        """
        2: KD QS JD TC 9H 8C 7H 6S 5H 4S
        3: JH 6C
        4: QC JS TH 9C 8H 7C
        6: KS QH JC
        7: 5S 5C TD 6H 9D 8S
        f1: AS 2S
        f2: AH 2H 3H
        f3: AD 2D 3D 4D 5D 6D
        f4: AC 2C 3C
        s: 4H KC TS 3S 7S 8D QD 4C KH
        w: 9S 7D
        """,
        *("w", "w-7"),
        id="Saratoga 741632287, move 68",
    ),
    pytest.param(
        "saratoga",
        """
        1: KC QH JC
        2: 5C
        3: 3C 8S 7D 6C 5D
        4: KH QS JH TS 9H 8C
        5: 8H
        6: TD 9C
        7: 8D 2C 6S 4C KS QD JS TH 9S
        f1: AS 2S 3S 4S 5S
        f2: AH 2H 3H 4H 5H 6H 7H
        f3: AD 2D 3D 4D
        s: QC AC
        w: KD 6D 7C JD 7S TC 9D
        """,
        *("5", "5-6"),
        id="Saratoga 973291178, move 65",
    ),
    pytest.param(
        "cassim",
        """
        1: 8C JD TC 9H 8S
        2: 6H AS QC 7S 6D 5C 4D
        3: KD QS JH TS 9D
        4: KC QH JS TH
        a: 3S
        b: 5S
        d: 6S
        f2: AH 2H 3H 4H
        f3: AD 2D 3D
        f4: AC 2C 3C 4C
        w: JC 7H QD 9S 6C TD KH 5H 2S 8D 9C 8H KS 7D 5D 4S 7C
        """,
        *("2", "2-c"),
        id="Cassim 891995547, move 73",
    ),
    pytest.param(
        "yukon",
        """
        1: 4S 3H 3D 2S
        2: (4H) 4C
        3: (2D) (8D) 8H 3C JS 5S KH QS
        4: (9C) (9S) (9H) JD 8S 7D 8C 7S QD KS QH 2H
        5: (7C) (5H) (TS) (QC) 6H KD AC 6C 3S
        6: (5D) (KC) (AD) (9D) JH
        7: (2C) (5C) (4D) (JC) (6D) (6S) TD TC AS TH 7H
        f2: AH
        """,
        *("4", "4-5"),
        id="Yukon 14, move 6",
    ),
    pytest.param(
        "saxony",
        """
        1: 2H 5D 2C 9C
        2: KC TD 9S 5S 3H 4C 9H 8H 3S JS 9D 4D
        3: TS TC 6C 8C QH KC 5S 2C JH 9H
        4: 9S 6S 4H JC KD QH 7C 5C 3C
        5: 9C JD TS 5H 7S 6D 7H 3C 4S
        6: 2H 4C 3H 3D 7H 5C
        7: JC 6C TH QS JH QC 8C KH
        8: KS TH 8S 7D 7C TC 8D 8H QD
        a: 4S
        b: QC
        c: 6H
        d: KH
        r2: 8S 7S 6S
        r3: 6H 5H 4H
        r4: KS QS JS
        f1: AS 2S 3S
        f2: AH
        f3: AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD
        f4: AC
        f5: AS 2S
        f6: AH
        f7: AD 2D
        f8: AC
        """,
        *("5", "a-r1"),
        id="Saxony 5, move 54",
    ),
]
"""Boards on which a tap on a pile used to send a card home, and the move that wins."""


def clear(board: Board, pile: str) -> str | None:
    """The move that a tap on a pile plays by default, as text."""
    move = clear_move(Game(board), distinct_moves(Game(board))[pile])
    return None if move is None else str(move)


def klondike(piles: str) -> Board:
    """A board of Klondike with these piles; the other cards lie in the stock."""
    return with_the_rest("klondike", piles, "s")


def test_a_card_that_can_come_back_goes_home() -> None:
    board = klondike("f1: AS\n1: 2S\n2: 3H\n3: 3D")
    assert clear(board, "1") == "1-f1"


def test_a_card_that_stays_home_goes_there_only_if_no_win_needs_it() -> None:
    needed = position(
        *("saratoga", "1: 5S", "2: 9C 4H", "3: 9H 4D", "4: 6H"),
        foundations="4S 2H 2D 4C",
        rest="7",
    )
    assert clear(needed, "1") is None
    safe = position("saratoga", "1: 5S", "2: 6H", foundations="4S 5H 4D 4C")
    assert clear(safe, "1") == "1-f1"


@pytest.mark.parametrize(("game", "piles", "pile", "keeping"), ONCE_LOST)
def test_a_tap_asks_where_home_once_lost_the_game(
    game: str, piles: str, pile: str, keeping: str
) -> None:
    board = engine.parse_board(game, piles)
    moves = distinct_moves(Game(board))[pile]
    assert engine.solve(board.apply(moves[0])).outcome is Outcome.LOST
    assert engine.solve(board.apply(Move.parse(keeping))).outcome is Outcome.WON
    assert clear_move(Game(board), moves) is None


def test_a_card_goes_home_in_yukon_though_one_face_down_may_be_built_on_it() -> None:
    board = position("yukon", "1: 2H", "2: 3S", "3: (AC) AS", foundations="AH", rest="7")
    assert clear(board, "1") == "1-f2"


def test_a_card_goes_home_in_yukon_if_another_takes_the_only_one_that_waits() -> None:
    piles = ("yukon", "1: 4H", "2: 5S", "3: 3C 3S")
    board = position(*piles, foundations="2S 3H 2D AC", rest="7")
    assert clear(board, "1") == "1-f2"
    # With both black threes waiting, the four of diamonds is not enough.
    needed = position(*piles, foundations="AS 3H 2D AC", rest="7")
    assert clear(needed, "1") is None


def test_a_card_goes_home_rather_than_into_a_cell_if_no_win_needs_what_it_covers() -> None:
    board = position("freecell", "1: 3C 5S", foundations="4S 2H 2D AC", rest="8")
    assert Move("1", "f1") not in safe_moves(board)
    assert {move.target[0] for move in distinct_moves(Game(board))["1"]} == set("f2a")
    assert clear(board, "1") == "1-f1"
    # The four of spades may have to come back for the three of diamonds.
    needed = position("freecell", "1: 3C 5S", foundations="4S 2H AD AC", rest="8")
    assert clear(needed, "1") is None
    # Where nothing comes back, a card in a cell can still be built on.
    kept = position("freecell-no-takeback", "1: 3C 5S", foundations="4S 2H 2D AC", rest="8")
    assert clear(kept, "1") is None


def test_a_card_goes_home_where_that_finishes_the_game() -> None:
    board = position(
        "saratoga",
        "1: 5S",
        "2: 6H",
        "3: KD QD JD TD 9D 8D 7D 6D 5D 4D 3D",
        "4: KS QS JS TS 9S 8S 7S 6S",
        "5: KH QH JH TH 9H 8H 7H",
        foundations="4S 5H 2D KC",
    )
    assert Move("1", "f1") not in safe_moves(board)
    assert clear(board, "1") == "1-f1"


def test_a_tap_asks_rather_than_fails_a_goal_that_another_move_keeps() -> None:
    game = Game(position("freecell", "1: KS", foundations="QS QH KD KC", rest="2"))
    moves, home, goal = distinct_moves(game)["1"], Move("1", "f1"), parse_goal("hearts first")
    assert tapped_move(game, moves, Tap.CLEAR) == home
    assert tapped_move(game, moves, Tap.CLEAR, goal) is None
    assert tapped_move(game, moves, Tap.CLEAR, parse_goal("spades first")) == home
    # With no other move to choose, it is played, and can be taken back.
    assert tapped_move(game, (home,), Tap.CLEAR, goal) == home


def test_a_card_goes_onto_a_card_rather_than_to_an_empty_place() -> None:
    board = with_the_rest("freecell", "1: 2D 7H\n2: 8S\n3: 2C", "8")
    assert {move.target for move in distinct_moves(Game(board))["1"]} == {"2", "4", "a"}
    assert clear(board, "1") == "1-2"


def test_with_one_empty_place_left_the_player_chooses_whether_to_fill_it() -> None:
    """Deal 21 of FreeCell: a tap used to cover the three of hearts, which had to go home first."""
    board = engine.parse_board(
        "freecell",
        """
        1: AS 9D 5H JH 3C
        2: 8S 7C 4H 6S KH JS 6H 5C 4D 3S
        3: 5S 5D 2C JC KD QD 4S 3H
        4: 7S TH 9S TC 4C TS 9H
        6: QS 8C 7H 6C
        7: KS QH JD QC 2S
        8: TD 9C 8H
        a: 6D
        b: 8D
        c: KC
        d: 7D
        f2: AH 2H
        f3: AD 2D 3D
        f4: AC
        """,
    )
    assert engine.solve(board).outcome is Outcome.WON
    moves = distinct_moves(Game(board))["7"]
    assert {str(move): engine.solve(board.apply(move)).outcome for move in moves} == {
        "7-3": Outcome.LOST,
        "7-5": Outcome.LOST,
    }
    assert clear_move(Game(board), moves) is None
    another = board.text().replace("c: KC\n", "").replace("1: AS", "1: KC AS")
    assert clear(engine.parse_board("freecell", another), "7") == "7-3"


def test_a_card_is_asked_for_where_others_may_need_it_and_one_empty_place_is_left() -> None:
    board = engine.parse_board(
        "flower-garden",
        """
        2: 7H 6H 7S QH 3D KC QS
        3: 6D TC KS 6S 5D 4D
        4: 3H 7D 9H QC 9C
        5: TS TH TD 9D 8D
        6: KD QD JH
        r1: JS
        r2: 4H
        r4: JD
        r5: 5H
        r7: 8H
        r8: KH
        r9: 8S
        r14: 9S
        r15: JC
        f1: AS 2S 3S 4S 5S
        f2: AH 2H
        f3: AD 2D
        f4: AC 2C 3C 4C 5C 6C 7C 8C
        """,
    )
    moves = distinct_moves(Game(board))["4"]
    assert [str(move) for move in moves] == ["4-f4", "4-1"]
    assert engine.solve(board).outcome is Outcome.WON
    assert engine.solve(board.apply(moves[0])).outcome is Outcome.LOST
    assert clear_move(Game(board), moves) is None


def test_a_card_goes_home_unasked_once_the_equal_one_is_home() -> None:
    piles = "1: KD\n2: 5S\na: 9C\nb: 9D\nc: 9H\nd: 8H\nr1: KH\nr2: KC\nr3: KS"
    one, both = "f1: AS 2S 3S 4S", "f5: AS 2S 3S 4S 5S"
    assert clear(with_the_rest("saxony", f"{piles}\n{one}", "s", decks=2), "2") is None
    assert clear(with_the_rest("saxony", f"{piles}\n{one}\n{both}", "s", decks=2), "2") == "2-f1"


def test_a_reserve_pile_is_the_last_empty_place_as_well() -> None:
    """Deal 6 of Saxony: a tap used to cover the eight of hearts, which was next to go home."""
    board = engine.parse_board(
        "saxony",
        """
        1: TC 8C 7S TD 5S
        2: 8S
        3: QS 4H KC
        4: QD QH 5H 9H 3D KH JH
        5: 9C 4S 8H QH KC
        6: 4D JD 3S 9S 6H KH
        7: 3C TS 9H TH 5C KS QC 7H
        8: 2C 9D 7C 6C 4C
        a: KD
        b: 6S
        c: JC
        d: JS
        r1: 8D 7D 6D 5D
        r2: 8H
        r4: JH TH
        f1: AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
        f2: AH 2H 3H 4H 5H 6H 7H
        f3: AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD
        f4: AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC
        f5: AS 2S
        f6: AH 2H 3H
        f7: AD 2D
        f8: AC
        """,
    )
    assert clear(board, "7") is None


def test_in_suit_a_card_is_built_unasked_only_if_it_can_come_back_where_all_are_seen() -> None:
    """Deal 24 of Eight Off: a tap used to bury the two of diamonds under higher ones."""
    board = engine.parse_board(
        "eight-off",
        """
        1: 4C 2C 9C 8C
        2: 5H QH 3C
        3: QC 9S 6H 9H 8H
        4: 5D
        5: 2D KD TH TC TD 9D 8D 7D 6D
        6: 7H JS KH TS KC 7C 6C 5C
        7: KS QS
        b: JD
        c: QD
        d: 4D
        e: 3D
        g: JH
        h: JC
        f1: AS 2S 3S 4S 5S 6S 7S 8S
        f2: AH 2H 3H 4H
        f3: AD
        f4: AC
        """,
    )
    moves = distinct_moves(Game(board))["4"]
    assert "4-5" in map(str, moves)
    assert engine.solve(board.apply(Move("4", "5"))).outcome is Outcome.LOST
    assert clear_move(Game(board), moves) is None


def test_a_run_is_built_whole_while_there_is_room_to_take_it_apart() -> None:
    piles = "1: 2C 7H 6S\n2: 8S\n3: 2D\n4: 3D\n5: 4D\n6: 5D\n7: 6D"
    roomy = with_the_rest("freecell", f"{piles}\na: KS", "8")
    assert {str(move) for move in distinct_moves(Game(roomy))["1"]} == {"1-2*2", "1-b"}
    assert clear(roomy, "1") == "1-2*2"
    tight = with_the_rest("freecell", f"{piles}\na: KS\nb: KH", "8")
    assert {str(move) for move in distinct_moves(Game(tight))["1"]} == {"1-2*2", "1-c"}
    assert clear(tight, "1") is None


def test_between_an_empty_cell_and_an_empty_pile_the_player_chooses() -> None:
    assert clear(with_the_rest("freecell", "1: 2C 7H\n2: 9S", "8"), "1") is None


def test_between_a_run_and_a_part_of_it_the_player_chooses() -> None:
    board = klondike("1: 9H 8S 7H\n2: TC\n3: 8C")
    assert {str(move) for move in distinct_moves(Game(board))["1"]} == {"1-2*3", "1-3"}
    assert clear(board, "1") is None


def test_a_part_of_a_run_goes_onto_the_only_card_that_takes_it_as_it_can_go_back() -> None:
    board = spider("1: 2S 9S 8S 7S\n2: 8S")
    assert {str(move) for move in distinct_moves(Game(board))["1"]} > {"1-2", "1-3*3"}
    assert clear(board, "1") == "1-2"


def test_of_two_cards_the_player_chooses_where_every_card_is_seen() -> None:
    board = with_the_rest("phoenix", "1: 2C 7H\n2: 8S\n3: 8C", "6")
    assert clear(board, "1") is None


def test_of_two_cards_the_first_is_built_on_elsewhere_as_the_other_stays_open() -> None:
    assert clear(klondike("1: 7H\n2: 8S\n3: 8C"), "1") == "1-2"


def test_a_card_of_the_reserve_with_two_places_is_asked_for() -> None:
    board = with_the_rest("phoenix", "1: 8S\n2: 8C\nr1: 7H", "6")
    assert clear(board, "r1") is None


def test_of_two_cards_the_one_of_the_same_suit_is_built_on() -> None:
    board = with_the_rest("spider", "1: 7H\n2: 8S\n3: 8H", "10", decks=2)
    assert clear(board, "1") == "1-3"


def test_of_two_equal_cards_the_one_with_the_longer_run_is_built_on() -> None:
    assert clear(spider("1: 7S\n2: 8S\n3: TS 9S 8S"), "1") == "1-3"
    assert clear(spider("1: 7S\n2: 8S\n3: 9S 8S"), "1") == "1-3"


def test_a_run_in_suit_fills_an_empty_pile_as_a_whole() -> None:
    assert clear(spider("1: 2S 9S 8S 7S"), "1") == "1-2*3"
    full = "\n".join(f"{pile}: 2S" for pile in range(2, 9))
    assert clear(spider(f"1: 2S 9S 8S 7S\n{full}"), "1") is None


def test_a_run_in_alternating_colours_fills_an_empty_pile_only_as_the_player_says() -> None:
    board = with_the_rest("phoenix", "1: 9S 8H\n2: 2S", "6")
    assert clear(board, "1") is None


def test_cards_that_move_together_in_no_order_are_no_run() -> None:
    board = with_the_rest("yukon", "1: 9H 2S 7H\n2: TC\n3: 8C", "7")
    assert clear(board, "1") is None


def test_after_taking_a_move_back_a_tap_on_its_pile_asks() -> None:
    game = Game(klondike("f1: AS\n1: 2S\n2: 3H\n3: 3D\n4: 9S\n5: TH"))
    game.play("1-f1")
    game.undo()
    for tap in Tap:
        assert tapped_move(game, distinct_moves(game)["1"], tap) is None
    assert tapped_move(game, distinct_moves(game)["4"], Tap.CLEAR) is not None


@pytest.mark.parametrize("tap", Tap)
def test_from_which_of_several_foundations_a_card_comes_is_asked(tap: Tap) -> None:
    game = Game(klondike("f1: AS 2S 3S\nf2: AH 2H 3H\n1: 4H\n2: 4S"))
    moves = distinct_moves(game)["f"]
    assert [str(move) for move in moves] == ["f1-1", "f2-2"]
    assert tapped_move(game, moves, tap) is None


@pytest.mark.parametrize(
    ("tap", "only", "several"),
    [
        (Tap.CLEAR, "4-5", "1-f1"),
        (Tap.ONLY, "4-5", None),
        (Tap.BEST, "4-5", "1-f1"),
        (Tap.CHOOSE, None, None),
    ],
)
def test_the_setting_decides_what_is_asked(tap: Tap, only: str | None, several: str | None) -> None:
    game = Game(klondike("f1: AS\n1: 2S\n2: 3H\n3: 3D\n4: 9S\n5: TH"))
    played = [tapped_move(game, distinct_moves(game)[pile], tap) for pile in "41"]
    assert [move and str(move) for move in played] == [only, several]


@each_of([*CATALOGUE.values(), *CLASSICS, *EXTREMES])
def test_a_tap_plays_a_move_of_the_pile_or_asks(rules: Rules) -> None:
    for board in boards(rules, deals=2)[:: 2 + len(rules.tableau.deal) // 10]:
        game = Game(board)
        for moves in distinct_moves(game).values():
            played = tapped_move(game, moves, Tap.CLEAR)
            assert played == moves[0] if len(moves) == 1 else played is None or played in moves
