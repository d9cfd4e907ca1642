"""The tables, the same for SQLite and PostgreSQL. A change here needs a migration as well."""

from __future__ import annotations

from bot.store.schema.columns import Moment, Span, metadata
from bot.store.schema.contests import (
    challenges,
    racers,
    races,
    ratings,
    tournament_deals,
    tournament_games,
    tournaments,
)
from bot.store.schema.days import daily_deals, daily_posts, winnable_deals
from bot.store.schema.games import (
    actions,
    active_games,
    careers,
    games,
    live_boards,
    progress_posts,
    results,
    solutions,
)
from bot.store.schema.processes import installation, session_starts, shard_owners
from bot.store.schema.settings import (
    claims,
    guild_preferences,
    guilds,
    player_names,
    player_preferences,
    reminders,
    removed_guilds,
)
from bot.store.schema.tallies import daily_totals, guild_players, guild_tallies

__all__ = [
    "Moment",
    "Span",
    "actions",
    "active_games",
    "careers",
    "challenges",
    "claims",
    "daily_deals",
    "daily_posts",
    "daily_totals",
    "games",
    "guild_players",
    "guild_preferences",
    "guild_tallies",
    "guilds",
    "installation",
    "live_boards",
    "metadata",
    "player_names",
    "player_preferences",
    "progress_posts",
    "racers",
    "races",
    "ratings",
    "reminders",
    "removed_guilds",
    "results",
    "session_starts",
    "shard_owners",
    "solutions",
    "tournament_deals",
    "tournament_games",
    "tournaments",
    "winnable_deals",
]
