"""Challenges and races as messages.

Nothing here shows a board or the deal number of a running race, so everybody may see it.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import discord
from discord import ui
from discord.utils import format_dt

from bot.chat.components import button, row
from bot.chat.messages.formatting import (
    format_moves,
    format_rating_change,
    format_time_limit,
    game_title,
    mention,
)
from bot.chat.messages.limits import BLUE, GOLD, GREEN, GREY
from bot.chat.messages.replies import Reply, message
from bot.i18n import N_, _, ngettext
from bot.models import DELETED_PLAYER, ChallengeState, Ending

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.models import Challenge, RaceProgress
    from bot.service import RatingChange

    Progress = tuple[RaceProgress, RaceProgress]
    Changes = Mapping[int, RatingChange]

NO_CHANGES: Final[Changes] = MappingProxyType({})


class ChallengeAction(Enum):
    """What a button under a challenge, or under the race it became, asks for."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    BOARD = "board"
    LEAVE = "leave"
    LEAVE_CONFIRMED = "really"
    STAY = "stay"
    REMATCH = "rematch"


_LABELS: Final = {
    ChallengeAction.ACCEPT: (N_("Accept"), discord.ButtonStyle.success),
    ChallengeAction.DECLINE: (N_("Decline"), discord.ButtonStyle.secondary),
    ChallengeAction.WITHDRAW: (N_("Withdraw"), discord.ButtonStyle.secondary),
    ChallengeAction.BOARD: (N_("My board"), discord.ButtonStyle.primary),
    ChallengeAction.LEAVE: (N_("Leave race"), discord.ButtonStyle.secondary),
    ChallengeAction.LEAVE_CONFIRMED: (N_("Leave race"), discord.ButtonStyle.danger),
    ChallengeAction.STAY: (N_("Keep racing"), discord.ButtonStyle.secondary),
    ChallengeAction.REMATCH: (N_("Rematch"), discord.ButtonStyle.primary),
}
_COLOURS: Final = {
    ChallengeState.PENDING: BLUE,
    ChallengeState.RUNNING: GREEN,
    ChallengeState.FINISHED: GOLD,
}
_CLOSED: Final = {
    ChallengeState.DECLINED: N_("{opponent} declined {challenger}'s challenge."),
    ChallengeState.WITHDRAWN: N_("{challenger} withdrew the challenge to {opponent}."),
    ChallengeState.EXPIRED: N_(
        "{opponent} did not answer {challenger}'s challenge in time, so there is no race."
    ),
}
_WON: Final = {
    Ending.WON: N_("🏁 **{winner} won the race**: first to win the deal."),
    Ending.FORFEIT: N_("🏁 **{winner} won the race**: {loser} gave up."),
    Ending.NO_MOVES: N_("🏁 **{winner} won the race**: {loser} made no move in time."),
    Ending.CARDS: N_("🏁 **{winner} won the race**: more cards home when time ran out."),
    Ending.MOVES: N_(
        "🏁 **{winner} won the race**: level on cards home when time ran out, but in fewer moves."
    ),
}


def offered_actions(challenge: Challenge) -> tuple[ChallengeAction, ...]:
    """The buttons under a challenge."""
    match challenge.state:
        case ChallengeState.PENDING:
            return (ChallengeAction.ACCEPT, ChallengeAction.DECLINE, ChallengeAction.WITHDRAW)
        case ChallengeState.RUNNING:
            return (ChallengeAction.BOARD, ChallengeAction.LEAVE)
        case ChallengeState.FINISHED if not challenge.involves(DELETED_PLAYER):
            return (ChallengeAction.REMATCH,)
        case _:
            return ()


def challenge_view(
    challenge: Challenge,
    progress: Progress | None = None,
    ratings: Changes = NO_CHANGES,
) -> Reply:
    """A challenge as it stands, for everybody.

    Args:
        challenge: the challenge.
        progress: how far the challenger and the opponent came, in a race that is over.
        ratings: how it has changed the players' ratings.
    """
    actions = offered_actions(challenge)
    return Reply(message(challenge_container(challenge, progress, actions, ratings=ratings)))


def result_view(ended: Challenge, progress: Progress | None, ratings: Changes) -> Reply:
    """How a challenge ended; pings both players of a race."""
    both = (ended.challenger_id, ended.opponent_id)
    was_raced = ended.state is ChallengeState.FINISHED
    pings = tuple(one for one in both if was_raced and one != DELETED_PLAYER)
    return replace(challenge_view(ended, progress, ratings), pings=pings)


def race_notice(race: Challenge, player: int) -> str:
    """The line above a player's board in a race."""
    return _(
        "**Race** against {other}, until {when}. Only you can see this board.",
        other=mention(race.other(player)),
        when=format_dt(race.deadline, "f"),
    )


def leave_question(race: Challenge, player: int) -> Reply:
    """Ask whether to leave a race."""
    question = _(
        "Leave the race? {other} will win it. You keep your game and can play on.",
        other=mention(race.other(player)),
    )
    buttons = _buttons(race, (ChallengeAction.LEAVE_CONFIRMED, ChallengeAction.STAY))
    return Reply(message(ui.TextDisplay(question), buttons), private=True)


