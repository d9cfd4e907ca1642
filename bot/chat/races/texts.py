"""What messages say of races: of an open table or challenge, a race that runs, and its result.

Nothing here shows a board, or the deal's number before the race is over, so everybody may see it.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from discord.utils import format_dt

from bot.chat.games.formatting import (
    MEDALS,
    format_duration,
    format_help,
    format_moves,
    format_players,
    format_progress,
    format_rating_change,
    format_time_limit,
    game_title,
    name_deal,
)
from bot.chat.play.race_lines import format_deadline
from bot.chat.responding.mentions import mention
from bot.i18n import N_, _, ngettext
from bot.models.contests import DELETED_PLAYER, RacerOutcome, RaceState
from bot.service.contests.races import MOST_RACERS
from engine import CATALOGUE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.models.contests import Race, RaceProgress, Racer
    from bot.service.contests.ratings import RatingChange

    Progress = Sequence[RaceProgress]
    """The progress of a race's players, in their order."""
    Changes = Mapping[int, RatingChange]
    """How a race that is over has changed its players' ratings."""

NO_CHANGES: Final[Changes] = MappingProxyType({})

_REFUSED: Final = {
    RacerOutcome.DECLINED: N_("{opponent} declined {challenger}'s challenge."),
    RacerOutcome.LEFT: N_("{challenger} withdrew the challenge to {opponent}."),
    None: N_("{opponent} did not answer {challenger}'s challenge in time, so there is no race."),
}
_WON: Final = N_("🏁 **{winner} won the race**: first to win the deal.")
_FORFEIT: Final = N_("🏁 **{winner} won the race**: {loser} gave up.")
_AT_DEADLINE: Final = (
    N_("🏁 **{winner} won the race**: {loser} made no move in time."),
    N_("🏁 **{winner} won the race**: more cards home when time ran out."),
    N_("🏁 **{winner} won the race**: level on cards home when time ran out, but in fewer moves."),
)
"""What decided a challenge at its deadline, by the parts of a standing."""


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


def has_medal(racer: Racer) -> bool:
    """Whether a place is an achievement: not for giving up, nor for no move at all."""
    gave_up = racer.outcome in (RacerOutcome.GIVEN_UP, RacerOutcome.LEFT)
    return not gave_up and racer.result is not None and racer.result.moves > 0


def race_time(racer: Racer) -> str:
    """How long a player took who has finished, from the start of the race."""
    if racer.started_at is None or racer.ended_at is None:
        return ""
    return format_duration(racer.ended_at - racer.started_at)


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
            return _challenge_running_lines(race)
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
        "The race begins when you accept and lasts up to {length}. Answer by {when}.",
        length=format_time_limit(race.time_limit),
        when=format_dt(race.deadline, "f"),
    )
    if race.guild_id is None:
        yield "-# " + _(
            "If {opponent} cannot see this message, they can answer with /races.", **_both(race)
        )


def _waiting_lines(race: Race) -> Iterator[str]:
    """A challenge that awaits its answer, for the challenger alone."""
    yield _(
        "You challenged {opponent} to a race: the same winnable deal, each on your own board.",
        **_both(race),
    )
    yield _(
        "The race begins when they accept and lasts up to {length}. They can answer until {when}.",
        length=format_time_limit(race.time_limit),
        when=format_dt(race.deadline, "f"),
    )


def _challenge_running_lines(race: Race) -> Iterator[str]:
    until, ends = format_dt(race.deadline, "f"), format_dt(race.deadline, "R")
    yield _("{challenger} and {opponent} are racing on the same winnable deal.", **_both(race))
    yield _("The first to win it by {when} ({ends}) wins the race.", when=until, ends=ends)
    yield "-# " + _("If time runs out first, more cards home wins, then fewer moves.")
    yield "-# " + _("No hints, odds or solutions until it is over.")


