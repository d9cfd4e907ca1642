"""A game's declaration and a board as the search sees them: numbers in arrays."""

from __future__ import annotations

import random
from functools import cache
from typing import Final

import numpy as np

from engine.board import Board
from engine.cards import CARDS
from engine.plan import ALL_CARDS, Plan
from engine.rules import Build, Dealing, Group, Kind, Order, Rules, Suits
from engine.solver.general import fields as field
from engine.solver.general.fields import Facts, Ints, Position
from engine.solver.general.position import put_again
from engine.solver.general.weights import weights_of

_KINDS: Final = (Kind.TABLEAU, Kind.CELL, Kind.RESERVE, Kind.FOUNDATION, Kind.WASTE)
_GROUPS: Final = {
    Group.SINGLE: field.TOP_CARD,
    Group.RUN: field.ANY_PART,
    Group.FACE_UP: field.ANY_PART,
    Group.PILE: field.TOP_OR_ALL,
    Group.SPACES: field.AS_SPACES_ALLOW,
}
_DEALINGS: Final = {
    Dealing.WASTE: field.TO_WASTE,
    Dealing.TABLEAU: field.TO_TABLEAU,
    Dealing.FOUNDATION: field.TO_FOUNDATION,
    Dealing.GATHER: field.GATHERED,
}
_COMPLETE: Final = frozenset({Suits.ALTERNATING, Suits.SAME, Suits.SAME_COLOUR, Suits.ANY})
"""The ways to build in which all cards that go onto a card go onto the same cards."""
_MOST_REDEALS: Final = 250
_LOG: Final = 4096


def _salts() -> Ints:
    chance = random.Random(52)
    return np.array([[chance.getrandbits(62) for _ in range(field.SALTS)] for _ in range(2)])


_SALTS: Final = _salts()


def fits(rules: Rules) -> bool:
    """Whether the search knows all that a game's declaration says.

    It knows every game of the catalogue. It does not know whole suits that go home from the waste,
    and more redeals than it can count.
    """
    redeals = rules.stock.redeals if rules.stock is not None else 0
    return not (rules.foundations.whole_suits and rules.has_waste) and (
        (redeals or 0) <= _MOST_REDEALS
    )


@cache
def _of_plan(plan: Plan, base: int) -> Facts:
    """What is known of a game whatever the board; the board's own part is empty."""
    nothing, no_rows = np.zeros(0, np.int64), np.zeros((0, 0), np.int64)
    nexts = plan.nexts[base] or ((0,) * 14,)
    takes, runs = np.zeros((2, field.KINDS, 52), np.int64)
    build_from, fill_from, fillers, groups = np.zeros((4, field.KINDS), np.int64)
    for number, kind in enumerate(_KINDS):
        pile = next(iter(plan.of(kind)), None)
        if pile is not None:
            takes[number], runs[number] = pile.takes, pile.runs
            build_from[number], fill_from[number] = _mask(pile.build_from), _mask(pile.fill_from)
            fillers[number] = _kings(base) if pile.kings_only else ALL_CARDS
            groups[number] = _GROUPS[pile.group]
    return Facts(
        numbers=_numbers(plan),
        takes=takes,
        runs=runs,
        build_from=build_from,
        fill_from=fill_from,
        fillers=fillers,
        groups=groups,
        homes=_homes(plan, base),
        nexts=np.array(nexts, np.int64),
        ranks=np.array([(card % 13 - base) % 13 for card in CARDS], np.int64),
        faces=_faces(plan.rules),
        followers=_followers(plan, base),
        single=nothing,
        turning=nothing,
        roots=no_rows,
        root_heights=nothing,
        root_down=nothing,
        root_low=no_rows,
        root_high=no_rows,
        salts=_SALTS,
        weights=weights_of(plan.rules),
    )


def _mask(kinds: frozenset[Kind]) -> int:
    return sum(1 << number for number, kind in enumerate(_KINDS) if kind in kinds)


def _kings(base: int) -> int:
    """The mask of the cards that end a foundation."""
    return sum(1 << card for card in CARDS if (card % 13 - base) % 13 == 12)


def _homes(plan: Plan, base: int) -> Ints:
    """For each suit how many foundations are for it, and which."""
    homes = np.zeros((4, 1 + max(8, len(plan.homes))), np.int64)
    if not plan.rules.foundations.build:
        for suit, pairs in enumerate(plan.suits[base]):
            homes[suit, 0] = len(pairs)
            for number, (home, _) in enumerate(pairs):
                homes[suit, number + 1] = home
    return homes


def _faces(rules: Rules) -> Ints:
    """What tells cards from each other: only the rank, where nothing asks for their suits."""
    build = rules.foundations.build
    piles = (rules.tableau, rules.cells, rules.reserve)
    if build is None or build.suits is not Suits.ANY or any(p.build or p.run for p in piles):
        return np.arange(52)
    return np.arange(52) % 13


def _gives_back(plan: Plan) -> bool:
    return any(Kind.FOUNDATION in pile.build_from | pile.fill_from for pile in plan.targets)


def _followers(plan: Plan, base: int) -> Ints:
    """The followers of each card where cards come back; else those that may lie on it directly."""
    onto = [0] * 52
    for pile in plan.piles:
        runs = pile.group is not Group.FACE_UP
        for card in CARDS:
            onto[card] |= pile.takes[card] | (pile.runs[card] if runs else 0)
    if not _gives_back(plan):
        return np.array(onto, np.int64)
    # What lies beneath a card on its foundation can come back as well.
    for card in CARDS:
        suit, rank = divmod(card, 13)
        below = ((base + height) % 13 for height in range((rank - base) % 13))
        onto[card] |= sum(1 << 13 * suit + other for other in below)
    return np.array([_reached(card, onto) for card in CARDS], np.int64)


