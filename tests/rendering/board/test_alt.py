"""Alt texts of boards."""

from __future__ import annotations

import dataclasses
import random

import pytest
from hypothesis import given, settings

from engine import CATALOGUE, Game, Move, PileKind, deal, parse_board
from engine.cards import CARDS, Card
from engine.dealing import opening
from engine.rules import Rules, SuitRule
from rendering import Scene, Style, draw_scene, scene_of
from rendering.board.alt import MAX_LENGTH, describe_changes, describe_scene
from rendering.board.scene import FOUNDATIONS
from rendering.cards.card_design import Indices
from rendering.strings import ENGLISH
from tests.declared import CLASSICS, EXTREMES, FANS, KLONDIKE, MEETING, MULTITUDE
from tests.rendering.boards import games, won_board
from tests.support.boards import with_the_rest
from tests.support.every_game import every_game


@settings(max_examples=150, deadline=None)
@given(games(*CATALOGUE.values(), *CLASSICS, *EXTREMES, most=400))
def test_any_position_is_described_in_1024_characters(game: Game) -> None:
    assert 0 < len(describe_scene(scene_of(game))) <= MAX_LENGTH == 1024


@every_game
def test_the_alt_text_names_every_card_of_any_position(rules: Rules) -> None:
    board = opening(rules, 5)
    compiled = board.compiled
    heap = [card for stack in board.stacks for card in stack]
    random.Random(1).shuffle(heap)
    stacks: list[tuple[Card, ...]] = [()] * len(compiled.piles)
    for number, pile in enumerate(compiled.tableau):
        stacks[pile.index] = tuple(heap[number :: len(compiled.tableau)])
    spread = dataclasses.replace(board, stacks=tuple(stacks), hidden=())
    scene = Scene(spread, 2**63 - 1, last=("1", 1), selected="2", hint=Move("1", "2", 13))
    words = describe_scene(scene)
    assert len(words) <= MAX_LENGTH
    assert all(
        f"{pile.name}: {_told(stacks[pile.index])}." in words
        for pile in compiled.tableau
        if stacks[pile.index]
    )


def _told(cards: tuple[Card, ...]) -> str:
    return " ".join(card.label for card in cards)


def test_discarded_cards_are_told_without_a_pile() -> None:
    game = deal("giza", 7)
    words = describe_scene(dataclasses.replace(scene_of(game), hint=Move.discarding("23", "27")))
    assert words.startswith("Giza, deal 7. Discarded: 0 cards. Reserve: r1 8♦ A♣ 2♣,")
    assert words.endswith(" Suggested: discard pile 23 + pile 27.")

    game.play("23+27")
    words = describe_scene(scene_of(game))
    assert "Discarded: 2 cards." in words
    assert words.startswith("Giza, deal 7. Last move: 9♠ 4♠ discarded. ")


def test_two_cards_discarded_from_one_pile_are_both_told() -> None:
    game = deal("pyramid", 1)
    while (both := next((m for m in game.legal_moves() if m.sources == ("w", "w")), None)) is None:
        game.play("s")
    waste = game.board.piles["w"]
    game.play(both)
    told = f"Last move: {waste[-2].label} {waste[-1].label} discarded."
    assert told in describe_scene(scene_of(game))


def test_what_the_last_move_changed_is_told_first() -> None:
    game = deal("klondike", 1)
    game.play("s")
    (drawn,) = game.board.piles["w"]
    begins = f"Klondike, deal 1. Last move: {drawn.label} to the waste. Foundations:"
    assert describe_scene(scene_of(game)).startswith(begins)


def test_where_cards_went_is_told_as_moves_are_named() -> None:
    game = deal("freecell", 1)
    move = next(move for move in game.legal_moves() if move.target == "a")
    card = game.board.piles[move.source][-1].label
    game.play(move)
    assert describe_changes(scene_of(game), ENGLISH) == f"Last move: {card} into cell a."

    game = deal("klondike", 11)
    game.play("1-f1")
    said = describe_changes(scene_of(game), ENGLISH)
    assert said == f"Last move: {game.board.piles['f1'][-1].label} home."


def test_a_card_that_the_last_move_turned_up_is_told() -> None:
    game = deal("klondike", 1)
    move = next(move for move in game.legal_moves() if _is_last_face_up(game, move))
    game.play(move)
    turned = game.board.piles[move.source][-1].label
    assert f" Turned up: {turned} in {move.source}. " in describe_scene(scene_of(game))


