"""Why a move is not allowed, in one sentence.

The order of the questions is the order in which a player would ask them; :func:`why_illegal`
answers None exactly for the moves that :meth:`engine.board.Board.legal_moves` lists.
"""

from __future__ import annotations

from engine.board import Board
from engine.cards import CARDS, Card, Rank
from engine.compiled import FULL, Pile
from engine.errors import IllegalMove
from engine.messages import Message
from engine.moves import Move
from engine.rules import EmptyPileRule, MoveUnit, PileKind, Piles
from engine.wording import either, kind_in_words, place, rank_in_words, suit_in_words, words_of


def why_illegal(board: Board, move: Move) -> IllegalMove | None:
    """The error that says why a move is not allowed on a board; None when it is."""
    if move.is_stock:
        return None if board.can_play_stock else _stock(board)
    for name in (move.source, move.target):
        if name not in board.compiled.index_of:
            return _no_pile(board, name)
    source = board.compiled.piles[board.compiled.index_of[move.source]]
    target = board.compiled.piles[board.compiled.index_of[move.target]]
    return _leaving(board, source, move.count) or _arriving(board, source, target, move.count)


def _stock(board: Board) -> IllegalMove:
    rules = board.rules
    if rules.stock is None:
        return IllegalMove("{game} has no stock.", game=rules.title)
    if rules.reshuffles_tableau:
        return IllegalMove("There is no redeal left.")
    if board.stacks[board.compiled.stock]:
        return IllegalMove("The stock may be dealt only when no tableau pile is empty.")
    if rules.has_waste and board.stacks[board.compiled.waste]:
        return IllegalMove("The stock is empty and there is no redeal left.")
    return IllegalMove("The stock is empty; there is nothing left to deal.")


def _no_pile(board: Board, name: str) -> IllegalMove:
    return IllegalMove(
        "{game} has no pile {name}; its piles are {piles}.",
        game=board.rules.title,
        name=name,
        piles=pile_names(board),
    )


def pile_names(board: Board) -> str:
    """The names of a game's piles, with a range for each kind: ``1–7, f1–f4, s, w``."""
    parts = []
    for kind in PileKind:
        piles = board.compiled.piles_of(kind)
        if piles:
            many = f"{piles[0].name}–{piles[-1].name}" if len(piles) > 1 else piles[0].name
            parts.append(many)
    return ", ".join(parts)


def _leaving(board: Board, source: Pile, count: int) -> IllegalMove | None:
    cards = board.stacks[source.index]
    if not cards:
        return IllegalMove(
            "{pile} is empty; there is nothing to move from it.", pile=place(source, begins=True)
        )
    if count < 1:
        return IllegalMove("A move takes one card or more.")
    if count > len(cards):
        return IllegalMove(
            "{pile} has only {held}, not {count}.",
            pile=place(source, begins=True),
            held=_cards(len(cards)),
            count=count,
        )
    if source.move_unit is MoveUnit.PILE and 1 < count < len(cards):
        return IllegalMove(
            "From {pile} goes the top card or the whole pile, nothing between.", pile=place(source)
        )
    if count > board.max_run(source):
        if source.move_unit is MoveUnit.SINGLE:
            return IllegalMove("Only the top card of {pile} can be moved.", pile=place(source))
        if source.move_unit is MoveUnit.FACE_UP:
            faces = board.max_run(source)
            if faces == 1:
                return IllegalMove("In {pile} only 1 card lies face up.", pile=place(source))
            return IllegalMove(
                "In {pile} only {many} cards lie face up.", many=faces, pile=place(source)
            )
        return IllegalMove(
            "The top {count} cards of {pile} are not a run, so they do not move together.",
            count=count,
            pile=place(source),
        )
    return None


def _arriving(board: Board, source: Pile, target: Pile, count: int) -> IllegalMove | None:
    if target is source:
        return IllegalMove("The cards are in {pile} already.", pile=place(source))
    card = board.stacks[source.index][-count]
    match target.kind:
        case PileKind.STOCK | PileKind.WASTE:
            return IllegalMove("Nothing is played onto {pile}.", pile=place(target))
        case PileKind.FOUNDATION:
            return _home(board, source, target, count)
        case _ if board.stacks[target.index]:
            return _onto_card(board, source, target, count, card)
        case _:
            return _into_empty(board, source, target, count, card)


