"""Buttons and selects lead to the handler of their route."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from discord import ui

import bot.chat
from bot.chat.features import import_features
from bot.chat.play.custom_ids import WITH_ARGUMENT, BoardAction, board_route, choice_route
from bot.chat.races.views import RaceAction
from bot.chat.responding.components import (
    _find,
    button,
    channel_select,
    on_press,
)
from bot.chat.settings.views import TOGGLES
from bot.models.play import BoardVersion
from engine import LAST_DEAL

BOARD = BoardVersion(2**59, 999_999_999)
ROUTES = [
    *(board_route(BOARD, one, "r10-f4" if one in WITH_ARGUMENT else "") for one in BoardAction),
    *(choice_route(BOARD, one, "r16") for one in (BoardAction.TAP, BoardAction.PLAY)),
    *(f"table:7:{action.value}" for action in RaceAction),
    *(f"daily:{what}" for what in ("again:2026-11-22:headline", "play", "table")),
    *(f"daily:{what}:2026-11-22" for what in ("result", "share")),
    *(f"switch:{name}:yes" for name in TOGGLES),
    *(f"choose:{name}" for name in ("look", "deck", "tap", "language")),
    *(f"setup:{name}" for name in ("channels", "daily_channel", "language")),
    *(f"privacy:{what}" for what in ("data", "ask", "delete", "keep")),
    "table:week:3<",
    "games:easy:2",
    "shelf",
    "rules",
    "resume",
    f"{2**59}:solution:99999:far-next",
    "daily:deal:2026-11-22",
    "deal:la-belle-lucie",
    f"deal:la-belle-lucie:{LAST_DEAL}",
    "listed:no",
]


@pytest.fixture(autouse=True)
def features() -> None:
    """Import every feature, as the client does."""
    import_features()


@pytest.mark.parametrize("route", ROUTES)
def test_every_route_has_a_handler_and_fits_a_custom_id(route: str) -> None:
    assert any(_find(route, given) for given in (None, "values", "entries"))
    assert len(str(button(route, "…").custom_id)) <= 100


@pytest.mark.parametrize(
    "route",
    [
        "",
        "1:2:jump",
        "-1:2:undo",
        "1:2:tap",
        "1:2:undo:3",
        "1:2:tap:3:4",
        "table:x:accept",
        f"{2**63}:1:undo",
        "x" * 90,
    ],
)
def test_an_unknown_route_has_no_handler(route: str) -> None:
    assert not _find(route, None)


def test_a_route_has_one_handler_only() -> None:
    async def handler() -> None:
        raise AssertionError

    with pytest.raises(ValueError, match="has a handler already"):
        on_press("resume")(handler)  # type: ignore[arg-type]  # refused before it is called


def test_a_channel_select_may_stay_empty_whatever_the_library_takes_for_granted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    defaults: dict[str, object] = vars(ui.ChannelSelect)["__init__"].__kwdefaults__
    monkeypatch.setitem(defaults, "required", True)
    select = channel_select("setup:channels", (), placeholder="Everywhere")
    sent: dict[str, object] = {**select.to_component_dict()}
    assert (sent["min_values"], sent["required"]) == (0, False)


def test_every_button_and_select_in_the_source_leads_to_a_handler() -> None:
    """A button added without a handler is found here, whichever feature it is in."""
    folder = Path(str(bot.chat.__file__)).parent
    call = re.compile(r"\b(?:button|show_button|select|channel_select|toggle)\(\s*f?\"([^\"]+)\"")
    routes = [route for file in folder.rglob("*.py") for route in call.findall(file.read_text())]
    assert len(routes) > 10
    for route in routes:
        numbers, words = re.sub(r"\{[^}]*\}", "7", route), re.sub(r"\{[^}]*\}", "x", route)
        known = [re.sub(r"\{[^}]*action.value\}", one.value, numbers) for one in RaceAction]
        known += [re.sub(r":7$", f":{one.value}", numbers) for one in RaceAction]
        assert any(
            _find(one, given)
            for one in (numbers, words, *known)
            for given in (None, "values", "entries")
        ), route
