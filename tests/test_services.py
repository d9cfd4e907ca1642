"""Services are constructed from their type hints, and what they do unasked is found."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

import bot
from bot.images import ImageRenderer
from bot.service.daily.daily import Daily
from bot.service.daily.paces import Paces
from bot.service.due import DueList
from bot.service.play.games import Games
from bot.service.players.names import Names
from bot.service.players.privacy import Privacy
from bot.service.preferences import PreferenceService
from bot.service.solver.pool import SolverPool
from bot.service.tables import Tables
from bot.services import Services
from bot.start import build_services
from bot.store.database.connection import Database
from tests.service.conftest import (
    Clock,
    clock,
    database,
    url,
)

__all__ = ["clock", "database", "url"]


@pytest.fixture
def services(database: Database, clock: Clock) -> Services:
    return build_services(database, ImageRenderer(0), SolverPool(0), clock=clock)


def asked_for() -> set[tuple[str, str]]:
    """The module and the name of each service that the chat asks for."""
    found = set[tuple[str, str]]()
    for file in (Path(bot.__path__[0]) / "chat").rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        homes = {
            name.name: node.module
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module
            for name in node.names
        }
        for node in ast.walk(tree):
            match node:
                case ast.Subscript(
                    value=ast.Attribute(attr="services") | ast.Name(id="services"),
                    slice=ast.Name(id=name),
                ):
                    found.add((homes[name], name))
    return found


async def test_every_service_that_the_chat_asks_for_is_constructed(services: Services) -> None:
    asked = asked_for()
    for module, name in asked:
        kind = getattr(importlib.import_module(module), name)
        assert isinstance(services[kind], kind)
    assert len(asked) > 15


async def test_there_is_one_service_of_a_class(services: Services, clock: Clock) -> None:
    assert services[Games] is services[Games]
    assert services[Privacy]._games is services[Games]
    assert services[Privacy]._clock is clock


async def test_a_service_that_asks_for_what_nobody_provides_says_so(services: Services) -> None:
    class Rumours:
        def __init__(self, games: Games, gossip: str) -> None: ...

    with pytest.raises(LookupError, match="Rumours asks for gossip: <class 'str'>"):
        services[Rumours]


async def test_without_workers_no_day_is_prepared(services: Services) -> None:
    await services[Daily].keep_prepared()


async def test_changes_by_other_processes_are_heard_by_those_who_remember(
    services: Services,
) -> None:
    preferences, names = services[PreferenceService], services[Names]
    due, paces = services[DueList], services[Paces]
    assert set(services.on_change()) == {
        ("player", preferences.forget),
        ("guild", preferences.forget_guild),
        ("deleted", names.forget),
        ("player", paces.forget),
        ("deleted", paces.forget),
        ("due", due.hear),
        ("game", services[Games].changes.tell),
        ("table", services[Tables].note_left),
    }
    assert set(services.on_missed_changes()) == {
        preferences.forget_all,
        names.forget_all,
        paces.forget_all,
        due.look_again,
        services[Games].changes.tell_all,
    }
