"""What the solver found out, as players are told it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.chat.components import BoardButton
from bot.chat.custom_ids import Action, Press
from bot.chat.replies import Reply
from bot.service.unseen import boards_of, sees_all
from engine import describe
from engine.solver import Outcome

if TYPE_CHECKING:
    from bot.service import Hint, Odds, Seat

NOT_KNOWN_WINNABLE = "This deal is not known to be winnable."


def hint_notice(seat: Seat, hint: Hint) -> str:
    """The sentences above a board on which a hint is ringed."""
    if hint.move is None:
        return "There is no move left that leads anywhere new; take moves back, or deal again."
    words = describe(seat.game.board, hint.move)
    match hint.verdict:
        case Outcome.WON if hint.tried:
            wins = f"wins in {hint.wins} of {hint.tried} ways the cards you have not seen may lie"
            return f"💡 **{words}**\n-# It {wins}."
        case Outcome.WON:
            return f"💡 **{words}**" + ("\n-# All cards were used." if hint.all_cards else "")
        case Outcome.LOST:
            return (
                f"💡 It looks lost: none of {hint.tried} ways the cards you have not seen may lie "
                f"can be won. Try **{words}**"
            )
        case Outcome.UNKNOWN:
            return f"💡 Whether this can be won was not found out. A sensible move: **{words}**"


def lost_page(seat: Seat, hint: Hint) -> Reply:
    """The private answer to who asks for a hint in a game that is lost, with a way back."""
    text = "**Lost:** this game can no longer be won."
    if hint.back_to is None:
        text += " No earlier board of it was found that could be."
    if hint.all_cards:
        text += "\n-# All cards were used, those you cannot see too."
    return _with_way_back(seat, text, hint.back_to)


def odds_page(seat: Seat, odds: Odds) -> Reply:
    """The private answer to who asks whether the game can still be won."""
    lines = ["### Can I still win?"]
    match odds.verdict:
        case Outcome.WON:
            lines.append("**Yes**, this game can still be won.")
        case Outcome.LOST:
            lines.append(f"**No.** {_since(seat, odds)}")
        case Outcome.UNKNOWN:
            lines.append("**Not decided:** the search ended before it knew.")
    if not sees_all(seat.game):
        lines.append("-# All cards were used, those you cannot see too.")
    return _with_way_back(seat, "\n".join(lines), odds.winnable)


def _since(seat: Seat, odds: Odds) -> str:
    """Since when a game is lost."""
    if not odds.lost:
        return "This deal could not be won from the start."
    board, move = boards_of(seat.game)[odds.lost - 1], seat.game.moves[odds.lost - 1]
    words = f"move {odds.lost}: {describe(board, move)}"
    if odds.winnable is None:
        return f"It was lost at the latest by {words}."
    if odds.winnable == odds.lost - 1:
        return f"It was lost by {words}."
    return f"It could be won up to move {odds.winnable}, and was lost at the latest by {words}."


def _with_way_back(seat: Seat, text: str, back_to: int | None) -> Reply:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(text))
    if back_to is not None:
        press = Press(seat.game_id, seat.version, Action.BACK_TO, str(back_to))
        label = f"Back to move {back_to}" if back_to else "Back to the start"
        button = BoardButton(press, label, emoji="↩️", style=discord.ButtonStyle.primary)
        view.add_item(ui.ActionRow(button))
    return Reply(view, private=True)
