"""The list of games, however many there are."""

from __future__ import annotations

import dataclasses
from collections import Counter

import discord
import pytest
from discord import ui

from bot.chat.games.names import BEST_KNOWN
from bot.chat.guide.views import (
    ALL,
    DifficultyPage,
    games_on_page,
    games_view,
    help_view,
    rules_view,
)
from bot.chat.responding.components import Component
from bot.chat.responding.replies import MAX_OPTION_TEXT
from bot.models.players import WinCount
from engine import CATALOGUE, Rules
from engine.rules import DealNumbering, Difficulty
from local_discord.message import Upload
from local_discord.payload import Payload
from local_discord.validation.message import message_problems
from rendering import Picture
from tests.support.every_game import every_game

GAMES = tuple(CATALOGUE.values())
MANY = tuple(
    dataclasses.replace(
        rules,
        id=f"{rules.id}-{copy}",
        title=f"{rules.title} {copy}",
        summary=(rules.summary * 3)[:MAX_OPTION_TEXT],
    )
    for copy in range(3)
    for rules in GAMES
)
"""Hundreds of games, each with as much to say as a menu can show."""


def texts(view: ui.LayoutView) -> str:
    """All that a message says."""
    return "\n".join(i.content for i in view.walk_children() if isinstance(i, ui.TextDisplay))


THUMBNAIL = Picture(b"", 256, 256, "A game")


def options(item: ui.Item[ui.LayoutView]) -> list[discord.SelectOption]:
    """The options of a select."""
    assert isinstance(item, ui.Select)
    return item.options


def components(view: ui.LayoutView, route: str) -> list[Component]:
    """The components of a message whose route begins so."""
    found = [item for item in view.walk_children() if isinstance(item, ui.Button | ui.Select)]
    return [one for one in found if str(one.custom_id).startswith(f"patience:{route}")]


def pages(difficulty: str, games: tuple[Rules, ...]) -> list[ui.LayoutView]:
    """Every page of the games of a difficulty, reached by the buttons."""
    views, page = [], DifficultyPage(difficulty)
    while True:
        thumbnails = {one.id: THUMBNAIL for one in games_on_page(page, games=games)}
        views.append(games_view(page, games, thumbnails=thumbnails).view)
        turning = components(views[-1], "games:")
        if not turning or turning[-1].disabled:
            return views
        _, _, name, number = str(turning[-1].custom_id).split(":")
        page = DifficultyPage(name, int(number))


