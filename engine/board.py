"""The board: the piles at one moment, the moves they allow, and the boards those lead to.

A board is an immutable value; playing a move makes another board, which shares the untouched
piles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from engine.cards import CARDS, Card
from engine.compiled import ALL_CARDS, CompiledRules, Pile
from engine.moves import Move
from engine.rules import MoveUnit, PileKind, Rules, StockAction
from engine.shuffle import reshuffled

Cards = tuple[Card, ...]

_KINGS: Final = tuple(
    sum(1 << card for card in CARDS if (card.rank - 1 - base) % 13 == 12) for base in range(13)
)
"""For each base the mask of the cards that end a foundation: kings, where it is the ace."""


class Status(Enum):
    """How a game stands.

    ``WON``: all cards are on the foundations. ``STUCK``: nothing but the stock can be moved, now
    and after any number of turns and redeals still allowed. Else ``PLAYING``, which does not say
    that the game can still be won.
    """

    WON = "won"
    STUCK = "stuck"
    PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class Board:
    """The piles at one moment.

    Attributes:
        compiled: the game's piles and rules.
        stacks: the cards of each pile, bottom to top, in the order of the compiled rules.
        redeals: the redeals still allowed; None where they are not limited.
        hidden: how many cards at the bottom of each pile lie face down; empty in games that have
            no face-down cards.
        base: how far the rank that begins a foundation lies above the ace, 0 to 12.
    """

    compiled: CompiledRules
    stacks: tuple[Cards, ...]
    redeals: int | None
    hidden: tuple[int, ...] = ()
    base: int = 0

    @property
    def rules(self) -> Rules:
        """The game's declaration."""
        return self.compiled.rules

    @property
    def piles(self) -> Mapping[str, Cards]:
        """The cards of each pile, bottom to top, by the pile's name."""
        names = (pile.name for pile in self.compiled.piles)
        return MappingProxyType(dict(zip(names, self.stacks, strict=True)))

    @property
    def foundation_count(self) -> int:
        """How many cards lie on the foundations."""
        return sum(len(self.stacks[index]) for index in self.compiled.foundations)

    @property
    def is_won(self) -> bool:
        """Whether every card lies on the foundations, or in a stock that deals only there."""
        left = self.rules.card_count - self.foundation_count
        if left and self.compiled.deals_to_foundation:
            return left == len(self.stacks[self.compiled.stock])
        return not left

    @property
    def status(self) -> Status:
        """How the game stands on this board."""
        if self.is_won:
            return Status.WON
        board, seen = self, set[tuple[int, int | None]]()
        while not (board.foundation_moves() or board._moves_elsewhere()):
            if not board.can_play_stock:
                return Status.STUCK
            board = board._after_stock()
            # The order of stock and waste never changes, so the stock's height and the redeals
            # left tell where in the circle we are: once round is enough.
            turned = (len(board.stacks[board.compiled.stock]), board.redeals)
            if turned in seen:
                return Status.STUCK
            seen.add(turned)
        return Status.PLAYING

    def legal_moves(self) -> tuple[Move, ...]:
        """Every move the rules allow, pointless ones too, always in the same order.

        Moves to a foundation come first, then the others; both parts by source, target and count,
        piles in the order tableau, cells, reserve, foundations, stock, waste. Left out are idle
        moves, which put the whole of a pile into an empty pile of the same kind. A card that two
        foundations would take goes to the lower-numbered.
        """
        moves = self.foundation_moves()
        moves += self._moves_elsewhere(stock=self.can_play_stock)
        return tuple(moves)

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal: whether it is one of :meth:`legal_moves`, told faster."""
        if move.source == "s":
            return self.can_play_stock
        compiled = self.compiled
        try:
            source = compiled.piles[compiled.index_of[move.source]]
            target = compiled.piles[compiled.index_of[move.target]]
        except KeyError:
            return False
        count, cards = move.count, self.stacks[source.index]
        if not 0 < count <= len(cards):
            return False
        if target.kind is PileKind.FOUNDATION:
            return self._goes_home(source, target, count)
        onto = self.stacks[target.index]
        if onto:
            mask = target.build_masks[onto[-1]] if source.kind in target.build_from else 0
        else:
            mask = self._fillers(target) if source.kind in target.fill_from else 0
        if not mask >> cards[-count] & 1 or source is target:
            return False
        if not onto and count == len(cards) and target.kind is source.kind:
            return False
        if count == 1:
            return True
        return self._leave_together(source, count) and count <= self._most(source, target, count)

    def _goes_home(self, source: Pile, target: Pile, count: int) -> bool:
        """Whether so many cards of a pile that has them go to just that foundation."""
        if source.kind is PileKind.FOUNDATION:
            return False
        if self.rules.foundations.whole_suits:
            return count == 13 and Move(source.name, target.name, 13) in self._suits_home()
        card = self.stacks[source.index][-1]
        if self.rules.foundations.build:
            return count == 1 and card in self.foundation_targets()
        for home, nexts in self.compiled.sequences_by_suit[self.base][card // 13]:
            if nexts[len(self.stacks[home])] == card:
                return count == 1 and home == target.index
        return False

    def foundation_targets(self) -> dict[int, int]:
        """The cards that a foundation takes now, with the number of that foundation."""
        stacks, compiled = self.stacks, self.compiled
        if compiled.rules.foundations.build:
            home = compiled.foundations[0]
            mask = compiled.piles[home].build_masks[stacks[home][-1]] if stacks[home] else ALL_CARDS
            return {card: home for card in CARDS if mask >> card & 1}
        # Later ones are overwritten: the lower-numbered of two foundations takes the card.
        return {
            nexts[len(stacks[home])]: home for home, nexts in compiled.indexed_sequences[self.base]
        }

    def foundation_moves(self) -> list[Move]:
        """The legal moves to a foundation."""
        stacks, compiled = self.stacks, self.compiled
        if compiled.rules.foundations.whole_suits:
            return self._suits_home()
        wanted = self.foundation_targets()
        moves = []
        for pile in compiled.foundation_sources:
            stack = stacks[pile.index]
            if stack and stack[-1] in wanted:
                moves.append(Move(pile.name, compiled.piles[wanted[stack[-1]]].name))
        return moves

    def _suits_home(self) -> list[Move]:
        """The legal moves of a whole suit, king to ace, to a foundation."""
        moves = []
        for pile in self.compiled.foundation_sources:
            stack = self.stacks[pile.index]
            # From king down to ace in one suit the numbers of the cards fall by one.
            if len(stack) >= 13 and stack[-1].rank == 1:
                ace, down = stack[-1], self.hidden[pile.index] if self.hidden else 0
                if len(stack) - down >= 13 and all(
                    card == ace + above for above, card in enumerate(stack[:-14:-1])
                ):
                    home = next(
                        f for f in self.compiled.foundations_by_suit[ace.suit] if not self.stacks[f]
                    )
                    moves.append(Move(pile.name, self.compiled.piles[home].name, 13))
        return moves

    def _moves_elsewhere(self, *, stock: bool = False) -> list[Move]:
        """The legal moves that do not go to a foundation; those of the stock only if asked for."""
        stacks = self.stacks
        moves: list[Move] = []
        for route in self.compiled.routes:
            if route.kind is PileKind.STOCK:
                if stock:
                    moves.append(self.stock_move)
                continue
            # What the targets take is looked up once for all sources of a kind.
            masks = []
            wanted = 0
            for target in route.targets:
                onto = stacks[target.index]
                if onto:
                    mask = target.build_masks[onto[-1]] if route.kind in target.build_from else 0
                elif route.kind in target.fill_from:
                    mask = self._fillers(target)
                else:
                    mask = 0
                if mask:
                    masks.append((target, mask, not onto))
                    wanted |= mask
            if wanted:
                for source in route.sources:
                    cards = stacks[source.index]
                    if cards:
                        max_run = 1 if source.move_unit is MoveUnit.SINGLE else self.max_run(source)
                        if max_run > 1 or wanted >> cards[-1] & 1:
                            self._add_moves(moves, source, cards, max_run, masks)
        return moves

    def _add_moves(
        self,
        moves: list[Move],
        source: Pile,
        cards: Cards,
        max_run: int,
        masks: list[tuple[Pile, int, bool]],
    ) -> None:
        """Add the moves from one pile to targets, each with the mask of cards that it takes."""
        for target, mask, is_empty in masks:
            if target is source:
                continue
            most = self._most(source, target, max_run) if max_run > 1 else 1
            for count in _counts(source, most) if most > 1 else _ONE:
                if mask >> cards[-count] & 1:
                    if is_empty and count == len(cards) and target.kind is source.kind:
                        continue
                    moves.append(Move(source.name, target.name, count))

    def _most(self, source: Pile, target: Pile, max_run: int) -> int:
        """How many of the ``max_run`` cards that may leave a pile together a target takes."""
        if target.kind is PileKind.CELL:
            return 1
        return (
            min(max_run, self.supermove_limit(target))
            if source.move_unit is MoveUnit.SUPERMOVE
            else max_run
        )

    def _fillers(self, target: Pile) -> int:
        """The mask of cards that may head what is put into an empty pile."""
        return _KINGS[self.base] if target.kings_only else ALL_CARDS

    def max_run(self, pile: Pile) -> int:
        """How many cards at the top of a pile may leave it together, as the pile itself allows."""
        stack = self.stacks[pile.index]
        count = len(stack)
        if count < 2:
            return count
        first = count - 1
        lowest = self.hidden[pile.index] if self.hidden else 0
        while first > lowest and pile.run_masks[stack[first - 1]] >> stack[first] & 1:
            first -= 1
        if first and pile.move_unit is MoveUnit.PILE:
            return 1
        return count - first

    def _leave_together(self, pile: Pile, count: int) -> bool:
        """Whether so many cards, two or more and no more than there are, may leave a pile."""
        stack, runs = self.stacks[pile.index], pile.run_masks
        first = len(stack) - count
        if first < (self.hidden[pile.index] if self.hidden else 0):
            return False
        if first and pile.move_unit is MoveUnit.PILE:
            return False
        below = stack[first]
        for card in stack[first + 1 :]:
            if not runs[below] >> card & 1:
                return False
            below = card
        return True

    def supermove_limit(self, target: Pile) -> int:
        """How many cards can be carried to a pile one by one over empty cells and other piles.

        One more than the empty cells, doubled for each empty tableau pile that takes any card and
        is not itself the target.
        """
        cells = columns = 0
        for pile in self.compiled.targets:
            if not self.stacks[pile.index] and pile is not target:
                if pile.kind is PileKind.CELL:
                    cells += 1
                elif pile.kind is PileKind.TABLEAU and not pile.kings_only and pile.fill_from:
                    columns += 1
        return (cells + 1) << columns

    @property
    def stock_move(self) -> Move:
        """The move that turns, deals or redeals the stock, legal or not."""
        return self.compiled.stock_move

    @property
    def can_play_stock(self) -> bool:
        """Whether the stock may be turned, dealt or redealt."""
        compiled, rules = self.compiled, self.rules
        if rules.stock is None:
            return False
        if rules.reshuffles_tableau:
            return self.redeals != 0 and any(self.stacks[pile.index] for pile in compiled.tableau)
        if not self.stacks[compiled.stock]:
            return rules.has_waste and bool(self.stacks[compiled.waste]) and self.redeals != 0
        return rules.stock.onto_empty or all(self.stacks[pile.index] for pile in compiled.tableau)

    def apply(self, move: Move) -> Board:
        """The board after a legal move; what an illegal one leads to is not defined."""
        if move.source == "s":
            return self._after_stock()
        compiled = self.compiled
        stacks = list(self.stacks)
        source, target = compiled.index_of[move.source], compiled.index_of[move.target]
        cards = stacks[source]
        left = len(cards) - move.count
        moved = cards[left:]
        if move.count == 13 and compiled.piles[target].kind is PileKind.FOUNDATION:
            moved = moved[::-1]
        stacks[source] = cards[:left]
        stacks[target] += moved
        hidden = self.hidden
        if compiled.refilled:
            _refill(compiled, stacks)
            hidden = _turned_up(hidden, stacks)
        elif hidden and left and hidden[source] == left:
            hidden = (*hidden[:source], left - 1, *hidden[source + 1 :])
            # A board says in one way only that nothing lies face down.
            hidden = hidden if any(hidden) else ()
        return Board(compiled, tuple(stacks), self.redeals, hidden, self.base)

    def _after_stock(self) -> Board:
        compiled, declared = self.compiled, self.rules.stock
        stacks, redeals = list(self.stacks), self.redeals
        dealing = declared.action if declared else StockAction.WASTE
        stock = stacks[compiled.stock]
        if dealing is StockAction.RESHUFFLE:
            redeals = (redeals or 0) - 1
            _gather(compiled, stacks, redeals)
        elif dealing is StockAction.TABLEAU:
            for pile in compiled.tableau[: len(stock)]:
                stacks[pile.index] += (stock[-1],)
                stock = stock[:-1]
            stacks[compiled.stock] = stock
        elif dealing is StockAction.FOUNDATION:
            stacks[compiled.foundations[0]] += stock[-1:]
            stacks[compiled.stock] = stock[:-1]
        elif stock:
            left = max(0, len(stock) - (declared.turn if declared else 0))
            stacks[compiled.waste] += stock[left:][::-1]
            stacks[compiled.stock] = stock[:left]
        else:
            stacks[compiled.stock] = stacks[compiled.waste][::-1]
            stacks[compiled.waste] = ()
            redeals = None if redeals is None else redeals - 1
        return Board(compiled, tuple(stacks), redeals, self.hidden, self.base)

    def text(self, *, reveal: bool = False) -> str:
        """One line for each pile that is not empty, such as ``3: 9S 7D 6H``, bottom to top.

        Where the game limits the redeals, a last line such as ``redeals: 2`` gives those left.

        Args:
            reveal: whether to tell which cards lie face down, as ``(9S)``; else they are ``??``.
        """
        lines = []
        for pile, stack in zip(self.compiled.piles, self.stacks, strict=True):
            if stack:
                down = self.hidden[pile.index] if self.hidden else 0
                faces = [f"({card})" if reveal else "??" for card in stack[:down]]
                faces += map(str, stack[down:])
                lines.append(f"{pile.name}: {' '.join(faces)}")
        if self.rules.limits_redeals:
            lines.append(f"redeals: {self.redeals}")
        return "\n".join(lines)

    def __str__(self) -> str:
        """The board as players see it: :meth:`text`, face-down cards written ``??``."""
        return self.text()


_ONE: Final = (1,)


def _counts(source: Pile, most: int) -> Sequence[int]:
    """How many cards may leave a pile together, given how many at most."""
    return (1, most) if source.move_unit is MoveUnit.PILE and most > 1 else range(1, most + 1)


def _gather(compiled: CompiledRules, stacks: list[Cards], redeals: int) -> None:
    """Gather the cards of the tableau, pile by pile, shuffle them, and deal them pile by pile.

    Each pile gets as many cards as the first was dealt when the game began, the last one all that
    are left.
    """
    gathered = [card for pile in compiled.tableau for card in stacks[pile.index]]
    cards, many = reshuffled(gathered, redeals), compiled.rules.tableau.deal[0]
    for number, pile in enumerate(compiled.tableau):
        is_last = pile is compiled.tableau[-1]
        stacks[pile.index] = cards[number * many : None if is_last else (number + 1) * many]


def _refill(compiled: CompiledRules, stacks: list[Cards]) -> None:
    """Fill empty tableau piles from the reserve, while that has cards."""
    for pile in compiled.tableau:
        if not stacks[pile.index]:
            full = next((r for r in compiled.piles_of(PileKind.RESERVE) if stacks[r.index]), None)
            if full is None:
                return
            stacks[pile.index] = stacks[full.index][-1:]
            stacks[full.index] = stacks[full.index][:-1]


def _turned_up(hidden: tuple[int, ...], stacks: list[Cards]) -> tuple[int, ...]:
    """How many cards of each pile lie face down once every top card is turned up."""
    if not hidden:
        return hidden
    turned = tuple(
        min(down, max(len(stack) - 1, 0)) for down, stack in zip(hidden, stacks, strict=True)
    )
    return turned if any(turned) else ()


def perft(board: Board, depth: int) -> int:
    """How many sequences of ``depth`` legal moves begin at a board."""
    if depth == 0:
        return 1
    moves = board.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(board.apply(move), depth - 1) for move in moves)
