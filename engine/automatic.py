"""Automatic play: foundation moves that never spoil a win, and finishing a game by them.

**Why a safe move is safe.** Let ``c`` be a card that may go to a foundation now. Its *followers*
are the cards that could ever be built on ``c``, on those in turn, and so on; where foundations
give cards back, the cards beneath each of these on its foundation count too, as they can return.
``c`` is safe if every follower in play could go to a foundation as soon as it is uncovered: the
card before it is there. Followers carry only followers. So any line that wins while ``c`` stays
can be copied with ``c`` on its foundation: leave out the moves of followers, but move a follower
to its foundation when it is uncovered, or when the line takes it from the waste. Every other move
finds its cards and its target unchanged, more piles and cells empty, and foundations at least as
high. The copy wins too.

For alternating colours this is the well-known rule: a card is safe no more than two above the
foundations of the other colour and three above the other one of its own; where nothing comes back,
one above those of the other colour. Building in suit, every card is safe; regardless of suit, a
card no more than two above the lowest foundation.

:func:`safe_moves` finds nothing where the argument does not hold:

- *Two decks, or fewer than four suits*: a follower's twin may need its place on the foundation.
- *Whole suits*: followers do not go to the foundations one by one.
- *Foundations not built up in suit*: there, followers say nothing.
- *A tableau that can be reshuffled*: the order of what is gathered decides what is dealt.
- *A stock still to be dealt onto the tableau*: on a shorter pile it covers other cards, and an
  empty pile may forbid the deal.
- *A tableau refilled at once* while that is possible: a pile that becomes empty draws a card.
- *The waste*: a missing card changes which cards are turned up together after a redeal, so its
  cards are safe only where the stock turns single cards or no redeal is left. Cards elsewhere leave
  stock and waste alone.
- *Piles that cover others*: a card that leaves frees others.
- *Units of any face-up cards*: a follower could carry other cards, so none may be in play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.arguments import checked
from engine.board import Board
from engine.cards import CARDS
from engine.compiled import CompiledRules, Pile
from engine.errors import CannotFinish
from engine.moves import Move
from engine.rules import MoveUnit, PileKind, SuitRule

Avoids = Callable[[Board, Move], bool]
"""Whether a legal move is to be left out."""

MAX_CHOICES: Final = 60
"""The most choices between moves before a search for a finish gives up: nearly all that are found
take fewer, and every view of a board asks."""


@checked
def safe_moves(board: Board) -> tuple[Move, ...]:
    """The legal foundation moves that never spoil a win; empty where that is not proven.

    >>> from engine import deal
    >>> [str(move) for move in safe_moves(deal("phoenix", 2).board)]
    ['r1-f1']
    """
    board.check()
    compiled = board.compiled
    building = _building(compiled)
    if not _is_proven(board, building):
        return ()
    moves = board.foundation_moves()
    if not moves:
        return ()
    placed, following = _placed_and_next(board)
    ready = 0 if building.carries_others else following
    safe = []
    for move in moves:
        pile = compiled.index_of[move.source]
        if pile != compiled.waste or building.turns_singles or board.redeals == 0:
            card = board.stacks[pile][-1]
            if building.gives_back:
                followers = _returning(compiled, board.base)[card]
                harmless = not followers & ~placed & ~ready & ~(1 << card)
            else:
                harmless = _follow_at_once(card, building.onto, placed, ready)
            if harmless:
                safe.append(move)
    return tuple(safe)


@dataclass(frozen=True, slots=True, eq=False)
class _Building:
    """What the argument for safe moves needs to know of a game.

    Attributes:
        onto: for each card, the mask of cards that may come to lie on it, in any pile.
        gives_back: whether foundation cards come back.
        carries_others: whether cards move with any cards on top of them.
        turns_singles: whether the stock turns one card at a time.
        reserve: the reserve piles.
    """

    onto: tuple[int, ...]
    gives_back: bool
    carries_others: bool
    turns_singles: bool
    reserve: tuple[Pile, ...]


@lru_cache(maxsize=1024)
def _building(compiled: CompiledRules) -> _Building:
    onto = [0] * 52
    for pile in compiled.piles:
        runs = pile.move_unit is not MoveUnit.FACE_UP
        for card in CARDS:
            onto[card] |= pile.build_masks[card] | (pile.run_masks[card] if runs else 0)
    stock = compiled.rules.stock
    return _Building(
        onto=tuple(onto),
        gives_back=compiled.rules.gives_back,
        carries_others=any(pile.move_unit is MoveUnit.FACE_UP for pile in compiled.piles),
        turns_singles=stock is not None and stock.turn == 1,
        reserve=compiled.piles_of(PileKind.RESERVE),
    )


def _is_proven(board: Board, building: _Building) -> bool:
    """Whether the argument for safe moves holds for a game and what is left of its stock."""
    rules, compiled, stacks = board.rules, board.compiled, board.stacks
    foundations = rules.foundations
    if rules.decks > 1 or rules.suits < 4 or foundations.whole_suits:
        return False
    if foundations.descending or foundations.is_single or not rules.has_foundations:
        return False
    if not foundations.is_by_suit or board.chooses_base:
        return False
    if foundations.courses or any(pile.after_stock for pile in compiled.piles):
        return False
    if compiled.is_layered:
        return False
    if rules.redeals_tableau and board.redeals != 0:
        return False
    if rules.stock is not None and not rules.has_waste and stacks[compiled.stock]:
        return False
    return not compiled.refilled or not (
        any(stacks[index] for index in compiled.refill_from)
        or any(pile.fill_from for pile in building.reserve)
    )


def _placed_and_next(board: Board) -> tuple[int, int]:
    """The masks of the cards on the foundations and of those that go there next."""
    placed = following = 0
    for suit, (index,) in enumerate(board.compiled.foundations_by_suit):
        height = len(board.stacks[index])
        # Ranks beyond the king go round to the ace.
        ranks = ((1 << height) - 1) << board.base
        placed |= ((ranks | ranks >> 13) & 0x1FFF) << 13 * suit
        if height < 13:
            following |= 1 << 13 * suit + (board.base + height) % 13
    return placed, following


def _cards(mask: int) -> Iterator[int]:
    """The cards of a mask."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def followers_need_no_place(board: Board, move: Move) -> bool:
    """Whether the cards in play that may be built on a card can hardly miss it.

    They do not if each could go to its foundation now, and none that is seen may carry other cards:
    where any face-up card moves, they would need a place first. Nor if all but one could go there,
    and a card that takes the same ones is seen. That is less than safety, as nobody knows what lies
    on those face down.

    Args:
        move: a foundation move of a card, in a game of one deck built up in suit.
    """
    card = board.stacks[board.compiled.index_of[move.source]][-1]
    onto = _building(board.compiled).onto
    placed, following = _placed_and_next(board)
    followers = onto[card] & ~placed
    seen = [board.stacks[pile.index][board.face_down(pile) :] for pile in board.compiled.tableau]
    if (followers & ~following).bit_count() <= 1 and any(
        other != card and onto[other] == onto[card] for run in seen for other in run
    ):
        return True
    carrying = 0
    for run in seen:
        for carrier in run[:-1]:
            carrying |= 1 << carrier
    return not followers & (carrying | ~following)


