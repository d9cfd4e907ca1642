"""Random declarations of games, many of them larger than any in the catalogue."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from engine.cards import Rank
from engine.errors import InvalidRules
from engine.rules import (
    Base,
    Build,
    Direction,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    PileKind,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
    Win,
)
from engine.solver import clearing, general
from engine.solver.clearing import layout
from engine.solver.fitting import fits_free_runs
from engine.solver.general import beams
from tests.declared import declare

_SOURCES = (PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE, PileKind.WASTE, PileKind.FOUNDATION)

_REFILLS = (
    (PileKind.RESERVE,),
    (PileKind.WASTE, PileKind.STOCK),
    (PileKind.STOCK,),
    (PileKind.RESERVE, PileKind.WASTE),
)


def random_rules(seed: int) -> Rules:
    """A random valid declaration, determined by its seed."""
    return _first_valid(seed, _large)


def random_general(seed: int) -> Rules:
    """A random valid declaration that the general search fits, determined by its seed."""
    return _first_valid(seed, _large, general.fits)


def random_small(seed: int) -> Rules:
    """A random valid declaration of a game of at most 24 cards, determined by its seed."""
    return _first_valid(
        seed,
        lambda rng: _declaration(
            rng, decks=1, suits=rng.choice((1, 2, 4)), last_rank=rng.choice((Rank.THREE, Rank.SIX))
        ),
    )


def random_for_beams(seed: int) -> Rules:
    """A random valid declaration of a game that beam searches fit, determined by its seed."""
    return _first_valid(seed, _large, beams.fits)


def random_free_runs(seed: int) -> Rules:
    """A random valid declaration whose runs move freely, determined by its seed."""
    return _first_valid(
        seed, lambda rng: _with_free_runs(_declaration(rng, decks=1, suits=4)), fits_free_runs
    )


def random_clearing(seed: int) -> Rules:
    """A random valid declaration of a game that only takes cards away, determined by its seed."""
    return _first_valid(seed, _clearing, clearing.fits)


def _first_valid(
    seed: int,
    declared: Callable[[random.Random], Rules],
    fits: Callable[[Rules], bool] = lambda rules: True,
) -> Rules:
    """The first of the declarations drawn that is valid and fits."""
    rng = random.Random(seed)
    while True:
        with suppress(InvalidRules):
            rules = declared(rng)
            if fits(rules):
                return rules


def _large(rng: random.Random) -> Rules:
    return _declaration(rng, decks=rng.choice((1, 2)), suits=rng.choice((1, 2, 4, 4)))


def _clearing(rng: random.Random) -> Rules:
    reserve = Piles(
        deal=tuple(rng.randint(0, 3) for _ in range(rng.choice((0, 0, 2, 16)))),
        fill=EmptyPileRule.NOTHING,
    )
    columns = rng.choice((1, 5, 9, 28, 52))
    dealt = rng.choice((columns, rng.randint(0, 52), 52)) - sum(reserve.deal)
    tableau = Piles(deal=_heights(rng, columns, max(dealt, 0)), fill=EmptyPileRule.NOTHING)
    if rng.random() < 0.5:
        over = [
            tuple(sorted(rng.sample(range(n + 1, columns + 1), min(2, columns - n))))
            for n in range(1, columns + 1)
        ]
        tableau = replace(tableau, covered_by=tuple(over))
    stock = Stock(redeals=rng.choice((0, 2, layout.UNLIMITED - 1, None)))
    foundations = Foundations(groups=_groups(rng))
    if rng.random() < 0.2:
        tableau = replace(tableau, refilled=True, refill_from=(PileKind.STOCK,))
        stock = Stock(action=StockAction.FILL)
    elif rng.random() < 0.2:
        build = Build(SuitRule.ANY, Direction.EITHER, rng.random() < 0.5)
        foundations = Foundations(base=Base.DEALT, build=build)
        stock = Stock(action=StockAction.FOUNDATION)
    return declare(
        "random",
        tableau,
        reserve=reserve,
        foundations=foundations,
        stock=stock if rng.random() < 0.8 else None,
        win=rng.choice((Win.FOUNDATIONS, Win.CLEARED)),
    )


def _groups(rng: random.Random) -> tuple[tuple[Rank, ...], ...]:
    """Ranks that are discarded together."""
    ranks = rng.sample(list(Rank), 13)
    threes = [tuple(ranks[at : at + 3]) for at in range(0, rng.choice((0, 0, 3, 12)), 3)]
    lone = [(rank,) for rank in ranks[12 : rng.choice((12, 13))]]
    rest = ranks[3 * len(threes) : 12]
    pairs = [(one, other) for one in rest for other in rest if rng.random() < rng.choice((0.2, 1))]
    return (*threes, *lone, *pairs)


def random_row(seed: int) -> Rules:
    """A random valid declaration of a game of rows, determined by its seed."""
    rng = random.Random(seed)
    length = rng.choice((1, 2, 4, 13))
    piles = length * rng.randint(1, 52 // length)
    tableau = Piles(deal=(1,) * piles, row_length=length, fill=EmptyPileRule.NOTHING)
    kind = rng.choice((Win.ROWS, Win.ONE_PILE, Win.FOUNDATIONS))
    if kind is Win.FOUNDATIONS:
        pairs = tuple(pair for pair in _groups(rng) if len(pair) == 2) or ((Rank.ACE, Rank.ACE),)
        foundations = Foundations(groups=pairs, touching=True)
        stock = Stock(action=StockAction.CLOSE_UP) if piles < 52 else None
        return declare("random", tableau, foundations=foundations, stock=stock)
    if kind is Win.ONE_PILE:
        steps = tuple(rng.sample(range(1, 60), rng.choice((1, 2, 59))))
        tableau = replace(tableau, build=_build(rng), move_unit=MoveUnit.STACK, steps_left=steps)
        return declare("random", tableau, cards_in_play=piles, win=kind)
    tableau = replace(tableau, deal=(1,) * 52, row_length=13, fill=EmptyPileRule.NEXT)
    return declare("random", tableau, first_rank=Rank(rng.randint(1, 12)), win=kind)


def _with_free_runs(rules: Rules) -> Rules:
    """The same game changed so that its runs move freely."""
    everything = frozenset(_SOURCES)
    build = rules.tableau.build
    tableau = replace(
        rules.tableau,
        build=Build(build.suits if build else SuitRule.ALTERNATING),
        build_from=everything,
        fill_from=everything,
        move_unit=MoveUnit.RUN,
        run=None,
        refilled=False,
    )
    cells = replace(rules.cells, fill=EmptyPileRule.ANY) if rules.cells.deal else rules.cells
    reserve = replace(rules.reserve, build=None, fill=EmptyPileRule.NOTHING)
    return replace(rules, tableau=tableau, cells=cells, reserve=reserve)


def _declaration(rng: random.Random, decks: int, suits: int, last_rank: Rank = Rank.KING) -> Rules:
    cards = 4 * last_rank * decks
    cells = _cells(rng)
    reserve = _reserve(rng)
    foundations = _foundations(rng)
    stock = _stock(rng)
    held = sum(reserve.deal) + sum(cells.deal) + foundations.start * 4 * decks
    free = cards - held
    columns = rng.choice((1, 3, 7, 10, 13, 20, 60, 99))
    dealt = rng.randint(0, max(free, 0)) if stock else free
    tableau = replace(
        _piles(rng),
        deal=_heights(rng, columns, dealt),
        build=_build(rng) if rng.random() < 0.9 else None,
        refilled=rng.random() < 0.3,
        refill_from=rng.choice(_REFILLS),
    )
    if rng.random() < 0.5:
        tableau = replace(tableau, face_down=tuple(max(n - 1, 0) for n in tableau.deal))
    return declare(
        "random",
        tableau,
        decks=decks,
        suits=suits,
        last_rank=last_rank,
        cells=cells,
        reserve=reserve,
        foundations=foundations,
        stock=stock,
    )


def _heights(rng: random.Random, columns: int, cards: int) -> tuple[int, ...]:
    """Column heights that add up to ``cards``, even or lopsided."""
    if rng.random() < 0.3:
        return (cards, *(0,) * (columns - 1))
    return tuple(len(range(number, cards, columns)) for number in range(columns))


def _build(rng: random.Random) -> Build:
    return Build(rng.choice(list(SuitRule)), rng.choice(list(Direction)), rng.random() < 0.3)


def _sources(rng: random.Random) -> frozenset[PileKind]:
    return frozenset(kind for kind in _SOURCES if rng.random() < 0.8)


def _piles(rng: random.Random) -> Piles:
    return Piles(
        deal=(),
        build_from=_sources(rng),
        fill=rng.choice(list(EmptyPileRule)),
        fill_from=_sources(rng),
        move_unit=rng.choice(list(MoveUnit)),
        run=_build(rng) if rng.random() < 0.3 else None,
    )


def _cells(rng: random.Random) -> Piles:
    count = rng.choice((0, 0, 1, 4, 8))
    deal = tuple(rng.randint(0, 1) for _ in range(count))
    return replace(_piles(rng), deal=deal)


def _reserve(rng: random.Random) -> Piles:
    count = rng.choice((0, 0, 1, 4, 16))
    deal = tuple(rng.choice((0, 1, 2)) for _ in range(count))
    build = _build(rng) if rng.random() < 0.3 else None
    return replace(_piles(rng), deal=deal, build=build)


def _foundations(rng: random.Random) -> Foundations:
    kind = rng.randrange(6)
    if kind == 0:
        return Foundations(whole_suits=True)
    if kind == 1:
        return Foundations(descending=True)
    if kind == 2:
        return Foundations(base=Base.DEALT, build=_build(rng))
    if kind == 3:
        return Foundations(base=rng.choice(list(Base)))
    return Foundations(start=rng.choice((0, 0, 1, 6)))


def _stock(rng: random.Random) -> Stock | None:
    if rng.random() < 0.2:
        return None
    return Stock(
        action=rng.choice((StockAction.WASTE, *StockAction)),
        turn=rng.choice((1, 1, 3, 200)),
        redeals=rng.choice((0, 0, 1, 5, 300, None)),
        onto_empty=rng.random() < 0.7,
    )
