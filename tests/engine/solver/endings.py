"""Random positions near the end of a game, with most cards on foundations."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.board import Board
from engine.cards import CARDS, Card, Rank, Suit, deck
from engine.compiled import CompiledRules, compile_rules
from engine.rules import PileKind, Rules


def shrunk(rules: Rules, columns: int, cells: int, reserve: int) -> Rules:
    """A game with fewer piles and cells, so that more positions are lost."""
    columns = min(columns, len(rules.tableau.deal))
    fewer_cells = replace(rules.cells, deal=rules.cells.deal[:cells])
    fewer_reserves = replace(
        rules.reserve,
        deal=rules.reserve.deal[:reserve],
        face_down=rules.reserve.face_down[:reserve],
    )
    others = rules.dealt_count - sum(
        map(sum, (p.deal for p in (rules.tableau, rules.cells, rules.reserve)))
    )
    free = rules.card_count - others - sum(fewer_cells.deal) - sum(fewer_reserves.deal)
    if rules.stock is not None and not rules.redeals_tableau:
        deal = (2,) * columns
    else:
        deal = tuple(len(range(number, free, columns)) for number in range(columns))
    tableau = replace(
        rules.tableau, deal=deal, face_down=(1,) * columns if rules.tableau.face_down else ()
    )
    return replace(rules, tableau=tableau, cells=fewer_cells, reserve=fewer_reserves)


def ending(rules: Rules, rng: random.Random, most: int) -> Board:
    """A position with few cards off the foundations, or one suit if only whole suits go there.

    Args:
        rules: the game.
        rng: chooses the position.
        most: the most cards off the foundations.
    """
    compiled = compile_rules(rules)
    base = 0
    if isinstance(rules.foundations.base, Rank):
        base = rules.foundations.base - 1
    elif not rules.foundations.is_single:
        base = rng.randrange(13)
    stacks = _foundations(compiled, base, rng, most)
    cards = deck(rules.decks)
    loose = [
        Card.of(card.rank, Suit(card.suit % rules.suits))
        for card in cards
        if card.rank <= rules.last_rank
    ]
    for stack in stacks:
        for card in stack:
            loose.remove(card)
    rng.shuffle(loose)
    _spread(compiled, stacks, loose, rng)
    hidden = [0] * len(stacks)
    for pile in compiled.piles:
        declared = {PileKind.TABLEAU: rules.tableau, PileKind.RESERVE: rules.reserve}.get(pile.kind)
        hides = declared is not None and declared.face_down and len(stacks[pile.index]) > 1
        if hides and (pile.kind is PileKind.RESERVE or rng.random() < 0.5):
            hidden[pile.index] = rng.randrange(len(stacks[pile.index]))
    redeals = rules.stock.redeals if rules.stock is not None else 0
    if redeals:
        redeals = rng.randint(0, redeals) if not rules.redeals_tableau else rng.choice((0, 0, 0, 1))
    return Board(
        compiled, tuple(map(tuple, stacks)), redeals, tuple(hidden) if any(hidden) else (), base
    )


def _foundations(
    compiled: CompiledRules, base: int, rng: random.Random, most: int
) -> list[list[Card]]:
    """The piles with all cards on foundations, except some of the last ranks."""
    rules = compiled.rules
    stacks: list[list[Card]] = [[] for _ in compiled.piles]
    if rules.foundations.is_single:
        stays = rules.foundations.outranked
        cards = [card for card in CARDS if card.rank > 1 or not stays]
        rng.shuffle(cards)
        stacks[compiled.foundations[0]] = cards[: len(cards) - rng.randint(most // 2, most)]
        return stacks
    rows = compiled.foundation_sequences[base]
    if rules.foundations.descending:
        rows = rows[:4]
    heights = [len(row) - 1 for row in rows]
    count = rng.randint(most // 2, most)
    if rules.foundations.whole_suits:
        heights[rng.randrange(len(rows))] = 0
        count = 0
    for _ in range(count):
        lower = [f for f, height in enumerate(heights) if height > max(0, max(heights) - 5)]
        heights[rng.choice(lower)] -= 1
    for foundation, row, height in zip(compiled.foundations, rows, heights, strict=False):
        stacks[foundation] = [CARDS[card] for card in row[:height]]
    for foundation, row in zip(
        compiled.foundations[4:], compiled.foundation_sequences[base][4:], strict=False
    ):
        if rules.foundations.descending:
            # The cards that are left belong to either of the two that meet.
            met = [c for c in row[:13] if CARDS[c] not in stacks[foundation - 4]]
            stacks[foundation] = [CARDS[card] for card in met[: rng.randint(0, len(met) // 2)]]
    return stacks


def _spread(
    compiled: CompiledRules, stacks: list[list[Card]], loose: list[Card], rng: random.Random
) -> None:
    """Place the other cards at random, often where they may be built."""
    wide = [
        pile
        for pile in compiled.piles
        if pile.kind in (PileKind.TABLEAU, PileKind.STOCK, PileKind.WASTE)
        and not (compiled.rules.redeals_tableau and pile.kind is PileKind.STOCK)
    ]
    narrow = [pile for pile in compiled.piles if pile.kind in (PileKind.CELL, PileKind.RESERVE)]
    wide = rng.sample(wide, min(len(wide), rng.choice((2, 3, 4, 9))))
    for card in loose:
        room = [pile for pile in narrow if len(stacks[pile.index]) < _room(compiled, pile.index)]
        fitting = [
            pile
            for pile in wide
            if stacks[pile.index] and pile.run_masks[stacks[pile.index][-1]] >> card & 1
        ]
        if room and rng.random() < 0.3:
            pile = rng.choice(room)
        else:
            pile = rng.choice(fitting if fitting and rng.random() < 0.6 else wide)
        stacks[pile.index].append(card)


def _room(compiled: CompiledRules, index: int) -> int:
    """How many cards a cell or a reserve pile may hold."""
    if compiled.piles[index].kind is PileKind.CELL:
        return 1
    return compiled.rules.reserve.deal[
        compiled.piles_of(PileKind.RESERVE).index(compiled.piles[index])
    ]
