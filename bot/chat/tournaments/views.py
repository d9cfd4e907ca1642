"""Tournaments as messages: the call to play, standings, a player's games, the end.

Until a tournament is over nothing here shows a board or the number of its deals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import RadioGroupOption, ui
from discord.utils import format_dt

from bot.chat.games.offers import game_fields
from bot.chat.play.rows import in_lines
from bot.chat.responding.components import button, row, select
from bot.chat.responding.forms import form, radio_field
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import (
    BLUE,
    GOLD,
    GREEN,
    MAX_OPTION_TEXT,
    Reply,
    message,
    text_reply,
)
from bot.i18n import N_, _, long_day, ngettext, translate
from bot.models.contests import TournamentKind
from bot.service.contests.tournaments import DEFAULT_DAYS, MAX_DAYS, MAX_GAMES
from bot.wording.formatting import (
    RANKING,
    format_days,
    format_difficulty,
    format_duration,
    format_help,
    format_moves,
    format_page,
    format_standing,
    game_title,
)
from engine import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.chat.responding.components import Component
    from bot.models.contests import Tournament, TournamentEntry
    from bot.models.rankings import LeaderboardLine, Ranking

KINDS: Final = {
    TournamentKind.DAYS: N_("A deal a day"),
    TournamentKind.GAMES: N_("Set games"),
}
_LENGTHS: Final = (3, DEFAULT_DAYS, 14, MAX_DAYS)
_HEADING: Final = N_("Tournament")


def tournament_form(chosen: int = DEFAULT_DAYS) -> Reply:
    """The form of a tournament, with how many days it lasts filled in."""
    kinds = [
        RadioGroupOption(label=_(title), value=kind.value, default=kind is TournamentKind.DAYS)
        for kind, title in KINDS.items()
    ]
    lengths = [
        RadioGroupOption(label=format_days(days), value=str(days), default=days == chosen)
        for days in sorted({*_LENGTHS, chosen})
    ]
    fields = [
        radio_field("kind", _("What counts"), kinds),
        *game_fields(most=MAX_GAMES),
        radio_field("days", _("How long it lasts"), lengths),
    ]
    return form("tournament:start", _("A tournament"), fields)


def started_post(tournament: Tournament) -> Reply:
    """Tell a channel that a tournament has started, and how it is played."""
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay("\n".join([_title(tournament), *_about(tournament), f"-# {_(RANKING)}"])),
        row(_play_button(tournament), _standings_button(tournament)),
        accent_colour=GREEN,
    )
    return Reply(message(container))


def standings_view(tournament: Tournament, standings: Ranking[LeaderboardLine]) -> Reply:
    """A page of the standings; private, as everybody turns its pages for themselves."""
    lines = [_title(tournament), f"-# {_when(tournament)}", *_lines(tournament, standings)]
    own = standings.own
    if own is not None and own not in standings.lines:
        lines += ["…", _line(tournament, own)]
    if own is None and standings.players and not tournament.is_over:
        lines.append("-# " + _("You are not in it yet. Finish a deal to join in."))
    colour = GOLD if tournament.is_over else BLUE
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(lines)), accent_colour=colour)
    if standings.pages > 1:
        container.add_item(_page_buttons(tournament, standings))
    if not tournament.is_over:
        container.add_item(row(_play_button(tournament)))
    container.add_item(ui.TextDisplay("\n".join(_footer(standings))))
    if tournament.is_over:
        _add_deals(container, tournament)
    return Reply(message(container), private=True)


def ending_post(
    tournament: Tournament, standings: Ranking[LeaderboardLine], mentioned: frozenset[int]
) -> Reply:
    """Tell a channel how a tournament ended, and ping only players who agreed."""
    lines = [_title(tournament), _winners(standings), *_lines(tournament, standings)]
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(lines)), accent_colour=GOLD)
    if standings.pages > 1:
        container.add_item(row(_standings_button(tournament)))
    if standings.players:
        container.add_item(ui.TextDisplay("\n".join(_footer(standings))))
    _add_deals(container, tournament)
    others = frozenset(line.player_id for line in standings.lines) - mentioned
    return Reply(message(container), pings=tuple(sorted(mentioned)), spares=others)


def entries_view(tournament: Tournament, entries: Sequence[TournamentEntry]) -> Reply:
    """How a player stands with the set games, and a select to play one."""
    lines = [_title(tournament), f"-# {_when(tournament)}", *map(_entry, entries)]
    open_entries = [entry for entry in entries if entry.result is None]
    if not open_entries:
        lines.append(_("You have finished all of them. Now it is up to the others!"))
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(lines)), accent_colour=GREEN)
    if open_entries:
        options = [_option(entry) for entry in open_entries]
        route = f"tournament:{tournament.id}:choose"
        container.add_item(row(select(route, options, placeholder=_("Choose a game to play"))))
    container.add_item(row(_standings_button(tournament)))
    return Reply(message(container), private=True)


def days_view(tournament: Tournament) -> Reply:
    """Lead to the day's deal, which is what counts in a league over the days."""
    lines = [_title(tournament), *_about(tournament)]
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay("\n".join(lines)),
        row(_play_button(tournament), _standings_button(tournament)),
        accent_colour=GREEN,
    )
    return Reply(message(container), private=True)


