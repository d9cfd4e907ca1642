"""What is said of a hint: the move, and how sure it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.i18n import N_, _, ngettext, translate
from engine.goals import would_fail
from engine.hidden_cards import has_hidden_cards, hidden_counts, is_fully_known
from engine.solver import Outcome

if TYPE_CHECKING:
    from bot.models.advice import Hint, Odds
    from bot.models.play import GameSnapshot

_LOOKING: Final = N_("still looking …")


def hint_notice(snapshot: GameSnapshot, hint: Hint) -> str:
    """The line above a board on which a hint is highlighted."""
    if hint.lost is not None:
        return f"{_('**This game is lost.**')} {lost_since(snapshot, hint.lost)}"
    if hint.move is None:
        return _("No move leads anywhere new. Take some back, or start a new deal.")
    move = translate(snapshot.game.board.describe(hint.move))
    is_thought = hint.goes_on and hint.verdict is Outcome.UNKNOWN
    details = ["" if is_thought else _reason(snapshot, hint)]
    if hint.goes_on:
        details.append(_(_LOOKING))
    if snapshot.goal is not None and would_fail(snapshot.goal, snapshot.game, hint.move):
        details.append(_("misses the goal"))
    # On one line, so that buttons keep their places when it goes.
    mark = "💭" if is_thought else "💡"
    return " · ".join([f"{mark} **{move}**", *filter(None, details)])


def _reason(snapshot: GameSnapshot, hint: Hint) -> str:
    """What a hint is based on: all the cards, or only what the player has seen."""
    if hint.verdict is Outcome.UNKNOWN:
        return _("a guess")
    if hint.tried and not has_hidden_cards(snapshot.game):
        if hint.verdict is Outcome.WON:
            return _("wins without a redeal")
        return _("lost without a redeal")
    if hint.verdict is Outcome.LOST:
        return ngettext("lost in {number} try", "lost in all {number} tries", hint.tried)
    if hint.tried and not hint.wins:
        # Playouts are played by weighted chance, so that they win less than the player may.
        return ngettext("the best in {number} try", "the best in {number} tries", hint.tried)
    if hint.tried:
        return ngettext(
            "won in {wins} of {number} try",
            "won in {wins} of {number} tries",
            hint.tried,
            wins=hint.wins,
        )
    if is_fully_known(snapshot.game):
        return ""
    if not hint.all_cards:
        stock = snapshot.game.board.compiled.stock
        is_look = stock >= 0 and hidden_counts(snapshot.game)[stock]
        return _("look through the stock first") if is_look else ""
    if has_hidden_cards(snapshot.game):
        return _("by all cards, hidden ones too")
    return _("by all cards and redeals")


def lost_since(snapshot: GameSnapshot, odds: Odds) -> str:
    """The move that lost the game."""
    if not odds.lost:
        return _("This deal could not be won from the start.")
    board, move = snapshot.game.boards[odds.lost - 1], snapshot.game.moves[odds.lost - 1]
    words = translate(board.describe(move))
    if odds.winnable == odds.lost - 1:
        return _("Move {number} lost it: {move}.", number=odds.lost, move=words)
    if not odds.winnable:
        return _(
            "It was lost by move {number} at the latest: {move}.", number=odds.lost, move=words
        )
    return _(
        "Lost after move {last}, by move {number} at the latest: {move}.",
        last=odds.winnable,
        number=odds.lost,
        move=words,
    )
