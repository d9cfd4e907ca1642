"""Automatic play: foundation plays that can never hurt, and playing the rest when it plays itself.

**Why a safe play is safe.** Let ``c`` be a card that may go home now. Call *followers* the cards
that could ever come to lie on ``c`` by building, on those in turn, and so on; where foundations
give cards back, the cards beneath each of these on its foundation count as well, since they can
return. ``c`` is safe when every follower in play could go home as soon as it is uncovered: the
card before it is home. Followers carry nothing but followers. So any line that wins while ``c``
stays can be copied with ``c`` home: moves of followers are left out, except that a follower goes
home when it is uncovered, or when the line takes it from the waste; every other move finds its
cards and its target as it was, more piles and cells empty, and foundations at least as high. The
copy wins too.

For building in alternating colours that is the well-known rule (a card no more than two above the
foundations of the other colour and three above the other one of its own; where nothing comes back,
one above those of the other colour is enough); for building in suit every card is safe, regardless
of suit a card no more than two above the lowest foundation.

The argument needs care, and :func:`safe_moves` finds nothing, in these places:

- *Two decks, or fewer suits than four*: a follower's twin may want its place on the foundation.
- *Whole suits*: followers do not go home one by one.
- *Foundations that are not built up in suit alone*: what a card's follower is says nothing there.
- *A tableau that can be gathered and dealt anew*: what is gathered decides on what is dealt.
- *A stock that is still to be dealt onto the tableau*: what it deals covers other cards when a
  pile is shorter, and an empty pile may forbid the deal.
- *A tableau that is refilled*: a pile that becomes empty draws a card from the reserve.
- *The waste*: a card less changes what is turned up later, so its cards are safe only where the
  stock turns single cards as often as one likes. Cards elsewhere leave stock and waste alone.
- *Groups of any face-up cards*: a follower could carry along cards that are none, so none may be
  in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.board import Board
from engine.cards import CARDS
from engine.compiled import CompiledRules, Pile
from engine.errors import CannotFinish
from engine.moves import Move
from engine.rules import MoveUnit, PileKind

MOST_CHOICES: Final = 250
"""How often a search may choose between moves before the rest counts as not playing itself."""


def safe_moves(board: Board) -> tuple[Move, ...]:
    """The legal foundation plays that can never hurt, whatever comes after.

    A board that could be won can still be won after any of them. None are found where that is not
    proven for the game as it is declared; the module says where.

    >>> from engine import deal
    >>> [str(move) for move in safe_moves(deal("phoenix", 2).board)]
    ['r1-f1']
    """
    compiled = board.compiled
    building = _building(compiled)
    if not _is_proven(board, building):
        return ()
    moves = board.foundation_moves()
    if not moves:
        return ()
    home, following = _home_and_next(board)
    ready = 0 if building.carries_others else following
    safe = []
    for move in moves:
        pile = compiled.index_of[move.source]
        if pile != compiled.waste or building.frees_waste:
            card = board.stacks[pile][-1]
            if building.gives_back:
                followers = _returning(compiled, board.base)[card]
                harmless = not followers & ~home & ~ready & ~(1 << card)
            else:
                harmless = _go_home_at_once(card, building.onto, home, ready)
            if harmless:
                safe.append(move)
    return tuple(safe)


@dataclass(frozen=True, slots=True, eq=False)
class _Building:
    """What the argument for safe plays asks of a game.

    Attributes:
        onto: for each card the mask of cards that may come to lie on it, in any pile.
        gives_back: whether foundation cards come back.
        carries_others: whether cards move with whatever lies on them.
        frees_waste: whether a card may leave the waste at any time without loss.
        reserve: the reserve piles.
    """

    onto: tuple[int, ...]
    gives_back: bool
    carries_others: bool
    frees_waste: bool
    reserve: tuple[Pile, ...]


@cache
def _building(compiled: CompiledRules) -> _Building:
    onto = [0] * 52
    for pile in compiled.piles:
        runs = pile.move_unit is not MoveUnit.FACE_UP
        for card in CARDS:
            onto[card] |= pile.build_masks[card] | (pile.run_masks[card] if runs else 0)
    stock = compiled.rules.stock
    return _Building(
        onto=tuple(onto),
        gives_back=any(
            PileKind.FOUNDATION in target.build_from | target.fill_from
            for target in compiled.targets
        ),
        carries_others=any(pile.move_unit is MoveUnit.FACE_UP for pile in compiled.piles),
        frees_waste=stock is not None and stock.turn == 1 and stock.redeals is None,
        reserve=compiled.piles_of(PileKind.RESERVE),
    )


def _is_proven(board: Board, building: _Building) -> bool:
    """Whether the argument for safe plays holds for a game and what is left of its stock."""
    rules, compiled, stacks = board.rules, board.compiled, board.stacks
    foundations = rules.foundations
    if rules.decks > 1 or rules.suits < 4 or foundations.whole_suits:
        return False
    if foundations.descending or foundations.build:
        return False
    if rules.reshuffles_tableau and board.redeals:
        return False
    if rules.stock is not None and not rules.has_waste and stacks[compiled.stock]:
        return False
    return not compiled.refilled or not any(
        stacks[pile.index] or pile.fill_from for pile in building.reserve
    )


def _home_and_next(board: Board) -> tuple[int, int]:
    """The masks of the cards that are home and of those that go home next, with one deck."""
    home = following = 0
    for suit, (index,) in enumerate(board.compiled.foundations_by_suit):
        height = len(board.stacks[index])
        # Ranks beyond the king go round to the ace.
        ranks = ((1 << height) - 1) << board.base
        home |= ((ranks | ranks >> 13) & 0x1FFF) << 13 * suit
        if height < 13:
            following |= 1 << 13 * suit + (board.base + height) % 13
    return home, following


def _cards(mask: int) -> Iterator[int]:
    """The cards of a mask."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _go_home_at_once(card: int, onto: tuple[int, ...], home: int, ready: int) -> bool:
    """Whether all followers of a card that are in play are ready, where nothing comes back."""
    known, fresh = home | 1 << card, onto[card] & ~home
    while fresh:
        if fresh & ~ready:
            return False
        known |= fresh
        followers = 0
        for follower in _cards(fresh):
            followers |= onto[follower]
        fresh = followers & ~known
    return True


