"""Races as messages, with the buttons under them, and the list of a player's races."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.games.pictures import gallery
from bot.chat.races.texts import NO_CHANGES, counting_text, listed_text, race_text
from bot.chat.responding.components import button, row
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import (
    BLUE,
    GOLD,
    GREEN,
    GREY,
    Attachment,
    Reply,
    message,
)
from bot.i18n import N_, _, ngettext
from bot.models.contests import DELETED_PLAYER, RaceState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.chat.races.texts import Changes, Progress
    from bot.chat.responding.components import Component
    from bot.models.contests import Race
    from rendering import Picture

    Container = ui.Container[ui.LayoutView]

_FILENAME: Final = "race.png"
_MAX_OPEN: Final = 5
"""How many open races are listed, for the sake of Discord's limit on components."""
MAX_ENDED: Final = 3
"""How many finished races are listed."""


class RaceAction(Enum):
    """What a button under a race asks for."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    JOIN = "join"
    LEAVE_TABLE = "stand"
    READY = "ready"
    START = "start"
    START_CONFIRMED = "go"
    END = "end"
    BOARD = "board"
    LEAVE = "leave"
    LEAVE_CONFIRMED = "really"
    STAY = "stay"
    REMATCH = "rematch"


_STYLES: Final = discord.ButtonStyle
_LABELS: Final = {
    RaceAction.ACCEPT: (N_("Accept"), _STYLES.success),
    RaceAction.DECLINE: (N_("Decline"), _STYLES.secondary),
    RaceAction.WITHDRAW: (N_("Withdraw"), _STYLES.secondary),
    RaceAction.JOIN: (N_("Join"), _STYLES.secondary),
    RaceAction.LEAVE_TABLE: (N_("Leave"), _STYLES.secondary),
    RaceAction.READY: (N_("Ready"), _STYLES.success),
    RaceAction.START: (N_("Start"), _STYLES.primary),
    RaceAction.START_CONFIRMED: (N_("Start without them"), _STYLES.primary),
    RaceAction.END: (N_("End here"), _STYLES.secondary),
    RaceAction.BOARD: (N_("My board"), _STYLES.primary),
    RaceAction.LEAVE: (N_("Leave race"), _STYLES.secondary),
    RaceAction.LEAVE_CONFIRMED: (N_("Leave race"), _STYLES.danger),
    RaceAction.STAY: (N_("Keep racing"), _STYLES.secondary),
    RaceAction.REMATCH: (N_("Rematch"), _STYLES.primary),
}
_COLOURS: Final = {RaceState.OPEN: BLUE, RaceState.RUNNING: GREEN, RaceState.FINISHED: GOLD}


def offered_actions(race: Race) -> tuple[RaceAction, ...]:
    """What the buttons under a race ask for."""
    match race.state:
        case RaceState.OPEN if race.by_invitation:
            return RaceAction.ACCEPT, RaceAction.DECLINE, RaceAction.WITHDRAW
        case RaceState.OPEN:
            return RaceAction.JOIN, RaceAction.READY, RaceAction.START, RaceAction.LEAVE_TABLE
        case RaceState.RUNNING if race.is_decided:
            return RaceAction.BOARD, RaceAction.END, RaceAction.LEAVE
        case RaceState.RUNNING:
            return RaceAction.BOARD, RaceAction.LEAVE
        case RaceState.FINISHED if not (race.by_invitation and race.racer(DELETED_PLAYER)):
            return (RaceAction.REMATCH,)
        case _:
            return ()


def race_view(
    race: Race,
    progress: Progress,
    *,
    ratings: Changes = NO_CHANGES,
    picture: Picture | None = None,
    caption: str = "",
    rematch_of: Race | None = None,
) -> Reply:
    """A race as it is, for everybody; a rematch names, but does not ping, who raced before."""
    text = race_text(race, progress, ratings)
    container = _container(race, text, _buttons(race), picture, caption)
    if rematch_of is not None and not race.by_invitation:
        others = [one for one in present_players(rematch_of) if race.racer(one) is None]
        if others:
            names = ", ".join(map(mention, others))
            container.add_item(
                ui.TextDisplay(f"-# {_('A rematch. Join in, {players}!', players=names)}")
            )
    files = () if picture is None else (Attachment(_FILENAME, picture.png),)
    return Reply(message(container), files)


def counting_view(race: Race, seconds: int) -> Reply:
    """A race of a table before its start, in seconds, for everybody."""
    actions = (RaceAction.BOARD, RaceAction.LEAVE)
    buttons = (_button(race, action) for action in actions)
    return Reply(message(_container(race, counting_text(race, seconds), buttons)))


def races_view(player: int, found: Sequence[tuple[Race, Progress]]) -> Reply:
    """A player's races and challenges, with the buttons that are theirs."""
    dated = [(race.ended_at or race.created_at, race, progress) for race, progress in found]
    dated.sort(key=lambda one: one[0], reverse=True)
    listed = {
        is_over: [
            _container(race, listed_text(race, player, progress), _listed_buttons(race, player))
            for _at, race, progress in dated
            if race.is_over is is_over
        ]
        for is_over in (False, True)
    }
    view = message()
    if not listed[False]:
        view.add_item(
            ui.TextDisplay(_("No open races. Type /race challenge or /race start to begin one."))
        )
    for container in listed[False][:_MAX_OPEN]:
        view.add_item(container)
    left = len(listed[False]) - _MAX_OPEN
    if left > 0:
        more = ngettext("… and {number} more.", "… and {number} more.", left)
        view.add_item(ui.TextDisplay(more))
    for container in listed[True][:MAX_ENDED]:
        view.add_item(container)
    return Reply(view, private=True)