def _home(board: Board, source: Pile, target: Pile, count: int) -> IllegalMove | None:
    card = board.stacks[source.index][-1]
    rules = board.rules
    if source.kind is PileKind.FOUNDATION:
        return IllegalMove("A card does not move from one foundation to another.")
    if any(
        move.target == target.name and move.count == count and move.source == source.name
        for move in board.foundation_moves()
    ):
        return None
    if rules.foundations.whole_suits:
        return IllegalMove("Only a whole suit in one run, king to ace, goes to a foundation.")
    if count > 1:
        return IllegalMove("Cards go to a foundation one at a time.")
    if rules.foundations.build:
        onto = board.stacks[target.index][-1]
        return IllegalMove(
            "{card} does not go onto {onto}: the foundation builds {how}.",
            card=card.words,
            onto=onto.words,
            how=words_of(rules.foundations.build),
        )
    compiled = board.compiled
    own = [
        compiled.piles[home]
        for home in compiled.foundations
        if compiled.suit_of(compiled.piles[home]) == card.suit
    ]
    if target not in own:
        return IllegalMove(
            "{card} belongs on {own}; {target} is for {suit}.",
            card=card.words,
            own=either([pile.name for pile in own]),
            target=target.name,
            suit=suit_in_words(compiled.suit_of(target)),
        )
    ready = board.foundation_targets().get(card)
    if ready is not None:
        return IllegalMove("{card} goes to {own}.", card=card.words, own=compiled.piles[ready].name)
    wanted = compiled.foundation_sequences[board.base][compiled.foundations.index(target.index)][
        len(board.stacks[target.index])
    ]
    if wanted == FULL:
        return IllegalMove("Foundation {target} is full.", target=target.name)
    return IllegalMove(
        "Foundation {target} takes {wanted} next, not {card}.",
        target=target.name,
        wanted=CARDS[wanted].words,
        card=card.words,
    )


def _onto_card(
    board: Board, source: Pile, target: Pile, count: int, card: Card
) -> IllegalMove | None:
    onto = board.stacks[target.index][-1]
    if target.kind is PileKind.CELL:
        return IllegalMove("Cell {pile} is taken; a cell holds one card.", pile=target.name)
    build = _declared(board, target).build
    if build is None or not target.build_from:
        return IllegalMove("Nothing is built on {pile}.", pile=place(target))
    if source.kind not in target.build_from:
        return _not_from(source, target, onto_card=True)
    if not target.build_masks[onto] >> card & 1:
        return IllegalMove(
            "{card} does not go onto {onto}: the {kind} builds {how}.",
            card=card.words,
            onto=onto.words,
            kind=kind_in_words(target.kind),
            how=words_of(build),
        )
    return _too_many(board, source, target, count)


def _into_empty(
    board: Board, source: Pile, target: Pile, count: int, card: Card
) -> IllegalMove | None:
    piles = _declared(board, target)
    if piles.fill is EmptyPileRule.NOTHING:
        return IllegalMove("Nothing is played into {pile}.", pile=place(target))
    if source.kind not in target.fill_from:
        return _not_from(source, target, onto_card=False)
    if target.kind is PileKind.CELL and count > 1:
        return IllegalMove("A cell holds one card.")
    if target.kings_only and (card.rank - 1 - board.base) % 13 != 12:
        return IllegalMove(
            "An empty pile takes only {rank} or a run headed by one, not {card}.",
            rank=rank_in_words(Rank((board.base + 12) % 13 + 1)),
            card=card.words,
        )
    if count == len(board.stacks[source.index]) and source.kind is target.kind:
        return IllegalMove(
            "That would only put all of {source} into another empty pile.", source=place(source)
        )
    return _too_many(board, source, target, count)


def _too_many(board: Board, source: Pile, target: Pile, count: int) -> IllegalMove | None:
    if source.move_unit is MoveUnit.SUPERMOVE and count > board.supermove_limit(target):
        spaces = _cards(board.supermove_limit(target))
        if board.compiled.piles_of(PileKind.CELL):
            return IllegalMove(
                "The empty cells and piles carry {spaces} there at once, not {count}.",
                spaces=spaces,
                count=count,
            )
        return IllegalMove(
            "The empty piles carry {spaces} there at once, not {count}.",
            spaces=spaces,
            count=count,
        )
    return None


def _not_from(source: Pile, target: Pile, *, onto_card: bool) -> IllegalMove:
    if source.kind is PileKind.FOUNDATION:
        if onto_card and source.kind in target.fill_from:
            return IllegalMove(
                "A foundation card comes back only into an empty pile, not onto a card."
            )
        return IllegalMove("A card once on a foundation stays there.")
    if onto_card:
        return IllegalMove(
            "A card does not go from {source} onto {target}.",
            source=place(source),
            target=place(target),
        )
    return IllegalMove(
        "A card does not go from {source} into {target}.",
        source=place(source),
        target=place(target),
    )


def _cards(count: int) -> Message:
    return Message("1 card") if count == 1 else Message("{count} cards", count=count)


def _declared(board: Board, pile: Pile) -> Piles:
    return {
        PileKind.TABLEAU: board.rules.tableau,
        PileKind.CELL: board.rules.cells,
        PileKind.RESERVE: board.rules.reserve,
    }[pile.kind]