@cache
def _returning(compiled: CompiledRules, base: int) -> tuple[int, ...]:
    """For each card the mask of its followers, where cards come back from the foundations."""
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


def can_finish(board: Board) -> bool:
    """Whether the rest is won by foundation plays and the stock alone, found by playing it.

    A yes is always true. A no is true as well for one deck, unless the stock turns several cards
    and is turned over again, or waits for empty piles to be filled; there, and with two decks, it
    can matter which cards go home first, and the search gives up after :data:`MOST_CHOICES`. It is
    always no where cards go to a single foundation regardless of suit: there nothing is sure to go.

    >>> from engine import deal
    >>> can_finish(deal("saratoga", 42).board)
    False
    """
    return _line_home(board) is not None


def finish(board: Board) -> tuple[Move, ...]:
    """The moves that win the rest by foundation plays and the stock alone; none if it is won.

    Raises:
        CannotFinish: when there are none, or none were found, as :func:`can_finish` says.
    """
    line = _line_home(board)
    if line is None:
        raise CannotFinish(
            "{game} cannot be finished from here by foundation plays and the stock alone; "
            "move the cards that are in the way first.",
            game=board.rules.title,
        )
    return line


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """A board on the way home, and how it was come by."""

    board: Board
    move: Move | None = None
    before: _Step | None = None

    def then(self, move: Move) -> _Step:
        """The step after a move."""
        return _Step(self.board.apply(move), move, self)

    def line(self) -> tuple[Move, ...]:
        """All the moves so far."""
        moves = []
        step: _Step | None = self
        while step is not None and step.move is not None:
            moves.append(step.move)
            step = step.before
        return tuple(reversed(moves))


def _line_home(board: Board) -> tuple[Move, ...] | None:
    """Foundation plays and stock moves that win; None when there are none or none were found.

    Plays that can only help are played at once; of the others, and the stock, all ways are tried,
    each position once. So turning the stock round and round ends.
    """
    if not _might_finish(board):
        return None
    waiting = [_Step(board)]
    seen = set[tuple[object, int | None]]()
    choices = 0
    while waiting and choices < MOST_CHOICES:
        step = waiting.pop()
        moves = step.board.foundation_moves()
        while (helping := next((m for m in moves if _only_helps(step.board, m)), None)) is not None:
            step = step.then(helping)
            moves = step.board.foundation_moves()
        if step.board.is_won:
            return step.line()
        position = (step.board.stacks, step.board.redeals)
        if position not in seen:
            seen.add(position)
            choices += bool(moves)
            if step.board.can_play_stock:
                waiting.append(step.then(step.board.stock_move))
            waiting += [step.then(move) for move in reversed(moves)]
    return None


def _only_helps(board: Board, move: Move) -> bool:
    """Whether a foundation play is at no cost where nothing but those and the stock follow.

    A play uncovers cards and raises a foundation; a line that plays the card later can play it now
    and go on as before, except where this says no. A waste of a card less is turned over into
    another stock, which matters when several are turned at once. Of two equal cards only one may
    have a place so far. An empty pile can forbid a deal, or draws a card that a deal would cover.
    """
    compiled, stacks, stock = board.compiled, board.stacks, board.rules.stock
    source, target = compiled.index_of[move.source], compiled.index_of[move.target]
    if source == compiled.waste and stock is not None and stock.turn > 1 and board.redeals != 0:
        return False
    if board.rules.reshuffles_tableau and board.redeals:
        return False
    deals = stock is not None and not board.rules.has_waste and bool(stacks[compiled.stock])
    waits = compiled.refilled or (stock is not None and not stock.onto_empty)
    if deals and waits and len(stacks[source]) == move.count:
        return False
    height, suit = len(stacks[target]), stacks[source][-1].suit
    if move.count > 1 or board.rules.foundations.descending:
        return True
    return all(len(stacks[home]) >= height for home in compiled.foundations_by_suit[suit])


def _might_finish(board: Board) -> bool:
    """Whether the rest would go home if stock and waste lay open and twins were one card.

    So would a reserve that fills empty piles, which uncovers its cards. A quick look that says no
    to most boards, and never to one that can be finished.
    """
    compiled, stacks, base = board.compiled, board.stacks, board.base
    foundations = board.rules.foundations
    if foundations.build:
        return False
    if foundations.whole_suits or foundations.descending or board.rules.suits < 4:
        return True
    ahead = [max(len(stacks[home]) for home in homes) for homes in compiled.foundations_by_suit]
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
    return sum(ahead) == 52