def present_players(race: Race) -> tuple[int, ...]:
    """The players who have not deleted their data."""
    return tuple(one.player_id for one in race.racers if one.player_id != DELETED_PLAYER)


def challenge_notice(race: Race, player: int) -> str:
    """The line above a player's board in a race with the other player of a challenge."""
    return _(
        "**Race** against {other}: your time runs. Only you can see this board.",
        other=mention(race.other(player)),
    )


def leave_question(race: Race, player: int) -> Reply:
    """Ask whether to leave a running race."""
    question = _("Leave the race? You get no place in it. You keep your game and can play on.")
    if race.by_invitation:
        question = _(
            "Leave the race? {other} will win it. You keep your game and can play on.",
            other=mention(race.other(player)),
        )
    return _question(race, question, RaceAction.LEAVE_CONFIRMED, RaceAction.STAY)


def start_question(race: Race, player: int) -> Reply:
    """Ask whether to start a race without those who are not ready."""
    missing = [one for one in race.racers if not one.ready_at and one.player_id != player]
    names = ", ".join(mention(one.player_id) for one in missing)
    question = _("Not ready yet: {players}. Start without them, or wait?", players=names)
    return _question(race, question, RaceAction.START_CONFIRMED)


def _question(race: Race, question: str, *answers: RaceAction) -> Reply:
    buttons = row(*(_button(race, action) for action in answers))
    return Reply(message(ui.TextDisplay(question), buttons), private=True)


def _container(
    race: Race,
    text: str,
    buttons: Iterable[Component],
    picture: Picture | None = None,
    caption: str = "",
) -> Container:
    container = ui.Container[ui.LayoutView](accent_colour=_COLOURS.get(race.state, GREY))
    container.add_item(ui.TextDisplay(text))
    if picture is not None:
        container.add_item(gallery((_FILENAME, picture.alt)))
    if caption:
        container.add_item(ui.TextDisplay(caption))
    components = [*buttons]
    if components:
        container.add_item(row(*components))
    return container


def _buttons(race: Race) -> Iterator[Component]:
    """The buttons for everybody."""
    actions = offered_actions(race)
    for action in actions:
        yield _button(race, action)
    if race.state is RaceState.FINISHED and actions:
        winner = next((one for one in race.racers if one.place == 1), None)
        if not race.by_invitation and winner and winner.game_id:
            yield button(f"{winner.game_id}:0:replay", _("Replay"), emoji="🎞️")
        route = f"deal:{race.rules_id}:{race.deal_number}"
        yield button(route, _("Play this deal"), emoji="🃏")


def _listed_buttons(race: Race, player: int) -> Iterator[Component]:
    """The buttons that one of the players may press."""
    racer, is_organizer = race.racer(player), race.organizer_id == player
    actions: tuple[RaceAction, ...] = ()
    if race.state is RaceState.RUNNING and racer is not None and racer.outcome is None:
        actions = offered_actions(race)
    elif race.state is RaceState.OPEN and race.by_invitation:
        answers = (RaceAction.ACCEPT, RaceAction.DECLINE)
        actions = (RaceAction.WITHDRAW,) if is_organizer else answers
    elif race.state is RaceState.OPEN:
        start = (RaceAction.START,) if is_organizer else ()
        actions = (RaceAction.READY, *start, RaceAction.LEAVE_TABLE)
    for action in actions:
        yield _button(race, action)


def _button(race: Race, action: RaceAction) -> Component:
    label, style = _LABELS[action]
    return button(f"table:{race.id}:{action.value}", _(label), style=style)
