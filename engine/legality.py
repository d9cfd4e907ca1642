"""Why a move is illegal, in one sentence.

The checks come in the order in which a player would ask: first what leaves, then where it goes.
"""

from __future__ import annotations

from engine.board_state import BoardState
from engine.cards import CARDS, Card, Rank, Suit
from engine.compiled import FULL, Pile
from engine.errors import IllegalMove
from engine.messages import Message
from engine.moves import Move
from engine.rules import EmptyPileRule, MoveUnit, PileKind, StockAction
from engine.wording import all_of, build_name, kind_name, one_of, pile_name, rank_name, suit_name


def why_illegal(state: BoardState, move: Move) -> IllegalMove | None:
    """The error that says why a move is illegal; None if it is legal."""
    if state.is_legal(move):
        return None
    if state.is_won:
        return IllegalMove("The game is won; there is nothing left to move.")
    if move.is_stock:
        return _stock(state)
    compiled = state.compiled
    for name in (*move.sources, move.target):
        if name not in compiled.index_of:
            return no_pile(state, name)
    source = compiled.piles[compiled.index_of[move.source]]
    target = compiled.piles[compiled.index_of[move.target]]
    if state.chooses_base:
        return IllegalMove("First choose a card of the reserve to begin the foundations with.")
    if state.rules.foundations.takes_discards and target.kind is PileKind.FOUNDATION:
        return _discarding(state, move)
    if move.others:
        return IllegalMove("In {game}, no cards are discarded together.", game=state.rules.title)
    return _leaving(state, source, move.count) or _arriving(state, source, target, move.count)


def no_pile(state: BoardState, name: str) -> IllegalMove:
    """The error for a pile that the game does not have."""
    return IllegalMove(
        "{game} has no pile “{name}”; its piles are {piles}.",
        game=state.rules.title,
        name=name,
        piles=_pile_ranges(state),
    )


def _pile_ranges(state: BoardState) -> str:
    """The names of a game's piles, with a range for each kind: ``1–7, f1–f4, s, w``."""
    # The pile of discarded cards has no name for players.
    hidden = (PileKind.FOUNDATION,) if state.rules.foundations.takes_discards else ()
    kinds = (state.compiled.piles_of(kind) for kind in PileKind if kind not in hidden)
    return ", ".join(
        f"{piles[0].name}–{piles[-1].name}" if len(piles) > 1 else piles[0].name
        for piles in kinds
        if piles
    )


def _stock(state: BoardState) -> IllegalMove:
    rules = state.rules
    if rules.stock is None:
        return IllegalMove("{game} has no stock.", game=rules.title)
    if state.chooses_base:
        return IllegalMove("First choose a card of the reserve to begin the foundations with.")
    if rules.redeals_tableau and state.redeals != 0:
        return IllegalMove("A redeal would change nothing.")
    if rules.redeals_tableau:
        return IllegalMove("There are no redeals left.")
    if rules.stock.action is StockAction.FILL:
        return IllegalMove("The stock fills empty piles by itself; it cannot be turned.")
    if rules.stock.action is StockAction.CLOSE_UP:
        return IllegalMove("There is no gap to close.")
    if state.stacks[state.compiled.stock]:
        return IllegalMove("You can deal only when no tableau pile is empty.")
    if rules.has_waste and state.stacks[state.compiled.waste]:
        return IllegalMove("The stock is empty and there are no redeals left.")
    return IllegalMove("The stock is empty; there is nothing left to deal.")


def _leaving(state: BoardState, source: Pile, count: int) -> IllegalMove | None:
    cards = state.stacks[source.index]
    if not cards:
        return IllegalMove(
            "{pile} is empty; there is nothing to move from it.",
            pile=pile_name(source, begins=True),
        )
    if count < 1:
        return IllegalMove("A move takes at least one card.")
    if count > len(cards):
        return IllegalMove(
            "{pile} has only {held}, not {count}.",
            pile=pile_name(source, begins=True),
            held=_cards(len(cards)),
            count=count,
        )
    if state.is_covered(source):
        return _covered(state, source)
    pile = pile_name(source)
    if source.move_unit is MoveUnit.PILE and 1 < count < len(cards):
        return IllegalMove(
            "You can move the top card of {pile} or the whole pile, nothing in between.", pile=pile
        )
    run = state.max_run(source)
    if count <= run:
        return None
    match source.move_unit:
        case MoveUnit.SINGLE:
            return IllegalMove("Only the top card of {pile} can move.", pile=pile)
        case MoveUnit.FACE_UP if run == 1:
            return IllegalMove("Only 1 card of {pile} is face up.", pile=pile)
        case MoveUnit.FACE_UP:
            return IllegalMove("Only {many} cards of {pile} are face up.", many=run, pile=pile)
        case _:
            return IllegalMove(
                "The top {count} cards of {pile} are not a run, so they cannot move together.",
                count=count,
                pile=pile,
            )


def _covered(state: BoardState, pile: Pile) -> IllegalMove:
    if state.rules.tableau.turns_rank:
        return IllegalMove("No card of {pile} is face up.", pile=pile_name(pile))
    return IllegalMove(
        "Other cards lie on {pile}; only cards that nothing lies on can move.",
        pile=pile_name(pile),
    )


