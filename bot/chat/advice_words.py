"""What the solver found out, as players are told it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.components import BoardButton
from bot.chat.custom_ids import Action, Press
from bot.chat.replies import Reply
from bot.i18n import N_, _, ngettext, translate
from bot.service.solver.hidden_cards import board_history, is_fully_known
from engine.solver import Outcome

if TYPE_CHECKING:
    from bot.service import GameSnapshot, Hint, Odds

_ALL_USED: Final = N_("All cards were used, those you cannot see too.")
NOT_KNOWN_WINNABLE: Final = N_("This deal is not known to be winnable.")


def hint_notice(seat: GameSnapshot, hint: Hint) -> str:
    """The sentences above a board on which a hint is ringed."""
    if hint.move is None:
        return _("There is no move left that leads anywhere new; take moves back, or deal again.")
    words = translate(seat.game.board.describe(hint.move))
    match hint.verdict:
        case Outcome.WON if hint.tried:
            wins = ngettext(
                "It wins in {wins} of {number} way the cards you have not seen may lie.",
                "It wins in {wins} of {number} ways the cards you have not seen may lie.",
                hint.tried,
                wins=hint.wins,
            )
            return f"💡 **{words}**\n-# {wins}"
        case Outcome.WON:
            used = _("All cards were used.")
            return f"💡 **{words}**" + (f"\n-# {used}" if hint.all_cards else "")
        case Outcome.LOST:
            return "💡 " + ngettext(
                "It looks lost: the one way the cards you have not seen may lie cannot be won. "
                "Try **{move}**",
                "It looks lost: none of {number} ways the cards you have not seen may lie can be "
                "won. Try **{move}**",
                hint.tried,
                move=words,
            )
        case Outcome.UNKNOWN:
            return "💡 " + _(
                "Whether this can be won was not found out. A sensible move: **{move}**", move=words
            )


def lost_page(seat: GameSnapshot, hint: Hint) -> Reply:
    """The private answer to who asks for a hint in a game that is lost, with a way back."""
    text = _("**Lost:** this game can no longer be won.")
    if hint.back_to is None:
        text += " " + _("No earlier board of it was found that could be.")
    if hint.all_cards:
        text += f"\n-# {_(_ALL_USED)}"
    return _with_way_back(seat, text, hint.back_to)


def odds_page(seat: GameSnapshot, odds: Odds) -> Reply:
    """The private answer to who asks whether the game can still be won."""
    lines = ["### " + _("Can I still win?")]
    match odds.verdict:
        case Outcome.WON:
            lines.append(_("**Yes**, this game can still be won."))
        case Outcome.LOST:
            lines.append(f"{_('**No.**')} {_since(seat, odds)}")
        case Outcome.UNKNOWN:
            lines.append(_("**Not decided:** the search ended before it knew."))
    if not is_fully_known(seat.game):
        lines.append(f"-# {_(_ALL_USED)}")
    return _with_way_back(seat, "\n".join(lines), odds.winnable)


def _since(seat: GameSnapshot, odds: Odds) -> str:
    """Since when a game is lost."""
    if not odds.lost:
        return _("This deal could not be won from the start.")
    board, move = board_history(seat.game)[odds.lost - 1], seat.game.moves[odds.lost - 1]
    words = translate(board.describe(move))
    if odds.winnable is None:
        return _(
            "It was lost at the latest by move {number}: {move}.", number=odds.lost, move=words
        )
    if odds.winnable == odds.lost - 1:
        return _("It was lost by move {number}: {move}.", number=odds.lost, move=words)
    return _(
        "It could be won up to move {last}, and was lost at the latest by move {number}: {move}.",
        last=odds.winnable,
        number=odds.lost,
        move=words,
    )


def _with_way_back(seat: GameSnapshot, text: str, back_to: int | None) -> Reply:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(text))
    if back_to is not None:
        press = Press(seat.game_id, seat.version, Action.BACK_TO, str(back_to))
        label = _("Back to move {number}", number=back_to) if back_to else _("Back to the start")
        button = BoardButton(press, label, emoji="↩️", style=discord.ButtonStyle.primary)
        view.add_item(ui.ActionRow(button))
    return Reply(view, private=True)
