"""Face-down cards are nobody's to know: no answer depends on which card lies where unseen."""

from __future__ import annotations

import dataclasses
import random

import pytest

import engine
from bot.chat.play.boards import move_choices
from bot.chat.play.views import board_view
from bot.service.play.moves import distinct_moves
from engine import Board, Game, IllegalMove, InvalidMove, PileKind, Rules
from engine.cards import CARDS, Card
from engine.dealing import opening
from rendering import Scene
from rendering.board.alt import describe_scene
from tests.declared import CANFIELD, DOUBLE, SPIDER
from tests.support.boards import boards
from tests.support.every_game import each_of
from tests.support.parameters import quick
from tests.support.snapshots import PICTURE, snapshot_at

HIDING = each_of(
    [
        *(r for r in engine.CATALOGUE.values() if opening(r, 1).hidden or r.stock),
        CANFIELD,
        DOUBLE,
        SPIDER,
    ]
)


def unseen(board: Board) -> list[tuple[int, int]]:
    """Where cards lie that nobody may know: pile and place, in the order of the piles."""
    return [
        (pile.index, place)
        for pile, stack in zip(board.compiled.piles, board.stacks, strict=True)
        for place in range(
            len(stack)
            if pile.kind is PileKind.STOCK
            else board.hidden[pile.index]
            if board.hidden
            else 0
        )
    ]


def mixed(board: Board, rng: random.Random) -> Board:
    """The board with the cards that are not seen shuffled among their places."""
    places = unseen(board)
    before = [board.stacks[pile][place] for pile, place in places]
    cards = before.copy()
    while cards == before:
        rng.shuffle(cards)
    stacks = [list(stack) for stack in board.stacks]
    for (pile, place), card in zip(places, cards, strict=True):
        stacks[pile][place] = card
    return dataclasses.replace(board, stacks=tuple(map(tuple, stacks)))


def positions(rules: Rules) -> list[Board]:
    """Some boards of a game on which several cards are not seen."""
    met = boards(rules, deals=1, moves=40)[::13]
    return [one for one in met if len({one.stacks[pile][at] for pile, at in unseen(one)}) > 1]


def answer(board: Board, text: str) -> str:
    """What typing a move leads to: the move, or the sentence that refuses it."""
    try:
        return str(board.parse_move(text))
    except (IllegalMove, InvalidMove) as refused:
        return str(refused)


def typed(board: Board) -> list[str]:
    """Moves that somebody may type to learn where a card lies."""
    piles = [pile.name for pile in board.compiled.piles]
    cards = [str(card) for card in CARDS]
    rng = random.Random(len(piles))
    texts = [*cards, *(f"{card} f" for card in cards), *(f"1 {card}" for card in cards)]
    texts += [f"{card} {rng.choice(piles)}" for card in cards]
    texts += [f"{card} {rng.choice(cards)}" for card in cards]
    texts += [f"{rng.choice(piles)}-{rng.choice(piles)}*{n}" for n in range(1, 14)]
    return texts


@pytest.mark.slow
@HIDING
def test_a_typed_move_gets_the_same_reply_whatever_the_unseen_cards_are(rules: Rules) -> None:
    for board in positions(rules):
        other = mixed(board, random.Random(7))
        assert other.stacks != board.stacks
        for text in typed(board):
            assert answer(board, text) == answer(other, text), text


@HIDING
def test_an_unseen_card_is_refused_in_the_same_words_in_the_stock_and_in_the_tableau(
    rules: Rules,
) -> None:
    for board in positions(rules):
        seen = {
            card
            for pile, stack in zip(board.compiled.piles, board.stacks, strict=True)
            if pile.kind is not PileKind.STOCK
            for card in stack[board.hidden[pile.index] if board.hidden else 0 :]
        }
        hidden: set[Card] = {board.stacks[pile][place] for pile, place in unseen(board)} - seen
        for end in ("", " f", " 1"):
            translate = {answer(board, f"{card}{end}").replace(card.label, "it") for card in hidden}
            assert len(translate) <= 1


@HIDING
def test_moves_offered_while_typing_are_the_same_whatever_the_unseen_cards_are(
    rules: Rules,
) -> None:
    for board in positions(rules):
        other = mixed(board, random.Random(8))
        for text in ["", "k", "1", *(str(card) for card in CARDS[::5])]:
            before, after = (
                [(choice.name, choice.value) for choice in move_choices(Game(one), text)]
                for one in (board, other)
            )
            assert before == after


@HIDING
@pytest.mark.parametrize("drawn", quick([True, False]))
def test_messages_are_the_same_whatever_the_unseen_cards_are(rules: Rules, *, drawn: bool) -> None:
    picture = PICTURE if drawn else None
    for board in positions(rules):
        other = mixed(board, random.Random(9))
        for selected in (None, *distinct_moves(Game(board))):
            if selected == "s":
                continue
            before, after = (
                board_view(snapshot_at(one), picture, selected=selected).view.to_components()  # type: ignore[no-untyped-call]  # the library's own gap
                for one in (board, other)
            )
            assert before == after


@HIDING
def test_the_words_for_a_picture_are_the_same_whatever_the_unseen_cards_are(rules: Rules) -> None:
    for board in positions(rules):
        other = mixed(board, random.Random(10))
        assert describe_scene(Scene(board, 1)) == describe_scene(Scene(other, 1))