def _reached(card: int, onto: list[int]) -> int:
    """The mask of the cards that can be come to from a card, itself included."""
    known, fresh = 1 << card, [card]
    while fresh:
        more = onto[fresh.pop()] & ~known
        known |= more
        fresh += [other for other in CARDS if more >> other & 1]
    return known


def _numbers(plan: Plan) -> Ints:
    rules = plan.rules
    foundations, stock = rules.foundations, rules.stock
    numbers = np.zeros(field.FACTS, np.int64)
    ends = [len(plan.of(kind)) for kind in _KINDS[:4]]
    numbers[: field.HOMES_END + 1] = np.cumsum(ends)
    numbers[field.STOCK_PILE], numbers[field.WASTE_PILE] = (
        255 if pile < 0 else pile for pile in (plan.stock, plan.waste)
    )
    if stock is not None:
        numbers[field.DEALING] = _DEALINGS[stock.dealing]
        numbers[field.TURN] = stock.turn
        numbers[field.CIRCLES] = rules.has_waste and stock.redeals is None
        numbers[field.ONTO_EMPTY] = stock.onto_empty
        numbers[field.FOLDS_TURNS] = rules.has_waste and stock.onto_empty
        numbers[field.FREES_WASTE] = stock.turn == 1 and numbers[field.CIRCLES]
    numbers[field.WHOLE_SUITS] = foundations.whole_suits
    numbers[field.SINGLE_HOME] = foundations.build is not None
    numbers[field.REFILLED] = plan.refilled
    numbers[field.RESERVE_ALIKE] = not plan.refilled or len(plan.of(Kind.RESERVE)) < 2
    numbers[field.HAS_HIDDEN] = any(
        piles.face_down for piles in (rules.tableau, rules.cells, rules.reserve)
    )
    numbers[field.CARDS] = rules.cards
    numbers[field.SAFE] = not (
        foundations.whole_suits
        or foundations.descending
        or foundations.build
        or (rules.has_waste and not numbers[field.FOLDS_TURNS])
    )
    numbers[field.GIVES_BACK] = _gives_back(plan)
    numbers[field.CARRIES_OTHERS] = any(pile.group is Group.FACE_UP for pile in plan.piles)
    numbers[field.RESERVE_GROWS] = any(pile.fill_from for pile in plan.of(Kind.RESERVE))
    numbers[field.SPLITS_FREELY] = not _keeps_runs(plan)
    return numbers


def _keeps_runs(plan: Plan) -> bool:
    """Whether a part of a run is only ever worth moving when the card beneath goes home."""
    tableau, foundations = plan.rules.tableau, plan.rules.foundations
    if tableau.group is not Group.RUN or tableau.run not in (None, tableau.build):
        return False
    if foundations.whole_suits or foundations.descending or foundations.build:
        return False
    if any(pile.kind is not Kind.TABLEAU for pile in plan.targets) or plan.refilled:
        return False
    return _is_complete(tableau.build)


def _is_complete(build: Build | None) -> bool:
    """Whether all cards that go onto a card go onto the same cards, and never round a circle."""
    return (
        build is not None
        and build.suits in _COMPLETE
        and build.order is Order.DOWN
        and not build.wraps
    )


def facts_of(board: Board) -> tuple[Facts, Position]:
    """What the search knows of a board, and the position to begin with."""
    plan, rules = board.plan, board.rules
    facts = _of_plan(plan, board.base)
    numbers = facts.numbers.copy()
    piles = len(plan.piles)
    turning: tuple[int, ...] = ()
    if rules.has_waste:
        turning = board.stacks[plan.waste] + board.stacks[plan.stock][::-1]
    elif plan.stock >= 0:
        turning = board.stacks[plan.stock]
    numbers[field.PLACES] = len(turning)
    hidden = board.hidden or (0,) * piles
    position = Position(
        stacks=np.zeros((piles, field.ROW), np.int64),
        heights=np.zeros(piles, np.int64),
        down=np.array(hidden, np.int64),
        low=np.zeros((piles, field.ROW), np.int64),
        high=np.zeros((piles, field.ROW), np.int64),
        places=np.arange(field.ROW),
        numbers=np.zeros(field.POSITION_NUMBERS, np.int64),
        log=np.zeros(_LOG, np.int64),
    )
    for pile in plan.piles:
        # Piles of one kind begin alike, whichever they are.
        kind = field.NUMBER_SALTS + 1 + list(Kind).index(pile.kind)
        position.low[pile.index, 0], position.high[pile.index, 0] = _SALTS[:, kind]
        if pile.kind not in (Kind.STOCK, Kind.WASTE):
            cards = board.stacks[pile.index]
            position.stacks[pile.index, : len(cards)] = cards
            position.heights[pile.index] = len(cards)
    put_again(facts, position)
    position.numbers[field.REDEALS] = -1 if board.redeals is None else board.redeals
    position.numbers[field.LEFT] = len(turning)
    position.numbers[field.TURNED] = len(board.stacks[plan.waste]) if rules.has_waste else 0
    return facts._replace(
        numbers=numbers,
        single=np.array([_is_single(pile.index, board) for pile in plan.piles], np.int64),
        turning=np.array((*turning, 0), np.int64),
        roots=position.stacks.copy(),
        root_heights=position.heights.copy(),
        root_down=position.down.copy(),
        root_low=position.low.copy(),
        root_high=position.high.copy(),
    ), position


def _is_single(index: int, board: Board) -> bool:
    """Whether a pile holds one card at the most, now and ever after."""
    pile = board.plan.piles[index]
    if pile.kind is Kind.RESERVE:
        return not (pile.build_from or pile.fill_from) and len(board.stacks[index]) < 2
    return pile.kind is Kind.CELL
