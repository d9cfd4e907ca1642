"""What messages say of races: of an open table or challenge, a race that runs, and its result.

Nothing here shows a board, or the deal's number before the race is over, so everybody may see it.
"""

from __future__ import annotations

from datetime import timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from discord.utils import format_dt

from bot.chat.play.race_lines import race_time
from bot.chat.responding.mentions import mention
from bot.i18n import N_, _
from bot.models.contests import COUNTED, DELETED_PLAYER, RaceProgress, RacerOutcome, RaceState
from bot.service.contests.races import MOST_RACERS
from bot.wording.deal_names import name_deal
from bot.wording.formatting import (
    format_clock,
    format_help,
    format_moves,
    format_players,
    format_progress,
    format_rating_change,
    format_standing,
    format_time_limit,
    game_title,
)
from bot.wording.races import decided_line
from engine import known_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.models.contests import Race, Racer
    from bot.service.contests.courses import Overtaking
    from bot.service.contests.ratings import RatingChange

    Progress = Sequence[RaceProgress]
    """The progress of a race's players, in their order."""
    Changes = Mapping[int, RatingChange]
    """How a race that is over has changed its players' ratings."""

NO_CHANGES: Final[Changes] = MappingProxyType({})
_DAY: Final = timedelta(days=1)

_REFUSED: Final = {
    RacerOutcome.DECLINED: N_("{opponent} declined {challenger}'s challenge."),
    RacerOutcome.LEFT: N_("{challenger} withdrew the challenge to {opponent}."),
    None: N_("{opponent} did not answer {challenger}'s challenge in time, so there is no race."),
}
_WON: Final = N_("🏁 **{winner} won the race**: the fastest to win the deal.")
_FORFEIT: Final = N_("🏁 **{winner} won the race**: {loser} gave up.")
_NOBODY: Final = N_("🏁 **The race is over**, and nobody won it.")


def race_text(race: Race, progress: Progress, ratings: Changes) -> str:
    """A race as it is, for everybody."""
    lines = _challenge_lines if race.by_invitation else _race_lines
    return "\n".join([_heading(race), *lines(race, progress, ratings)])


def listed_text(race: Race, player: int, progress: Progress) -> str:
    """A race in the list of one of its players."""
    lines: Iterable[str]
    if not race.by_invitation:
        lines = _listed_lines(race, player, progress)
    elif race.state is RaceState.OPEN and player == race.organizer_id:
        lines = _waiting_lines(race)
    else:
        lines = _challenge_lines(race, progress, NO_CHANGES)
    return "\n".join([_heading(race), *lines])


def player_name(player: int) -> str:
    """A mention of a player, unless they have deleted their data."""
    return _("a player who left") if player == DELETED_PLAYER else mention(player)


def _heading(race: Race) -> str:
    if race.by_invitation:
        kind = _("a race")
    elif race.state in (RaceState.OPEN, RaceState.CLOSED):
        kind = _("a table for a race")
    else:
        kind = _("a race of {players}", players=format_players(len(race.racers)))
    return f"### {game_title(race.rules_id)} · {kind}"


# Challenges


def _challenge_lines(race: Race, progress: Progress, ratings: Changes) -> Iterable[str]:
    match race.state:
        case RaceState.OPEN:
            return _challenging_lines(race)
        case RaceState.RUNNING:
            return _challenge_running_lines(race, progress)
        case RaceState.FINISHED:
            return _challenge_result_lines(race, progress, ratings)
        case RaceState.CLOSED:
            return [_(_REFUSED[race.refusal], **_both(race))]


def _both(race: Race) -> dict[str, object]:
    names = (player_name(racer.player_id) for racer in race.racers)
    return dict(zip(("challenger", "opponent"), names, strict=True))


def _challenging_lines(race: Race) -> Iterator[str]:
    yield _(
        "{opponent}, {challenger} challenges you to a race: the same winnable deal, each on "
        "your own board.",
        **_both(race),
    )
    yield _(
        "Each of you has {length} from your own first look at the deal. Answer by {when}.",
        length=format_time_limit(race.time_limit),
        when=format_dt(race.deadline, "f"),
    )
    if race.guild_id is None:
        yield "-# " + _(
            "If {opponent} cannot see this message, they can answer with /race list.", **_both(race)
        )