@pytest.mark.parametrize(
    "games",
    [GAMES, GAMES[:1], GAMES[:12], GAMES[:13], pytest.param(MANY, marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("difficulty", [ALL, *(one.name.lower() for one in Difficulty)])
def test_every_page_keeps_within_discords_limits(games: tuple[Rules, ...], difficulty: str) -> None:
    for view in pages(difficulty, games):
        components = view.to_components()  # type: ignore[no-untyped-call]  # the library's own gap
        body: Payload = {"flags": 1 << 15, "components": components}
        shown = [item for item in view.walk_children() if isinstance(item, ui.Thumbnail)]
        names = [one.media.url.removeprefix("attachment://") for one in shown]
        files = [Upload(number, name, b"") for number, name in enumerate(names)]
        assert names
        assert any(isinstance(item, ui.Separator) for item in view.walk_children())
        assert message_problems(body, files, ()) == []
        assert len(list(view.walk_children())) <= 40
        assert len(texts(view)) <= 4000


def test_the_list_begins_with_games_that_people_know_each_with_play() -> None:
    view = games_view().view
    shown = [str(one.custom_id) for one in components(view, "deal:")]
    assert shown == [f"patience:deal:{rules_id}" for rules_id in BEST_KNOWN[: len(shown)]]
    known = ["klondike", "spider-1", "freecell", "pyramid", "tri-peaks"]
    assert [one.removeprefix("patience:deal:") for one in shown] == known


@pytest.mark.slow
@pytest.mark.parametrize("games", [GAMES, MANY])
def test_the_pages_show_every_game_once(games: tuple[Rules, ...]) -> None:
    views = pages(ALL, games)
    lines = [line for view in views for line in texts(view).splitlines()]
    titles = Counter(line.split("** ")[0] for line in lines if line.startswith("**"))
    assert all(titles[f"**{rules.title}"] == 1 for rules in games)
    selects = [one for view in views for one in components(view, "rules")]
    assert [option.value for one in selects for option in options(one)] == [r.id for r in games]


@pytest.mark.parametrize("difficulty", Difficulty)
def test_a_difficulty_lists_its_games_only(difficulty: Difficulty) -> None:
    shown = "\n".join(map(texts, pages(difficulty.name.lower(), GAMES)))
    for rules in GAMES:
        assert (f"**{rules.title}** " in shown) is (rules.difficulty is difficulty)
    assert difficulty.value in shown


def test_the_difficulty_select_counts_games_and_marks_the_one_shown() -> None:
    [select] = components(games_view(DifficultyPage("easy")).view, "shelf")
    assert options(select)[0].label == f"All games ({len(GAMES)})"
    assert [option.value for option in options(select) if option.default] == ["easy"]


@pytest.mark.parametrize(
    "at", [DifficultyPage("easy", 999), DifficultyPage("no such shelf"), DifficultyPage(ALL, 99)]
)
def test_a_page_that_is_no_longer_there_becomes_the_nearest(at: DifficultyPage) -> None:
    assert "**" in texts(games_view(at).view)


_WINNING = {
    game: f"You win when {ending}."
    for ending, games in {
        "every suit is complete and lies on a foundation": (
            "spider-1 spider-2 spider relaxed-spider spiderette relaxed-spiderette will-o-the-wisp "
            "open-will-o-the-wisp simple-simon mrs-mop scorpion wasp wasp-ii three-blind-mice "
            "double-scorpion"
        ),
        "the tableau is cleared": "golf relaxed-golf tri-peaks pyramid-relaxed",
        "all cards lie on the foundation": "black-hole worm-hole",
        "every card is discarded": "pyramid giza nestor elevens monte-carlo clock",
        "only the aces are left": "aces-up",
        "each row holds one suit in order, from a two to a king": "gaps gaps-basic",
        "a single pile is left": "accordion late-binding",
    }.items()
    for game in games.split()
}
"""What wins the games that are not won by all cards on the foundations."""


@every_game
def test_the_rules_of_every_game_say_what_wins_it_and_fit_one_message(rules: Rules) -> None:
    shown = texts(rules_view(rules, None).view)
    assert len(shown) <= 4000
    assert (
        f"- **{_WINNING.get(rules.id, 'You win when all cards lie on the foundations.')}**" in shown
    )
    assert f"-# {rules.difficulty.name.capitalize()} · " in shown
    assert rules.difficulty.value in shown
    assert ("Deals 1 to 1,000,000." in shown) is (rules.numbering is DealNumbering.MICROSOFT)


def test_a_game_played_often_here_is_as_hard_as_players_here_find_it() -> None:
    wins = {"freecell": WinCount(played=120, won=9)}

    listed = texts(games_view(DifficultyPage("expert"), wins=wins).view)
    rules = texts(rules_view(CATALOGUE["freecell"], None, wins).view)

    assert "**FreeCell** · expert\n" in listed
    assert "Games played 100 times here are rated by how often they were won." in listed
    assert "-# Expert · 9 of 120 games were won here. 99.9989% of all deals" in rules
    assert "played 100 times here" not in texts(games_view().view)


@pytest.mark.parametrize(
    ("rules_id", "share"),
    [
        ("klondike", "90.480 ± 0.116%"),
        ("easthaven", "82.844 ± 0.100%"),
        ("fortunes-favor", "99.9999879 ± 0.0000022%"),
        ("freecell", "99.9989%"),
    ],
)
def test_rules_state_the_share_of_winnable_deals_as_exactly_as_it_is_known(
    rules_id: str, share: str
) -> None:
    shown = texts(rules_view(CATALOGUE[rules_id], None).view)
    assert f" games. {share} of all deals can be won (Blake and Gent, JAIR 85:21 (2026))." in shown


def test_rules_say_of_a_share_that_it_was_measured() -> None:
    shown = texts(rules_view(CATALOGUE["phoenix"], None).view)
    assert "28.2 ± 0.1% of all deals can be won (measured on the first deals)." in shown


def test_help_says_how_one_wins_and_what_six_words_mean_as_numbered_on_a_picture() -> None:
    reply = help_view(THUMBNAIL, Picture(b"", 800, 775, "A board whose parts are numbered"))
    shown = texts(reply.view)

    assert len(shown) <= 4000
    assert "Most games are won when all cards lie on the foundations." in shown
    words = ["tableau", "foundation", "run", "in suit", "stock", "waste"]
    assert all(f"{number}. **{word}**: " in shown for number, word in enumerate(words, start=1))
    assert [one.filename for one in reply.attachments] == ["help.png", "words.png"]
