"""Every game of the catalogue against a second reading of its declaration."""

from __future__ import annotations

import random

import pytest

import engine
from engine import Game, PileKind, Rules
from engine.board import Board
from engine.rules import Base
from tests.engine import second_reading as plain

GAMES = pytest.mark.parametrize("rules", engine.CATALOGUE.values(), ids=list(engine.CATALOGUE))


def agree(board: Board, position: plain.Position) -> None:
    """Hold the engine against the second reading: cards, moves and status."""
    assert board.text(reveal=True) == position.text()
    moves = [
        (move.source, "" if move.is_stock else move.target, move.count)
        for move in board.legal_moves()
    ]
    assert sorted(moves) == sorted(plain.legal_moves(position)), position.text()
    assert len(set(moves)) == len(moves)
    assert board.status.value == plain.status(position), position.text()
    assert engine.parse_board(board.rules, position.text()) == board


def chosen(game: Game, chance: random.Random) -> engine.Move:
    """A move at random: the stock not too often, and home when a game is to get somewhere."""
    moves = game.legal_moves()
    busy = [move for move in moves if not move.is_stock]
    home = [move for move in busy if move.target.startswith("f")]
    if home and chance.random() < 0.5:
        return chance.choice(home)
    return chance.choice(busy if busy and chance.random() < 0.8 else moves)


@GAMES
def test_random_games_agree_step_by_step(rules: Rules) -> None:
    for number in (1, 2):
        chance = random.Random(number)
        game, position = engine.deal(rules.id, number), plain.deal(rules, number)
        agree(game.board, position)
        for _ in range(60):
            if not game.legal_moves():
                break
            move = chosen(game, chance)
            assert game.board.is_legal(move)
            game.play(move)
            position = plain.after(position, (move.source, move.target, move.count))
            agree(game.board, position)


def scattered(rules: Rules, chance: random.Random) -> plain.Position:
    """Any position of a game at all, reachable or not: the rules must hold there all the same."""
    position = plain.deal(rules, chance.randint(1, 1000))
    piles = position.piles
    if rules.foundations.build is None:
        loose = [card for pile in piles.values() for card in pile]
        for name in piles:
            piles[name] = []
        raised(position, loose, chance)
        dealt = rules.foundations.base is Base.DEALT
        if dealt and not any(piles[name] for name in piles if name[0] == "f"):
            first = plain.column(position, 1)[0]
            loose.remove(first)
            piles["f1"] = [first]
    else:
        loose = [card for name, pile in piles.items() if name != "f1" for card in pile]
        for name in piles:
            piles[name] = piles[name] if name == "f1" else []
    spread(position, loose, chance)
    if rules.stock is not None and rules.stock.redeals:
        position.redeals = chance.randint(0, rules.stock.redeals)
    return position


def raised(position: plain.Position, loose: list[str], chance: random.Random) -> None:
    """Raise the foundations to any height."""
    rules = position.rules
    lowest, highest = chance.choice(((0, 1), (0, 3), (2, 8), (5, 13), (12, 13)))
    for number in range(1, plain.foundations(rules) + 1):
        height = chance.randint(lowest, highest)
        if rules.foundations.whole_suits:
            height = 13 * (height > 6)
        for card in plain.column(position, number)[:height]:
            if card not in loose:
                break
            loose.remove(card)
            position.piles[f"f{number}"].append(card)


def spread(position: plain.Position, loose: list[str], chance: random.Random) -> None:
    """Put the cards that are left into any piles, some of them face down."""
    rules, piles = position.rules, position.piles
    chance.shuffle(loose)
    gathers = rules.stock is not None and rules.reshuffles_tableau
    wide = [
        name
        for name in piles
        if plain.kind(name) in (PileKind.TABLEAU, PileKind.STOCK, PileKind.WASTE)
        and not (gathers and name == "s")
    ]
    wide = chance.sample(wide, chance.randint(1, len(wide)))
    narrow = [name for name in piles if plain.kind(name) in (PileKind.CELL, PileKind.RESERVE)]
    for card in loose:
        room = [name for name in narrow if len(piles[name]) < room_in(rules, name)]
        onto = [
            name
            for name in wide
            if piles[name]
            and rules.tableau.build
            and plain.fits(rules.tableau.build, card, piles[name][-1])
        ]
        if onto and chance.random() < 0.7:
            piles[chance.choice(onto)].append(card)
        elif room and chance.random() < 0.2:
            piles[chance.choice(room)].append(card)
        else:
            piles[chance.choice(wide)].append(card)
    for name, pile in piles.items():
        declared = plain.declared(rules, name)
        if declared is not None and declared.face_down and pile:
            position.down[name] = chance.randint(0, len(pile) - 1)
        else:
            position.down[name] = 0


def room_in(rules: Rules, name: str) -> int:
    """How many cards a cell or a reserve pile may hold in a position."""
    declared = plain.declared(rules, name)
    if declared is None or plain.kind(name) is PileKind.CELL:
        return 1
    return declared.deal[int(name[1:]) - 1]


@GAMES
def test_positions_of_every_kind_agree_and_so_does_what_they_lead_to(rules: Rules) -> None:
    for seed in range(20):
        chance = random.Random(seed)
        position = scattered(rules, chance)
        board = engine.parse_board(rules, position.text())
        agree(board, position)
        if board.legal_moves():
            move = chance.choice(board.legal_moves())
            agree(
                board.apply(move),
                plain.after(position, (move.source, move.target, move.count)),
            )
