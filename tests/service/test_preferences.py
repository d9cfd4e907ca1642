"""What players and servers chose, kept and read again."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import LANGUAGES
from bot.service import GuildPreferences, Preferences, PreferenceService, Tap
from bot.service.preferences import guild_preferences_from, preferences_from, text_of
from bot.store import Database
from bot.store.preferences import Owner, save_preferences
from rendering import THEMES

ANN, BOB, GUILD = 1, 2**62, 77

preferences = st.builds(
    Preferences,
    theme=st.sampled_from(sorted(THEMES)),
    suits=st.sampled_from([2, 4]),
    large_index=st.booleans(),
    language=st.sampled_from(["", *LANGUAGES]),
    tap=st.sampled_from(Tap),
    plays_safe=st.booleans(),
    confirms=st.booleans(),
    public=st.booleans(),
)


@given(preferences)
def test_preferences_are_read_as_they_were_written(chosen: Preferences) -> None:
    assert preferences_from(text_of(chosen)) == chosen


@given(st.dictionaries(st.sampled_from([*text_of(Preferences()), "hat"]), st.text(max_size=9)))
def test_what_is_not_known_is_as_good_as_never_chosen(chosen: dict[str, str]) -> None:
    assert isinstance(preferences_from(chosen), Preferences)
    assert isinstance(guild_preferences_from(chosen), GuildPreferences)


def test_who_never_chose_has_the_defaults() -> None:
    assert preferences_from({}) == Preferences()
    assert guild_preferences_from({}) == GuildPreferences()


async def test_choices_are_kept_for_each_player(store: Database) -> None:
    choices = PreferenceService(store)
    changed = await choices.choose(ANN, theme="dark", tap="best")
    assert changed == replace(Preferences(), theme="dark", tap=Tap.BEST)
    assert await choices.of(BOB) == Preferences()
    assert await PreferenceService(store).of(ANN) == changed


async def test_choices_of_a_server_are_its_own(store: Database) -> None:
    choices = PreferenceService(store)
    chosen = await choices.choose_for_guild(GUILD, channels="5 6", daily_channel="9", language="de")
    assert chosen == GuildPreferences(frozenset({5, 6}), "de", 9)
    assert await choices.of_guild(GUILD + 1) == GuildPreferences()
    assert await choices.of(GUILD) == Preferences()


async def test_a_choice_made_elsewhere_is_noticed_within_a_minute(store: Database) -> None:
    now = [0.0]
    choices = PreferenceService(store, clock=lambda: now[0])
    assert await choices.of(ANN) == Preferences()
    await save_preferences(store, Owner.PLAYER, ANN, {"suits": "4"})
    now[0] = 61.0
    assert (await choices.of(ANN)).suits == 4


async def test_a_choice_can_be_taken_back(store: Database) -> None:
    await save_preferences(store, Owner.PLAYER, ANN, {"suits": "4", "theme": "dark"})
    await save_preferences(store, Owner.PLAYER, ANN, {"suits": None})
    assert await PreferenceService(store).of(ANN) == replace(Preferences(), theme="dark")