def tournament_notice(tournament: Tournament) -> str:
    """The lines above the board of a set game."""
    first = _("**Tournament**, ends {when}", when=format_dt(tournament.ends_at, "R"))
    rest = _(
        "Your first finished game of this deal counts; /tournament play brings you back to it."
    )
    return f"{first}\n-# {rest}"


def end_question(tournament: Tournament) -> Reply:
    """Ask whether to end a tournament before it is due."""
    question = _(
        "End the tournament now, before {when}? The standings stay as they are, and are announced "
        "in {channel}.",
        when=format_dt(tournament.ends_at, "f"),
        channel=f"<#{tournament.place.channel_id}>",
    )
    buttons = row(
        button(
            f"tournament:{tournament.id}:end",
            _("End the tournament"),
            style=discord.ButtonStyle.danger,
        ),
        button(f"tournament:{tournament.id}:keep", _("Let it run")),
    )
    return Reply(message(ui.TextDisplay(question), buttons), private=True)


def ended_word(tournament: Tournament) -> Reply:
    """Tell who ended a tournament that it is done; takes the place of the question."""
    text = _(
        "The tournament is over. The standings will be in {channel} in a moment.",
        channel=f"<#{tournament.place.channel_id}>",
    )
    return Reply(text_reply(text).view)


def kept_word() -> Reply:
    """Say that a tournament goes on; takes the place of the question."""
    return Reply(text_reply(_("The tournament goes on.")).view)


def _title(tournament: Tournament) -> str:
    if tournament.kind is TournamentKind.DAYS:
        content = _(KINDS[TournamentKind.DAYS])
    else:
        content = ngettext("{number} game", "{number} games", len(tournament.deals))
    return f"### 🏆 {_(_HEADING)} · {content}"


def _about(tournament: Tournament) -> Iterator[str]:
    """What is played, and what counts."""
    if tournament.kind is TournamentKind.DAYS:
        first, last = tournament.days
        yield _(
            "The deal of the day counts, each day from {first} to {last}, if you finish it on that "
            "day in UTC: **/daily play**.",
            first=long_day(first),
            last=long_day(last),
        )
        return
    yield _(
        "One winnable deal of each game, the same for everybody, to be played until {when} "
        "({ends}). Your first finished game of each counts.",
        when=format_dt(tournament.ends_at, "f"),
        ends=format_dt(tournament.ends_at, "R"),
    )
    for deal in tournament.deals:
        difficulty = format_difficulty(rules_of(deal.rules_id).difficulty)
        yield f"- **{game_title(deal.rules_id)}** · {difficulty}"
    yield "-# " + _("Only you see your boards, and the deals stay secret, until it is over.")


def _when(tournament: Tournament) -> str:
    """When it ends, or which days it is or was about."""
    if tournament.is_over:
        return _("It ended on {when}.", when=format_dt(tournament.ends_at, "f"))
    if tournament.kind is TournamentKind.DAYS:
        first, last = map(long_day, tournament.days)
        return _("From {first} to {last}, in UTC.", first=first, last=last)
    return _(
        "It ends on {when} ({ends}).",
        when=format_dt(tournament.ends_at, "f"),
        ends=format_dt(tournament.ends_at, "R"),
    )


