"""The commands of races, and their forms."""

from __future__ import annotations

import functools
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import discord
from discord import RadioGroupOption, app_commands
from discord.ext import commands

from bot.chat.games.offers import complete_game, game_fields, game_meant, named_game
from bot.chat.races.messages import (
    new_message,
    place_for_races,
)
from bot.chat.races.views import MAX_ENDED, races_view
from bot.chat.responding.components import Entries, NotOffered, number_in, on_press
from bot.chat.responding.forms import form, radio_field, tick_field
from bot.chat.responding.mentions import shown_name
from bot.chat.responding.replies import Reply
from bot.chat.responding.responses import respond
from bot.i18n import _
from bot.models.contest_deals import Terms
from bot.service.contests.races import (
    CHALLENGE_TERMS,
    TABLE_TERMS,
    Races,
    refuse_opponent,
)
from bot.wording.formatting import format_time_limit

if TYPE_CHECKING:
    from bot.chat.responding.context import Context, Interaction
    from bot.chat.responding.forms import Field


_LIMITS: Final = (
    timedelta(minutes=10),
    timedelta(minutes=30),
    TABLE_TERMS.time_limit,
    timedelta(hours=3),
    CHALLENGE_TERMS.time_limit,
)


def table_form(terms: Terms = TABLE_TERMS) -> Reply:
    """The form of a race that begins at a table, with these terms filled in."""
    hints = tick_field("hints", _("Allow hints and odds"), is_on=terms.hints)
    return form("race:start", _("A race"), [*game_fields(), _time(terms), hints])


def challenge_form(opponent: int, name: str) -> Reply:
    """The form of a challenge to a player."""
    title = _("Challenge {player}", player=name)
    return form(f"challenge:{opponent}", title, [*game_fields(), _time(CHALLENGE_TERMS)])


def _time(chosen: Terms) -> Field:
    return radio_field(
        "seconds",
        _("Time limit"),
        [
            RadioGroupOption(
                label=format_time_limit(limit),
                value=str(int(limit.total_seconds())),
                default=limit == chosen.time_limit,
            )
            for limit in sorted({*_LIMITS, chosen.time_limit})
        ],
    )


def entered_time(entries: Entries) -> timedelta:
    """The time limit that was entered."""
    seconds = min(number_in(entries["seconds"][0]), _MAX_HOURS * 3600 + _MAX_MINUTES * 60)
    return timedelta(seconds=seconds)


_MAX_HOURS: Final = 1_000
_MAX_MINUTES: Final = 60_000
"""More than any race may last, yet small enough to add up."""


class RacesCog(commands.GroupCog, name="race", description="A race on the same deal."):
    """Races of two, of many, and the list of one's own."""

    @app_commands.command(description="Challenge a player to a race on the same deal.")
    @app_commands.describe(
        player="Who to challenge",
        game="Which game to race in",
        hours="Time limit in hours; a day by default",
        minutes="Minutes to add to the time limit",
    )
    @app_commands.autocomplete(game=complete_game)
    async def challenge(
        self,
        interaction: Interaction,
        player: discord.User,
        game: str,
        hours: app_commands.Range[int, 0, _MAX_HOURS] | None = None,
        minutes: app_commands.Range[int, 0, _MAX_MINUTES] | None = None,
    ) -> None:
        """Challenge another player."""
        terms = CHALLENGE_TERMS
        if hours is not None or minutes is not None:
            given = timedelta(hours=hours or 0, minutes=minutes or 0)
            terms = replace(terms, time_limit=given)
        handler = functools.partial(
            _challenge, opponent=player.id, game=game, terms=terms, is_bot=player.bot
        )
        await respond(interaction, handler)

    @app_commands.command(description="Open a table for a race of 2 to 20 players on one deal.")
    @app_commands.describe(
        game="Which game to race in; leave it out to choose from a form",
        minutes="Time limit in minutes; an hour by default",
        hints="Whether hints and odds are allowed; they are not by default",
    )
    @app_commands.autocomplete(game=complete_game)
    async def start(
        self,
        interaction: Interaction,
        game: str | None = None,
        minutes: app_commands.Range[int, 0, _MAX_MINUTES] | None = None,
        hints: bool = False,
    ) -> None:
        """Open a table, or a form for one."""
        terms = replace(TABLE_TERMS, hints=hints)
        if minutes is not None:
            terms = replace(terms, time_limit=timedelta(minutes=minutes))
        if game is None:
            ask = functools.partial(_ask_for_table, terms=terms)
            await respond(interaction, ask, private=True)
            return
        await respond(interaction, functools.partial(_open, game=game, terms=terms))

    @app_commands.command(
        name="list", description="See your challenges and races, and your latest results."
    )
    async def list_(self, interaction: Interaction) -> None:
        """Show the player's challenges and races."""
        await respond(interaction, _races, private=True)


