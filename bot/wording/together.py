"""What is said of a board that a channel plays together."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from bot.i18n import N_, _, card_label, ngettext, translate
from bot.models.together import Mode, Wish
from bot.wording.formatting import format_moves, format_progress
from engine import Board, Move, PileKind
from engine.notation import moved_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from bot.models.together import SharedGame

    Name = Callable[[int], str]
    """How a player is named, or mentioned."""


_MOST_NAMED: Final = 5
"""How many of those who played are named, and how many moves that are voted for."""
_MODES: Final = {
    Mode.FREE: N_("Everybody here may play."),
    Mode.TURNS: N_("Everybody here may play, but not twice in a row."),
    Mode.VOTE: N_("By vote: counted 20 seconds after the first."),
}
_WISHES: Final = {
    Wish.UNDO: N_("{player} wants the last move taken back. **Undo**: {votes} of {needed}"),
    Wish.HINT: N_("{player} wants a hint. **Hint**: {votes} of {needed}"),
    Wish.GIVE_UP: N_("{player} wants to give up. 🏳️: {votes} of {needed}"),
}


def shared_lines(
    shared: SharedGame,
    now: datetime,
    name: Name,
    *,
    until: str = "",
    hint: str = "",
    has_facts: bool = True,
) -> Iterator[str]:
    """What there is to say of a shared board, in lines; the first is for above its picture.

    Args:
        until: when votes are counted, in words, if there is a vote.
        hint: what is said of a hint, which takes the place of who played last, but never that of a
            running vote.
        has_facts: whether they say how far the game is.
    """
    if shared.snapshot.state.is_final:
        yield _credits(shared, name)
        return
    first = [*filter(None, (_running_vote(shared, now, until), hint))]
    yield from first or [_standing(shared, name, has_facts=has_facts)]
    yield from _wishes(shared, now, name)
    yield f"-# {_(_MODES[shared.board.mode])}"


def _running_vote(shared: SharedGame, now: datetime, until: str) -> str:
    """What is voted for, and until when; empty without a vote."""
    board = shared.snapshot.game.board
    counts = [
        _("{votes} for {move}", votes=count, move=f"**{move_words(board, Move.parse(move))}**")
        for move, count in islice(shared.move_votes(now), _MOST_NAMED)
    ]
    if not counts or shared.board.vote_until is None:
        return ""
    return f"-# 🗳️ {' · '.join(filter(None, [*counts, until]))}"


def _standing(shared: SharedGame, name: Name, *, has_facts: bool) -> str:
    """Who played last, and how far the game is."""
    game, facts = shared.snapshot.game, [_last(shared, name)]
    if has_facts:
        facts += [format_moves(len(game.moves)), format_progress(game.rules, game.board.progress)]
    return f"-# {' · '.join(filter(None, facts))}"


def _last(shared: SharedGame, name: Name) -> str:
    """Who took the last action, and which it was."""
    game = shared.snapshot.game
    if not shared.last:
        return ""
    move = ""
    if game.undone:  # An undo leaves what it took back to be redone.
        move = "↩️"
    elif game.moves:
        move = f"**{move_words(game.boards[-2], game.moves[-1])}**"
    if len(shared.last) == 1 or not move:
        return " ".join(filter(None, [name(shared.last[0].player_id), move]))
    return "🗳️ " + _("{votes} for {move}", votes=len(shared.last), move=move)


def _wishes(shared: SharedGame, now: datetime, name: Name) -> Iterator[str]:
    """What some want, and how many more have to."""
    for wish, text in _WISHES.items():
        votes = shared.votes_for(wish, now)
        if votes:
            player = votes[0].player_id
            needed = shared.needed(wish, player, now)
            if len(votes) < needed:
                yield _(text, player=name(player), votes=len(votes), needed=needed)


def _credits(shared: SharedGame, name: Name) -> str:
    """Who played, and how often."""
    named = shared.players[:_MOST_NAMED]
    if not named:
        return ""
    names = [f"{name(one.player_id)} ({one.actions})" for one in named]
    more = len(shared.players) - len(named)
    if more:
        names.append(ngettext("{number} more", "{number} more", more))
    return "-# " + _("Played by {names}", names=", ".join(names))


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
