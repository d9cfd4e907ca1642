"""A board as a message: what stands above the picture, the picture, and the buttons under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.board_buttons import rows_of
from bot.chat.taps import moves_by_pile
from bot.chat.wording import cards_of, deal_of, duration, moves_of
from bot.i18n import _, ngettext
from bot.models import GameState
from engine.rules import Scoring

if TYPE_CHECKING:
    from bot.service import GameSnapshot
    from engine import Board
    from rendering import Picture

_COLOURS: Final = {
    GameState.PLAYING: 0x1B6B4A,
    GameState.STUCK: 0xC46A3A,
    GameState.WON: 0xF2C14E,
    GameState.GIVEN_UP: 0x8A8F98,
}


def board_message(
    seat: GameSnapshot,
    picture: Picture | None,
    filename: str,
    *,
    selected: str | None = None,
    notice: str = "",
    peeks: bool = False,
) -> ui.LayoutView:
    """The message that shows a player's board.

    Args:
        seat: the game as it stands.
        picture: its picture; None shows the board as text.
        filename: the name under which the picture is attached.
        selected: the pile that has been tapped; the choice then is where its cards may go.
        notice: a sentence to stand above the picture.
        peeks: whether a hint is shown that did without the cards unseen.
    """
    container = ui.Container[ui.LayoutView](accent_colour=_COLOURS[seat.state])
    container.add_item(ui.TextDisplay(_heading(seat, selected, notice)))
    if picture is None:
        container.add_item(ui.TextDisplay(f"```\n{_in_text(seat.game.board)}\n```"))
    else:
        media = discord.MediaGalleryItem(f"attachment://{filename}", description=picture.alt)
        container.add_item(ui.MediaGallery(media))
    for row in rows_of(seat, selected, peeks=peeks):
        container.add_item(ui.ActionRow(*row))
    return ui.LayoutView(timeout=None).add_item(container)


def _in_text(board: Board) -> str:
    """The board a pile a line: face-down cards are ``??``, those of the stock only counted."""
    stock = board.piles.get("s", ())
    lines = (line for line in str(board).splitlines() if not line.startswith("s: "))
    return "\n".join([f"s: {cards_of(len(stock))}", *lines] if stock else lines)


def _heading(seat: GameSnapshot, selected: str | None, notice: str) -> str:
    game = seat.game
    facts = [
        f"<@{seat.player}>",
        moves_of(len(game.moves)),
        _(
            "{home} of {cards} cards home",
            home=game.board.foundation_count,
            cards=game.rules.card_count,
        ),
    ]
    # Where each card is one point the score would only say the same again.
    if game.rules.scoring != Scoring():
        facts.append(_("score {score}", score=game.score))
    if seat.winnable and not seat.state.is_final:
        facts.append(_("winnable"))
    lines = [
        f"### {_(game.rules.title)} · {deal_of(seat)}",
        f"-# {' · '.join(facts)}",
        _standing(seat, selected),
        notice,
    ]
    return "\n".join(line for line in lines if line)


def _standing(seat: GameSnapshot, selected: str | None) -> str:
    """The line that says how the game stands; empty where there is nothing to say."""
    moves, time = len(seat.game.moves), duration(seat.elapsed)
    match seat.state:
        case GameState.WON:
            return ngettext(
                "🎉 **Won** in {number} move and {time}.",
                "🎉 **Won** in {number} moves and {time}.",
                moves,
                time=time,
            )
        case GameState.STUCK:
            return _("**Stuck:** no card can be moved any more. Take moves back, or deal again.")
        case GameState.GIVEN_UP:
            return ngettext(
                "Given up after {number} move and {time}.",
                "Given up after {number} moves and {time}.",
                moves,
                time=time,
            )
        case GameState.PLAYING if selected is not None:
            return _("**{chosen}**: where to?", chosen=_chosen(seat, selected))
        case GameState.PLAYING:
            return ""


def _chosen(seat: GameSnapshot, selected: str) -> str:
    """What has been tapped: ``7♥ from 3``, or ``Pile 3`` where it is open how many cards."""
    moves = moves_by_pile(seat.game.board).get(selected, ())
    if any(move.count > 1 for move in moves):
        return _("Pile {name}", name=selected)
    card = seat.game.board.piles[selected][-1].label
    return _("{card} from {pile}", card=card, pile=selected)
