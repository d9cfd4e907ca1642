"""The services of the bot, in one value."""

from __future__ import annotations

from dataclasses import dataclass

from bot.images import ImageRenderer
from bot.service import (
    Advisor,
    Challenges,
    Claims,
    Cluster,
    Daily,
    DailyProgress,
    Digests,
    Games,
    Guilds,
    Leaderboards,
    LiveBoards,
    Names,
    PreferenceService,
    Privacy,
    Races,
    Ratings,
    Reminders,
    SetupOffers,
    Solutions,
    Statistics,
    Tournaments,
    WinnableDeals,
)


@dataclass(frozen=True, slots=True)
class Services:
    """Everything a handler may ask. Constructed in the composition root only.

    Attributes:
        games: players' games.
        deals: winnable deals, found ahead of demand.
        advisor: hints and odds.
        solutions: how games are won.
        daily: the deals of the days.
        daily_progress: how daily games stand, told to their channels.
        digests: a day's results in each server.
        challenges: challenges, and the races of two.
        races: races for many.
        tournaments: the leagues of servers.
        claims: claims to work that only one process should do.
        cluster: the processes that share the database, and their shards.
        statistics: of players and guilds.
        ratings: of the players of races.
        leaderboards: every guild's, and who appears in them.
        live_boards: which message shows each game.
        names: of players, as last seen.
        preferences: of players and servers.
        guilds: servers that removed the bot.
        setup_offers: where setup is still to be offered.
        reminders: by direct message, for players who asked.
        privacy: the summary, export and deletion of players' data.
        images: draws boards, cards and charts.
    """

    games: Games
    deals: WinnableDeals
    advisor: Advisor
    solutions: Solutions
    daily: Daily
    daily_progress: DailyProgress
    digests: Digests
    challenges: Challenges
    races: Races
    tournaments: Tournaments
    claims: Claims
    cluster: Cluster
    statistics: Statistics
    ratings: Ratings
    leaderboards: Leaderboards
    live_boards: LiveBoards
    names: Names
    preferences: PreferenceService
    guilds: Guilds
    setup_offers: SetupOffers
    reminders: Reminders
    privacy: Privacy
    images: ImageRenderer
