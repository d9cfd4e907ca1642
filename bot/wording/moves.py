"""Moves in few words."""

from __future__ import annotations

from bot.i18n import _, card_label, translate
from engine import Board, Move, PileKind
from engine.notation import moved_cards


def move_words(board: Board, move: Move) -> str:
    """A move in few words: ``A♠ → home``, ``7♥ → 8♠``, ``K♥ → pile 4``, or what the stock does."""
    if move == board.stock_move:
        return translate(board.describe(move))
    cards = list(map(card_label, moved_cards(board, move)))
    if move.others:
        return " + ".join(cards)
    index = board.compiled.index_of[move.target]
    stack, kind = board.stacks[index], board.compiled.piles[index].kind
    if kind is PileKind.FOUNDATION:
        if board.rules.foundations.takes_discards:
            return _("discard {card}", card=cards[0])
        return _("{card} → home", card=cards[0])
    if kind is PileKind.CELL:
        return _("{card} → cell {pile}", card=cards[0], pile=move.target)
    if not stack:
        return _("{card} → pile {pile}", card=cards[0], pile=move.target)
    return f"{cards[0]} → {card_label(stack[-1])}"
