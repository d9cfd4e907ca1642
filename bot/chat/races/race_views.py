"""Races for many as messages: the open table, the race as it goes on, and its result.

Nothing here shows a board, or the deal's number before the race is over, so everybody may see it.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

import discord
from discord import ui
from discord.utils import format_dt

from bot.chat.components import button, row
from bot.chat.game.race_lines import format_deadline, place_so_far
from bot.chat.messages.formatting import (
    MEDALS,
    format_duration,
    format_help,
    format_moves,
    format_players,
    format_rating_change,
    format_time_limit,
    game_title,
    mention,
)
from bot.chat.messages.limits import BLUE, GOLD, GREEN, GREY
from bot.chat.messages.replies import Reply, message, text_reply
from bot.chat.races.views import NO_CHANGES, player_name
from bot.i18n import N_, _
from bot.models import DELETED_PLAYER, RacerOutcome, RaceState
from bot.service.races import MOST_RACERS
from engine import CATALOGUE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.chat.components import Component
    from bot.chat.races.views import Changes
    from bot.models import Race, RaceProgress, Racer

    Progress = Sequence[RaceProgress]
    """How the boards of a race stand, in the order of its racers."""


class RaceAction(Enum):
    """What a button under a race for many asks for."""

    JOIN = "join"
    LEAVE_TABLE = "stand"
    START = "start"
    BOARD = "board"
    LEAVE = "leave"
    LEAVE_CONFIRMED = "really"
    STAY = "stay"
    REMATCH = "rematch"


_STYLES: Final = discord.ButtonStyle
_LABELS: Final = {
    RaceAction.JOIN: (N_("Join"), _STYLES.success),
    RaceAction.LEAVE_TABLE: (N_("Leave"), _STYLES.secondary),
    RaceAction.START: (N_("Start"), _STYLES.primary),
    RaceAction.BOARD: (N_("My board"), _STYLES.primary),
    RaceAction.LEAVE: (N_("Leave race"), _STYLES.secondary),
    RaceAction.LEAVE_CONFIRMED: (N_("Leave race"), _STYLES.danger),
    RaceAction.STAY: (N_("Keep racing"), _STYLES.secondary),
    RaceAction.REMATCH: (N_("Rematch"), _STYLES.primary),
}
_COLOURS: Final = {RaceState.OPEN: BLUE, RaceState.RUNNING: GREEN, RaceState.FINISHED: GOLD}


def race_view(
    race: Race,
    progress: Progress,
    *,
    ratings: Changes = NO_CHANGES,
    rematch_of: Race | None = None,
) -> Reply:
    """A race as it stands, for everybody.

    Args:
        race: the race.
        progress: how its boards stand.
        ratings: how a race that is over has changed the players' ratings.
        rematch_of: the race whose players are named, but not pinged, under a new table.
    """
    container = _container(race, _lines(race, progress, ratings), _buttons(race))
    if rematch_of is not None:
        others = [one for one in present_players(rematch_of) if race.racer(one) is None]
        names = ", ".join(map(mention, others))
        container.add_item(
            ui.TextDisplay(f"-# {_('A rematch. Join in, {players}!', players=names)}")
        )
    return Reply(message(container))


def listed_race(race: Race, player: int, progress: Progress) -> ui.Container[ui.LayoutView]:
    """A race in the list of one of its players, in few lines.

    Args:
        race: the race.
        player: the player.
        progress: how the boards of a running race stand.
    """
    match race.state:
        case RaceState.OPEN:
            lines = [_seats(race), _closing(race)]
            actions = [RaceAction.LEAVE_TABLE]
            actions += [RaceAction.START] if race.organizer_id == player else []
        case RaceState.RUNNING:
            own = next(
                _line(race, *pair)
                for pair in zip(race.racers, progress, strict=True)
                if pair[0].player_id == player
            )
            racer = race.racer(player)
            is_racing = racer is not None and racer.outcome is None
            lines = [_until(race), own]
            actions = [RaceAction.BOARD, RaceAction.LEAVE] if is_racing else []
        case _:
            lines = [_result(race), *_placed(race, race.racer(player)), _deal(race)]
            actions = []
    return _container(race, lines, [_button(race, action) for action in actions])


def _container(
    race: Race, lines: Iterable[str], buttons: Iterable[Component]
) -> ui.Container[ui.LayoutView]:
    """A race with lines and buttons."""
    container = ui.Container[ui.LayoutView](accent_colour=_COLOURS.get(race.state, GREY))
    heading = f"### {game_title(race.rules_id)} · {_heading(race)}"
    container.add_item(ui.TextDisplay("\n".join([heading, *lines])))
    components = [*buttons]
    if components:
        container.add_item(row(*components))
    return container


def present_players(race: Race) -> tuple[int, ...]:
    """The players who have not deleted their data."""
    return tuple(one.player_id for one in race.racers if one.player_id != DELETED_PLAYER)


def leave_question(race: Race) -> Reply:
    """Ask whether to leave a running race."""
    question = _("Leave the race? You come last in it. You keep your game and can play on.")
    buttons = row(
        *(_button(race, action) for action in (RaceAction.LEAVE_CONFIRMED, RaceAction.STAY))
    )
    return Reply(message(ui.TextDisplay(question), buttons), private=True)


def finished_view(race: Race, racer: Racer) -> Reply:
    """What a player waits for who has finished a running race."""
    until = format_dt(race.deadline, "R")
    if racer.outcome is RacerOutcome.WON:
        return text_reply(
            _(
                "🏁 You won in {time}: place {place} so far. The result comes when all have "
                "finished, {when} at the latest.",
                time=_time(race, racer),
                place=place_so_far(race, racer),
                when=until,
            )
        )
    return text_reply(
        _(
            "You gave up in this race. The result comes when all have finished, {when} at the "
            "latest.",
            when=until,
        )
    )


def _heading(race: Race) -> str:
    if race.state in (RaceState.OPEN, RaceState.CLOSED):
        return _("a table for a race")
    return _("a race of {players}", players=format_players(len(race.racers)))


def _lines(race: Race, progress: Progress, ratings: Changes) -> Iterator[str]:
    match race.state:
        case RaceState.OPEN:
            return _table_lines(race)
        case RaceState.RUNNING:
            return _running_lines(race, progress)
        case RaceState.FINISHED:
            return _finished_lines(race, ratings)
        case RaceState.CLOSED:
            return iter([_("The table is closed, and there was no race.")])


def _table_lines(race: Race) -> Iterator[str]:
    organizer = mention(race.organizer_id)
    yield _("The same winnable deal for all, each on a private board.")
    yield _seats(race)
    yield _(
        "The race begins when {organizer} presses Start, and lasts up to {length}.",
        organizer=organizer,
        length=format_time_limit(race.time_limit),
    )
    if race.hints:
        yield _("💡 Hints and odds are allowed and counted: joining is agreeing to that.")
    yield "-# " + _rules(race)
    yield "-# " + _closing(race)


def _seats(race: Race) -> str:
    names = ", ".join(mention(racer.player_id) for racer in race.racers)
    seats = f"{len(race.racers)}/{MOST_RACERS}"
    return _("**At the table** ({seats}): {players}", seats=seats, players=names)


def _closing(race: Race) -> str:
    closes = format_dt(race.deadline, "R")
    return _("If nobody starts the race, the table closes {when}.", when=closes)


def _rules(race: Race) -> str:
    if race.hints:
        return _("No solutions until it is over. Hints, odds and undos show in the result.")
    return _("No hints, odds or solutions until it is over. Undos show in the result.")


def _running_lines(race: Race, progress: Progress) -> Iterator[str]:
    yield _until(race)
    pairs = zip(race.racers, progress, strict=True)
    for racer, one in sorted(pairs, key=lambda pair: _standing(*pair)):
        yield _line(race, racer, one)
    yield "-# " + _("The first to win comes first. Then more cards home count, then fewer moves.")
    yield "-# " + _rules(race)


def _until(race: Race) -> str:
    return _(
        "The same winnable deal for all, until {when} ({ends}).",
        when=format_deadline(race),
        ends=format_dt(race.deadline, "R"),
    )


def _standing(racer: Racer, progress: RaceProgress) -> tuple[int, float, tuple[int, int, int]]:
    """What sorts the racers of a running race, the best first."""
    has_moved, home, moves = progress.standing
    behind = (-has_moved, -home, -moves)
    if racer.outcome is RacerOutcome.WON and racer.finished_at is not None:
        return 0, racer.finished_at.timestamp(), behind
    return 1 if racer.outcome is None else 2, 0, behind


def _finished_lines(race: Race, ratings: Changes) -> Iterator[str]:
    yield _result(race)
    for racer in sorted(race.racers, key=lambda racer: racer.place or 0):
        for line in _placed(race, racer):
            change = ratings.get(racer.player_id)
            yield line if change is None else f"{line} · {format_rating_change(change)}"
    yield _deal(race)


def _placed(race: Race, racer: Racer | None) -> Iterator[str]:
    """The line of a player in the result."""
    if racer is not None and racer.result is not None:
        yield f"{_place(racer)} {_line(race, racer, racer.result)}"


def _deal(race: Race) -> str:
    return "-# " + _("deal {number}", number=race.deal_number)


def _result(race: Race) -> str:
    first = [racer for racer in race.racers if racer.place == 1]
    names = ", ".join(player_name(racer.player_id) for racer in first)
    if first[0].outcome is RacerOutcome.WON and len(first) == 1:
        # Their time is in their line.
        return _("🏁 **{winner} won the race**: first to win the deal.", winner=names)
    if not _has_medal(first[0]):
        return _("🏁 **The race is over**, and nobody finished it.")
    if len(first) > 1:
        return _("🏁 **{players} share the first place.**", players=names)
    return _("🏁 **{winner} comes first**: furthest when time ran out.", winner=names)


def _place(racer: Racer) -> str:
    place = racer.place or 0
    medal = MEDALS.get(place) if _has_medal(racer) else None
    return medal or f"**{place}.**"


def _has_medal(racer: Racer) -> bool:
    """Whether a place is an achievement: not for giving up, nor for no move at all."""
    gave_up = racer.outcome in (RacerOutcome.GIVEN_UP, RacerOutcome.LEFT)
    return not gave_up and racer.result is not None and racer.result.moves > 0


def _line(race: Race, racer: Racer, progress: RaceProgress) -> str:
    """How far a player came, without a card."""
    rules = CATALOGUE.get(race.rules_id)
    home = _(
        "{home} of {cards} home",
        home=progress.foundation_count,
        cards=rules.card_count if rules else "?",
    )
    parts = [
        player_name(racer.player_id),
        _outcome(race, racer),
        home,
        format_moves(progress.moves),
    ]
    if racer.outcome is RacerOutcome.WON:
        parts.remove(home)
    return " · ".join(filter(None, [*parts, format_help(progress)]))


def _outcome(race: Race, racer: Racer) -> str:
    match racer.outcome:
        case RacerOutcome.WON:
            return _("won in {time}", time=_time(race, racer))
        case RacerOutcome.GIVEN_UP:
            return _("gave up")
        case RacerOutcome.LEFT:
            return _("left")
        case _:
            return ""


def _time(race: Race, racer: Racer) -> str:
    """How long a player took, from the start of the race."""
    begun = race.deadline - race.time_limit
    return format_duration((racer.finished_at or race.deadline) - begun)


def _buttons(race: Race) -> Iterator[Component]:
    match race.state:
        case RaceState.OPEN:
            yield _button(race, RaceAction.JOIN)
            yield _button(race, RaceAction.LEAVE_TABLE)
            yield _button(race, RaceAction.START)
        case RaceState.RUNNING:
            yield _button(race, RaceAction.BOARD)
            yield _button(race, RaceAction.LEAVE)
        case RaceState.FINISHED:
            yield _button(race, RaceAction.REMATCH)
            winner = next((one for one in race.racers if one.place == 1), None)
            if winner is not None and winner.game_id is not None and _has_medal(winner):
                yield button(f"{winner.game_id}:0:replay", _("Replay"), emoji="🎞️")
            route = f"deal:{race.rules_id}:{race.deal_number}"
            yield button(route, _("Play this deal"), emoji="🃏")


def _button(race: Race, action: RaceAction) -> Component:
    label, style = _LABELS[action]
    return button(f"table:{race.id}:{action.value}", _(label), style=style)