def replaces_cells(board: Board, move: Move) -> bool:
    """Whether a card on its foundation can do all that it could do in a cell, and leaves that free.

    It comes back to wherever a cell's card may go, and no win needs the card that it covers: that
    one is safe at home, as are all beneath it.

    Args:
        move: a foundation move of a card.
    """
    compiled, rules = board.compiled, board.rules
    building, both = _building(compiled), {PileKind.FOUNDATION, PileKind.CELL}
    if rules.reserve.deal or not both <= rules.tableau.build_from & rules.tableau.fill_from:
        return False
    if building.carries_others or not _is_proven(board, building):
        return False
    covered = board.stacks[compiled.index_of[move.target]][-1:]
    placed, following = _placed_and_next(board)
    return not any(
        _returning(compiled, board.base)[card] & ~placed & ~following for card in covered
    )


def _follow_at_once(card: int, onto: tuple[int, ...], placed: int, ready: int) -> bool:
    """Whether all followers of a card in play are ready, where nothing comes back."""
    known, fresh = placed, onto[card] & ~placed
    while fresh:
        if fresh & ~ready:
            return False
        known |= fresh
        followers = 0
        for follower in _cards(fresh):
            followers |= onto[follower]
        fresh = followers & ~known
    return True


@lru_cache(maxsize=1024)
def _returning(compiled: CompiledRules, base: int) -> tuple[int, ...]:
    """For each card, the mask of its followers where foundations give cards back."""
    onto = _building(compiled).onto
    followers = []
    for card in CARDS:
        known, fresh = 0, 1 << card
        while fresh:
            known |= fresh
            more = 0
            for follower in _cards(fresh):
                suit, rank = divmod(follower, 13)
                more |= onto[follower]
                more |= sum(1 << 13 * suit + (base + n) % 13 for n in range((rank - base) % 13))
            fresh = more & ~known
        followers.append(known)
    return tuple(followers)


