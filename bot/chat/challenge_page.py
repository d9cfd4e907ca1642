"""Challenges and races as players see them: asked, running, over; and the buttons under them.

Nothing here shows a board or the number of a deal that is still raced on, so all may see it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui
from discord.utils import format_dt

from bot.chat.replies import Reply
from bot.chat.wording import moves_of, title_of
from bot.i18n import N_, _, ngettext
from bot.models import DELETED_PLAYER, ChallengeState, Ending

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import timedelta

    from bot.chat.client import PatienceClient
    from bot.models import Challenge
    from bot.service import RaceProgress

    Interaction = discord.Interaction[PatienceClient]

_BUTTON: Final = re.compile(
    r"patience:race:(?P<id>[0-9]{1,18})"
    r":(?P<what>accept|decline|withdraw|board|leave|really|stay|rematch)"
)
_LABELS: Final = {
    "accept": (N_("Accept"), discord.ButtonStyle.success),
    "decline": (N_("Decline"), discord.ButtonStyle.secondary),
    "withdraw": (N_("Withdraw"), discord.ButtonStyle.secondary),
    "board": (N_("My board"), discord.ButtonStyle.primary),
    "leave": (N_("Leave race"), discord.ButtonStyle.secondary),
    "really": (N_("Leave race"), discord.ButtonStyle.danger),
    "stay": (N_("Keep racing"), discord.ButtonStyle.secondary),
    "rematch": (N_("Rematch"), discord.ButtonStyle.primary),
}
_COLOURS: Final = {
    ChallengeState.ASKED: 0x4A7FB5,
    ChallengeState.RUNNING: 0x1B6B4A,
    ChallengeState.FINISHED: 0xF2C14E,
}
_OVER: Final = 0x8A8F98
_CLOSED: Final = {
    ChallengeState.DECLINED: N_("{opponent} declined the challenge of {challenger}."),
    ChallengeState.WITHDRAWN: N_("{challenger} withdrew the challenge to {opponent}."),
    ChallengeState.EXPIRED: N_(
        "{opponent} did not answer the challenge of {challenger} in time, so there is no race."
    ),
}
_WON: Final = {
    Ending.WON: N_("🏁 **{winner} has won the race** and was first to win the deal."),
    Ending.FORFEIT: N_("🏁 **{winner} has won the race**, because {loser} gave up."),
    Ending.NO_MOVES: N_("🏁 **{winner} has won the race**, because {loser} made no move in time."),
    Ending.CARDS: N_("🏁 **{winner} has won the race** with more cards home when time was up."),
    Ending.MOVES: N_(
        "🏁 **{winner} has won the race**: as many cards home when time was up, in fewer moves."
    ),
}
_MOST_OPEN: Final = 5
"""How many open challenges a list shows; Discord allows 40 components in a message."""

Marks = tuple["RaceProgress", "RaceProgress"]
"""How far the challenger and the opponent have come."""


def offered(found: Challenge) -> tuple[str, ...]:
    """The buttons under a challenge as it stands."""
    match found.state:
        case ChallengeState.ASKED:
            return ("accept", "decline", "withdraw")
        case ChallengeState.RUNNING:
            return ("board", "leave")
        case ChallengeState.FINISHED if not found.involves(DELETED_PLAYER):
            return ("rematch",)
        case _:
            return ()


def challenge_page(found: Challenge, marks: Marks | None = None) -> Reply:
    """A challenge as it stands, for all to see.

    Args:
        found: the challenge.
        marks: how far both came; only a race that is over needs it.
    """
    view = ui.LayoutView(timeout=None)
    return Reply(view.add_item(_container(found, marks, offered(found))))


def asked_page(asked: Challenge) -> Reply:
    """A challenge that is new: a message of its own, which tells the opponent."""
    return replace(challenge_page(asked), adds=True, mentions=(asked.opponent_id,))


def begun_page(race: Challenge) -> Reply:
    """Tells the challenger that the race has begun."""
    text = _(
        "{challenger}, {opponent} has accepted: your race is on, until {when}.",
        **_players(race),
        when=format_dt(race.deadline, "f"),
    )
    view = ui.LayoutView(timeout=None).add_item(ui.TextDisplay(text))
    return Reply(
        view.add_item(ui.ActionRow(*_buttons(race, offered(race)))), mentions=(race.challenger_id,)
    )


def ended_page(ended: Challenge, marks: Marks | None) -> Reply:
    """What a channel is told of a challenge that is over; tells both of a race."""
    both = (ended.challenger_id, ended.opponent_id)
    raced = ended.state is ChallengeState.FINISHED
    told = tuple(player for player in both if raced and player != DELETED_PLAYER)
    return replace(challenge_page(ended, marks), mentions=told)


def race_notice(race: Challenge, player: int) -> str:
    """The sentence above a player's board in a race."""
    return _(
        "**Race** against {other} until {when}; only you see this board.",
        other=f"<@{race.other(player)}>",
        when=format_dt(race.deadline, "f"),
    )


def leave_question(race: Challenge, player: int) -> Reply:
    """Asks whether a player leaves a race; private."""
    text = _(
        "Leave the race? {other} wins it by that. You keep your game and can play it on.",
        other=f"<@{race.other(player)}>",
    )
    view = ui.LayoutView(timeout=None).add_item(ui.TextDisplay(text))
    return Reply(view.add_item(ui.ActionRow(*_buttons(race, ("really", "stay")))), private=True)


