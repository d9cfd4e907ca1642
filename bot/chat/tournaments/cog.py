"""The commands and presses of tournaments, and the announcement of how they ended."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.chat.games.offers import complete_game, game_meant, named_games
from bot.chat.play.boards import board_reply, offers_resume
from bot.chat.responding.components import Entries, NotOffered, number_in, on_press
from bot.chat.responding.loop import Again
from bot.chat.responding.permissions import may_post
from bot.chat.responding.replies import Reply, quoted_in, text_reply
from bot.chat.responding.responses import respond
from bot.chat.responding.search import fuzzy_choices, in_time
from bot.chat.responding.surface import Post
from bot.chat.tournaments.views import (
    KINDS,
    days_view,
    end_question,
    ended_word,
    ending_post,
    entries_view,
    kept_word,
    standings_view,
    started_post,
    tournament_form,
    tournament_notice,
)
from bot.i18n import N_, _
from bot.models.contests import TournamentKind
from bot.models.places import Place
from bot.service.contests.contests import GRACE
from bot.service.contests.tournaments import (
    DEFAULT_DAYS,
    MAX_DAYS,
    NoTournament,
    Tournaments,
)
from bot.wording.formatting import game_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chat.responding.context import Context, Interaction, PatienceBot
    from bot.models.due import Due


_ONLY_IN_SERVERS: Final = N_("Tournaments are for servers. Type /tournament in one.")
_ONLY_MANAGERS: Final = N_("You need the Manage Server permission to start or end a tournament.")
_GAME: Final = N_("A game to play, for set games")


# Discord has one permission for all commands of a group, and anybody may look and play. Who may
# start and end a tournament is therefore checked here alone.
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
class TournamentCog(
    commands.GroupCog, name="tournament", description="A league for this server, of a week or so."
):
    """Tournaments."""

    @app_commands.command(description="Start a tournament; for those who manage the server.")
    @app_commands.describe(
        kind="What counts: the deal of each day, or games that you set; a form without it",
        days="How many days it lasts; a week by default",
        game=_GAME,
        game2=_GAME,
        game3=_GAME,
        game4=_GAME,
        game5=_GAME,
        game6=_GAME,
        game7=_GAME,
    )
    @app_commands.choices(
        kind=[
            Choice(name=app_commands.locale_str(title), value=kind.value)
            for kind, title in KINDS.items()
        ]
    )
    @app_commands.autocomplete(
        game=complete_game,
        game2=complete_game,
        game3=complete_game,
        game4=complete_game,
        game5=complete_game,
        game6=complete_game,
        game7=complete_game,
    )
    async def start(
        self,
        interaction: Interaction,
        kind: str | None = None,
        game: str | None = None,
        game2: str | None = None,
        game3: str | None = None,
        game4: str | None = None,
        game5: str | None = None,
        game6: str | None = None,
        game7: str | None = None,
        days: app_commands.Range[int, 1, MAX_DAYS] = DEFAULT_DAYS,
    ) -> None:
        """Start a tournament and tell the channel, or show a form for one."""
        games = [one for one in (game, game2, game3, game4, game5, game6, game7) if one is not None]
        if kind is None and not games:
            ask = functools.partial(_ask_what_to_start, days=days)
            await respond(interaction, ask, private=True)
            return
        chosen = TournamentKind.GAMES if kind is None else TournamentKind(kind)
        handler = functools.partial(_start, kind=chosen, games=games, days=days)
        await respond(interaction, handler)

    @app_commands.command(description="See how this server's tournament stands.")
    async def show(self, interaction: Interaction) -> None:
        """Show the standings."""
        await respond(interaction, _show, private=True)

    @app_commands.command(description="Play in this server's tournament.")
    @app_commands.describe(game="Which of its games; leave it out to see how you stand with each")
    async def play(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the player's games of the tournament, or the board of one."""
        if game is None:
            await respond(interaction, _entries, private=True)
        else:
            await respond(interaction, functools.partial(_play, game=game), private=True)

    @play.autocomplete("game")
    @in_time
    async def _unfinished(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        tournaments = interaction.client.services[Tournaments]
        try:
            tournament = await tournaments.latest(interaction.guild_id or 0)
        except NoTournament:
            return []
        if tournament.is_over:
            return []
        entries = await tournaments.entries(tournament, interaction.user.id)
        rules_ids = [entry.deal.rules_id for entry in entries if entry.result is None]
        return fuzzy_choices(typed, (Choice(name=game_title(one), value=one) for one in rules_ids))

    @app_commands.command(description="End the tournament early; for those who manage the server.")
    async def end(self, interaction: Interaction) -> None:
        """Ask whether to end the tournament."""
        await respond(interaction, _ask_to_end, private=True)


async def _start(context: Context, kind: TournamentKind, games: Sequence[str], days: int) -> Reply:
    refusal = _refusal(context) or _refusal_to_post(context.interaction)
    if refusal:
        return text_reply(refusal)
    route = f"tournament:game:{kind.value}:{days}"
    rules_ids = [
        game_meant(typed, f"{route}:{number}", among=games).id for number, typed in enumerate(games)
    ]
    tournament = await context.services[Tournaments].start(
        _place(context), kind, rules_ids, days=days
    )
    return started_post(tournament)


async def _ask_what_to_start(context: Context, days: int) -> Reply:
    refusal = _refusal(context) or _refusal_to_post(context.interaction)
    return text_reply(refusal) if refusal else tournament_form(days)


@on_press("tournament:start", updates=False)
async def _start_by_form(context: Context, entries: Entries) -> Reply:
    (kind,), (days,) = entries["kind"], entries["days"]
    games = named_games(entries) if _kind(kind) is TournamentKind.GAMES else []
    return await _start(context, _kind(kind), games, number_in(days))


def _kind(text: str) -> TournamentKind:
    if text not in {one.value for one in TournamentKind}:
        raise NotOffered
    return TournamentKind(text)


@on_press("tournament:game:{kind}:{days:int}:{number:int}", updates=False)
async def _start_with(
    context: Context, kind: str, days: int, number: int, values: tuple[str, ...]
) -> Reply:
    """Start with the games that a question quotes, one of which it was about."""
    games = (quoted_in(context.interaction.message) or "").split("\n")
    if number >= len(games):
        raise NotOffered
    games[number] = values[0]
    return await _start(context, _kind(kind), games, days)


async def _show(context: Context) -> Reply:
    tournaments = context.services[Tournaments]
    tournament = await tournaments.latest(_guild(context))
    return standings_view(tournament, await tournaments.standings(tournament, context.player))


@on_press("tournament:{tournament_id:int}:standings", updates=False, private=True)
@on_press("tournament:{tournament_id:int}:page:{page:int}", in_place=True)
async def _standings(context: Context, tournament_id: int, page: int = 1) -> Reply:
    tournaments = context.services[Tournaments]
    tournament = await tournaments.get(_guild(context), tournament_id)
    standings = await tournaments.standings(tournament, context.player, page=page)
    return standings_view(tournament, standings)


@on_press("tournament:{tournament_id:int}:play", updates=False, private=True)
async def _entries(context: Context, tournament_id: int = 0) -> Reply:
    tournaments, guild = context.services[Tournaments], _guild(context)
    tournament = await (
        tournaments.get(guild, tournament_id) if tournament_id else tournaments.latest(guild)
    )
    if tournament.is_over:
        return await _standings(context, tournament.id)
    if tournament.kind is TournamentKind.DAYS:
        return days_view(tournament)
    return entries_view(tournament, await tournaments.entries(tournament, context.player))


@on_press("tournament:{tournament_id:int}:choose", updates=False, private=True)
async def _choose(context: Context, tournament_id: int, values: tuple[str, ...]) -> Reply:
    return await _play(context, values[0], tournament_id)


@on_press("tournament:{tournament_id:int}:deal:{game}", updates=False, private=True)
@offers_resume
async def _play(context: Context, game: str, tournament_id: int = 0) -> Reply:
    tournaments, guild = context.services[Tournaments], _guild(context)
    tournament = await (
        tournaments.get(guild, tournament_id) if tournament_id else tournaments.latest(guild)
    )
    rules = game_meant(game, f"tournament:{tournament.id}:choose")
    snapshot = await tournaments.play(context.player, rules.id, _place(context), tournament)
    return await board_reply(context, snapshot, notice=tournament_notice(tournament))


async def _ask_to_end(context: Context) -> Reply:
    refusal = _refusal(context)
    if refusal:
        return text_reply(refusal)
    tournament = await context.services[Tournaments].latest(_guild(context))
    if tournament.is_over:
        return text_reply(_("No tournament is running. Type /tournament start to start one."))
    return end_question(tournament)


@on_press("tournament:{tournament_id:int}:end")
async def _end(context: Context, tournament_id: int) -> Reply:
    refusal = _refusal(context)
    if refusal:
        return text_reply(refusal)
    return ended_word(await context.services[Tournaments].end(_guild(context), tournament_id))


@on_press("tournament:{tournament_id:int}:keep")
async def _keep(_context: Context, tournament_id: int) -> Reply:
    return kept_word()


def _guild(context: Context) -> int:
    """The server."""
    if context.guild_id is None:
        raise NoTournament(_ONLY_IN_SERVERS)
    return context.guild_id


def _place(context: Context) -> Place:
    """Where the interaction happens, in the server."""
    return Place(context.interaction.channel_id or 0, _guild(context))


def _refusal(context: Context) -> str:
    """Why somebody may not start or end a tournament here; empty if they may."""
    if context.guild_id is None:
        return _(_ONLY_IN_SERVERS)
    if not context.interaction.permissions.manage_guild:
        return _(_ONLY_MANAGERS)
    return ""


def _refusal_to_post(interaction: Interaction) -> str:
    """Why the bot could not tell the channel how a tournament ends; empty if it could."""
    if not interaction.is_guild_integration():
        return _(
            "Patience could not tell this channel how the tournament ends. Add it to this server, "
            "not only to your account, and try again."
        )
    if not may_post(interaction):
        return _(
            "Patience may not post in this channel, so it could not tell how the tournament ends. "
            "Grant it View Channel and Send Messages, or start the tournament elsewhere."
        )
    return ""


async def tournament_ending(bot: PatienceBot, due: Due) -> Post | Again | None:
    """The end of a tournament, once it has ended, unless that is no news any more."""
    tournaments = bot.services[Tournaments]
    ended = await tournaments.find(due.subject.id)
    if ended is None or not tournaments.is_news(ended):
        return None
    if not ended.is_over:
        return Again(ended.ends_at + GRACE)
    standings = await tournaments.standings(ended, viewer=0)
    reply = ending_post(ended, standings, await tournaments.mentioned(standings))
    return Post(ended.place, reply, state="ended")