@checked
def can_finish(board: Board) -> bool:
    """Whether foundation moves and the stock alone win, found by trying.

    True is always right. False is right for one deck, unless the stock turns several cards and is
    redealt, or waits for empty piles to be filled; there, and with two decks, the order of the
    cards can matter, and the search gives up after :data:`MAX_CHOICES`. Always False for a single
    foundation and without any, while the stock fills empty piles, and while cards are unseen where
    foundations are not built in suit or in order.

    >>> from engine import deal
    >>> can_finish(deal("saratoga", 42).board)
    False
    """
    board.check()
    return _finishing_line(board) is not None


@checked
def finish(board: Board, avoids: Avoids | None = None) -> tuple[Move, ...]:
    """The foundation and stock moves that win; none if the board is won.

    Args:
        avoids: which of them to do without; None for none.

    Raises:
        CannotFinish: if none were found; see :func:`can_finish`.
    """
    board.check()
    line = _finishing_line(board, avoids)
    if line is None:
        raise cannot_finish(board)
    return line


def cannot_finish(board: Board) -> CannotFinish:
    """The error for a board that does not finish itself."""
    return CannotFinish(
        "{game} cannot finish itself from here; move the cards that are in the way first.",
        game=board.rules.title,
    )


def is_finish_known(board: Board, hidden: Collection[tuple[int, int]]) -> bool:
    """Whether a board that can be finished could be, however its unseen cards lie.

    So it is if they are in a stock of which each card comes up alone, as often as one likes, and
    whose every card has one foundation that takes it: in one deck, built in suit.

    Args:
        board: a board that :func:`can_finish`.
        hidden: the pile of each unseen card, by its index, and the cards beneath it.
    """
    rules, compiled = board.rules, board.compiled
    if rules.reshuffles_tableau and board.redeals:
        return False
    if len(hidden) < 2:
        # A single unseen card is the one that is missing.
        return True
    return (
        all(pile == compiled.stock for pile, _ in hidden)
        and rules.stock is not None
        and (rules.stock.turn, rules.stock.redeals, rules.decks) == (1, None, 1)
        and rules.has_waste
        and rules.foundations.is_by_suit
        and not (compiled.differ or compiled.refilled or rules.foundations.courses)
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """A board on the way to a win, and how it was reached."""

    board: Board
    move: Move | None = None
    before: _Step | None = None

    def then(self, move: Move) -> _Step:
        """The step after a move."""
        return _Step(self.board.apply(move), move, self)

    def line(self) -> tuple[Move, ...]:
        """The moves so far."""
        moves = []
        step: _Step | None = self
        while step is not None and step.move is not None:
            moves.append(step.move)
            step = step.before
        return tuple(reversed(moves))


def _finishing_line(board: Board, avoids: Avoids | None = None) -> tuple[Move, ...] | None:
    """Foundation and stock moves that win; None if none were found.

    Moves that can only help are played at once; of the others, and the stock, all orders are tried,
    each board once, so that the search ends however often the stock is redealt.
    """
    compiled = board.compiled
    # While the stock fills empty piles, to go on is to play, with cards yet unseen.
    still_deals = compiled.stock in compiled.refill_from and board.stacks[compiled.stock]
    if still_deals or not _might_finish(board):
        return None
    waiting = [_Step(board)]
    seen = set[tuple[object, int | None]]()
    choices = 0
    while waiting and choices < MAX_CHOICES:
        step = waiting.pop()
        moves = _candidates(step.board, avoids)
        while (helping := next((m for m in moves if only_helps(step.board, m)), None)) is not None:
            step = step.then(helping)
            moves = _candidates(step.board, avoids)
        # A board that is won has no foundation move, and asking whether it is takes longer.
        if (not moves or moves[0].is_stock) and step.board.is_won:
            return step.line()
        position = (step.board.stacks, step.board.redeals)
        if position not in seen:
            seen.add(position)
            choices += any(not move.is_stock for move in moves)
            waiting += [step.then(move) for move in reversed(moves)]
    return None


def _candidates(board: Board, avoids: Avoids | None) -> list[Move]:
    """The foundation moves and, last, that of the stock, without those to avoid."""
    moves = board.foundation_moves()
    if board.can_play_stock:
        moves.append(board.stock_move)
    return [move for move in moves if not avoids(board, move)] if avoids else moves


def only_helps(board: Board, move: Move) -> bool:
    """Whether a move costs nothing if only foundation moves and the stock follow: not the stock's.

    A foundation move uncovers cards and raises a foundation; a line that plays the card later can
    play it now, with these exceptions. A waste short of a card is redealt as another stock, which
    matters when several cards are turned at once. Of two equal cards only one may have a place yet.
    An empty pile can forbid a deal, or draws a card that a deal would cover.
    """
    if move.is_stock:
        return False
    compiled, stacks, stock = board.compiled, board.stacks, board.rules.stock
    source, target = compiled.index_of[move.source], compiled.index_of[move.target]
    empties = len(stacks[source]) == move.count
    draws = empties and bool({compiled.waste, compiled.stock} & set(compiled.refill_from))
    if (
        (source == compiled.waste or draws)
        and stock is not None
        and stock.turn > 1
        and board.redeals != 0
    ):
        return False
    if board.rules.redeals_tableau and board.redeals != 0:
        return False
    deals = stock is not None and not board.rules.has_waste and bool(stacks[compiled.stock])
    waits = compiled.refilled or (stock is not None and not stock.onto_empty)
    if deals and waits and empties:
        return False
    if compiled.differ or (board.rules.foundations.courses and board.rules.decks > 1):
        # A card may be wanted on two foundations, of which only one is right.
        return False
    height, suit = len(stacks[target]), stacks[source][-1].suit
    declared = board.rules.foundations
    if declared.follows_previous:
        # Which suit comes before which matters.
        return bool(stacks[target])
    if move.count > 1 or declared.descending or declared.courses:
        return True
    if declared.suits is SuitRule.ANY:
        return True
    return all(len(stacks[index]) >= height for index in compiled.foundations_by_suit[suit])


def _might_finish(board: Board) -> bool:
    """Whether a board could be finished if stock and waste were open and twins one card.

    A reserve that fills empty piles counts as open too. A quick check that rejects most boards but
    never one that can be finished.
    """
    compiled, stacks, base = board.compiled, board.stacks, board.base
    foundations = board.rules.foundations
    if foundations.is_single or not board.rules.has_foundations or board.chooses_base:
        return False
    if not foundations.is_by_suit:
        # To finish with cards yet unseen would be to play.
        unseen = [index for index in (compiled.stock, compiled.waste) if index >= 0]
        return not board.hidden and not any(stacks[index] for index in unseen)
    if foundations.whole_suits or foundations.descending or board.rules.suits < 4:
        return True
    if foundations.courses:
        return True
    ahead = [max(len(stacks[index]) for index in own) for own in compiled.foundations_by_suit]
    loose = set(stacks[compiled.stock]) if compiled.stock >= 0 else set()
    piles = []
    for pile in compiled.foundation_sources:
        stack = stacks[pile.index]
        if pile.kind is PileKind.WASTE or (compiled.refilled and pile.kind is PileKind.RESERVE):
            loose.update(stack)
        elif stack:
            piles.append(list(stack))
    going = True
    while going:
        going = False
        for suit in range(4):
            while ahead[suit] < 13 and 13 * suit + (base + ahead[suit]) % 13 in loose:
                ahead[suit] += 1
        for cards in piles:
            while cards:
                suit, rank = divmod(cards[-1], 13)
                above = (rank - base) % 13 - ahead[suit]
                if above > 0:
                    break
                ahead[suit] += above == 0
                cards.pop()
                going = True
    return sum(ahead) == 4 * board.rules.last_rank
