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
LONG = 150
"""How many moves long columns have time to grow."""
UPRIGHT = (Window(360, 565, 3), Window(390, 769, 3), Window(1280, 725))
"""The board's part of windows in which every card can be grabbed by a finger or the mouse."""
LEAST = 4
"""How many CSS pixels are seen of a card that can be grabbed, at least."""


def played(rules: Rules, seed: int, moves: int) -> Game:
    """A game after some random moves, none of which takes one back."""
    draw, game = random.Random(seed), deal(rules.id, seed)
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            break
        game.play(draw.choice(legal))
    return game


def with_longest_column(rules: Rules, seed: int) -> Board:
    """The board with the longest column of a game whose moves often make a long one longer."""
    draw, game = random.Random(seed), deal(rules.id, seed)
    columns = {pile.name: pile.index for pile in game.board.compiled.tableau}

    def length(target: str) -> int:
        return len(game.board.stacks[columns[target]]) if target in columns else 0

    longest, most = game.board, 0
    for _ in range(LONG):
        legal = game.legal_moves()
        if not legal:
            break
        ordered = sorted(legal, key=lambda move: (length(move.target), draw.random()))
        game.play(ordered[-1] if draw.random() < 0.6 else draw.choice(legal))
        if (grown := max(map(length, columns), default=0)) > most:
            longest, most = game.board, grown
    return longest


def grabbed(board: Board) -> set[tuple[str, int]]:
    """The cards that a player may grab, as their pile and how many lie on it with them."""
    moves = [move for move in board.legal_moves() if not move.is_stock]
    return {(name, move.count) for move in moves for name in (move.source, *move.others)}


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


@every_game
def test_every_card_that_may_be_grabbed_is_seen_however_long_its_column(rules: Rules) -> None:
    for seed in (1, 2):
        board = with_longest_column(rules, seed)
        for window in UPRIGHT:
            frame = board_frame(snapshot_at(board), Preferences(), window)
            width, height = frame["units"]
            scale = min(window.width / width, window.height / height)
            piles = {pile["n"]: pile for pile in frame["piles"]}
            for name, count in grabbed(board):
                pile = piles[name]
                places = [*zip(pile["at"][::2], pile["at"][1::2], strict=True)]
                at = len(places) - count
                assert at >= 0
                assert places[at][1] + pile["b"][2] <= height
                if at + 1 < len(places):
                    x, y = places[at + 1]
                    seen = max(x - places[at][0], y - places[at][1]) * scale
                    assert seen >= LEAST, (name, count)


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
