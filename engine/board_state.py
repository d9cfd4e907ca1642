"""The cards of each pile, the moves they allow, and the states those lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Self

from engine.cards import CARDS, Cards
from engine.compiled import ALL_CARDS, CompiledRules, Pile
from engine.discards import discards, singles
from engine.errors import IllegalMove, excerpt
from engine.foundations import OPEN, others, targets
from engine.moves import Move
from engine.places import (
    close_up,
    covered,
    follower_mask,
    has_gap,
    is_won_by_place,
    turned_rank,
    turned_up,
)
from engine.progress import progress_of
from engine.rules import MoveUnit, PileKind, Rules, StockAction, Win
from engine.stock import play_stock, redeals_anything, refill
from engine.validity import Faults, error_of, faults_of, is_sound

_KINGS: Final = tuple(
    sum(1 << card for card in CARDS if (card.rank - 1 - base) % 13 == 12) for base in range(13)
)
"""For each base, the mask of the cards that complete a foundation: kings where it is the ace."""


@dataclass(frozen=True, slots=True)
class BoardState:
    """An immutable state of play; a move makes another one, which shares the untouched piles.

    Attributes:
        compiled: the compiled rules of the game.
        stacks: the cards of each pile, bottom to top, in the order of ``compiled.piles``.
        redeals: the redeals left; None if unlimited.
        hidden: the number of face-down cards at the bottom of each pile; empty if there are none.
        base: how far the rank that begins a foundation lies above the ace, 0 to 12; 13 until the
            player chooses it.
    """

    compiled: CompiledRules
    stacks: tuple[Cards, ...]
    redeals: int | None
    hidden: tuple[int, ...] = ()
    base: int = 0
    _is_checked: bool = field(default=False, init=False, repr=False, compare=False)

    @property
    def faults(self) -> Faults:
        """What is wrong with the board; nothing if it is one of its game."""
        return faults_of(self.compiled, self.stacks, self.redeals, self.hidden, self.base)

    def is_valid(self) -> bool:
        """Whether the board is one of its game; else :attr:`faults` says what is wrong."""
        return not self.faults

    def check(self) -> None:
        """Refuse a board that cannot be played on; one that is not valid perhaps can.

        Boards that legal moves lead to are not checked again.

        Raises:
            InvalidBoard: if it is not; says what is wrong first.
        """
        if self._is_checked:
            return
        compiled: object = self.compiled
        if not isinstance(compiled, CompiledRules) or not self._is_sound():
            raise error_of(self.compiled, self.faults)
        object.__setattr__(self, "_is_checked", True)

    def _is_sound(self) -> bool:
        return is_sound(self.compiled, self.stacks, self.redeals, self.hidden, self.base)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        if not isinstance(self.compiled, CompiledRules):
            raise TypeError(f"A board is of compiled rules, not of {type(self.compiled).__name__}.")
        return self.compiled.rules

    @property
    def piles(self) -> Mapping[str, Cards]:
        """The cards of each pile, bottom to top, by pile name."""
        self.check()
        names = (pile.name for pile in self.compiled.piles)
        return MappingProxyType(dict(zip(names, self.stacks, strict=True)))

    @property
    def foundation_count(self) -> int:
        """The number of cards on the foundations."""
        self.check()
        return sum(len(self.stacks[index]) for index in self.compiled.foundations)

    @property
    def progress(self) -> int:
        """How far it is: see :func:`engine.progress.progress_of`."""
        self.check()
        return progress_of(self.compiled, self.stacks)

    @property
    def is_won(self) -> bool:
        """Whether the game is won.

        That takes every card on the foundations, or in a stock that deals only there, unless the
        game declares another win.
        """
        self.check()
        rules, stacks = self.rules, self.stacks
        if rules.win is not Win.FOUNDATIONS:
            return is_won_by_place(self.compiled, stacks)
        home = sum([len(stacks[index]) for index in self.compiled.foundations])
        if rules.foundations.outranked:
            return home == rules.progress_to_win
        left = rules.card_count - home
        if left and rules.deals_to_foundation:
            return left == len(stacks[self.compiled.stock])
        return not left

    def face_down(self, pile: Pile) -> int:
        """The number of face-down cards in a pile."""
        self.check()
        return self.hidden[pile.index] if self.hidden else 0

    def is_covered(self, pile: Pile) -> bool:
        """Whether cards of other piles lie on a pile, or its top card is yet to be turned up."""
        self.check()
        if self.rules.tableau.turns_rank and self.hidden:
            return 0 < len(self.stacks[pile.index]) <= self.hidden[pile.index]
        return any(self.stacks[index] for index in pile.covered_by)

    @property
    def chooses_base(self) -> bool:
        """Whether the player has yet to choose the rank that begins a foundation."""
        return self.base == OPEN

    def legal_moves(self) -> tuple[Move, ...]:
        """Every move the rules allow but idle ones, always in the same order; none once won.

        Idle moves put a whole pile into an empty pile of the same kind, where nothing tells the two
        apart any more: see :meth:`tells_apart`. Moves to a foundation come first; then by source,
        target and count, piles in the order tableau, cells, reserve, foundations, stock, waste. A
        card that two foundations would take goes to the lower-numbered one.
        """
        if self.is_won:
            return ()
        moves = self.foundation_moves()
        moves += self._other_moves(stock=self.can_play_stock)
        return tuple(moves)

    def is_legal(self, move: Move) -> bool:
        """Whether a move is one of :meth:`legal_moves`, without listing them."""
        self.check()
        if not isinstance(move, Move):
            raise TypeError(f"A move is a Move, not {type(move).__name__}.")
        if self.is_won:
            return False
        if move.source == "s":
            return self.can_play_stock
        compiled = self.compiled
        if type(move.count) is not int or not isinstance(move.others, tuple):
            return False
        try:
            source = compiled.piles[compiled.index_of[move.source]]
            target = compiled.piles[compiled.index_of[move.target]]
        except (KeyError, TypeError):
            return False
        count, cards = move.count, self.stacks[source.index]
        if not 0 < count <= len(cards):
            return False
        if target.kind is PileKind.FOUNDATION:
            return self._is_foundation_move(source, target, move)
        if move.others or self.is_covered(source) or self.is_covered(target):
            return False
        if source.left_targets is not None and target.index not in source.left_targets:
            return False
        if target.after_stock and self.stacks[compiled.stock]:
            return False
        onto = self.stacks[target.index]
        if onto:
            mask = target.build_masks[onto[-1]] if source.kind in target.build_from else 0
        else:
            mask = self._fill_mask(target) if self.may_fill(source, target) else 0
        if self.chooses_base or not mask >> cards[-count] & 1 or source is target:
            return False
        if not onto and count == len(cards) and self._is_idle(source, target):
            return False
        if count < len(cards) and source.move_unit is MoveUnit.WHOLE_PILE:
            return False
        if count == 1:
            return True
        return self._is_unit(source, count) and count <= self._most(source, target, count)

    def _is_foundation_move(self, source: Pile, target: Pile, move: Move) -> bool:
        """Whether a move takes that many cards, which are there, to exactly that foundation."""
        count, foundations = move.count, self.rules.foundations
        if foundations.takes_discards:
            return move in discards(self.compiled, self.stacks, self.hidden)
        if self.chooses_base:
            return move in self._base_moves()
        if move.others or source.kind is PileKind.FOUNDATION or self.is_covered(source):
            return False
        if foundations.whole_suits:
            return count == 13 and Move(source.name, target.name, 13) in self._suit_moves()
        card = self.stacks[source.index][-1]
        if self.compiled.differ:
            own = others(self.compiled, self.stacks, self.base, card)
            return count == 1 and target.index in own
        if foundations.build or not foundations.is_by_suit:
            return count == 1 and self.foundation_targets().get(card) == target.index
        for index, sequence in self.compiled.sequences_by_suit[self.base][card // 13]:
            if sequence[len(self.stacks[index])] == card:
                return count == 1 and index == target.index
        return False

    def foundation_targets(self) -> dict[int, int]:
        """The cards that a foundation takes next, each with the first foundation that does."""
        self.check()
        stacks, compiled = self.stacks, self.compiled
        if compiled.rules.foundations.outranked:
            tops = {move.source for move in self.foundation_moves()}
            return {self.piles[name][-1]: compiled.foundations[0] for name in tops}
        if compiled.rules.foundations.groups:
            alone = set(singles(compiled))
            return {card: compiled.foundations[0] for card in CARDS if card.rank in alone}
        if compiled.rules.foundations.build:
            index = compiled.foundations[0]
            stack = stacks[index]
            mask = compiled.piles[index].build_masks[stack[-1]] if stack else ALL_CARDS
            return {card: index for card in CARDS if mask >> card & 1}
        return targets(compiled, stacks, self.base)

    def foundation_moves(self) -> list[Move]:
        """The legal moves to a foundation."""
        if self.is_won:
            return []
        stacks, compiled = self.stacks, self.compiled
        if compiled.rules.foundations.takes_discards:
            return discards(compiled, stacks, self.hidden)
        if compiled.rules.foundations.whole_suits:
            return self._suit_moves()
        if self.chooses_base:
            return self._base_moves()
        under = covered(compiled, stacks)
        wanted = self.foundation_targets()
        moves = []
        for pile in compiled.foundation_sources:
            stack = stacks[pile.index]
            if stack and stack[-1] in wanted and pile.index not in under:
                own = [wanted[stack[-1]]]
                if compiled.differ:
                    own = others(compiled, stacks, self.base, stack[-1])
                moves += [Move(pile.name, compiled.piles[index].name) for index in own]
        return moves

    def _base_moves(self) -> list[Move]:
        """The moves that choose the rank that begins a foundation."""
        compiled = self.compiled
        return [
            Move(pile.name, compiled.piles[compiled.foundations_by_suit[stack[-1].suit][0]].name)
            for pile in compiled.piles_of(PileKind.RESERVE)
            if (stack := self.stacks[pile.index])
        ]

    def _suit_moves(self) -> list[Move]:
        """The legal moves of a whole suit, king to ace, to a foundation."""
        moves = []
        for pile in self.compiled.foundation_sources:
            stack = self.stacks[pile.index]
            # From king down to ace in one suit the cards' numbers fall by one.
            if len(stack) >= 13 and stack[-1].rank == 1:
                ace = stack[-1]
                if len(stack) - self.face_down(pile) >= 13 and all(
                    card == ace + above for above, card in enumerate(stack[:-14:-1])
                ):
                    own = self.compiled.foundations_by_suit[ace.suit]
                    target = next(index for index in own if not self.stacks[index])
                    moves.append(Move(pile.name, self.compiled.piles[target].name, 13))
        return moves

    def _other_moves(self, *, stock: bool = False) -> list[Move]:
        """The legal moves not to a foundation, the stock's among them only if asked for."""
        stacks = self.stacks
        under = covered(self.compiled, stacks)
        moves: list[Move] = []
        for route in () if self.chooses_base else self.compiled.routes:
            if route.kind is PileKind.STOCK:
                if stock:
                    moves.append(self.stock_move)
                continue
            # What the targets accept is looked up once for all sources of a kind.
            masks = []
            accepted = 0
            for target in route.targets:
                if target.index in under or (target.after_stock and stacks[self.compiled.stock]):
                    continue
                onto = stacks[target.index]
                if onto:
                    mask = target.build_masks[onto[-1]] if route.kind in target.build_from else 0
                elif route.kind in self._fill_from(target):
                    mask = self._fill_mask(target)
                else:
                    mask = 0
                if mask:
                    masks.append((target, mask, not onto))
                    accepted |= mask
            if accepted:
                for source in route.sources:
                    cards = stacks[source.index]
                    if cards and source.index not in under:
                        run = 1 if source.move_unit is MoveUnit.SINGLE else self.max_run(source)
                        if run > 1 or accepted >> cards[-1] & 1:
                            self._add_moves(moves, source, cards, run, masks)
        return moves

    def _add_moves(
        self,
        moves: list[Move],
        source: Pile,
        cards: Cards,
        run: int,
        masks: list[tuple[Pile, int, bool]],
    ) -> None:
        """Add the moves from one pile to targets, each with its mask and whether it is empty."""
        is_whole = source.move_unit is MoveUnit.WHOLE_PILE
        if is_whole and run < len(cards):
            return
        for target, mask, is_empty in masks:
            if target is source:
                continue
            if source.left_targets is not None and target.index not in source.left_targets:
                continue
            most = self._most(source, target, run) if run > 1 else 1
            if is_whole and most < run:
                continue
            for count in _counts(source, most) if most > 1 else _ONE:
                if mask >> cards[-count] & 1:
                    if is_empty and count == len(cards) and self._is_idle(source, target):
                        continue
                    moves.append(Move(source.name, target.name, count))

    def _most(self, source: Pile, target: Pile, run: int) -> int:
        """How many of the ``run`` cards that may leave a pile together a target takes."""
        if target.kind is PileKind.CELL:
            return 1
        if source.move_unit is MoveUnit.SUPERMOVE:
            return min(run, self.supermove_limit(target))
        return run

    def _fill_from(self, target: Pile) -> frozenset[PileKind]:
        """The kinds of piles from which an empty pile may be filled now."""
        first = target.fill_first
        if first is not None and any(self.stacks[p.index] for p in self.compiled.piles_of(first)):
            return frozenset({first})
        return target.fill_from

    def may_fill(self, source: Pile, target: Pile) -> bool:
        """Whether cards of a pile may now fill an empty one, whichever they are."""
        self.check()
        return source.kind in self._fill_from(target)

    def _fill_mask(self, target: Pile) -> int:
        """The mask of cards that may head what is put into an empty pile."""
        if target.has_place:
            return follower_mask(self.compiled, self.stacks, target)
        return _KINGS[self.base] if target.kings_only else ALL_CARDS

    def tells_apart(self, kind: PileKind) -> bool:
        """Whether anything still to come tells the piles of a kind apart that have the same cards.

        A stock that deals to them does, as long as it has cards; so do redeals that gather the
        tableau pile by pile, a reserve whose first card fills an empty pile, and places in rows.
        """
        self.check()
        compiled = self.compiled
        if kind in compiled.ordered:
            return True
        if kind is compiled.dealt_in_order:
            return bool(self.stacks[compiled.stock])
        return kind is PileKind.TABLEAU and compiled.gathers and self.redeals != 0

    def _is_idle(self, source: Pile, target: Pile) -> bool:
        """Whether it changes nothing to put the whole of a pile into an empty one."""
        return target.kind is source.kind and not self.tells_apart(target.kind)

    def max_run(self, pile: Pile) -> int:
        """The most cards on top of a pile that may leave it together, wherever they go."""
        self.check()
        stack = self.stacks[pile.index]
        count = len(stack)
        if count < 2:
            return count
        first = count - 1
        lowest = self.hidden[pile.index] if self.hidden else 0
        while first > lowest and pile.run_masks[stack[first - 1]] >> stack[first] & 1:
            first -= 1
        if first and pile.move_unit in _WHOLE:
            return 1
        return count - first

    def _is_unit(self, pile: Pile, count: int) -> bool:
        """Whether a number of cards, from two to all of them, may leave a pile together."""
        stack, masks = self.stacks[pile.index], pile.run_masks
        first = len(stack) - count
        if first < self.face_down(pile) or (first and pile.move_unit in _WHOLE):
            return False
        below = stack[first]
        for card in stack[first + 1 :]:
            if not masks[below] >> card & 1:
                return False
            below = card
        return True

    def supermove_limit(self, target: Pile) -> int:
        """The most cards that single moves through empty cells and piles can carry to a pile.

        One more than the empty cells, doubled for each empty tableau pile that accepts any card and
        is not the target.
        """
        self.check()
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
        self.check()
        compiled, rules = self.compiled, self.rules
        if rules.stock is None or rules.stock.action is StockAction.FILL or self.chooses_base:
            return False
        if rules.stock.action is StockAction.CLOSE_UP:
            return has_gap(compiled, self.stacks)
        if rules.redeals_tableau:
            return self.redeals != 0 and redeals_anything(compiled, self.stacks)
        if not self.stacks[compiled.stock]:
            return rules.has_waste and bool(self.stacks[compiled.waste]) and self.redeals != 0
        return rules.stock.onto_empty or all(self.stacks[pile.index] for pile in compiled.tableau)

    def apply(self, move: Move) -> Self:
        """The state after a legal move.

        Raises:
            IllegalMove: if it is not legal.
            TypeError: if it is no move.
        """
        if not self.is_legal(move):
            raise IllegalMove("{move} is not legal on this board.", move=excerpt(str(move)))
        after = self._apply_stock() if move.source == "s" else self._apply(move)
        object.__setattr__(after, "_is_checked", True)
        return after

    def _apply(self, move: Move) -> Self:
        compiled = self.compiled
        stacks = list(self.stacks)
        source, target = compiled.index_of[move.source], compiled.index_of[move.target]
        cards = stacks[source]
        is_whole = compiled.piles[source].move_unit is MoveUnit.STACK
        left = 0 if is_whole else len(cards) - move.count
        moved = cards[left:]
        if move.count == 13 and compiled.piles[target].kind is PileKind.FOUNDATION:
            moved = moved[::-1]
        stacks[source] = cards[:left]
        stacks[target] += moved
        for other in move.others:
            index = compiled.index_of[other]
            stacks[target] += stacks[index][-1:]
            stacks[index] = stacks[index][:-1]
        if is_whole:
            close_up(compiled, stacks)
        hidden, base = self.hidden, self.base
        if base == OPEN:
            base = moved[0].rank - 1
        if compiled.rules.tableau.turns_rank:
            hidden = turned_rank(hidden, stacks, moved[0])
        elif compiled.refilled or compiled.is_layered or move.others:
            refill(compiled, stacks)
            hidden = turned_up(compiled, hidden, stacks)
        elif hidden and left and hidden[source] == left:
            hidden = (*hidden[:source], left - 1, *hidden[source + 1 :])
            # One form only for "nothing is hidden", so that equal states compare equal.
            hidden = hidden if any(hidden) else ()
        return type(self)(compiled, tuple(stacks), self.redeals, hidden, base)

    def _apply_stock(self) -> Self:
        stacks = list(self.stacks)
        redeals = play_stock(self.compiled, stacks, self.redeals)
        return type(self)(self.compiled, tuple(stacks), redeals, self.hidden, self.base)


_ONE: Final = (1,)
_WHOLE: Final = frozenset({MoveUnit.PILE, MoveUnit.WHOLE_PILE})
"""Units that no part of a pile but its top card belongs to."""


def _counts(source: Pile, most: int) -> Sequence[int]:
    """How many cards may leave a pile together, given the most, two or more."""
    if source.move_unit is MoveUnit.WHOLE_PILE:
        return (most,)
    return (1, most) if source.move_unit is MoveUnit.PILE else range(1, most + 1)