def _winners(standings: Ranking[LeaderboardLine]) -> str:
    """Congratulations to the first, if they have won a deal."""
    first = [mention(line.player_id) for line in standings.lines if line.rank == 1 and line.won]
    if not first:
        return _("It is over, and nobody has won a deal.")
    return _("It is over. Congratulations, {players}!", players=", ".join(first))


def _lines(tournament: Tournament, standings: Ranking[LeaderboardLine]) -> list[str]:
    if not standings.lines:
        return [] if tournament.is_over else [_("Nobody has finished a deal yet.")]
    return [_line(tournament, line) for line in standings.lines]


def _line(tournament: Tournament, line: LeaderboardLine) -> str:
    """A player's line: place, name, result. No place for who has won nothing."""
    place = format_standing(line.rank if line.won else None)
    if tournament.kind is TournamentKind.DAYS:
        won = ngettext(
            "{won} of {number} day won", "{won} of {number} days won", line.days, won=line.won
        )
    else:
        count = len(tournament.deals)
        won = ngettext("{won} of {number} won", "{won} of {number} won", count, won=line.won)
    facts = [won]
    if line.won:
        facts += [format_moves(line.moves), format_duration(line.played)]
    aided = line.won - line.unaided
    if aided:
        facts.append(ngettext("{number} with help", "{number} with help", aided))
    star = f" ⭐ {line.perfect}" if line.perfect else ""
    return f"{place} {mention(line.player_id)} · {', '.join(facts)}{star}"


def _footer(standings: Ranking[LeaderboardLine]) -> Iterator[str]:
    """How many play, and how they are ranked."""
    if standings.players:
        yield f"-# {format_page(standings)}"
    yield f"-# {_(RANKING)}"


def _add_deals(container: ui.Container[ui.LayoutView], tournament: Tournament) -> None:
    """Offer the deals of a tournament that is over to everybody."""
    if not tournament.deals:
        return
    container.add_item(ui.TextDisplay(_("Now anybody can play the deals for fun.")))
    buttons = [
        button(f"deal:{deal.rules_id}:{deal.deal_number}", game_title(deal.rules_id), emoji="🃏")
        for deal in tournament.deals
    ]
    for line in in_lines(buttons):
        container.add_item(row(*line))


def _entry(entry: TournamentEntry) -> str:
    return f"- **{game_title(entry.deal.rules_id)}** · {_state(entry)}"


def _state(entry: TournamentEntry) -> str:
    """How a player stands with a set game."""
    result = entry.result
    if result is None:
        return _("in play") if entry.is_begun else _("not played yet")
    if not result.is_won:
        return f"❌ {_('not won')}"
    facts = (format_moves(result.moves), format_duration(result.played), format_help(result))
    return f"✅ {', '.join(filter(None, facts))}"


def _option(entry: TournamentEntry) -> discord.SelectOption:
    rules = rules_of(entry.deal.rules_id)
    difficulty = format_difficulty(rules.difficulty, capitalized=True)
    return discord.SelectOption(
        label=translate(rules.name)[:MAX_OPTION_TEXT],
        value=rules.id,
        description=f"{difficulty} · {_state(entry)}"[:MAX_OPTION_TEXT],
    )


def _page_buttons(
    tournament: Tournament, standings: Ranking[LeaderboardLine]
) -> ui.ActionRow[ui.LayoutView]:
    number, page, last = tournament.id, standings.page, standings.pages
    back, forward = page - 1, page + 1
    return row(
        button(f"tournament:{number}:page:{back}", _("Previous"), emoji="◀️", disabled=page == 1),
        button(f"tournament:{number}:page:{forward}", _("Next"), emoji="▶️", disabled=page == last),
    )


def _play_button(tournament: Tournament) -> Component:
    is_daily = tournament.kind is TournamentKind.DAYS
    label = _("Today's deal") if is_daily else _("Play")
    route = "daily:play" if is_daily else f"tournament:{tournament.id}:play"
    return button(route, label, emoji="🃏", style=discord.ButtonStyle.primary)


def _standings_button(tournament: Tournament) -> Component:
    return button(f"tournament:{tournament.id}:standings", _("Standings"), emoji="📊")
