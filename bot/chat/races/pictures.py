"""Pictures of races: how far each is while one runs, and how it went once it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.chat.games.pictures import faces_of, if_drawn
from bot.chat.races.texts import by_place, overtaking_text, player_name, standing
from bot.i18n import _, ngettext
from bot.images import ImageRenderer
from bot.models.contests import DELETED_PLAYER, RaceProgress, RacerOutcome, RaceState
from bot.service.contests.courses import overtaking
from bot.service.contests.races import Races
from bot.wording.formatting import format_clock
from engine import known_rules
from rendering import Style
from rendering.charts.faces import Face
from rendering.charts.race_finish import MAX_BOARDS, Decision, Finisher
from rendering.charts.race_strip import Lane

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chat.races.texts import Progress
    from bot.chat.responding.context import PatienceBot
    from bot.models.contests import Race, Racer
    from engine.rules import Rules
    from rendering import Picture

_STRIP_WIDTH: Final = 640
_FINISH_WIDTH: Final = 960


async def draw_strip(bot: PatienceBot, race: Race, progress: Progress) -> Picture | None:
    """How far everybody is in a running race, without a card; None if drawing fails."""
    rules = known_rules(race.rules_id)
    if rules is None or race.state is not RaceState.RUNNING or race.by_invitation:
        return None
    pairs = sorted(zip(race.racers, progress, strict=True), key=lambda pair: standing(*pair))
    faces = await _faces(bot, [racer for racer, _one in pairs])
    lanes = tuple(
        Lane(
            faces[racer.player_id],
            _share(rules, one.progress),
            _label(rules, racer, one),
            is_out=racer.outcome in (RacerOutcome.GIVEN_UP, RacerOutcome.LEFT),
        )
        for racer, one in pairs
    )
    alt = ngettext(
        "How far {number} player is, without a card of the board.",
        "How far {number} players are, without a card of their boards.",
        len(lanes),
    )
    images, style = bot.services[ImageRenderer], Style(width=_STRIP_WIDTH)
    return await if_drawn(images.race_strip(race.rules_id, lanes, style, alt))


async def draw_finish(bot: PatienceBot, race: Race) -> tuple[Picture | None, str]:
    """How a race that is over went; or if drawing fails, what decided it in a line."""
    rules = known_rules(race.rules_id)
    if rules is None or race.state is not RaceState.FINISHED:
        return None, ""
    courses = await bot.services[Races].courses(race)
    pairs = sorted(zip(race.racers, courses, strict=True), key=lambda pair: by_place(pair[0]))
    played = [(racer, course) for racer, course in pairs if course is not None]
    shown = played[:MAX_BOARDS]
    if not shown:
        return None, ""
    (first, course), *others = played
    found = None
    if others and first.place == 1 and others[0][0].place != 1:
        found = overtaking(course, [one for _racer, one in others])
    faces = await _faces(bot, [racer for racer, _course in played])
    decision, line = None, ""
    if found is not None:
        players = [first.player_id]
        if found.overtaken is not None:
            players.append(others[found.overtaken][0].player_id)
        line = overtaking_text(found, *map(player_name, players))
        in_picture = overtaking_text(found, *(faces[one].name for one in players))
        seconds = found.at.after.total_seconds()
        decision = Decision(seconds, _share(rules, found.at.progress), in_picture)
    finishers = tuple(
        Finisher(
            faces[racer.player_id],
            racer.place,
            _label(rules, racer, racer.result or RaceProgress()),
            course.board,
            tuple(
                (point.after.total_seconds(), _share(rules, point.progress))
                for point in course.points
            ),
        )
        for racer, course in shown
    )
    alt = _("The boards of this race's leaders, and how far each had come at what time.")
    if decision is not None:
        alt = f"{alt} {decision.text}"
    images, style = bot.services[ImageRenderer], Style(width=_FINISH_WIDTH)
    drawn = await if_drawn(images.race_finish(finishers, decision, style, alt))
    return drawn, "" if drawn else line


async def _faces(bot: PatienceBot, racers: Sequence[Racer]) -> dict[int, Face]:
    """The faces of racers; a disc for those who have deleted their data."""
    players = (one.player_id for one in racers if one.player_id != DELETED_PLAYER)
    return {DELETED_PLAYER: Face(_("a player"))} | await faces_of(bot, players)


def _share(rules: Rules, progress: int) -> float:
    return progress / max(1, rules.progress_to_win)


def _label(rules: Rules, racer: Racer, one: RaceProgress) -> str:
    """How far a racer is in a word: their time once they have won."""
    if racer.outcome is RacerOutcome.WON and racer.time is not None:
        return format_clock(racer.time)
    return f"{one.progress}/{rules.progress_to_win}"