def challenge_container(
    challenge: Challenge,
    progress: Progress | None,
    actions: Sequence[ChallengeAction],
    *,
    viewer: int | None = None,
    ratings: Changes = NO_CHANGES,
) -> ui.Container[ui.LayoutView]:
    """A challenge as it stands.

    Args:
        challenge: the challenge.
        progress: how far the challenger and the opponent came, in a race that is over.
        actions: what its buttons offer.
        viewer: the only player who sees it; None for everybody.
        ratings: how it has changed the players' ratings.
    """
    container = ui.Container[ui.LayoutView](accent_colour=_COLOURS.get(challenge.state, GREY))
    is_own = viewer == challenge.challenger_id and challenge.state is ChallengeState.PENDING
    text = _waiting_lines(challenge) if is_own else _lines(challenge, progress, ratings)
    lines = [f"### {game_title(challenge.rules_id)} · {_('a race')}", *text]
    container.add_item(ui.TextDisplay("\n".join(lines)))
    if actions:
        buttons = _buttons(challenge, actions)
        if challenge.state is ChallengeState.FINISHED:
            route = f"deal:{challenge.rules_id}:{challenge.deal_number}"
            buttons.add_item(button(route, _("Play this deal"), emoji="🃏"))
        container.add_item(buttons)
    return container


def _buttons(
    challenge: Challenge, actions: Sequence[ChallengeAction]
) -> ui.ActionRow[ui.LayoutView]:
    return row(
        *(
            button(f"race:{challenge.id}:{action.value}", _(label), style=style)
            for action in actions
            for label, style in (_LABELS[action],)
        )
    )


def _players(challenge: Challenge) -> dict[str, object]:
    return {
        "challenger": player_name(challenge.challenger_id),
        "opponent": player_name(challenge.opponent_id),
    }


def player_name(player: int) -> str:
    """A mention of a player, unless they have deleted their data."""
    return _("a player who left") if player == DELETED_PLAYER else mention(player)


def _lines(challenge: Challenge, progress: Progress | None, ratings: Changes) -> list[str]:
    match challenge.state:
        case ChallengeState.PENDING:
            return _open_lines(challenge)
        case ChallengeState.RUNNING:
            return _running_lines(challenge)
        case ChallengeState.FINISHED:
            return _finished_lines(challenge, progress, ratings)
        case closed:
            return [_(_CLOSED[closed], **_players(challenge))]


def _open_lines(challenge: Challenge) -> list[str]:
    lines = [
        _(
            "{opponent}, {challenger} challenges you to a race: the same winnable deal, each on "
            "your own board.",
            **_players(challenge),
        ),
        _(
            "The race begins when you accept and lasts up to {length}. Answer by {when}.",
            length=format_time_limit(challenge.time_limit),
            when=format_dt(challenge.deadline, "f"),
        ),
    ]
    if challenge.place is None or challenge.place.guild_id is None:
        lines.append(
            "-# "
            + _(
                "If {opponent} cannot see this message, they can answer with /races.",
                **_players(challenge),
            )
        )
    return lines


def _waiting_lines(challenge: Challenge) -> list[str]:
    """A challenge that awaits an answer, for the challenger alone."""
    return [
        _(
            "You challenged {opponent} to a race: the same winnable deal, each on your own board.",
            **_players(challenge),
        ),
        _(
            "The race begins when they accept and lasts up to {length}. They can answer until "
            "{when}.",
            length=format_time_limit(challenge.time_limit),
            when=format_dt(challenge.deadline, "f"),
        ),
    ]


def _running_lines(race: Challenge) -> list[str]:
    until, ends = format_dt(race.deadline, "f"), format_dt(race.deadline, "R")
    return [
        _("{challenger} and {opponent} are racing on the same winnable deal.", **_players(race)),
        _("The first to win it by {when} ({ends}) wins the race.", when=until, ends=ends),
        "-# " + _("If time runs out first, more cards home wins, then fewer moves."),
        "-# " + _("No hints, odds or solutions until it is over."),
    ]


def _finished_lines(race: Challenge, progress: Progress | None, ratings: Changes) -> list[str]:
    lines = [_result(race, progress)]
    for player, one in zip((race.challenger_id, race.opponent_id), progress or (), strict=False):
        home = ngettext("{number} card home", "{number} cards home", one.foundation_count)
        if player != DELETED_PLAYER:
            undos = ngettext("{number} undo", "{number} undos", one.undos)
            rating = format_rating_change(ratings[player]) if player in ratings else ""
            used = undos if one.undos else ""
            parts = (player_name(player), format_moves(one.moves), home, used, rating)
            lines.append(" · ".join(filter(None, parts)))
    return [*lines, "-# " + _("deal {number}", number=race.deal_number)]


def _result(race: Challenge, progress: Progress | None) -> str:
    if race.ending is not None and race.winner_id is not None:
        return _(
            _WON[race.ending],
            winner=player_name(race.winner_id),
            loser=player_name(race.other(race.winner_id)),
        )
    if progress is not None and not any(one.moves for one in progress):
        return _("🏁 **A draw**: neither player made a move in time.")
    return _("🏁 **A draw**: level on cards home and on moves when time ran out.")
