"""The connection to Discord: which commands and buttons there are, and who answers them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.chat.boards import Boards
from bot.chat.challenge_page import RaceButton
from bot.chat.commands import add_commands
from bot.chat.components import BoardButton, BoardMenu, PlayButton, ResumeMenu
from bot.chat.daily_page import DailyButton
from bot.chat.days import Days
from bot.chat.games_page import PageButton, RulesMenu, ShelfMenu
from bot.chat.locale import CommandTranslator, speech_for
from bot.chat.posting import keep_posting
from bot.chat.privacy_page import ListedSwitch, PrivacyButton
from bot.chat.race_telling import keep_telling
from bot.chat.races import Races
from bot.chat.replies import OUR_FAULT, answer, note
from bot.chat.settings_page import SettingMenu, SettingSwitch
from bot.chat.setup_page import ChannelMenu, GuildLanguageMenu
from bot.chat.table_page import TableButton
from bot.i18n import N_, _, set_locale
from bot.service import (
    Advisor,
    Challenges,
    Daily,
    Leaderboards,
    ParFinder,
    PreferenceService,
    Privacy,
    SolverPool,
    Statistics,
    WinnableDeals,
)
from bot.service.stopping import cancel_and_wait

if TYPE_CHECKING:
    from pathlib import Path

    from bot.chat.replies import Reply
    from bot.images import ImageRenderer
    from bot.service import Games

_log = logging.getLogger(__name__)


class CommandTree(app_commands.CommandTree["PatienceClient"]):
    """The commands; one that fails is answered with a sentence all the same."""

    async def interaction_check(self, interaction: discord.Interaction[PatienceClient], /) -> bool:
        """Speak the language of who types: what is offered while they do so is told by it."""
        if interaction.type is discord.InteractionType.autocomplete:
            set_locale(await speech_for(interaction))
        return True

    async def on_error(
        self,
        interaction: discord.Interaction[PatienceClient],
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        """Log what went wrong and tell the person who asked."""
        if isinstance(error, app_commands.CommandNotFound):
            sentence = N_("That command is no longer there; type /help to see what is.")
        else:
            _log.error("A command failed", exc_info=error)
            sentence = OUR_FAULT
        is_command = interaction.type is discord.InteractionType.application_command
        if is_command and not interaction.response.is_done():
            await answer(interaction, _told(sentence))


async def _told(sentence: str) -> Reply:
    return note(_(sentence))


class PatienceClient(discord.Client):
    """The bot's connection to Discord.

    Needs no privileged intent: commands and buttons reach it without any.

    Attributes:
        rounds: held by who tells channels what is over, so that one round ends before another.
    """

    def __init__(
        self,
        tables: Games,
        artist: ImageRenderer,
        solvers: SolverPool | None = None,
        *,
        seconds: float = 3.0,
        registry: Path | None = None,
        daily: Daily | None = None,
        challenges: Challenges | None = None,
        settles: float = 2.0,
    ) -> None:
        """Serve players' tables.

        Args:
            tables: what players can do.
            artist: draws boards.
            solvers: search for winning lines; None where nothing is to be searched.
            seconds: how long to search for an answer to a player.
            registry: a file that remembers which commands were registered last, so that they are
                sent to Discord only when they have changed; None sends them at each start.
            daily: the days' deals; None for those that anybody could work out.
            challenges: the players' challenges; None for those on deals that the solvers find.
            settles: how many seconds without news of another server make the bot ready.
        """
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=settles,
        )
        self.tables = tables
        solvers = solvers or SolverPool(0)
        self._deals = WinnableDeals(tables.store, solvers)
        self._going_on: list[asyncio.Task[None]] = []
        self.rounds = asyncio.Lock()
        self.choices = PreferenceService(tables.store)
        advisor = Advisor(solvers, seconds=seconds)
        self.boards = Boards(tables, artist, advisor, self._deals, self.choices)
        self._prepares_days = bool(daily or solvers.workers)
        self.daily = daily or Daily(tables, "", ParFinder(solvers))
        self.statistics = Statistics(tables.store)
        self.leaderboards = Leaderboards(tables.store)
        self.days = Days(self.daily, self.leaderboards, self.boards)
        self.challenges = challenges or Challenges(tables, self._deals.choose)
        self.privacy = Privacy(tables, self.choices, self.challenges)
        self.races = Races(self.challenges, self.boards)
        self.artist = artist
        self._registry = registry
        self.tree = CommandTree(
            self,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
        )
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        """Make buttons work again and register the commands; runs once, after logging in."""
        self.add_dynamic_items(
            BoardButton,
            BoardMenu,
            PlayButton,
            ResumeMenu,
            PageButton,
            ShelfMenu,
            RulesMenu,
            SettingMenu,
            SettingSwitch,
            ChannelMenu,
            GuildLanguageMenu,
            DailyButton,
            TableButton,
            RaceButton,
            PrivacyButton,
            ListedSwitch,
        )
        await self.artist.warm()
        await self._register_commands()
        self._going_on = [asyncio.create_task(self._deals.keep_ready())]
        if self._prepares_days:
            self._going_on.append(asyncio.create_task(self.daily.keep_prepared()))
        self._going_on.append(asyncio.create_task(keep_posting(self)))
        self._going_on.append(asyncio.create_task(self.challenges.keep_settled()))
        self._going_on.append(asyncio.create_task(keep_telling(self)))

    async def close(self) -> None:
        """Disconnect, and look for no more deals."""
        await cancel_and_wait(self._going_on)
        await super().close()

    async def _register_commands(self) -> None:
        translator = CommandTranslator()
        await self.tree.set_translator(translator)
        payload = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]
        text = json.dumps([self.application_id, payload], sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if self._registry is not None and _text_of(self._registry) == digest:
            return
        await self.tree.sync()
        if self._registry is not None:
            self._registry.write_text(digest)
        _log.info("Registered %d commands.", len(payload))

    async def on_ready(self) -> None:
        """Say that players can come."""
        _log.info("Connected to Discord as %s, in %d servers.", self.user, len(self.guilds))


def _text_of(file: Path) -> str:
    """What a file holds; nothing when there is none."""
    try:
        return file.read_text(encoding="ascii")
    except FileNotFoundError:
        return ""