def _waiting_lines(race: Race) -> Iterator[str]:
    """A challenge that awaits its answer, for the challenger alone."""
    yield _(
        "You challenged {opponent} to a race: the same winnable deal, each on your own board.",
        **_both(race),
    )
    yield _(
        "Each of you has {length} from your own first look at the deal. They can answer until "
        "{when}.",
        length=format_time_limit(race.time_limit),
        when=format_dt(race.deadline, "f"),
    )


def _challenge_running_lines(race: Race, progress: Progress) -> Iterator[str]:
    yield _("{challenger} and {opponent} are racing.", **_both(race))
    if race.is_told:
        yield from _so_far(race, progress)
    yield _clocks(race)
    yield "-# " + _("The faster win wins the race. Without one, nobody does.")
    yield "-# " + _("No hints, odds or solutions until it is over.")


def _challenge_result_lines(race: Race, progress: Progress, ratings: Changes) -> Iterator[str]:
    yield _challenge_result(race)
    for racer, one in zip(race.racers, progress, strict=True):
        if racer.player_id != DELETED_PLAYER:
            yield _line(race, racer, one, ratings.get(racer.player_id))
    yield _deal(race)


def _challenge_result(race: Race) -> str:
    first, last = sorted(race.racers, key=by_place)
    if first.place is None:
        return _(_NOBODY)
    if first.place == last.place:
        return _("🏁 **A draw**: both won in the same time.")
    text = _WON if first.outcome is RacerOutcome.WON else _FORFEIT
    return _(text, winner=player_name(first.player_id), loser=player_name(last.player_id))


def by_place(racer: Racer) -> tuple[bool, int]:
    """What sorts the players of a race that is over: those with a place come first."""
    return racer.place is None, racer.place or 0


# Races that begin at a table


def _race_lines(race: Race, progress: Progress, ratings: Changes) -> Iterable[str]:
    match race.state:
        case RaceState.OPEN:
            return _table_lines(race)
        case RaceState.RUNNING:
            return _running_lines(race, progress)
        case RaceState.FINISHED:
            return _finished_lines(race, ratings)
        case RaceState.CLOSED:
            return [_("The table is closed, and there was no race.")]


def _listed_lines(race: Race, player: int, progress: Progress) -> Iterator[str]:
    """A race in few lines."""
    match race.state:
        case RaceState.OPEN:
            yield _seats(race)
            yield _closing(race)
        case RaceState.RUNNING:
            yield _clocks(race)
            for racer, one in zip(race.racers, progress, strict=True):
                if racer.player_id == player:
                    yield _line(race, racer, one)
        case _:
            yield _result(race)
            yield from (_placed(race, one) for one in race.racers if one.player_id == player)
            yield _deal(race)


def _table_lines(race: Race) -> Iterator[str]:
    organizer = mention(race.organizer_id)
    yield _("The same winnable deal for all, each on a private board.")
    yield _seats(race)
    yield _(
        "When everybody is ready, all start at the same moment. {organizer} can start it without "
        "those who are not. The race lasts {length}.",
        organizer=organizer,
        length=format_time_limit(race.time_limit),
    )
    if race.terms.hints:
        yield _("💡 Hints and odds are allowed and counted: by joining you agree.")
    yield "-# " + _rules(race)
    yield "-# " + _closing(race)


def _seats(race: Race) -> str:
    names = ", ".join(
        f"✅ {mention(one.player_id)}" if one.ready_at else mention(one.player_id)
        for one in race.racers
    )
    seats = f"{len(race.racers)}/{MOST_RACERS}"
    return _("**At the table** ({seats}): {players}", seats=seats, players=names)


def _closing(race: Race) -> str:
    closes = format_dt(race.deadline, "R")
    return _("If nobody starts the race, the table closes {when}.", when=closes)


def _rules(race: Race) -> str:
    first = _("Whoever wins fastest is first. Without a win there is no place.")
    if race.terms.hints:
        help_ = _("No solutions until it is over. Hints, odds and undos show in the result.")
    else:
        help_ = _("No hints, odds or solutions until it is over. Undos show in the result.")
    return f"{first} {help_}"


def counting_text(race: Race, seconds: int) -> str:
    """A race before its start, in seconds."""
    names = ", ".join(player_name(one.player_id) for one in race.racers)
    count = f"# {seconds}"
    if seconds > COUNTED.total_seconds():
        count = _("🏁 **Get ready!** The race begins in a few seconds.")
    return f"{_heading(race)}\n{names}\n{count}"


def _running_lines(race: Race, progress: Progress) -> Iterator[str]:
    yield _clocks(race)
    if race.is_decided:
        yield decided_line(race, player_name)
    yield from _so_far(race, progress)


