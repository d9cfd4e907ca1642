"""What stands above and below a shared board, and the private questions about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord import ButtonStyle, ui

from bot.chat.play.custom_ids import BoardAction, board_route
from bot.chat.play.rows import choice_rows
from bot.chat.play.views import question_view
from bot.chat.responding.components import button, row
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import Reply, message
from bot.i18n import _, card_label, translate
from bot.service.play.moves import distinct_moves
from bot.wording.formatting import format_deal
from bot.wording.hints import hint_notice
from bot.wording.together import shared_lines

if TYPE_CHECKING:
    from datetime import datetime

    from bot.models.advice import Hint
    from bot.models.play import GameSnapshot
    from bot.models.together import SharedGame


_MOST_ROWS: Final = 5


def shared_notice(shared: SharedGame, now: datetime, hint: Hint | None = None) -> str:
    """What there is to say of a shared board, in lines; the first is for above the picture."""
    until = shared.board.vote_until
    when = "" if until is None else f"<t:{int(until.timestamp())}:R>"
    said = "" if hint is None else hint_notice(shared.snapshot, hint)
    return "\n".join(shared_lines(shared, now, mention, until=when, hint=said))


def choice_view(snapshot: GameSnapshot, pile: str) -> Reply:
    """Ask in private where the cards of a pile are to go."""
    moves = distinct_moves(snapshot.game)[pile]
    cards = snapshot.game.board.piles.get(pile, ())
    card = f"{card_label(cards[-1])} · " if cards else ""
    question = _("**{chosen}**: where to?", chosen=f"{card}{pile}")
    rows = choice_rows(snapshot, pile, moves, _MOST_ROWS)
    view = message(ui.TextDisplay(question), *(row(*one) for one in rows))
    return Reply(view, private=True)


def busy_view(shared: SharedGame) -> Reply:
    """Say in private which game a channel plays already, and offer to vote for its end."""
    snapshot = shared.snapshot
    game = translate(snapshot.game.rules.name)
    text = _(
        "This channel plays {game}, {deal}, and has one board at a time. Finish it, or end it by "
        "vote, to open another.",
        game=game,
        deal=format_deal(snapshot),
    )
    route = board_route(snapshot, BoardAction.GIVE_UP)
    end = button(route, _("Vote to end {game}", game=game), style=ButtonStyle.danger)
    return Reply(message(ui.TextDisplay(text), row(end)), private=True)


def give_up_view(shared: SharedGame) -> Reply:
    """Ask in private whether to vote for giving a shared game up."""
    board = shared.snapshot.board_version
    text = _("Vote to give this game up? It ends once most of those who play want to.")
    return question_view(board, text, BoardAction.GIVE_UP, _("Give up"))