def _challenge_result_lines(race: Race, progress: Progress, ratings: Changes) -> Iterator[str]:
    yield _challenge_result(race, progress)
    for racer, one in zip(race.racers, progress, strict=True):
        player = racer.player_id
        if player != DELETED_PLAYER:
            home = _home(race.rules_id, one)
            undos = ngettext("{number} undo", "{number} undos", one.undos) if one.undos else ""
            change = format_rating_change(ratings[player]) if player in ratings else ""
            parts = (player_name(player), format_moves(one.moves), home, undos, change)
            yield " · ".join(filter(None, parts))
    yield _deal(race)


def _challenge_result(race: Race, progress: Progress) -> str:
    pairs = zip(race.racers, progress, strict=True)
    (first, best), (last, other) = sorted(pairs, key=lambda pair: pair[0].place or 0)
    if first.place == last.place:
        if not best.moves and not other.moves:
            return _("🏁 **A draw**: neither player made a move in time.")
        return _("🏁 **A draw**: level on cards home and on moves when time ran out.")
    if first.outcome is RacerOutcome.WON:
        text = _WON
    elif last.outcome in (RacerOutcome.GIVEN_UP, RacerOutcome.LEFT):
        text = _FORFEIT
    else:
        parts = zip(_AT_DEADLINE, best.standing, other.standing, strict=True)
        text = next((text for text, one, two in parts if one != two), _AT_DEADLINE[-1])
    return _(text, winner=player_name(first.player_id), loser=player_name(last.player_id))


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
            yield _until(race)
            for racer, one in zip(race.racers, progress, strict=True):
                if racer.player_id == player:
                    yield _line(racer, one, race.rules_id)
        case _:
            yield _result(race)
            yield from _placed(race, race.racer(player))
            yield _deal(race)


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
        yield _("💡 Hints and odds are allowed and counted: by joining you agree.")
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
        yield _line(racer, one, race.rules_id)
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
    if racer.outcome is RacerOutcome.WON and racer.ended_at is not None:
        return 0, racer.ended_at.timestamp(), behind
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
        yield f"{_place(racer)} {_line(racer, racer.result, race.rules_id)}"


def _deal(race: Race) -> str:
    started = next((one.started_at for one in race.racers if one.started_at), race.created_at)
    return f"-# {name_deal(race.deal_number or 0, started.date())}"


def _result(race: Race) -> str:
    first = [racer for racer in race.racers if racer.place == 1]
    names = ", ".join(player_name(racer.player_id) for racer in first)
    if first[0].outcome is RacerOutcome.WON and len(first) == 1:
        # Their time is in their line.
        return _(_WON, winner=names)
    if not has_medal(first[0]):
        return _("🏁 **The race is over**, and nobody finished it.")
    if len(first) > 1:
        return _("🏁 **{players} tie for first place.**", players=names)
    return _("🏁 **{winner} comes first**: furthest when time ran out.", winner=names)


def _place(racer: Racer) -> str:
    place = racer.place or 0
    medal = MEDALS.get(place) if has_medal(racer) else None
    return medal or f"**{place}.**"


def _line(racer: Racer, progress: RaceProgress, rules_id: str) -> str:
    """How far a player came, without a card."""
    home = _home(rules_id, progress)
    parts = [
        player_name(racer.player_id),
        _outcome(racer),
        home,
        format_moves(progress.moves),
    ]
    if racer.outcome is RacerOutcome.WON:
        parts.remove(home)
    return " · ".join(filter(None, [*parts, format_help(progress)]))


def _home(rules_id: str, one: RaceProgress) -> str:
    """What a board's progress counts; empty for a game that this version does not know."""
    rules = CATALOGUE.get(rules_id)
    return format_progress(rules, one.progress) if rules else ""


def _outcome(racer: Racer) -> str:
    match racer.outcome:
        case RacerOutcome.WON:
            return _("won in {time}", time=race_time(racer))
        case RacerOutcome.GIVEN_UP:
            return _("gave up")
        case RacerOutcome.LEFT:
            return _("left")
        case _:
            return ""
