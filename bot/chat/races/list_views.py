"""The list of a player's challenges and races, of two and for many."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from discord import ui

from bot.chat.messages.replies import Reply, message
from bot.chat.races.race_views import listed_race
from bot.chat.races.views import ChallengeAction, challenge_container, offered_actions
from bot.i18n import _, ngettext
from bot.models import ChallengeState, RaceState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.models import Challenge, Race, RaceProgress

    Container = ui.Container[ui.LayoutView]

_MAX_OPEN: Final = 5
"""How many open ones are listed, for the sake of Discord's limit on components."""
MAX_ENDED: Final = 3
"""How many finished races are listed."""
_NOT_YET: Final = datetime.max.replace(tzinfo=UTC)


def races_view(
    player: int,
    challenges: Sequence[Challenge],
    races: Sequence[tuple[Race, Sequence[RaceProgress]]],
    raced: Sequence[tuple[Challenge, tuple[RaceProgress, RaceProgress]]],
    finished: Sequence[tuple[Race, Sequence[RaceProgress]]],
) -> Reply:
    """A player's challenges and races, with the buttons that are theirs.

    Args:
        player: whose they are.
        challenges: the challenges that are waiting, and the races of two that run.
        races: the open tables and running races for many, with how their boards stand.
        raced: the races of two that ended last, likewise.
        finished: the races for many that the player finished last, likewise.
    """
    still_open = [(one.created_at, _challenge(player, one)) for one in challenges]
    # A race goes on without a player who has finished in it.
    still_open += [
        (race.created_at, listed_race(race, player, one))
        for race, one in (*races, *finished)
        if race.state in (RaceState.OPEN, RaceState.RUNNING)
    ]
    ended = [(one.ended_at, challenge_container(one, progress, ())) for one, progress in raced]
    ended += [
        (race.ended_at, listed_race(race, player, one))
        for race, one in finished
        if race.state is RaceState.FINISHED
    ]
    view = message()
    if not still_open:
        view.add_item(ui.TextDisplay(_("No open races. Type /challenge or /race to start one.")))
    for container in _newest(still_open, _MAX_OPEN):
        view.add_item(container)
    left = len(still_open) - _MAX_OPEN
    if left > 0:
        more = ngettext("… and {number} more.", "… and {number} more.", left)
        view.add_item(ui.TextDisplay(more))
    for container in _newest(ended, MAX_ENDED):
        view.add_item(container)
    return Reply(view, private=True)


def _newest(dated: Sequence[tuple[datetime | None, Container]], limit: int) -> Iterator[Container]:
    """The newest of some dated containers."""
    for _at, container in sorted(dated, key=lambda pair: pair[0] or _NOT_YET, reverse=True)[:limit]:
        yield container


def _challenge(player: int, challenge: Challenge) -> Container:
    """A challenge that is open, with the buttons that this player may press."""
    actions = offered_actions(challenge)
    if challenge.state is ChallengeState.PENDING:
        is_own = player == challenge.challenger_id
        actions = (
            (ChallengeAction.WITHDRAW,)
            if is_own
            else (ChallengeAction.ACCEPT, ChallengeAction.DECLINE)
        )
    return challenge_container(challenge, None, actions, viewer=player)
