"""Random positions of any game, reachable or not: the rules must hold in all of them."""

from __future__ import annotations

import random

import engine
from engine import Board, PileKind, Rules
from engine.games import FAMILIES
from engine.rules import Base, Win
from tests.engine import reference_rules as reference

FIRST_GAMES = tuple(rules.id for family in FAMILIES[:4] for rules in family)
"""The games the project began with, and their variants."""


def random_board(game: str, rng: random.Random) -> Board:
    """A board in any position of a game."""
    return engine.parse_board(game, random_position(engine.rules_of(game), rng).text())


def random_position(rules: Rules, rng: random.Random) -> reference.Position:
    """Foundations of random height, the other cards anywhere.

    Some positions are a few cards from won, some have long runs, some no empty pile; in some the
    even ranks lie on top and the odd ones beneath, so that little or nothing moves.
    """
    position = reference.deal(rules, rng.randint(1, 1000))
    piles = position.piles
    is_blocked = rng.random() < 0.25
    if rules.foundations.base is Base.CHOSEN:
        position.base = rng.randint(0, 13)
    if not rules.foundations.is_single:
        loose = [card for pile in piles.values() for card in pile]
        for name in piles:
            piles[name] = []
        _raise_foundations(position, loose, rng, is_low=is_blocked)
        is_open = isinstance(rules.foundations.base, Base) and position.base > 0
        if is_open and not any(piles[name] for name in piles if name[0] == "f"):
            first = reference.sequence(position, 1)[0]
            loose.remove(first)
            piles["f1"] = [first]
    else:
        loose = [card for name, pile in piles.items() if name != "f1" for card in pile]
        for name in piles:
            piles[name] = piles[name] if name == "f1" else []
    rng.shuffle(loose)
    if rules.win is Win.ROWS:
        for name, card in zip(rng.sample(list(piles), len(loose)), loose, strict=True):
            piles[name] = [card]
    elif is_blocked:
        _spread_blocked(position, loose, rng)
    else:
        _spread(position, loose, rng)
    for name, pile in piles.items():
        declared = reference.declared(rules, name)
        hides = declared is not None and declared.face_down and pile
        most = len(pile) - (not rules.tableau.turns_rank)
        position.down[name] = rng.randint(0, most) if hides else 0
    if rules.stock is not None and rules.stock.redeals:
        position.redeals = rng.randint(0, rules.stock.redeals)
    return position


def _raise_foundations(
    position: reference.Position, loose: list[str], rng: random.Random, *, is_low: bool
) -> None:
    rules = position.rules
    ranges = ((0, 1), (0, 3), (2, 8), (5, 13), (12, 13))
    lowest, highest = (0, 0) if is_low else rng.choice(ranges)
    if position.base == 0:
        return
    count = reference.foundation_count(rules)
    heights = [rng.randint(lowest, highest) for _ in range(count)]
    if rules.foundations.whole_suits:
        heights = [13 * (height > 6) for height in heights]
    if rules.foundations.follows_previous:
        heights.sort(reverse=True)
    for number, height in enumerate(heights, 1):
        for wanted in reference.sequence(position, number)[:height]:
            card = next((card for card in loose if reference.is_same(card, wanted)), None)
            if card is None:
                break
            loose.remove(card)
            position.piles[f"f{number}"].append(card)


def _spread(position: reference.Position, loose: list[str], rng: random.Random) -> None:
    """Put the loose cards anywhere, often onto cards they build on."""
    rules, piles = position.rules, position.piles
    wide, narrow = _wide(position), _narrow(position)
    wide = rng.sample(wide, rng.randint(1, len(wide)))
    for card in loose:
        room = [name for name in narrow if len(piles[name]) < _room(rules, name)]
        onto = [
            name
            for name in wide
            if piles[name]
            and rules.tableau.build
            and reference.fits(rules.tableau.build, card, piles[name][-1])
        ]
        if onto and rng.random() < 0.7:
            piles[rng.choice(onto)].append(card)
        elif room and rng.random() < 0.2:
            piles[rng.choice(room)].append(card)
        else:
            piles[rng.choice(wide)].append(card)


def _spread_blocked(position: reference.Position, loose: list[str], rng: random.Random) -> None:
    """Put the odd ranks beneath the even ones, on piles of equal height, and fill the cells."""
    rules, piles = position.rules, position.piles
    tableau = [name for name in _wide(position) if reference.kind(name) is PileKind.TABLEAU]
    unseen = [name for name in _wide(position) if name not in tableau]
    narrow = _narrow(position)
    for card in sorted(loose, key=lambda card: reference.rank(card) % 2 == 0):
        room = [name for name in narrow if len(piles[name]) < _room(rules, name)]
        if reference.rank(card) % 2:
            hides = unseen and rng.random() < 0.2
            target = rng.choice(unseen) if hides else min(tableau, key=lambda n: len(piles[n]))
        else:
            target = room[0] if room else min(tableau, key=lambda name: len(piles[name]))
        piles[target].append(card)


def _wide(position: reference.Position) -> list[str]:
    """The piles that hold any number of cards, foundations excepted."""
    return [
        name
        for name in position.piles
        if reference.kind(name) in (PileKind.TABLEAU, PileKind.STOCK, PileKind.WASTE)
        and not (position.rules.redeals_tableau and name == "s")
    ]


def _narrow(position: reference.Position) -> list[str]:
    """The cells and reserve piles."""
    kinds = (PileKind.CELL, PileKind.RESERVE)
    return [name for name in position.piles if reference.kind(name) in kinds]


def _room(rules: Rules, name: str) -> int:
    """How many cards a cell or a reserve pile may hold in a position."""
    declared = reference.declared(rules, name)
    if declared is None or reference.kind(name) is PileKind.CELL:
        return 1
    return declared.deal[int(name[1:]) - 1]