def _clocks(race: Race) -> str:
    """Until when a race goes on; in a challenge how long each has, and by when they can begin."""
    if race.starts_at is not None:
        ends_at = race.due(race.left[0]) if race.left else race.deadline
        return _(
            "The same winnable deal for all, until {when} ({ends}).",
            when=format_dt(ends_at, "t" if race.time_limit < _DAY else "f"),
            ends=format_dt(ends_at, "R"),
        )
    length = format_time_limit(race.time_limit)
    if all(racer.started_at or racer.outcome for racer in race.racers):
        return _(
            "The same winnable deal for all, {length} each from their first look.", length=length
        )
    return _(
        "The same winnable deal for all, {length} each from their first look, by {when} ({ends}).",
        length=length,
        when=format_dt(race.deadline, "f"),
        ends=format_dt(race.deadline, "R"),
    )


def overtaking_text(found: Overtaking, first: str, other: str = "") -> str:
    """When the first got ahead for good, and of whom, by their names."""
    move, time = found.at.moves, format_clock(found.at.after)
    if not other:
        return _(
            "{first} was ahead from move {move} on, after {time}.",
            first=first,
            move=move,
            time=time,
        )
    return _(
        "{first} overtook {other} for good at move {move}, after {time}.",
        first=first,
        other=other,
        move=move,
        time=time,
    )


def _so_far(race: Race, progress: Progress) -> Iterator[str]:
    """How a running race stands; once it was announced, under a heading."""
    if race.is_told:
        yield _("🏁 **The results so far.** Those who still race are entered here.")
    pairs = zip(race.racers, progress, strict=True)
    for racer, one in sorted(pairs, key=lambda pair: standing(*pair)):
        yield _line(race, racer, one)


def standing(racer: Racer, progress: RaceProgress) -> tuple[int, float, tuple[int, int, int]]:
    """What sorts the racers of a running race, the best first."""
    has_moved, home, moves = progress.standing
    behind = (-has_moved, -home, -moves)
    if racer.outcome is RacerOutcome.WON and racer.time is not None:
        return 0, racer.time.total_seconds(), behind
    return 1 if racer.outcome in (None, RacerOutcome.UNFINISHED) else 2, 0, behind


def _finished_lines(race: Race, ratings: Changes) -> Iterator[str]:
    yield _result(race)
    for racer in sorted(race.racers, key=by_place):
        yield _placed(race, racer, ratings.get(racer.player_id))
    yield _deal(race)


def _placed(race: Race, racer: Racer, change: RatingChange | None = None) -> str:
    """The line of a player in the result."""
    line = _line(race, racer, racer.result or RaceProgress(), change)
    return f"{format_standing(racer.place)} {line}"


def _deal(race: Race) -> str:
    return f"-# {name_deal(race.deal_number or 0)}"


def _result(race: Race) -> str:
    first = [racer for racer in race.racers if racer.place == 1]
    names = ", ".join(player_name(racer.player_id) for racer in first)
    if not first:
        return _(_NOBODY)
    if len(first) > 1:
        return _("🏁 **{players} tie for first place.**", players=names)
    # Their time is in their line.
    return _(_WON, winner=names)


def _line(
    race: Race, racer: Racer, progress: RaceProgress, change: RatingChange | None = None
) -> str:
    """How far a player came, without a card."""
    parts = [player_name(racer.player_id), _outcome(race, racer)]
    if racer.game_id is not None or racer.result is not None:
        home = _home(race.rules_id, progress) if racer.outcome is not RacerOutcome.WON else ""
        parts += [home, format_moves(progress.moves), format_help(progress)]
    parts.append("" if change is None else format_rating_change(change))
    return " · ".join(filter(None, parts))


def _home(rules_id: str, one: RaceProgress) -> str:
    """What a board's progress counts; empty for a game that this version does not know."""
    rules = known_rules(rules_id)
    return format_progress(rules, one.progress) if rules else ""


def _outcome(race: Race, racer: Racer) -> str:
    match racer.outcome:
        case RacerOutcome.WON:
            return _("won in {time}", time=race_time(racer))
        case RacerOutcome.GIVEN_UP:
            return _("gave up")
        case RacerOutcome.LEFT:
            return _("left")
        case _ if racer.game_id is None and racer.player_id != DELETED_PLAYER:
            return _("did not begin") if race.is_over or racer.outcome else _("has not begun")
        case RacerOutcome.UNFINISHED if not race.is_over:
            return _("time is up")
        case _:
            return ""