def _arriving(state: BoardState, source: Pile, target: Pile, count: int) -> IllegalMove:
    if target is source:
        return IllegalMove("The cards are already in {pile}.", pile=pile_name(source))
    if state.is_covered(target):
        return _covered(state, target)
    if source.left_targets is not None and target.index not in source.left_targets:
        steps = one_of([str(steps) for steps in state.rules.tableau.steps_left])
        return IllegalMove("A pile goes only {steps} places to the left.", steps=steps)
    if target.after_stock and state.stacks[state.compiled.stock]:
        return IllegalMove(
            "Cards go into {pile} only once the stock is empty.", pile=pile_name(target)
        )
    is_part = count < len(state.stacks[source.index])
    if (
        source.move_unit is MoveUnit.WHOLE_PILE
        and is_part
        and target.kind is not PileKind.FOUNDATION
    ):
        return IllegalMove(
            "You can move only the whole of {pile} to another pile; its top card alone can go to a "
            "foundation.",
            pile=pile_name(source),
        )
    card = state.stacks[source.index][-count]
    match target.kind:
        case PileKind.STOCK | PileKind.WASTE:
            return IllegalMove("You cannot play cards onto {pile}.", pile=pile_name(target))
        case PileKind.FOUNDATION:
            return _onto_foundation(state, source, target, count)
        case _ if state.stacks[target.index]:
            return _onto_card(state, source, target, count, card)
        case _:
            return _into_empty(state, source, target, count, card)


def _onto_foundation(state: BoardState, source: Pile, target: Pile, count: int) -> IllegalMove:
    card = state.stacks[source.index][-1]
    compiled, foundations = state.compiled, state.rules.foundations
    if source.kind is PileKind.FOUNDATION:
        return IllegalMove("Cards cannot go from one foundation to another.")
    if foundations.whole_suits:
        return IllegalMove("Only a complete run of one suit, king to ace, can go to a foundation.")
    if count > 1:
        return IllegalMove("Cards go to a foundation one at a time.")
    if foundations.build:
        return IllegalMove(
            "{card} does not go onto {onto}: the foundation builds {how}.",
            card=card.label,
            onto=state.stacks[target.index][-1].label,
            how=build_name(foundations.build),
        )
    if foundations.follows_previous:
        return _ahead(state, target, card)
    own = [pile for pile in compiled.piles_of(target.kind) if compiled.suit_of(pile) == card.suit]
    suit = compiled.suit_of(target)
    if suit is not None and target not in own:
        return IllegalMove(
            "{card} belongs on {own}; {target} is for {suit}.",
            card=card.label,
            own=one_of([pile.name for pile in own]),
            target=target.name,
            suit=suit_name(suit),
        )
    ready = state.foundation_targets().get(card)
    if ready is not None and not compiled.differ:
        return IllegalMove("{card} goes to {own}.", card=card.label, own=compiled.piles[ready].name)
    sequence = compiled.foundation_sequences[state.base][compiled.foundations.index(target.index)]
    wanted = sequence[len(state.stacks[target.index])]
    if wanted == FULL:
        return IllegalMove("Foundation {target} is full.", target=target.name)
    return IllegalMove(
        "Foundation {target} takes {wanted} next, not {card}.",
        target=target.name,
        wanted=rank_name(CARDS[wanted].rank) if suit is None else CARDS[wanted].label,
        card=card.label,
    )


def _ahead(state: BoardState, target: Pile, card: Card) -> IllegalMove:
    """Why a card cannot go to a foundation that follows the one above it."""
    compiled = state.compiled
    stack = state.stacks[target.index]
    ready = state.foundation_targets().get(card)
    if ready is not None:
        return IllegalMove("{card} goes to {own}.", card=card.label, own=compiled.piles[ready].name)
    if stack and stack[0].suit is not card.suit:
        return IllegalMove(
            "{card} does not belong on {target}, which is for {suit}.",
            card=card.label,
            target=target.name,
            suit=suit_name(stack[0].suit),
        )
    if not stack:
        return IllegalMove(
            "{card} does not go to {target}, which begins with {rank}.",
            target=target.name,
            rank=rank_name(Rank(state.base + 1)),
            card=card.label,
        )
    return IllegalMove(
        "{card} has to wait until {above} has {rank}.",
        card=card.label,
        above=compiled.piles[target.index - 1].name,
        rank=rank_name(card.rank),
    )


def _onto_card(
    state: BoardState, source: Pile, target: Pile, count: int, card: Card
) -> IllegalMove:
    onto = state.stacks[target.index][-1]
    if target.kind is PileKind.CELL:
        return IllegalMove("Cell {pile} is taken; a cell holds only one card.", pile=target.name)
    build = state.rules.piles_of(target.kind).build
    if build is None or not target.build_from:
        return IllegalMove("You cannot build on {pile}.", pile=pile_name(target))
    if source.kind not in target.build_from:
        return _wrong_source(source, target, onto_card=True)
    if not target.build_masks[onto] >> card & 1:
        return IllegalMove(
            "{card} does not go onto {onto}: the {kind} builds {how}.",
            card=card.label,
            onto=onto.label,
            kind=kind_name(target.kind),
            how=build_name(build),
        )
    return _too_many(state, target, count)