def races_page(
    player: int, waiting: Sequence[Challenge], ended: Sequence[tuple[Challenge, Marks]]
) -> Reply:
    """A player's challenges and races, with the buttons that are theirs; private.

    Args:
        player: whose they are.
        waiting: those that are open.
        ended: the races that ended last.
    """
    view = ui.LayoutView(timeout=None)
    if not waiting:
        view.add_item(ui.TextDisplay(_("No race is open; type /challenge to ask for one.")))
    for one in waiting[:_MOST_OPEN]:
        view.add_item(_container(one, None, _offered_to(player, one)))
    left = len(waiting) - _MOST_OPEN
    if left > 0:
        more = ngettext(
            "{number} more is shown once one of these is over.",
            "{number} more are shown once some of these are over.",
            left,
        )
        view.add_item(ui.TextDisplay(more))
    for one, marks in ended:
        view.add_item(_container(one, marks, ()))
    return Reply(view, private=True)


def _offered_to(player: int, found: Challenge) -> tuple[str, ...]:
    """The buttons under a challenge that are a player's to press."""
    if found.state is not ChallengeState.ASKED:
        return offered(found)
    return ("withdraw",) if player == found.challenger_id else ("accept", "decline")


def _container(
    found: Challenge, marks: Marks | None, buttons: Sequence[str]
) -> ui.Container[ui.LayoutView]:
    container = ui.Container[ui.LayoutView](accent_colour=_COLOURS.get(found.state, _OVER))
    lines = [f"### {title_of(found.rules_id)} · {_('a race')}", *_told(found, marks)]
    container.add_item(ui.TextDisplay("\n".join(lines)))
    if buttons:
        container.add_item(ui.ActionRow(*_buttons(found, buttons)))
    return container


def _buttons(found: Challenge, buttons: Sequence[str]) -> list[RaceButton]:
    return [RaceButton(found.id, what) for what in buttons]


def _players(found: Challenge) -> dict[str, object]:
    """What fills the blanks for both."""
    return {
        "challenger": _who(found.challenger_id),
        "opponent": _who(found.opponent_id),
    }


def _who(player: int) -> str:
    """What a player is called."""
    return _("a player who is gone") if player == DELETED_PLAYER else f"<@{player}>"


def _told(found: Challenge, marks: Marks | None) -> list[str]:
    """The lines that say how a challenge stands."""
    match found.state:
        case ChallengeState.ASKED:
            return _asked(found)
        case ChallengeState.RUNNING:
            return _running(found)
        case ChallengeState.FINISHED:
            return _finished(found, marks)
        case closed:
            return [_(_CLOSED[closed], **_players(found))]


def _asked(asked: Challenge) -> list[str]:
    lines = [
        _(
            "{opponent}, {challenger} challenges you: the same winnable deal for both, each at a "
            "board of their own.",
            **_players(asked),
        ),
        _(
            "The race begins when it is accepted and lasts up to {length}. Answer by {when}.",
            length=_length(asked.time_limit),
            when=format_dt(asked.deadline, "f"),
        ),
    ]
    if asked.place is None or asked.place.guild_id is None:
        lines.append("-# " + _("Who does not see this message can answer with /races."))
    return lines


def _running(race: Challenge) -> list[str]:
    until, ends = format_dt(race.deadline, "f"), format_dt(race.deadline, "R")
    return [
        _("{challenger} and {opponent} race on the same winnable deal.", **_players(race)),
        _("Until {when} ({ends}) whoever wins first has won.", when=until, ends=ends),
        "-# " + _("If nobody wins, more cards home count, then fewer moves."),
    ]


def _finished(race: Challenge, marks: Marks | None) -> list[str]:
    lines = [_result(race, marks)]
    for player, reached in zip((race.challenger_id, race.opponent_id), marks or (), strict=False):
        home = ngettext("{number} card home", "{number} cards home", reached.foundation_count)
        if player != DELETED_PLAYER:
            lines.append(f"{_who(player)} · {moves_of(reached.moves)} · {home}")
    return [*lines, "-# " + _("deal {number}", number=race.deal_number)]


def _result(race: Challenge, marks: Marks | None) -> str:
    """How a race ended, in a sentence."""
    if race.ending is not None and race.winner_id is not None:
        return _(
            _WON[race.ending],
            winner=_who(race.winner_id),
            loser=_who(race.other(race.winner_id)),
        )
    if marks is not None and not any(reached.moves for reached in marks):
        return _("🏁 **A draw**: neither of you made a move in time.")
    return _("🏁 **A draw**: as many cards home when time was up, in as many moves.")


def _length(lasts: timedelta) -> str:
    """How long a race may last: ``24 h``, ``1 h 30 min``, ``45 min``."""
    hours, minutes = divmod(int(lasts.total_seconds()) // 60, 60)
    # The signs of these units are the same in all languages.
    parts = (f"{hours} h" if hours else "", f"{minutes} min" if minutes else "")
    return " ".join(filter(None, parts))


class RaceButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=_BUTTON):
    """A button under a challenge or a race."""

    def __init__(self, challenge_id: int, what: str) -> None:
        """Make the button.

        Args:
            challenge_id: the number of the challenge.
            what: what a press on it asks for, such as ``accept``.
        """
        self.challenge_id, self.what = challenge_id, what
        label, style = _LABELS[what]
        super().__init__(
            ui.Button(label=_(label), style=style, custom_id=f"patience:race:{challenge_id}:{what}")
        )

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: Interaction,
        item: ui.Item[Any],  # the library finds the item by its custom_id, whatever its view
        match: re.Match[str],
        /,
    ) -> RaceButton:
        """Make the button of a message again."""
        return cls(int(match["id"]), match["what"])

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]  # as above
        """Hand the press on."""
        await interaction.client.races.pressed(interaction, self.challenge_id, self.what)