def _is_last_face_up(game: Game, move: Move) -> bool:
    """Whether a move takes all face-up cards of a pile that has face-down ones."""
    board = game.board
    if move.is_stock:
        return False
    pile = board.compiled.piles[board.compiled.index_of[move.source]]
    return 0 < board.face_down(pile) == len(board.stacks[pile.index]) - move.count


def test_a_deal_to_every_column_is_told_as_one_move_of_the_stock() -> None:
    game = deal("spider", 1)
    game.play("s")
    begins = "Spider, deal 1. Last move: stock. Foundations:"
    assert describe_scene(scene_of(game)).startswith(begins)


def test_of_piles_that_move_along_a_row_only_the_top_card_is_told() -> None:
    game = deal("accordion", 7)
    game.play("2-1")
    game.play("6-5")
    words = describe_scene(scene_of(game))
    assert "1: 1 more, 10♣. 2: 8♥." in words


@pytest.mark.parametrize(
    ("columns", "says"), [(44, "44: 4 more, 8♠ 9♠. 45 to 99: empty."), (99, "…")]
)
def test_an_alt_text_too_long_names_only_top_cards(columns: int, says: str) -> None:
    board = opening(MULTITUDE, 1)
    stacks: list[tuple[Card, ...]] = [()] * len(board.stacks)
    for number, pile in enumerate(board.compiled.tableau[:columns]):
        stacks[pile.index] = tuple(CARDS[number % 40 : number % 40 + 6])
    words = describe_scene(Scene(dataclasses.replace(board, stacks=tuple(stacks))))
    assert len(words) <= MAX_LENGTH
    assert words.endswith(says)


def test_adjacent_empty_piles_are_described_together() -> None:
    board = deal("phoenix", 1).board
    stacks = list(board.stacks)
    for pile in board.compiled.piles_of(PileKind.RESERVE)[2:9]:
        stacks[pile.index] = ()
    words = describe_scene(Scene(dataclasses.replace(board, stacks=tuple(stacks))))
    assert ", r3 to r9 empty, r10 " in words


def test_a_saxony_board_without_a_stock_is_described_in_1024_characters() -> None:
    game = deal("saxony", 3)
    for _ in range(11):
        game.play("s")
    scene = dataclasses.replace(scene_of(game), number=2**63 - 1, hint=Move("r1", "r4"))
    assert len(describe_scene(scene)) <= MAX_LENGTH


@settings(max_examples=60, deadline=None)
@given(games())
def test_every_visible_card_that_still_counts_is_named_bottom_to_top(game: Game) -> None:
    words = describe_scene(scene_of(game))
    for pile in game.board.compiled.piles:
        down = game.board.hidden[pile.index] if game.board.hidden else 0
        stack = game.board.stacks[pile.index][down:]
        if (
            pile.kind in (PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE)
            and stack
            and not game.board.is_won
        ):
            if pile.left_targets is not None:
                stack = stack[-1:]
            assert " ".join(card.label for card in stack) in words


def test_the_alt_text_follows_the_board_from_top_to_bottom() -> None:
    board = parse_board(
        "saratoga",
        """
        f1: AS 2S
        f3: AD
        s: 9C TC JC QC KC 3D
        w: 4D 5D 6D 7D
        1: KH QS JH TS
        2:
        3: 3S 4S 5S 6S 7S 8S 9S
        4: JS KS AH 2H 3H 4H 5H 6H
        5: 7H 8H 9H TH QH
        6: 2D 8D 9D TD JD QD KD
        7: AC 2C 3C 4C 5C 6C 7C 8C
        """,
    )
    assert describe_scene(Scene(board, 42, last=("1", 2), moved=board.piles["1"][-2:])) == (
        "Saratoga, deal 42. Last move: J♥ 10♠ to 1. Foundations: 2♠, no ♥, A♦, no ♣. "
        "Stock: 6 cards, redeals without limit. Waste: 4 cards, 7♦ on 6♦ on 5♦. "
        "1: K♥ Q♠ J♥ 10♠. 2: empty. 3: 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠. "
        "4: J♠ K♠ A♥ 2♥ 3♥ 4♥ 5♥ 6♥. 5: 7♥ 8♥ 9♥ 10♥ Q♥. "
        "6: 2♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦. 7: A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣."
    )