def _into_empty(
    state: BoardState, source: Pile, target: Pile, count: int, card: Card
) -> IllegalMove:
    if state.rules.piles_of(target.kind).fill is EmptyPileRule.NOTHING:
        return IllegalMove("You cannot play cards into {pile}.", pile=pile_name(target))
    if source.kind not in target.fill_from:
        return _wrong_source(source, target, onto_card=False)
    if not state.may_fill(source, target):
        return IllegalMove("Only a card of the reserve may fill an empty pile while there is one.")
    if target.kind is PileKind.CELL and count > 1:
        return IllegalMove("A cell holds only one card.")
    if target.has_place:
        return _into_row(state, target, card)
    if target.kings_only and (card.rank - 1 - state.base) % 13 != 12:
        return IllegalMove(
            "An empty pile takes only {rank} or a run headed by one, not {card}.",
            rank=rank_name(Rank((state.base + 12) % 13 + 1)),
            card=card.label,
        )
    if count == len(state.stacks[source.index]) and source.kind is target.kind:
        return IllegalMove(
            "That would only move all of {source} to another empty pile.",
            source=pile_name(source),
        )
    return _too_many(state, target, count)


def _into_row(state: BoardState, target: Pile, card: Card) -> IllegalMove:
    rules = state.rules
    if target.neighbour < 0:
        if not rules.tableau.row_suits:
            return IllegalMove(
                "A row begins with {rank}, not {card}.",
                rank=rank_name(rules.first_rank),
                card=card.label,
            )
        first = Card.of(rules.first_rank, Suit(target.index // rules.tableau.row_length))
        return IllegalMove(
            "This row begins with {first}, not {card}.", first=first.label, card=card.label
        )
    left = state.stacks[target.neighbour]
    if not left:
        return IllegalMove("Nothing goes to the right of a gap.")
    if left[-1].rank >= rules.last_rank:
        return IllegalMove("Nothing goes to the right of {card}.", card=left[-1].label)
    return IllegalMove(
        "Only {wanted} goes to the right of {left}, not {card}.",
        wanted=CARDS[left[-1] + 1].label,
        left=left[-1].label,
        card=card.label,
    )


def _discarding(state: BoardState, move: Move) -> IllegalMove:
    """Why cards, in piles that there are, cannot be discarded together."""
    compiled, foundations = state.compiled, state.rules.foundations
    piles = [compiled.piles[compiled.index_of[name]] for name in move.sources]
    for pile in piles:
        if pile.kind in (PileKind.STOCK, PileKind.FOUNDATION):
            return IllegalMove("Cards cannot be discarded from {pile}.", pile=pile_name(pile))
        leaving = _leaving(state, pile, 1)
        if leaving is not None:
            return leaving
    names = [pile.name for pile in piles]
    if len(set(names)) < len(names) and set(names) != {"w"}:
        return IllegalMove("Each card must come from another pile.")
    cards = [
        state.stacks[pile.index][-1 - names[:place].count(pile.name) :][:1]
        for place, pile in enumerate(piles)
    ]
    labels = [card[0].label for card in cards if card]
    if foundations.outranked and len(labels) == 1:
        return IllegalMove(
            "{card} cannot be discarded: no other pile shows a higher card of its suit.",
            card=labels[0],
        )
    if len(labels) == 1:
        return IllegalMove("{card} cannot be discarded alone.", card=labels[0])
    ranks = sorted(card[0].rank for card in cards if card)
    if foundations.touching and any(sorted(group) == ranks for group in foundations.groups):
        return IllegalMove("{cards} do not lie next to each other.", cards=all_of(labels))
    return IllegalMove("{cards} cannot be discarded together.", cards=all_of(labels))


def _too_many(state: BoardState, target: Pile, count: int) -> IllegalMove:
    spaces = _cards(state.supermove_limit(target))
    if state.compiled.piles_of(PileKind.CELL):
        return IllegalMove(
            "With these empty cells and piles, {spaces} can move there at once, not {count}.",
            spaces=spaces,
            count=count,
        )
    return IllegalMove(
        "With these empty piles, {spaces} can move there at once, not {count}.",
        spaces=spaces,
        count=count,
    )


def _wrong_source(source: Pile, target: Pile, *, onto_card: bool) -> IllegalMove:
    if source.kind is PileKind.FOUNDATION:
        if onto_card and source.kind in target.fill_from:
            return IllegalMove(
                "Foundation cards can come back only to an empty pile, not onto a card."
            )
        return IllegalMove("Cards on a foundation stay there.")
    names = {"source": pile_name(source), "target": pile_name(target)}
    if onto_card:
        return IllegalMove("Cards cannot go from {source} onto {target}.", **names)
    return IllegalMove("Cards cannot go from {source} into {target}.", **names)


def _cards(count: int) -> Message:
    return Message("1 card") if count == 1 else Message("{count} cards", count=count)
