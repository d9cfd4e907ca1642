"""What a page shows beside the cards: how far others in a race are, what others want on a board.

No card of anybody is in it, and nothing that the chat keeps to itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final

from bot.i18n import _, format_percent
from bot.models.contests import DELETED_PLAYER, RacerOutcome, RaceState
from bot.models.together import Mode
from bot.service.contests.contests import NoRace
from bot.service.contests.races import Races
from bot.service.daily.paces import Paces
from bot.service.players.names import Names
from bot.service.together import Together
from bot.web.view import Frame, plain
from bot.wording.formatting import format_duration, race_over
from bot.wording.paces import pace_words
from bot.wording.races import decided_line
from bot.wording.together import shared_lines
from engine import known_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.models.contests import Race, RaceProgress, Racer
    from bot.models.play import GameSnapshot
    from bot.models.together import SharedGame
    from bot.services import Services

NOBODY: Final = frozenset[int]()


@dataclass(frozen=True, slots=True)
class Beside:
    """What is beside the cards.

    Attributes:
        players: those whose actions may change it.
        starting: a race of the player's own that all start in a moment.
        is_stale: whether how far others were is to be read, aside and for the next time.
    """

    frame: Frame = field(default_factory=dict)
    players: frozenset[int] = NOBODY
    starting: Race | None = None
    is_stale: bool = False


async def beside_race(services: Services, snapshot: GameSnapshot) -> Beside:
    """How far the others in a player's race are, and how long that lasts; nothing without one.

    Of one that all start in a moment, that it begins; of one that is over, how it ended.
    """
    races = services[Races]
    if (starting := await races.starting(snapshot.player)) is not None:
        said = _("🏁 The race begins: your board appears by itself.")
        seconds = starting.seconds_to_start(races.now())
        return Beside({"line": said, "seconds": seconds}, starting=starting)
    if snapshot.race_id is None:
        return Beside()
    try:
        race = await races.get(snapshot.race_id)
    except NoRace:
        return Beside()
    own = race.racer(snapshot.player)
    if own is not None and race.state is RaceState.FINISHED:
        return Beside({"over": race_over(race, own)})
    if own is None or race.state is not RaceState.RUNNING:
        return Beside()
    left = (race.due(own) - races.now()).total_seconds()
    frame: Frame = {"seconds": max(0, int(left)) if own.outcome is None else 0}
    if race.by_invitation and not race.is_told:
        # Its message does not say how far the other is either.
        return Beside(frame)
    progress = await races.progress(race)
    names = await services[Names].of([one.player_id for one in race.racers])
    racers = [
        _racer(race, racer, one, names) | ({"own": 1} if racer is own else {})
        for racer, one in zip(race.racers, progress, strict=True)
        if racer.player_id != DELETED_PLAYER
    ]
    others = frozenset(one.player_id for one in race.racers) - {snapshot.player, DELETED_PLAYER}
    if race.is_decided and own.outcome is None:
        frame["line"] = plain(decided_line(race, lambda one: names.get(one, _("somebody"))))
        if own.ready_at is None:
            frame["more"] = [["end", _("End here")]]
    return Beside(frame | {"racers": racers}, others)


async def beside_pace(services: Services, snapshot: GameSnapshot) -> Beside:
    """Where another of the server was in a day's deal after as much time, as far as it is known."""
    paces, frame = services[Paces], Frame()
    found = paces.beside(snapshot)
    if found is not None:
        player, progress = found
        names = await services[Names].of([player])
        frame["pace"] = pace_words(snapshot, names.get(player, _("somebody")), progress)
    return Beside(frame, is_stale=paces.is_stale(snapshot))


def _racer(race: Race, racer: Racer, progress: RaceProgress, names: Mapping[int, str]) -> Frame:
    """A racer: their name, how far in hundredths, and that or their time in words."""
    rules, is_won = known_rules(race.rules_id), racer.outcome is RacerOutcome.WON
    share = progress.progress / max(1, rules.progress_to_win) if rules else 0
    far = 100 if is_won else min(99, int(100 * share))
    time = format_duration(racer.time) if is_won and racer.time is not None else ""
    return {
        "name": names.get(racer.player_id, _("somebody")),
        "far": far,
        "said": time or format_percent(far),
        "is": "won" if is_won else "left" if racer.outcome else "",
    }


async def beside_shared(services: Services, shared: SharedGame) -> Frame:
    """What others want on a board that a channel plays together, and what may be wanted of it."""
    now = services[Together].now()
    names = await services[Names].of(_named(shared))

    def name(player: int) -> str:
        return names.get(player, _("somebody"))

    lines = map(plain, shared_lines(shared, now, name, has_facts=False))
    frame: Frame = {"line": " · ".join(filter(None, lines)), "asked": _asked(shared)}
    if shared.board.mode is Mode.VOTE and shared.board.vote_until is not None:
        frame["votes"] = dict(shared.move_votes(now))
        frame["seconds"] = _left(shared.board.vote_until, now)
    return frame


def _named(shared: SharedGame) -> set[int]:
    return {one.player_id for one in shared.players} | {one.player_id for one in shared.votes}


def _left(until: datetime, now: datetime) -> int:
    return max(0, int((until - now).total_seconds()))


def _asked(shared: SharedGame) -> list[list[str]]:
    """What the menu asks of a board, by its names in a frame."""
    if shared.snapshot.state.is_final:
        return [["new", _("New deal")], ["again", _("Same deal again")]]
    return [["give up", _("Vote to give up")]]