def test_cards_have_the_letters_that_are_printed_on_them() -> None:
    board = with_the_rest("phoenix", "1: QH", "2")
    assert "1: D♥." in draw_scene(Scene(board), Style(indices=Indices.GERMAN)).alt


def test_face_down_cards_are_counted_not_named() -> None:
    board = opening(KLONDIKE, 1)
    words = describe_scene(Scene(board))
    top: Card = board.piles["7"][-1]
    assert f"7: 6 face down, {top.label}." in words
    assert all(card.label not in words.split("7: ")[1] for card in board.piles["7"][:6])


@pytest.mark.parametrize(
    ("redeals", "says"), [(2, "2 redeals left"), (1, "1 redeal left"), (0, "no redeals left")]
)
def test_limited_redeals_are_counted(redeals: int, says: str) -> None:
    board = dataclasses.replace(deal("saratoga-aisleriot", 1).board, redeals=redeals)
    assert f"Stock: 24 cards, {says}." in describe_scene(Scene(board))


def test_a_selected_pile_and_a_hint_are_described() -> None:
    board = deal("saratoga", 1).board
    words = describe_scene(Scene(board, selected="3", hint=Move("4", "5", 2)))
    assert words.endswith("Chosen: pile 3. Suggested: 2 cards from pile 4 to pile 5.")
    words = describe_scene(Scene(board, hint=Move("w", "f1")))
    assert words.endswith("Suggested: 1 card from the waste to foundation f1.")


@every_game
def test_every_choice_and_every_hint_is_described(rules: Rules) -> None:
    game = deal(rules.id, 7)
    for _ in range(20):
        board, moves = game.board, game.legal_moves()
        for pile in (*board.piles, FOUNDATIONS):
            assert "Chosen: " in describe_scene(Scene(board, selected=pile))
        for pile in board.piles:
            assert describe_scene(Scene(board, avoided=pile))
        for move in moves:
            assert "Suggested: " in describe_scene(Scene(board, hint=move))
        if not moves:
            break
        game.play(moves[-1])


def test_the_foundations_are_chosen_as_one() -> None:
    words = describe_scene(Scene(deal("saratoga", 1).board, selected=FOUNDATIONS))
    assert words.endswith("Chosen: the foundations.")


@every_game
def test_a_won_board_is_described_as_won(rules: Rules) -> None:
    words = describe_scene(Scene(won_board(rules.id), 7))
    assert words.startswith(f"{rules.title}, deal 7, won.")
    foundations = rules.foundations
    whole = rules.has_foundations and not (
        foundations.is_single
        or foundations.descending
        or foundations.follows_previous
        or foundations.suits is SuitRule.ANY
    )
    assert not whole or "♠ complete" in words


def test_a_single_foundation_is_described_by_its_count_and_top_card() -> None:
    game = deal("golf", 1)
    game.play("s")
    top = game.board.piles["f1"][-1]
    assert f"Foundation: 2 cards, {top.label} on top." in describe_scene(scene_of(game))


def test_the_pile_that_a_goal_avoids_is_named() -> None:
    words = describe_scene(Scene(deal("freecell", 1).board, avoided="d"))
    assert words.endswith("Goal: no card to cell d.")


def test_foundations_built_up_and_down_are_told_apart() -> None:
    words = describe_scene(Scene(opening(MEETING, 1)))
    assert "Foundations: A♠ up and no ♠ down, A♥ up and no ♥ down," in words


def test_foundations_without_a_card_are_described_together() -> None:
    assert "Foundations: empty. Stock" in describe_scene(Scene(deal("spider", 1).board))


def test_of_two_foundations_of_a_suit_those_with_cards_are_described() -> None:
    game = deal("saxony", 7)
    while not game.board.foundation_count:
        game.play(game.legal_moves()[0])
    words = describe_scene(Scene(game.board))
    assert "Foundations: no ♠, no ♥, no ♦, A♣. Stock" in words
    assert "A♠ and A♠, A♥ and A♥," in describe_scene(Scene(deal("saxony-aces", 1).board))


def test_only_suits_in_the_game_are_described() -> None:
    words = describe_scene(Scene(won_board("spider-1")))
    assert words.endswith("♠ complete and ♠ complete.")
    assert "♥" not in words


def test_a_game_whose_tableau_is_reshuffled_shows_its_redeals() -> None:
    assert "Stock: none, 2 redeals left." in describe_scene(Scene(opening(FANS, 1)))
