"""Preferences of players and servers: saved, read back, cached."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import LANGUAGES
from bot.service.preferences import (
    _VALUES,
    GuildPreferences,
    Preferences,
    PreferenceService,
    Tap,
    parse_guild_preferences,
    parse_preferences,
)
from bot.store.database.connection import Database
from bot.store.preferences import Owner, save_preferences
from rendering import THEMES, Back, Deck, Indices

ANN, BOB, GUILD = 1, 2**62, 77

any_preferences = st.builds(
    Preferences,
    theme=st.sampled_from(sorted(THEMES)),
    suits=st.sampled_from([2, 4]),
    large_index=st.booleans(),
    deck=st.sampled_from(Deck),
    back=st.sampled_from(Back),
    indices=st.sampled_from(Indices),
    language=st.sampled_from(["", *LANGUAGES]),
    tap=st.sampled_from(Tap),
    autoplay=st.booleans(),
    confirm_give_up=st.booleans(),
    boards_are_public=st.booleans(),
    motion=st.booleans(),
)


def format_preferences(preferences: Preferences) -> dict[str, str]:
    """A player's preferences as stored values, but for house rules."""
    return {name: _format(getattr(preferences, name)) for name in _VALUES}


def _format(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case _:
            return str(value)


@given(any_preferences)
def test_preferences_survive_formatting_and_parsing(preferences: Preferences) -> None:
    assert parse_preferences(format_preferences(preferences)) == preferences


@given(
    st.dictionaries(
        st.sampled_from([*format_preferences(Preferences()), "hat"]), st.text(max_size=9)
    )
)
def test_unknown_names_and_values_are_ignored(values: dict[str, str]) -> None:
    assert isinstance(parse_preferences(values), Preferences)
    assert isinstance(parse_guild_preferences(values), GuildPreferences)


def test_preferences_that_are_not_set_have_defaults() -> None:
    assert parse_preferences({}) == Preferences()
    assert parse_guild_preferences({}) == GuildPreferences()


async def test_each_player_has_their_own_preferences(database: Database) -> None:
    preferences = PreferenceService(database)
    saved = await preferences.save(ANN, theme="dark", tap="best")
    assert saved == replace(Preferences(), theme="dark", tap=Tap.BEST)
    assert await preferences.get(BOB) == Preferences()
    assert await PreferenceService(database).get(ANN) == saved


async def test_each_server_has_its_own_preferences(database: Database) -> None:
    preferences = PreferenceService(database)
    saved = await preferences.save_guild(GUILD, channels="5 6", daily_channel="9", language="de")
    assert saved == GuildPreferences(frozenset({5, 6}), "de", 9)
    assert await preferences.get_guild(GUILD + 1) == GuildPreferences()
    assert await preferences.get(GUILD) == Preferences()


async def test_a_channel_that_refused_the_day_is_remembered_as_such(
    database: Database,
) -> None:
    service = PreferenceService(database)
    await service.save_guild(GUILD, daily_channel="9")
    await service.turn_off_posts(GUILD, 9)
    assert await service.get_guild(GUILD) == GuildPreferences(refused_channel=9)


async def test_a_change_by_another_process_is_noticed_after_a_minute(database: Database) -> None:
    now = [0.0]
    preferences = PreferenceService(database, clock=lambda: now[0])
    assert await preferences.get(ANN) == Preferences()
    await save_preferences(database, Owner.PLAYER, ANN, {"suits": "4"})
    now[0] = 61.0
    assert (await preferences.get(ANN)).suits == 4


async def test_a_deleted_preference_has_its_default_again(database: Database) -> None:
    await save_preferences(database, Owner.PLAYER, ANN, {"suits": "4", "theme": "dark"})
    await save_preferences(database, Owner.PLAYER, ANN, {"suits": None})
    assert await PreferenceService(database).get(ANN) == replace(Preferences(), theme="dark")
