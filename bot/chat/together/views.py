"""What stands above and below a shared board, and the private questions about it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from discord import ButtonStyle, ui

from bot.chat.play.custom_ids import BoardAction, board_route
from bot.chat.play.rows import choice_rows, move_words
from bot.chat.play.views import question_view
from bot.chat.responding.components import button, row
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import Reply, message
from bot.i18n import N_, _, card_label, ngettext, translate
from bot.models.together import Mode, Wish
from bot.service.play.moves import distinct_moves
from bot.wording.formatting import format_deal, format_moves, format_progress
from bot.wording.hints import hint_notice
from engine import Move

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from bot.models.play import GameSnapshot
    from bot.models.together import SharedGame
    from bot.service.solver.advice import Hint


_MOST_NAMED: Final = 5
"""How many of those who played are named, and how many moves that are voted for."""


_MOST_ROWS: Final = 5


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


def shared_notice(shared: SharedGame, now: datetime, hint: Hint | None = None) -> str:
    """What there is to say of a shared board, in lines; the first is for above the picture.

    A hint takes the place of who played last, but never that of a running vote.
    """
    if shared.snapshot.state.is_final:
        return _credits(shared)
    first = [_running_vote(shared, now)]
    first.append("" if hint is None else hint_notice(shared.snapshot, hint))
    if not any(first):
        first = [_standing(shared)]
    lines = [*first, *_wishes(shared, now), f"-# {_(_MODES[shared.board.mode])}"]
    return "\n".join(filter(None, lines))


def _running_vote(shared: SharedGame, now: datetime) -> str:
    """What is voted for, and until when; empty without a vote."""
    board, until = shared.snapshot.game.board, shared.board.vote_until
    counts = " · ".join(
        _("{votes} for {move}", votes=count, move=f"**{move_words(board, Move.parse(move))}**")
        for move, count in islice(shared.move_votes(now), _MOST_NAMED)
    )
    return f"-# 🗳️ {counts} · <t:{int(until.timestamp())}:R>" if counts and until else ""


def _standing(shared: SharedGame) -> str:
    """Who played last, and how far the game is."""
    game = shared.snapshot.game
    facts = [format_moves(len(game.moves)), format_progress(game.rules, game.board.progress)]
    return f"-# {' · '.join(filter(None, [_last(shared), *facts]))}"


def _last(shared: SharedGame) -> str:
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
        return " ".join(filter(None, [mention(shared.last[0].player_id), move]))
    return "🗳️ " + _("{votes} for {move}", votes=len(shared.last), move=move)


def _wishes(shared: SharedGame, now: datetime) -> Iterator[str]:
    """What some want, and how many more have to."""
    for wish, text in _WISHES.items():
        votes = shared.votes_for(wish, now)
        if votes:
            player = votes[0].player_id
            needed = shared.needed(wish, player, now)
            if len(votes) < needed:
                yield _(text, player=mention(player), votes=len(votes), needed=needed)


def _credits(shared: SharedGame) -> str:
    """Who played, and how often."""
    named = shared.players[:_MOST_NAMED]
    if not named:
        return ""
    names = [f"{mention(one.player_id)} ({one.actions})" for one in named]
    more = len(shared.players) - len(named)
    if more:
        names.append(ngettext("{number} more", "{number} more", more))
    return "-# " + _("Played by {names}", names=", ".join(names))


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