@app_commands.context_menu(name="Challenge")
async def challenge_from_menu(interaction: Interaction, user: discord.User) -> None:
    """Ask in which game to challenge whoever's menu it is."""
    await respond(interaction, functools.partial(_ask_for_game, opponent=user), private=True)


async def _ask_for_game(context: Context, opponent: discord.User | discord.Member) -> Reply:
    place_for_races(context)
    refuse_opponent(context.player, opponent.id, is_bot=opponent.bot)
    return challenge_form(opponent.id, shown_name(opponent))


@on_press("challenge:{player:int}", updates=False)
async def _challenge_by_form(context: Context, player: int, entries: Entries) -> Reply:
    terms = replace(CHALLENGE_TERMS, time_limit=entered_time(entries))
    return await _challenge(context, player, named_game(entries), terms)


@on_press("challenge:{player:int}:{terms}", updates=False)
async def _challenge_in(
    context: Context, player: int, terms: str, values: tuple[str, ...]
) -> Reply:
    return await _challenge(context, player, values[0], _read(terms))


def _kept(terms: Terms) -> str:
    """Terms as a question keeps them, in the id of its select."""
    return terms.to_text().replace(" ", "").replace(":", "=")


def _read(kept: str) -> Terms:
    try:
        return Terms.from_text(kept.replace("=", ":"))
    except (ValueError, TypeError, KeyError, OverflowError):
        raise NotOffered from None


async def _ask_for_table(context: Context, terms: Terms) -> Reply:
    place_for_races(context)
    return table_form(terms)


@on_press("race:start", updates=False)
async def _open_by_form(context: Context, entries: Entries) -> Reply:
    terms = Terms(entered_time(entries), hints=bool(entries["hints"]))
    return await _open(context, named_game(entries), terms)


@on_press("race:start:{terms}", updates=False)
async def _open_in(context: Context, terms: str, values: tuple[str, ...]) -> Reply:
    return await _open(context, values[0], _read(terms))


async def _challenge(
    context: Context, opponent: int, game: str, terms: Terms, *, is_bot: bool = False
) -> Reply:
    place = place_for_races(context)
    refuse_opponent(context.player, opponent, is_bot=is_bot)
    rules = game_meant(game, f"challenge:{opponent}:{_kept(terms)}")
    race = await context.services[Races].challenge(
        context.player, opponent, rules.id, opponent_is_bot=is_bot, terms=terms, place=place
    )
    return await new_message(context, race)


async def _open(context: Context, game: str, terms: Terms) -> Reply:
    place = place_for_races(context)
    rules = game_meant(game, f"race:start:{_kept(terms)}")
    race = await context.services[Races].open(context.player, rules.id, place, terms)
    return await new_message(context, race)


async def _races(context: Context) -> Reply:
    player, races = context.player, context.services[Races]
    found = (*await races.open_for(player), *await races.recent_races(player, limit=MAX_ENDED))
    return races_view(player, [(race, await races.progress(race)) for race in found])
