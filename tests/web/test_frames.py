"""What a page is sent: all that its player may see and no card more, inside every window."""

from __future__ import annotations

import json
import random
from dataclasses import replace

from bot.models.places import Place
from bot.models.play import GameState
from bot.models.together import Mode, SharedBoard, SharedGame, Vote, Wish
from bot.service.preferences import Preferences
from bot.web.view import FACE_DOWN, WIDTH, Window, board_frame, plain
from bot.wording.together import shared_lines
from engine import Board, Game, Rules, deal
from engine.hidden_cards import hidden_places
from tests.store.finished_games import NOON
from tests.support.every_game import every_game
from tests.support.snapshots import snapshot_at

PHONE, DESKTOP = Window(390, 741, 3), Window(1280, 726)
WINDOWS = (PHONE, Window(360, 560, 2), Window(844, 316, 3), DESKTOP, Window(900, 430))
"""The board's part of windows: of phones, upright and not, of desktops, of a small frame."""
MOVES = 12
"""How many random moves lead to a board that is looked at."""


def played(rules: Rules, seed: int, moves: int) -> Game:
    """A game after some random moves, none of which takes one back."""
    draw, game = random.Random(seed), deal(rules.id, seed)
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            break
        game.play(draw.choice(legal))
    return game


def with_unseen_cards_elsewhere(game: Game, seed: int) -> Board:
    """The board of a game with the cards that nobody has seen in another order."""
    places = sorted(hidden_places(game))
    stacks = [list(stack) for stack in game.board.stacks]
    cards = [stacks[pile][at] for pile, at in places]
    random.Random(seed).shuffle(cards)
    for (pile, at), card in zip(places, cards, strict=True):
        stacks[pile][at] = card
    return replace(game.board, stacks=tuple(map(tuple, stacks)))


@every_game
def test_a_frame_is_the_same_however_unseen_cards_lie(rules: Rules) -> None:
    for seed in (1, 2):
        game = played(rules, seed, MOVES * seed)
        snapshot = snapshot_at(game.board)
        sent = board_frame(snapshot, Preferences(), PHONE)
        for order in range(4):
            other = snapshot_at(with_unseen_cards_elsewhere(game, order))
            assert board_frame(other, Preferences(), PHONE) == sent


@every_game
def test_what_is_said_of_votes_and_moves_is_the_same_however_unseen_cards_lie(rules: Rules) -> None:
    game = played(rules, 1, MOVES)
    sent = said_of_votes(game.board)
    for order in range(4):
        assert said_of_votes(with_unseen_cards_elsewhere(game, order)) == sent


def said_of_votes(board: Board) -> list[list[str]]:
    """What is said of a board on which each legal move is voted for, one after the other."""
    place, snapshot = Place(1), snapshot_at(board)
    votes = (Vote(1, Wish.MOVE, str(move), snapshot.version, NOON) for move in board.legal_moves())
    shared = SharedBoard(1, place, Mode.VOTE, NOON)
    return [
        [*shared_lines(SharedGame(shared, snapshot, votes=(vote,)), NOON, str)] for vote in votes
    ]


@every_game
def test_every_pile_is_inside_the_window_and_beside_the_others(rules: Rules) -> None:
    board = deal(rules.id, 3).board
    for window in WINDOWS:
        frame = board_frame(snapshot_at(board), Preferences(), window)
        width, height = frame["units"]
        assert width == WIDTH
        [card_width, card_height] = frame["card"]
        assert card_height > card_width
        boxes = []
        for pile in frame["piles"]:
            x, y, high = pile["b"]
            assert x >= 0
            assert y >= 0
            assert x + card_width <= width
            ends = [y, *pile["at"][1::2]]
            assert max(ends) + high <= height
            boxes.append((x, y))
        assert len(set(boxes)) == len(boxes)


def test_a_card_face_down_and_the_stock_are_only_counted() -> None:
    frame = board_frame(snapshot_at(deal("klondike", 1).board), Preferences(), PHONE)
    piles = {pile["n"]: pile for pile in frame["piles"]}
    assert piles["3"]["c"][:2] == [FACE_DOWN, FACE_DOWN]
    assert piles["3"]["c"][2] >= 0
    assert piles["s"]["z"] == 24
    assert set(piles["s"]["c"]) == {FACE_DOWN}


def test_a_squared_pile_has_the_card_beneath_its_top() -> None:
    game = deal("klondike", 11)
    for move in ["1-f1", "s", "s"]:
        game.play(move)
    frame = board_frame(snapshot_at(game.board), Preferences(), PHONE)
    [waste] = [pile for pile in frame["piles"] if pile["n"] == "w"]
    assert waste["c"] == [int(card) for card in game.board.piles["w"]]
    assert waste["at"][:2] == waste["at"][2:]


def test_a_game_that_is_over_has_no_moves() -> None:
    board = deal("klondike", 1).board
    frame = board_frame(snapshot_at(board, GameState.GIVEN_UP), Preferences(), PHONE)
    assert (frame["moves"], frame["taps"], frame["undo"]) == ([], {}, False)
    assert "Given up" in str(frame["end"])


def test_a_move_takes_less_than_three_kilobytes() -> None:
    for rules_id in ("klondike", "spider", "freecell"):
        frame = board_frame(snapshot_at(deal(rules_id, 1).board), Preferences(), DESKTOP)
        assert len(json.dumps(frame, separators=(",", ":"))) < 3200


def test_marks_of_the_chat_are_left_out() -> None:
    assert plain("-# **A♠** to f1 · ~~gone~~") == "A♠ to f1 · gone"
