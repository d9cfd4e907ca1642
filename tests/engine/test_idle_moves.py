"""Idle moves, the only ones that are left out: what they lead to, the rules cannot tell apart."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

import pytest

import engine
from engine import CATALOGUE, Board, InvalidBoard, Move, Outcome, PileKind, Rules, solve
from engine.cards import Cards
from engine.legality import why_illegal
from engine.places import turned_up
from engine.rules import EmptyPileRule, Piles, Stock, StockAction
from engine.stock import refill
from tests.engine import reference_rules as reference
from tests.engine.positions import moves, play, position
from tests.engine.random_positions import random_position
from tests.engine.solver.random_rules import random_small
from tests.support.every_game import every_game
from tests.support.parameters import quick

_BOARDS, _STEPS, _TURNS = 4, 6, 0.6
"""How many boards of a game are compared, for how many moves, and how often the stock is played."""


def test_a_single_card_may_go_to_another_empty_pile_while_the_stock_deals_onto_both() -> None:
    board = position("aces-up", "1: 9S", "2: 7H", "s: 3C 4C 5C 6C", rest="f1")
    assert moves(board, "1") == {"1-3", "1-4"}


def test_it_may_not_once_the_stock_is_empty() -> None:
    board = position("aces-up", "1: 9S", "2: 7H", rest="f1")
    assert moves(board) == set()


@pytest.mark.parametrize(
    "game",
    ["spider", "scorpion", "wasp", "easthaven", "gypsy", "nomad", "miss-milligan", "carlton"],
)
def test_so_it_is_in_every_game_whose_stock_deals_to_the_tableau(game: str) -> None:
    rank = "K" if CATALOGUE[game].tableau.fill is EmptyPileRule.KING else "9"
    with_stock, without = (
        position(game, f"1: {rank}S", rest=rest)
        for rest in ("s", str(len(CATALOGUE[game].tableau.deal)))
    )
    assert "1-2" in moves(with_stock)
    assert "1-2" not in moves(without)


def test_redeals_that_gather_the_piles_in_their_order_tell_them_apart() -> None:
    gathering = replace(CATALOGUE["cruel"], id="gathering", tableau=_filled(CATALOGUE["cruel"]))
    assert "1-2" in moves(position(gathering, "1: 9S", rest="12"))
    ended = replace(gathering, stock=Stock(action=StockAction.GATHER, redeals=1))
    assert "1-2" not in moves(position(ended, "1: 9S", "redeals: 0", rest="12"))


def test_aces_up_5_is_won_by_such_a_move() -> None:
    verdict = solve(engine.deal("aces-up", 5).board, max_states=100_000, max_seconds=600)
    assert verdict.outcome is Outcome.WON
    assert play(engine.deal("aces-up", 5).board, *verdict.moves).is_won


@every_game
def test_what_an_idle_move_leads_to_goes_on_as_before(rules: Rules) -> None:
    """Whatever is done after a move that is refused as idle could be done without it."""
    _compare(rules, random.Random(rules.id))


@pytest.mark.parametrize("seed", quick(range(300), 10))
def test_so_it_does_in_any_declaration(seed: int) -> None:
    _compare(random_small(seed), random.Random(seed))


def _filled(rules: Rules) -> Piles:
    """The tableau of a game, with any card for its empty piles."""
    return replace(rules.tableau, fill=EmptyPileRule.ANY)


def _compare(rules: Rules, rng: random.Random) -> None:
    for _ in range(_BOARDS):
        kind = rng.choice((PileKind.TABLEAU, PileKind.TABLEAU, PileKind.RESERVE, PileKind.CELL))
        board = _with_room(rules, kind, rng)
        idle = _idle(board)
        if idle:
            _goes_on_alike(board, _swapped(board, rng.choice(idle)), rng)


def _with_room(rules: Rules, kind: PileKind, rng: random.Random) -> Board:
    """A random board, where it can with a single card on one pile of a kind and two empty ones."""
    found = random_position(rules, rng)
    board = engine.parse_board(rules, found.text())
    names = [name for name in found.piles if reference.kind(name) is kind]
    if len(names) < 4:
        return _filled_up(board)
    one, *empty, rest = rng.sample(names, 4)
    if rules.stock and not rules.redeals_tableau:
        rest = "s"
    elif kind is not PileKind.TABLEAU:
        rest = "1"
    for name in (one, *empty):
        keeps = int(name == one)
        found.piles[rest] = found.piles[name][keeps:] + found.piles[rest]
        found.piles[name] = found.piles[name][:keeps]
        found.down[name] = 0
    with suppress(InvalidBoard):
        board = engine.parse_board(rules, found.text())
    return _filled_up(board)


def _filled_up(board: Board) -> Board:
    """The board with the piles filled that are filled at once, as they are after every move."""
    stacks = list(board.stacks)
    refill(board.compiled, stacks)
    hidden = turned_up(board.compiled, board.hidden, stacks)
    return replace(board, stacks=tuple(stacks), hidden=hidden)


def _idle(board: Board) -> list[Move]:
    """The moves that are refused as they would only move all of a pile to another empty one."""
    conceivable = [
        Move(source, target, len(cards))
        for source, cards in board.piles.items()
        for target, others in board.piles.items()
        if cards and not others and source != "s"
    ]
    reasons = [(move, why_illegal(board, move)) for move in conceivable]
    return [move for move, reason in reasons if reason and "only move all of" in str(reason)]


def _swapped(board: Board, move: Move) -> Board:
    """The board after an idle move: with the two piles swapped."""
    one, other = board.compiled.index_of[move.source], board.compiled.index_of[move.target]
    stacks = list(board.stacks)
    stacks[one], stacks[other] = stacks[other], stacks[one]
    return replace(board, stacks=tuple(stacks))


def _goes_on_alike(one: Board, other: Board, rng: random.Random) -> None:
    """Compare what two boards can lead to, along one way at random."""
    for _ in range(_STEPS):
        ones, others = _after(one), _after(other)
        assert ones.keys() == others.keys(), (str(one), str(other))
        if not ones:
            return
        is_turned = one.can_play_stock and rng.random() < _TURNS
        chosen = _unordered(one.apply(one.stock_move)) if is_turned else rng.choice(list(ones))
        one, other = ones[chosen], others[chosen]


def _after(board: Board) -> dict[object, Board]:
    """The boards that moves lead to, by all but the order of the piles of a kind."""
    after = [board.apply(move) for move in board.legal_moves()]
    return {_unordered(each): each for each in after}


def _unordered(board: Board) -> tuple[object, ...]:
    kinds = {kind: list[tuple[Cards, int]]() for kind in PileKind}
    for pile, stack in zip(board.compiled.piles, board.stacks, strict=True):
        kinds[pile.kind].append((stack, board.face_down(pile)))
    for kind in (PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE):
        kinds[kind].sort()
    return (*map(tuple, kinds.values()), board.redeals, board.base)
