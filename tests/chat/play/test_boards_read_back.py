"""What the bot prints of a board is read back: text boards, descriptions and records."""

from __future__ import annotations

import random

import pytest

import engine
from bot.i18n.locale import use_locale
from bot.i18n.texts import board_lines, picture_strings
from engine import Board, Game, PileKind, Rules, parse_board
from rendering.board.alt import describe_scene
from rendering.board.scene import Scene
from tests.engine.positions import wander
from tests.support.every_game import every_game

_SEEN = {PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE}
_STEPS = (0, 4, 17, 60)


def games(name: str) -> list[Game]:
    """Games of a name, a few moves after their deal."""
    rng = random.Random(name)
    return [wander(engine.deal(name, rng.randrange(1, 10**6)), steps, rng) for steps in _STEPS]


def looks(board: Board) -> list[str]:
    """A board as it is seen: without what the stock holds, and without marks of guesses."""
    lines = str(board).replace("?? ", "# ").replace("?", "").splitlines()
    return [len(board.piles["s"]) * "s" if line.startswith("s: ") else line for line in lines]


def described(board: Board) -> list[object]:
    """What a description tells of a board: what lies beneath foundations and waste it does not."""
    piles: list[object] = [board.redeals, board.base % 13]
    homes = []
    for pile, stack in zip(board.compiled.piles, board.stacks, strict=True):
        down = board.face_down(pile)
        if pile.kind is PileKind.FOUNDATION:
            top = () if board.rules.foundations.takes_discards else stack[-1:]
            homes.append((len(stack), top))
        elif pile.kind in _SEEN:
            shown = stack[-1:] if pile.left_targets is not None else stack[down:]
            piles.append((pile.name, down, len(stack), shown))
        else:
            piles.append((pile.name, len(stack), stack[-1:] if pile.name == "w" else ()))
    # Of two foundations of a suit the one that is empty is left out.
    return [*piles, sorted(homes) if board.rules.foundations.is_by_suit else homes]


@every_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_text_board_is_read(rules: Rules, language: str) -> None:
    for game in games(rules.id):
        board = game.board
        with use_locale(language):
            text = board_lines(board)
        lines = [line for line in text.splitlines() if not line.startswith("s: ")]
        stock = [f"s: {len(board.piles['s'])} cards"] if board.piles.get("s") else []
        assert looks(parse_board(rules, "\n".join([*stock, *lines]))) == looks(board)
        assert parse_board(rules, board.text(reveal=True)) == board


def test_a_text_board_has_the_cards_of_the_readers_pictures() -> None:
    board = engine.deal("freecell", 1).board
    assert "\n2: 2D KC KS 5C TD 8S 9C\n" in board_lines(board)
    assert board_lines(board).startswith("1: JD KD 2S ")
    with use_locale("de"):
        assert "\n2: 2♦ K♣ K♠ 5♣ 10♦ 8♠ 9♣\n" in board_lines(board)
        assert board_lines(board).startswith("1: B♦ K♦ 2♠ ")


@every_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_description_is_read(rules: Rules, language: str) -> None:
    for game in games(rules.id):
        board = game.board
        with use_locale(language):
            text = describe_scene(Scene(board, number=5), picture_strings())
        if not (text.endswith("…") or board.is_won):
            assert described(parse_board(rules, text)) == described(board), text


@every_game
def test_the_board_of_a_record_is_read(rules: Rules) -> None:
    for game in games(rules.id):
        own = Game(game.board)
        assert engine.read_record(own.record()).opening == game.board
